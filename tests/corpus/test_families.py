"""Each spelling of a family says its meaning; what only looks like one says nothing."""

import pytest

from catalog.load import load_catalog
from core.question import Question
from core.reading import Basis, Reading
from core.resolve import read
from tests.corpus.families import MEANINGS, NOTHING

CATALOG = load_catalog()
# where one word means several records, any of these is right
EQUAL = {
    "m4": {"m4", "m4-8-core-gpu"},
    "bf16": {"bf16", "f16"},
    "f16": {"bf16", "f16"},
    "qwen3-30b-a3b": {"qwen3-30b-a3b", "qwen3-30b-a3b-2507"},
    "deepseek-r1": {"deepseek-r1", "deepseek-r1-0528"},
}


def said(reading: Reading, slot: str) -> object:
    """Return the value of `slot` as the corpus writes it, or None where it was not said."""
    side = reading.sides[0] if reading.sides else None
    if side is None:
        return None
    query = side.query
    match slot:
        case "devices":
            uses = [
                (d.id or f"?{round((d.memory_bytes or 0) / 1e9)}")
                + (f"*{d.count}" if d.count > 1 else "")
                for d in query.devices
            ]
            return "+".join(uses) or None
        case "ram_gb":
            return round(query.ram.size_bytes / 1e9) if query.ram and query.ram.size_bytes else None
        case "ram_mts":
            return query.ram.mt_per_s if query.ram else None
        case _:
            value = getattr(query, slot)
            return None if value is None or side.basis(slot) is Basis.DEFAULT else value


def cases():
    for slot, meanings in MEANINGS.items():
        for meaning, spellings in meanings.items():
            for text in spellings:
                yield pytest.param(slot, meaning, text, id=f"{slot}: {text}")


@pytest.mark.parametrize(("slot", "meaning", "text"), list(cases()))
def test_a_spelling_says_its_meaning(slot, meaning, text):
    value = said(read(Question.of(text), CATALOG), slot)
    if isinstance(meaning, float):
        assert value == pytest.approx(meaning, rel=0.02)
    else:
        assert value in EQUAL.get(meaning, {meaning})


@pytest.mark.parametrize(("slot", "text"), [(s, t) for s, texts in NOTHING.items() for t in texts])
def test_what_only_looks_like_it_says_nothing(slot, text):
    assert said(read(Question.of(text), CATALOG), slot) is None
