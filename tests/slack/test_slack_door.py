"""Only what Slack signed comes in, once; and what is refused leaves no word in the log."""

import io
import json
import random
import time
from urllib.parse import urlencode

import pytest

from bot.secret import Secret
from bot.slack.door import is_signed
from tests.fakes.slack import SECRET, sign, until
from tests.fakes.slack_payloads import command, direct, mention
from tests.fakes.slack_scene import TOKENS, Scene

CANARY = "canary-4f1d9c0e-my-private-words"
SIGNS = "0123456789abcdefABCDEFv=:; \t-_.%ÿé"
HEADERS = ("X-Slack-Signature", "X-Slack-Request-Timestamp")


def _mutated(chance: random.Random, body: bytes) -> tuple[bytes, dict[str, str]]:
    """Return a signed request with one thing about its signature wrong."""
    stamp = str(int(time.time()))
    head = {HEADERS[0]: sign(body, stamp), HEADERS[1]: stamp}
    name = chance.choice(HEADERS)
    value = head[name]
    at = chance.randrange(len(value))
    match chance.randrange(8):
        case 0:
            del head[name]
        case 1:
            head[name] = ""
        case 2:
            head[name] = value[:at]
        case 3:
            head[name] = value[:at] + chance.choice(SIGNS) + value[at:]
        case 4:
            head[name] = value[:at] + chance.choice(SIGNS.replace(value[at], "")) + value[at + 1 :]
        case 5:
            head[name] = "".join(chance.choices(SIGNS, k=chance.randrange(200)))
        case 6:
            body = body[:at] + b"%" + body[at:]
        case _:
            old = str(int(time.time()) + chance.choice((-1, 1)) * chance.randrange(302, 10**6))
            head = {HEADERS[0]: sign(body, old), HEADERS[1]: old}
    return body, {name: value.strip(" \t") for name, value in head.items()}


async def _all_refused(http: Scene, count: int) -> None:
    chance = random.Random(7)
    body = urlencode(command(CANARY, http.respond())).encode()
    sent = 0
    while sent < count:
        wrong, head = _mutated(chance, body)
        if is_signed(Secret(SECRET), head, wrong):
            continue  # a change that changes nothing, as a header's outer space
        sent += 1
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _ = await http.send.raw(wrong, head | kind)
        assert status == 401, head


async def test_500_mutated_signatures_are_refused_and_not_logged(http: Scene, written: io.StringIO):
    await _all_refused(http, 500)
    assert CANARY not in written.getvalue()
    assert not http.slack.responses


@pytest.mark.nightly
async def test_10000_mutated_signatures_are_refused(http: Scene):
    await _all_refused(http, 10_000)


async def test_a_request_may_be_300_seconds_old_and_no_more():
    body = b"payload"
    for age, good in ((300, True), (301, False), (-300, True), (-301, False)):
        stamp = str(1_000_000 - age)
        head = {HEADERS[1]: stamp, HEADERS[0]: sign(body, stamp)}
        assert is_signed(Secret(SECRET), head, body, now=lambda: 1_000_000.0) is good


async def test_a_replay_is_answered_once(http: Scene):
    body = mention("qwen3 8b q4 on a 4090")
    asked = command("qwen3 8b q4 on a 4090", http.respond())
    for _ in range(4):
        assert (await http.send.event(body))[0] == 200
        assert (await http.send.form(asked))[0] == 200
    await until(lambda: http.slack.posts and http.slack.responses)
    await http.send.event(direct("feel 9 tok/s"))
    await until(
        lambda: any("9" in one["text"] for one in http.slack.posts if not one.get("thread_ts"))
    )
    assert len(http.slack.posts) == 2
    assert len(http.slack.responses) == 1


async def test_what_is_signed_and_unreadable_is_refused_quietly(http: Scene):
    for body, kind in (
        (b"\xff\xfe", "application/json"),
        (b"{", "application/json"),
        (b"payload=%7B", "application/x-www-form-urlencoded"),
    ):
        stamp = str(int(time.time()))
        head = {HEADERS[0]: sign(body, stamp), HEADERS[1]: stamp, "Content-Type": kind}
        status, _ = await http.send.raw(body, head)
        assert 400 <= status < 500, body


async def test_slack_verifies_the_address(http: Scene):
    body = {"type": "url_verification", "challenge": "abc", "token": "x"}
    status, text = await http.send.event(body)
    assert status == 200
    assert "abc" in text


async def test_a_rate_limit_delays_the_reply_and_does_not_lose_it(http: Scene):
    wait = {"Retry-After": "1"}
    limited = {"ok": False, "error": "ratelimited"}
    http.slack.failures.append(("chat.postMessage", 429, limited, wait))
    http.slack.failures.append(("response", 429, {}, wait))
    started = time.monotonic()
    await http.send.event(mention("qwen3 8b q4 on a 4090"))
    await http.send.form(command("qwen3 8b q4 on a 4090", http.respond()))
    await until(lambda: http.slack.posts and http.slack.responses)
    assert 1 <= time.monotonic() - started < 3


async def test_no_word_and_no_secret_is_logged_through_good_and_bad(
    http: Scene, written: io.StringIO
):
    await http.send.event(mention(f"{CANARY} qwen3 8b on a 4090"))
    await http.post()
    http.slack.failures.append(("chat.postMessage", 200, {"ok": False, "error": CANARY}, {}))
    await http.send.event(mention(f"{CANARY} again"))
    await http.send.form(command(CANARY, http.respond()))
    await http.answer()
    await http.send.form({"command": "/nope", "text": CANARY, "team_id": "T1", "user_id": "U1"})
    said = written.getvalue()
    assert '"outcome": "answered"' in said
    for secret in (CANARY, SECRET, *TOKENS.values()):
        assert secret not in said
    assert all(json.loads(line) for line in said.splitlines())
