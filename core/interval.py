"""A number with its doubt: low, mid, high."""

from typing import NamedTuple


class Interval(NamedTuple):
    """Where nine of ten real measurements should lie, and the likeliest value between.

    >>> Interval(2.0, 3.0, 4.5).scaled(2)
    Interval(low=4.0, mid=6.0, high=9.0)
    """

    low: float
    mid: float
    high: float

    def scaled(self, factor: float) -> "Interval":
        """Return the interval times `factor` ≥ 0."""
        return Interval(self.low * factor, self.mid * factor, self.high * factor)

    def capped(self, most: float) -> "Interval":
        """Return the interval with nothing above `most`."""
        return Interval(min(self.low, most), min(self.mid, most), min(self.high, most))

    def inverse(self, amount: float) -> "Interval":
        """Return `amount` ÷ the interval: a rate becomes a time and the ends change places."""
        return Interval(amount / self.high, amount / self.mid, amount / self.low)
