"""`howfast discord` as a process of its own, against a Discord on loopback."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.discord.client import command
from bot.discord.sync import changes
from bot.secret import Secret
from bot.settings import DiscordSettings, Settings
from tests.fakes import discord_payloads as payloads
from tests.fakes.discord_loopback import FakeDiscord

CLEAR = "llama 3.1 8b q4_k_m on a 3090"
IN_FLIGHT = 50


def environment(fake: FakeDiscord, folder: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("HOWFAST_")}
    url = f"sqlite+aiosqlite:///{folder / 'process.db'}"
    more = {"HOWFAST_DATABASE_URL": url, "HOWFAST_LOG_LEVEL": "DEBUG"}
    return kept | fake.environment() | more


async def started(fake: FakeDiscord, folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "discord", *arguments),
        env=environment(fake, folder),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def finished(process: asyncio.subprocess.Process, within_s: float = 40) -> tuple[int, str]:
    out, err = await asyncio.wait_for(process.communicate(), within_s)
    return process.returncode or 0, (out + err).decode()


@asynccontextmanager
async def discord() -> AsyncIterator[FakeDiscord]:
    fake = await FakeDiscord().start()
    try:
        yield fake
    finally:
        await fake.stop()


async def test_it_answers_and_on_sigterm_answers_what_it_took_and_leaves(tmp_path: Path):
    async with discord() as fake:
        process = await started(fake, tmp_path)
        await fake.until(lambda: fake.sockets, 20)
        await fake.message(CLEAR)
        await fake.until(fake.posts, 10)
        for n in range(IN_FLIGHT):
            user = {**payloads.ALICE, "id": str(1000 + n)}
            guild = {"guild_id": str(payloads.GUILD_ID)} if n % 2 else {"guild_id": None}
            await fake.message(CLEAR, author=user, channel_id=str(10_000 + n), **guild)
        await fake.until(lambda: len(fake.posts()) > 1, 10)
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        status, said = await finished(process)
        assert status == 0, said
        assert time.monotonic() - begun < 10
        assert len(fake.posts()) == 1 + IN_FLIGHT  # one of them: too many in one second
        assert said.count('"outcome": "answered"') >= IN_FLIGHT
        assert payloads.TOKEN not in said
        assert CLEAR not in said


async def test_sync_prints_what_changes_and_the_second_time_nothing(tmp_path: Path):
    async with discord() as fake:
        fake.commands = [payloads.command({"name": "old", "type": 1}, "5")]
        status, said = await finished(await started(fake, tmp_path, "--sync", "--invite"))
        lines = said.splitlines()
        assert status == 0, said
        assert {"- old", "+ howfast", "+ Check the speed", "11 commands, 12 changed"} <= {*lines}
        assert len(fake.commands) == 11
        (link,) = [line for line in lines if line.startswith("https://")]
        assert f"client_id={payloads.APP_ID}" in link
        assert "scope=bot+applications.commands" in link
        assert "permissions=309237763072" in link
        status, said = await finished(await started(fake, tmp_path, "--sync"))
        assert status == 0
        assert said.startswith("11 commands, 0 changed\n")
        assert len([call for call in fake.calls if call.method == "PUT"]) == 1


def test_sync_says_which_part_of_a_command_is_another():
    ours = {"name": "fit", "type": 1, "description": "a", "options": []}
    there = {**ours, "description": "b", "id": "5", "version": "1", "nsfw": False}
    assert list(changes([there], [ours])) == ["~ fit: description"]
    assert list(changes([{**there, "description": "a"}], [ours])) == []


def test_an_unknown_option_is_refused(capsys: pytest.CaptureFixture[str]):
    settings = Settings(discord=DiscordSettings(Secret("x.y.z")))
    assert command(settings, ["--sync", "--what"]) == 2
    assert "--invite" in capsys.readouterr().err


async def test_a_refused_token_ends_with_one_line(tmp_path: Path):
    async with discord() as fake:
        fake.refuse_with = 4004
        status, said = await finished(await started(fake, tmp_path))
        assert status == 1
        (line,) = [line for line in said.splitlines() if line.startswith("howfast:")]
        assert "HOWFAST_DISCORD_TOKEN" in line
        assert payloads.TOKEN not in said
