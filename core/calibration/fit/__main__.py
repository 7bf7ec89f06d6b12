"""Fit the coefficients anew: `python -m core.calibration.fit` writes `coefficients.json`."""

import json
import sys
import zlib
from collections import Counter
from pathlib import Path

import numpy as np

from catalog.load import load_catalog
from core.calibration import coefficients
from core.calibration.decode_terms import Term, decode_terms
from core.calibration.fit.cases import Measured, measured, read_rows
from core.calibration.fit.cross_validate import FOLDS, HeldOut, leave_out, seen_keys
from core.calibration.fit.evidence import write_evidence
from core.calibration.fit.scale import TAILS, fit_scale
from core.calibration.fit.solve import FIT_ONLY, Design, design, solve, weights
from core.calibration.prefill_terms import prefill_terms
from core.calibration.spread import traits

OLD_YEARS = ("2023", "May 2024")
DIGITS = 4  # of natural logs: 0.01 %, far below what a BLAS library's order of sums can move
SPLITS = ("row", "pair", "device")  # row: the same pair otherwise; the spread takes the others


def main(folder: Path) -> None:
    """Fit decode and prefill, cross-validate, and write the tables to `folder`."""
    rows, catalog = read_rows(), load_catalog()
    out: dict[str, dict[str, float]] = {}
    evidence: list[Measured] = []
    for kind in ("decode", "prefill"):
        cases = measured(rows, catalog, kind)
        evidence += cases
        out |= fit_kind(kind, cases)
    text = json.dumps(out, indent=0, sort_keys=True, ensure_ascii=False)
    path = folder / "coefficients.json"
    path.write_text(text + "\n", encoding="utf-8")
    write_evidence(path.with_name("evidence.tsv"), evidence)
    print(f"{path.name}: {sum(map(len, out.values()))} numbers from {len(rows)} rows")


def fit_kind(kind: str, cases: list[Measured]) -> dict[str, dict[str, float]]:
    """Return the tables of one kind: coefficients, what was seen, and the spread."""
    bar = Bar(kind, 1 + FOLDS * len(SPLITS))
    at, target, weight = prepare(kind, cases)
    full = solve(at, target, weight, np.arange(len(cases)))
    bar.step()
    held = [held_out(at, target, weight, cases, split, full, bar) for split in SPLITS]
    spread, _ = spread_of(cases, target, held)
    fitted = dict(zip(at.keys, at.today(full).tolist(), strict=True))
    return {
        kind: _rounded(fitted),
        f"{kind}_seen": {k: int(v) for k, v in seen_keys(cases).items()},
        f"{kind}_spread": _rounded(spread),
    }


def prepare(kind: str, cases: list[Measured]) -> tuple[Design, np.ndarray, np.ndarray]:
    """Return the design, the measured log seconds and the weights of `cases`."""
    terms = decode_terms if kind == "decode" else prefill_terms
    at = design(kind, [dated(terms(m.case), m) for m in cases])  # type: ignore[arg-type]
    return at, np.log([m.seconds for m in cases]), weights([m.pair for m in cases])


def dated(terms: list[Term], row: Measured) -> list[Term]:
    """Return `terms` with a coefficient of its own for builds of 2023 and 2024.

    Kernels for quantized weights have become faster since; an estimate is for a build of today,
    so these coefficients stay in the fit and are never estimated with.
    """
    if row.case.quant_family == "f16" or not any(year in row.row["build"] for year in OLD_YEARS):
        return terms
    key = f"{FIT_ONLY}old:{row.case.backend}"
    return [Term(t.name, t.amount, (*t.keys, key)) for t in terms]


def held_out(
    at: Design,
    target: np.ndarray,
    weight: np.ndarray,
    cases: list[Measured],
    split: str,
    full: np.ndarray,
    bar: "Bar | None" = None,
) -> HeldOut:
    """Return the cross-validated estimates by `split`: row, pair or device."""
    group = {
        "row": lambda m: m.row["id"],
        "pair": lambda m: m.pair,
        "device": lambda m: m.row["device_id"],
    }[split]
    step = bar.step if bar else None
    return leave_out(at, target, weight, cases, group, full=full, progress=step)


def spread_of(
    cases: list[Measured], target: np.ndarray, held: list[HeldOut]
) -> tuple[dict[str, float], np.ndarray]:
    """Return the spread fitted to the errors of all ways of leaving out; a pair speaks once.

    Beside it, for every way of leaving out, each row's scale by a fit that left out its pair.
    """
    times = Counter(m.pair for m in cases)
    once = np.array([1 / times[m.pair] for m in cases])
    fold = np.array([zlib.crc32("|".join(m.pair).encode()) for m in cases])
    errors = np.concatenate([h.predicted - target for h in held])
    keys = [traits(m.case, lev) for h in held for m, lev in zip(cases, h.levels, strict=True)]
    tail = TAILS[cases[0].row["test"]]
    ways = len(held)
    fitted, unseen = fit_scale(errors, np.tile(once, ways), keys, np.tile(fold, ways), tail=tail)
    return fitted, unseen.reshape(ways, len(cases))


def _rounded(values: dict[str, float]) -> dict[str, float]:
    return {k: round(v, DIGITS) + 0.0 for k, v in values.items() if abs(v) >= 10**-DIGITS}


class Bar:
    """A progress bar on standard error, silent where nobody looks."""

    def __init__(self, name: str, total: int) -> None:
        self.name, self.total, self.done = name, total, 0

    def step(self) -> None:
        """Advance by one."""
        self.done += 1
        if sys.stderr.isatty():
            filled = 30 * self.done // self.total
            end = "\n" if self.done == self.total else ""
            bar = "█" * filled + "·" * (30 - filled)
            print(f"\r{self.name:8} {bar} {self.done}/{self.total}", end=end, file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else Path(coefficients.__file__).parent)
