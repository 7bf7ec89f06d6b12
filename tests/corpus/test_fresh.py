"""Questions that were scored before anything was fixed for them are read as they are meant."""

import pytest

from core.question import Question
from core.resolve import read
from tests.corpus.fresh import FRESH
from tests.corpus.test_families import CATALOG, EQUAL, said


@pytest.mark.parametrize(("text", "meaning"), FRESH)
def test_a_fresh_question_is_read_as_it_is_meant(text, meaning):
    reading = read(Question.of(text), CATALOG)
    for slot, value in meaning.items():
        found = reading.intent.value if slot == "intent" else said(reading, slot)
        if isinstance(value, float):
            assert found == pytest.approx(value, rel=0.02), slot
        else:
            assert found in EQUAL.get(value, {value}), slot
