"""The table of `nvidia-smi`: memory in use, how busy the card is, watts."""

import re
from typing import Final

from core.message import Message
from core.reading import LogReading

_NAME: Final = re.compile(
    r"\|\s{1,6}[0-9]{1,2}\s{1,4}(?P<name>"
    r"(?:NVIDIA|Tesla|GeForce|Quadro|RTX|GRID)[A-Za-z0-9 .\-]{2,40}?)"
    r"\s{1,20}(?:WDDM|TCC|MCDM|On|Off|N/A|ERR!)\s",
    re.ASCII,
)
_STATE: Final = re.compile(
    r"(?P<perf>P[0-9]{1,2})\s{1,20}(?:(?P<watts>[0-9]{1,4})W|N/A) / {1,6}(?:"
    r"(?P<limit>[0-9]{1,4})W|N/A)\s{1,4}\|"
    r"\s{1,12}(?P<used>[0-9]{1,7})MiB / {1,8}(?P<total>[0-9]{1,7})MiB \|\s{1,10}(?:"
    r"(?P<busy>[0-9]{1,3})%|N/A)",
    re.ASCII,
)
_BARE: Final = re.compile(
    r"(?P<used>[0-9]{2,7}) ?MiB {0,4}/ {0,8}(?P<total>[0-9]{3,7}) ?MiB", re.ASCII
)
_FULL: Final = 0.92
_HELD: Final = 0.35
_LOW_WATTS: Final = 0.45
_BUSY: Final = 80
_IDLE: Final = 40
_AT_REST: Final = frozenset({"P5", "P8", "P12"})


def read(lines: list[str]) -> LogReading | None:
    """Return the cards and what their state gives away."""
    names: list[str] = []
    states: list[re.Match[str]] = []
    for line in lines:
        if "|" in line and (match := _NAME.search(line[:300])):
            names.append(match["name"].strip())
        elif "MiB" in line and (match := _STATE.search(line[:300])):
            states.append(match)
    if not states:
        return _bare(lines)
    totals = [int(state["total"]) for state in states]
    named = (f"{name} {round(total / 1024)}GB" for name, total in zip(names, totals, strict=False))
    used = sum(int(state["used"]) for state in states)
    return LogReading(
        kind="nvidia_smi",
        device_names=tuple(named),
        memory_available_bytes=(sum(totals) - used) * 2**20,
        facts=tuple(dict.fromkeys(fact for state in states for fact in _facts(state))),
    )


def _facts(state: re.Match[str]) -> list[Message]:
    used, total = int(state["used"]), int(state["total"])
    busy = int(state["busy"]) if state["busy"] else None
    at_rest = state["perf"] in _AT_REST
    facts = [_memory(used, total, at_rest=at_rest and not busy)]
    if busy is not None and not at_rest:
        if busy <= _IDLE:
            facts.append(Message.of("gpu_idle", percent=busy / 100))
        elif busy >= _BUSY and state["watts"] and state["limit"]:
            watts, limit = int(state["watts"]), int(state["limit"])
            if watts < _LOW_WATTS * limit:
                facts.append(Message.of("low_power", watts=watts, limit=limit))
    return [fact for fact in facts if fact is not None]


def _memory(used: int, total: int, *, at_rest: bool) -> Message | None:
    held = {"used": used * 2**20, "total": total * 2**20}
    if used >= _FULL * total:
        return Message.of("vram_full", **held)
    if at_rest and used >= _HELD * total:
        return Message.of("vram_held", **held)
    return None


def _bare(lines: list[str]) -> LogReading | None:
    """Return the memory where the table's line was cut to its middle."""
    for line in lines:
        if match := _BARE.search(line[:400]) if "MiB" in line else None:
            used, total = int(match["used"]), int(match["total"])
            if 0 < used <= total:
                fact = _memory(used, total, at_rest=False)
                return LogReading(
                    kind="nvidia_smi",
                    memory_available_bytes=(total - used) * 2**20,
                    facts=(fact,) if fact else (),
                )
    return None
