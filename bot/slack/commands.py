"""The slash command with its sub-words, and the shortcut on anybody's message."""

from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.incoming import Incoming
from bot.notices import language_of, notice
from bot.slack.desk import Desk, place_of
from bot.slack.home import help_lines
from bot.slack.incoming import Payload, channel_of, of_command, of_interaction, words
from bot.slack.lists import COMMAND, SHORTCUT
from bot.slack.replies import to_address
from bot.slack.speech import Ask, Spoken, spoken
from bot.slack.taking import Taking
from core.answer import Answer
from core.language.pack import pack


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
        handler = self._desk.handler
        match said.ask:
            case Ask.RIG:
                await handler.rig(incoming, reply)
            case Ask.REPORT:
                await handler.report(_reported(incoming, said), said.rate, reply)
            case Ask.FORGET:
                await handler.forget(incoming, reply)
            case Ask.HELP:
                await handler.run(incoming, lambda: self._help(incoming), reply)
            case Ask.FEEL:
                await handler.ask(_felt(incoming, said), reply)
            case Ask.QUESTION:
                await handler.ask(incoming, reply)

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

    async def _help(self, incoming: Incoming) -> Answer:
        say = pack(await self._desk.language(incoming))
        lines = help_lines(say)
        whole = notice("chat.help.title", say.language)
        return replace(whole, paragraphs=tuple(lines), text="\n\n".join((whole.headline, *lines)))

    async def _empty(self, incoming: Incoming) -> Answer:
        return notice("chat.empty", await self._desk.language(incoming))


def _reported(incoming: Incoming, said: Spoken) -> Incoming:
    """Return the report, about the setup in its words, else about the last answer."""
    return replace(incoming, previous_key=None) if said.text else incoming


def _felt(incoming: Incoming, said: Spoken) -> Incoming:
    """Return the question what a speed feels like, in the person's own language."""
    return replace(
        incoming,
        text=f"feel {said.rate.split()[0]} tok/s",
        previous_key=None,
        language=language_of(incoming.locale),
    )
