"""The result block of serving benchmarks (vLLM, SGLang): many requests, speed by percentiles."""

import re
from typing import Final

from core.logs.numbers import NUMBER, number, positive
from core.message import Message
from core.query import Query
from core.reading import LogReading

_LINE: Final = re.compile(
    r"(?P<key>Maximum request concurrency|Concurrency|Output token throughput \(tok/s\)|Mean "
    r"TPOT \(ms\)"
    rf"|Median TPOT \(ms\)|Mean TTFT \(ms\)): {{1,40}}(?P<value>{NUMBER})",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return the speed of one stream, 1 ÷ time per output token, and the total as a fact."""
    found = {
        match["key"]: number(match["value"])
        for line in lines
        if (match := _LINE.search(line[:400]))
    }
    total = found.get("Output token throughput (tok/s)")
    per_token_ms = found.get("Median TPOT (ms)") or found.get("Mean TPOT (ms)")
    if not total and not per_token_ms:
        return None
    streams = max(round(found.get("Maximum request concurrency", found.get("Concurrency", 1.0))), 1)
    rate = positive(1e3 / per_token_ms) if per_token_ms else positive((total or 0.0) / streams)
    shared = Message.of("aggregate", users=streams, total=total or (rate or 0.0) * streams)
    return LogReading(
        kind="serving_bench",
        query=Query(users=streams if streams > 1 else None, measured_tok_s=rate),
        decode_tok_s=rate,
        runs=(rate,) if rate else (),
        facts=(shared,) if streams > 1 else (),
    )
