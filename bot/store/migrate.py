"""Bring a database to the newest schema."""

import asyncio
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database

LOCK: Final = 0x686F7766
"""PostgreSQL advisory lock ("howf"): of many processes that start, one migrates."""

MIGRATION_S: Final = 600.0
POLL_S: Final = 0.1


async def migrate(url: str, revision: str = "head") -> None:
    """Bring the database at `url` to `revision`.

    Raises
    ------
    StoreUnavailableError
        If the database does not answer.
    """
    database = Database(url, statement_s=MIGRATION_S)
    try:
        async with database.write() as connection:
            await _take_turn(connection)
            await connection.run_sync(_upgrade, revision)
    finally:
        await database.close()


async def _take_turn(connection: AsyncConnection) -> None:
    """Return when no other process migrates; the turn ends with the transaction."""
    if connection.dialect.name != "postgresql":
        return
    statement = text("SELECT pg_try_advisory_xact_lock(:key)")
    while True:
        if (await connection.execute(statement, {"key": LOCK})).scalar():
            return
        await asyncio.sleep(POLL_S)


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
