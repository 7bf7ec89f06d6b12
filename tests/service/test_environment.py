import subprocess
import sys

import pytest

from bot.secret import Secret
from bot.settings import Address, DiscordSettings, Settings, SettingsError

DISCORD = {"HOWFAST_DISCORD_TOKEN": "discord-canary"}
SOCKET = {"HOWFAST_SLACK_BOT_TOKEN": "xoxb-canary", "HOWFAST_SLACK_APP_TOKEN": "xapp-canary"}
HTTP = {
    "HOWFAST_SLACK_BOT_TOKEN": "xoxb-canary",
    "HOWFAST_SLACK_SIGNING_SECRET": "sign-canary",
    "HOWFAST_SLACK_HTTP": "0.0.0.0:3000",
}
MANY = {
    "HOWFAST_SLACK_SIGNING_SECRET": "sign-canary",
    "HOWFAST_SLACK_HTTP": "[::1]:3000",
    "HOWFAST_SLACK_CLIENT_ID": "1.2",
    "HOWFAST_SLACK_CLIENT_SECRET": "client-canary",
}


def test_nothing_set_configures_nothing():
    assert Settings.read({}) == Settings()


def test_a_token_alone_makes_discord_run():
    assert Settings.read(DISCORD).discord == DiscordSettings(Secret("discord-canary"))


def test_shards_are_numbers_within_their_count():
    shards = {"HOWFAST_SHARD_IDS": "0,1", "HOWFAST_SHARD_COUNT": "4"}
    discord = Settings.read(DISCORD | shards).discord
    assert discord is not None
    assert (discord.shard_ids, discord.shard_count) == ((0, 1), 4)


@pytest.mark.parametrize("way", [SOCKET, HTTP, MANY])
def test_slack_is_whole_or_its_first_missing_name_is_said(way):
    slack = Settings.read(way).slack
    assert slack is not None
    for name in way:
        rest = {key: value for key, value in way.items() if key != name}
        with pytest.raises(SettingsError, match=r"HOWFAST_SLACK_\w+ is missing"):
            Settings.read(rest)


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"HOWFAST_DISCORD_API": "http://127.0.0.1:1/api/v10"}, "HOWFAST_DISCORD_TOKEN is missing"),
        (DISCORD | {"HOWFAST_SHARD_IDS": "0"}, "HOWFAST_SHARD_COUNT is missing"),
        (DISCORD | {"HOWFAST_SHARD_IDS": "4", "HOWFAST_SHARD_COUNT": "4"}, "between 0 and 3"),
        (DISCORD | {"HOWFAST_SHARD_IDS": "a", "HOWFAST_SHARD_COUNT": "4"}, "must be numbers"),
        ({"HOWFAST_HEALTH": "8080"}, "HOWFAST_HEALTH must be host:port"),
        ({"HOWFAST_LOG_LEVEL": "loud"}, "HOWFAST_LOG_LEVEL must be one of"),
        ({"HOWFAST_DISCORD_TOKEN_FILE": "/none"}, "HOWFAST_DISCORD_TOKEN_FILE cannot be read"),
        (DISCORD | {"HOWFAST_DISCORD_TOKEN_FILE": "/none"}, "both set"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(environment, says):
    with pytest.raises(SettingsError, match=says) as caught:
        Settings.read(environment)
    assert "\n" not in str(caught.value)


def test_a_secret_may_stand_in_a_file(tmp_path):
    file = tmp_path / "token"
    file.write_text("from-a-file\n")
    discord = Settings.read({"HOWFAST_DISCORD_TOKEN_FILE": str(file)}).discord
    assert discord is not None
    assert discord.token.reveal() == "from-a-file"


def test_an_address_may_be_of_either_kind():
    assert Settings.read({"HOWFAST_HEALTH": "[::1]:80"}).health == Address("::1", 80)
    assert Settings.read({"HOWFAST_HEALTH": "10.0.0.1:80"}).health == Address("10.0.0.1", 80)


def test_no_secret_shows_in_what_is_printed():
    for environment in (DISCORD, SOCKET, HTTP, MANY, {"HOWFAST_DATABASE_URL": "pg://canary@h/d"}):
        settings = Settings.read(environment)
        for shown in (repr(settings), str(settings), f"{settings}", "%r" % (settings,)):  # noqa: UP031
            assert "canary" not in shown


@pytest.mark.parametrize(
    ("which", "environment", "says"),
    [
        ("serve", {}, "HOWFAST_DISCORD_TOKEN nor HOWFAST_SLACK_BOT_TOKEN is not set"),
        ("slack", DISCORD, "HOWFAST_SLACK_BOT_TOKEN is not set"),
        ("slack", {"HOWFAST_SLACK_BOT_TOKEN": "x"}, "HOWFAST_SLACK_APP_TOKEN is missing"),
    ],
)
def test_a_front_end_that_is_half_configured_refuses_to_start_with_one_line(
    which, environment, says
):
    code = f"from bot.app import run; raise SystemExit(run({which!r}))"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
