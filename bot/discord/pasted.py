"""Logs that come with a command: in a file, or in the window of /diagnose."""

from typing import Any, Final, cast

import discord

from bot.discord.attachments import UnreadableFileError, log_of
from bot.discord.controls import DIAGNOSE, LOG, WORDS
from bot.discord.desk import Desk, Interaction, desk_of, mine
from core.language.pack import pack

LINES_OF_A_LOG: Final = 2
CHARS_OF_A_LOG: Final = 400
"""What is shorter are somebody's words about the speed."""


async def submitted(desk: Desk, interaction: Interaction, custom_id: str) -> None:
    """Answer the window that was sent."""
    if custom_id != DIAGNOSE:
        return
    typed = dict(_typed_in(interaction))
    words, log = typed.get(WORDS, ""), typed.get(LOG, "")
    if log.count("\n") < LINES_OF_A_LOG and len(log) < CHARS_OF_A_LOG:
        words, log = f"{words} {log}".strip(), ""
    await desk.ask(interaction, words, attachment=log, language=mine(interaction), quote=words)


async def with_log(
    interaction: Interaction, text: str, log: discord.Attachment | None, *, quote: str = ""
) -> None:
    """Answer `text` with what stands in the file."""
    try:
        attachment = await file_of(interaction, [log] if log else [], ephemeral=False)
    except UnreadableFileError as error:
        await unread(interaction, error.code, ephemeral=True)
        return
    await desk_of(interaction).ask(interaction, text, attachment=attachment, quote=quote)


async def file_of(
    interaction: Interaction, files: list[discord.Attachment], *, ephemeral: bool
) -> str:
    """Return the text of a file; fetching it may take longer than Discord waits."""
    if not files:
        return ""
    hidden = ephemeral or await desk_of(interaction).is_hidden(interaction)
    await interaction.response.defer(ephemeral=hidden, thinking=True)
    return await log_of(files)


async def unread(interaction: Interaction, code: str, *, ephemeral: bool) -> None:
    """Say why a file or message is not read."""
    text = pack(mine(interaction) or "en")(code)
    if interaction.response.is_done():
        await interaction.edit_original_response(content=text)
    else:
        await interaction.response.send_message(text, ephemeral=ephemeral)


def _typed_in(interaction: Interaction) -> list[tuple[str, str]]:
    """Return the fields of a window by their ids."""
    rows = cast("Any", interaction.data or {}).get("components", ())
    parts = [
        part
        for row in rows
        for part in (*row.get("components", ()), row.get("component") or {})
        if "custom_id" in part
    ]
    return [(part["custom_id"], str(part.get("value") or "")) for part in parts]
