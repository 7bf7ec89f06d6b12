"""Hold the calibration against its own rows under cross-validation: tables and two pictures.

`python -m tests.golden.accuracy` (make accuracy) fits without each device, and without each
device-model pair, and writes docs/accuracy.txt, docs/accuracy_points.png, docs/accuracy_cover.png.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable
from math import exp, log
from pathlib import Path
from typing import NamedTuple

import numpy as np

from catalog.load import load_catalog
from core.calibration.case import DecodeCase
from core.calibration.fit.__main__ import Bar, held_out, prepare, spread_of
from core.calibration.fit.cases import Measured, measured, read_rows
from core.calibration.fit.cross_validate import FOLDS
from core.calibration.fit.solve import solve
from core.calibration.realize import ceiling

DOCS = Path(__file__).resolve().parents[2] / "docs"
SPLITS = ("pair", "device")
WITHIN = 0.2


class Judged(NamedTuple):
    """One row: what was measured and what a fit that had not seen it said."""

    of: Measured
    level: str
    true: float
    low: float
    mid: float
    high: float
    ceiling: float

    @property
    def error(self) -> float:
        return abs(self.mid / self.true - 1)

    @property
    def held(self) -> bool:
        return self.low <= self.true <= self.high

    @property
    def above(self) -> bool:
        return self.of.row["placement"] == "full" and self.high > self.ceiling * 1.001


class Summary(NamedTuple):
    """The scorer's statistics: a (device, count, model) pair counts once."""

    rows: int
    pairs: int
    median_error: float
    p90_error: float
    within_20: float
    coverage: float
    width: float
    above: int

    def __str__(self) -> str:
        return (
            f"{self.rows:5} rows {self.pairs:4} pairs  median {self.median_error:6.1%}"
            f"  p90 {self.p90_error:7.1%}  ±20% {self.within_20:5.1%}  held {self.coverage:5.1%}"
            f"  width ×{self.width:.2f}  above {self.above}"
        )


def summary(judged: Iterable[Judged]) -> Summary:
    """Return the statistics of `judged`."""
    every = list(judged)
    pairs: dict[tuple[str, str, str], list[Judged]] = defaultdict(list)
    for one in every:
        pairs[one.of.pair].append(one)
    errors = sorted(statistics.median(j.error for j in group) for group in pairs.values())
    return Summary(
        rows=len(every),
        pairs=len(pairs),
        median_error=statistics.median(errors),
        p90_error=errors[min(len(errors) - 1, int(0.9 * len(errors)))],
        within_20=_mean_of_pairs(pairs.values(), lambda j: j.error <= WITHIN),
        coverage=_mean_of_pairs(pairs.values(), lambda j: j.held),
        width=statistics.median(j.high / j.low for j in every),
        above=sum(j.above for j in every),
    )


def _mean_of_pairs(groups: Iterable[list[Judged]], holds: Callable[[Judged], bool]) -> float:
    return statistics.fmean(statistics.fmean(holds(j) for j in group) for group in groups)


def cross_validated(kind: str) -> dict[str, list[Judged]]:
    """Return every row judged by fits that did not see its pair, or its device."""
    cases = measured(read_rows(), load_catalog(), kind)
    bar = Bar(kind, FOLDS * len(SPLITS))
    at, target, weight = prepare(kind, cases)
    full = solve(at, target, weight, np.arange(len(cases)))
    held = [held_out(at, target, weight, cases, split, full, bar) for split in SPLITS]
    spread, unseen = spread_of(cases, target, held)
    return {
        split: [
            _judge(case, level, float(seconds), scale, spread)
            for case, level, seconds, scale in zip(
                cases, h.levels, h.predicted, scales.tolist(), strict=True
            )
            if case.row["placement"] != "cpu"
        ]
        for split, h, scales in zip(SPLITS, held, unseen, strict=True)
    }


def _judge(
    of: Measured, level: str, log_seconds: float, scale: float, spread: dict[str, float]
) -> Judged:
    most = ceiling(of.case) if isinstance(of.case, DecodeCase) else float("inf")
    mid = min(exp(-log_seconds), most)
    low = mid * exp(-spread["below"] * scale)
    high = min(mid * exp(spread["above"] * scale), most)
    return Judged(of, level, 1 / of.seconds, low, mid, high, most)


def kinds(one: Judged) -> list[str]:
    """Return the classes that a row is counted in."""
    row, depth = one.of.row, int(one.of.row["depth_tokens"] or 0)
    return [
        f"backend {row['backend']}",
        f"placement {row['placement']}",
        f"devices {'1' if row['count'] == '1' else '2+'}",
        "moe" if one.of.case.moe else "dense",
        "depth 0" if depth == 0 else "depth 1-16k" if depth <= 16384 else "depth >16k",
        f"grade {row['grade']}",
        f"nearest {one.level}",
        f"class {one.of.case.parts[0].hardware_class}",
    ]


def tables(judged: dict[str, dict[str, list[Judged]]]) -> str:
    """Return the tables of both kinds and both ways of leaving out."""
    lines = []
    for kind, splits in judged.items():
        for split, every in splits.items():
            lines.append(f"{kind}, each {split} left out")
            by_kind: dict[str, list[Judged]] = defaultdict(list)
            for one in every:
                for name in kinds(one):
                    by_kind[name].append(one)
            lines += [f"  {name:30}{summary(by_kind[name])}" for name in sorted(by_kind)]
            lines += [f"  {'all':30}{summary(every)}", ""]
    return "\n".join(lines)


def outliers(judged: dict[str, dict[str, list[Judged]]], most: int = 40) -> str:
    """Return the rows that the fit gives no say: off by more than 2.2 times either way."""
    lines = []
    for kind, splits in judged.items():
        off = [j for j in splits["pair"] if abs(log(j.mid / j.true)) > 0.8]
        off.sort(key=lambda j: -abs(log(j.mid / j.true)))
        lines.append(f"{kind}: {len(off)} rows off by more than 2.2 times")
        lines += [
            f"  {j.of.row['id']} {j.of.row['device_id']} ×{j.of.row['count']} {j.of.row['backend']}"
            f" {j.of.row['model_id']} {j.of.row['quant_id']} {j.of.row['placement']}"
            f" depth {j.of.row['depth_tokens']}: measured {j.true:.4g}, estimated {j.mid:.4g}"
            for j in off[:most]
        ]
    return "\n".join(lines)


def main() -> None:
    """Write the tables and pictures, and print the tables."""
    from tests.golden.pictures import draw_coverage, draw_points  # noqa: PLC0415 (heavy)

    judged = {kind: cross_validated(kind) for kind in ("decode", "prefill")}
    text = tables(judged)
    DOCS.mkdir(exist_ok=True)
    (DOCS / "accuracy.txt").write_text(f"{text}\n{outliers(judged)}\n", encoding="utf-8")
    draw_points(judged, DOCS / "accuracy_points.png")
    draw_coverage(judged["decode"]["pair"], DOCS / "accuracy_cover.png")
    print(text)  # noqa: T201


if __name__ == "__main__":
    main()
