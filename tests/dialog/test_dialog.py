"""Conversations read like a chat: each turn is asked with those before it."""

from typing import Any

import pytest

from bot.cli.json import answer_object
from catalog.load import load_catalog
from core.advisor import Advisor
from tests.dialog.conversations import CONVERSATIONS

ADVISOR = Advisor(load_catalog())


def at(answer: Any, path: str) -> Any:
    for step in path.split("."):
        answer = answer[int(step)] if step.isdigit() else answer[step]
    return answer


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_conversation_goes_as_written(name: str) -> None:
    earlier: list[str] = []
    for said, expected in CONVERSATIONS[name]:
        answer = answer_object(ADVISOR.ask_text(said, earlier=tuple(earlier)), ADVISOR.catalog)
        for path, wanted in expected.items():
            found = at(answer, path)
            right = wanted(found) if callable(wanted) else found == wanted
            assert right, f"{said!r}: {path} is {found!r}\n{answer['text']}"
        earlier.append(said)
