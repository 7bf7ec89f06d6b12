"""The throughput line that vLLM logs every few seconds, old and new."""

import re
from typing import Final

from core.logs.numbers import NUMBER, number, positive
from core.message import Message
from core.query import Query
from core.reading import LogReading

_LINE: Final = re.compile(
    rf"Avg prompt throughput: (?P<prompt>{NUMBER}) tokens/s, "
    rf"Avg generation throughput: (?P<decode>{NUMBER}) tokens/s, "
    rf"Running: (?P<running>[0-9]{{1,5}}) reqs?"
    rf"(?:, (?:Waiting|Swapped): (?P<waiting>[0-9]{{1,6}}) reqs?)?"
    rf"(?:, Pending: (?P<pending>[0-9]{{1,6}}) reqs?)?"
    rf"(?:, GPU KV cache usage: (?P<kv>{NUMBER})%)?",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return the speed of one stream in the busiest window.

    A window also counts the seconds in which nothing ran, so the busiest is nearest to the truth.
    """
    windows = [
        match for line in lines if "generation throughput" in line and (match := _LINE.search(line))
    ]
    if not windows:
        return None
    busy = [window for window in windows if int(window["running"]) > 0]
    if not busy:
        return LogReading(kind="vllm", query=Query(engine="vLLM"), facts=(Message.of("window"),))
    best = max(busy, key=_per_stream)
    running = int(best["running"])
    rate = positive(_per_stream(best))
    return LogReading(
        kind="vllm",
        query=Query(engine="vLLM", users=running if running > 1 else None, measured_tok_s=rate),
        decode_tok_s=rate,
        runs=tuple(rate for window in busy if (rate := positive(_per_stream(window)))),
        prefill_tok_s=positive(number(best["prompt"])),
        facts=_facts(best, busy),
    )


def _per_stream(window: re.Match[str]) -> float:
    return number(window["decode"]) / int(window["running"])


def _facts(best: re.Match[str], busy: list[re.Match[str]]) -> tuple[Message, ...]:
    facts = []
    running, total = int(best["running"]), number(best["decode"])
    if running > 1:
        facts.append(Message.of("aggregate", users=running, total=total))
    if len(busy) == 1 or number(best["prompt"]) > 0:
        facts.append(Message.of("window"))
    waiting = int(best["waiting"] or 0) + int(best["pending"] or 0)
    if waiting:
        facts.append(Message.of("waiting", requests=waiting))
    return tuple(facts)
