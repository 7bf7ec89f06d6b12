"""Speed against context: one configuration estimated at many depths."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from bot.pictures.sides import Estimator
from core.figures import Estimate, Fits
from core.interval import Interval
from core.query import Query

KIBI: Final = 1024
EDGE_TOKENS: Final = KIBI // 4
STEPS: Final = 24
SHOWN_LEAST_TOKENS: Final = 16 * KIBI
BEYOND_ASKED: Final = 2.0
BEYOND_CLIFF: Final = 2.0
FAR: Final = 16


@dataclass(frozen=True, slots=True)
class Point:
    """The speed at one depth of context. Rates in tokens per second."""

    context_tokens: int
    decode: Interval
    ceiling_tok_s: float
    stays: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """Points by rising context, the one that was asked, and where memory is full.

    `cliff_tokens` is the most context that stays on the devices: 0 where none does, None where
    all that is shown does. From `tight_tokens` on it stays only while nothing else holds memory.
    """

    estimate: Estimate
    points: tuple[Point, ...]
    asked: Point
    cliff_tokens: int | None
    tight_tokens: int | None = None

    @property
    def last_tokens(self) -> int:
        """The longest context shown."""
        return self.points[-1].context_tokens


def sweep(
    query: Query,
    estimate: Estimator,
    *,
    asked: Estimate | None = None,
    to_tokens: int | None = None,
) -> Curve:
    """Return the speed of `query` over contexts from none to `to_tokens`.

    `asked` is the estimate of `query`, where it is at hand. By default the curve goes past what
    was asked and past where memory is full, as far as the model's own context goes.
    """
    asked = asked or estimate(query)
    last = to_tokens or shown_tokens(asked)

    def at(tokens: int) -> Point:
        return _point(estimate(replace(query, context_tokens=tokens)))

    here = _point(asked)
    points = {n: at(n) for n in _contexts(asked, last)} | {here.context_tokens: here}
    points |= {one.context_tokens: one for one in _edge(_ordered(points), at)}
    ordered = _ordered(points)
    cliff = _cliff(ordered)
    tight = asked.max_context_tokens
    is_tight = 0 < tight < (last if cliff is None else cliff)
    return Curve(asked, ordered, here, cliff, tight if is_tight else None)


def shown_tokens(estimate: Estimate) -> int:
    """Return how far the curve of `estimate` should go, in tokens."""
    asked = estimate.query.context_tokens or 0
    full = estimate.max_context_tokens
    if full > FAR * max(SHOWN_LEAST_TOKENS, asked):
        full = 0
    wanted = max(SHOWN_LEAST_TOKENS, asked * BEYOND_ASKED, full * BEYOND_CLIFF)
    most = max(estimate.model.context_max or wanted, asked, KIBI)
    return int(min(wanted, most))


def _contexts(estimate: Estimate, last: int) -> set[int]:
    even = {last * i // STEPS for i in range(STEPS + 1)}
    return even | {n for n in (estimate.max_context_tokens,) if n < last}


def _ordered(points: dict[int, Point]) -> tuple[Point, ...]:
    return tuple(points[tokens] for tokens in sorted(points))


def _edge(points: tuple[Point, ...], at: Callable[[int], Point]) -> Iterator[Point]:
    """Yield points that close in on where memory is full, to both sides of the edge."""
    for a, b in pairwise(points):
        if a.stays and not b.stays:
            low, high = a, b
            while high.context_tokens - low.context_tokens > EDGE_TOKENS:
                middle = at((low.context_tokens + high.context_tokens) // 2)
                low, high = (middle, high) if middle.stays else (low, middle)
            yield from (low, high)
            return


def _point(estimate: Estimate) -> Point:
    return Point(
        context_tokens=estimate.query.context_tokens or 0,
        decode=estimate.decode,
        ceiling_tok_s=estimate.ceiling_at_context_tok_s,
        stays=estimate.fits in (Fits.YES, Fits.TIGHT),
    )


def _cliff(points: tuple[Point, ...]) -> int | None:
    if not points[0].stays:
        return 0
    edges = (a.context_tokens for a, b in pairwise(points) if a.stays and not b.stays)
    return next(edges, None)
