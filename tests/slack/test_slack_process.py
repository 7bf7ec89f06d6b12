"""`howfast slack` as people start it: settings in, answers out, and a stop that loses nothing."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest

from tests.fakes.slack import FakeSlack, Sender, until
from tests.fakes.slack_payloads import command, direct, mention
from tests.fakes.slack_scene import TOKENS, free_port, http_environment, socket_environment

ASKED = "qwen3 8b Q4_K_M on a 4090"


@asynccontextmanager
async def started(environment: dict[str, str]) -> AsyncIterator[Process]:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("HOWFAST")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "slack", env=bare | environment, stdout=PIPE, stderr=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def _ready(session: aiohttp.ClientSession, port: int) -> None:
    for _ in range(600):
        with suppress(aiohttp.ClientError):
            async with session.get(f"http://127.0.0.1:{port}/readyz") as page:
                if page.status == 200:
                    return
        await asyncio.sleep(0.05)
    raise AssertionError("never ready")


@pytest.mark.parametrize("mode", ["http", "socket"])
async def test_50_in_flight_at_sigterm_are_answered(slack: FakeSlack, sqlite_url: str, mode: str):
    port, health = free_port(), free_port()
    environment = {
        **(http_environment(slack, port) if mode == "http" else socket_environment(slack)),
        "HOWFAST_DATABASE_URL": sqlite_url,
        "HOWFAST_HEALTH": f"127.0.0.1:{health}",
        "HOWFAST_LOG_LEVEL": "DEBUG",
    }
    async with started(environment) as process, aiohttp.ClientSession() as session:
        await _ready(session, health)
        send = Sender(f"http://127.0.0.1:{port}/slack/events", session)
        asked = [direct(ASKED, user=f"U{n}", channel=f"D{n}") for n in range(50)]
        if mode == "http":
            statuses = await asyncio.gather(*(send.event(one) for one in asked))
            assert {status for status, _ in statuses} == {200}
        else:
            await asyncio.gather(*(slack.envelope("events_api", one) for one in asked))
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, log = await process.communicate()
    assert process.returncode == 0
    assert time.monotonic() - begun < 10
    assert len(slack.posts) == 50
    for secret in TOKENS.values():
        assert secret.encode() not in log
    assert ASKED.encode() not in log


async def test_half_a_configuration_names_what_is_missing(slack: FakeSlack):
    environment = {"HOWFAST_SLACK_BOT_TOKEN": TOKENS["bot"], "HOWFAST_SLACK_API": slack.api}
    async with started(environment) as process:
        _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().strip().count("\n") == 0
    assert "HOWFAST_SLACK_APP_TOKEN is missing" in said.decode()


async def test_a_refused_token_ends_the_process_with_one_line(slack: FakeSlack, sqlite_url: str):
    slack.failures.append(("auth.test", 200, {"ok": False, "error": "invalid_auth"}, {}))
    environment = {**socket_environment(slack), "HOWFAST_DATABASE_URL": sqlite_url}
    async with started(environment) as process:
        _, said = await process.communicate()
    assert process.returncode == 1
    assert "HOWFAST_SLACK_BOT_TOKEN (invalid_auth)" in said.decode().splitlines()[-1]
    assert "Traceback" not in said.decode()


async def test_two_workers_on_one_database_answer_each_event_once(
    slack: FakeSlack, postgresql_url: str
):
    ports = [(free_port(), free_port()) for _ in range(2)]
    environments = [
        {
            **http_environment(slack, port),
            "HOWFAST_DATABASE_URL": postgresql_url,
            "HOWFAST_HEALTH": f"127.0.0.1:{health}",
        }
        for port, health in ports
    ]
    async with (
        started(environments[0]) as _first,
        started(environments[1]) as _second,
        aiohttp.ClientSession() as session,
    ):
        for _, health in ports:
            await _ready(session, health)
        workers = [Sender(f"http://127.0.0.1:{port}/slack/events", session) for port, _ in ports]
        asked = [mention(ASKED, user=f"U{n}", channel=f"C{n}") for n in range(40)]
        taken = await asyncio.gather(
            *(_timed(worker, one) for one in asked for worker in (*workers, *workers))
        )
        await until(lambda: len(slack.posts) >= 40, 20)
        first = asked[0]["event"]
        on = mention("and at Q8?", channel="C0", user="U0", thread_ts=first["ts"])
        await workers[1].event(on)
        await until(lambda: len(slack.posts) >= 41, 10)
        await workers[0].form(command("help", f"{slack.url}/response/1"))
        await until(lambda: slack.responses, 10)
    assert len(slack.posts) == 41
    assert {post["thread_ts"] for post in slack.posts} == {one["event"]["ts"] for one in asked}
    assert "Q8_0" in slack.posts[-1]["text"]
    assert sorted(taken)[int(len(taken) * 0.99)] < 3


async def _timed(worker: Sender, body: dict[str, object]) -> float:
    begun = time.monotonic()
    status, _ = await worker.event(body)
    assert status == 200
    return time.monotonic() - begun
