"""How many deliveries are between Slack's ack and the handler, so that a stop can wait for them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps
from typing import Final, ParamSpec

SETTLE_S: Final = 0.05
"""How long Bolt may take from an ack to the listener [s]."""

P = ParamSpec("P")


class Taking:
    """Counts the listeners at work. `wraps` each of them, keeping the names Bolt looks for."""

    def __init__(self) -> None:
        self.count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def counted(self, listener: Callable[P, Awaitable[None]]) -> Callable[P, Awaitable[None]]:
        """Return `listener`, counted while it runs."""

        @wraps(listener)
        async def count(*args: P.args, **kwargs: P.kwargs) -> None:
            self.count += 1
            self._idle.clear()
            try:
                await listener(*args, **kwargs)
            finally:
                self.count -= 1
                if not self.count:
                    self._idle.set()

        return count

    async def idle(self, within_s: float) -> None:
        """Return when none is at work, at the latest after `within_s` [s]."""
        await asyncio.sleep(SETTLE_S)
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._idle.wait()
