"""Whose turn it is, across processes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database, StoreUnavailableError

IDENTIFY_KEY: Final = 7_000_000
"""First of PostgreSQL's advisory locks for the gateway's identify buckets."""

IDENTIFY_S: Final = 5.0
"""Discord lets one shard of a bucket identify in this time [s]."""

POLL_S: Final = 0.1

Turn = Callable[[], AbstractAsyncContextManager[None]]


class IdentifyTurns:
    """Spaces the start of Discord's shards: of one bucket, one in `IDENTIFY_S`.

    On PostgreSQL the turn is shared by all processes; on sqlite there is only this one.
    """

    def __init__(self, database: Database, *, hold_s: float = IDENTIFY_S) -> None:
        self._database = database
        self._hold_s = hold_s
        self._local: dict[int, asyncio.Lock] = {}
        self._held: set[asyncio.Task[None]] = set()

    async def take(self, shard_id: int, max_concurrency: int = 1) -> None:
        """Return when `shard_id` may identify; its bucket stays taken for the time after that.

        Raises
        ------
        StoreUnavailableError
            If the database does not answer.
        """
        bucket = shard_id % max_concurrency
        turn = self._one_process(bucket) if self._database.is_sqlite else self._all(bucket)
        taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._hold(turn, taken))
        self._held.add(task)
        task.add_done_callback(self._held.discard)
        try:
            await taken
        except asyncio.CancelledError:
            task.cancel()
            raise

    async def close(self) -> None:
        """Give every turn back."""
        for task in tuple(self._held):
            task.cancel()
        await asyncio.gather(*self._held, return_exceptions=True)

    async def _hold(self, turn: Turn, taken: asyncio.Future[None]) -> None:
        try:
            async with turn():
                if not taken.done():
                    taken.set_result(None)
                await asyncio.sleep(self._hold_s)
        except asyncio.CancelledError:
            taken.cancel()
            raise
        except StoreUnavailableError as error:
            taken.set_exception(error)

    def _one_process(self, bucket: int) -> Turn:
        lock = self._local.setdefault(bucket, asyncio.Lock())

        @asynccontextmanager
        async def turn() -> AsyncIterator[None]:
            async with lock:
                yield

        return turn

    def _all(self, bucket: int) -> Turn:
        @asynccontextmanager
        async def turn() -> AsyncIterator[None]:
            async with self._database.read() as connection:
                try:
                    await _wait(connection, IDENTIFY_KEY + bucket)
                    yield
                finally:
                    # The lock is the session's: a connection that went back to the pool, or was
                    # left open by a cancelled waiter, would keep it.
                    await connection.invalidate()

        return turn


async def _wait(connection: AsyncConnection, key: int) -> None:
    """Return when the advisory lock `key` is held; asked again and again, so that no call hangs."""
    while True:
        if await _try(connection, key):
            return
        await asyncio.sleep(POLL_S)


async def _try(connection: AsyncConnection, key: int) -> bool:
    got = await connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": key})
    return bool(got.scalar())
