"""Numbers with their units: speeds, sizes, memory, contexts, rates of RAM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.parse.tokens import Token

GIGA: Final = 1e9
KIBI: Final = 1_024
MEBI: Final = 1_048_576
LARGEST_PLAIN_G: Final = 4_096  # "5700G" is a processor
MAX_THOUSANDS: Final = 2_048  # "13600k" is a processor
TOKENS_PER_WORD: Final = 1.33  # English prose with a current tokenizer
_TOKEN_WORDS: Final = frozenset({"t", "tok", "toks", "token", "tokens", "tk", "tks"})
_SECOND: Final = frozenset(
    {"s", "sec", "secs", "second", "seconds", "sek", "sekunde", "giay", "sekunden"}
)
_MINUTE: Final = frozenset({"min", "minute", "minutes", "phut"})
_RATE_WORDS: Final = frozenset({"tps", "tks", "toks", "ts", "tokps"})
_PER: Final = frozenset({"/", "per", "pro", "a", "an", "each", "je", "moi"})
_MEMORY: Final = {
    "gb": GIGA, "g": GIGA, "gib": GIGA, "gig": GIGA, "gigs": GIGA, "gbs": GIGA, "gi": GIGA,
    "gigabyte": GIGA, "gigabytes": GIGA, "tb": 1e12, "tib": 1e12, "mb": 1e6, "mib": MEBI,
}  # fmt: skip


def text_at(tokens: Sequence[Token], at: int) -> str:
    """Return the text of token `at`, or "" outside the question."""
    return tokens[at].text if 0 <= at < len(tokens) else ""


def value_at(tokens: Sequence[Token], at: int) -> tuple[float, int]:
    """Return the number at `at` and the place after it; reads "12,64" and "50,541" as people do."""
    text = tokens[at].text
    if (
        text_at(tokens, at + 1) == ","
        and at + 2 < len(tokens)
        and tokens[at + 2].joined
        and tokens[at + 1].joined
        and tokens[at + 2].text.isdecimal()
        and "." not in text
    ):
        rest = tokens[at + 2].text
        whole = float(text + rest) if len(rest) == 3 else float(f"{text}.{rest}")  # noqa: PLR2004
        return whole, at + 3
    return float(text), at + 1


def rate_after(tokens: Sequence[Token], at: int, value: float) -> tuple[float, int] | None:
    """Return tokens per second where the unit of a speed stands at `at`, and the place after it."""
    unit = text_at(tokens, at)
    if unit in ("+", "~", "ish", "-") and text_at(tokens, at + 1) in _TOKEN_WORDS | _RATE_WORDS:
        return rate_after(tokens, at + 1, value)
    if unit in _RATE_WORDS and text_at(tokens, at + 1) != "/":
        return value, at + 1
    if unit in _TOKEN_WORDS and text_at(tokens, at + 1) in _PER:
        return _token_rate(tokens, at + 2, value)
    if unit in ("word", "words", "worter", "woerter", "tu") and text_at(tokens, at + 1) in _PER:
        found = _token_rate(tokens, at + 2, value * TOKENS_PER_WORD)
        return found if text_at(tokens, at + 2) in _SECOND | _MINUTE else None
    return _seconds_per_token(tokens, at, value)


def _token_rate(tokens: Sequence[Token], at: int, value: float) -> tuple[float, int] | None:
    unit = text_at(tokens, at)
    if unit in _SECOND:
        return value, at + 1
    if unit in _MINUTE:
        return value / 60, at + 1
    if unit in ("hour", "stunde", "h"):
        return value / 3_600, at + 1
    if unit[:1].isdecimal() and text_at(tokens, at + 1) in _SECOND:
        return value / float(unit), at + 2
    return None


def _seconds_per_token(tokens: Sequence[Token], at: int, value: float) -> tuple[float, int] | None:
    """Read "200ms/token", "5 secs/token", "30s per token"."""
    if text_at(tokens, at + 1) not in _PER:
        return None
    unit, what = text_at(tokens, at), text_at(tokens, at + 2)
    if what not in ("token", "tok", "tokens", "t") or value <= 0:
        return None
    if unit in ("ms", "millisecond", "milliseconds"):
        return 1_000 / value, at + 3
    if unit in _SECOND:
        return 1 / value, at + 3
    return (1 / (60 * value), at + 3) if unit in _MINUTE else None


def memory_after(tokens: Sequence[Token], at: int, value: float) -> tuple[float, int] | None:
    """Return bytes where a unit of memory stands at `at`, and the place after it."""
    unit = text_at(tokens, at)
    if unit == "t" and text_at(tokens, at + 1) in ("ram", "ddr"):
        return value * 1_024 * GIGA, at + 1
    if unit not in _MEMORY or (
        text_at(tokens, at + 1) == "/" and text_at(tokens, at + 2) in _SECOND
    ):
        return None
    if unit == "g" and (not tokens[at].joined or value > LARGEST_PLAIN_G):
        return None
    return value * _MEMORY[unit], at + 1


def bandwidth_after(tokens: Sequence[Token], at: int, value: float) -> tuple[float, int] | None:
    """Return bytes per second for "672 GB/s" and "1 TB/s"."""
    unit = text_at(tokens, at)
    if unit == "gbps":
        return value * GIGA, at + 1
    if unit not in ("gb", "gib", "tb") or text_at(tokens, at + 1) not in _PER:
        return None
    return (value * _MEMORY[unit], at + 3) if text_at(tokens, at + 2) in _SECOND else None


_MILLION: Final = frozenset({"million", "mio", "millionen", "trieu"})
_OF_CONTEXT: Final = frozenset({"context", "ctx", "kontext", "token", "tokens", "ngu"})


def thousands_after(tokens: Sequence[Token], at: int, value: float) -> tuple[int, int] | None:
    """Return a count of tokens for "64k" (65,536), "1m" or "200K"; k is 1,024 for round powers."""
    unit = text_at(tokens, at)
    if unit == "k" and tokens[at].joined and value <= MAX_THOUSANDS:
        return round(value * KIBI), at + 1
    if unit == "m" and tokens[at].joined and value <= 10:  # noqa: PLR2004
        return round(value * MEBI), at + 1
    if unit in _MILLION and text_at(tokens, at + 1) in _OF_CONTEXT:
        return round(value * 1e6), at + 1
    return None
