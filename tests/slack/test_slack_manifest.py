"""The manifest in deploy/ is the one the code makes, and asks for no more than it uses."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.slack import actions, commands, events
from bot.slack.lists import COMMAND, EVENTS, SCOPES, SHORTCUT
from bot.slack.manifest import manifest, yaml
from bot.slack.taking import Taking

ROOT = Path(__file__).parents[2]


class Recorder:
    """Takes note of what is listened for."""

    def __init__(self) -> None:
        self.heard: dict[str, list[Any]] = {}

    def __getattr__(self, kind: str) -> Any:
        def listen(what: Any) -> Any:
            self.heard.setdefault(kind, []).append(what)
            return lambda listener: listener

        return listen


def test_the_manifest_in_deploy_is_the_one_the_code_makes():
    assert (ROOT / "deploy" / "slack-manifest.yaml").read_text() == yaml(manifest())


def test_everything_listened_for_is_subscribed_to_and_nothing_else():
    app: Any = Recorder()
    for part in (events, commands, actions):
        part.register(app, None, Taking())
    assert sorted(app.heard["event"]) == sorted(one.partition(".")[0] for one in EVENTS)
    assert app.heard["command"] == [COMMAND]
    assert [one["callback_id"] for one in app.heard["shortcut"]] == [SHORTCUT]


def test_the_scopes_are_the_least():
    assert SCOPES == ("app_mentions:read", "chat:write", "commands", "im:history", "users:read")


def test_over_http_every_address_is_the_one_path():
    text = yaml(manifest("https://howfast.example"))
    urls = re.findall(r'\burl: "(.*?)"|_url: "(.*?)"', text)
    assert {a or b for a, b in urls} == {"https://howfast.example/slack/events"}
    assert "https://howfast.example/slack/oauth_redirect" in text
    assert "socket_mode_enabled: false" in text


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("display_information.name", 35),
        ("display_information.description", 140),
        ("features.bot_user.display_name", 80),
        ("features.agent_view.agent_description", 300),
    ],
)
def test_texts_fit(path: str, most: int):
    node: Any = manifest()
    for name in path.split("."):
        node = node[name]
    assert len(node) <= most


def test_the_long_description_is_long_enough_for_slack():
    shown: Any = manifest()["display_information"]
    assert 174 <= len(shown["long_description"]) <= 4_000
    features: Any = manifest()["features"]
    assert len(features["shortcuts"][0]["name"]) <= 24
    assert len(features["agent_view"]["suggested_prompts"]) == 4


def test_the_guide_names_every_setting_and_scope():
    guide = (ROOT / "deploy" / "slack.md").read_text()
    for name in ("BOT_TOKEN", "APP_TOKEN", "SIGNING_SECRET", "HTTP", "CLIENT_ID", "CLIENT_SECRET"):
        assert f"HOWFAST_SLACK_{name}" in guide
    for scope in SCOPES:
        assert scope in guide
    for picture in re.findall(r"\((pictures/[\w.-]+)\)", guide):
        assert (ROOT / "deploy" / picture).exists()
