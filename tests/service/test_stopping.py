import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@contextmanager
def started(url: str, count: int = 50) -> Iterator[subprocess.Popen[str]]:
    """Run the front end; end it at the latest when the test ends."""
    with _start(url, count) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def ready(process: subprocess.Popen[str]) -> list[str]:
    """Return the lines before "ready"."""
    assert process.stdout is not None
    before = []
    while (line := process.stdout.readline()) != "ready\n":
        assert line, "it ended before it was ready"
        before.append(line.strip())
    return before


def _start(url: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "tests.service.front", str(count)],
        cwd=ROOT,
        env={"HOWFAST_DATABASE_URL": url, "PATH": os.environ["PATH"]},
        stdout=subprocess.PIPE,
        text=True,
    )


def stop_with_fifty_in_flight(url: str) -> None:
    with started(url) as process:
        assert ready(process) == []
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=15)
        assert process.returncode == 0
        assert time.monotonic() - began <= 10
    assert sorted(out.split()) == sorted(" ".join(f"reply {n}" for n in range(50)).split())


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.nightly)])
def test_sigterm_with_fifty_in_flight_gives_fifty_replies_and_exit_0(tmp_path: Path, times: int):
    for n in range(times):
        stop_with_fifty_in_flight(f"sqlite+aiosqlite:///{tmp_path / f'{n}.db'}")


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.nightly)])
def test_kill_9_and_start_again_replies_to_each_delivery_at_most_once(tmp_path: Path, times: int):
    """The same fifty deliveries reach the process that was killed and the one after it."""
    for n in range(times):
        url = f"sqlite+aiosqlite:///{tmp_path / f'{n}.db'}"
        with started(url) as first:
            lines = ready(first)
            assert first.stdout is not None
            lines.append(first.stdout.readline().strip())
            first.kill()
            lines += first.communicate()[0].splitlines()
        with started(url) as second:
            lines += ready(second)
            second.send_signal(signal.SIGTERM)
            lines += second.communicate(timeout=15)[0].splitlines()
        replies = [line for line in lines if line.startswith("reply")]
        assert replies
        assert len(replies) == len(set(replies))
