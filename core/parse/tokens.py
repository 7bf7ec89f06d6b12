"""Cutting a question into words, numbers and signs, in one linear pass."""

from __future__ import annotations

import re
from typing import Final

from catalog.record import mutable

MAX_TOKENS: Final = 600  # ten times the longest real question
_TOKEN: Final = re.compile(
    r"(?<=\d)x(?=(?:[ahvplbmt]|mi)\d|rtx|gtx|rx|tesla|nvidia|quadro|radeon|geforce|dgx|spark|epyc|xeon)"
    r"|\d{1,15}(?:\.\d{1,9})?|[a-z]{1,40}|[^\sa-z\d]",
    re.ASCII,
)  # a number never swallows its unit: "64k" is 64 and k
_JOINERS: Final = frozenset("-_:/.,@|\\+")


@mutable
class Token:
    """A word, a number or a sign. `joined` tells that nothing stands between it and the last."""

    text: str
    start: int
    end: int
    joined: bool
    is_number: bool
    is_word: bool


def tokenize(text: str) -> list[Token]:
    """Return the tokens of folded, lower-case `text`, at most `MAX_TOKENS`.

    >>> [t.text for t in tokenize("2x3090, q4_k_m")]
    ['2', 'x', '3090', ',', 'q', '4', '_', 'k', '_', 'm']
    """
    found: list[Token] = []
    last = -1
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        sign = text[start]
        found.append(
            Token(match.group(), start, end, start == last, sign.isdecimal(), sign.isalpha())
        )
        last = end
        if len(found) >= MAX_TOKENS:
            break
    return found


def is_joiner(token: Token) -> bool:
    """Whether the sign may stand inside a name ("q4_k_m", "qwen3:30b")."""
    return token.text in _JOINERS
