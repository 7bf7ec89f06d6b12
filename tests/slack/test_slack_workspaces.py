"""Many workspaces: each installs, is answered with its own token, and leaves without a trace."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from bot.store import Store
from tests.fakes.slack import FakeSlack, until
from tests.fakes.slack_payloads import command, event, mention
from tests.fakes.slack_scene import TOKENS, Scene, free_port, http_environment, scene

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
ASKED = "qwen3 8b Q4_K_M on a 4090"


@pytest.fixture
async def many(sqlite_store: Store, slack: FakeSlack) -> AsyncIterator[Scene]:
    given = {"HOWFAST_SLACK_CLIENT_ID": "1.2", "HOWFAST_SLACK_CLIENT_SECRET": TOKENS["client"]}
    environment = http_environment(slack, free_port(), **given)
    del environment["HOWFAST_SLACK_BOT_TOKEN"]
    async with scene(sqlite_store, slack, environment) as one:
        yield one


async def _install(many: Scene, team: str) -> object:
    pages = f"{many.root}/slack"
    async with many.session.get(f"{pages}/install", allow_redirects=False) as page:
        cookie = page.headers["Set-Cookie"].split(";")[0]
        body = page.headers.get("Location") or await page.text()
    state = body.split("state=")[1].split("&")[0].split('"')[0]
    back = f"{pages}/oauth_redirect?code={team}&state={state}"
    async with many.session.get(back, headers={"Cookie": cookie}) as page:
        return page.status


async def _rows(store: Store, team: str) -> int:
    count = 0
    async with store.database.read() as connection:
        for table in ("slack_bots", "slack_installations"):
            found = text(f"SELECT count(*) FROM {table} WHERE team_id = :team")  # noqa: S608
            count += (await connection.execute(found, {"team": team})).scalar_one()
        found = text("SELECT count(*) FROM conversations WHERE tenant = :tenant")
        count += (await connection.execute(found, {"tenant": f"slack:{team}"})).scalar_one()
    return int(count)


async def test_each_workspace_is_answered_with_its_own_token(many: Scene):
    for team in ("T2", "T3"):
        assert await _install(many, team) == 200
    for team in ("T2", "T3", "T2"):
        many.slack.calls.clear()
        await many.send.event(mention(ASKED, team=team))
        await until(lambda: many.slack.posts)
        assert many.slack.of("chat.postMessage")[0].token == f"xoxb-{team}"
    assert not many.slack.of("auth.test")


async def test_a_workspace_that_did_not_install_is_asked_to(many: Scene):
    asked = command(ASKED, many.respond(), team_id="T404")
    status, _ = await many.send.form(asked)
    assert status == 200
    assert "reinstall" in (await many.answer())["text"]


@pytest.mark.parametrize(
    "last",
    [
        event("app_uninstalled", team="T2"),
        event("tokens_revoked", team="T2", tokens={"bot": ["UBOT"]}),
    ],
)
async def test_who_leaves_takes_everything_along(many: Scene, last: dict[str, object]):
    for team in ("T2", "T3"):
        await _install(many, team)
        await many.send.event(mention(ASKED, team=team))
    await until(lambda: len(many.slack.posts) == 2)
    assert await _rows(many.store, "T2") == 3
    await many.send.event(last)
    for _ in range(200):
        if not await _rows(many.store, "T2"):
            break
    assert await _rows(many.store, "T2") == 0
    assert await _rows(many.store, "T3") == 3


async def test_a_wrong_state_installs_nothing(many: Scene):
    page = f"{many.root}/slack/oauth_redirect?code=T9&state=guessed"
    async with many.session.get(page) as answer:
        assert answer.status == 400
    assert await _rows(many.store, "T9") == 0
