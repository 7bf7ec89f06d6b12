"""The real client with the real core, driven in this process by simcord."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcord.env import Env

from bot.app import Service
from bot.discord.gateway import Client
from bot.handler import Handler
from bot.limits import Limits, Rate
from bot.secret import Secret
from bot.settings import DiscordSettings, Settings
from bot.store import Store
from catalog.load import load_catalog
from core.advisor import Advisor

SETTINGS = DiscordSettings(Secret("x.y.z"), shard_count=1)
WIDE = Rate(10**6, 1.0)


class SyncedClient(Client):
    """The client, which tells simcord its commands as `--sync` tells Discord."""

    async def setup_hook(self) -> None:
        await super().setup_hook()
        await self.tree.sync()


@dataclass
class Scene:
    """A server with one channel and one person, and what runs the bot in it."""

    env: Any
    service: Service
    guild: Any
    channel: Any
    alice: Any

    @property
    def me(self) -> str:
        return f"<@{self.env.bot.user.id}>"

    def client(self) -> SyncedClient:
        return SyncedClient(self.service, SETTINGS)

    def sent(self, method: str = "POST", ending: str = "/messages") -> list[dict[str, Any]]:
        """Return the bodies the bot sent to paths with `ending`."""
        calls = self.env.http_requests
        return [one.json for one in calls if one.method == method and one.path.endswith(ending)]

    def commands(self) -> list[Any]:
        """Return the commands as they were told to Discord."""
        calls = [one for one in self.env.http_requests if one.method == "PUT"]
        return list(calls[-1].json)


def unlimited() -> Limits:
    return Limits(time.monotonic, user=WIDE, channel=WIDE, tenant=WIDE, everybody=WIDE)


async def service_of(folder: Path | str, *, limits: Limits | None = None) -> Service:
    """Return a service on a database in `folder`, or at the address `folder`."""
    url = folder if isinstance(folder, str) else f"sqlite+aiosqlite:///{folder / 'discord.db'}"
    store = await Store.open(url)
    handler = Handler(Advisor(load_catalog()), store, limits=limits or unlimited())
    return Service(Settings(discord=SETTINGS), handler, store)


@asynccontextmanager
async def scene(
    folder: Path | None = None, *, limits: Limits | None = None
) -> AsyncIterator[Scene]:
    """Yield a scene; everything ends with it."""
    service = await service_of(folder or Path(tempfile.mkdtemp()), limits=limits)
    client = SyncedClient(service, SETTINGS)
    env = Env(client)
    await env.start()
    try:
        guild = env.create_guild()
        channel = guild.create_text_channel("llm-help")
        yield Scene(env, service, guild, channel, guild.add_member(env.create_user("alice")))
    finally:
        if client.working:
            await asyncio.wait(tuple(client.working), timeout=2)
        await client.turns.close()
        client.desk.studio.close()
        await env.shutdown()
        await service.handler.drain(1)
        await service.store.close()
    assert not env.errors, env.errors
