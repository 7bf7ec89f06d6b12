"""What a person may be about to type: names of the catalog, ranked as a person would."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import nsmallest
from typing import Final, Protocol

from catalog.load import Catalog
from catalog.record import record
from core.match import words

MOST: Final = 25  # choices that Discord shows
FUZZY_MIN_SCORE: Final = 70.0
MAX_TYPED_CHARS: Final = 64
MOST_COMPARED: Final = 800  # spellings looked at one by one, the most popular first
REMEMBERED_CHARS: Final = 2  # beginnings so short are typed by everybody
_EXACT, _STARTS, _IN_ORDER, _ANYWHERE = range(4)

POPULAR_MODELS: Final = (
    "qwen3.6-35b-a3b",
    "qwen3.6-27b",
    "qwen3-30b-a3b-2507",
    "gpt-oss-20b",
    "gpt-oss-120b",
    "qwen3-coder-30b-a3b",
    "llama-3.1-8b",
    "qwen3-8b",
    "qwen3-32b",
    "gemma-3-27b",
    "gemma-4-31b",
    "llama-3.3-70b",
    "qwen3-14b",
    "glm-4.5-air-106b-a12b",
    "mistral-small-3.2-24b",
)
POPULAR_DEVICES: Final = (
    "geforce-rtx-4090",
    "geforce-rtx-3090",
    "geforce-rtx-5090",
    "geforce-rtx-3060-12-gb",
    "geforce-rtx-4060-ti-16-gb",
    "radeon-rx-7900-xtx",
    "geforce-rtx-5070-ti",
    "m4-max",
    "ryzen-ai-max-395-radeon-8060s",
    "m3-ultra",
    "geforce-rtx-4070-ti-super",
    "rtx-pro-6000-blackwell",
    "dgx-spark-gb10",
    "m4-pro",
)
POPULAR_QUANTS: Final = (
    "q4_k_m",
    "q8_0",
    "q5_k_m",
    "q6_k",
    "ud-q4_k_xl",
    "iq4_xs",
    "q4_0",
    "mxfp4",
    "f16",
    "awq-int4-g128",
    "fp8-per-block-128",
    "mlx-4bit-gs64",
    "q3_k_m",
    "q2_k",
)


class Named(Protocol):
    """A catalog record that can be suggested."""

    @property
    def id(self) -> str:
        """Return the slug of the name."""

    @property
    def name(self) -> str:
        """Return the name as it is shown."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Return the other ways to write it."""


@record
class Suggestion:
    """A choice: what is shown, and the id it stands for."""

    id: str
    name: str


class Suggester:
    """All names of one kind, ready to be searched while somebody types.

    Letters may be the beginning of a word, the last number too; a number before it is exact.
    """

    def __init__(self, records: Iterable[Named], popular: Sequence[str] = ()) -> None:
        self._records = _by_popularity(records, popular)
        self._spellings: list[tuple[tuple[str, ...], int]] = []
        self._exact: dict[tuple[str, ...], int] = {}
        places: dict[str, set[int]] = {}
        for rank, known in enumerate(self._records):
            for spelled in dict.fromkeys(words(s) for s in (known.name, *known.aliases)):
                self._exact.setdefault(spelled, rank)
                for word in spelled:
                    places.setdefault(word, set()).add(len(self._spellings))
                self._spellings.append((spelled, rank))
        self._places = places
        self._sorted_words = sorted(places)
        self._beginnings: dict[str, set[int]] = {}

    def suggest(self, typed: str, most: int = MOST) -> tuple[Suggestion, ...]:
        """Return at most `most` names that go on from what was `typed`, likeliest first."""
        asked = words(typed[:MAX_TYPED_CHARS])
        ranks: Sequence[int] = range(min(len(self._records), MOST))
        if asked:
            ranks = self._found(asked) or self._alike(asked)
        chosen = (self._records[rank] for rank in ranks[: min(most, MOST)])
        return tuple(Suggestion(one.id, one.name) for one in chosen)

    def _found(self, asked: tuple[str, ...]) -> list[int]:
        """Return the ranks of records that hold every word of `asked`, best first."""
        spellings = self._holding(asked[-1])
        for word in asked[:-1]:
            spellings = spellings & self._holding(word, whole=word[0].isdigit())
        best: dict[int, int] = {}
        for place in nsmallest(MOST_COMPARED, spellings):
            spelled, rank = self._spellings[place]
            best[rank] = min(_tier(asked, spelled), best.get(rank, _ANYWHERE))
        if asked in self._exact:
            best[self._exact[asked]] = _EXACT
        return sorted(best, key=lambda rank: (best[rank], rank))

    def _holding(self, word: str, *, whole: bool = False) -> set[int]:
        """Return the spellings with a word that is `word`, or begins with it."""
        if whole:
            return self._places.get(word, set())
        if word in self._beginnings:
            return self._beginnings[word]
        found: set[int] = set()
        for known in self._sorted_words[bisect_left(self._sorted_words, word) :]:
            if not known.startswith(word):
                break
            found |= self._places[known]
        if len(word) <= REMEMBERED_CHARS:
            self._beginnings[word] = found
        return found

    def _alike(self, asked: tuple[str, ...]) -> list[int]:
        """Return the ranks of records with letters like those asked and the same numbers."""
        from rapidfuzz import fuzz, process  # noqa: PLC0415  (only a misspelling pays for it)

        numbers = [self._places.get(word, set()) for word in asked if word[0].isdigit()]
        fitting: Iterable[int] = range(len(self._spellings))
        if numbers:
            fitting = set.intersection(*numbers)
        places = nsmallest(MOST_COMPARED, fitting)
        ranked = process.extract(
            " ".join(asked),
            [" ".join(self._spellings[place][0]) for place in places],
            scorer=fuzz.ratio,
            limit=MOST,
            score_cutoff=FUZZY_MIN_SCORE,
        )
        return list(dict.fromkeys(self._spellings[places[at]][1] for _, _, at in ranked))


def _by_popularity(records: Iterable[Named], popular: Sequence[str]) -> tuple[Named, ...]:
    """Return the records, those in `popular` first, then the newest."""
    order = {id_: place for place, id_ in enumerate(popular)}
    newest = sorted(records, key=lambda one: str(getattr(one, "release", "")), reverse=True)
    return tuple(sorted(newest, key=lambda one: order.get(one.id, len(order))))


def _tier(asked: tuple[str, ...], spelled: tuple[str, ...]) -> int:
    """Return how well `spelled` goes on from `asked`: the smaller the better."""
    if asked == spelled:
        return _EXACT
    ahead = spelled[: len(asked)]
    if asked[:-1] == ahead[:-1] and ahead[-1].startswith(asked[-1]):
        return _STARTS
    rest = iter(spelled)
    if all(any(word.startswith(part) for word in rest) for part in asked):
        return _IN_ORDER
    return _ANYWHERE


@lru_cache(maxsize=4)
def suggesters(catalog: Catalog) -> dict[str, Suggester]:
    """Return a suggester for each of model, device and quant."""
    return {
        "model": Suggester(catalog.models.values(), POPULAR_MODELS),
        "device": Suggester(catalog.devices.values(), POPULAR_DEVICES),
        "quant": Suggester(catalog.quants.values(), POPULAR_QUANTS),
    }


def suggest(catalog: Catalog, kind: str, typed: str) -> tuple[Suggestion, ...]:
    """Return what may be meant by `typed`, a model, device or quant (`kind`)."""
    return suggesters(catalog)[kind].suggest(typed)
