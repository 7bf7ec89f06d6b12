"""Processors by their names: which platform they stand on, and so how fast their memory is."""

from __future__ import annotations

import re
from typing import Final

from catalog.load import Catalog

_SERVER: Final = re.compile(
    r"\bepyc (?:milan |rome |genoa |turin )?([79][a-z0-9]{2,4})\b"
    r"|\b(?:xeon (?:gold |silver |platinum |bronze )?|p-)([3-8])([1-5])\d{2}",
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
_DESKTOP: Final = re.compile(r"\b(?:i[3579][ -]?)?\d{4,5}[a-z0-9]{1,4}\b", re.ASCII)


def server(folded: str) -> tuple[int, str] | None:
    """Return where a server processor is named in `folded`, and the platform it belongs to.

    >>> server("dual epyc 9355, 736gb")
    (5, 'epyc-9005-turin-ddr5-6000')
    """
    match = _SERVER.search(folded)
    if match is None:
        return None
    if match.group(1):
        digits = [c for c in match.group(1) if c.isdecimal()]
        platform = _EPYC.get((digits[0], digits[-1]))
    else:
        platform = _XEON.get(match.group(3))
    return (match.start(), platform) if platform else None


def desktop(folded: str, catalog: Catalog) -> tuple[int, str] | None:
    """Return where a desktop processor is named in `folded`, and its platform's id."""
    for match in _DESKTOP.finditer(folded):
        if platform := catalog.cpus.get(match.group().replace(" ", "-")):
            return match.start(), platform
    return None
