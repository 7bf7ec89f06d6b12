"""Counts Discord's refusals, so that a broken bot stops before its address is banned."""

import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.metrics import Metrics
from core.errors import HowfastError

REFUSALS: Final = (401, 403, 429)
MOST: Final = 1_000
WINDOW_S: Final = 600.0
"""Discord bans an address after 10,000 refusals in ten minutes."""


class TooManyRefusalsError(HowfastError):
    """Nothing is sent for a while: Discord refused too much."""


class Guard:
    """Watches every answer of Discord's REST API; holds back what would be sent after too many."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float] = time.monotonic) -> None:
        self._metrics = metrics
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MOST)

    @property
    def closed(self) -> bool:
        """Return whether there were as many refusals as may be."""
        oldest = self._times[0] if len(self._times) == MOST else None
        return oldest is not None and self._clock() - oldest < WINDOW_S

    def trace(self) -> aiohttp.TraceConfig:
        """Return what the HTTP client takes to be watched."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        config.on_request_end.append(self._after)
        return config

    async def _before(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        if params.method != "GET" and self.closed:
            self._metrics.count("discord_held_back")
            raise TooManyRefusalsError

    async def _after(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        status = params.response.status
        if status in REFUSALS:
            self._times.append(self._clock())
            self._metrics.count("discord_refused", status=str(status))
