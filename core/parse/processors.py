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
