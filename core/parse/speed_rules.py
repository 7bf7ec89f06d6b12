"""Numbers that are a speed, with their unit or beside one that has it."""

from __future__ import annotations

from typing import Final

from core.parse import units
from core.parse.count_rules import CountRules
from core.parse.parsed import Amount
from core.parse.units import text_at

MOST_SPEEDS: Final = 32  # more than anyone names at once
_RANGE: Final = frozenset({"/", "-", "~", "–", "to", "bis", "den"})
_LEADS: Final = frozenset({"only", "nur", "just", "measure", "estimates", "claims"})
_SPEED_LEADS: Final = frozenset(
    {"rocm", "vulkan", "cuda", "hip", "sycl", "metal", "mlx", "gguf", "s", "only", "claims", "c1"}
)
_VERSIONED: Final = frozenset(
    {"v", "rocm", "cuda", "driver", "version", ".", "studio", "-", "_", "x"}
)
_NO_SPEED: Final = frozenset(
    {"%", "gb", "g", "b", "x", "gib", "mb", "ghz", "s", "sec", "w", "k", "bit", "bpw", "times"}
)
_GIVES: Final = frozenset({"gives", "get", "gets", "getting", "reach", "hit"})
_ENDS: Final = frozenset({"", "?", ".", ",", "!", "~", "-"})
_BETWEEN_WORDS: Final = frozenset({"between", "zwischen", "tu"})


class SpeedRules(CountRules):
    """The rules that claim speeds."""

    def _bare_speed(self, value: float, at: int, after: int) -> int | None:
        """Read "only 2.3": a speed whose unit went without saying."""
        if text_at(self.tokens, at - 1) not in _LEADS or not 0 < value < 300:  # noqa: PLR2004
            return None
        if text_at(self.tokens, after) not in ("", ".", ",", "?", "!", ";"):
            return None
        self.found.speeds.append(Amount(value, at, after - 1))
        return after

    def _range(self, value: float, at: int, after: int) -> int | None:
        """Read "14-18 t/s" and "20-30k prompt" as their middle."""
        sign = text_at(self.tokens, after)
        if (
            not self._spans(sign, at)
            or after + 1 >= len(self.tokens)
            or not self.tokens[after + 1].is_number
        ):
            return None
        high, end = units.value_at(self.tokens, after + 1)
        if high <= value:
            return None
        unit = self._skip_ish(end)
        top, bottom = (units.rate_after(self.tokens, unit, v) for v in (high, value))
        if top and bottom:
            middle = (top[0] + bottom[0]) / 2
            self.found.speeds.append(Amount(middle, at, top[1] - 1, high=max(top[0], bottom[0])))
            return top[1]
        if sign == "/":
            return None
        if thousands := units.thousands_after(self.tokens, end, high):
            middle = round((value + high) / 2 * 1_000)
            return self._tokens_amount(middle, at, thousands[1])
        return None

    def _spans(self, sign: str, at: int) -> bool:
        is_between = text_at(self.tokens, at - 1) in _BETWEEN_WORDS
        return sign in _RANGE or (is_between and sign in ("and", "und", "va"))

    def _skip_ish(self, at: int) -> int:
        return at + 1 if text_at(self.tokens, at) in ("ish", "+", "~") else at

    def _speed(self, value: float, at: int, after: int) -> int | None:
        rate = units.rate_after(self.tokens, self._skip_ish(after), value)
        if rate is None or self._is_a_card(at, value):
            return None
        self.found.speeds.append(Amount(rate[0], at, rate[1] - 1))
        return rate[1]

    def _is_a_card(self, at: int, value: float) -> bool:
        """Whether "4090 tok/s?" asks about a card that nothing else names."""
        if self.found.devices or not 1_000 <= value <= 9_999 or self.tokens[at + 1].joined:  # noqa: PLR2004
            return False
        name = self.index.at(self.tokens, at)
        return name is not None and name.kind == "device"

    def _unitless_speeds(self) -> None:
        """Take a lone number beside other speeds for one: "57.3 tokens/s, gguf 16.7"."""
        has_unit = bool(self.found.speeds)
        has_unit = has_unit or any(t.text == "tg" for t in self.tokens)
        for at in self.found.numbers_left:
            if at not in self.found.used and self._is_speed(at, has_unit=has_unit):
                self.found.speeds.append(self._unitless(at))
        self.found.speeds.sort(key=lambda one: one.first)
        del self.found.speeds[MOST_SPEEDS:]

    def _unitless(self, at: int) -> Amount:
        """Return the speed at `at`, or the middle of the range that starts there."""
        value, following = float(self.tokens[at].text), text_at(self.tokens, at + 1)
        if following in _RANGE and text_at(self.tokens, at + 2).isdecimal():
            high = float(self.tokens[at + 2].text)
            self.found.used.update((at, at + 2))
            if high > value:
                return Amount((value + high) / 2, at, at + 2, high=high)
        return Amount(value, at, at)

    def _is_speed(self, at: int, *, has_unit: bool) -> bool:
        text, after, before = (text_at(self.tokens, at + i) for i in (0, 1, -1))
        if after in _NO_SPEED or self._is_dotted(at):
            return False
        if before in ("decode", "tg", "eval"):
            return not self.tokens[at].joined
        lead = at - 1 - (before in ("~", ":", "="))
        if text_at(self.tokens, lead - 1) in ("tg", "c") and text_at(self.tokens, lead) in (
            "128",
            "1",
            "256",
            "512",
            "64",
        ):
            return True
        if before == "~":
            before = text_at(self.tokens, at - 2)
        if has_unit and before in _GIVES and after in _ENDS:
            return True
        if before in ("want", "need") or (has_unit and before in _SPEED_LEADS):
            return has_unit
        is_version = before in _VERSIONED or self.tokens[at].joined
        return has_unit and "." in text and not is_version

    def _is_dotted(self, at: int) -> bool:
        """Whether a version goes on behind the number ("6.4.4")."""
        rest = self.tokens[at + 1 : at + 3]
        return len(rest) == 2 and rest[0].text == "." and rest[1].joined and rest[1].is_number  # noqa: PLR2004
