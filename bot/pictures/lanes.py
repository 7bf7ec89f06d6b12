"""What the feel animation shows: one lane a speed, and at which moment each token appears."""

from dataclasses import dataclass
from math import floor
from typing import Final

from bot.pictures.sides import labelled, sides_of
from core.answer import Answer
from core.figures import Estimate
from core.language.pack import Pack
from core.reading import Intent

MOST_LANES: Final = 3
WIDE_INTERVAL: Final = 1.25
SHOWN_WAIT_S: Final = 8.0
KEPT_WAIT_S: Final = 4.0


@dataclass(frozen=True, slots=True)
class Lane:
    """One speed to feel: tokens per second after a wait for the prompt, then for thinking [s]."""

    label: str
    tok_s: float
    ttft_s: float = 0.0
    thinking_tokens: int = 0

    @property
    def thinking_s(self) -> float:
        """The time that thinking takes before the answer's first word."""
        return self.thinking_tokens / self.tok_s

    @property
    def wait_s(self) -> float:
        """The whole wait before the first word."""
        return self.ttft_s + self.thinking_s


@dataclass(frozen=True, slots=True)
class Clock:
    """The time shown, true second for second, but for one announced cut in a long common wait.

    All lanes share one clock, so what is cut is cut for all; nothing is cut while a lane types.
    """

    cut_from_s: float
    cut_s: float

    @classmethod
    def of(cls, lanes: tuple[Lane, ...]) -> "Clock":
        """Return the clock of `lanes`: a wait that all share and that is long is shortened."""
        shared = min(lane.wait_s for lane in lanes)
        if shared <= SHOWN_WAIT_S:
            return cls(0.0, 0.0)
        return cls(KEPT_WAIT_S, shared - 2 * KEPT_WAIT_S)

    def told_s(self, played_s: float) -> float:
        """Return the true time at a moment of the animation."""
        return played_s + (self.cut_s if played_s >= self.cut_from_s else 0.0)

    def played_s(self, told_s: float) -> float:
        """Return the moment of the animation for a true time outside the cut."""
        return told_s if told_s < self.cut_from_s else max(self.cut_from_s, told_s - self.cut_s)


def tokens_at(lane: Lane, told_s: float) -> int:
    """Return how many tokens of the answer are there: the first at the end of the wait.

    >>> tokens_at(Lane("", 10.0, ttft_s=1.0), 1.55)
    6
    """
    since = told_s - lane.wait_s
    return 0 if since < 0 else floor(since * lane.tok_s + 1e-9) + 1


def rate_lanes(rates: tuple[float, ...]) -> tuple[Lane, ...]:
    """Return a lane for each bare speed in tokens per second."""
    return tuple(Lane("", rate) for rate in rates[:MOST_LANES])


def asked_rates(answer: Answer) -> tuple[float, ...]:
    """Return the speed a question about a feel names ("what is 12 tok/s like?")."""
    if answer.intent is not Intent.FEEL or answer.resolved is None:
        return ()
    query = answer.resolved.query
    rate = query.measured_tok_s or query.target_tok_s
    return (rate,) if rate else ()


def lanes_of(answer: Answer, say: Pack, *, thinking_tokens: int = 0) -> tuple[Lane, ...]:
    """Return what to feel of an answer: its sides at their middles, or low, likely and high."""
    sides = sides_of(answer)[:MOST_LANES]
    if not sides:
        return rate_lanes(asked_rates(answer))
    if len(sides) > 1:
        _, labels = labelled([side.estimate for side in sides], say)
        found = [
            _lane(label, side.estimate, side.estimate.decode.mid, thinking_tokens)
            for label, side in zip(labels, sides, strict=True)
        ]
    else:
        found = _ends(sides[0].estimate, say, thinking_tokens)
    return tuple(lane for lane in found if lane.tok_s > 0)


def before_after(before: Estimate, after: Estimate, say: Pack) -> tuple[Lane, ...]:
    """Return two lanes: the setup before a change and after it."""
    pairs = (("pic.before", before), ("pic.after", after))
    found = (_lane(say(code), one, one.decode.mid, 0) for code, one in pairs)
    return tuple(lane for lane in found if lane.tok_s > 0)


def _ends(estimate: Estimate, say: Pack, thinking_tokens: int) -> list[Lane]:
    low, mid, high = estimate.decode
    if thinking_tokens or low <= 0 or high / low < WIDE_INTERVAL:
        return [_lane("", estimate, mid, thinking_tokens)]
    ends = (("pic.low", low), ("pic.mid", mid), ("pic.high", high))
    return [_lane(say(code), estimate, rate, thinking_tokens) for code, rate in ends]


def _lane(label: str, estimate: Estimate, rate: float, thinking_tokens: int) -> Lane:
    ttft_s = estimate.ttft_s.mid if estimate.ttft_s else 0.0
    return Lane(label, rate, ttft_s, thinking_tokens)
