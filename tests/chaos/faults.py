"""Fourteen things that go wrong, each with what it did to the deliveries around it."""

import asyncio
import signal
import sqlite3
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from sqlalchemy import event, text

from bot.store import Store
from tests.chaos.scene import Scene, Tally
from tests.chaos.test_writes import killed_while_writing
from tests.service.test_stopping import ready, started

Fault = Callable[[str], Coroutine[Any, Any, Tally]]


async def four_deliveries(url: str) -> Tally:
    scene = await Scene.at(url)
    other = scene.another_handler()
    await asyncio.gather(
        *(scene.deliver(f"E{n}", handler=h) for n in range(20) for h in (None, other) * 2)
    )
    return await scene.end()


async def core_crashes(url: str) -> Tally:
    scene = await Scene.at(url)
    await scene.deliver_all("crash", text="crash")
    await scene.recover("crash")
    return await scene.end()


async def core_stalls(url: str) -> Tally:
    scene = await Scene.at(url)
    scene.advisor.stall_s = 1.5
    await scene.deliver_all("stall", 4, text="stall")
    await scene.recover("stall")
    return await scene.end()


async def reply_is_refused(url: str) -> Tally:
    scene = await Scene.at(url)

    async def refuse(event_id: str) -> None:
        if event_id.startswith("refused"):
            raise ConnectionError

    scene.before_reply = refuse
    await scene.deliver_all("refused")
    await scene.recover("after")
    return await scene.end()


async def reply_is_slow(url: str) -> Tally:
    scene = await Scene.at(url)

    async def wait(event_id: str) -> None:
        await asyncio.sleep(0.5 if event_id.startswith("slow") else 0.0)

    scene.before_reply = wait
    await asyncio.gather(scene.deliver_all("slow"), scene.deliver_all("quick"))
    return await scene.end()


async def loop_is_blocked(url: str) -> Tally:
    scene = await Scene.at(url)
    asking = asyncio.create_task(scene.deliver_all("blocked"))
    await asyncio.sleep(0)
    time.sleep(0.5)  # noqa: ASYNC251  (the fault)
    await asking
    await scene.recover("blocked")
    return await scene.end()


async def database_is_locked(url: str, for_s: float = 5.0) -> Tally:
    scene = await Scene.at(url)
    other = sqlite3.connect(url.partition("///")[2], isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    asyncio.get_running_loop().call_later(for_s, other.execute, "COMMIT")
    await scene.deliver_all("locked", 3)
    await scene.recover("locked")
    other.close()
    return await scene.end()


async def disk_is_full(url: str) -> Tally:
    scene = await Scene.at(url)
    engine = scene.store.database.engine
    async with engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
    limits = {"pages": pages}

    @event.listens_for(engine.sync_engine, "begin")
    def limit(connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={limits['pages']}")

    await scene.deliver_all("full", 200)
    limits["pages"] = 2**30
    await scene.recover("full")
    return await scene.end()


async def connections_are_cut(url: str) -> Tally:
    scene = await Scene.at(url)
    killer = await Store.open(url)
    asking = asyncio.create_task(scene.deliver_all("cut", 40))
    for _ in range(5):
        async with killer.database.write() as connection:
            await connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
            )
        await asyncio.sleep(0.01)
    await asking
    await scene.recover("cut")
    await killer.close()
    return await scene.end()


async def table_is_held(url: str) -> Tally:
    """Another session holds the table, as a careless migration would, for longer than we wait."""
    scene = await Scene.at(url)
    holder = await Store.open(url)
    async with holder.database.write() as connection:
        await connection.execute(text("LOCK TABLE seen_events IN ACCESS EXCLUSIVE MODE"))
        await scene.deliver_all("held", 5)
    await scene.recover("held")
    await holder.close()
    return await scene.end()


async def killed_in_flight(url: str) -> Tally:
    """The same fifty deliveries reach the killed process and the one after it."""
    with started(url) as first:
        lines = ready(first)
        await asyncio.sleep(0.2)
        first.kill()
        lines += first.communicate()[0].splitlines()
    began = time.monotonic()
    with started(url) as second:
        lines += ready(second)
        recovery_s = time.monotonic() - began
        second.send_signal(signal.SIGTERM)
        lines += second.communicate(timeout=20)[0].splitlines()
    replies = [line for line in lines if line.startswith("reply")]
    store = await Store.open(url, clock=lambda: time.time() + 120)
    noted = await store.housekeeping.count_lost()
    await store.close()
    unique = len(set(replies))
    lost = max(0, 50 - unique - noted)
    return Tally(int(second.returncode != 0), len(replies) - unique, lost, recovery_s)


async def stopped_in_flight(url: str) -> Tally:
    with started(url) as process:
        ready(process)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        lines = process.communicate(timeout=20)[0].splitlines()
    unique = len(set(lines))
    failed = int(process.returncode != 0)
    return Tally(failed, len(lines) - unique, 50 - unique, time.monotonic() - began)


async def killed_while_writing_once(url: str) -> Tally:
    began = time.monotonic()
    run = f"run{began}"
    acknowledged = await asyncio.to_thread(killed_while_writing, url, run, 0.2)
    began = time.monotonic()
    store = await Store.open(url)
    kept = [not await store.events.claim("slack:T1", event_id) for event_id in acknowledged]
    recovery_s = time.monotonic() - began
    await store.close()
    return Tally(0, 0, kept.count(False), recovery_s)


SQLITE: dict[str, Fault] = {
    "four deliveries of each event": four_deliveries,
    "the core crashes": core_crashes,
    "the core stalls": core_stalls,
    "the platform refuses the reply": reply_is_refused,
    "the platform is slow": reply_is_slow,
    "the event loop is blocked": loop_is_blocked,
    "sqlite locked for 5 s": database_is_locked,
    "sqlite's disk is full": disk_is_full,
    "kill -9 with 50 in flight": killed_in_flight,
    "SIGTERM with 50 in flight": stopped_in_flight,
    "kill -9 while writing, sqlite": killed_while_writing_once,
}
POSTGRESQL: dict[str, Fault] = {
    "four deliveries, PostgreSQL": four_deliveries,
    "PostgreSQL cuts connections": connections_are_cut,
    "a PostgreSQL table is held": table_is_held,
    "kill -9 while writing, PostgreSQL": killed_while_writing_once,
}


def sqlite_url(folder: Path, name: str) -> str:
    """Return the URL of a new file in `folder`."""
    return f"sqlite+aiosqlite:///{folder / ''.join(filter(str.isalnum, name))}.db"
