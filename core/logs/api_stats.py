"""Timing objects in JSON: llama-server's `timings`, Ollama's API, Open WebUI's statistics."""

import re
from typing import Final

from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_PAIR: Final = re.compile(
    r"[\"']?(?P<key>predicted_per_second|prompt_per_second|predicted_n|prompt_n"
    r"|prompt_eval_count|prompt_eval_duration|eval_count|eval_duration"
    rf"|response_token/s|prompt_token/s)[\"']?: {{0,4}}[\"']?(?P<value>{NUMBER})",
    re.ASCII,
)
_NANO: Final = 1e-9


def read(lines: list[str]) -> LogReading | None:
    """Return the last object's speeds."""
    found: dict[str, float] = {}
    for line in lines:
        if ":" in line:
            for match in _PAIR.finditer(line):
                found[match["key"]] = number(match["value"])
    ollama = "eval_duration" in found or "response_token/s" in found
    decode = _rate(found, "predicted_per_second", "response_token/s", "eval")
    prefill = _rate(found, "prompt_per_second", "prompt_token/s", "prompt_eval")
    if decode is None:
        return None
    tokens = _count(found, "predicted_n", "eval_count")
    prompt = _count(found, "prompt_n", "prompt_eval_count")
    return LogReading(
        kind="api_stats",
        query=Query(
            engine="ollama" if ollama else "llama.cpp",
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
