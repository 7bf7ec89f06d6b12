"""A curve as one line of text, for a terminal: needs no drawing library."""

from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import Final

from bot.pictures.sweep import Curve, Point
from core.language.pack import pack

BARS: Final = "▁▂▃▄▅▆▇█"
BARS_ASCII: Final = "_.-=+*#@"
WIDTH: Final = 24
LOG_FROM: Final = 8.0


def sparkline(values: Sequence[float], *, bars: str = BARS) -> str:
    """Return `values` ≥ 0 as bars up to the greatest; on a log scale where they spread.

    >>> sparkline([100, 75, 50, 25, 0])
    '█▆▅▃▁'
    """
    most = max(values, default=0.0)
    if most <= 0:
        return bars[0] * len(values)
    least = min(v for v in values if v > 0)
    return "".join(bars[_height(v, least, most, len(bars) - 1)] for v in values)


def context_sparkline(
    curve: Curve, language: str, *, width: int = WIDTH, ascii_only: bool = False
) -> str:
    """Return the likely speed from no context to the last shown, as bars between two labels.

    A stroke stands where memory is full.
    """
    say, last = pack(language), curve.last_tokens
    contexts = [round(last * i / (width - 1)) for i in range(width)]
    bars = BARS_ASCII if ascii_only else BARS
    text = sparkline([speed_at(curve.points, n) for n in contexts], bars=bars)
    if curve.cliff_tokens:
        whole = sum(n <= curve.cliff_tokens for n in contexts)
        text = f"{text[:whole]}|{text[whole:]}"
    first, end = (
        say("pic.asked", context=p.context_tokens, rate=p.decode.mid)
        for p in (curve.points[0], curve.points[-1])
    )
    return f"{first} {text} {end}"


def speed_at(points: Sequence[Point], tokens: int) -> float:
    """Return the likely speed at `tokens`, between the points beside it."""
    for a, b in pairwise(points):
        if a.context_tokens <= tokens <= b.context_tokens:
            share = (tokens - a.context_tokens) / (b.context_tokens - a.context_tokens)
            return a.decode.mid + share * (b.decode.mid - a.decode.mid)
    return points[-1].decode.mid


def _height(value: float, least: float, most: float, top: int) -> int:
    if value <= 0:
        return 0
    if most / least > LOG_FROM:
        return round(top * log(value / least) / log(most / least))
    return round(top * value / most)
