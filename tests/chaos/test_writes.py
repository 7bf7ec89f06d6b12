import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.store import Store

ROOT = Path(__file__).parents[2]


def killed_while_writing(url: str, run: str, after_s: float) -> list[str]:
    """Return the writes that were acknowledged before the kill; a torn last line is none."""
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "tests.chaos.writer", url, run],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(after_s)
        process.kill()
        said = first + process.stdout.read()
    whole, _, _ = said.rpartition("\n")
    return whole.split("\n")


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.nightly)])
async def test_kill_9_while_writing_loses_no_acknowledged_write(database_url: str, times: int):
    for n in range(times):
        acknowledged = killed_while_writing(database_url, f"run{n}", 0.1 + 0.01 * n)
        store = await Store.open(database_url)
        kept = [not await store.events.claim("slack:T1", event_id) for event_id in acknowledged]
        assert len(kept) > 1
        assert all(kept)
        await store.close()
