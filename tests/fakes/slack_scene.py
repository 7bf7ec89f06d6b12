"""The real front end in this process, with a Slack on loopback around it."""

import asyncio
import itertools
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.app import Service
from bot.handler import Handler
from bot.limits import Limits, Rate
from bot.settings import Settings
from bot.slack.client import SlackFrontEnd, create
from bot.store import Store
from catalog.load import load_catalog
from core.advisor import Advisor
from tests.fakes.slack import SECRET, FakeSlack, Sender, until

_ports = itertools.count()
MANY = Rate(1_000_000, 1.0)
TOKENS = {
    "bot": "xoxb-canary-bot-token",
    "app": "xapp-canary-app-token",
    "client": "canary-client-secret",
}


@dataclass
class Scene:
    """All of it."""

    slack: FakeSlack
    front: SlackFrontEnd
    handler: Handler
    store: Store
    send: Sender
    session: aiohttp.ClientSession
    root: str

    def respond(self, name: str = "1") -> str:
        return f"{self.slack.url}/response/{name}"

    async def post(self) -> dict[str, Any]:
        """Return the next message posted."""
        await until(lambda: self.slack.posts)
        self.slack.calls, (first, *_) = [], self.slack.posts
        return first

    async def answer(self) -> dict[str, Any]:
        """Return the next message to a response address."""
        await until(lambda: self.slack.responses)
        return self.slack.responses.pop(0)[1]


def free_port() -> int:
    """Return a port below those that the system gives to others, another one for each process."""
    while True:
        port = 10_000 + (os.getpid() * 61 + next(_ports)) % 20_000
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


def http_environment(slack: FakeSlack, port: int, **more: str) -> dict[str, str]:
    return {
        "HOWFAST_SLACK_BOT_TOKEN": TOKENS["bot"],
        "HOWFAST_SLACK_SIGNING_SECRET": SECRET,
        "HOWFAST_SLACK_HTTP": f"127.0.0.1:{port}",
        "HOWFAST_SLACK_API": slack.api,
        **more,
    }


def socket_environment(slack: FakeSlack) -> dict[str, str]:
    return {
        "HOWFAST_SLACK_BOT_TOKEN": TOKENS["bot"],
        "HOWFAST_SLACK_APP_TOKEN": TOKENS["app"],
        "HOWFAST_SLACK_API": slack.api,
    }


def unlimited() -> Limits:
    return Limits(lambda: 0.0, user=MANY, channel=MANY, tenant=MANY, everybody=MANY)


@asynccontextmanager
async def scene(
    store: Store, slack: FakeSlack, environment: Mapping[str, str], *, limits: Limits | None = None
) -> AsyncIterator[Scene]:
    """Run the front end that `environment` describes."""
    settings = Settings.read(environment)
    handler = Handler(Advisor(load_catalog()), store, limits=limits or unlimited())
    front = create(Service(settings, handler, store))
    running = asyncio.create_task(front.run())
    where = settings.slack.http if settings.slack else None
    root = f"http://127.0.0.1:{where.port if where else 0}"
    try:
        async with aiohttp.ClientSession() as session:
            await until(lambda: front.connected or running.done())
            if running.done():
                running.result()
            sender = Sender(f"{root}/slack/events", session)
            yield Scene(slack, front, handler, store, sender, session, root)
    finally:
        await front.pause()
        await handler.drain(2)
        await front.close()
        await asyncio.wait((running,))
