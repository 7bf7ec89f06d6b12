"""The language a person has set in Slack, asked once and remembered."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from aiohttp import ClientError
from slack_sdk.errors import SlackApiError, SlackRequestError
from slack_sdk.web.async_client import AsyncWebClient

KEPT_S: Final = 24 * 3_600.0
FAILED_S: Final = 300.0
ASK_S: Final = 0.8
"""How long an answer may wait to know its language [s]."""

MOST: Final = 20_000


class Locales:
    """Locales by person, in bounded memory."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], tuple[float, str | None]] = OrderedDict()

    async def of(self, client: AsyncWebClient, team: str, user: str) -> str | None:
        """Return the locale of `user` ("de-DE"), None where Slack does not say in time."""
        until, kept = self._kept.get((team, user), (0.0, None))
        if self._clock() < until:
            return kept
        found = await _asked(client, user)
        self._kept[team, user] = (self._clock() + (KEPT_S if found else FAILED_S), found)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return found


async def _asked(client: AsyncWebClient, user: str) -> str | None:
    try:
        asking = client.users_info(user=user, include_locale=True)
        answer = await asyncio.wait_for(asking, ASK_S)
    except (TimeoutError, SlackApiError, SlackRequestError, ClientError, OSError):
        return None
    found = answer.get("user")
    return str(found["locale"]) if isinstance(found, dict) and found.get("locale") else None
