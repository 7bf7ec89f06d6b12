from pathlib import Path

import pytest

from tests.chaos import faults
from tests.chaos.scene import Tally

QUICK = (
    "four deliveries of each event",
    "the core crashes",
    "the platform refuses the reply",
    "the event loop is blocked",
    "sqlite's disk is full",
)


def assert_survived(tally: Tally) -> None:
    assert (tally.crashed, tally.duplicated, tally.lost) == (0, 0, 0)
    assert tally.recovery_s <= 30


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.nightly)
     for name in faults.SQLITE],
)  # fmt: skip
async def test_on_sqlite_nothing_crashes_doubles_or_vanishes(name: str, tmp_path: Path):
    assert_survived(await faults.SQLITE[name](faults.sqlite_url(tmp_path, "chaos")))


@pytest.mark.parametrize("name", faults.POSTGRESQL)
async def test_on_postgresql_nothing_crashes_doubles_or_vanishes(name: str, postgresql_url: str):
    assert_survived(await faults.POSTGRESQL[name](postgresql_url))
