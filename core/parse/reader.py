"""Walking along a question once: every token is claimed by the most specific rule that reads it."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog
from core.parse import flags, units
from core.parse.index import Found, Index, index_of
from core.parse.nicknames import UNKNOWN
from core.parse.parsed import Amount, DeviceSaid, ModelSaid, Parsed, QuantSaid
from core.parse.tokens import Token, tokenize
from core.parse.units import text_at

BILLION: Final = 1e9
MOST_NAMES: Final = 32  # more devices and models than anyone asks about at once
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
_RAM_WORDS: Final = frozenset("ram arbeitsspeicher memory sysram dram ddr speicher".split())
_VRAM_WORDS: Final = frozenset("vram gpu card karte graka grafikkarte gpus cards".split())
_CPU_ONLY: Final = (
    ("no", "gpu"), ("no", "dgpu"), ("without", "gpu"), ("no", "vga"), ("cpu", "only"),
    ("ohne", "gpu"), ("ohne", "grafikkarte"), ("ohne", "graka"), ("keine", "gpu"), ("nur", "cpu"),
    ("khong", "gpu"), ("khong", "card"), ("ko", "card"), ("k", "co", "card"),
    ("khong", "co", "card"), ("ko", "co", "card"), ("chi", "cpu"), ("no", "graphics", "card"),
    ("keine", "grafikkarte"), ("cpu", "inference"), ("without", "a", "gpu"), ("ohne", "gpus"),
    ("no", "gpus"), ("chi", "co", "cpu"),
)  # fmt: skip
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
_WITH_PLUS: Final = {"command-r-35b": "command-r-104b", "command-r-08-2024-32b": "command-r-104b"}
_DRAFT_WORDS: Final = frozenset({"draft", "drafts", "drafter", "drafting"})
_PARTS: Final = frozenset({"embedding", "embeddings", "mtp", "ngram"})
_SCREENS: Final = frozenset(
    {"gaming", "video", "monitor", "display", "tv", "footage", "screen", "resolution"}
)
_GIVES: Final = frozenset({"gives", "get", "gets", "getting", "reach", "hit"})
_ENDS: Final = frozenset({"", "?", ".", ",", "!", "~", "-"})
_MLX_BITS: Final = frozenset({"2", "3", "4", "5", "6", "8"})
_BETWEEN_WORDS: Final = frozenset({"between", "zwischen", "tu"})
_EXPERT_SIZES: Final = {(8, 7): "mixtral-8x7b", (8, 22): "mixtral-8x22b"}


def parse(folded: str, catalog: Catalog) -> tuple[Parsed, list[Token]]:
    """Return what the folded, lower-case text says, and its tokens."""
    tokens = tokenize(folded)
    return Reader(tokens, index_of(catalog)).read(), tokens


class Reader:
    """One walk along the tokens of a question."""

    def __init__(self, tokens: list[Token], index: Index) -> None:
        self.tokens = tokens
        self.index = index
        self.found = Parsed()

    def read(self) -> Parsed:
        """Return everything that was found."""
        at = 0
        while at < len(self.tokens):
            at = self._step(at)
        self._cpu_only()
        self._unitless_speeds()
        self._mlx_bits()
        self._drafts()
        return self.found

    def _drafts(self) -> None:
        """Take the models beside "draft" for drafts: "with Qwen3-4B/1.7B/0.6B drafts"."""
        place = next((i for i, t in enumerate(self.tokens) if t.text in _DRAFT_WORDS), None)
        if place is None or self.found.draft:
            return
        chain: list[ModelSaid] = []
        for one in reversed(self.found.models):
            end = chain[0].first - 1 if chain else place
            if one.last == end - 1 and (not chain or text_at(self.tokens, end) == "/"):
                chain.insert(0, one)
        if not chain:
            chain = [m for m in self.found.models if 1 <= m.first - place <= 3][:1]  # noqa: PLR2004
        if not chain or (len(chain) == len(self.found.models) == 1 and chain[0].first < place):
            return
        spelled = self.tokens[chain[0].first : chain[-1].last + 1]
        self.found.draft = "".join(t.text if t.joined else " " + t.text for t in spelled).strip()
        self.found.models = [one for one in self.found.models if one not in chain]

    def _mlx_bits(self) -> None:
        """Take "4bit" for MLX's own quant, where MLX is named."""
        if not any(token.text == "mlx" for token in self.tokens):
            return
        for quant in self.found.quants:
            spelled = [token.text for token in self.tokens[quant.first : quant.last + 1]]
            if spelled[-1] in ("bit", "bits") and spelled[0] in _MLX_BITS:
                quant.id = f"mlx-{spelled[0]}bit-gs64"

    def _unitless_speeds(self) -> None:
        """Take a lone number beside other speeds for one: "57.3 tokens/s, gguf 16.7"."""
        has_unit = bool(self.found.speeds)
        has_unit = has_unit or any(t.text == "tg" for t in self.tokens)
        for at in self.found.numbers_left:
            if at not in self.found.used and self._is_speed(at, has_unit=has_unit):
                self.found.speeds.append(self._unitless(at))
        self.found.speeds.sort(key=lambda one: one.first)

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

    def _step(self, at: int) -> int:
        """Claim what starts at `at` and return the place after it."""
        token = self.tokens[at]
        if token.is_number:
            after = self._number(at)
        elif token.is_word or token.text == "-":
            after = flags.flag(self.found, self.tokens, at) or self._name(at) or self._word(at)
        else:
            after = None
        if after is None:
            return at + 1
        self.found.used.update(range(at, after))
        return after

    # -- names ---------------------------------------------------------------------------

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

    # -- numbers -------------------------------------------------------------------------

    def _number(self, at: int) -> int | None:
        if (
            at > 0
            and self.tokens[at].joined
            and self.tokens[at - 1].text == "."
            and at > 1
            and self.tokens[at - 2].is_number
        ):
            return at + 1
        value, after = units.value_at(self.tokens, at)
        for rule in (
            self._bare_speed, self._range, self._speed, self._bandwidth, self._memory_product,
            self._bits, self._experts, self._named_number, self._params, self._memory,
            self._ram_rate, self._percent, self._layers, self._thousands, self._users,
            self._plain_tokens,
        ):  # fmt: skip
            if (claimed := rule(value, at, after)) is not None:
                return claimed
        self.found.numbers_left.append(at)
        return None

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
        if top and bottom and top[0] and bottom[0]:
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
        if rate is None or rate[0] is None or self._is_a_card(at, value):
            return None
        self.found.speeds.append(Amount(rate[0], at, rate[1] - 1))
        return rate[1]

    def _is_a_card(self, at: int, value: float) -> bool:
        """Whether "4090 tok/s?" asks about a card that nothing else names."""
        if self.found.devices or not 1_000 <= value <= 9_999 or self.tokens[at + 1].joined:  # noqa: PLR2004
            return False
        name = self.index.at(self.tokens, at)
        return name is not None and name.kind == "device"

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

    def _named_number(self, value: float, at: int, after: int) -> int | None:
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
        scale = {
            "b": BILLION,
            "billion": BILLION,
            "milliarden": BILLION,
            "mrd": BILLION,
            "ty": BILLION,
            "t": 1e12,
        }.get(unit)
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
        if scale is None or (unit in ("b", "t") and not self.tokens[after].joined and unit == "t"):
            return None
        if unit == "t" and (text_at(self.tokens, after + 1) in ("/", "per") or value > 10):  # noqa: PLR2004
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
        said = ModelSaid("", at, end - 1, value * scale, active)
        self.found.models.append(said)
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

    def _ram_rate(self, value: float, at: int, after: int) -> int | None:
        unit = text_at(self.tokens, after)
        per = (text_at(self.tokens, after + 1), text_at(self.tokens, after + 2))
        if unit == "mhz" or (unit == "mt" and per == ("/", "s")) or unit in ("mts", "mt"):
            if value >= 800:  # noqa: PLR2004
                self.found.ram_mt_per_s = int(value)
            return after + (3 if per == ("/", "s") else 1)
        if unit in ("channel", "channels", "ch", "kanal", "kanale") and value <= 24:  # noqa: PLR2004
            self.found.ram_channels = int(value)
            return after + 1
        return None

    def _percent(self, value: float, at: int, after: int) -> int | None:
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

    def _users(self, value: float, at: int, after: int) -> int | None:
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
        if unit in _CONTEXT or before & _CONTEXT:
            self.found.contexts.append(Amount(int(value), at, after - 1, "context"))
            return after
        return None

    # -- words ---------------------------------------------------------------------------

    def _word(self, at: int) -> int | None:
        return flags.word(self.found, self.tokens, at)

    def _cpu_only(self) -> None:
        self._single_user()
        words = [t.text for t in self.tokens if t.is_word]
        pairs = {tuple(words[i : i + n]) for n in (2, 3) for i in range(len(words) - n + 1)}
        self.found.cpu_only = any(one in pairs for one in _CPU_ONLY)

    def _single_user(self) -> None:
        for at, token in enumerate(self.tokens[:-1]):
            if token.text in ("single", "one") and text_at(self.tokens, at + 1) in (
                "user",
                "stream",
                "request",
            ):
                self.found.users = self.found.users or 1
