"""Fit `core/physics/recipes.py` anew from the published sizes: `python -m tests.bench.fit_recipes`.

Prints the rows. Each is a least-absolute-deviations fit with a weak pull towards 1, and needs
three models or more.
"""

import sys
from collections import defaultdict

import numpy as np
from scipy.optimize import linprog

from catalog.load import load_catalog
from core.physics.recipes import RECIPES
from core.physics.rule import is_native_mxfp4, parts_of, recipe_class

FEWEST_MODELS = 3
PULL = (0.003, 0.01, 0.01)  # on vocabulary tables, experts, the rest; per file
BOUNDS = (0.5, 2.6)
SMALLEST = 0.005

Sample = tuple[str, tuple[float, float, float]]


def samples() -> dict[str, list[Sample]]:
    """Return each class's files as (model, shares of the size that each part takes by the mix)."""
    catalog = load_catalog()
    RECIPES.clear()
    found: dict[str, list[Sample]] = defaultdict(list)
    for (model_id, quant), files in catalog.files.by_model_and_quant.items():
        model = catalog.models[model_id]
        for file in files:
            kind = recipe_class(model, file.publisher, dynamic=quant.startswith("ud-"))
            parts = parts_of(model, catalog.quants[quant], publisher=file.publisher)
            if parts is None or is_native_mxfp4(model) or kind == "none" or kind.endswith("-old"):
                continue
            size = file.size_bytes - parts.header
            mtp = (parts.mtp, 0.0) if model.is_moe else (0.0, parts.mtp)
            heads = parts.embed + parts.output + parts.lookup
            shares = (heads / size, (parts.experts + mtp[0]) / size, (parts.rest + mtp[1]) / size)
            found[f"{quant}/{kind}"].append((model_id, shares))
    return found


def fitted(rows: list[Sample]) -> tuple[float, ...]:
    """Return the three factors that make the shares add up to one."""
    shares = np.array([one for _, one in rows])
    used = shares.max(axis=0) > 0
    parts = shares[:, used]
    files, count = parts.shape
    eye, none, each = np.eye(files), np.zeros((files, count)), np.eye(count)
    flat = np.zeros((count, files))
    upper = np.block(
        [[parts, -eye, none], [-parts, -eye, none], [each, flat, -each], [-each, flat, -each]]
    )
    limit = np.r_[np.ones(files), -np.ones(files), np.ones(count), -np.ones(count)]
    cost = np.r_[np.zeros(count), np.ones(files), files * np.array(PULL)[used]]
    bounds = [BOUNDS] * count + [(0, None)] * (files + count)
    factors = np.ones(3)
    factors[used] = linprog(cost, A_ub=upper, b_ub=limit, bounds=bounds).x[:count]
    return tuple(round(float(one), 3) for one in factors)


def main() -> None:
    """Print the rows of `RECIPES`."""
    for name, rows in sorted(samples().items()):
        if len({model for model, _ in rows}) < FEWEST_MODELS:
            continue
        factors = fitted(rows)
        if max(abs(one - 1) for one in factors) >= SMALLEST:
            sys.stdout.write(f'    "{name}": {factors},\n')


if __name__ == "__main__":
    main()
