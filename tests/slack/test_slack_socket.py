"""The same over Socket Mode, with sockets that come and go."""

import json
import time

import pytest

from bot.app import FrontEndError
from bot.store import Store
from tests.fakes.slack import FakeSlack, until
from tests.fakes.slack_payloads import click, command, find, mention, typed
from tests.fakes.slack_scene import Scene, scene, socket_environment

ASKED = "qwen3 32b Q4_K_M on a 4090 at 16k?"


async def test_a_command_an_event_and_a_menu_are_answered_through_the_socket(linked: Scene):
    assert await linked.slack.envelope("slash_commands", command(ASKED, linked.respond())) is None
    menu = find((await linked.answer())["blocks"], "device")
    found = await linked.slack.envelope("interactive", typed(menu["action_id"], "m4 max"))
    chosen = found["options"][0]
    pressed = click({**menu, "selected_option": chosen}, linked.respond())
    await linked.slack.envelope("interactive", pressed)
    assert "M4 Max" in (await linked.answer())["text"]
    body = mention(ASKED)
    await linked.slack.envelope("events_api", body)
    assert (await linked.post())["thread_ts"] == body["event"]["ts"]


async def test_a_redelivery_through_another_socket_is_answered_once(linked: Scene):
    body = mention(ASKED)
    await linked.slack.envelope("events_api", body)
    await linked.slack.sockets[-1].send_json({"type": "disconnect", "reason": "refresh_requested"})
    await until(lambda: len(linked.slack.sockets) == 2, 15)
    again = {"retry_attempt": 1, "retry_reason": "timeout"}
    await linked.slack.envelope("events_api", body, **again)
    await linked.slack.envelope("events_api", mention("feel 9 tok/s"))
    await until(lambda: len(linked.slack.posts) >= 2)
    assert len(linked.slack.posts) == 2


async def test_a_broken_socket_shows_and_is_made_anew(linked: Scene):
    linked.slack.is_down = True
    await linked.slack.sockets[-1].close()
    await until(lambda: not linked.front.connected, 10)
    linked.slack.is_down = False
    started = time.monotonic()
    await until(lambda: linked.front.connected, 30)
    assert time.monotonic() - started < 15
    await linked.slack.envelope("events_api", mention(ASKED))
    assert "tok/s" in (await linked.post())["text"]


async def test_a_slack_that_answers_with_a_proxys_page_is_asked_again(
    sqlite_store: Store, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.slack.link.PING_S", 0.2)
    monkeypatch.setattr("bot.slack.client.RETRY_S", 0.2)
    for method in ("auth.test", "apps.connections.open", "apps.connections.open"):
        slack.failures.append((method, 502, {}, {}))
    async with scene(sqlite_store, slack, socket_environment(slack)) as one:
        slack.failures.append(("users.info", 502, {}, {}))
        await slack.envelope("events_api", mention(ASKED))
        assert "tok/s" in (await one.post())["text"]


@pytest.mark.parametrize("method", ["auth.test", "apps.connections.open"])
async def test_a_refused_token_ends_with_a_line_that_says_which(
    sqlite_store: Store, slack: FakeSlack, method: str
):
    slack.failures.append((method, 200, {"ok": False, "error": "invalid_auth"}, {}))
    which = "BOT_TOKEN" if method == "auth.test" else "APP_TOKEN"
    with pytest.raises(FrontEndError, match=f"{which} \\(invalid_auth\\)"):
        async with scene(sqlite_store, slack, socket_environment(slack)):
            pass
    assert "xoxb" not in json.dumps([call.args for call in slack.calls])
