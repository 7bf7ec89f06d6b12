"""What was sent first is edited, not followed by a second message."""

from typing import Any, cast

import discord
from slack_sdk.web.async_client import AsyncWebClient

from bot.discord.outlets import MessageOutlet, Rendered
from bot.slack.render import words
from bot.slack.replies import to_conversation


class Calls:
    """A Slack client, a Discord channel and its messages, as far as sending needs them."""

    def __init__(self) -> None:
        self.made: list[tuple[str, dict[str, Any]]] = []
        self.channel = self
        self.guild, self.id, self.content = None, 7, ""

    async def chat_postMessage(self, **given: Any) -> dict[str, str]:  # noqa: N802
        self.made.append(("post", given))
        return {"channel": "C9", "ts": "1.5"}

    async def chat_update(self, **given: Any) -> None:
        self.made.append(("update", given))

    async def send(self, **given: Any) -> "Calls":
        self.made.append(("send", given))
        return self

    async def edit(self, **given: Any) -> None:
        self.made.append(("edit", given))

    def to_reference(self, **_: Any) -> None:
        return None


async def test_slack_edits_what_it_posted() -> None:
    calls = Calls()
    send = to_conversation(cast("AsyncWebClient", calls), "C1", "1.1")
    await send(words("first"))
    await send(words("second"))
    (_, posted), (kind, edited) = calls.made
    assert kind == "update"
    assert (posted["thread_ts"], edited["channel"], edited["ts"]) == ("1.1", "C9", "1.5")
    assert edited["text"] == "second"


async def test_discord_edits_what_it_replied() -> None:
    calls = Calls()
    outlet = MessageOutlet(cast("discord.Message", calls), language="en")
    for title in ("first", "second"):
        await outlet.send(Rendered(discord.Embed(title=title)))
    (first, _), (second, edited) = calls.made
    assert (first, second) == ("send", "edit")
    assert edited["embed"].title == "second"
