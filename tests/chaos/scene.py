"""A handler on a database, deliveries to it, and a count of what became of them."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.handler import Handler, Outcome
from bot.store import Store
from core.answer import Answer
from tests.service.fakes import FakeAdvisor, incoming
from tests.service.test_handling import unlimited

COUNTED = {Outcome.LOST, Outcome.SILENT, Outcome.CLOSING}


@dataclass
class Tally:
    """What one try of a fault did. `lost` are deliveries with neither a reply nor a count."""

    crashed: int = 0
    duplicated: int = 0
    lost: int = 0
    recovery_s: float = 0.0

    def add(self, other: "Tally") -> None:
        self.crashed += other.crashed
        self.duplicated += other.duplicated
        self.lost += other.lost
        self.recovery_s = max(self.recovery_s, other.recovery_s)


@dataclass
class Scene:
    """One process' worth of service over `url`."""

    store: Store
    advisor: FakeAdvisor = field(default_factory=lambda: FakeAdvisor(0.05))
    sent: Counter[str] = field(default_factory=Counter)
    tally: Tally = field(default_factory=Tally)
    before_reply: Callable[[str], Awaitable[None]] | None = None

    def __post_init__(self) -> None:
        self.handler = self.another_handler()

    def another_handler(self) -> Handler:
        """Return a handler as another process would have it: on the same database."""
        return Handler(self.advisor, self.store, limits=unlimited(), time_s=1.0)

    @classmethod
    async def at(cls, url: str) -> "Scene":
        return cls(await Store.open(url))

    async def deliver(self, event_id: str, text: str = "q", handler: Handler | None = None) -> None:
        """Deliver one question; count a crash, and a loss that nobody noted."""

        async def reply(_answer: Answer, /) -> None:
            if self.before_reply is not None:
                await self.before_reply(event_id)
            self.sent[event_id] += 1

        try:
            result = await (handler or self.handler).ask(incoming(event_id, text), reply)
        except Exception:  # noqa: BLE001  (the point is that there is none)
            self.tally.crashed += 1
            return
        answered = self.sent[event_id] or result.outcome is Outcome.DUPLICATE
        self.tally.lost += not answered and result.outcome not in COUNTED

    async def deliver_all(self, name: str, count: int = 20, text: str = "q") -> None:
        await asyncio.gather(*(self.deliver(f"{name}{n}", text) for n in range(count)))

    async def recover(self, name: str, within_s: float = 30.0) -> None:
        """Ask until an answer comes and the database keeps things; note how long that took."""
        started = time.monotonic()
        n = 0
        while time.monotonic() - started < within_s:
            n += 1
            failures = self.handler.metrics.value("store_unavailable")
            await self.deliver(f"{name}-again{n}")
            kept = self.handler.metrics.value("store_unavailable") == failures
            if self.sent[f"{name}-again{n}"] and kept:
                break
            await asyncio.sleep(0.1)
        self.tally.recovery_s = time.monotonic() - started

    async def end(self) -> Tally:
        """Close; return the tally with the duplicates counted."""
        self.tally.duplicated += sum(count > 1 for count in self.sent.values())
        await self.handler.drain(5)
        await self.store.close()
        return self.tally
