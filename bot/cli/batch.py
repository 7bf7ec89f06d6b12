"""JSON lines in, JSON lines out, in order: one answer object for every line, whatever it holds."""

from __future__ import annotations

import json
from typing import Any, Final, TextIO

from bot.cli.json import SCHEMA, answer_object
from bot.cli.main import ANSWERED
from catalog.load import load_catalog
from core.advisor import Advisor
from core.language.pack import LANGUAGES, pack
from core.question import MAX_ATTACHMENT_CHARS

MAX_LINE_CHARS: Final = 1_000_000
_MOST_EARLIER: Final = 20


class LineError(ValueError):
    """A line that is no question, with what is wrong in it."""


def run(lines: TextIO, out: TextIO, language: str | None) -> int:
    """Answer every line of `lines`; the status is 0 whatever the answers are."""
    advisor = Advisor(load_catalog())
    for line in lines:
        if line.strip():
            out.write(json.dumps(answered(line, advisor, language), ensure_ascii=False) + "\n")
            out.flush()
    return ANSWERED


def answered(line: str, advisor: Advisor, language: str | None) -> dict[str, object]:
    """Return the answer object for one line."""
    try:
        text, around = question_of(line)
        answer = advisor.ask_text(text, **({"language": language} | around))
    except (LineError, RecursionError) as wrong:
        return failed(line, str(wrong) or "nested too deeply")
    except Exception as wrong:  # noqa: BLE001  (a batch owes every line an object; the rest goes on)
        return failed(line, f"{pack(language or 'en')('error.inside')} ({type(wrong).__name__})")
    return answer_object(answer, advisor.catalog)


def question_of(line: str) -> tuple[str, dict[str, Any]]:
    """Return the words of a line and what lies around them.

    Raises
    ------
    LineError
        If the line is neither a JSON string nor an object with "text".
    """
    if len(line) > MAX_LINE_CHARS:
        raise LineError("the line is too long")
    try:
        item = json.loads(line)
    except ValueError as wrong:
        raise LineError(f"not JSON: {wrong}") from wrong
    if isinstance(item, str):
        return item, {}
    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        raise LineError('each line is a JSON string or an object with "text"')
    return item["text"], _around(item)


def _around(item: dict[str, Any]) -> dict[str, Any]:
    earlier, log, language = item.get("context"), item.get("attachment"), item.get("lang")
    if earlier is not None and not (
        isinstance(earlier, list) and all(isinstance(turn, str) for turn in earlier)
    ):
        raise LineError('"context" is a list of strings')
    if log is not None and not isinstance(log, str):
        raise LineError('"attachment" is a string')
    if log is not None and len(log) > MAX_ATTACHMENT_CHARS:
        raise LineError(pack("en")("error.log_too_long"))
    if language not in (None, *LANGUAGES):
        raise LineError(f'"lang" is one of {", ".join(LANGUAGES)}')
    found: dict[str, Any] = {
        "earlier": tuple((earlier or [])[-_MOST_EARLIER:]),
        "attachment": log or "",
    }
    return found | ({"language": language} if language else {})


def failed(line: str, why: str) -> dict[str, object]:
    """Return the answer object of a line that could not be answered."""
    return {
        "schema": SCHEMA,
        "question": line[:200].rstrip("\n"),
        "language": "en",
        "intent": "offtopic",
        "status": "error",
        "followup": False,
        "query": None,
        "alternatives": [],
        "assumptions": [],
        "estimate": None,
        "alternative_estimates": [],
        "diagnosis": None,
        "warnings": [],
        "advice": [],
        "clarify": None,
        "table": None,
        "sources": [],
        "key": None,
        "text": why,
    }
