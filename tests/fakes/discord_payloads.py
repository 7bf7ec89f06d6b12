"""Discord's payloads, with what discord.py reads of them."""

from typing import Any

APP_ID = BOT_ID = 1_000_000_000_000_000_001
GUILD_ID = 2_000_000_000_000_000_001
CHANNEL_ID = 3_000_000_000_000_000_001
USER_ID = 770_000_000_000_000_001
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.loopback.canary-token-5e1f"
PERMISSIONS = "2147485696"
WHEN = "2026-01-01T00:00:00+00:00"

BOT: dict[str, Any] = {
    "id": str(BOT_ID),
    "username": "howfast",
    "discriminator": "0000",
    "global_name": None,
    "avatar": None,
    "bot": True,
}
ALICE: dict[str, Any] = {
    "id": str(USER_ID),
    "username": "alice",
    "discriminator": "0",
    "global_name": "Alice",
    "avatar": None,
}
APPLICATION: dict[str, Any] = {
    "id": str(APP_ID),
    "name": "howfast",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": {"id": "5", "username": "o", "discriminator": "0", "avatar": None},
    "team": None,
    "summary": "",
}


def gateway(url: str, shards: int, max_concurrency: int) -> dict[str, Any]:
    limit = {
        "total": 1000,
        "remaining": 999,
        "reset_after": 1,
        "max_concurrency": max_concurrency,
    }
    return {"url": url, "shards": shards, "session_start_limit": limit}


def ready(url: str, shard: list[int], guilds: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "v": 10,
        "user": BOT,
        "guilds": guilds,
        "session_id": f"s{shard[0]}",
        "resume_gateway_url": url,
        "shard": shard,
        "application": {"id": str(APP_ID), "flags": 0},
    }


def guild() -> dict[str, Any]:
    role = {
        "id": str(GUILD_ID),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": "0",
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    empty = ("emojis", "stickers", "features", "members", "threads", "presences", "voice_states")
    more = ("stage_instances", "guild_scheduled_events", "soundboard_sounds")
    zero = (
        "verification_level",
        "default_message_notifications",
        "explicit_content_filter",
        "mfa_level",
        "system_channel_flags",
        "premium_tier",
        "nsfw_level",
    )
    return {
        "id": str(GUILD_ID),
        "name": "help",
        "owner_id": "5",
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "afk_timeout": 300,
        "roles": [role],
        "preferred_locale": "en-US",
        "large": False,
        "unavailable": False,
        "member_count": 2,
        "channels": [channel()],
        **dict.fromkeys(zero, 0),
        **{name: [] for name in (*empty, *more)},
    }


def channel() -> dict[str, Any]:
    return {
        "id": str(CHANNEL_ID),
        "type": 0,
        "name": "llm-help",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
    }


def message(id_: str, content: str, **more: Any) -> dict[str, Any]:
    """Return a message of alice's that mentions the bot; `guild_id=None` makes it private."""
    found = {
        "id": id_,
        "channel_id": str(CHANNEL_ID),
        "guild_id": str(GUILD_ID),
        "author": ALICE,
        "content": content,
        "timestamp": WHEN,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [dict(BOT)],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": [],
        **more,
    }
    return {name: value for name, value in found.items() if name != "guild_id" or value}


def posted(id_: str, body: Any) -> dict[str, Any]:
    """Return what Discord answers to a message of the bot's."""
    kept = {name: (body or {}).get(name) or [] for name in ("embeds", "components")}
    content = (body or {}).get("content") or ""
    return message(id_, content, author=BOT, mentions=[]) | kept


def callback(id_: str, message_id: str, body: Any) -> dict[str, Any]:
    resource: dict[str, Any] = {"type": body["type"]}
    if body["type"] in (4, 7):
        resource["message"] = posted(message_id, body.get("data"))
    return {
        "interaction": {
            "id": id_,
            "type": 2,
            "response_message_id": message_id,
            "response_message_loading": body["type"] == 5,
            "response_message_ephemeral": False,
            "channel_id": str(CHANNEL_ID),
            "guild_id": str(GUILD_ID),
        },
        "resource": resource,
    }


def command(one: dict[str, Any], id_: str) -> dict[str, Any]:
    """Return a command as Discord keeps it."""
    kept = {"type": 1, "description": "", "default_member_permissions": None, **one}
    return {**kept, "id": id_, "application_id": str(APP_ID), "version": "1"}


def interaction(
    id_: str,
    token: str,
    kind: int,
    data: object,
    *,
    in_guild: bool = True,
    locale: str = "en-US",
    context: int = 0,
    owners: dict[str, str] | None = None,
    of: dict[str, Any] | None = None,
    user: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return an interaction; `of` is the message that a control stands under."""
    person = user or ALICE
    place: dict[str, Any] = {
        "id": str(CHANNEL_ID),
        "type": 0 if in_guild else 3,
        "name": "llm-help",
        "permissions": PERMISSIONS,
    }
    place |= {"guild_id": str(GUILD_ID), "position": 0} if in_guild else {"recipients": []}
    found: dict[str, Any] = {
        "id": id_,
        "application_id": str(APP_ID),
        "type": kind,
        "token": token,
        "version": 1,
        "data": data,
        "channel_id": str(CHANNEL_ID),
        "channel": place,
        "locale": locale,
        "entitlements": [],
        "authorizing_integration_owners": owners or {"0": str(GUILD_ID)},
        "context": context,
        "attachment_size_limit": 10_485_760,
        "app_permissions": PERMISSIONS,
    }
    if in_guild:
        found |= {
            "guild_id": str(GUILD_ID),
            "guild_locale": "en-US",
            "guild": {"id": str(GUILD_ID), "locale": "en-US", "features": []},
            "member": {
                "user": person,
                "roles": [],
                "joined_at": WHEN,
                "deaf": False,
                "mute": False,
                "flags": 0,
                "permissions": PERMISSIONS,
            },
        }
    else:
        found["user"] = person
    return found | ({"message": of} if of else {})
