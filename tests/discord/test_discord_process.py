"""`howfast discord` as a process of its own, against a Discord on loopback."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

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
        status, said = await finished(await started(fake, tmp_path, "--sync"))
        lines = [line for line in said.splitlines() if line[:1] in "+-~"]
        assert status == 0, said
        assert "- old" in lines
        assert "+ howfast" in lines
        assert "+ Check the speed" in lines
        assert len(fake.commands) == 11
        status, said = await finished(await started(fake, tmp_path, "--sync"))
        assert status == 0
        assert said.startswith("11 commands, 0 changed\n")
        puts = [call for call in fake.calls if call.method == "PUT"]
        assert len(puts) == 1
        fake.commands[0]["description"] = "Something else"
        status, said = await finished(await started(fake, tmp_path, "--sync"))
        assert f"~ {fake.commands[0]['name']}: description" in said


async def test_invite_prints_a_link_with_the_least_permissions(tmp_path: Path):
    async with discord() as fake:
        status, said = await finished(await started(fake, tmp_path, "--invite"))
        assert status == 0
        assert f"client_id={payloads.APP_ID}" in said
        assert "scope=bot+applications.commands" in said
        assert "permissions=309237763072" in said


async def test_an_unknown_option_is_refused(tmp_path: Path):
    async with discord() as fake:
        status, _ = await finished(await started(fake, tmp_path, "--sync", "--what"))
        assert status == 2


async def test_a_refused_token_ends_with_one_line(tmp_path: Path):
    async with discord() as fake:
        fake.refuse_with = 4004
        status, said = await finished(await started(fake, tmp_path))
        assert status == 1
        (line,) = [line for line in said.splitlines() if line.startswith("howfast:")]
        assert "HOWFAST_DISCORD_TOKEN" in line
        assert payloads.TOKEN not in said
