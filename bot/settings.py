"""What the environment says: secrets and addresses, whole or not at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.hub.address import Base, base_of
from bot.hub.errors import HubError
from bot.secret import Secret
from core.errors import HowfastError

LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(HowfastError):
    """The environment is half-configured; the message is one line that names what is missing."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """Discord's token, its own addresses unless a double stands in, and this process's shards."""

    token: Secret
    api: str | None = None
    gateway: str | None = None
    shard_ids: tuple[int, ...] | None = None
    shard_count: int | None = None


@dataclass(frozen=True, slots=True)
class SlackSettings:
    """Slack in one of two ways: Socket Mode (`app_token`) or HTTP (`signing_secret`, `http`)."""

    bot_token: Secret | None = None
    app_token: Secret | None = None
    signing_secret: Secret | None = None
    http: Address | None = None
    client_id: str | None = None
    client_secret: Secret | None = None
    api: str | None = None
    public: str | None = None
    """The address under which Slack's image proxy reaches us, for pictures ("https://…")."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the environment says; None = not configured."""

    database_url: Secret | None = None
    discord: DiscordSettings | None = None
    slack: SlackSettings | None = None
    health: Address | None = None
    hub: Base | None = None
    log_level: str = "INFO"

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Settings":
        """Return the settings in `environment`.

        Raises
        ------
        SettingsError
            If a front end is half-configured or a value cannot be read.
        """
        env = _Environment(environment)
        url = env.get("DATABASE_URL")
        return cls(
            database_url=Secret(url) if url else None,
            discord=_discord(env),
            slack=_slack(env),
            health=_address(env, "HEALTH"),
            hub=_hub(env),
            log_level=_log_level(env),
        )


class _Environment:
    """`HOWFAST_NAME`, or the contents of the file that `HOWFAST_NAME_FILE` names."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values

    def get(self, name: str) -> str | None:
        full = f"HOWFAST_{name}"
        path = self._values.get(f"{full}_FILE")
        if path and self._values.get(full):
            raise SettingsError(f"{full} and {full}_FILE are both set: unset one of them")
        if path:
            try:
                return Path(path).read_text(encoding="utf-8").strip() or None
            except (OSError, UnicodeDecodeError):
                raise SettingsError(f"{full}_FILE cannot be read: check that it exists") from None
        return self._values.get(full, "").strip() or None

    def secret(self, name: str) -> Secret | None:
        value = self.get(name)
        return Secret(value) if value else None


def _discord(env: _Environment) -> DiscordSettings | None:
    token = env.secret("DISCORD_TOKEN")
    ids, count = env.get("SHARD_IDS"), env.get("SHARD_COUNT")
    if ids and not count:
        raise SettingsError("HOWFAST_SHARD_COUNT is missing: HOWFAST_SHARD_IDS is set without it")
    if token is None:
        for name in ("DISCORD_API", "DISCORD_GATEWAY", "SHARD_IDS", "SHARD_COUNT"):
            if env.get(name):
                raise SettingsError(
                    f"HOWFAST_DISCORD_TOKEN is missing: HOWFAST_{name} is set without it"
                )
        return None
    shard_ids, shard_count = _shards(ids, count)
    return DiscordSettings(
        token, env.get("DISCORD_API"), env.get("DISCORD_GATEWAY"), shard_ids, shard_count
    )


def _shards(ids: str | None, count: str | None) -> tuple[tuple[int, ...] | None, int | None]:
    try:
        shard_count = int(count) if count else None
        shard_ids = tuple(int(one) for one in ids.split(",")) if ids else None
    except ValueError:
        raise SettingsError(
            "HOWFAST_SHARD_IDS and HOWFAST_SHARD_COUNT must be numbers, as 0,1 of 4"
        ) from None
    if shard_ids and shard_count and not all(0 <= one < shard_count for one in shard_ids):
        raise SettingsError(f"HOWFAST_SHARD_IDS must lie between 0 and {shard_count - 1}")
    return shard_ids, shard_count


def _slack(env: _Environment) -> SlackSettings | None:
    slack = SlackSettings(
        bot_token=env.secret("SLACK_BOT_TOKEN"),
        app_token=env.secret("SLACK_APP_TOKEN"),
        signing_secret=env.secret("SLACK_SIGNING_SECRET"),
        http=_address(env, "SLACK_HTTP"),
        client_id=env.get("SLACK_CLIENT_ID"),
        client_secret=env.secret("SLACK_CLIENT_SECRET"),
        api=env.get("SLACK_API"),
        public=_public(env),
    )
    if slack == SlackSettings():
        return None
    if missing := _missing_of_slack(slack):
        raise SettingsError(f"HOWFAST_SLACK_{missing} is missing: Slack is half-configured")
    return slack


def _public(env: _Environment) -> str | None:
    text = env.get("SLACK_PUBLIC")
    if text is not None and not text.startswith(("https://", "http://127.0.0.1:")):
        raise SettingsError("HOWFAST_SLACK_PUBLIC must be an address, as https://howfast.example")
    return text.rstrip("/") if text else None


def _missing_of_slack(slack: SlackSettings) -> str | None:
    """Return the first name that is missing for Socket Mode, HTTP, or many workspaces."""
    many = slack.client_id or slack.client_secret
    if slack.http or slack.signing_secret or many:
        needed: tuple[tuple[str, object], ...] = (
            ("SIGNING_SECRET", slack.signing_secret),
            ("HTTP", slack.http),
        )
        if many:
            needed += (("CLIENT_ID", slack.client_id), ("CLIENT_SECRET", slack.client_secret))
        else:
            needed += (("BOT_TOKEN", slack.bot_token),)
    else:
        needed = (("BOT_TOKEN", slack.bot_token), ("APP_TOKEN", slack.app_token))
    return next((name for name, value in needed if not value), None)


def _address(env: _Environment, name: str) -> Address | None:
    text = env.get(name)
    if text is None:
        return None
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 65_536):  # noqa: PLR2004
        raise SettingsError(f"HOWFAST_{name} must be host:port, as 127.0.0.1:8080")
    return Address(host.strip("[]"), int(port))


def _hub(env: _Environment) -> Base | None:
    setting = env.get("HUB")
    if setting is None or setting.lower() == "off":
        return None
    try:
        return base_of(setting)
    except HubError:
        raise SettingsError(
            "HOWFAST_HUB must be https://host, or http://host:port on this machine"
        ) from None


def _log_level(env: _Environment) -> str:
    level = (env.get("LOG_LEVEL") or "INFO").upper()
    if level not in LOG_LEVELS:
        raise SettingsError(f"HOWFAST_LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}")
    return level
