import asyncio
import threading

import pytest

from bot.handler import Handler, Outcome
from bot.limits import Limits, Rate
from bot.store import Store
from core.question import Question
from tests.service.fakes import FakeAdvisor, Transcript, incoming

OPEN = Rate(10**6, 1.0)


def unlimited() -> Limits:
    return Limits(lambda: 0.0, user=OPEN, channel=OPEN, tenant=OPEN, everybody=OPEN)


def handler_on(store: Store, advisor: FakeAdvisor | None = None, **settings) -> Handler:
    return Handler(advisor or FakeAdvisor(), store, **({"limits": unlimited()} | settings))


async def test_four_deliveries_make_one_reply_whatever_process_they_reach(store: Store):
    """The quick form of 1,000 times: two processes' handlers on one database, 100 events."""
    handlers = (handler_on(store), handler_on(store))
    said = Transcript()
    for n in range(100):
        one = incoming(f"Ev{n}")
        results = await asyncio.gather(
            *(h.ask(one, said.reply) for h in handlers for _ in range(2))
        )
        outcomes = sorted(result.outcome for result in results)
        assert outcomes == ["answered", "duplicate", "duplicate", "duplicate"]
    assert len(said) == 100


@pytest.mark.nightly
async def test_four_deliveries_make_one_reply_a_thousand_times(store: Store):
    handlers = (handler_on(store), handler_on(store))
    said = Transcript()
    for n in range(1_000):
        await asyncio.gather(
            *(h.ask(incoming(f"Ev{n}"), said.reply) for h in handlers for _ in range(2))
        )
    assert len(said) == 1_000


async def test_the_same_id_in_another_tenant_is_another_delivery(sqlite_store: Store):
    said = Transcript()
    handler = handler_on(sqlite_store)
    for tenant in ("T1", "T2"):
        await handler.ask(incoming(tenant_id=tenant), said.reply)
    assert len(said) == 2


@pytest.mark.parametrize(
    ("text", "outcome", "words"),
    [
        ("32B on a 4090?", Outcome.ANSWERED, "fits"),
        ("crash", Outcome.FAILED, "wrong on my side"),
        ("stall", Outcome.TIMEOUT, "too long"),
        ("x" * 4_001, Outcome.ANSWERED, "4,000"),
    ],
)
async def test_whatever_happens_there_is_exactly_one_reply(sqlite_store, text, outcome, words):
    said = Transcript()
    handler = handler_on(sqlite_store, time_s=0.15)
    result = await handler.ask(incoming(text=text), said.reply)
    assert result.outcome is outcome
    (answer,) = said
    assert words in answer.headline


async def test_a_reply_that_cannot_be_sent_is_counted_as_lost_and_not_sent_again(sqlite_store):
    tried = []

    async def broken(answer, /):
        tried.append(answer)
        raise ConnectionError

    handler = handler_on(sqlite_store)
    result = await handler.ask(incoming(), broken)
    assert (result.outcome, len(tried)) == (Outcome.LOST, 1)
    assert handler.metrics.value("deliveries", platform="slack", outcome="lost") == 1


async def test_the_core_runs_beside_the_loop_and_working_is_said_before_the_reply(sqlite_store):
    order: list[str] = []
    advisor = FakeAdvisor()

    async def working():
        order.append("working")

    async def reply(_answer, /):
        order.append("reply")

    handler = handler_on(sqlite_store, advisor, wait_s=0.05)
    asked = asyncio.create_task(handler.ask(incoming(text="stall"), reply, working=working))
    await asyncio.sleep(0.1)
    order.append("loop runs")
    assert (await asked).outcome is Outcome.ANSWERED
    assert order == ["working", "loop runs", "reply"]
    assert any(thread.name.startswith("core") for thread in threading.enumerate())


@pytest.mark.parametrize(
    ("locale", "tenants", "language"),
    [("de", "vi", "de"), ("en-GB", "vi", "en"), ("fr", "vi", "vi"), (None, None, "en")],
)
async def test_words_that_do_not_tell_get_the_readers_language_then_the_tenants(
    sqlite_store, locale, tenants, language
):
    from bot.store import TenantSettings  # noqa: PLC0415

    advisor = FakeAdvisor()
    await sqlite_store.settings.put("slack:T1", TenantSettings(language=tenants))
    await handler_on(sqlite_store, advisor).ask(incoming(locale=locale), Transcript().reply)
    assert advisor.asked[0].fallback_language == language
    assert advisor.asked[0].language is None


async def test_a_long_paste_becomes_an_attachment(sqlite_store: Store):
    advisor = FakeAdvisor()
    log = "why so slow?\n" + "llama_print_timings: eval time\n" * 300
    await handler_on(sqlite_store, advisor).ask(incoming(text=log), Transcript().reply)
    (asked,) = advisor.asked
    assert asked.text == "why so slow?"
    assert asked.attachment == log.partition("\n")[2]


async def test_a_stopping_process_takes_on_nothing_and_leaves_the_id_to_others(store: Store):
    said = Transcript()
    stopping = handler_on(store)
    assert await stopping.drain(1.0)
    assert (await stopping.ask(incoming(), said.reply)).outcome is Outcome.CLOSING
    assert (await handler_on(store).ask(incoming(), said.reply)).outcome is Outcome.ANSWERED
    assert len(said) == 1


async def test_without_its_database_it_answers_each_delivery_once(sqlite_store: Store, monkeypatch):
    from bot.store import StoreUnavailableError  # noqa: PLC0415

    async def down(*_args):
        raise StoreUnavailableError("down")

    for part, method in (("events", "claim"), ("events", "answered"), ("settings", "get"),
                         ("rigs", "get"), ("measurements", "like")):  # fmt: skip
        monkeypatch.setattr(getattr(sqlite_store, part), method, down)
    said = Transcript()
    handler = handler_on(sqlite_store)
    await asyncio.gather(*(handler.ask(incoming(), said.reply) for _ in range(4)))
    assert len(said) == 1
    assert said[0].status == "answered"


async def test_the_question_carries_what_the_person_saved_and_said_before(sqlite_store: Store):
    from core.query import DeviceUse  # noqa: PLC0415
    from core.question import Rig  # noqa: PLC0415

    rig = Rig((DeviceUse("geforce-rtx-4090"),))
    await sqlite_store.rigs.put("slack:T1", "U1", rig)
    advisor = FakeAdvisor()
    one = incoming(earlier=("a", "b"), previous_key="k", attachment="log")
    await handler_on(sqlite_store, advisor).ask(one, Transcript().reply)
    assert advisor.asked == [
        Question("32B on a 4090?", "log", ("a", "b"), "k", None, "en", rig),
    ]
