"""Writes claims one after the other and says which are acknowledged, until it is killed."""

import asyncio
import sys

from bot.store import Store


async def write(url: str, run: str) -> None:
    store = await Store.open(url)
    n = 0
    while True:
        await store.events.claim("slack:T1", f"{run}-{n}")
        sys.stdout.write(f"{run}-{n}\n")
        sys.stdout.flush()
        n += 1


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], sys.argv[2]))
