"""The statistics after an answer of `ollama run --verbose` (ktransformers prints the same)."""

import re
from typing import Final

from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_RATE: Final = re.compile(
    rf"^(?P<before>[^:]{{0,60}}?)(?P<prompt>prompt )?eval rate: {{0,20}}(?P<rate>{NUMBER}) "
    rf"?tokens?/s",
    re.ASCII,
)
_COUNT: Final = re.compile(
    r"^[^:]{0,60}?(?P<prompt>prompt )?eval count: {0,20}(?P<tokens>[0-9]{1,9}) ?token", re.ASCII
)


def read(lines: list[str]) -> LogReading | None:
    """Return the last answer's speeds, with those of all answers."""
    rates: dict[bool, list[float]] = {True: [], False: []}
    counts: dict[bool, int] = {}
    ollama = False
    for line in lines:
        ollama = ollama or "total duration" in line or "load duration" in line or "ollama" in line
        if match := _RATE.search(line):
            if rate := positive(number(match["rate"])):
                rates[bool(match["prompt"])].append(rate)
        elif match := _COUNT.search(line):
            counts[bool(match["prompt"])] = int(match["tokens"])
    if not (rates[True] or rates[False]):
        return None
    decode = rates[False][-1] if rates[False] else None
    prefill = rates[True][-1] if rates[True] else None
    return LogReading(
        kind="ollama_verbose",
        query=Query(
            engine="ollama" if ollama else None,
            prompt_tokens=counts.get(True),
            measured_tok_s=decode,
        ),
        decode_tok_s=decode,
        runs=tuple(rates[False]),
        prefill_tok_s=prefill,
        generated_tokens=counts.get(False),
        prompt_tokens=counts.get(True),
        facts=timing_facts(
            decode,
            prefill,
            generated_tokens=counts.get(False),
            prompt_tokens=counts.get(True),
        ),
    )
