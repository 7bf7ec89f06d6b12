"""Numbers with a unit of size: parameters, bits, memory and its speed."""

from __future__ import annotations

from typing import Final

from core.parse import units
from core.parse.name_rules import MOST_NAMES, NameRules
from core.parse.parsed import Amount, ModelSaid, QuantSaid
from core.parse.units import text_at

BILLION: Final = 1e9
_SCALES: Final = {
    "b": BILLION, "billion": BILLION, "milliarden": BILLION, "mrd": BILLION, "ty": BILLION,
    "t": 1e12,
}  # fmt: skip
_RAM_WORDS: Final = frozenset("ram arbeitsspeicher memory sysram dram ddr speicher".split())
_CHANNELS: Final = frozenset({"channel", "channels", "ch", "kanal", "kanale"})
_RAM_UNITS: Final = _CHANNELS | {"mhz", "mt", "mts"}
_PARTS: Final = frozenset({"embedding", "embeddings", "mtp", "ngram"})
_EXPERT_SIZES: Final = {(8, 7): "mixtral-8x7b", (8, 22): "mixtral-8x22b"}


class SizeRules(NameRules):
    """The rules that claim sizes."""

    def _experts(self, value: float, at: int, after: int) -> int | None:
        """Read "8x7b" and "8x22b"."""
        if (
            text_at(self.tokens, after) not in ("x", "×")
            or not text_at(self.tokens, after + 1)[:1].isdecimal()
        ):
            return None
        each = float(text_at(self.tokens, after + 1))
        model = _EXPERT_SIZES.get((int(value), int(each)))
        if model is None or text_at(self.tokens, after + 2) != "b":
            return None
        if not (self.found.models and self.found.models[-1].id == model):
            self.found.models.append(ModelSaid(model, at, after + 2))
        return after + 3

    def _named_number(self, _value: float, at: int, _after: int) -> int | None:
        """Read a name that starts with a number: "4090", "780m", "30b-a3b", "4 bit"."""
        name = self.index.at(self.tokens, at)
        if name is None or not self._ends_clean(name.last) or not self._starts_clean(at):
            return None
        if name.kind == "device" and len(name.spelled) == 1 and self._is_plain_amount(at):
            return None
        return self._claim(name)

    def _is_plain_amount(self, at: int) -> bool:
        """Whether a bare number is an amount of something, not a card ("6800 tokens")."""
        following = text_at(self.tokens, at + 1)
        return following in (
            "tokens",
            "token",
            "mhz",
            "mt",
            "ctx",
            "context",
            "mb",
            "mib",
            "watt",
            "gb",
            "$",
            "€",
            "words",
            "k",
            "usd",
            "eur",
            "layers",
        )

    def _params(self, value: float, at: int, after: int) -> int | None:
        """Read "7b", "30B-A3B", "671B/37B", "1T", "70 billion"."""
        unit = text_at(self.tokens, after)
        scale = _SCALES.get(unit)
        if scale is None:
            return None
        if unit == "b" and self._goes_on(after):
            return None
        if unit == "t" and text_at(self.tokens, after + 1) in (
            "ram",
            "ddr",
            "dram",
            "memory",
            "rdimm",
        ):
            return None
        if unit == "t" and (
            not self.tokens[after].joined
            or text_at(self.tokens, after + 1) in ("/", "per")
            or value > 10  # noqa: PLR2004
        ):
            return None
        end, active = self._active(after + 1)
        if self._is_active(at) and (last := self._last_model(at)):
            last.active, last.last = value * scale, end - 1
            return end
        following = text_at(self.tokens, end)
        if following in _PARTS or (following == "n" and text_at(self.tokens, end + 2) == "gram"):
            return end
        if following in ("draft", "drafter"):
            self.found.draft = self.found.draft or f"{value:g}B"
            return end + 1
        if following in ("active", "aktiv") and self.found.models:
            self.found.models[-1].active = self.found.models[-1].active or value * scale
            return end + 1
        if len(self.found.models) < MOST_NAMES:
            self.found.models.append(ModelSaid("", at, end - 1, value * scale, active))
        return end

    def _goes_on(self, at: int) -> bool:
        """Whether the word at `at` is the middle of a name ("910B4")."""
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        return after is not None and after.joined and after.is_number

    def _is_active(self, at: int) -> bool:
        """Whether the size is the active part of the model before ("q3 30b a3b")."""
        return at > 0 and self.tokens[at].joined and self.tokens[at - 1].text == "a"

    def _last_model(self, at: int) -> ModelSaid | None:
        last = self.found.models[-1] if self.found.models else None
        return last if last and at - last.last <= 3 else None  # noqa: PLR2004

    def _active(self, at: int) -> tuple[int, float | None]:
        """Read the active part after a size: "-A3B", "/37B", ".A4B", "a3b"."""
        sign = 1 if text_at(self.tokens, at) in ("-", ".", "/", "_") else 0
        letter = text_at(self.tokens, at + sign)
        number = at + sign + (letter == "a")
        if (letter == "a" or text_at(self.tokens, at) == "/") and text_at(self.tokens, number)[
            :1
        ].isdecimal():
            value, after = units.value_at(self.tokens, number)
            if text_at(self.tokens, after) == "b":
                return after + 1, value * BILLION
        return at, None

    def _bits(self, value: float, at: int, after: int) -> int | None:
        """Read "4.0bpw", "4.25 bpw", "2.55-bpw"."""
        unit = after + 1 if text_at(self.tokens, after) == "-" else after
        if text_at(self.tokens, unit) != "bpw":
            return None
        last = self.found.quants[-1] if self.found.quants else None
        if last and last.id.startswith("exl") and last.bits is None:
            last.bits = value
        else:
            self.found.quants.append(
                QuantSaid(
                    "exl3-n-bpw" if "exl3" in self._nearby(at) else "exl2-n-bpw", at, unit, value
                )
            )
        return unit + 1

    def _nearby(self, at: int) -> str:
        return "".join(t.text for t in self.tokens[max(0, at - 4) : at + 6])

    def _memory_product(self, value: float, at: int, after: int) -> int | None:
        """Read "2x32GB", "4*32G", "64g*8", "48GBx4"."""
        if text_at(self.tokens, after) not in ("x", "*", "×") or after + 1 >= len(self.tokens):
            return None
        if not self.tokens[after + 1].is_number or value > 64:  # noqa: PLR2004
            return None
        size, end = units.value_at(self.tokens, after + 1)
        memory = units.memory_after(self.tokens, end, size)
        if memory is None:
            return None
        self.found.memories.append(Amount(memory[0], at, memory[1] - 1, "product", high=value))
        return memory[1]

    def _memory(self, value: float, at: int, after: int) -> int | None:
        memory = units.memory_after(self.tokens, after, value)
        if memory is None:
            if text_at(self.tokens, after) in ("ram", "vram") and value in (
                8,
                12,
                16,
                20,
                24,
                32,
                48,
                64,
                96,
                128,
                192,
                256,
                384,
                512,
                768,
                1024,
            ):
                memory = (value * units.GIGA, after)
            else:
                return None
        self.found.memories.append(Amount(memory[0], at, memory[1] - 1))
        return memory[1]

    def _bandwidth(self, value: float, at: int, after: int) -> int | None:
        found = units.bandwidth_after(self.tokens, after, value)
        if found is None:
            return None
        before = {text_at(self.tokens, at - i) for i in (1, 2, 3)}
        if before & _RAM_WORDS:
            self.found.ram_bandwidth = found[0]
        elif self.found.devices and not self.found.devices[-1].id:
            self.found.devices[-1].bandwidth_bytes_per_s = found[0]
        else:
            self.found.memories.append(Amount(found[0], at, found[1] - 1, "bandwidth"))
        return found[1]

    def _ram_rate(self, value: float, _at: int, after: int) -> int | None:
        unit = text_at(self.tokens, after)
        if unit not in _RAM_UNITS:
            return None
        per = (text_at(self.tokens, after + 1), text_at(self.tokens, after + 2))
        if unit == "mhz" or (unit == "mt" and per == ("/", "s")) or unit in ("mts", "mt"):
            if value >= 800:  # noqa: PLR2004
                self.found.ram_mt_per_s = int(value)
            return after + (3 if per == ("/", "s") else 1)
        if unit in _CHANNELS and value <= 24:  # noqa: PLR2004
            self.found.ram_channels = int(value)
            return after + 1
        return None
