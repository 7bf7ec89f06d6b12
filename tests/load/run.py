"""Fifty questions a second on each platform, through the handler and the real core."""

import asyncio
import itertools
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.handler import Handler, Outcome
from bot.limits import Limits, Rate
from bot.store import Store
from catalog.load import load_catalog
from core.advisor import Advisor
from core.answer import Answer
from tests.service.fakes import incoming

QUESTIONS = (
    "32B Q4 on a 4090 at 64k context?",
    "does qwen3 32b fit on 24 GB?",
    "which quant of gemma 3 27b for 16 GB?",
    "how fast is gpt-oss 20b on a 4060 Ti 16GB?",
    "3090 or two 3060s for 27b?",
    "llama 3.3 70b Q4_K_M on 2x 3090",
    "only 9 tok/s on my 3080 with an 8B Q4, why?",
    "Wie schnell läuft Mistral 7B auf einer RTX 3060?",
    "qwen3 30b a3b on a macbook m4 pro 48gb",
    "what does 7 tok/s feel like?",
    "chạy qwen3 14b trên 4070 được không?",
    "how do I measure mine?",
)
LIMITED_ONLY_BY_PERSON = Rate(10**6, 1.0)


@dataclass
class Load:
    """What was sent and what came of it. Times in seconds, memory in bytes."""

    platform: str
    sent: int = 0
    answered: int = 0
    times_s: list[float] = field(default_factory=list)
    lags_s: list[float] = field(default_factory=list)
    memory_bytes: int = 0

    def quantile(self, share: float, of: list[float] | None = None) -> float:
        ordered = sorted(self.times_s if of is None else of)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    @property
    def lag_p99_s(self) -> float:
        return self.quantile(0.99, self.lags_s)


async def run(url: str, platform: str, *, per_s: float = 50.0, for_s: float = 60.0) -> Load:
    """Send `per_s` questions a second `for_s` seconds long; return what came of them."""
    store = await Store.open(url)
    wide = LIMITED_ONLY_BY_PERSON
    limits = Limits(time.monotonic, channel=wide, tenant=wide, everybody=wide)
    handler = Handler(Advisor(load_catalog()), store, limits=limits)
    load = Load(platform)
    warm = [_ask(handler, Load(platform), f"warm{n}", q) for n, q in enumerate(QUESTIONS)]
    await asyncio.gather(*warm)
    before = memory_bytes()
    watching = asyncio.create_task(_watch(load))
    await _send(handler, load, int(per_s * for_s), per_s)
    watching.cancel()
    load.memory_bytes = max(0, memory_bytes() - before)
    await handler.drain(5)
    await store.close()
    return load


async def _send(handler: Handler, load: Load, count: int, per_s: float) -> None:
    started = time.monotonic()
    tasks = []
    words: Iterator[str] = itertools.cycle(QUESTIONS)
    for n in range(count):
        await asyncio.sleep(max(0.0, started + n / per_s - time.monotonic()))
        tasks.append(asyncio.create_task(_ask(handler, load, f"L{n}", next(words))))
    await asyncio.gather(*tasks)


async def _ask(handler: Handler, load: Load, event_id: str, words: str) -> None:
    sent: list[Answer] = []

    async def reply(answer: Answer, /) -> None:
        sent.append(answer)

    load.sent += 1
    started = time.monotonic()
    one = incoming(event_id, words, platform=load.platform, user_id=event_id)
    result = await handler.ask(one, reply)
    load.times_s.append(time.monotonic() - started)
    load.answered += result.outcome is Outcome.ANSWERED and len(sent) == 1


async def _watch(load: Load) -> None:
    while True:
        due = time.monotonic() + 0.02
        await asyncio.sleep(0.02)
        load.lags_s.append(max(0.0, time.monotonic() - due))


def memory_bytes() -> int:
    """Return what this process holds in memory [bytes]; its peak where that is not told."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize()
    except OSError:
        kilo = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * kilo
