"""Each fault of the wire once; `make nightly` repeats them."""

from pathlib import Path

import pytest

from tests.chaos.discord_faults import FAULTS

SLOW = "discord: gateway away 2 s"


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.nightly if n == SLOW else ()) for n in FAULTS]
)
async def test_nothing_is_lost_or_answered_twice_when(tmp_path: Path, name: str):
    tally = await FAULTS[name](f"sqlite+aiosqlite:///{tmp_path / 'faults.db'}")
    assert (tally.crashed, tally.duplicated, tally.lost) == (0, 0, 0)
    assert tally.recovery_s <= 30
