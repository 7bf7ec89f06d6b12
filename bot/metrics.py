"""Counts and times for Prometheus, in a number of series that does not grow with people."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from typing import Final

BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

MAX_COUNTERS: Final = 24
MAX_HISTOGRAMS: Final = 4
"""Label values kept for one name; what comes after is counted as "other"."""

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counters, gauges and time histograms. Labels are words of ours: outcome, platform, code."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[Labels, float]] = {}
        self._times: dict[str, dict[Labels, list[float]]] = {}
        self._gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, by: float = 1, /, **labels: str) -> None:
        """Add `by` to the counter `name`."""
        series = self._counts.setdefault(name, {})
        key = _bounded(series, labels, MAX_COUNTERS)
        series[key] = series.get(key, 0) + by

    def value(self, name: str, /, **labels: str) -> float:
        """Return what the counter `name` stands at."""
        return self._counts.get(name, {}).get(tuple(sorted(labels.items())), 0)

    def time(self, name: str, seconds: float, /, **labels: str) -> None:
        """Add one time to the histogram `name`."""
        series = self._times.setdefault(name, {})
        key = _bounded(series, labels, MAX_HISTOGRAMS)
        buckets = series.setdefault(key, [0.0] * (len(BUCKETS_S) + 2))
        buckets[bisect_left(BUCKETS_S, seconds)] += 1
        buckets[-1] += seconds

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        """Show what `read` returns whenever metrics are asked for."""
        self._gauges[name] = read

    def text(self) -> str:
        """Return everything in Prometheus' text format."""
        return "\n".join((*self._count_lines(), *self._time_lines(), *self._gauge_lines())) + "\n"

    def _count_lines(self) -> Iterable[str]:
        for name, series in sorted(self._counts.items()):
            yield f"# TYPE howfast_{name}_total counter"
            for labels, value in sorted(series.items()):
                yield f"howfast_{name}_total{_written(labels)} {value:g}"

    def _time_lines(self) -> Iterable[str]:
        for name, series in sorted(self._times.items()):
            yield f"# TYPE howfast_{name}_seconds histogram"
            for labels, buckets in sorted(series.items()):
                total = 0.0
                for bound, n in zip((*BUCKETS_S, "+Inf"), buckets, strict=False):
                    total += n
                    le = _written((*labels, ("le", str(bound))))
                    yield f"howfast_{name}_seconds_bucket{le} {total:g}"
                yield f"howfast_{name}_seconds_sum{_written(labels)} {buckets[-1]:.6g}"
                yield f"howfast_{name}_seconds_count{_written(labels)} {total:g}"

    def _gauge_lines(self) -> Iterable[str]:
        for name, read in sorted(self._gauges.items()):
            yield f"# TYPE howfast_{name} gauge"
            yield f"howfast_{name} {read():g}"


def _bounded(series: Collection[Labels], labels: dict[str, str], most: int) -> Labels:
    key = tuple(sorted(labels.items()))
    if key in series or len(series) < most:
        return key
    return tuple((name, "other") for name, _ in key)


def _written(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}"
