"""What a button or menu carries: which control, in which language, whose, and for which setup.

``hf:`` action language asker ``:`` key ("|" key)*, at most 100 characters, so that it works after
a restart, in any process, with nothing stored.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2s
from typing import Final

from catalog.load import Catalog
from core.key import ShortKeys

MOST: Final = 100
PREFIX: Final = "hf:"
ROOM: Final = MOST - len(PREFIX) - 7
"""Characters left for the keys."""

PATTERN: Final = r"hf:(?P<action>[a-z])(?P<language>[edv])(?P<asker>[a-z2-7]{4}):(?P<key>.{0,90})"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_LANGUAGES: Final = {"en": "e", "de": "d", "vi": "v"}
_LANGUAGE_OF: Final = {letter: language for language, letter in _LANGUAGES.items()}
_ID: Final = re.compile(PATTERN, re.ASCII)


class Action(StrEnum):
    """What a control does."""

    QUANT = "q"
    CONTEXT = "x"
    KV = "k"
    COUNT = "n"
    OPTION = "o"
    TRY = "t"
    MATH = "m"
    CHART = "c"
    ADVICE = "a"
    FEEL = "f"
    SHARE = "s"
    FORGET = "g"
    CANCEL = "z"


@dataclass(frozen=True, slots=True)
class ControlId:
    """One control of one answer. `keys` are the setups' short keys, the first the answer's own.

    A button that answers a question carries the key, which may be empty, and the words it sends.
    """

    action: Action
    language: str
    asker: str
    keys: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the custom_id."""
        keys = "|".join(self.keys)
        return f"{PREFIX}{self.action}{_LANGUAGES[self.language]}{self.asker}:{keys}"

    @classmethod
    def of(cls, text: str) -> "ControlId | None":
        """Return what `text` says, None where it is none of ours."""
        match = _ID.fullmatch(text)
        if match is None or match["action"] not in tuple(Action):
            return None
        keys = tuple(match["key"].split("|")) if match["key"] else ()
        return cls(Action(match["action"]), _LANGUAGE_OF[match["language"]], match["asker"], keys)

    def doing(self, action: Action) -> "ControlId":
        """Return the same answer's control for `action`."""
        return replace(self, action=action)


class Keys:
    """The keys of queries, cut to the room of a custom_id, there and back."""

    def __init__(self, catalog: Catalog) -> None:
        self._short = ShortKeys((*catalog.models, *catalog.devices, *catalog.quants))

    def shorten(self, key: str | None, most: int = ROOM) -> str | None:
        """Return `key` in at most `most` characters; None without one, or where it cannot be."""
        return self._short.shorten(key, most) if key else None

    def shorten_all(self, keys: Iterable[str | None]) -> tuple[str, ...]:
        """Return as many of `keys`, from the first, as fit together."""
        wanted = tuple(dict.fromkeys(key for key in keys if key))
        for count in range(len(wanted), 0, -1):
            each = (ROOM - count + 1) // count
            found = [self._short.shorten(key, each) for key in wanted[:count]]
            if (fitting := tuple(one for one in found if one)) and len(fitting) == count:
                return fitting
        return ()

    def expand(self, short: str) -> str:
        """Return the key behind `short`.

        Raises
        ------
        KeyFormatError
            If it names what is not in the catalog.
        """
        return self._short.expand(short)


def asker_of(user_id: int | str) -> str:
    """Return four letters that tell one asker from another."""
    value = int.from_bytes(blake2s(str(user_id).encode(), digest_size=4).digest())
    return "".join(_LETTERS[value >> 5 * i & 31] for i in range(4))
