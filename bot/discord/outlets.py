"""Where a reply goes: an interaction's response, or a message in the channel."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, Protocol

import discord

from bot.discord.text import cut, escaped_within
from bot.pictures.picture import Picture
from core.language.pack import pack

CONTENT: Final = 2_000
THREAD_NAME: Final = 100
ALT: Final = 1_024
THREAD_MINUTES: Final = 1_440
EMPTY_MESSAGE: Final = 50_006
"""Discord's code for a message whose embed it took away."""

NO_HISTORY: Final = 160_002
"""Discord's code for a reply where the history may not be read."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A reply, ready to be sent; `name` is what it is about.

    `text` stands for the embed where embeds are not allowed.
    """

    embed: discord.Embed
    view: discord.ui.View | None = None
    picture: Picture | None = None
    text: str = ""
    name: str = ""


class Outlet(Protocol):
    """Takes one reply."""

    async def working(self) -> None:
        """Show that it takes a moment."""

    async def send(self, reply: Rendered) -> None:
        """Send `reply`."""


class ResponseOutlet:
    """The response to an interaction: a new message, or the one under its buttons in its place."""

    def __init__(
        self, interaction: discord.Interaction[Any], *, ephemeral: bool = False, edits: bool = False
    ) -> None:
        self.interaction = interaction
        self.ephemeral = ephemeral
        self.edits = edits

    async def working(self) -> None:
        """Show that it takes a moment; from here on there is a quarter of an hour."""
        if self.interaction.response.is_done():
            return
        if self.edits:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=self.ephemeral, thinking=True)

    async def send(self, reply: Rendered) -> None:
        """Send `reply`."""
        files = _files(reply.picture)
        response = self.interaction.response
        if response.is_done():
            await self.interaction.edit_original_response(
                embed=reply.embed, view=reply.view, attachments=files
            )
        elif self.edits:
            await response.edit_message(embed=reply.embed, view=reply.view, attachments=files)
        else:
            await response.send_message(
                embed=reply.embed,
                view=reply.view or discord.utils.MISSING,
                files=files,
                ephemeral=self.ephemeral,
            )


class MessageOutlet:
    """A reply to someone's message, in its channel or in a thread of its own."""

    def __init__(self, message: discord.Message, *, language: str, in_thread: bool = False) -> None:
        self.message = message
        self.language = language
        self.in_thread = in_thread and isinstance(message.channel, discord.TextChannel)
        self._sent: discord.Message | None = None

    async def working(self) -> None:
        """Show "is typing"."""
        with contextlib.suppress(discord.HTTPException):
            await self.message.channel.typing()

    async def send(self, reply: Rendered) -> None:
        """Send `reply`; as plain text where embeds are not allowed here.

        A second reply takes the place of the first.
        """
        if self._sent is not None:
            await self._edit(self._sent, reply)
            return
        channel, reference = await self._place(reply.name)
        text = "" if self._may_embed() else escaped_within(reply.text, CONTENT)
        try:
            await self._post(channel, reference, reply, text)
        except discord.HTTPException as error:
            if error.code == EMPTY_MESSAGE:
                text = escaped_within(reply.text, CONTENT)
            elif error.code != NO_HISTORY:
                raise
            await self._post(channel, None, reply, text)

    async def _post(
        self,
        channel: discord.abc.Messageable,
        reference: discord.MessageReference | None,
        reply: Rendered,
        text: str,
    ) -> None:
        """Send `text`, or without it the embed and everything with it.

        The nonce has Discord post it once, however often it is sent.
        """
        more: dict[str, Any] = {"nonce": str(self.message.id)}
        if reference is not None:
            more |= {"reference": reference, "mention_author": False}
        if text:
            self._sent = await channel.send(text, **more)
            return
        if reply.view is not None:
            more["view"] = reply.view
        self._sent = await channel.send(embed=reply.embed, files=_files(reply.picture), **more)

    async def _edit(self, sent: discord.Message, reply: Rendered) -> None:
        """Put `reply` in the place of what was `sent`, as text where that was text."""
        if sent.content:
            await sent.edit(content=escaped_within(reply.text, CONTENT))
            return
        files = _files(reply.picture)
        await sent.edit(embed=reply.embed, view=reply.view, attachments=files)

    def _may_embed(self) -> bool:
        """Return whether embeds are shown here; where we cannot know, they are."""
        me = self.message.guild.me if self.message.guild else None
        channel = self.message.channel
        if me is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        return channel.permissions_for(me).embed_links

    async def _place(
        self, name: str
    ) -> tuple[discord.abc.Messageable, discord.MessageReference | None]:
        """Return where to send, and what to reply to; a thread needs no reference."""
        if self.in_thread:
            with contextlib.suppress(discord.HTTPException):
                title = name or pack(self.language)("chat.thread.name")
                thread = await self.message.create_thread(
                    name=cut(title, THREAD_NAME), auto_archive_duration=THREAD_MINUTES
                )
                return thread, None
        return self.message.channel, self.message.to_reference(fail_if_not_exists=False)


def _files(picture: Picture | None) -> Sequence[discord.File]:
    if picture is None:
        return []

    return [
        discord.File(BytesIO(picture.data), filename=picture.name, description=picture.alt[:ALT])
    ]
