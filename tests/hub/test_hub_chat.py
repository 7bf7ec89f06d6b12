"""Chat with a hub: an answer at once, and the exact one when the header is in."""

import time
from collections.abc import AsyncIterator

import pytest

from bot.handler import Handler, Outcome
from bot.hub.address import base_of
from bot.hub.enrich import Hub
from bot.incoming import Incoming
from bot.settings import Settings, SettingsError
from bot.store import Store
from catalog.load import load_catalog
from catalog.overlay import Shelf
from core.advisor import Advisor
from core.answer import Answer
from tests.fakes.hub_server import FakeHub, Repository, gguf

PATH = "unsloth/Novel-Model-14B-GGUF"
ASKED = f"https://huggingface.co/{PATH} on a 3090 at 32k?"


class Sent:
    """What was sent, and what it was edited to."""

    def __init__(self) -> None:
        self.first: list[Answer] = []
        self.edits: list[Answer] = []

    async def reply(self, answer: Answer, /) -> None:
        self.first.append(answer)

    async def edit(self, answer: Answer, /) -> None:
        self.edits.append(answer)


@pytest.fixture
async def fake() -> AsyncIterator[FakeHub]:
    async with FakeHub().running() as one:
        one.repositories[PATH] = gguf("qwen3-14b", "q4_k_m")
        yield one


def handler_of(fake: FakeHub, store: Store) -> Handler:
    shelf = Shelf(load_catalog())
    return Handler(Advisor(shelf), store, hub=Hub(base_of(fake.url), shelf))


def incoming(event: str, text: str = ASKED, key: str | None = None) -> Incoming:
    return Incoming(event, "discord", "T1", "U1", "C1", text, locale="en-US", previous_key=key)


async def test_a_quick_hub_needs_no_edit(fake: FakeHub, sqlite_store: Store) -> None:
    handler, sent = handler_of(fake, sqlite_store), Sent()
    result = await handler.ask(incoming("1"), sent.reply, edit=sent.edit)
    assert result.outcome is Outcome.ANSWERED
    assert [one.key for one in sent.first] == [f"hf.co/{PATH}@geforce-rtx-3090#32768".lower()]
    assert not sent.edits


async def test_a_slow_hub_is_answered_at_once_and_edited(
    fake: FakeHub, sqlite_store: Store
) -> None:
    fake.repositories[PATH].slow_s = 0.8
    handler, sent = handler_of(fake, sqlite_store), Sent()
    start = time.monotonic()
    result = await handler.ask(incoming("1"), sent.reply, edit=sent.edit)
    (first,), (edited,) = sent.first, sent.edits
    assert time.monotonic() - start < 3
    assert "still reading" in first.text
    assert "read from its header" in edited.text
    assert result.answer is edited


async def test_without_edits_a_slow_hub_is_waited_for_a_moment(
    fake: FakeHub, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.hub.visit.TIME_S", 2.5)
    fake.repositories[PATH].slow_s = 30
    handler, sent = handler_of(fake, sqlite_store), Sent()
    await handler.ask(incoming("1"), sent.reply)
    assert "still reading" in sent.first[0].text
    fake.repositories[PATH].slow_s = 0


async def test_an_edit_says_why_it_could_not_be_read(fake: FakeHub, sqlite_store: Store) -> None:
    fake.repositories[PATH] = Repository(status=429, slow_s=0)
    fake.repositories[PATH].slow_s = 0
    handler, sent = handler_of(fake, sqlite_store), Sent()
    await handler.ask(incoming("1"), sent.reply, edit=sent.edit)
    assert "slow down" in sent.first[0].text


async def test_buttons_and_follow_ups_go_on_from_it_even_after_a_restart(
    fake: FakeHub, sqlite_store: Store
) -> None:
    handler, sent = handler_of(fake, sqlite_store), Sent()
    await handler.ask(incoming("1"), sent.reply)
    key = sent.first[0].key
    assert key is not None
    again = handler_of(fake, sqlite_store)
    await again.show(incoming("2", ""), key.replace("#32768", "#65536"), sent.reply)
    await again.ask(incoming("3", "and on a 4090?", key), sent.reply)
    pressed, followed = sent.first[1:]
    assert pressed.estimate is not None
    assert pressed.estimate.model.id == f"hf.co/{PATH}".lower()
    assert followed.estimate is not None
    assert followed.estimate.model.id == f"hf.co/{PATH}".lower()
    assert followed.estimate.placed[0].device.id == "geforce-rtx-4090"


async def test_nobody_else_is_advised_a_model_that_somebody_named(
    fake: FakeHub, sqlite_store: Store
) -> None:
    handler, sent = handler_of(fake, sqlite_store), Sent()
    await handler.ask(incoming("1"), sent.reply)
    await handler.ask(incoming("2", "which model for a 3090?"), sent.reply)
    assert "Novel" not in sent.first[1].text


async def test_without_a_hub_nothing_is_asked(fake: FakeHub, sqlite_store: Store) -> None:
    sent = Sent()
    await Handler(Advisor(load_catalog()), sqlite_store).ask(incoming("1"), sent.reply)
    assert not fake.requests
    assert len(sent.first) == 1


def test_the_setting_is_checked_at_the_start() -> None:
    assert Settings.read({}).hub is None
    assert Settings.read({"HOWFAST_HUB": "off"}).hub is None
    found = Settings.read({"HOWFAST_HUB": "http://127.0.0.1:99"}).hub
    assert found is not None
    assert found.is_local
    with pytest.raises(SettingsError, match="HOWFAST_HUB"):
        Settings.read({"HOWFAST_HUB": "http://10.0.0.1"})
