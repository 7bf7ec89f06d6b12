"""NUMA nodes and sockets as `lscpu` and `numactl --hardware` list them."""

import re
from typing import Final

from core.message import Message
from core.reading import LogReading

_NODES: Final = re.compile(
    r"(?:available: (?P<listed>[0-9]{1,3}) nodes|NUMA node\(s\): {1,30}(?P<counted>[0-9]{1,3}))",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return how many memories there are, where it is more than one."""
    for line in lines:
        if match := _NODES.search(line[:200]):
            nodes = int(match["listed"] or match["counted"])
            if nodes > 1:
                return LogReading(kind="cpu_info", facts=(Message.of("numa_nodes", nodes=nodes),))
    return None
