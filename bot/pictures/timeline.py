"""When the frames of the feel animation stand: true moments on a grid that every viewer keeps.

GIF counts in hundredths of a second, and viewers slow a frame shorter than 2 of them down to 10;
a frame here lasts 4 or more and shows the tokens that are there by then, one or several.
"""

from bisect import bisect_right
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot.pictures.lanes import Clock, Lane, tokens_at

GRID_S: Final = 0.01
LEAST_FRAME: Final = 4
TICK: Final = 50
TYPING_S: Final = 8.0
HOLD: Final = 150


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the animation: how long it stands [1/100 s], and what it shows by then."""

    duration: int
    told_s: float
    tokens: tuple[int, ...]


def frames_of(lanes: tuple[Lane, ...], text_tokens: int, clock: Clock) -> list[Frame]:
    """Return the frames from the question to when all is typed, or long enough was watched."""
    first = clock.played_s(min(lane.wait_s for lane in lanes))
    ends = [clock.played_s(lane.wait_s + text_tokens / lane.tok_s) for lane in lanes]
    end = ceil(min(max(ends), first + TYPING_S) / GRID_S)
    starts = _starts(lanes, text_tokens, clock, end)
    lengths = [b - a for a, b in zip(starts, [*starts[1:], starts[-1] + HOLD], strict=True)]
    return [
        Frame(length, told, tuple(min(tokens_at(lane, told), text_tokens) for lane in lanes))
        for start, length in zip(starts, lengths, strict=True)
        for told in (clock.told_s(start * GRID_S),)
    ]


def _starts(lanes: tuple[Lane, ...], text_tokens: int, clock: Clock, end: int) -> list[int]:
    """Return when frames begin, in hundredths: as a token appears, and at every tick."""
    moments = set(range(0, end + 1, TICK))
    for lane in lanes:
        for i in range(text_tokens):
            moment = ceil(clock.played_s(lane.wait_s + i / lane.tok_s) / GRID_S - 1e-6)
            if moment > end:
                break
            moments.add(moment)
    ordered = sorted(moments)
    starts, at = [0], 0
    while (after := bisect_right(ordered, at)) < len(ordered):
        at = max(ordered[after], at + LEAST_FRAME)
        starts.append(at)
    return starts
