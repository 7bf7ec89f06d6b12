"""Which catalog entry a name means: letters may be fuzzy, numbers may not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Protocol

from catalog.load import Catalog
from catalog.names import quant_slug, slug
from core.errors import UnknownNameError

MAX_NAME_CHARS: Final = 64
MIN_SCORE: Final = 82.0
MIN_LEAD: Final = 4.0
SAME_MEMORY: Final = 0.05
_VARIANT: Final = re.compile(r"-(?:\d{1,3}-gb(?:-mod)?|\d{1,2}-core-gpu)$", re.ASCII)
_WORD: Final = re.compile(r"[a-z]+|\d+(?:\.\d+)?", re.ASCII)


class Named(Protocol):
    """A catalog record with an id, a name and aliases."""

    @property
    def id(self) -> str:
        """Return the slug of the name."""

    @property
    def name(self) -> str:
        """Return the name as it is written."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Return the other ways to write it."""


def words(name: str) -> tuple[str, ...]:
    """Return `name` cut where letters meet digits, so that "qwen2.5-7B" and "Qwen 2.5 7b" are one.

    >>> words("Qwen2.5-7B")
    ('qwen', '2.5', '7', 'b')
    """
    return tuple(_WORD.findall(name.casefold()[:MAX_NAME_CHARS]))


class Names:
    """All spellings of a kind of record, for exact and for fuzzy look-up."""

    def __init__(self, records: Iterable[Named]) -> None:
        self.exact: dict[tuple[str, ...], str] = {}
        self._by_numbers: dict[frozenset[str], list[tuple[str, str]]] = {}
        for record in records:
            for spelling in (record.id, record.name, *record.aliases):
                self.exact.setdefault(words(spelling), record.id)
        for spelled, found in self.exact.items():
            self._by_numbers.setdefault(_numbers(spelled), []).append((" ".join(spelled), found))

    def find(self, name: str) -> str | None:
        """Return the id that `name` means, or None where it means none or several."""
        asked = words(name)
        if asked in self.exact:
            return self.exact[asked]
        ranked = self._ranked(asked)
        if not ranked or ranked[0][1] < MIN_SCORE:
            return None
        rivals = [score for one, score in ranked if one != ranked[0][0]]
        return ranked[0][0] if not rivals or ranked[0][1] - rivals[0] >= MIN_LEAD else None

    def nearest(self, name: str, most: int = 3) -> tuple[str, ...]:
        """Return the ids that come closest to `name`, whatever their numbers."""
        from rapidfuzz import fuzz, process  # noqa: PLC0415  (only a misspelt name pays for it)

        spellings = [(text, one) for some in self._by_numbers.values() for text, one in some]
        asked = " ".join(words(name))
        ranked = process.extract(asked, [t for t, _ in spellings], scorer=fuzz.ratio, limit=12)
        return tuple(dict.fromkeys(spellings[index][1] for _, _, index in ranked))[:most]

    def _ranked(self, asked: tuple[str, ...]) -> list[tuple[str, float]]:
        """Return ids and scores of the names with just the numbers of `asked`, best first."""
        if not any(word.isalpha() and len(word) > 1 for word in asked):
            return []
        spellings = self._by_numbers.get(_numbers(asked), ())
        if not spellings:
            return []
        from rapidfuzz import fuzz, process  # noqa: PLC0415

        texts = [text for text, _ in spellings]
        ranked = process.extract(" ".join(asked), texts, scorer=fuzz.ratio, limit=4)
        return [(spellings[index][1], score) for _, score, index in ranked]


def _numbers(spelled: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for word in spelled if word[0].isdecimal())


@lru_cache(maxsize=8)
def model_names(catalog: Catalog) -> Names:
    """Return the spellings of the catalog's models."""
    return Names(catalog.models.values())


@lru_cache(maxsize=8)
def device_names(catalog: Catalog) -> Names:
    """Return the spellings of the catalog's devices."""
    return Names(catalog.devices.values())


@lru_cache(maxsize=8)
def quant_names(catalog: Catalog) -> Names:
    """Return the spellings of the catalog's quants of weights."""
    return Names(catalog.quants.values())


def model_named(name: str, catalog: Catalog) -> str:
    """Return the id of the model called `name`.

    Raises
    ------
    UnknownNameError
        If no model, or more than one, is called so; with the nearest three.
    """
    return _named("model", slug(name), name, catalog.models, model_names(catalog))


def quant_named(name: str, catalog: Catalog) -> str:
    """Return the id of the quant called `name`; see `model_named` for what is raised."""
    return _named("quant", quant_slug(name), name, catalog.quants, quant_names(catalog))


def device_named(name: str, catalog: Catalog, *, memory_bytes: int | None = None) -> str:
    """Return the id of the device called `name`, of its variants the one with `memory_bytes`."""
    found = _named("device", slug(name), name, catalog.devices, device_names(catalog))
    return variant(found, catalog, memory_bytes) if memory_bytes else found


def variant(device: str, catalog: Catalog, memory_bytes: float) -> str:
    """Return the row of the same card that is sold with `memory_bytes`, or `device` itself."""
    if _holds(device, catalog, memory_bytes):
        return device
    plain = _VARIANT.sub("", device)
    rows = (one for one in catalog.devices if _VARIANT.sub("", one) == plain)
    return next((one for one in rows if _holds(one, catalog, memory_bytes)), device)


def _holds(device: str, catalog: Catalog, memory_bytes: float) -> bool:
    sizes = catalog.devices[device].memory_options_bytes
    return any(abs(size / memory_bytes - 1) < SAME_MEMORY for size in sizes)


def _named(slot: str, id_: str, name: str, rows: Mapping[str, Named], names: Names) -> str:
    if id_ in rows:
        return id_
    found = names.find(name)
    if found is None:
        raise UnknownNameError(slot, name, names.nearest(name))
    return found
