"""What is offered while someone types: from memory, in well under five milliseconds."""

import re
from typing import Final

from discord import app_commands

from catalog.load import Catalog
from core.language.pack import pack
from core.suggest import MOST, suggest

CHARS: Final = 100
EXAMPLES: Final = ("speed", "fit", "model", "slow")
TAIL_WORDS: Final = 3
LEAST_CHARS: Final = 2

PLACING: Final = frozenset({"on", "auf", "trên"})
SMALL: Final = (
    PLACING
    | {"a", "an", "the", "my", "is", "how", "can", "i", "with", "at", "for"}
    | {*("ein", "eine", "einer", "meiner", "der", "die", "mit", "wie", "con", "máy", "với")}
)
"""Words that begin no name."""

COUNT: Final = re.compile(r" {0,4}(\d{1,3}) ?[x×] ?", re.ASCII)

Choice = app_commands.Choice[str]


def names(catalog: Catalog, kind: str, typed: str) -> list[Choice]:
    """Return names of a model, device or quant that go on from what was `typed`.

    A count before a device stays before it ("2x 30" → "2x GeForce RTX 3090").
    """
    count, rest = _counted(typed) if kind == "device" else ("", typed)
    found = suggest(catalog, kind, rest)
    return _choices([f"{count}{one.name}" for one in found])


def questions(catalog: Catalog, typed: str, language: str) -> list[Choice]:
    """Return what was typed, then that with its last words completed to a name."""
    text = typed.strip()
    if not text:
        say = pack(language)
        return _choices([say(f"chat.help.prompt.{code}") for code in EXAMPLES])
    if len(text) > CHARS:
        return []
    return _choices([text, *_completed(catalog, text)])


def _completed(catalog: Catalog, text: str) -> list[str]:
    words = text.split()
    on_hardware = not PLACING.isdisjoint(word.lower() for word in words)
    kinds = ("device", "model") if on_hardware else ("model", "device")
    for count in range(min(TAIL_WORDS, len(words)), 0, -1):
        head, tail = words[:-count], " ".join(words[-count:])
        if len(tail) < LEAST_CHARS or words[-count].lower() in SMALL:
            continue
        near = [
            one.name
            for kind in kinds
            for one in suggest(catalog, kind, tail)[: MOST // 2]
            if _goes_on(tail, one.name)
        ]
        if near:
            return [" ".join([*head, name]) for name in near]
    return []


def _goes_on(tail: str, name: str) -> bool:
    """Return whether every word of `tail` begins a word of `name`, so that it is no guess."""
    parts = name.lower().replace("-", " ").split()
    return all(any(part.startswith(word) for part in parts) for word in tail.lower().split())


def _counted(typed: str) -> tuple[str, str]:
    """Return ("2x ", rest) of "2x rest", and ("", typed) otherwise."""
    match = COUNT.match(typed)
    return (f"{match[1]}x ", typed[match.end() :]) if match else ("", typed)


def _choices(texts: list[str]) -> list[Choice]:
    """Return `texts` as choices, none twice, none longer than Discord takes."""
    fitting = dict.fromkeys(text for text in texts if text and len(text) <= CHARS)
    return [Choice(name=text, value=text) for text in list(fitting)[:MOST]]
