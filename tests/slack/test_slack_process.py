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
FOR_S, PER_S = 20, 50
COUNT = 16


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


async def _ready(process: Process, session: aiohttp.ClientSession, port: int) -> None:
    for _ in range(600):
        assert process.returncode is None, (await process.communicate())[1].decode()[-2_000:]
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
        await _ready(process, session, health)
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
    assert len(slack.posts) == 50, _failures(log)
    for secret in TOKENS.values():
        assert secret.encode() not in log
    assert ASKED.encode() not in log


def _failures(log: bytes) -> list[str]:
    """Return what the log says of whatever went wrong."""
    lines = log.decode().splitlines()
    found = [one for one in lines if '"outcome": "' in one and '"answered"' not in one]
    return [one[one.index('"event"') :] for one in found]


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
    async with (
        started(_worker(slack, postgresql_url, *ports[0])) as first,
        started(_worker(slack, postgresql_url, *ports[1])) as second,
        aiohttp.ClientSession() as session,
    ):
        for process, (_, health) in zip((first, second), ports, strict=True):
            await _ready(process, session, health)
        workers = [Sender(f"http://127.0.0.1:{port}/slack/events", session) for port, _ in ports]
        asked = [mention(ASKED, user=f"U{n}", channel=f"C{n}") for n in range(COUNT)]
        taken = await asyncio.gather(
            *(_timed(worker, one) for one in asked for worker in (*workers, *workers))
        )
        await until(lambda: len(slack.posts) >= COUNT, 20)
        root = asked[0]["event"]
        on = mention("and at Q8?", channel="C0", user="U0", thread_ts=root["ts"])
        await workers[1].event(on)
        await until(lambda: len(slack.posts) > COUNT, 10)
        await workers[0].form(command("help", f"{slack.url}/response/1"))
        await until(lambda: slack.responses, 10)
    assert len(slack.posts) == COUNT + 1
    assert {post["thread_ts"] for post in slack.posts} == {one["event"]["ts"] for one in asked}
    assert "Q8_0" in slack.posts[-1]["text"]
    assert sorted(taken)[int(len(taken) * 0.99)] < 3


async def _timed(worker: Sender, body: dict[str, object]) -> float:
    begun = time.monotonic()
    status, _ = await worker.event(body)
    assert status == 200
    return time.monotonic() - begun


@pytest.mark.nightly
async def test_50_events_a_second_are_acked_within_half_a_second(
    slack: FakeSlack, postgresql_url: str
):
    ports = [(free_port(), free_port()) for _ in range(2)]
    async with (
        started(_worker(slack, postgresql_url, *ports[0])) as first,
        started(_worker(slack, postgresql_url, *ports[1])) as second,
        aiohttp.ClientSession() as session,
    ):
        for process, (_, health) in zip((first, second), ports, strict=True):
            await _ready(process, session, health)
        workers = [Sender(f"http://127.0.0.1:{port}/slack/events", session) for port, _ in ports]
        acks: list[asyncio.Task[float]] = []
        for n in range(FOR_S * PER_S):
            body = mention(ASKED, team=f"T{n}", user=f"U{n}", channel=f"C{n}")
            to = workers if n % 10 == 0 else [workers[n % 2]]
            acks += [asyncio.create_task(_timed(worker, body)) for worker in to]
            await asyncio.sleep(1 / PER_S)
        taken = sorted(await asyncio.gather(*acks))
        await until(lambda: len(slack.posts) >= FOR_S * PER_S, 20)
    p50, p99 = (taken[int(len(taken) * share)] for share in (0.5, 0.99))
    sys.stdout.write(f"acks: p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms\n")
    assert len(slack.posts) == FOR_S * PER_S
    assert p99 <= 0.5


def _worker(slack: FakeSlack, database: str, port: int, health: int) -> dict[str, str]:
    return {
        **http_environment(slack, port),
        "HOWFAST_DATABASE_URL": database,
        "HOWFAST_HEALTH": f"127.0.0.1:{health}",
    }
