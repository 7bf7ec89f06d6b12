"""Bring a database to the newest schema: `python -m bot.store.migrate`."""

import asyncio
import os
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import Settings
from bot.store.database import Database, StoreUnavailableError, default_url

LOCK: Final = 0x686F7766
"""PostgreSQL advisory lock ("howf"): of many processes that start, one migrates."""


async def migrate(database: Database, revision: str = "head") -> None:
    """Bring `database` to `revision`.

    Raises
    ------
    StoreUnavailableError
        If the database does not answer.
    """
    try:
        async with database.engine.begin() as connection:
            await connection.run_sync(_upgrade, revision)
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        raise StoreUnavailableError(type(error).__name__) from None


def _upgrade(connection: Connection, revision: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def _main() -> None:
    url = Settings.read(os.environ).database_url
    database = Database(url.reveal() if url else default_url())
    await migrate(database)
    await database.close()


if __name__ == "__main__":
    asyncio.run(_main())
