"""One visit to the hub: a session, a repository, five seconds."""

from __future__ import annotations

import asyncio

from bot.hub.address import Base
from bot.hub.errors import HubError
from bot.hub.fetch import TIME_S, Fetch, session_for
from bot.hub.link import Reference
from bot.hub.repository import Raw, read_repository


async def visit(base: Base, one: Reference, known: Raw | None = None) -> Raw:
    """Return what `one` holds; see `read_repository`.

    Raises
    ------
    HubError
        If it cannot be read, or not in time.
    """
    try:
        async with asyncio.timeout(TIME_S), session_for(base) as session:
            return await read_repository(Fetch(base, session, one.path), one, known)
    except TimeoutError:
        raise HubError("slow", one.path) from None
