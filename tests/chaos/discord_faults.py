"""What goes wrong between Discord and us, over real sockets; see `make nightly`."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from bot.discord.client import DiscordFrontEnd
from tests.chaos.scene import Tally
from tests.discord.test_discord_sockets import running
from tests.fakes import discord_payloads as payloads
from tests.fakes.discord_loopback import Fail, FakeDiscord, refused

Fault = Callable[[str], Coroutine[Any, Any, Tally]]

WORDS = "llama 3.1 8b q4_k_m on a 3090"
MESSAGES = 10
OUTAGE_S = 2.0


class Wire:
    """A running bot, what was said to it, and what became of that."""

    def __init__(self, fake: FakeDiscord, front: DiscordFrontEnd) -> None:
        self.fake, self.front = fake, front
        self.asked: list[str] = []
        self.tally = Tally()

    async def ask(self, count: int = MESSAGES) -> None:
        for n in range(count):
            user = {**payloads.ALICE, "id": str(10**12 + len(self.asked) + n)}
            self.asked.append(await self.fake.message(WORDS, author=user))

    async def back(self, within_s: float = 30.0) -> None:
        """Return when an answer comes again; note how long that took."""
        started = time.monotonic()
        await self.fake.until(lambda: self.front.connected, within_s)
        await self.ask(1)
        await self.fake.until(lambda: self.replies()[self.asked[-1]], within_s)
        self.tally.recovery_s = time.monotonic() - started

    def replies(self) -> Counter[str]:
        sent = (one.body["message_reference"] for one in self.fake.posts() if one.status == 200)
        return Counter(str(one["message_id"]) for one in sent)

    async def settle(self) -> None:
        """Wait for every reply, then count what is lost and what came twice."""
        try:
            await self.fake.until(lambda: set(self.asked) <= self.replies().keys(), 10)
        except TimeoutError:
            self.tally.lost += len(set(self.asked) - self.replies().keys())
        self.tally.duplicated += sum(count - 1 for count in self.replies().values())


@asynccontextmanager
async def wire(url: str) -> AsyncIterator[Wire]:
    fake = FakeDiscord()
    async with running(url, fake) as front:
        one = Wire(fake, front)
        yield one
        await one.settle()


async def connection_drops(url: str) -> Tally:
    async with wire(url) as on:
        await on.ask()
        await on.fake.sockets[0][0].close(code=4000)
        await on.fake.until(lambda: on.fake.resumes, 30)
        await on.back()
    return on.tally


async def gateway_is_away(url: str) -> Tally:
    async with wire(url) as on:
        await on.ask()
        on.fake.is_down = True
        await on.fake.sockets[0][0].close(code=1006)
        await asyncio.sleep(OUTAGE_S)
        on.fake.is_down = False
        await on.back()
    return on.tally


async def posts_are_refused_for_a_while(url: str) -> Tally:
    async with wire(url) as on:
        on.fake.fails += [Fail("POST", "/messages", *refused(0.2)) for _ in range(3)]
        await on.ask()
        await on.back()
    return on.tally


async def posts_break_once(url: str) -> Tally:
    async with wire(url) as on:
        on.fake.fails.append(Fail("POST", "/messages", 502, {"message": "bad gateway"}))
        await on.ask()
        await on.back()
    return on.tally


async def messages_come_four_times(url: str) -> Tally:
    async with wire(url) as on:
        for n in range(MESSAGES):
            user = {**payloads.ALICE, "id": str(10**12 + n)}
            one = payloads.message(str(5000 + n), f"<@{payloads.BOT_ID}> {WORDS}", author=user)
            on.asked.append(str(one["id"]))
            for _ in range(4):
                await on.fake.event("MESSAGE_CREATE", one)
        await on.back()
    return on.tally


FAULTS: dict[str, Fault] = {
    "discord: connection drops": connection_drops,
    "discord: gateway away 2 s": gateway_is_away,
    "discord: posts refused (429)": posts_are_refused_for_a_while,
    "discord: a post breaks (502)": posts_break_once,
    "discord: every message four times": messages_come_four_times,
}
