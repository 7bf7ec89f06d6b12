"""A Slack on loopback, and the front end in both ways."""

import asyncio
import io
import logging
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import logs
from bot.store import Store
from bot.store.database import Database
from bot.store.migrate import migrate
from tests.fakes.slack import FakeSlack
from tests.fakes.slack_scene import Scene, free_port, http_environment, scene, socket_environment


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an empty database of the newest schema, once."""
    path = tmp_path_factory.mktemp("slack") / "empty.db"
    asyncio.run(migrate(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture
async def sqlite_store(migrated: Path, tmp_path: Path) -> AsyncIterator[Store]:
    path = shutil.copy(migrated, tmp_path / "howfast.db")
    store = Store(Database(f"sqlite+aiosqlite:///{path}"))
    yield store
    await store.close()


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    fake = FakeSlack()
    await fake.start()
    yield fake
    await fake.stop()


@pytest.fixture
async def http(sqlite_store: Store, slack: FakeSlack) -> AsyncIterator[Scene]:
    environment = http_environment(slack, free_port())
    async with scene(sqlite_store, slack, environment) as one:
        yield one


@pytest.fixture
async def linked(
    sqlite_store: Store, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Scene]:
    monkeypatch.setattr("bot.slack.link.PING_S", 0.5)
    async with scene(sqlite_store, slack, socket_environment(slack)) as one:
        yield one


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Yield what the process logs, at its most talkative."""
    root = logging.getLogger()
    before, level, hook = root.handlers[:], root.level, sys.excepthook
    stream = io.StringIO()
    logs.start("DEBUG", stream)
    yield stream
    root.handlers[:], sys.excepthook = before, hook
    root.setLevel(level)
    logging.captureWarnings(capture=False)
