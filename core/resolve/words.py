"""A question cut up: its words, what was found in them, and in which language."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog
from catalog.record import mutable
from core.parse import stated, tongue
from core.parse.attach import attach
from core.parse.parsed import DeviceSaid, Parsed
from core.parse.processors import desktop, server
from core.parse.reader import parse
from core.parse.symptoms import fold
from core.parse.tokens import Token
from core.question import Question
from core.resolve.models import distinct_models, with_misspelt, without_repeats


@mutable
class Words:
    """A question cut up: its folded text, tokens, cues and what was found."""

    text: str
    folded: str
    spaced: str
    language: str
    cues: dict[str, int]
    said: Parsed
    tokens: list[Token]
    catalog: Catalog


def words(question: Question, catalog: Catalog) -> Words:
    """Return the words of `question`, in the language they are in."""
    known = question.language or _language(question)
    return words_of(question.text, catalog, known or question.fallback_language)


def _language(question: Question) -> str | None:
    """Return the language of the question, of a few words the one of the talk before."""
    found = tongue.detect(question.text, fold(question.text))
    few = len(question.text.split()) <= FEW_WORDS
    if question.earlier and few and found in (None, "en"):
        both = f"{question.earlier[0][:400]} {question.text}"
        return tongue.detect(both, fold(both)) or found
    return found


FEW_WORDS: Final = 6


def words_of(text: str, catalog: Catalog, language: str = "en") -> Words:
    """Return `text` cut up, with everything found in it attached to what it is about."""
    folded = " ".join(part for part in fold(text).split(" ") if part)
    said, tokens = parse(folded, catalog)
    _processors(said, folded, tokens, catalog)
    attach(said, tokens, catalog)
    stated.bandwidths(said, tokens, catalog)
    stated.dimensions(said, folded)
    models = with_misspelt(distinct_models(said), tokens, said.used, catalog)
    said.models[:] = without_repeats(models, catalog)
    spaced = tongue.spaced(folded)
    cues = tongue.cued(spaced, language)
    if "+ lora" in folded or "with lora" in folded:
        cues.pop("offtopic", None)
    return Words(text, folded, spaced, language, cues, said, tokens, catalog)


def _processors(said: Parsed, folded: str, tokens: list[Token], catalog: Catalog) -> None:
    """Add the platform of a processor that only its number names."""
    found = server(folded)
    if (found is None and not said.devices) or (
        found is None
        and len(said.devices) == 1
        and any(w in folded for w in (" vs ", " gegen ", " or "))
    ):
        found = desktop(folded, catalog)
    if found is None or any("epyc" in d.id or "xeon" in d.id for d in said.devices):
        return
    first = next((i for i, t in enumerate(tokens) if t.start >= found[0]), 0)
    said.devices.append(DeviceSaid(_ram_platform(found[1], said, catalog), first, first + 1))
    said.processor = found[1]


def _ram_platform(platform: str, said: Parsed, catalog: Catalog) -> str:
    """Return the desktop of the RAM that was named beside the processor."""
    if not platform.startswith("desktop") or not said.ram_type:
        return platform
    usual = {"ddr4": 3_200, "ddr5": 5_600}.get(said.ram_type, 3_200)
    name = f"desktop-dual-channel-{said.ram_type}-{said.ram_mt_per_s or usual}"
    return name if name in catalog.devices else platform
