"""What Slack sends, as it sends it."""

import itertools
from typing import Any

from tests.fakes.slack import TEAM, USER

_count = itertools.count(1)


def number() -> int:
    return next(_count)


def event(
    kind: str, *, team: str = "T1", event_id: str | None = None, **fields: Any
) -> dict[str, Any]:
    n = number()
    inner = {"type": kind, "user": "U77", "event_ts": f"17.{n:06}", **fields}
    return {
        "token": "x",
        "team_id": team,
        "api_app_id": "A1",
        "type": "event_callback",
        "event_id": event_id or f"Ev{n}",
        "event_time": 1,
        "event": inner,
        "authorizations": [
            {
                "team_id": team,
                "user_id": "UBOT",
                "is_bot": True,
                "enterprise_id": None,
                "is_enterprise_install": False,
            }
        ],
    }


def mention(text: str, **fields: Any) -> dict[str, Any]:
    given = {"channel": "C1", "ts": f"17.{number():06}", "text": f"<@UBOT> {text}", **fields}
    return event("app_mention", **given)


def direct(text: str, **fields: Any) -> dict[str, Any]:
    given = {"channel": "D1", "channel_type": "im", "ts": f"17.{number():06}", "text": text}
    return event("message", **(given | fields))


def command(text: str, respond: str, **fields: str) -> dict[str, str]:
    given = {
        "command": "/howfast",
        "text": text,
        "team_id": "T1",
        "user_id": "U77",
        "user_name": "alice",
        "channel_id": "C1",
        "trigger_id": f"13.{number()}",
        "response_url": respond,
        "api_app_id": "A1",
        "token": "x",
    }
    return given | fields


def click(
    element: dict[str, Any], respond: str | None, *, ephemeral: bool = True, **fields: Any
) -> dict[str, Any]:
    """Return the click on a button, or the choice of an option put under ``selected_option``."""
    n = number()
    pressed = {"action_ts": f"18.{n}", "block_id": "b", **element}
    body: dict[str, Any] = {
        "type": "block_actions",
        "team": TEAM,
        "user": USER,
        "api_app_id": "A1",
        "token": "x",
        "trigger_id": f"14.{n}",
        "container": {
            "type": "message",
            "message_ts": "17.1",
            "channel_id": "C1",
            "is_ephemeral": ephemeral,
        },
        "channel": {"id": "C1", "name": "help"},
        "actions": [pressed],
    }
    if respond is not None:
        body["response_url"] = respond
    return body | fields


def typed(action_id: str, value: str) -> dict[str, Any]:
    return {
        "type": "block_suggestion",
        "team": TEAM,
        "user": USER,
        "api_app_id": "A1",
        "token": "x",
        "action_id": action_id,
        "block_id": "b",
        "value": value,
        "container": {"type": "message", "message_ts": "17.1", "channel_id": "C1"},
        "channel": {"id": "C1", "name": "help"},
    }


def shortcut(text: str, respond: str, **message: Any) -> dict[str, Any]:
    n = number()
    return {
        "type": "message_action",
        "callback_id": "check_speed",
        "team": TEAM,
        "user": USER,
        "token": "x",
        "trigger_id": f"15.{n}",
        "channel": {"id": "C1", "name": "help"},
        "message_ts": "17.1",
        "message": {"type": "message", "text": text, "ts": "17.1", **message},
        "response_url": respond,
    }


def elements(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all buttons and menus of `blocks`."""
    rows = (block["elements"] for block in blocks if block["type"] == "actions")
    return [element for row in rows for element in row]


def find(blocks: list[dict[str, Any]], what: str) -> dict[str, Any]:
    """Return the button or menu that does `what`."""
    return next(e for e in elements(blocks) if e["action_id"].startswith(f"hf:{what}:"))


def texts(node: Any) -> list[str]:
    """Return every text in a payload."""
    if isinstance(node, dict):
        own = [
            v for k, v in node.items() if k in ("text", "alt_text", "label") and isinstance(v, str)
        ]
        return own + [one for v in node.values() for one in texts(v)]
    if isinstance(node, list):
        return [one for v in node for one in texts(v)]
    return []
