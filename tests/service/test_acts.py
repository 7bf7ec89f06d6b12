from dataclasses import replace

import pytest

from bot import hardware, measured
from bot.acts import split_paste
from bot.store import Store, TenantSettings
from core.query import CustomModel, DeviceUse, Query, Ram
from core.question import Rig
from tests.service.fakes import QUERY, FakeAdvisor, Transcript, estimate_of, incoming
from tests.service.test_handling import handler_on

KEY = QUERY.key
assert KEY is not None


class Person:
    """Someone who talks to a handler; every message is a delivery of its own."""

    count = 0

    def __init__(self, store: Store, user_id: str = "U1", tenant_id: str = "T1") -> None:
        self.advisor = FakeAdvisor()
        self.handler = handler_on(store, self.advisor)
        self.around = {"user_id": user_id, "tenant_id": tenant_id}

    async def _say(self, method: str, *arguments, text: str = "", **around) -> str:
        Person.count += 1
        said = Transcript()
        one = incoming(f"P{Person.count}", text, **(self.around | around))
        await getattr(self.handler, method)(one, *arguments, said.reply)
        (answer,) = said
        return answer.text

    async def ask(self, text: str = "32B on a 4090?") -> str:
        return await self._say("ask", text=text)

    async def rig(self, text: str = "") -> str:
        return await self._say("rig", text=text)

    async def report(self, rate: str | float, key: str | None = KEY) -> str:
        return await self._say("report", rate, previous_key=key)

    async def forget(self, **around) -> str:
        return await self._say("forget", **around)


@pytest.fixture
def any_hardware(monkeypatch):
    """Let "4090" be read without a catalog."""
    rig = Rig((DeviceUse("geforce-rtx-4090"),), Ram(64 * 10**9, "ddr5", 6000))
    monkeypatch.setattr(
        "bot.acts.read_rig", lambda words, _catalog: rig if "4090" in words else None
    )
    monkeypatch.setattr("bot.acts.rig_text", lambda *_: "GeForce RTX 4090 + 64 GB DDR5-6000")
    monkeypatch.setattr("bot.acts.setup_text", lambda *_: "Qwen3 32B")


@pytest.mark.usefixtures("any_hardware")
async def test_a_rig_is_saved_shown_used_and_forgotten(store: Store):
    person = Person(store)
    assert "No rig saved" in await person.rig()
    assert "GeForce RTX 4090 + 64 GB DDR5-6000" in await person.rig("4090, 64GB DDR5-6000")
    assert "64 GB" in await person.rig("show")
    await person.ask("32B Q4 at 64k?")
    assert person.advisor.asked[-1].rig is not None
    assert "forgotten" in await person.rig("forget")
    await person.ask("32B Q4 at 64k?")
    assert person.advisor.asked[-1].rig is None


@pytest.mark.usefixtures("any_hardware")
async def test_words_without_hardware_leave_the_rig_as_it_was(sqlite_store: Store):
    person = Person(sqlite_store)
    await person.rig("4090")
    assert "no hardware" in await person.rig("hello")
    assert "4090" in await person.rig()


@pytest.mark.usefixtures("any_hardware")
async def test_what_eleven_people_measured_stands_beside_the_next_answer(store: Store):
    speeds = (34, 35, 36, 37, 38, 38.5, 39, 40, 41, 42, 43)
    for n, rate in enumerate(speeds):
        assert "noted" in await Person(store, f"U{n}").report(rate)
    asker = Person(store, "V")
    assert "11 people measured 34–43 tok/s, median 38" in await asker.ask()
    assert "people" not in await Person(store, "V", "T2").ask()


@pytest.mark.usefixtures("any_hardware")
async def test_servers_that_both_share_see_each_others_measurements(store: Store):
    await Person(store, "U1").report(38)
    await Person(store, "U2", "T2").report("40 tok/s")
    assert "One person measured 38" in await Person(store, "V").ask()
    for tenant in ("slack:T1", "slack:T2"):
        await store.settings.put(tenant, TenantSettings(share_measurements=True))
    assert "2 people measured 38–40" in await Person(store, "V").ask()


@pytest.mark.usefixtures("any_hardware")
@pytest.mark.parametrize(
    ("rate", "says"),
    [
        (112, "above the ceiling of 51"),
        (5, "far from the 33–42"),
        ("fast", "as a number"),
        ("0", "as a number"),
        ("1e9", "as a number"),
        (float("nan"), "as a number"),
        (float("inf"), "as a number"),
    ],
)
async def test_what_cannot_be_is_asked_about_and_not_counted(sqlite_store: Store, rate, says):
    assert says in await Person(sqlite_store).report(rate)
    assert "measured" not in await Person(sqlite_store).ask()


async def test_a_report_about_nothing_asks_what_it_was(sqlite_store: Store):
    assert "Which model" in await Person(sqlite_store).report(38, key=None)
    assert "Which model" in await Person(sqlite_store).report(38, key="not;a=key")


@pytest.mark.usefixtures("any_hardware")
async def test_a_person_is_forgotten_with_rig_and_reports(store: Store):
    person = Person(store)
    await person.rig("4090")
    await person.report(38)
    assert "everything I had about you is gone" in await person.forget()
    assert "had nothing" in await person.forget()
    assert "No rig" in await person.rig()
    assert "measured" not in await person.ask()


@pytest.mark.parametrize("method", ["rig", "report", "forget"])
@pytest.mark.usefixtures("any_hardware")
async def test_while_the_memory_is_out_of_reach_it_says_so(sqlite_store, monkeypatch, method):
    from bot.store import StoreUnavailableError  # noqa: PLC0415

    async def down(*_args, **_more):
        raise StoreUnavailableError("down")

    for owner, name in ((sqlite_store.rigs, "put"), (sqlite_store.measurements, "put"),
                        (sqlite_store, "forget_person")):  # fmt: skip
        monkeypatch.setattr(owner, name, down)
    arguments = {"rig": ("4090",), "report": (38,), "forget": ()}[method]
    assert "out of reach" in await getattr(Person(sqlite_store), method)(*arguments)


def test_likeness_is_of_what_moves_the_speed():
    like = measured.likeness(QUERY)
    assert like == measured.likeness(replace(QUERY, context_tokens=0, kv_quant="f16", users=1))
    assert like == measured.likeness(replace(QUERY, measured_tok_s=12.0, prompt_tokens=512))
    others = (
        replace(QUERY, context_tokens=65_536),
        replace(QUERY, kv_quant="q8_0"),
        replace(QUERY, engine="vllm"),
        replace(QUERY, gpu_layers=20),
        replace(QUERY, devices=(DeviceUse("geforce-rtx-4090", 2),)),
        replace(QUERY, quant="q8_0"),
    )
    assert len({like, *map(measured.likeness, others)}) == 7


@pytest.mark.parametrize(
    "query",
    [
        replace(QUERY, model=CustomModel(30e9)),
        replace(QUERY, quant=None),
        replace(QUERY, devices=()),
        replace(QUERY, devices=(DeviceUse("x" * 200),)),
    ],
)
def test_what_has_no_name_has_no_likeness(query: Query):
    assert measured.likeness(query) is None


def test_several_streams_or_a_draft_may_exceed_the_ceiling_of_one():
    for query in (replace(QUERY, users=8), replace(QUERY, draft_model="qwen3-0.6b")):
        assert measured.judge(112, estimate_of(query)) is measured.Verdict.COUNTS


def test_a_paste_is_moved_only_where_it_is_long_and_has_lines():
    assert split_paste("short\nlog", "") == ("short\nlog", "")
    assert split_paste("x" * 5_000, "") == ("x" * 5_000, "")
    assert split_paste("why?\n" + "x" * 5_000, "a") == ("why?", "x" * 5_000 + "\na")
    assert split_paste("x" * 600 + "\n" + "x" * 5_000, "")[0] == ""


def test_hardware_is_read_by_the_core_and_named_by_the_catalog():
    from catalog.load import load_catalog  # noqa: PLC0415

    catalog = load_catalog()
    rig = hardware.read_rig("4090, 64GB DDR5-6000", catalog)
    assert rig is not None
    assert [device.id for device in rig.devices] == ["geforce-rtx-4090"]
    assert rig.ram is not None
    assert (rig.ram.size_bytes, rig.ram.type, rig.ram.mt_per_s) == (64 * 10**9, "ddr5", 6000)
    assert hardware.rig_text(rig, catalog, "en") == "GeForce RTX 4090 + 64 GB DDR5-6000"
    assert hardware.read_rig("good morning", catalog) is None


async def test_an_owner_changes_one_setting_at_a_time_and_sees_them_all(store: Store):
    person = Person(store)
    assert "kept here" in await person._say("configure", {})
    assert "shared with" in await person._say("configure", {"share_measurements": True})
    shown = await person._say("configure", {"place": "thread", "language": "de"})
    assert "language de" in shown
    assert "in the thread" in shown
    assert "shared with" in shown
    assert "Thread" in await person._say("configure", {}, locale="de")
    assert "kept here" in await Person(store, tenant_id="T2")._say("configure", {})


async def test_a_tenant_that_leaves_while_the_memory_is_away_goes_when_it_is_back(
    sqlite_store, monkeypatch
):
    from bot.store import StoreUnavailableError  # noqa: PLC0415

    handler = handler_on(sqlite_store)
    await sqlite_store.settings.put("slack:T1", TenantSettings("de"))
    away = {"is": True}
    remove = sqlite_store.remove_tenant

    async def maybe(tenant: str) -> None:
        if away["is"]:
            raise StoreUnavailableError("down")
        await remove(tenant)

    monkeypatch.setattr(sqlite_store, "remove_tenant", maybe)
    await handler.tenant_left("slack:T1")
    assert await sqlite_store.housekeeping.tenants("slack") == ("slack:T1",)
    away["is"] = False
    await handler.finish_leaving()
    assert await sqlite_store.housekeeping.tenants("slack") == ()
