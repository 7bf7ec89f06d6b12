"""The memory-copy speed that `mbw` measures."""

import re
from typing import Final

from core.logs.numbers import NUMBER, number
from core.message import Message
from core.reading import LogReading

_LINE: Final = re.compile(rf"MEMCPY.{{0,120}}?Copy: {{0,4}}(?P<rate>{NUMBER}) MiB/s", re.ASCII)


def read(lines: list[str]) -> LogReading | None:
    """Return the average speed as a fact: one thread copies, far below the memory's own."""
    rates = [
        (line.startswith("AVG"), number(match["rate"]) * 2**20)
        for line in lines
        if "MEMCPY" in line and (match := _LINE.search(line))
    ]
    if not rates:
        return None
    rate = next((rate for average, rate in rates if average), rates[-1][1])
    return LogReading(kind="mbw", facts=(Message.of("ram_copy", bytes_per_s=rate),))
