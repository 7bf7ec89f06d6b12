"""Reading the repository a question names, once for all who ask about it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from bot.hub.address import Base
from bot.hub.errors import HubError
from bot.hub.found import Found, ask, excused, found_in, with_notes
from bot.hub.link import Reference, reference_in, reference_of
from bot.hub.owners import owners_of
from bot.hub.repository import Raw
from catalog.load import Catalog
from catalog.overlay import Shelf
from catalog.record import record
from core.answer import Answer
from core.errors import KeyFormatError
from core.message import Message
from core.query import Query
from core.question import Question

MOST_KEPT: Final = 256
FRESH_S: Final = 3_600.0
REFUSED_S: Final = 300.0
BUSY_S: Final = 60.0
AT_ONCE: Final = 4


@record
class _Kept:
    """A repository that was read, or why it could not be; `until` [s] it counts as such."""

    until: float
    raw: Raw | None = None
    found: Found | None = None
    why: HubError | None = None


class Hub:
    """The models of one hub. Repositories are read once and then kept in memory.

    Where `catalog` is a `Shelf`, what is read is put there too, for buttons and menus that carry
    its id.
    """

    def __init__(
        self, base: Base, catalog: Catalog, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._base = base
        self._shelf = catalog if isinstance(catalog, Shelf) else Shelf(catalog)
        self._catalog = self._shelf.base
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str | None], _Kept] = OrderedDict()
        self._reading: dict[tuple[str, str | None], asyncio.Task[Found]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._owners = owners_of(catalog)

    def named(self, text: str, previous_key: str | None = None) -> Reference | None:
        """Return the repository that a question is about, by its words or the answer before."""
        return reference_in(text, self._owners) or reference_behind(previous_key)

    def ready(self, one: Reference) -> Found | HubError | None:
        """Return what is known of `one` without asking anybody."""
        kept = self._kept.get((one.id, one.quant))
        if kept is None or kept.until <= self._clock():
            return None
        return kept.found or kept.why

    async def read(self, one: Reference) -> Found:
        """Return the model of `one`; several who wait for the same share one reading.

        Raises
        ------
        HubError
            If it cannot be read.
        """
        known = self.ready(one)
        if isinstance(known, Found):
            return known
        if isinstance(known, HubError):
            raise known
        place = (one.id, one.quant)
        task = self._reading.get(place)
        if task is None:
            task = asyncio.create_task(self._read(one))
            self._reading[place] = task
            task.add_done_callback(lambda done: self._done(place, done))
        return await asyncio.shield(task)

    async def within(self, one: Reference, seconds: float) -> Found | HubError | None:
        """Return the model of `one`, why it cannot be read, or None where that takes longer.

        The reading goes on, so that it is there for the next who asks.
        """
        try:
            return await asyncio.wait_for(self.read(one), seconds)
        except HubError as why:
            return why
        except TimeoutError:
            return None

    def told(
        self, question: Question, read: Found | HubError | None, plain: Callable[[Question], Answer]
    ) -> Answer:
        """Return the answer to `question` with what was `read`, else `plain` and why.

        `read` is what `within` gave for the repository that the question names.
        """
        one = self.named(question.text, question.previous_key)
        if one is None or (isinstance(read, Found) and read.reference.id != one.id):
            return plain(question)
        if isinstance(read, Found):
            return ask(read, question, one if one.end else None)
        answer = plain(question)
        if isinstance(read, HubError):
            return excused(answer, one, read)
        reading = Message.of("hub.reading", repository=one.path)
        return with_notes(answer, (reading,)) if one.end else answer

    def _done(self, place: tuple[str, str | None], task: asyncio.Task[Found]) -> None:
        self._reading.pop(place, None)
        if not task.cancelled():
            task.exception()  # whoever waits gets it; nobody may be waiting any more

    async def _read(self, one: Reference) -> Found:
        from bot.hub.visit import visit  # noqa: PLC0415  (aiohttp is slow to load)

        place, before = (one.id, one.quant), self._kept.get((one.id, one.quant))
        try:
            async with self._room:
                raw = await visit(self._base, one, before.raw if before else None)
            found = found_in(raw, one, self._catalog)
        except HubError as why:
            wait_s = BUSY_S if why.code in ("busy", "slow", "unreachable") else REFUSED_S
            self._keep(place, _Kept(self._clock() + wait_s, why=why))
            raise
        self._shelf.put(found.model, found.files)
        self._keep(place, _Kept(self._clock() + FRESH_S, raw, found))
        return found

    def _keep(self, place: tuple[str, str | None], one: _Kept) -> None:
        self._kept[place] = one
        self._kept.move_to_end(place)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def reference_behind(key: str | None) -> Reference | None:
    """Return the repository that the model of `key` was read from, None where it was none."""
    if not key or not key.startswith("hf.co/"):
        return None
    try:
        model = Query.from_key(key).model
    except KeyFormatError:
        return None
    return reference_of(model) if isinstance(model, str) else None
