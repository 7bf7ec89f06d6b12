"""What arrives as an event: mentions, direct messages, the home, and workspaces that leave."""

from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.handler import Reply
from bot.incoming import Incoming, tenant
from bot.notices import notice
from bot.slack.desk import Desk, place_of
from bot.slack.home import home, prompts
from bot.slack.incoming import PLATFORM, Payload, of_event, team
from bot.slack.performing import perform
from bot.slack.replies import to_conversation
from bot.slack.speech import Ask, Spoken, spoken_to
from bot.slack.taking import Taking
from core.answer import Answer
from core.language.pack import pack

SPOKEN: Final = (None, "file_share", "thread_broadcast")
"""Kinds of message that a person wrote; edits and joins are others."""


def register(app: AsyncApp, desk: Desk, taking: Taking) -> None:
    """Listen for events."""
    front = Events(desk)
    for name, listener in (
        ("app_mention", front.mention),
        ("message", front.message),
        ("app_home_opened", front.opened),
        ("app_uninstalled", front.left),
        ("tokens_revoked", front.revoked),
    ):
        app.event(name)(taking.counted(listener))


class Events:
    """The listeners."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def mention(self, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Answer in the thread of the mention."""
        event = body["event"]
        if _is_person(event):
            await self._answer(body, client, str(event.get("thread_ts") or event["ts"]))

    async def message(self, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Answer a direct message where it stands."""
        event = body["event"]
        if _is_direct(event) and _is_person(event):
            await self._answer(body, client, event.get("thread_ts"))

    async def opened(self, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show the home, or offer prompts in the agent view."""
        event = body["event"]
        if event.get("tab") == "messages":
            await self._prompt(body, client)
        else:
            await publish_home(self._desk, of_event(body), client)

    async def left(self, body: dict[str, Any]) -> None:
        """Delete everything of a workspace that uninstalled the app."""
        await self._desk.handler.tenant_left(tenant(PLATFORM, team(body)))

    async def revoked(self, body: dict[str, Any]) -> None:
        """Delete everything of a workspace that revoked the bot's token."""
        tokens: Payload = body["event"].get("tokens") or {}
        if tokens.get("bot"):
            await self.left(body)

    async def _answer(self, body: dict[str, Any], client: AsyncWebClient, under: Any) -> None:
        event = body["event"]
        thread = str(under) if under else None
        place = place_of(str(event["channel"]), thread)
        wider = (place_of(str(event["channel"]), None),) if _is_direct(event) else ()
        incoming = await self._desk.known(of_event(body), client, place, *wider)
        files = event.get("files") or []
        if files:
            text = await self._desk.files.text(files, client.token)
            incoming = replace(incoming, attachment=text)
        send = to_conversation(client, str(event["channel"]), thread)
        reply = self._desk.reply(incoming, place, send)
        if incoming.text or incoming.attachment:
            said = spoken_to(incoming.text) if incoming.text and not files else None
            said = said or Spoken(Ask.QUESTION, incoming.text)
            await perform(self._desk, incoming, said, reply, edit=reply)
        else:
            code = "chat.file.closed" if files else "chat.welcome"
            await self._desk.handler.run(incoming, lambda: self._say(incoming, code), reply)

    async def _say(self, incoming: Incoming, code: str) -> Answer:
        return notice(code, await self._desk.language(incoming))

    async def _prompt(self, body: dict[str, Any], client: AsyncWebClient) -> None:
        event = body["event"]
        locale = await self._desk.locale(body, client, str(event["user"]))
        language = await self._desk.language(replace(of_event(body), locale=locale))
        with suppress(SlackApiError):  # a workspace without the agent view has no prompts
            await client.assistant_threads_setSuggestedPrompts(
                channel_id=str(event["channel"]), prompts=prompts(pack(language))
            )


async def publish_home(desk: Desk, incoming: Incoming, client: AsyncWebClient) -> None:
    """Show the person's home, after setting the rig to the text of `incoming` if it has one."""
    locale = await desk.locales.of(client, incoming.tenant_id, incoming.user_id)
    incoming = replace(incoming, locale=locale)
    await desk.handler.rig(incoming, homely(incoming, client))


def homely(incoming: Incoming, client: AsyncWebClient) -> Reply:
    """Return what shows an answer of a few words on the person's home."""

    async def reply(answer: Answer, /) -> None:
        view = home(answer.language, answer.text)
        await client.views_publish(user_id=incoming.user_id, view=view)

    return reply


def _is_person(event: Payload) -> bool:
    """Return whether somebody wrote this, and not a bot or the app itself."""
    return bool(event.get("user")) and not event.get("bot_id") and event.get("subtype") in SPOKEN


def _is_direct(event: Payload) -> bool:
    kind = event.get("channel_type")
    return kind == "im" or (kind is None and str(event.get("channel", "")).startswith("D"))
