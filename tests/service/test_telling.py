"""Logs, metrics and health: what the service tells of itself, and what it never tells."""

import asyncio
import io
import json
import logging
import sys
import threading
import time
from collections.abc import Iterator

import aiohttp
import pytest

from bot import logs
from bot.health import Health, LoopLag
from bot.logs import FIELDS, JsonFormatter
from bot.metrics import Metrics
from bot.settings import Address, Settings
from bot.store import Store, StoreUnavailableError
from tests.service.fakes import CANARY, Transcript, incoming
from tests.service.test_handling import handler_on

SECRET = "xoxb-canary-5e2b9-secret"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


async def test_no_word_reaches_the_log_by_any_way(sqlite_store: Store, log, monkeypatch):
    handler = handler_on(sqlite_store, time_s=0.1)

    async def broken(_answer, /):
        raise ConnectionError(CANARY)

    said = Transcript()
    for n, text in enumerate(("", "crash ", "stall ", "x" * 4_000)):
        one = incoming(f"Ev{n}", text + CANARY, attachment=CANARY, earlier=(CANARY,))
        await handler.ask(one, said.reply)
    await handler.ask(incoming("lost", CANARY), broken)
    await handler.rig(incoming("rig", f"{CANARY} crash"), said.reply)
    await handler.report(incoming("report"), CANARY, said.reply)
    await handler.show(incoming("show"), CANARY, said.reply)
    logging.getLogger("slack_bolt").error("bad signature: %s", CANARY)
    logging.getLogger("discord.gateway").debug(CANARY)

    async def down(*_args):
        raise StoreUnavailableError(CANARY)

    monkeypatch.setattr(sqlite_store.events, "claim", down)
    await handler.ask(incoming("down", CANARY), said.reply)
    lines = log.getvalue().splitlines()
    outcomes = {json.loads(line).get("outcome") for line in lines}
    assert outcomes >= {"answered", "failed", "timeout", "lost"}
    assert CANARY not in log.getvalue()
    assert CANARY not in handler.metrics.text()


async def test_a_line_is_json_of_our_own_vocabulary(sqlite_store: Store, log):
    await handler_on(sqlite_store).ask(incoming(text="crash"), Transcript().reply)
    allowed = {"time", "level", "logger", "event", "at", "error", "trace", *FIELDS}
    for line in log.getvalue().splitlines():
        assert set(json.loads(line)) <= allowed
    assert not {"user_id", "text", "channel_id"} & allowed


def test_a_foreign_record_and_its_exception_show_only_where_they_arose(log):
    try:
        raise ValueError(CANARY)  # noqa: TRY301
    except ValueError:
        logging.getLogger("aiohttp.server").exception("request %s", CANARY)
    line = json.loads(log.getvalue())
    assert (line["error"], line["logger"]) == ("ValueError", "aiohttp.server")
    assert line["trace"][0].startswith("test_telling.py:")
    assert CANARY not in log.getvalue()


def test_even_an_uncaught_error_keeps_its_words_to_itself():
    stream = io.StringIO()
    root = logging.getLogger()
    before, level, hook = root.handlers[:], root.level, sys.excepthook
    try:
        logs.start("INFO", stream)
        error = RuntimeError(CANARY)
        sys.excepthook(RuntimeError, error, None)
    finally:
        root.handlers[:], sys.excepthook = before, hook
        root.setLevel(level)
        logging.captureWarnings(capture=False)
    assert json.loads(stream.getvalue())["error"] == "RuntimeError"
    assert CANARY not in stream.getvalue()


async def test_no_secret_reaches_logs_errors_or_metrics(log):
    env = {
        "HOWFAST_SLACK_BOT_TOKEN": SECRET,
        "HOWFAST_SLACK_APP_TOKEN": SECRET,
        "HOWFAST_DISCORD_TOKEN": SECRET,
        "HOWFAST_DATABASE_URL": f"postgresql+asyncpg://howfast:{SECRET}@127.0.0.1:1/x",
    }
    settings = Settings.read(env)
    assert settings.database_url is not None
    with pytest.raises(StoreUnavailableError) as caught:
        await Store.open(settings.database_url.reveal())
    logging.getLogger("bot.app").error("failed", exc_info=caught.value, extra={"what": "store"})
    logging.getLogger("bot.app").info("started", extra={"what": settings})
    for told in (log.getvalue(), repr(settings), str(caught.value), repr(caught.value.__cause__)):
        assert SECRET not in told


async def get(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, await response.text()


async def test_health_says_what_does_not_hold():
    up = {"slack": True, "threads": True}
    health = Health(
        Metrics(),
        alive={"threads": lambda: up["threads"]},
        ready={"slack": lambda: up["slack"]},
    )
    port = await health.start(Address("127.0.0.1", 0))
    assert await get(port, "/readyz") == (200, "ok\n")
    up["slack"] = False  # a dropped gateway shows at once; the promise is 30 s
    assert await get(port, "/readyz") == (503, "not ok: slack\n")
    assert await get(port, "/livez") == (200, "ok\n")
    up["threads"] = False
    assert await get(port, "/livez") == (503, "not ok: threads\n")
    assert "howfast_ready 0" in (await get(port, "/metrics"))[1]
    await health.stop()


async def test_a_loop_that_hangs_over_a_second_is_seen():
    health = Health(Metrics(), alive={}, ready={})
    port = await health.start(Address("127.0.0.1", 0))
    await asyncio.sleep(0.05)
    time.sleep(1.4)  # noqa: ASYNC251  (the hang)
    status, said = await get(port, "/livez")
    assert (status, said) == (503, "not ok: loop\n")
    await health.stop()


async def test_lag_is_near_nothing_when_nothing_hangs():
    lag = LoopLag()
    lag.start()
    await asyncio.sleep(0.6)
    assert lag.worst_s < 1.0
    lag.stop()


async def test_ten_thousand_users_make_at_most_200_series(sqlite_store: Store):
    """Through the handler's own notes: every outcome, both platforms, 10,000 people."""
    from bot.handler import Outcome, Result  # noqa: PLC0415

    handler = handler_on(sqlite_store)
    for n in range(10_000):
        outcome = tuple(Outcome)[n % len(Outcome)]
        one = incoming(f"Ev{n}", platform=("slack", "discord")[n % 2], user_id=f"U{n}",
                       tenant_id=f"T{n}")  # fmt: skip
        handler._note(one, Result(outcome), 0.01)
        handler.metrics.count("failures", what=("act", "reply", "working")[n % 3], platform="slack")
    series = [line for line in handler.metrics.text().splitlines() if not line.startswith("#")]
    assert len(series) <= 200


def test_even_careless_labels_stay_bounded():
    metrics = Metrics()
    for n in range(10_000):
        metrics.count("deliveries", platform=f"p{n}")
        metrics.time("answer", 0.1, platform=f"p{n}")
    series = [line for line in metrics.text().splitlines() if not line.startswith("#")]
    assert len(series) <= 200


def test_histograms_count_up_to_all():
    metrics = Metrics()
    for seconds in (0.001, 0.02, 0.02, 9.0):
        metrics.time("answer", seconds, platform="slack")
    text = metrics.text()
    assert 'howfast_answer_seconds_bucket{platform="slack",le="0.005"} 1' in text
    assert 'howfast_answer_seconds_bucket{platform="slack",le="0.025"} 3' in text
    assert 'howfast_answer_seconds_bucket{platform="slack",le="+Inf"} 4' in text
    assert 'howfast_answer_seconds_count{platform="slack"} 4' in text


async def test_a_core_whose_threads_all_hang_is_not_alive():
    from bot.thinking import STUCK_S, Thinking  # noqa: PLC0415

    now = [0.0]
    thinking = Thinking(2, lambda: now[0])
    go = threading.Event()
    hanging = [asyncio.create_task(thinking.of(go.wait)) for _ in range(2)]
    await asyncio.sleep(0.05)
    assert not thinking.stuck
    now[0] = STUCK_S + 1
    assert thinking.stuck
    go.set()
    await asyncio.gather(*hanging)
    assert not thinking.stuck
    thinking.close()


def test_health_is_off_unless_an_address_is_set():
    assert Settings.read({}).health is None
