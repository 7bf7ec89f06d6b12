"""The app's manifest, made from the lists the code itself uses.

``python -m bot.slack.manifest`` prints it for Socket Mode, with an address for HTTP behind it.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from bot.slack.home import prompts
from bot.slack.lists import COMMAND, EVENTS, EVENTS_PATH, REDIRECT_PATH, SCOPES, SHORTCUT
from core.language.pack import pack

COLOUR: Final = "#1f4e79"
HINT: Final = "32B Q4 on a 4090 at 64k? · help · rig … · report 38 · feel 12 · forget me"
ABOUT: Final = """\
Tell howfast a model and your hardware, in your own words, and it says whether the model fits, how \
many tokens per second it gives, how that feels, and what to change. It knows cards, Macs and \
servers, every usual quant, context and KV cache, several cards and offloading; it reads pasted \
logs and finds out why something is slow. It keeps no messages."""

Node = Mapping[str, "Node"] | Sequence["Node"] | str | bool


def manifest(address: str | None = None) -> dict[str, Node]:
    """Return the manifest: for Socket Mode, or for HTTP under `address` ("https://…")."""
    url = f"{address}{EVENTS_PATH}" if address else None
    oauth: dict[str, Node] = {"scopes": {"bot": SCOPES}}
    if address:
        oauth["redirect_urls"] = [f"{address}{REDIRECT_PATH}"]
    return {
        "display_information": {
            "name": "howfast",
            "description": "How fast will this model run on my hardware, and does it fit?",
            "background_color": COLOUR,
            "long_description": ABOUT,
        },
        "features": _features(url),
        "oauth_config": oauth,
        "settings": _settings(url),
    }


def _features(url: str | None) -> dict[str, Node]:
    say = pack("en")
    command: dict[str, Node] = {
        "command": COMMAND,
        "description": say("chat.command.howfast.description"),
        "usage_hint": HINT,
        "should_escape": False,
    }
    shortcut: dict[str, Node] = {
        "name": say("chat.command.check.name"),
        "type": "message",
        "callback_id": SHORTCUT,
        "description": "Does this message's setup fit, and how fast is it?",
    }
    return {
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "bot_user": {"display_name": "howfast", "always_online": True},
        "agent_view": {
            "agent_description": say("chat.help.what"),
            "suggested_prompts": prompts(say),
        },
        "shortcuts": [shortcut],
        "slash_commands": [command | ({"url": url} if url else {})],
    }


def _settings(url: str | None) -> dict[str, Node]:
    subscribed: dict[str, Node] = {"request_url": url} if url else {}
    menus: dict[str, Node] = {"message_menu_options_url": url} if url else {}
    return {
        "event_subscriptions": {**subscribed, "bot_events": EVENTS},
        "interactivity": {"is_enabled": True, **subscribed, **menus},
        "org_deploy_enabled": False,
        "socket_mode_enabled": url is None,
        "token_rotation_enabled": False,
    }


def yaml(node: Node, indent: str = "") -> str:
    """Return `node` as YAML: blocks of names and lists, every text in quotes.

    >>> print(yaml({"a": {"b": [True, "x: y"]}}), end="")
    a:
      b:
        - true
        - "x: y"
    """
    lines = []
    if isinstance(node, Mapping):
        pairs = [(f"{name}:", value) for name, value in node.items()]
    elif isinstance(node, str | bool):
        return json.dumps(node, ensure_ascii=False)
    else:
        pairs = [("-", value) for value in node]
    for lead, value in pairs:
        below = yaml(value, f"{indent}  ")
        if isinstance(value, str | bool):
            lines.append(f"{indent}{lead} {below}\n")
        elif lead == "-":
            lines.append(f"{indent}- {below.lstrip()}")
        else:
            lines.append(f"{indent}{lead}\n{below}")
    return "".join(lines)


if __name__ == "__main__":
    where = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else None
    sys.stdout.write(yaml(manifest(where)))
