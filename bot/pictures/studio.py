"""Where a front end has its pictures made: off the event loop, one at a time, kept for the next."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from bot.pictures.draw import draw, draw_feel
from bot.pictures.lanes import Lane
from bot.pictures.picture import Kind, Picture, PicturesBusyError
from bot.pictures.sides import Estimator, option_queries
from core.answer import Answer

KEPT_PICTURES: Final = 64
KEPT_BYTES: Final = 16 * 2**20
MOST_WAITING: Final = 16


class Studio:
    """Draws on one thread of its own, which begins with the first picture.

    What was drawn is kept by kind, configuration and language, the least used thrown out first.
    Who asks for what is being drawn waits for the same picture.
    """

    def __init__(self, estimate: Estimator) -> None:
        self._estimate = estimate
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()
        self._drawing: dict[Hashable, asyncio.Future[Picture]] = {}
        self._thread: ThreadPoolExecutor | None = None

    async def draw(self, kind: Kind, answer: Answer, *, thinking_tokens: int = 0) -> Picture:
        """Return the picture of `kind` for `answer`.

        Raises
        ------
        NothingToDrawError
            If the answer holds nothing that this kind shows.
        PicturesBusyError
            If too many wait already; the answer stands without its picture.
        """
        setups = tuple(query.key or query for query in option_queries(answer))
        key = (kind, setups, answer.language, thinking_tokens)
        work = partial(draw, kind, answer, self._estimate, thinking_tokens=thinking_tokens)
        return await self._made(key, work)

    async def feel(self, lanes: tuple[Lane, ...], language: str) -> Picture:
        """Return the animation of `lanes`, e.g. ``rate_lanes((12.0,))``; raises as `draw` does."""
        return await self._made((Kind.FEEL, lanes, language), partial(draw_feel, lanes, language))

    def close(self) -> None:
        """Let go of the thread; what waits is not drawn."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
            self._thread = None

    async def _made(self, key: Hashable, work: Callable[[], Picture]) -> Picture:
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        if (future := self._drawing.get(key)) is None:
            future = self._begin(key, work)
        return await asyncio.shield(future)

    def _begin(self, key: Hashable, work: Callable[[], Picture]) -> asyncio.Future[Picture]:
        if len(self._drawing) >= MOST_WAITING:
            raise PicturesBusyError
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        future = asyncio.get_running_loop().run_in_executor(self._thread, work)
        self._drawing[key] = future
        future.add_done_callback(partial(self._done, key))
        return future

    def _done(self, key: Hashable, future: asyncio.Future[Picture]) -> None:
        self._drawing.pop(key, None)
        if future.cancelled() or future.exception() is not None:
            return
        self._kept[key] = future.result()
        while len(self._kept) > KEPT_PICTURES or self._kept_bytes() > KEPT_BYTES:
            self._kept.popitem(last=False)

    def _kept_bytes(self) -> int:
        return sum(len(one.data) for one in self._kept.values())
