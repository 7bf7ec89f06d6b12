"""Care for the database: `python -m bot.store migrate`, `python -m bot.store backup FILE`."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.settings import Settings, SettingsError
from bot.store.backup import backup
from bot.store.database import Database, StoreUnavailableError, default_url
from bot.store.migrate import migrate

USAGE = "usage: python -m bot.store migrate | backup FILE"


def main(arguments: Sequence[str]) -> int:
    """Do what `arguments` say on the configured database; return the exit status."""
    try:
        url = Settings.read(os.environ).database_url
        where = url.reveal() if url else default_url()
        match arguments:
            case ["migrate"]:
                asyncio.run(migrate(where))
            case ["backup", file] if where.startswith("sqlite"):
                asyncio.run(_copy(where, Path(file)))
            case ["backup", _]:
                return _refuse("for PostgreSQL use pg_dump, see deploy/BACKUP.md", 2)
            case _:
                return _refuse(USAGE, 2)
    except SettingsError as error:
        return _refuse(str(error), 2)
    except StoreUnavailableError:
        return _refuse("the database does not answer, or the copy is there already", 1)
    return 0


async def _copy(url: str, file: Path) -> None:
    database = Database(url)
    try:
        await backup(database, file)
    finally:
        await database.close()


def _refuse(why: str, status: int) -> int:
    sys.stderr.write(f"howfast: {why}\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
