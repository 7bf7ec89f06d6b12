"""The slash command with its sub-words, and the shortcut on anybody's message."""

from dataclasses import replace
from typing import Any

from aiohttp import ClientError
from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.errors import SlackApiError, SlackRequestError
from slack_sdk.web.async_client import AsyncWebClient

from bot.incoming import Incoming
from bot.notices import notice
from bot.slack.desk import Desk, place_of
from bot.slack.incoming import Payload, channel_of, of_command, of_interaction, words
from bot.slack.lists import COMMAND, SHORTCUT
from bot.slack.performing import perform
from bot.slack.replies import to_address
from bot.slack.speech import spoken
from bot.slack.taking import Taking
from core.answer import Answer


def register(app: AsyncApp, desk: Desk, taking: Taking) -> None:
    """Listen for the command and the shortcut."""
    front = Commands(desk)
    app.command(COMMAND)(taking.counted(front.command))
    app.shortcut({"type": "message_action", "callback_id": SHORTCUT})(taking.counted(front.check))


class Commands:
    """The listeners. Their answers are for the asker alone until they are shared."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def command(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Do what the words after the command say."""
        await ack()
        said = spoken(words(str(body.get("text") or "")))
        place = place_of(str(body.get("channel_id", "")), str(body["user_id"]))
        incoming = await self._desk.known(of_command(body, said.text), client, place)
        send = to_address(self._desk.session, str(body["response_url"]))
        reply = self._desk.reply(incoming, place, send, may_share=True)
        if said.changes and not await is_admin(client, incoming.user_id):
            await self._desk.handler.run(incoming, lambda: self._refused(incoming), reply)
        else:
            await perform(self._desk, incoming, said, reply)

    async def check(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Answer what stands in somebody's message, to whoever wants to know."""
        await ack()
        wrote: Payload = body.get("message") or {}
        text = words(str(wrote.get("text") or ""))
        place = place_of(channel_of(body), str(body["user"]["id"]))
        incoming = await self._desk.known(of_interaction(body, text), client, place)
        log = await self._desk.files.text(wrote.get("files") or [], client.token)
        incoming = replace(incoming, attachment=log, previous_key=None)
        send = to_address(self._desk.session, str(body["response_url"]))
        reply = self._desk.reply(incoming, place, send, may_share=True)
        if text or log:
            await self._desk.handler.ask(incoming, reply)
        else:
            await self._desk.handler.run(incoming, lambda: self._empty(incoming), reply)

    async def _empty(self, incoming: Incoming) -> Answer:
        return notice("chat.empty", await self._desk.language(incoming))

    async def _refused(self, incoming: Incoming) -> Answer:
        code = "chat.settings.admins"
        return notice(code, await self._desk.language(incoming), status="declined")


async def is_admin(client: AsyncWebClient, user: str) -> bool:
    """Return whether `user` may choose for the workspace; asked anew each time."""
    try:
        found = (await client.users_info(user=user)).get("user")
    except (SlackApiError, SlackRequestError, ClientError, TimeoutError, OSError):
        return False
    return isinstance(found, dict) and bool(found.get("is_admin") or found.get("is_owner"))
