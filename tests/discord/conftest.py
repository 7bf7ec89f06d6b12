"""One scene for a test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.discord_scene import Scene, scene


@pytest.fixture
async def on(tmp_path: Path) -> AsyncIterator[Scene]:
    async with scene(tmp_path) as ready:
        yield ready
