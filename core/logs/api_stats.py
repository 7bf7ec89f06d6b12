"""Timing objects in JSON: llama-server's `timings`, Ollama's API, Open WebUI, tabbyAPI."""

import re
from typing import Final

from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_PAIR: Final = re.compile(
    r"[\"']?(?P<key>predicted_per_second|prompt_per_second|predicted_n|prompt_n"
    r"|prompt_eval_count|prompt_eval_duration|eval_count|eval_duration"
    r"|completion_tokens_per_sec|prompt_tokens_per_sec|completion_tokens|prompt_tokens"
    rf"|response_token/s|prompt_token/s)[\"']?: {{0,4}}[\"']?(?P<value>{NUMBER})",
    re.ASCII,
)
_NANO: Final = 1e-9
_SAME: Final = {
    "completion_tokens_per_sec": "predicted_per_second",
    "prompt_tokens_per_sec": "prompt_per_second",
    "completion_tokens": "predicted_n",
    "prompt_tokens": "prompt_n",
}
"""tabbyAPI's names for what llama-server prints."""


def read(lines: list[str]) -> LogReading | None:
    """Return the last object's speeds."""
    found: dict[str, float] = {}
    for line in lines:
        if ":" in line:
            for match in _PAIR.finditer(line):
                found[match["key"]] = number(match["value"])
    for ours, theirs in _SAME.items():
        if ours in found:
            found.setdefault(theirs, found[ours])
    decode = _rate(found, "predicted_per_second", "response_token/s", "eval")
    prefill = _rate(found, "prompt_per_second", "prompt_token/s", "prompt_eval")
    if decode is None:
        return None
    tokens = _count(found, "predicted_n", "eval_count")
    prompt = _count(found, "prompt_n", "prompt_eval_count")
    return LogReading(
        kind="api_stats",
        query=Query(
            engine=_engine(found),
            prompt_tokens=prompt,
            measured_tok_s=decode,
        ),
        decode_tok_s=decode,
        runs=(decode,),
        prefill_tok_s=prefill,
        generated_tokens=tokens,
        prompt_tokens=prompt,
        facts=timing_facts(decode, prefill, generated_tokens=tokens, prompt_tokens=prompt),
    )


def _engine(found: dict[str, float]) -> str | None:
    """Return whose names these are."""
    if "completion_tokens_per_sec" in found:
        return "exllama"
    ollama = "eval_duration" in found or "response_token/s" in found
    return "ollama" if ollama else "llama.cpp"


def _rate(found: dict[str, float], printed: str, other: str, counted: str) -> float | None:
    """Return the printed rate, else count over duration, which is in nanoseconds."""
    rate = found.get(printed) or found.get(other)
    if rate:
        return positive(rate)
    count, nanoseconds = found.get(f"{counted}_count"), found.get(f"{counted}_duration")
    return positive(count / (nanoseconds * _NANO)) if count and nanoseconds else None


def _count(found: dict[str, float], first: str, second: str) -> int | None:
    count = found.get(first) or found.get(second)
    return int(count) if count and count > 1 else None
