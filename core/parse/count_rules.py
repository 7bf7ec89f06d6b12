"""Numbers that count: tokens of context or prompt, layers, shares, users."""

from __future__ import annotations

from typing import Final

from core.parse import flags, units
from core.parse.parsed import Amount
from core.parse.size_rules import SizeRules
from core.parse.units import text_at

_RANGE: Final = frozenset({"/", "-", "~", "–", "to", "bis", "den"})
_USERS: Final = frozenset(
    "users user people persons concurrent requests parallel clients leute nutzer nguoi personen "
    "ppl user person request streams sessions employees devs developers kollegen benutzer".split()
)
_CONTEXT: Final = frozenset(
    "context ctx kontext ctxt kontextlange kontextfenster contextlength contexts ngu".split()
)
_PROMPT: Final = frozenset(
    "prompt prompts input eingabe paste pasted pdf codebase prefill document dokument dau".split()
)
_SCREENS: Final = frozenset(
    {"gaming", "video", "monitor", "display", "tv", "footage", "screen", "resolution"}
)


_RATE_UNITS: Final = frozenset({"t", "tok", "tokens", "token", "mhz", "mt", "tps", "gb", "mb"})


class CountRules(SizeRules):
    """The rules that claim counts."""

    def _percent(self, value: float, _at: int, after: int) -> int | None:
        """Read the split "45%/55% CPU/GPU", which ollama prints with the CPU first."""
        if text_at(self.tokens, after) != "%":
            return None
        if (
            text_at(self.tokens, after + 1) != "/"
            or not text_at(self.tokens, after + 2)[:1].isdecimal()
        ):
            if text_at(self.tokens, after + 1) == "gpu" and value == 100:  # noqa: PLR2004
                self.found.gpu_share = None
            return after + 1
        other, end = units.value_at(self.tokens, after + 2)
        names = [text_at(self.tokens, end + i) for i in (1, 3)]
        if text_at(self.tokens, end) == "%" and set(names) == {"cpu", "gpu"}:
            self.found.gpu_share = (other if names[0] == "cpu" else value) / 100
            return end + 4
        return after + 1

    def _layers(self, value: float, at: int, after: int) -> int | None:
        """Read "17/31 layers", "28/32" beside offload words, "40 layers on the gpu"."""
        sign = text_at(self.tokens, after)
        if sign in ("/", "of", "von") and text_at(self.tokens, after + 1)[:1].isdecimal():
            total, end = units.value_at(self.tokens, after + 1)
            near = {t.text for t in self.tokens[max(0, at - 5) : end + 6]}
            if value <= total <= 200 and near & flags.LAYER_WORDS:  # noqa: PLR2004
                self.found.gpu_layers = int(value)
                self.found.layers = self.found.layers or int(total)
                return end + (text_at(self.tokens, end) in flags.LAYER_WORDS)
            return None
        if sign in flags.LAYER_WORDS:
            near = {t.text for t in self.tokens[max(0, at - 4) : after + 7]}
            if near & {"gpu", "offload", "offloaded", "offloading", "vram", "ngl"}:
                self.found.gpu_layers = int(value)
            return after + 1
        return None

    def _thousands(self, value: float, at: int, after: int) -> int | None:
        thousands = units.thousands_after(self.tokens, after, value)
        if thousands is None or text_at(self.tokens, thousands[1]) in _SCREENS:
            return None
        middle = self._middle(thousands[0], thousands[1])
        if middle is not None:
            return self._tokens_amount(middle[0], at, middle[1])
        return self._tokens_amount(thousands[0], at, thousands[1])

    def _middle(self, low: int, after: int) -> tuple[int, int] | None:
        """Read the rest of "70K–90K" and return the middle."""
        if (
            text_at(self.tokens, after) not in _RANGE
            or not text_at(self.tokens, after + 1).isdecimal()
        ):
            return None
        value, end = units.value_at(self.tokens, after + 1)
        high = units.thousands_after(self.tokens, end, value)
        return ((low + high[0]) // 2, high[1]) if high and high[0] > low else None

    def _tokens_amount(self, value: int, at: int, after: int) -> int:
        """File a count of tokens as context or prompt, by the words around it."""
        kind = self._tokens_kind(at, after)
        if kind == "prompt":
            self.found.prompts.append(Amount(value, at, after - 1))
        elif kind == "context":
            self.found.contexts.append(Amount(value, at, after - 1))
        else:
            self.found.contexts.append(Amount(value, at, after - 1, "bare"))
        return after

    def _tokens_kind(self, at: int, after: int) -> str:
        behind = [text_at(self.tokens, after + i) for i in range(4)]
        before = [text_at(self.tokens, at - i) for i in (1, 2, 3)]
        nearest = [word for pair in zip(behind, before, strict=False) for word in pair]
        for word in nearest:
            if word in _CONTEXT:
                return "context"
            if word in _PROMPT:
                return "prompt"
        return ""

    def _users(self, value: float, _at: int, after: int) -> int | None:
        word = text_at(self.tokens, after)
        if word == "of" and text_at(self.tokens, after + 1) == "us":
            word = "users"
        if word in _USERS and value == int(value) and 0 < value < 100_000:  # noqa: PLR2004
            self.found.users = int(value)
            return after + 1
        return None

    def _plain_tokens(self, value: float, at: int, after: int) -> int | None:
        """Read "3440 tokens", "ctx 40000", "8192 context"."""
        unit = text_at(self.tokens, after)
        if value < 256 or value != int(value):  # noqa: PLR2004
            return None
        if unit in ("tokens", "token", "tok"):
            kind = self._tokens_kind(at, after + 1)
            (self.found.contexts if kind == "context" else self.found.prompts).append(
                Amount(int(value), at, after, "" if kind else "bare")
            )
            return after + 1
        before = {text_at(self.tokens, at - 1), text_at(self.tokens, at - 2)}
        is_round = value % 1_024 == 0 and text_at(self.tokens, at - 1) in ("at", "@", "bei", "o")
        if is_round and unit not in _RATE_UNITS:
            self.found.contexts.append(Amount(int(value), at, after - 1, "bare"))
            return after
        if unit in _CONTEXT or before & _CONTEXT:
            self.found.contexts.append(Amount(int(value), at, after - 1, "context"))
            return after
        return None
