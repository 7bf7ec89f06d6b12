"""What gpt-fast and torchchat, and MLC's chat, print after an answer."""

import re
from typing import Final

from core.logs.numbers import NUMBER, number, positive
from core.message import Message
from core.query import Query
from core.reading import LogReading

_AVERAGE: Final = re.compile(
    rf"Average tokens/sec(?: \(total\))?: {{1,4}}(?P<rate>{NUMBER})", re.ASCII
)
_ONE: Final = re.compile(rf"sec total, {{1,3}}(?P<rate>{NUMBER}) tokens/sec", re.ASCII)
_BANDWIDTH: Final = re.compile(rf"Bandwidth achieved: (?P<rate>{NUMBER}) GB/s", re.ASCII)
_MLC: Final = re.compile(
    rf"prefill: (?P<prefill>{NUMBER}) tok/s, decode: (?P<rate>{NUMBER}) tok/s", re.ASCII
)


def read(lines: list[str]) -> LogReading | None:
    """Return the average of all answers where it is printed, else the last answer's speed."""
    average = one = bandwidth = prefill = None
    engine = "gpt-fast"
    for line in lines:
        if match := _AVERAGE.search(line):
            average = number(match["rate"])
        elif match := _ONE.search(line):
            one = number(match["rate"])
        elif match := _BANDWIDTH.search(line):
            bandwidth = number(match["rate"]) * 1e9
        elif match := _MLC.search(line):
            engine, one, prefill = "mlc", number(match["rate"]), number(match["prefill"])
    rate = positive(average or one or 0.0)
    if rate is None:
        return None
    facts = (Message.of("bandwidth_used", bytes_per_s=bandwidth),) if bandwidth else ()
    return LogReading(
        kind="gpt_fast",
        query=Query(engine=engine, measured_tok_s=rate),
        decode_tok_s=rate,
        runs=(rate,),
        prefill_tok_s=positive(prefill or 0.0),
        facts=facts,
    )
