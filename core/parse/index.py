"""Every spelling of every catalog name, as a tree of words to walk along a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from catalog.load import Catalog
from catalog.overlay import Overlay, Shelf
from catalog.record import record
from core.match import words
from core.parse.nicknames import DEVICE_NICKNAMES, MODEL_NICKNAMES, QUANT_NICKNAMES, TOO_SHORT
from core.parse.tokens import Token, is_joiner

_MEMORY: Final = frozenset({"ddr", "dual", "single"})
_RATES: Final = frozenset({"mhz", "mt"})
_NEIGHBOURS: Final = re.compile("[a-z] [a-z]", re.ASCII)
KINDS: Final = ("quant", "model", "device")


@record
class Found:
    """A name in the question: which record, and the tokens it covers."""

    kind: str
    id: str
    first: int
    last: int
    spelled: tuple[str, ...]


class Index:
    """Spellings of all names, and how long the longest is that starts with a word."""

    def __init__(self, catalog: Catalog) -> None:
        self.meant: dict[tuple[str, ...], tuple[str, str]] = {}
        self.longest: dict[str, int] = {}
        if isinstance(catalog, Overlay):
            known = index_of(catalog.base)
            self.meant, self.longest = dict(known.meant), dict(known.longest)
            self._add("model", [(catalog.spelled, catalog.added.id)])
            return
        self._add("model", MODEL_NICKNAMES.items())
        self._add("device", DEVICE_NICKNAMES.items())
        self._add("quant", QUANT_NICKNAMES.items())
        for model in catalog.models.values():
            self._add("model", ((one, model.id) for one in (model.name, *model.aliases)))
            if len(parts := re.split(r" A(?=\d)", model.name)) == 2:  # noqa: PLR2004  ("Qwen3 30B A3B" is also "Qwen3 30B")
                self._add("model", [(parts[0], model.id)])
        for device in catalog.devices.values():
            self._add("device", ((one, device.id) for one in (device.name, *device.aliases)))
        for quant in catalog.quants.values():
            self._add("quant", ((one, quant.id) for one in (quant.name, *quant.aliases)))

    def _add(self, kind: str, spellings: Iterable[tuple[str, str]]) -> None:
        for spelling, found in spellings:
            cut = words(spelling)
            if not cut or cut in self.meant or cut in TOO_SHORT:
                continue
            if kind == "device" and (cut[0] in _MEMORY or not _RATES.isdisjoint(cut)):
                continue
            if len(cut) == 1 and ((cut[0].isdecimal() and len(cut[0]) < 4) or len(cut[0]) < 2):  # noqa: PLR2004
                continue
            self._put(cut, (kind, found))
            if (glued := _glued(cut)) is not None:
                self._put(glued, (kind, found))

    def _put(self, form: tuple[str, ...], meant: tuple[str, str]) -> None:
        self.meant.setdefault(form, meant)
        if len(form) > self.longest.get(form[0], 0):
            self.longest[form[0]] = len(form)

    def at(self, tokens: Sequence[Token], first: int) -> Found | None:
        """Return the longest name that starts at token `first`, or None."""
        longest = self.longest.get(tokens[first].text)
        if longest is None:
            return None
        run, places = _run(tokens, first, longest)
        for size in range(len(run), 0, -1):
            cut = tuple(run[:size])
            if (meant := self.meant.get(cut)) is not None:
                return Found(meant[0], meant[1], first, places[size - 1], cut)
        return None


def _glued(cut: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the spelling with neighbouring words as one ("deepseekv4flash"), or None."""
    if not _NEIGHBOURS.search(" ".join(cut)):
        return None
    form: list[str] = []
    for word in cut:
        if form and form[-1].isalpha() and word.isalpha():
            form[-1] += word
        else:
            form.append(word)
    return tuple(form)


def _run(tokens: Sequence[Token], first: int, most: int) -> tuple[list[str], list[int]]:
    """Return the words and numbers from `first` on that may be one name, and their places."""
    run: list[str] = []
    places: list[int] = []
    at = first
    while at < len(tokens) and len(run) < most:
        token = tokens[at]
        if token.is_word or token.is_number:
            run.append(token.text)
            places.append(at)
        elif token.text in "()":
            pass  # "M1 Max (24-core GPU)"
        elif not is_joiner(token) or token.text == "," or not token.joined:
            break
        at += 1
    return run, places


def index_of(catalog: Catalog) -> Index:
    """Return the index of `catalog`, built once."""
    if isinstance(catalog, Overlay):
        return Index(catalog)
    return _built(catalog.base if isinstance(catalog, Shelf) else catalog)


@lru_cache(maxsize=4)
def _built(catalog: Catalog) -> Index:
    return Index(catalog)
