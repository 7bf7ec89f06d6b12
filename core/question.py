"""What a person wrote, made small and plain before anything reads it."""

import unicodedata
from typing import Final

from catalog.record import record, replace
from core.errors import QuestionTooLongError
from core.query import DeviceUse, Ram

MAX_CHARS: Final = 4_000
MAX_ATTACHMENT_CHARS: Final = 65_536
MOST_MARKS: Final = 30


@record
class Rig:
    """The hardware a person asked to be remembered."""

    devices: tuple[DeviceUse, ...] = ()
    ram: Ram | None = None


@record
class Question:
    """A question with what lies around it; the core never learns who asked.

    `earlier` are the turns before it, oldest first. `previous_key` is the key of the answer it
    follows up, where the front end knows it. `language` overrides detection ("en", "de", "vi");
    `fallback_language` is used where the words do not tell.
    """

    text: str
    attachment: str = ""
    earlier: tuple[str, ...] = ()
    previous_key: str | None = None
    language: str | None = None
    fallback_language: str = "en"
    rig: Rig | None = None

    @classmethod
    def of(cls, raw: str, **around: object) -> "Question":
        """Return `raw` as a question: NFKC, no control or invisible characters, bounded.

        Raises
        ------
        QuestionTooLongError
            If `raw` is longer than `MAX_CHARS`, before or after normalisation.
        """
        return replace(cls(plain(raw)), **around)


def _plain_sign(c: str) -> str:
    """Return `c`, a digit of any script as the ASCII one, or nothing for what nobody sees."""
    if c.isascii():
        return c if c in "\n\t" or c.isprintable() else ""
    if c.isdecimal():
        return str(unicodedata.decimal(c))
    return "" if unicodedata.category(c)[0] == "C" else c


def _stream_safe(raw: str) -> str:
    """Return `raw` with at most `MOST_MARKS` combining marks in a row, dropping the others.

    To put n marks of one letter in order takes n² steps. Unicode's Stream-Safe Text Format
    (UAX #15) allows as many; no language needs more.
    """
    marks = {c for c in set(raw) if unicodedata.combining(c)}
    if not marks:
        return raw
    kept, run = [], 0
    for c in raw:
        run = run + 1 if c in marks else 0
        if run <= MOST_MARKS:
            kept.append(c)
    return "".join(kept)


def plain(raw: str) -> str:
    """Return `raw` normalised, or raise QuestionTooLongError.

    Length is checked before and after: one "ﷺ" becomes 18 characters, and unordered combining
    marks make normalisation slow. Line breaks stay, since logs are read line by line.
    """
    if len(raw) > MAX_CHARS:
        raise QuestionTooLongError(len(raw))
    if raw.isascii() and raw.isprintable():
        return raw
    text = unicodedata.normalize("NFKC", _stream_safe(raw))
    if len(text) > 2 * MAX_CHARS:  # no more than `MAX_CHARS` of it can be invisible
        raise QuestionTooLongError(len(text))
    text = text.translate({ord(c): _plain_sign(c) for c in set(text)})
    if len(text) > MAX_CHARS:
        raise QuestionTooLongError(len(text))
    return text
