"""Copy the sqlite database while it is in use.

PostgreSQL has its own tools for that, pg_dump and pg_restore; `deploy/BACKUP.md` shows both.
"""

from pathlib import Path

from bot.store.database import Database


async def backup(database: Database, file: Path) -> None:
    """Write a whole and tidy copy of `database` to `file`, which must not exist yet.

    Raises
    ------
    StoreUnavailableError
        If the database cannot be read or the file cannot be written.
    """
    async with database.read() as connection:
        autocommit = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await autocommit.exec_driver_sql("VACUUM INTO ?", (str(file),))
