"""Fifty mentions a second over real sockets."""

import asyncio
import gc
import itertools
import sys
import time
from pathlib import Path

import pytest

from tests.discord.test_discord_sockets import running
from tests.fakes import discord_payloads as payloads
from tests.fakes.discord_loopback import FakeDiscord
from tests.load.run import QUESTIONS, memory_bytes

PER_S = 50
QUICK_S = 3.0
LONG_S = 60.0
WARM = 60


async def sent(fake: FakeDiscord, count: int) -> dict[str, float]:
    """Send `count` mentions at `PER_S`; return when each was sent [s]."""
    times: dict[str, float] = {}
    words = itertools.cycle(QUESTIONS)
    begun = time.monotonic()
    for n in range(count):
        await asyncio.sleep(max(0.0, begun + n / PER_S - time.monotonic()))
        user = {**payloads.ALICE, "id": str(10**15 + n)}
        asked = time.monotonic()
        times[await fake.message(next(words), author=user)] = asked
    return times


async def carried(folder: Path, for_s: float) -> tuple[list[float], int]:
    """Return how long each reply took [s], and by how much memory grew [bytes]."""
    fake = FakeDiscord()
    fake.keeps_words = False
    async with running(folder, fake):
        await sent(fake, WARM)
        await fake.until(lambda: len(fake.posts()) == WARM, 10)
        fake.calls.clear()
        gc.collect()
        before = memory_bytes()
        times = await sent(fake, int(PER_S * for_s))
        await fake.until(lambda: len(fake.posts()) >= len(times), 10)
        posts = {str(c.body["message_reference"]["message_id"]): c.at for c in fake.posts()}
        assert posts.keys() == times.keys()
        assert len(fake.posts()) == len(times)
        fake.calls.clear()
        gc.collect()
        return sorted(posts[one] - at for one, at in times.items()), memory_bytes() - before


def held(waits_s: list[float], grown_bytes: int, most_s: float) -> None:
    p50, p99 = waits_s[len(waits_s) // 2], waits_s[int(0.99 * len(waits_s))]
    said = f"{len(waits_s)} replies, p50 {p50 * 1e3:.0f} ms, p99 {p99 * 1e3:.0f} ms"
    sys.stdout.write(f"{said}, memory +{grown_bytes / 2**20:.1f} MiB\n")
    assert p99 <= most_s, said
    assert grown_bytes <= 20 * 2**20


async def test_fifty_mentions_a_second_are_each_answered_once(tmp_path: Path):
    held(*await carried(tmp_path, QUICK_S), most_s=2.0)  # other tests run beside it


@pytest.mark.nightly
async def test_a_minute_of_it_takes_half_a_second_at_most_and_leaves_memory_flat(tmp_path: Path):
    held(*await carried(tmp_path, LONG_S), most_s=0.5)
