"""Processors by their names: which memory they imply, and that they are no card."""

from __future__ import annotations

import re
from typing import Final

_NAME: Final = re.compile(
    r"\b(?:(?:core )?i[3579][ -]?(\d{4,5})[a-z]{0,3}|(?:ryzen [3579] )?(\d{4})(?:x3d|xt|x|g|ge)|"
    r"(?:ryzen [3579] )(\d{4})|(1[0-5]\d{3})(?:kf|ks|k|f|t))\b",
    re.ASCII,
)
_DDR5_INTEL: Final = 12_000
_DDR5_RYZEN: Final = 7_000
_OLDEST: Final = 1_000


_SERVER: Final = re.compile(
    r"\bepyc (?:milan |rome |genoa |turin )?([79][a-z0-9]{2,4})\b|\b(?:xeon (?:gold |silver |platinum |bronze )?|p-)([3-8])([1-5])\d{2}",
    re.ASCII,
)
_EPYC: Final = {
    ("7", "1"): "epyc-7001-naples", ("7", "2"): "epyc-7002-7003-rome-milan",
    ("7", "3"): "epyc-7002-7003-rome-milan", ("9", "4"): "epyc-9004-genoa-bergamo",
    ("9", "5"): "epyc-9005-turin-ddr5-6000",
}  # fmt: skip
_XEON: Final = {
    "1": "xeon-scalable-skylake", "2": "xeon-scalable-cascade-lake", "3": "xeon-scalable-ice-lake",
    "4": "xeon-sapphire-rapids", "5": "xeon-emerald-rapids",
}  # fmt: skip


def server(folded: str) -> tuple[int, str] | None:
    """Return where a server processor is named in `folded` and the platform it belongs to.

    >>> server("dual epyc 9355, 736gb")
    (5, 'epyc-9005-turin-ddr5-6000')
    """
    match = _SERVER.search(folded)
    if match is None:
        return None
    if match.group(1):
        digits = [c for c in match.group(1) if c.isdecimal()]
        platform = _EPYC.get((digits[0], digits[-1])) if digits else None
    else:
        platform = _XEON.get(match.group(3))
    return (match.start(), platform) if platform else None


def processor(folded: str) -> tuple[str, str] | None:
    """Return a desktop processor's name in `folded` and the RAM it takes, or None.

    >>> processor("3090 vs i5-10600k ddr4")
    ('i5-10600k', 'ddr4')
    """
    match = _NAME.search(folded)
    if match is None:
        return None
    intel = match.group(1) or match.group(4)
    ryzen = match.group(2) or match.group(3)
    if intel:
        return match.group(), "ddr5" if int(intel) >= _DDR5_INTEL else "ddr4"
    return match.group(), "ddr5" if int(ryzen or 0) >= _DDR5_RYZEN else "ddr4"
