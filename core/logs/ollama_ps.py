"""The table of `ollama ps`: how much of a model is on the GPU."""

import re
from typing import Final

from core.logs.numbers import NUMBER, size_bytes
from core.message import Message
from core.query import Query
from core.reading import LogReading

_ROW: Final = re.compile(
    r"(?:^|\s)(?P<name>[A-Za-z0-9][\w.:/-]{1,90})\s{1,60}[0-9a-f]{8,12}\s{1,20}"
    rf"(?P<amount>{NUMBER}) (?P<unit>[KMG]B)\s{{1,20}}"
    r"(?:(?P<cpu>[0-9]{1,3})%/(?P<gpu>[0-9]{1,3})% CPU/GPU|(?P<share>[0-9]{1,3})% "
    r"(?P<where>GPU|CPU))"
    r"(?:\s{1,20}(?P<context>[0-9]{3,8})\s)?",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return the first model of the table with its split; the CPU's share stands first."""
    rows = [match for line in lines if "%" in line and (match := _ROW.search(line[:400]))]
    if not rows:
        return None
    row = rows[0]
    share = _gpu_share(row)
    return LogReading(
        kind="ollama_ps",
        query=Query(
            engine="ollama",
            context_tokens=int(row["context"]) if row["context"] else None,
            gpu_share=share if 0.0 < share < 1.0 else None,
        ),
        model_name=row["name"],
        memory_needed_bytes=size_bytes(row["amount"], row["unit"]),
        facts=_facts(share, len(rows)),
    )


def _gpu_share(row: re.Match[str]) -> float:
    if row["gpu"]:
        return min(int(row["gpu"]), 100) / 100
    share = min(int(row["share"]), 100) / 100
    return share if row["where"] == "GPU" else 1.0 - share


def _facts(share: float, models: int) -> tuple[Message, ...]:
    facts = []
    if share <= 0.0:
        facts.append(Message.of("cpu_backend"))
    elif share < 1.0:
        facts.append(Message.of("cpu_share", share=1.0 - share))
    else:
        facts.append(Message.of("all_on_gpu"))
    if models > 1:
        facts.append(Message.of("models_loaded", count=models))
    return tuple(facts)
