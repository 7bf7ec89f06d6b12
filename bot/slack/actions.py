"""What happens when somebody presses a button, picks from a menu, or types into one."""

import re
from dataclasses import replace
from typing import Any, Final

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.choices import MOST_LABEL, Choice, with_device, with_model
from bot.handler import Reply
from bot.incoming import Incoming
from bot.notices import notice
from bot.slack import ids
from bot.slack.chart import chart
from bot.slack.controls import options
from bot.slack.desk import Desk, place_of
from bot.slack.events import homely
from bot.slack.ids import Act, act_of, split_again
from bot.slack.incoming import Payload, channel_of, of_interaction
from bot.slack.render import Message, math, message, words
from bot.slack.replies import Send, to_address
from bot.slack.taking import Taking
from bot.slack.text import unescape
from core.answer import Answer
from core.errors import KeyFormatError
from core.language.pack import pack
from core.suggest import suggest

OURS: Final = re.compile(f"{ids.LEAD}:")


def register(app: AsyncApp, desk: Desk, taking: Taking) -> None:
    """Listen for clicks and for what is typed into a menu."""
    front = Actions(desk)
    app.action(OURS)(taking.counted(front.pressed))
    app.options(OURS)(taking.counted(front.typed))


class Actions:
    """The listeners."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def pressed(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Do what the button or menu says."""
        await ack()
        pressed: Payload = body["actions"][0]
        act = act_of(str(pressed.get("action_id", "")))
        incoming = of_interaction(body)
        if not body.get("response_url"):
            await self._at_home(act, incoming, pressed, client)
            return
        if act is None:
            send = to_address(self._desk.session, str(body["response_url"]))
            await self._desk.handler.run(incoming, lambda: self._old(incoming), _plainly(send))
            return
        await self._in_message(replace(incoming, language=act.language), act, body)

    async def typed(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        """Offer models or devices for what is typed so far, from memory."""
        act = act_of(str(body.get("action_id", "")))
        found = self._named(act, str(body.get("value") or "")) if act else []
        await ack(options=[one.to_dict() for one in options(found)])

    def _named(self, act: Act, typed: str) -> list[Choice]:
        if act.what not in ids.SUGGESTED:
            return []
        change = with_model if act.what == ids.MODEL else with_device
        found = []
        for one in suggest(self._desk.advisor.catalog, act.what, typed):
            try:
                key = change(act.key, one.id)
            except KeyFormatError:
                return []
            if key is not None:
                found.append(Choice(one.name[:MOST_LABEL], key))
        return found

    async def _at_home(
        self, act: Act | None, incoming: Incoming, pressed: Payload, client: AsyncWebClient
    ) -> None:
        locale = await self._desk.locales.of(client, incoming.tenant_id, incoming.user_id)
        incoming = replace(incoming, locale=locale)
        reply = homely(incoming, client)
        if act is not None and act.what == ids.RIG:
            rig = replace(incoming, text=str(pressed.get("value") or ""))
            await self._desk.handler.rig(rig, reply)
        elif act is not None and act.what == ids.FORGET:
            await self._desk.handler.forget(incoming, reply)

    async def _in_message(self, incoming: Incoming, act: Act, body: Payload) -> None:
        pressed: Payload = body["actions"][0]
        place = _place(body, incoming)
        if act.what in ids.SHOWN:
            chosen: Payload = pressed.get("selected_option") or {}
            reply = self._desk.reply(
                incoming, place, self._beside(body), may_share=not _is_direct(body)
            )
            await self._desk.handler.show(incoming, str(chosen.get("value") or act.key), reply)
            return
        key, question = split_again(str(pressed.get("value") or act.key))
        match act.what:
            case ids.PICK:
                reply = self._desk.reply(
                    incoming, place, self._beside(body), may_share=not _is_direct(body)
                )
            case ids.MATH:
                reply = self._desk.rendered(self._below(body), self._math)
            case ids.CHART:
                reply = self._desk.rendered(self._below(body), self._chart)
            case ids.SHARE:
                reply = self._shared(body)
            case _:
                await self._desk.handler.run(
                    incoming, lambda: self._old(incoming), _plainly(self._below(body))
                )
                return
        await self._again(incoming, key, question, reply)

    async def _again(
        self, incoming: Incoming, key: str | None, question: str, reply: Reply
    ) -> None:
        """Make an answer again, from its words where it had some that the key lacks."""
        if question:
            asked = replace(incoming, text=question, previous_key=key)
            await self._desk.handler.ask(asked, reply)
        else:
            await self._desk.handler.show(incoming, key or "", reply)

    def _beside(self, body: Payload) -> Send:
        """Return what puts an answer in place of its own, or beside one that others read."""
        if _is_private(body):
            return to_address(self._desk.session, str(body["response_url"]), replace_original=True)
        return self._below(body)

    def _below(self, body: Payload) -> Send:
        """Return what shows something to whoever pressed, under what is there."""
        container: Payload = body.get("container") or {}
        return to_address(
            self._desk.session,
            str(body["response_url"]),
            replace_original=False,
            thread_ts=container.get("thread_ts"),
        )

    def _shared(self, body: Payload) -> Reply:
        container: Payload = body.get("container") or {}
        send = to_address(
            self._desk.session,
            str(body["response_url"]),
            shown="in_channel",
            replace_original=False,
            thread_ts=container.get("thread_ts"),
        )

        async def reply(answer: Answer, /) -> None:
            name = str(body["user"].get("name") or body["user"].get("username") or "")
            by = pack(answer.language)("chat.shared_by", name=name) if name else ""
            notes = (*answer.notes, by) if by else answer.notes
            await send(message(replace(answer, notes=notes), self._desk.advisor.catalog))

        return reply

    async def _math(self, answer: Answer) -> Message:
        return math(answer)

    async def _chart(self, answer: Answer) -> Message:
        estimate = self._desk.advisor.estimate
        drawn = await self._desk.handler.thinking.of(lambda: chart(answer, estimate))
        return self._desk.pictured(drawn, answer, unescape(drawn.text))

    async def _old(self, incoming: Incoming) -> Answer:
        return notice("chat.old_button", await self._desk.language(incoming))


def _plainly(send: Send) -> Reply:
    async def reply(answer: Answer, /) -> None:
        await send(words(answer.text))

    return reply


def _is_direct(body: Payload) -> bool:
    return channel_of(body).startswith("D")


def _is_private(body: Payload) -> bool:
    """Return whether nobody else reads the message with the button."""
    container: Payload = body.get("container") or {}
    return bool(container.get("is_ephemeral")) or _is_direct(body)


def _place(body: Payload, incoming: Incoming) -> str:
    """Return the conversation that goes on from here: the direct one, or the person's own."""
    container: Payload = body.get("container") or {}
    under = container.get("thread_ts") if _is_direct(body) else incoming.user_id
    return place_of(channel_of(body), str(under) if under else None)
