"""Where the core runs: beside the event loop, in threads that are watched."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

from catalog.load import Catalog
from core.answer import Answer
from core.figures import Estimate
from core.query import Query
from core.question import Question

THREADS: Final = 4
STUCK_S: Final = 30.0
"""A thread of the core that works this long [s] will not come back."""

T = TypeVar("T")


class AdvisorLike(Protocol):
    """What the service needs of `core.advisor.Advisor`."""

    @property
    def catalog(self) -> Catalog:
        """Return what it knows of models and hardware."""
        ...

    def ask(self, question: Question) -> Answer:
        """Return the answer to `question`."""
        ...

    def answer_key(self, key: str, *, language: str = "en") -> Answer:
        """Return the answer to the configuration of `key`."""
        ...

    def estimate(self, query: Query) -> Estimate:
        """Return the physics of `query`."""
        ...


class Thinking:
    """A few threads for the core. A thread cannot be stopped, so it is known which hang."""

    def __init__(self, threads: int = THREADS, clock: Callable[[], float] = time.monotonic) -> None:
        self._threads = threads
        self._clock = clock
        self._pool = ThreadPoolExecutor(threads, "core")
        self._since: dict[object, float] = {}

    async def of(self, work: Callable[[], T]) -> T:
        """Return what `work` returns."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._watched, work)

    @property
    def stuck(self) -> bool:
        """Return whether every thread hangs, so that only a restart helps."""
        now = self._clock()
        hanging = sum(now - since > STUCK_S for since in tuple(self._since.values()))
        return hanging >= self._threads

    def close(self) -> None:
        """Take no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _watched(self, work: Callable[[], T]) -> T:
        token = object()
        self._since[token] = self._clock()
        try:
            return work()
        finally:
            del self._since[token]
