"""A language's voice: messages in, sentences out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Final

from core.errors import HowfastError
from core.language.numbers import formatters
from core.message import Message

LANGUAGES: Final = ("en", "de", "vi")
AREAS: Final = (
    "answer",
    "estimate",
    "advice",
    "reading",
    "diagnosis",
    "explain",
    "terminal",
    "chat",
    "pictures",
    "hub",
)
"""The files of a language, those that every answer needs first; a later one is read when a code is missing."""

Part = str | tuple[str, Callable[..., str]]


class UnknownPhraseError(HowfastError):
    """A code that no phrase file knows, or a phrase whose values are not what it names."""


class Pack:
    """The phrases of one language. A phrase is cut into parts once, when it is first said."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._phrases: dict[str, str] = {}
        self._parts: dict[str, tuple[Part, ...]] = {}
        self._unread = list(AREAS)
        self._format: Mapping[str, Callable[..., str]] = formatters(language)

    def say(self, message: Message) -> str:
        """Return `message` as a sentence.

        Raises
        ------
        UnknownPhraseError
            If no phrase file has the code, or the message lacks a value that the phrase names.
        """
        parts = self._parts.get(message.code)
        if parts is None:
            parts = self._parts[message.code] = self._cut(message.code)
        values = dict(message.values)
        try:
            return "".join(
                [p if p.__class__ is str else p[1](values[p[0]]) for p in parts]  # type: ignore[operator]
            )
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            raise UnknownPhraseError(f"{message.code}: {wrong!r} with {values}") from wrong

    def __call__(self, code: str, **values: object) -> str:
        """Return the sentence `code` with `values`."""
        return self.say(Message(code, tuple(values.items())))

    def phrase(self, code: str) -> str | None:
        """Return the template of `code`, in English where this language has none."""
        while code not in self._phrases and self._unread:
            self._phrases.update(phrases(self.language, self._unread.pop(0)))
        found = self._phrases.get(code)
        if found is None and self.language != "en":
            return pack("en").phrase(code)
        return found

    def number(self, kind: str, value: object) -> str:
        """Return `value` as this language writes that kind of number."""
        return self._format[kind](value)

    def _cut(self, code: str) -> tuple[Part, ...]:
        template = self.phrase(code)
        if template is None:
            raise UnknownPhraseError(f"no phrase {code!r} in {self.language}")
        return tuple(self._parts_of(code, template))

    def _parts_of(self, code: str, template: str) -> list[Part]:
        parts: list[Part] = []
        for literal, name, kind in fields(template):
            if literal:
                parts.append(literal)
            if name:
                if kind not in self._format:
                    raise UnknownPhraseError(f"{code}: unknown kind {kind!r} of {name!r}")
                parts.append((name, self._nested if kind == "name" else self._format[kind]))
        return parts

    def _nested(self, value: object) -> str:
        return self.say(value) if isinstance(value, Message) else str(value)


def fields(template: str) -> list[tuple[str, str, str]]:
    """Return the template as (text before, field name, kind); name and kind are "" at the end.

    >>> fields("about {rate:rate} tok/s")
    [('about ', 'rate', 'rate'), (' tok/s', '', '')]
    """
    pieces = re.split(r"\{([a-z0-9_]{1,40}):([a-z]{1,10})\}", template)
    cut = [tuple(pieces[i : i + 3]) for i in range(0, len(pieces) - 1, 3)]
    return [*cut, (pieces[-1], "", "")]  # type: ignore[list-item]


def phrases(language: str, area: str) -> dict[str, str]:
    """Return the phrases of one area file; an area that a language lacks is empty."""
    name = f"core.language.{language}.{area}"
    try:
        found: dict[str, str] = import_module(name).PHRASES
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return {}
    return found


@lru_cache(maxsize=len(LANGUAGES))
def pack(language: str) -> Pack:
    """Return the pack of `language`, English where it is none of ours."""
    return Pack(language if language in LANGUAGES else "en")
