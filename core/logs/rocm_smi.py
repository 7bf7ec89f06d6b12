"""The concise table of `rocm-smi`: watts, memory and how busy the card is, in percent."""

import re
from typing import Final

from core.message import Message
from core.reading import LogReading

_ROW: Final = re.compile(
    r"^\s{0,6}(?P<card>[0-9]{1,2})\s{1,12}.{0,160}?(?P<watts>[0-9]{1,4}\.[0-9]{1,3})W?\s.{0,120}?"
    r"(?:(?P<cap>[0-9]{1,4}\.[0-9])W?\s{1,12})?(?P<memory>[0-9]{1,3})%\s{1,12}(?P<busy>[0-9]{1,3})%\s{0,8}$",
    re.ASCII,
)
_USE: Final = re.compile(r"GPU use \(%\): (?P<busy>[0-9]{1,3})", re.ASCII)
_BYTES: Final = re.compile(
    r"VRAM Total (?P<used>Used )?Memory \(B\): (?P<bytes>[0-9]{6,15})", re.ASCII
)
_SERIES: Final = re.compile(
    r"Card [Ss]eries:\s{1,12}(?P<name>AMD [A-Za-z0-9 ./\-]{3,60}|Radeon [A-Za-z0-9 ./\-]{3,60})",
    re.ASCII,
)
_FULL: Final = 92
_IDLE: Final = 40
_BUSY: Final = 80
_LOW_WATTS: Final = 0.45


def read(lines: list[str]) -> LogReading | None:
    """Return what the table's rows, or the long form's lines, give away."""
    facts: list[Message] = []
    names: list[str] = []
    sizes: dict[bool, int] = {}
    seen = False
    for line in lines:
        if "%" in line and (match := _ROW.match(line[:400])):
            seen = True
            facts += _facts(match)
        elif "GPU use" in line and (match := _USE.search(line)):
            seen = True
            facts += _busy(int(match["busy"]))
        elif "VRAM Total" in line and (match := _BYTES.search(line)):
            seen = True
            sizes[bool(match["used"])] = int(match["bytes"])
        elif "eries" in line and (match := _SERIES.search(line)):
            names.append(match["name"].strip())
    if not seen:
        return None
    if sizes.get(True, 0) >= _FULL / 100 * sizes.get(False, 1 << 62):
        facts.append(Message.of("vram_full", used=sizes[True], total=sizes[False]))
    free = sizes[False] - sizes[True] if len(sizes) == 2 else None  # noqa: PLR2004
    return LogReading(
        kind="rocm_smi",
        device_names=tuple(names),
        memory_available_bytes=free if free and free > 0 else None,
        facts=tuple(dict.fromkeys(facts)),
    )


def _facts(row: re.Match[str]) -> list[Message]:
    busy = int(row["busy"])
    facts = _busy(busy)
    if int(row["memory"]) >= _FULL:
        facts.append(Message.of("vram_full"))
    if row["cap"] and busy >= _BUSY:
        watts, limit = float(row["watts"]), float(row["cap"])
        if watts < _LOW_WATTS * limit:
            facts.append(Message.of("low_power", watts=watts, limit=limit))
    return facts


def _busy(percent: int) -> list[Message]:
    return [Message.of("gpu_idle", percent=percent / 100)] if 0 < percent <= _IDLE else []
