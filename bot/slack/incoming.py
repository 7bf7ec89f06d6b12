"""From Slack's payloads to what every front end hands on."""

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from bot.incoming import Incoming
from bot.slack.text import unescape

PLATFORM: Final = "slack"
Payload = Mapping[str, Any]

PERSON: Final = re.compile(r"<[@!][^<>]{1,120}>")
LINK: Final = re.compile(r"<(?:[#]?)([^<>|]{1,2000})(?:\|([^<>]{0,500}))?>")


def words(text: str) -> str:
    """Return what a person typed of what Slack sends: no mentions, links as they are shown.

    >>> words("<@U0BOT> does 8b fit &lt; 8 GB? <https://hf.co/x|hf.co/x>")
    'does 8b fit < 8 GB? hf.co/x'
    """
    bare = PERSON.sub(" ", text)
    bare = LINK.sub(lambda found: found[2] or found[1], bare)
    return unescape(bare).strip()


def of_event(body: Payload, *, attachment: str = "", locale: str | None = None) -> Incoming:
    """Return the message or mention in an Events API `body`."""
    event: Payload = body["event"]
    return Incoming(
        event_id=str(body.get("event_id") or digest(event.get("channel"), event.get("ts")))[:80],
        platform=PLATFORM,
        tenant_id=team(body),
        user_id=str(event["user"]),
        channel_id=str(event.get("channel", "")),
        text=words(str(event.get("text") or "")),
        attachment=attachment,
        locale=locale,
    )


def of_command(body: Payload, text: str, *, locale: str | None = None) -> Incoming:
    """Return the slash command in `body`, `text` being what is left of its words."""
    return Incoming(
        event_id=digest(
            "command", body.get("trigger_id"), body.get("response_url"), body.get("text")
        ),
        platform=PLATFORM,
        tenant_id=team(body),
        user_id=str(body["user_id"]),
        channel_id=str(body.get("channel_id", "")),
        text=text,
        locale=locale,
    )


def of_interaction(body: Payload, text: str = "", *, locale: str | None = None) -> Incoming:
    """Return the button, menu or message shortcut in `body`."""
    acts = [(one.get("action_id"), one.get("action_ts")) for one in body.get("actions", ())]
    return Incoming(
        event_id=digest(
            body.get("type"), body.get("trigger_id"), body.get("response_url"), acts, text
        ),
        platform=PLATFORM,
        tenant_id=team(body),
        user_id=str(body["user"]["id"]),
        channel_id=channel_of(body),
        text=text,
        locale=locale,
    )


def team(body: Payload) -> str:
    """Return the workspace that installed the app, or the organisation that did for all of its.

    In a channel shared between companies, only ``authorizations`` tells whose app it is.
    """
    ours: Payload = next(iter(body.get("authorizations") or ()), {})
    whole: Payload = body.get("team") or {}
    user: Payload = body.get("user") if isinstance(body.get("user"), dict) else {}  # type: ignore[assignment]
    found = (
        ours.get("team_id")
        or body.get("team_id")
        or whole.get("id")
        or user.get("team_id")
        or body.get("enterprise_id")
        or ""
    )
    return str(found)


def channel_of(body: Payload) -> str:
    """Return the channel of an interaction, "" for the App Home."""
    channel: Payload = body.get("channel") or {}
    container: Payload = body.get("container") or {}
    return str(channel.get("id") or container.get("channel_id") or "")


def digest(*parts: object) -> str:
    """Return an id that is the same for every delivery of the same thing."""
    return blake2b(repr(parts).encode("utf-8", "replace"), digest_size=18).hexdigest()
