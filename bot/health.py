"""/livez, /readyz and /metrics, on a private address."""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from aiohttp import web

from bot.metrics import Metrics
from bot.settings import Address

LAG_MOST_S: Final = 1.0
LAG_EVERY_S: Final = 0.25

Check = Callable[[], bool]


class LoopLag:
    """How late the event loop runs what is due: the worst of the last moments [s]."""

    def __init__(self) -> None:
        self._recent = [0.0] * 8
        self._due = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to measure."""
        self._task = asyncio.create_task(self._measure())

    def stop(self) -> None:
        """Stop measuring."""
        if self._task is not None:
            self._task.cancel()

    @property
    def worst_s(self) -> float:
        """Return the worst lag of the last two seconds, one under way included."""
        overdue = time.monotonic() - self._due if self._due else 0.0
        return max(*self._recent, overdue)

    async def _measure(self) -> None:
        turn = 0
        while True:
            self._due = time.monotonic() + LAG_EVERY_S
            await asyncio.sleep(LAG_EVERY_S)
            self._recent[turn % len(self._recent)] = max(0.0, time.monotonic() - self._due)
            turn += 1


class Health:
    """The three pages. `alive` and `ready` name what must hold, so a 503 says what does not."""

    def __init__(
        self, metrics: Metrics, *, alive: Mapping[str, Check], ready: Mapping[str, Check]
    ) -> None:
        self.lag = LoopLag()
        self._metrics = metrics
        self._alive = {"loop": lambda: self.lag.worst_s <= LAG_MOST_S, **alive}
        self._ready = ready
        self._runner: web.AppRunner | None = None
        metrics.gauge("loop_lag_seconds", lambda: self.lag.worst_s)
        metrics.gauge("ready", lambda: float(not _failing(self._ready)))

    async def start(self, address: Address) -> int:
        """Serve the pages at `address`; return the port."""
        app = web.Application()
        app.router.add_get("/livez", self._livez)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._text)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        self.lag.start()
        site = web.TCPSite(self._runner, address.host, address.port)
        await site.start()
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Serve no more."""
        self.lag.stop()
        if self._runner is not None:
            with suppress(asyncio.CancelledError):
                await self._runner.cleanup()

    async def _livez(self, _request: web.Request) -> web.Response:
        return _page(_failing(self._alive))

    async def _readyz(self, _request: web.Request) -> web.Response:
        return _page(_failing(self._ready))

    async def _text(self, _request: web.Request) -> web.Response:
        return web.Response(text=self._metrics.text(), content_type="text/plain")


def _failing(checks: Mapping[str, Check]) -> list[str]:
    return [name for name, holds in checks.items() if not holds()]


def _page(failing: list[str]) -> web.Response:
    if failing:
        return web.Response(status=503, text=f"not ok: {', '.join(failing)}\n")
    return web.Response(text="ok\n")
