"""Cross-validation: what the fit says of devices, and of device-model pairs, that it never saw."""

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from core.calibration.fit.cases import Measured
from core.calibration.fit.solve import Design, predict, solve
from core.calibration.groups import kernels, wide_class

FOLDS = 12
STEPS = 8
TOLERANCE = 0.03  # of a loss near 300: a tenth of a percent of an error
SEED = 4


@dataclass(frozen=True)
class HeldOut:
    """Predicted log seconds of every row by a fit without it, and how close the rest came."""

    predicted: np.ndarray
    levels: tuple[str, ...]


def leave_out(
    at: Design,
    target: np.ndarray,
    weight: np.ndarray,
    rows: Sequence[Measured],
    group: Callable[[Measured], Hashable],
    *,
    full: np.ndarray,
    progress: Callable[[], None] | None = None,
) -> HeldOut:
    """Return each row's estimate by a fit that saw nothing of its `group`."""
    groups = sorted({str(group(row)) for row in rows})
    random.Random(SEED).shuffle(groups)  # noqa: S311  (a fixed partition, nothing secret)
    fold_of = {name: i % FOLDS for i, name in enumerate(groups)}
    fold = np.array([fold_of[str(group(row))] for row in rows])
    everyone = np.arange(len(rows))
    predicted, levels = np.zeros(len(rows)), [""] * len(rows)
    for k in range(min(FOLDS, len(groups))):
        inside, outside = everyone[fold == k], everyone[fold != k]
        beta = solve(at, target, weight, outside, start=full, steps=STEPS, tolerance=TOLERANCE)
        predicted[inside] = predict(at.today(beta), at, inside)[0]
        seen = seen_keys([rows[i] for i in outside])
        for i in inside:
            levels[i] = closest(rows[i], seen)
        if progress:
            progress()
    return HeldOut(predicted, tuple(levels))


def seen_keys(rows: Sequence[Measured]) -> dict[str, float]:
    """Return how many measurements there are of every pair, device, class and wide class."""
    seen: dict[str, float] = {}
    for row in rows:
        for key in (*places(row), f"backend:{kernels(row.case.backend, row.case.engine)}"):
            seen[key] = seen.get(key, 0) + 1
    return seen


def places(row: Measured) -> tuple[str, str, str, str]:
    """Return the keys under which a row was seen, closest first."""
    case, part = row.case, row.case.parts[0]
    be = kernels(case.backend, case.engine)
    return (
        f"pair:{be}+{part.device_id}+{case.model}",
        f"device:{be}+{part.device_id}",
        f"class:{be}+{part.hardware_class}",
        f"wide:{be}+{wide_class(part.hardware_class)}",
    )


def closest(row: Measured, seen: dict[str, float]) -> str:
    """Return the closest level at which `row` has company in `seen`."""
    return next((k.split(":", 1)[0] for k in places(row) if k in seen), "none")
