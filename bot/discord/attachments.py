"""Text files that hold a log."""

import asyncio
from collections.abc import Iterable
from typing import Final

import aiohttp
import discord

from core.question import MAX_ATTACHMENT_CHARS

MOST_BYTES: Final = MAX_ATTACHMENT_CHARS
TIME_S: Final = 5.0
SUFFIXES: Final = (".txt", ".log", ".out", ".md", ".json", ".jsonl", ".csv", ".err")


class UnreadableFileError(Exception):
    """A file that is no log; `code` is the phrase that says so."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def log_of(attachments: Iterable[discord.Attachment]) -> str:
    """Return the text of the first text file, "" without any file.

    Raises
    ------
    UnreadableFileError
        If there are files, and none is a text file of a size that is read.
    """
    files = [one for one in attachments if not (one.content_type or "").startswith("image/")]
    texts = [one for one in files if _is_text(one)]
    if not files:
        return ""
    if not texts:
        raise UnreadableFileError("chat.attachment.not_text")
    if texts[0].size > MOST_BYTES:
        raise UnreadableFileError("chat.attachment.too_big")
    return await _read(texts[0])


def _is_text(one: discord.Attachment) -> bool:
    kind = (one.content_type or "").partition(";")[0]
    return kind.startswith("text/") or one.filename.lower().endswith(SUFFIXES)


async def _read(one: discord.Attachment) -> str:
    try:
        data = await asyncio.wait_for(one.read(), TIME_S)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError):
        raise UnreadableFileError("chat.attachment.not_text") from None
    if len(data) > MOST_BYTES:
        raise UnreadableFileError("chat.attachment.too_big")
    is_wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")  # what PowerShell's > writes
    return data.decode("utf-16" if is_wide else "utf-8", errors="replace").replace("\x00", "")
