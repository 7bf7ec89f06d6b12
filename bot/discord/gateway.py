"""The gateway client: what arrives goes to the desk, and shards start in turn."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.app import Service
from bot.discord.commands import add_commands
from bot.discord.desk import Desk, Interaction
from bot.discord.guard import Guard
from bot.discord.ids import PREFIX, ControlId
from bot.discord.messages import answer_message
from bot.discord.pasted import submitted
from bot.discord.presses import press_old, pressed
from bot.discord.translate import Translator
from bot.handler import Handler
from bot.incoming import tenant
from bot.settings import DiscordSettings
from bot.store import StoreUnavailableError
from bot.store.locks import IdentifyTurns
from core.suggest import suggest


def intents() -> discord.Intents:
    """Return guilds, their messages and direct messages: nothing that is privileged."""
    chosen = discord.Intents.none()
    chosen.guilds = chosen.guild_messages = chosen.dm_messages = True
    return chosen


MISSPELLED: Final = "lamma 3.1"
"""Has all of what suggests names loaded before the first person types."""


class Client(discord.AutoShardedClient):
    """Takes what the gateway brings to the desk, and starts its shards in turn."""

    def __init__(self, service: Service, settings: DiscordSettings) -> None:
        guard = Guard(service.handler.metrics)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_ids=list(settings.shard_ids) if settings.shard_ids else None,  # type: ignore[arg-type]
            shard_count=settings.shard_count,
            http_trace=guard.trace(),
        )
        self.handler: Handler = service.handler
        self.store = service.store
        self.desk = Desk(service)
        self.turns = IdentifyTurns(service.store.database)
        self.max_concurrency = 1
        self.up: set[int] = set()
        self.paused = False
        self.working: set[asyncio.Task[Any]] = set()
        self.tree: app_commands.CommandTree[Client] = command_tree(self)

    async def setup_hook(self) -> None:
        """Prepare translations and names; `howfast discord --sync` tells Discord the commands."""
        await self.tree.set_translator(Translator())
        catalog = self.desk.advisor.catalog
        await self.handler.thinking.of(lambda: suggest(catalog, "model", MISSPELLED))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of `shard_id` among all processes."""
        del initial
        await self.turns.take(shard_id or 0, self.max_concurrency)

    async def on_message(self, message: discord.Message) -> None:
        """Answer a mention or a direct message."""
        if not self.paused:
            await self._finished(answer_message(self.desk, message, self.user))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Take presses, picks and sent windows, on messages of any process and age."""
        data = cast("dict[str, Any]", interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if not custom_id.startswith(PREFIX):
            return
        if interaction.type is discord.InteractionType.modal_submit:
            await submitted(self.desk, interaction, custom_id)
        elif interaction.type is discord.InteractionType.component:
            control, values = ControlId.of(custom_id), data.get("values", ())
            if control is None:
                await press_old(self.desk, interaction)
            else:
                await pressed(self.desk, interaction, control, values[0] if values else "")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Delete everything of a server that we left."""
        await self._finished(self.handler.tenant_left(tenant("discord", str(guild.id))))

    async def on_ready(self) -> None:
        """Delete everything of servers that were left while nobody listened.

        A database that knows none of our servers is another bot's: it stays as it is.
        """
        await self._finished(self._leave_behind({str(guild.id) for guild in self.guilds}))

    async def _leave_behind(self, here: set[str]) -> None:
        with suppress(StoreUnavailableError):
            known = await self._known()
            for gone in known - here if known & here else ():
                await self.handler.tenant_left(tenant("discord", gone))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that a shard is connected."""
        self.up.add(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard is connected again."""
        self.up.add(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard is not connected."""
        self.up.discard(shard_id)

    async def _finished(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work` as something that a stop waits for."""
        task = asyncio.ensure_future(work)
        self.working.add(task)
        task.add_done_callback(self.working.discard)
        await task

    async def _known(self) -> set[str]:
        """Return the servers of our shards that the store knows."""
        known = await self.store.housekeeping.tenants("discord")
        ids = (one.partition(":")[2] for one in known)
        mine = set(self.shard_ids or range(self.shard_count or 1))
        count = self.shard_count or 1
        return {one for one in ids if one.isdecimal() and (int(one) >> 22) % count in mine}


def command_tree(client: Any) -> app_commands.CommandTree[Any]:
    """Return all commands, for servers, direct messages and people's own installs."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        client,
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        ),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    add_commands(tree)
    return tree
