"""Which language a question is written in, and which of its cue words it holds."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Final

LANGUAGES: Final = ("en", "de", "vi")
_VIETNAMESE: Final = frozenset("ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ")
_GERMAN: Final = frozenset("äöüß")
_GAP: Final = re.compile(r"[^a-z0-9/.']{1,200}", re.ASCII)
_STRONG: Final = 3


@cache
def _usual(language: str) -> frozenset[str]:
    words: frozenset[str] = import_module(f"core.language.{language}.words").USUAL
    return words


def is_usual(word: str) -> bool:
    """Whether `word` is an everyday one in any of the languages."""
    return any(word in _usual(one) for one in LANGUAGES)


@cache
def counts() -> dict[str, int]:
    """Return the number words of all languages."""
    found: dict[str, int] = {}
    for language in LANGUAGES:
        found |= import_module(f"core.language.{language}.words").COUNTS
    return found


@cache
def _cues(language: str) -> dict[str, tuple[str, ...]]:
    table: dict[str, str] = import_module(f"core.language.{language}.words").CUES
    return {name: tuple(f" {w} " for w in text.split("|") if w) for name, text in table.items()}


def detect(text: str, folded: str) -> str | None:
    """Return the language of `text`, or None where the words do not tell."""
    lower = text.lower()
    if not _VIETNAMESE.isdisjoint(lower):
        return "vi"
    words = spaced(folded).split()
    if len(words) <= GREETING_WORDS and (said := _greeted(words)):
        return said
    scores = {one: sum(map(_usual(one).__contains__, words)) for one in LANGUAGES}
    if not _GERMAN.isdisjoint(lower):
        scores["de"] += _STRONG
    best = max(scores, key=lambda one: scores[one])
    if scores[best] == 0 or (best != "en" and scores[best] < max(2, scores["en"])):
        return "en" if scores["en"] else None
    return best


GREETING_WORDS: Final = 4
_GREETINGS: Final = {
    "xin chao": "vi", "chao": "vi", "cam on": "vi", "danke": "de", "hallo": "de", "moin": "de",
    "servus": "de", "guten": "de", "vielen dank": "de", "merci": "de",
}  # fmt: skip


def _greeted(words: list[str]) -> str | None:
    """Return the language of a greeting or of thanks that says nothing else."""
    return _GREETINGS.get(" ".join(words[:2])) or _GREETINGS.get("".join(words[:1]))


def spaced(folded: str) -> str:
    """Return the words of folded text with one space around each."""
    return f" {_GAP.sub(' ', folded)} "


def cued(text: str, language: str) -> dict[str, int]:
    """Return how many cue words of each kind stand in `text` (see `spaced`).

    English cues count in every language: people mix them in.
    """
    clean = text.replace(". ", " ").replace("' ", " ")
    found: dict[str, int] = {}
    for one in dict.fromkeys(("en", language)):
        for name, cues in _cues(one).items():
            if hits := sum(cue in clean for cue in cues):
                found[name] = found.get(name, 0) + hits
    return found


def cue_places(text: str, name: str, language: str) -> list[int]:
    """Return the places in `text` where a cue of `name` starts."""
    places = []
    for one in dict.fromkeys(("en", language)):
        for cue in _cues(one).get(name, ()):
            at = text.find(cue)
            if at >= 0:
                places.append(at)
    return places


_VAGUE_WORDS: Final = frozenset(
    "its it's so slow langsam cham qua mine auf meinem meiner rechner das auch geht geht's "
    "dies hier this thing here pc machine laptop may minh help please pls bitte why warum sao "
    "the is my too very run can i will does work fast schnell nhanh hier bei mir to normal is "
    "that ok".split()
)


def is_small_talk(text: str) -> bool:
    """Whether `text` holds a complaint or a question about nothing that is named."""
    words = text.split()
    return 0 < len(words) <= 9 and all(word in _VAGUE_WORDS for word in words)  # noqa: PLR2004
