"""What a person says they see: words about symptoms, as hints for a diagnosis."""

import re
import unicodedata
from functools import cache
from typing import Final

from core.parse.symptom_phrases import PHRASES
from core.parse.symptom_words import ALONE, CAUSES, RULES, TAGS

_MAX_CHARS: Final = 4_000
_MAX_WORDS: Final = 800
_LOW_PERCENT: Final = 40.0
_WORD: Final = re.compile(
    r"[0-9][0-9.,/]{0,24}(?:%|[a-z]{0,12})|-t\b|[a-z_][a-z0-9_.'+-]{0,40}", re.ASCII
)
_SPLIT_NEXT: Final = {"cpu", "gpu", "cpu/gpu", "gpu/cpu"}


def symptoms(text: str) -> tuple[str, ...]:
    """Return the hints in `text`, each once, in the order in which they are first supported.

    A hint is a cause code of a diagnosis where the words state the cause, an observation
    (``gpu_idle``, ``cpu_busy``, ``vram_full``, ``vram_low``, ``vram_free``, ``all_on_cpu``,
    ``all_on_gpu``, ``no_gpu``, ``no_flash``, ``full_precision``) where they state what is seen,
    or ``says_…`` for a mention and no more. Linear in the length of `text`.

    >>> symptoms("gpu util ~2%, vram full. did I set it up wrong?")
    ('gpu_idle', 'vram_full')
    >>> symptoms("wird immer langsamer, je länger der Chat läuft")
    ('kv_growth',)
    """
    words = _words(text)
    places = _tag_places(words)
    found: dict[str, None] = {}
    for hint, tag, other, apart in RULES:
        if tag in places and other in places and _close(places[tag], places[other], apart):
            found[hint] = None
    for tag in places:
        if alone := ALONE.get(tag, tag if tag in CAUSES else None):
            found[alone] = None
    return tuple(found)


def fold(text: str) -> str:
    """Return `text` in lower case without diacritics (đ becomes d, ß becomes ss)."""
    lower = text.lower()
    if lower.isascii():
        return lower
    lower = lower.replace("đ", "d").replace("ß", "ss")
    apart = unicodedata.normalize("NFD", lower)
    return apart.translate({ord(c): None for c in set(apart) if unicodedata.combining(c)})


def _words(text: str) -> list[str]:
    """Return the words; one with a hyphen that no table knows is taken apart."""
    tags, _ = _tables()
    words: list[str] = []
    for found in _WORD.findall(fold(text[:_MAX_CHARS]))[:_MAX_WORDS]:
        word = found.rstrip(".,'-+/")
        words += word.split("-") if "-" in word[1:] and word not in tags else [word]
    return words[:_MAX_WORDS]


def _tag_places(words: list[str]) -> dict[str, list[int]]:
    tags, phrases = _tables()
    places: dict[str, list[int]] = {}
    for at, word in enumerate(words):
        for tag in tags.get(word, ()):
            places.setdefault(tag, []).append(at)
        for rest, tag in phrases.get(word, ()):
            if tuple(words[at + 1 : at + 1 + len(rest)]) == rest:
                places.setdefault(tag, []).append(at)
        if number_tag := _number_tag(words, at):
            places.setdefault(number_tag, []).append(at)
    if len({words[at] for at in places.get("engine", ())}) > 1:
        places["several_engines"] = places["engine"]
    if "vram_free" in places:
        places.pop("full", None)
    return places


def _number_tag(words: list[str], at: int) -> str | None:
    """Return what a number with its unit says: a low share, watts, thousands, a version."""
    word = words[at]
    if not word or not word[0].isdigit():
        return None
    if word[-1] == "%":
        return "low_percent" if _is_low(word) and not _is_split(words, at) else None
    if word.count(".") > 1:
        return "build"
    number, unit = word[:-1], word[-1]
    if unit not in "wk" or not number.isdigit():
        return None
    return "watts" if unit == "w" else "depth_k"


def _is_low(word: str) -> bool:
    number = word[:-1].replace(",", ".")
    try:
        return float(number) <= _LOW_PERCENT
    except ValueError:
        return False


def _is_split(words: list[str], at: int) -> bool:
    """Return whether the percentage is the share of a split ("25% CPU / 75% GPU")."""
    following = words[at + 1] if at + 1 < len(words) else ""
    return following in _SPLIT_NEXT


def _close(left: list[int], right: list[int], apart: int) -> bool:
    """Return whether a place of each lies within `apart` words; both lists ascend."""
    i = j = 0
    while i < len(left) and j < len(right):
        if abs(left[i] - right[j]) <= apart:
            return True
        if left[i] < right[j]:
            i += 1
        else:
            j += 1
    return False


@cache
def _tables() -> tuple[
    dict[str, tuple[str, ...]], dict[str, tuple[tuple[tuple[str, ...], str], ...]]
]:
    """Return the tags of each word, and the phrases by their first word."""
    tags: dict[str, tuple[str, ...]] = {}
    for tag, words in TAGS.items():
        for word in words.split():
            tags[word] = (*tags.get(word, ()), tag)
    phrases: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {}
    for phrase, tag in PHRASES.items():
        first, *rest = phrase.split()
        phrases[first] = (*phrases.get(first, ()), (tuple(rest), tag))
    return tags, phrases
