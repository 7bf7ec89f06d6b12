"""The decode line that SGLang logs for each batch."""

import re
from statistics import median
from typing import Final

from core.logs.numbers import NUMBER, number, positive
from core.message import Message
from core.query import Query
from core.reading import LogReading

_LINE: Final = re.compile(
    r"Decode batch.{0,80}?#running-req: (?P<running>[0-9]{1,5}).{0,200}?"
    rf"gen throughput \(token/s\): (?P<rate>{NUMBER})",
    re.ASCII,
)
_TOKENS: Final = re.compile(r"#token: (?P<tokens>[0-9]{1,9})", re.ASCII)


def read(lines: list[str]) -> LogReading | None:
    """Return the middle speed of one stream over the lines with the most requests at once."""
    batches = [
        (int(match["running"]), number(match["rate"]), line)
        for line in lines
        if "gen throughput" in line and (match := _LINE.search(line)) and int(match["running"])
    ]
    if not batches:
        return None
    running, total, line = batches[0]
    rate = positive(median(rate / count for count, rate, _ in batches))
    held = _TOKENS.search(line)
    facts = [Message.of("aggregate", users=running, total=total)] if running > 1 else []
    if "cuda graph: False" in line:
        facts.append(Message.of("no_cuda_graph"))
    return LogReading(
        kind="sglang",
        query=Query(
            engine="SGLang",
            users=running if running > 1 else None,
            measured_tok_s=rate,
        ),
        decode_tok_s=rate,
        runs=tuple(one for count, rate, _ in batches if (one := positive(rate / count))),
        facts=(*facts, *_depth(held, running)),
    )


def _depth(held: re.Match[str] | None, running: int) -> tuple[Message, ...]:
    """Return how many tokens each stream holds, as a fact: it is no setting anyone chose."""
    return (Message.of("depth", tokens=int(held["tokens"]) // running),) if held else ()
