"""What goes wrong between Slack and us, each with what it did to the deliveries around it."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from bot.handler import Outcome
from bot.store import Store
from tests.chaos.scene import Tally
from tests.fakes.slack import FakeSlack, until
from tests.fakes.slack_payloads import mention
from tests.fakes.slack_scene import Scene, scene, socket_environment

ASKED = "qwen3 8b Q4_K_M on a 4090"
COUNT = 10
Act = Callable[[Scene, list[dict[str, Any]]], Awaitable[None]]


async def _socket_drops(on: Scene, asked: list[dict[str, Any]]) -> None:
    """Slack loses the socket half-way, and delivers anew what it saw no ack of."""
    await asyncio.gather(*(on.slack.envelope("events_api", one) for one in asked[:5]))
    await on.slack.sockets[-1].close()
    await until(lambda: len(on.slack.sockets) > 1, 30)
    await asyncio.gather(*(on.slack.envelope("events_api", one) for one in asked))


async def _slack_is_away(on: Scene, asked: list[dict[str, Any]]) -> None:
    """All of Slack is gone for two seconds."""
    await on.slack.stop()
    await asyncio.sleep(2)
    opened = len(on.slack.sockets)
    await on.slack.start()
    await until(lambda: len(on.slack.sockets) > opened, 30)
    await asyncio.gather(*(on.slack.envelope("events_api", one) for one in asked))


async def _slack_limits(on: Scene, asked: list[dict[str, Any]]) -> None:
    """Every first post is told to wait a second."""
    limited = {"ok": False, "error": "ratelimited"}
    for _ in asked:
        on.slack.failures.append(("chat.postMessage", 429, limited, {"Retry-After": "1"}))
    await asyncio.gather(*(on.slack.envelope("events_api", one) for one in asked))


async def _slack_breaks(on: Scene, asked: list[dict[str, Any]]) -> None:
    """Posts, locales and sockets are answered with a page of nothing."""
    for method in ("chat.postMessage", "users.info", "apps.connections.open"):
        on.slack.failures += [(method, 502, {}, {})] * 3
    await on.slack.sockets[-1].close()
    await until(lambda: len(on.slack.sockets) > 1, 30)
    await asyncio.gather(*(on.slack.envelope("events_api", one) for one in asked))


async def _redeliveries(on: Scene, asked: list[dict[str, Any]]) -> None:
    """Everything comes four times at once."""
    await asyncio.gather(*(on.slack.envelope("events_api", one) for one in asked for _ in range(4)))


async def _tried(url: str, act: Act) -> Tally:
    store, slack, tally = await Store.open(url), FakeSlack(), Tally()
    await slack.start()
    asked = [mention(ASKED, user=f"U{n}", channel=f"C{n}") for n in range(COUNT)]
    async with scene(store, slack, socket_environment(slack)) as on:
        started = time.monotonic()
        await act(on, asked)
        await until(lambda: len(on.slack.posts) + _lost(on) >= COUNT, 30)
        await until(lambda: on.front.connected, 30)
        tally.recovery_s = time.monotonic() - started
        counts = Counter(str(post["thread_ts"]) for post in on.slack.posts)
        tally.duplicated = sum(counts.values()) - len(counts)
        tally.lost = max(0, COUNT - len(counts) - _lost(on))
    await slack.stop()
    await store.close()
    return tally


def _lost(on: Scene) -> int:
    """Return how many replies were counted as lost."""
    counted = on.handler.metrics.value("deliveries", platform="slack", outcome=Outcome.LOST)
    return int(counted)


def _fault(act: Act) -> Callable[[str], Coroutine[Any, Any, Tally]]:
    async def fault(url: str) -> Tally:
        return await _tried(url, act)

    return fault


FAULTS = {
    "slack: the socket drops": _fault(_socket_drops),
    "slack: away for two seconds": _fault(_slack_is_away),
    "slack: rate limited": _fault(_slack_limits),
    "slack: answers break": _fault(_slack_breaks),
    "slack: four deliveries": _fault(_redeliveries),
}
