"""A process with a front end that sends itself deliveries: for tests that stop or kill it.

Lines on standard output: "ready", then "reply ID" for each reply that was sent.
"""

import asyncio
import os
import sys

from bot import logs
from bot.app import Service, serve
from bot.settings import Settings
from core.answer import Answer
from tests.service.fakes import FakeAdvisor, incoming
from tests.service.test_handling import unlimited


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Front:
    """Delivers `count` questions at once, then waits to be closed."""

    def __init__(self, service: Service, count: int) -> None:
        self.handler = service.handler
        self.handler._limits = unlimited()
        self.count = count
        self.connected = True
        self.closed = asyncio.Event()

    async def run(self) -> None:
        tasks = [asyncio.create_task(self.deliver(n)) for n in range(self.count)]
        await asyncio.sleep(0.05)
        say("ready")
        await asyncio.gather(*tasks)
        await self.closed.wait()

    async def deliver(self, n: int) -> None:
        async def reply(_answer: Answer, /) -> None:
            say(f"reply {n}")

        await self.handler.ask(incoming(f"Ev{n}", "stall", user_id=f"U{n}"), reply)

    async def pause(self) -> None:
        self.connected = False

    async def close(self) -> None:
        self.closed.set()


def main(count: int) -> int:
    logs.start("DEBUG")
    settings = Settings.read(os.environ)
    creators = [lambda service: Front(service, count)]
    return asyncio.run(serve(settings, creators, ["fake"], advisor=FakeAdvisor(0.1)))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
