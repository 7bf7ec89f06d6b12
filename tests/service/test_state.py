import asyncio
import inspect
import sqlite3
import time
from pathlib import Path

import pytest
from sqlalchemy import inspect as look
from sqlalchemy import text

from bot.store import (
    Measurement,
    RigTooLongError,
    Store,
    StoreUnavailableError,
    TenantSettings,
    default_url,
)
from bot.store.conversations import Conversations
from bot.store.database import Database
from bot.store.events import Events
from bot.store.locks import IdentifyTurns
from bot.store.measurements import Measurements
from bot.store.migrate import migrate
from bot.store.removal import Removal
from bot.store.rigs import Rigs
from bot.store.schema import METADATA
from bot.store.settings import SettingsOfTenants
from bot.store.slack import SLACK_METADATA
from core.query import DeviceUse, Ram
from core.question import Rig

RIG = Rig((DeviceUse("geforce-rtx-4090", 2),), Ram(64 * 10**9, "ddr5", 6000))
KEY = "qwen3-32b:q4_k_m@geforce-rtx-4090"
DAY_S = 86_400


def measured(rate: float, likeness: str = "like") -> Measurement:
    return Measurement(KEY, likeness, rate, "llama.cpp")


def written(folder: Path) -> bytes:
    """Return every byte of the database and its write-ahead log."""
    return b"".join(file.read_bytes() for file in folder.glob("howfast.db*"))


async def test_a_rig_comes_back_as_it_was_and_a_new_one_takes_its_place(store: Store):
    await store.rigs.put("slack:T1", "U1", RIG)
    assert await store.rigs.get("slack:T1", "U1") == RIG
    assert await store.rigs.get("slack:T2", "U1") is None
    other = Rig((DeviceUse("radeon-rx-7900-xtx"),))
    await store.rigs.put("slack:T1", "U1", other)
    assert await store.rigs.get("slack:T1", "U1") == other
    assert await store.rigs.forget("slack:T1", "U1")
    assert not await store.rigs.forget("slack:T1", "U1")


async def test_a_rig_too_long_for_its_column_is_refused_and_the_old_one_stays(sqlite_store):
    await sqlite_store.rigs.put("slack:T1", "U1", RIG)
    long = Rig(tuple(DeviceUse(f"geforce-rtx-{n}-with-a-long-name") for n in range(4)))
    with pytest.raises(RigTooLongError):
        await sqlite_store.rigs.put("slack:T1", "U1", long)
    assert await sqlite_store.rigs.get("slack:T1", "U1") == RIG


async def test_settings_come_back_as_they_were(store: Store):
    chosen = TenantSettings("de", "thread", ("C1", "C2"), ephemeral=True, share_measurements=True)
    assert await store.settings.get("slack:T1") == TenantSettings()
    await store.settings.put("slack:T1", chosen)
    assert await store.settings.get("slack:T1") == chosen
    store.settings.forget("slack:T1")
    assert await store.settings.get("slack:T1") == chosen


async def test_measurements_are_seen_across_tenants_only_where_both_share(store: Store):
    for tenant, user, rate in (
        ("slack:T1", "U1", 100),
        ("slack:T1", "U2", 110),
        ("slack:T2", "U3", 120),
        ("slack:T3", "U4", 130),
        ("slack:T3", "U1", 90),  # the same person as in T1, later
    ):
        await store.measurements.put(tenant, user, measured(rate))
    await store.measurements.put("slack:T1", "U1", measured(104))
    for tenant in ("slack:T1", "slack:T3"):
        await store.settings.put(tenant, TenantSettings(share_measurements=True))
    assert sorted(await store.measurements.like("slack:T2", "like")) == [120]
    both = sorted(await store.measurements.like("slack:T1", "like"))
    assert both in ([90, 110, 130], [104, 110, 130])
    assert await store.measurements.like("slack:T1", "unlike") == ()


async def test_a_person_who_says_forget_me_is_gone_from_the_tenant_or_the_platform(store: Store):
    for tenant in ("discord:1", "discord:2", "slack:T1"):
        await store.rigs.put(tenant, "U1", RIG)
        await store.measurements.put(tenant, "U1", measured(100))
        await store.rigs.put(tenant, "U2", RIG)
    assert await store.forget_person("slack:T1", "U1") == 2
    assert await store.rigs.get("discord:1", "U1") == RIG
    assert await store.forget_person("discord:1", "U1", everywhere=True) == 4
    for tenant in ("discord:1", "discord:2", "slack:T1"):
        assert await store.rigs.get(tenant, "U1") is None
        assert await store.rigs.get(tenant, "U2") == RIG


async def test_what_a_thread_is_about_is_known_for_a_day_and_forgotten_with_its_person(
    database_url: str,
):
    now = [1_000_000.0]
    store = await Store.open(database_url, clock=lambda: now[0])
    for user in ("U1", "U2"):
        await store.conversations.put("slack:T1", f"C-{user}", user, KEY)
    assert await store.conversations.get("slack:T1", "C-U1") == KEY
    assert await store.conversations.get("slack:T2", "C-U1") is None
    await store.forget_person("slack:T1", "U1")
    assert await store.conversations.get("slack:T1", "C-U1") is None
    assert await store.conversations.get("slack:T1", "C-U2") == KEY
    now[0] += DAY_S + 1
    assert await store.conversations.get("slack:T1", "C-U2") is None
    await store.close()


async def test_a_tenant_that_leaves_takes_everything_along(store: Store):
    from slack_sdk.oauth.installation_store import Installation  # noqa: PLC0415

    installations = store.slack.installations("1.2")
    for team in ("T1", "T2"):
        tenant = f"slack:{team}"
        await store.events.claim(tenant, "Ev1")
        await store.settings.put(tenant, TenantSettings("de"))
        await store.rigs.put(tenant, "U1", RIG)
        await store.measurements.put(tenant, "U1", measured(100))
        await installations.async_save(
            Installation(app_id="A", team_id=team, user_id="U1", bot_token="xoxb", bot_id="B")
        )
    assert await store.housekeeping.tenants("slack") == ("slack:T1", "slack:T2")
    await store.remove_tenant("slack:T1")
    assert await store.housekeeping.tenants("slack") == ("slack:T2",)
    assert await store.settings.get("slack:T1") == TenantSettings()
    assert await installations.async_find_bot(enterprise_id=None, team_id="T1") is None
    assert await installations.async_find_bot(enterprise_id=None, team_id="T2") is not None


async def test_rows_go_when_their_time_is_over_and_used_rigs_stay(database_url: str):
    now = [1_000_000_000.0]
    store = await Store.open(database_url, clock=lambda: now[0])
    await store.events.claim("slack:T1", "old")
    for user in ("idle", "busy"):
        await store.rigs.put("slack:T1", user, RIG)
    now[0] += 300 * DAY_S
    assert await store.rigs.get("slack:T1", "busy") == RIG
    now[0] += 100 * DAY_S
    await store.events.claim("slack:T1", "new")
    assert await store.housekeeping.expire() == 2
    assert await store.rigs.get("slack:T1", "idle") is None
    assert await store.rigs.get("slack:T1", "busy") == RIG
    assert not await store.events.claim("slack:T1", "new")
    await store.close()


async def test_a_claim_whose_process_died_is_counted_as_lost_once(database_url: str):
    now = [1_000.0]
    store = await Store.open(database_url, clock=lambda: now[0])
    for event_id in ("died", "done"):
        await store.events.claim("slack:T1", event_id)
    await store.events.answered("slack:T1", "done")
    assert await store.housekeeping.count_lost() == 0
    now[0] += 61
    assert [await store.housekeeping.count_lost() for _ in range(2)] == [1, 0]
    assert not await store.events.claim("slack:T1", "died")
    await store.close()


async def test_a_database_of_the_first_schema_migrates_with_its_data(database_url: str):
    await migrate(database_url, "0001")
    database = Database(database_url)
    rows = (
        "INSERT INTO seen_events VALUES ('slack:T1', 'Ev1', 1000)",
        "INSERT INTO tenant_settings VALUES ('slack:T1', 'de', 'thread', 'C1 C2', true)",
        "INSERT INTO rigs VALUES ('slack:T1', 'U1', '@geforce-rtx-4090*2;ram=64,ddr5,6000', 1000)",
        f"INSERT INTO measurements VALUES ('slack:T1', 'like', 'U1', '{KEY}', 38.5, 'vllm', 1000)",  # noqa: S608
    )
    async with database.write() as connection:
        for row in rows:
            await connection.execute(text(row))
    await database.close()
    store = await Store.open(database_url)
    assert not await store.events.claim("slack:T1", "Ev1")
    chosen = TenantSettings("de", "thread", ("C1", "C2"), ephemeral=True)
    assert await store.settings.get("slack:T1") == chosen
    assert await store.rigs.get("slack:T1", "U1") == RIG
    assert await store.measurements.like("slack:T1", "like") == (38.5,)
    assert await store.housekeeping.count_lost() == 0
    await store.close()


async def test_the_migrations_make_the_tables_of_the_schema(store: Store):
    async with store.database.read() as connection:
        found = await connection.run_sync(
            lambda c: {
                name: {column["name"]: column["nullable"] for column in look(c).get_columns(name)}
                for name in look(c).get_table_names()
            }
        )
    del found["alembic_version"]
    tables = (*METADATA.sorted_tables, *SLACK_METADATA.sorted_tables)
    assert found == {t.name: {c.name: bool(c.nullable) for c in t.columns} for t in tables}


async def test_many_processes_may_start_on_one_empty_database(postgresql_url: str):
    stores = await asyncio.gather(*(Store.open(postgresql_url) for _ in range(4)))
    assert await stores[0].events.claim("slack:T1", "Ev1")
    for store in stores:
        await store.close()


def test_every_method_of_the_store_takes_a_tenant_but_for_housekeeping():
    keepers: tuple[type, ...] = (
        Events,
        SettingsOfTenants,
        Rigs,
        Measurements,
        Conversations,
        Removal,
    )
    for keeper in keepers:
        for name, method in inspect.getmembers(keeper, inspect.isfunction):
            if not name.startswith("_"):
                assert "tenant" in inspect.signature(method).parameters, f"{keeper}.{name}"
    for table in METADATA.sorted_tables:
        assert next(iter(table.primary_key)).name == "tenant"


def test_sqlite_stands_in_the_state_folder_that_only_its_owner_may_enter(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_url() == f"sqlite+aiosqlite:///{tmp_path}/howfast/howfast.db"
    assert (tmp_path / "howfast").stat().st_mode & 0o077 == 0


async def test_sqlite_logs_ahead_and_deletes_securely(sqlite_store: Store):
    async with sqlite_store.database.read() as connection:
        values = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "secure_delete", "synchronous")
        ]
    assert values == ["wal", 1, 1]


@pytest.mark.parametrize("how", ["person", "rig", "tenant"])
async def test_what_is_deleted_is_in_no_byte_of_the_files(sqlite_url: str, tmp_path: Path, how):
    canary = "UCANARY7f3a9"
    store = await Store.open(sqlite_url)
    tenant = f"slack:{canary}" if how == "tenant" else "slack:T1"
    for n in range(50):
        await store.rigs.put(tenant, f"{canary}{n}", RIG)
        if how != "rig":
            await store.measurements.put(tenant, f"{canary}{n}", measured(100.0 + n))
    assert canary.encode() in written(tmp_path)
    started = time.monotonic()
    for n in range(50):
        if how == "person":
            await store.forget_person(tenant, f"{canary}{n}")
        elif how == "rig":
            await store.rigs.forget(tenant, f"{canary}{n}")
    if how == "tenant":
        await store.remove_tenant(tenant)
    assert time.monotonic() - started < 60
    assert canary.encode() not in written(tmp_path)
    await store.close()


@pytest.mark.parametrize("lock_s", [1.0, pytest.param(5.0, marks=pytest.mark.nightly)])
async def test_a_locked_database_delays_or_refuses_and_crashes_nothing(
    sqlite_url: str, tmp_path: Path, lock_s: float
):
    from tests.service.fakes import Transcript, incoming  # noqa: PLC0415
    from tests.service.test_handling import handler_on  # noqa: PLC0415

    store = await Store.open(sqlite_url)
    other = sqlite3.connect(tmp_path / "howfast.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    asyncio.get_running_loop().call_later(lock_s, other.execute, "COMMIT")
    said = Transcript()
    handler = handler_on(store)
    started = time.monotonic()
    await asyncio.gather(*(handler.ask(incoming(f"Ev{n}"), said.reply) for n in range(30)))
    assert [answer.status for answer in said] == ["answered"] * 30
    assert time.monotonic() - started < 5  # a person does not wait for the lock
    await asyncio.sleep(max(0.0, started + lock_s + 0.1 - time.monotonic()))
    await store.rigs.put("slack:T1", "U1", RIG)
    assert await store.rigs.get("slack:T1", "U1") == RIG
    other.close()
    await store.close()


async def test_a_database_that_is_not_there_says_so_in_one_error():
    with pytest.raises(StoreUnavailableError):
        await Store.open("postgresql+asyncpg://nobody@127.0.0.1:1/none")


async def test_shards_of_one_bucket_identify_one_after_the_other(database_url: str):
    databases = [Database(database_url) for _ in range(2)]
    if databases[0].is_sqlite:  # one process: one object
        databases[1] = databases[0]
        turns = [IdentifyTurns(databases[0], hold_s=0.4)] * 2
    else:
        turns = [IdentifyTurns(database, hold_s=0.4) for database in databases]
    started = time.monotonic()

    async def identify(process: int, shard_id: int) -> float:
        await turns[process].take(shard_id, max_concurrency=2)
        return time.monotonic() - started

    first, second, beside = await asyncio.gather(identify(0, 0), identify(1, 2), identify(1, 1))
    assert abs(first - second) >= 0.39
    assert beside < max(first, second)
    for one in turns:
        await one.close()
    for database in databases:
        await database.close()


async def test_a_cancelled_wait_leaves_no_lock_behind(postgresql_url: str):
    database = Database(postgresql_url)
    turns = IdentifyTurns(database, hold_s=30)
    await turns.take(0)
    waiting = asyncio.create_task(turns.take(1))
    await asyncio.sleep(0.3)
    waiting.cancel()
    await turns.close()
    async with asyncio.timeout(3):
        await turns.take(2)
    await turns.close()
    await database.close()
