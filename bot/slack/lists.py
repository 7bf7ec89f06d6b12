"""What the app asks of Slack: scopes, events, commands. The manifest is made from these lists."""

from typing import Final

COMMAND: Final = "/howfast"
SHORTCUT: Final = "check_speed"

SCOPES: Final = ("app_mentions:read", "chat:write", "commands", "im:history", "users:read")
EVENTS: Final = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.im",
    "tokens_revoked",
)

EVENTS_PATH: Final = "/slack/events"
INSTALL_PATH: Final = "/slack/install"
REDIRECT_PATH: Final = "/slack/oauth_redirect"
PICTURES_PATH: Final = "/slack/picture"

PROMPTS: Final = ("fit", "speed", "slow", "model")
"""The suggested prompts, by the ends of their phrases ``chat.help.prompt.…``."""
