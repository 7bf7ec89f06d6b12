"""A Slack on loopback, and the front end in both ways."""

from collections.abc import AsyncIterator

import pytest

from bot.store import Store
from tests.fakes.slack import FakeSlack
from tests.fakes.slack_scene import Scene, free_port, http_environment, scene, socket_environment


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
async def linked(sqlite_store: Store, slack: FakeSlack) -> AsyncIterator[Scene]:
    async with scene(sqlite_store, slack, socket_environment(slack)) as one:
        yield one
