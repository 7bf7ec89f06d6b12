"""From Discord's payloads to `Incoming`."""

from typing import Any, Final

import discord

from bot.discord.ids import ControlId
from bot.discord.text import words_of
from bot.incoming import Incoming, private_tenant

PLATFORM: Final = "discord"


def of_interaction(
    interaction: discord.Interaction[Any],
    text: str = "",
    *,
    language: str | None = None,
    previous_key: str | None = None,
    attachment: str = "",
) -> Incoming:
    """Return what the person behind `interaction` sent."""
    return Incoming(
        event_id=str(interaction.id),
        platform=PLATFORM,
        tenant_id=tenant_id_of(interaction),
        user_id=str(interaction.user.id),
        channel_id=str(interaction.channel_id or interaction.user.id),
        text=text,
        attachment=attachment,
        locale=str(interaction.locale),
        language=language,
        previous_key=previous_key,
        user_is_global=True,
    )


def of_message(
    message: discord.Message,
    *,
    locale: str | None,
    previous_key: str | None = None,
    attachment: str = "",
) -> Incoming:
    """Return the question in `message`."""
    guild = message.guild
    return Incoming(
        event_id=str(message.id),
        platform=PLATFORM,
        tenant_id=str(guild.id) if guild else private_tenant(str(message.author.id)),
        user_id=str(message.author.id),
        channel_id=str(message.channel.id),
        text=words_of(message.content),
        attachment=attachment,
        locale=locale,
        previous_key=previous_key,
        user_is_global=True,
    )


def tenant_id_of(interaction: discord.Interaction[Any]) -> str:
    """Return the server, where we are a member of it; else the person's own conversation.

    Someone who installed the app for themselves may use it on servers that did not: nothing of
    theirs is kept under such a server, since we would never learn that it is gone.
    """
    only_theirs = interaction.is_user_integration() and not interaction.is_guild_integration()
    if interaction.guild_id is not None and not only_theirs:
        return str(interaction.guild_id)
    return private_tenant(str(interaction.user.id))


def control_on(message: discord.Message | None) -> ControlId | None:
    """Return the control under one of our own answers, None where there is none."""
    for row in message.components if message else ():
        for part in getattr(row, "children", ()):
            if found := ControlId.of(getattr(part, "custom_id", None) or ""):
                return found
    return None
