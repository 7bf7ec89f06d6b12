"""One way to sqlite and PostgreSQL: an engine, and transactions that fail in one way."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

import asyncpg
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from core.errors import HowfastError

BUSY_MS: Final = 1_500
"""How long sqlite waits for another process' write [ms]; a person waits too."""

POOL: Final = 8
CONNECT_S: Final = 1.5
STATEMENT_S: Final = 1.5
"""How long PostgreSQL may take to connect and for a statement [s]."""


UNREACHABLE: Final = (
    SQLAlchemyError,
    OSError,
    TimeoutError,
    sqlite3.Error,
    asyncpg.InterfaceError,
    asyncpg.PostgresError,
)
"""How a database fails; the drivers' own come through where a connection is being set up."""


class StoreUnavailableError(HowfastError):
    """The database cannot be read or written now."""


class Database:
    """An engine with the transactions of the store."""

    def __init__(self, url: str, *, statement_s: float = STATEMENT_S) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.engine = _engine(url, statement_s)
        self._one_writer = asyncio.Lock() if self.is_sqlite else nullcontext()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection to read from.

        Raises
        ------
        StoreUnavailableError
            If the database does not answer.
        """
        try:
            async with self.engine.connect() as connection:
                yield connection
        except UNREACHABLE as error:
            raise StoreUnavailableError(type(error).__name__) from None

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that is committed at the end.

        sqlite has one writer, so ours wait for each other here rather than by polling its lock.

        Raises
        ------
        StoreUnavailableError
            If the database does not answer.
        """
        try:
            async with self._one_writer, self.engine.begin() as connection:
                yield connection
        except UNREACHABLE as error:
            raise StoreUnavailableError(type(error).__name__) from None

    async def scrub(self) -> None:
        """Empty sqlite's write-ahead log, so that what was deleted is in no file any more."""
        if self.is_sqlite:
            async with self._one_writer, self.engine.connect() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()


def default_url() -> str:
    """Return the URL of a sqlite file in the user's state folder, which is made."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(base) / "howfast"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'howfast.db'}"


def _engine(url: str, statement_s: float) -> AsyncEngine:
    if url.startswith("sqlite"):
        engine = create_async_engine(
            url, connect_args={"timeout": BUSY_MS / 1e3}, pool_size=POOL, hide_parameters=True
        )
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    return create_async_engine(
        url,
        pool_size=POOL,
        pool_timeout=CONNECT_S,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"timeout": CONNECT_S, "command_timeout": statement_s},
    )


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "secure_delete=ON",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
