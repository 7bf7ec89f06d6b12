"""Claiming a name: a model, a device or a quant that the catalog knows."""

from __future__ import annotations

from typing import Final

from core.parse import flags
from core.parse.index import Found, Index
from core.parse.nicknames import UNKNOWN
from core.parse.parsed import DeviceSaid, ModelSaid, Parsed, QuantSaid
from core.parse.tokens import Token
from core.parse.units import text_at

MOST_NAMES: Final = 32  # more devices and models than anyone asks about at once
_WITH_PLUS: Final = {"command-r-35b": "command-r-104b", "command-r-08-2024-32b": "command-r-104b"}


class NameRules:
    """What one walk along a question holds, and the rules that claim names."""

    def __init__(self, tokens: list[Token], index: Index) -> None:
        self.tokens = tokens
        self.index = index
        self.found = Parsed()

    def _name(self, at: int) -> int | None:
        name = self.index.at(self.tokens, at)
        if name is None or not self._starts_clean(at) or not self._ends_clean(name.last):
            return None
        return self._claim(name)

    def _starts_clean(self, at: int) -> bool:
        """Whether the name does not begin in the middle of a word ("wq4")."""
        token = self.tokens[at]
        before = self.tokens[at - 1] if at else None
        if before is None or not token.joined or not (before.is_word or before.is_number):
            return True
        if before.text == "x":
            return True
        if token.is_number and before.is_word:
            return (
                before.text in ("x", "rtx", "gtx", "rx", "nvidia", "rtxs", "geforce", "a")
                or at - 1 in self.found.used
            )
        return at - 1 in self.found.used

    def _ends_clean(self, last: int) -> bool:
        """Whether the name does not stop in the middle of a word ("a10" in "a10k")."""
        token, after = (
            self.tokens[last],
            self.tokens[last + 1] if last + 1 < len(self.tokens) else None,
        )
        if after is None or not after.joined or not (after.is_word or after.is_number):
            return True
        if token.is_word and after.is_word:
            return False
        if token.is_number and after.is_word:
            return after.text in (
                "x",
                "s",
                "er",
                "ern",
                "m",
                "gb",
                "g",
                "b",
                "is",
                "q",
                "mit",
                "with",
            )
        return True

    def _claim(self, name: Found) -> int:
        after = name.last + 1
        if len(self.found.devices) + len(self.found.models) >= MOST_NAMES:
            return after
        if name.kind == "device":
            self.found.devices.append(DeviceSaid(name.id, name.first, name.last))
        elif name.id == UNKNOWN:
            self.found.unknown_models.append(" ".join(name.spelled))
        elif name.kind == "model":
            self.found.models.append(self._with_plus(name))
        else:
            after = self._quant(name)
        return after

    def _with_plus(self, name: Found) -> ModelSaid:
        """Return the model of the name, or the larger one that a plus behind it makes of it."""
        after = name.last + 1
        is_plus = text_at(self.tokens, after) == "+" and self.tokens[after].joined
        larger = _WITH_PLUS.get(name.id) if is_plus else None
        return ModelSaid(larger or name.id, name.first, after if larger else name.last)

    def _quant(self, name: Found) -> int:
        last = self.found.quants[-1] if self.found.quants else None
        if last and last.last == name.first - 2 and text_at(self.tokens, name.first - 1) == "_":
            self.found.quants.pop()  # "f32_q4_0": the weights are the latter
        if self._is_compound(name.first):
            self.found.unread.append(
                "".join(t.text for t in self.tokens[name.first - 4 : name.last + 1])
            )
            return name.last + 1
        if kv := flags.kv_around(self.tokens, name.first, name.last):
            if last and last.last == name.first - 2 and text_at(self.tokens, name.first - 1) == "/":
                self.found.quants.pop()  # "q4_1/q4_0 kv": both are the cache's
            self.found.kv_quant = flags.kv_id(name.id)
            return kv
        self.found.quants.append(QuantSaid(name.id, name.first, name.last))
        return name.last + 1

    def _is_compound(self, first: int) -> bool:
        """Whether the quant is the tail of another's name ("DQ4plus-q8")."""
        if first < 4 or not all(self.tokens[i].joined for i in (first, first - 1, first - 2)):  # noqa: PLR2004
            return False
        dash, word, number = (self.tokens[first - i] for i in (1, 2, 3))
        return (
            dash.text in "-_"
            and word.is_word
            and number.is_number
            and first - 3 not in self.found.used
        )
