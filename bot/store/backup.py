"""Copy the sqlite database while it is in use: `python -m bot.store.backup FILE`.

PostgreSQL has its own tools for that, pg_dump and pg_restore; `deploy/BACKUP.md` shows both.
"""

import asyncio
import os
import sys
from pathlib import Path

from bot.settings import Settings
from bot.store.database import Database, StoreUnavailableError, default_url


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


async def _main(file: Path) -> int:
    url = Settings.read(os.environ).database_url
    database = Database(url.reveal() if url else default_url())
    try:
        if not database.is_sqlite:
            sys.stderr.write("howfast: for PostgreSQL use pg_dump, see deploy/BACKUP.md\n")
            return 2
        await backup(database, file)
    except StoreUnavailableError:
        sys.stderr.write("howfast: no backup was made: is the file there already?\n")
        return 1
    finally:
        await database.close()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(_main(Path(sys.argv[1]))))
