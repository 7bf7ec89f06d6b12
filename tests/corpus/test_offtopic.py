"""What is not about running a language model gets no number."""

from pathlib import Path

from catalog.load import load_catalog
from core.question import Question
from core.reading import Intent
from core.resolve import read

CATALOG = load_catalog()
LINES = (Path(__file__).with_name("offtopic.txt")).read_text(encoding="utf-8").splitlines()
SENTENCES = [line for line in LINES if line and not line.startswith("#")]


def would_be_answered(text):
    reading = read(Question.of(text), CATALOG)
    return reading.intent is not Intent.OFFTOPIC and reading.clarify is None


def test_there_are_three_hundred_sentences_of_many_domains():
    assert len(SENTENCES) >= 300
    assert len(set(SENTENCES)) == len(SENTENCES)


def test_at_most_one_in_a_hundred_is_taken_for_a_question_to_us():
    answered = [text for text in SENTENCES if would_be_answered(text)]
    assert len(answered) <= len(SENTENCES) // 100, answered
