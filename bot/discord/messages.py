"""Mentions, direct messages, and replies to what we answered."""

from dataclasses import replace
from typing import Final

import discord

from bot.discord.attachments import UnreadableFileError, log_of
from bot.discord.deliveries import control_on, of_message
from bot.discord.desk import Act, Desk, is_allowed
from bot.discord.help import help_answer
from bot.discord.outlets import MessageOutlet
from bot.discord.text import words_of
from bot.incoming import Incoming
from bot.notices import language_of, notice
from bot.store import TenantSettings
from core.answer import Answer
from core.errors import KeyFormatError

KINDS: Final = (discord.MessageType.default, discord.MessageType.reply)


async def answer_message(
    desk: Desk, message: discord.Message, me: discord.ClientUser | None
) -> None:
    """Answer `message` if it is for us."""
    if me is None or not is_for(message, me):
        return
    settings = TenantSettings()
    if message.guild is not None:
        settings = await desk.settings(str(message.guild.id))
        if not is_allowed(settings, message.channel):
            return
    incoming = _incoming(desk, message, me, settings)
    language = language_of(incoming.locale) or settings.language or "en"
    try:
        incoming = replace(incoming, attachment=await log_of(message.attachments))
    except UnreadableFileError as error:
        if not incoming.text:
            await _run(desk, message, incoming, _telling(error.code, language))
            return
    if not incoming.text and not incoming.attachment:
        await _run(desk, message, incoming, help_answer(language))
        return
    await desk.ask_message(message, incoming, settings)


def is_for(message: discord.Message, me: discord.ClientUser) -> bool:
    """Return whether a person wrote `message` to us: in private, or with a mention."""
    if message.author.bot or message.webhook_id or message.type not in KINDS:
        return False
    return message.guild is None or any(one.id == me.id for one in message.mentions)


def _incoming(
    desk: Desk, message: discord.Message, me: discord.ClientUser, settings: TenantSettings
) -> Incoming:
    """Return `message` as a delivery, with what it replies to."""
    locale = None
    if message.guild is not None and settings.language is None:
        locale = str(message.guild.preferred_locale)
    replied = message.reference.resolved if message.reference else None
    replied = replied if isinstance(replied, discord.Message) else None
    incoming = of_message(message, locale=locale, previous_key=_key(desk, message, replied))
    if not incoming.text and replied is not None and replied.author.id != me.id:
        return replace(incoming, text=words_of(replied.content))
    return incoming


def _key(desk: Desk, message: discord.Message, replied: discord.Message | None) -> str | None:
    """Return the key of the answer that `message` replies to.

    In private and in threads that is the last one; in a channel, where people talk of many
    things, only a question of ours that is still open.
    """
    control = control_on(replied)
    if control is not None and control.keys and control.keys[0]:
        try:
            return desk.replies.keys.expand(control.keys[0])
        except KeyFormatError:
            return None
    apart = message.guild is None or isinstance(message.channel, discord.Thread)
    place = str(message.channel.id), str(message.author.id)
    return desk.last.get(*place, asking=not apart)


async def _run(desk: Desk, message: discord.Message, incoming: Incoming, act: Act) -> None:
    outlet = MessageOutlet(message, language="en")
    await desk.handler.run(incoming, act, desk.replying(outlet, incoming))


def _telling(code: str, language: str) -> Act:
    async def act() -> Answer:
        return notice(code, language, status="error")

    return act
