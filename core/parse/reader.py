"""Walking along a question once: every token is claimed by the most specific rule that reads it."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog
from core.parse import flags, units
from core.parse.index import index_of
from core.parse.parsed import ModelSaid, Parsed
from core.parse.speed_rules import SpeedRules
from core.parse.tokens import Token, tokenize
from core.parse.units import text_at

MOST_NUMBERS: Final = 250  # ten times what the longest real question holds
_CPU_ONLY: Final = (
    ("no", "gpu"), ("no", "dgpu"), ("without", "gpu"), ("no", "vga"), ("cpu", "only"),
    ("ohne", "gpu"), ("ohne", "grafikkarte"), ("ohne", "graka"), ("keine", "gpu"), ("nur", "cpu"),
    ("khong", "gpu"), ("khong", "card"), ("ko", "card"), ("k", "co", "card"),
    ("khong", "co", "card"), ("ko", "co", "card"), ("chi", "cpu"), ("no", "graphics", "card"),
    ("keine", "grafikkarte"), ("cpu", "inference"), ("without", "a", "gpu"), ("ohne", "gpus"),
    ("no", "gpus"), ("chi", "co", "cpu"),
)  # fmt: skip
_DRAFT_WORDS: Final = frozenset({"draft", "drafts", "drafter", "drafting"})
_MLX_BITS: Final = frozenset({"2", "3", "4", "5", "6", "8"})


def parse(folded: str, catalog: Catalog) -> tuple[Parsed, list[Token]]:
    """Return what the folded, lower-case text says, and its tokens."""
    tokens = tokenize(folded)
    return Reader(tokens, index_of(catalog)).read(), tokens


class Reader(SpeedRules):
    """One walk along the tokens of a question."""

    def read(self) -> Parsed:
        """Return everything that was found."""
        at = self.numbers = 0
        while at < len(self.tokens):
            at = self._step(at)
        self._cpu_only()
        self._unitless_speeds()
        self._mlx_bits()
        self._drafts()
        return self.found

    def _step(self, at: int) -> int:
        """Claim what starts at `at` and return the place after it."""
        token = self.tokens[at]
        if token.is_number:
            self.numbers += 1
            after = self._number(at) if self.numbers <= MOST_NUMBERS else None
        elif token.is_word or token.text == "-":
            after = flags.flag(self.found, self.tokens, at) or self._name(at) or self._word(at)
        else:
            after = None
        if after is None:
            return at + 1
        self.found.used.update(range(at, after))
        return after

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

    def _word(self, at: int) -> int | None:
        return flags.word(self.found, self.tokens, at)

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
