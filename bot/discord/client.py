"""The front end that `howfast discord` runs: connect, stay connected, stop in order."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import FrontEnd, FrontEndError, Service
from bot.discord import sync
from bot.discord.gateway import Client, command_tree
from bot.settings import DiscordSettings, Settings

RETRY_S: Final = 5.0
WORKING_S: Final = 0.4
"""What is being read or deleted at the end may take this long [s] before the answers' turn."""

FATAL: Final = {
    4004: "Discord refuses HOWFAST_DISCORD_TOKEN; copy it anew from the developer portal",
    4010: "Discord refuses this shard; check HOWFAST_SHARD_IDS and HOWFAST_SHARD_COUNT",
    4011: "Discord wants more shards; raise HOWFAST_SHARD_COUNT",
    4012: "Discord speaks a newer gateway; update howfast",
    4013: "Discord refuses the intents; update howfast",
    4014: "Discord refuses an intent; howfast asks for none that is privileged, so update it",
}
AWAY: Final = (OSError, aiohttp.ClientError, discord.GatewayNotFound, discord.DiscordServerError)

log = logging.getLogger(__name__)


class DiscordFrontEnd:
    """Connects, stays connected, and stops in order."""

    def __init__(self, service: Service, settings: DiscordSettings) -> None:
        self._settings = settings
        point_to(settings)
        self.client = Client(service, settings)

    @property
    def connected(self) -> bool:
        """Return whether all of our shards are."""
        count = self.client.shard_count
        wanted = set(self.client.shard_ids or range(count)) if count else {-1}
        return wanted <= self.client.up and not self.client.is_closed()

    async def run(self) -> None:
        """Connect and serve until closed.

        Raises
        ------
        FrontEndError
            If Discord will never take us as we are.
        """
        try:
            await self._login()
            await self.client.connect()
        except discord.LoginFailure:
            raise FrontEndError(FATAL[4004]) from None
        except discord.HTTPException as error:
            raise FrontEndError(
                f"Discord answers {error.status} to the login; see its status page"
            ) from None
        except discord.PrivilegedIntentsRequired:
            raise FrontEndError(FATAL[4014]) from None
        except discord.ConnectionClosed as error:
            why = FATAL.get(error.code, f"Discord closed the connection ({error.code})")
            raise FrontEndError(why) from None

    async def pause(self) -> None:
        """Take no new deliveries; what is being read or deleted is finished."""
        self.client.paused = True
        if self.client.working:
            await asyncio.wait(tuple(self.client.working), timeout=WORKING_S)

    async def close(self) -> None:
        """Disconnect."""
        self.client.desk.studio.close()
        await self.client.turns.close()
        await self.client.close()

    async def _login(self) -> None:
        """Log in and learn where the gateway is, again and again while Discord is away."""
        while True:
            try:
                await self.client.login(self._settings.token.reveal())
                await self._find_gateway()
            except AWAY:
                log.warning("discord is away")
                await self.client.http.close()
                await asyncio.sleep(RETRY_S)
            else:
                return

    async def _find_gateway(self) -> None:
        """Ask how many shards there shall be, where that is not set, and how many may start."""
        if self.client.shard_count == 1:
            return
        try:
            count, url, limit = await self.client.http.get_bot_gateway()
        except discord.GatewayNotFound:
            if self.client.shard_count is None:
                raise
            return
        self.client.max_concurrency = max(1, limit.get("max_concurrency", 1))
        self.client.shard_count = self.client.shard_count or count
        if self._settings.gateway is None:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)


def point_to(settings: DiscordSettings) -> None:
    """Use the addresses of `settings` in place of Discord's own."""
    if settings.api:
        Route.BASE = settings.api.rstrip("/")
    if settings.gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


def create(service: Service) -> FrontEnd:
    """Return the front end for `bot.app`."""
    if service.settings.discord is None:
        raise FrontEndError("HOWFAST_DISCORD_TOKEN is not set")
    return DiscordFrontEnd(service, service.settings.discord)


def command(settings: Settings, arguments: Sequence[str]) -> int:
    """Do `howfast discord --sync` or `--invite`; return the exit status."""
    if settings.discord is None:
        raise FrontEndError("HOWFAST_DISCORD_TOKEN is not set")
    point_to(settings.discord)
    try:
        return asyncio.run(sync.run(settings.discord, arguments, command_tree))
    except discord.LoginFailure:
        raise FrontEndError(FATAL[4004]) from None
    except AWAY:
        raise FrontEndError("Discord does not answer; try again later") from None
