"""The spread of the errors: a Laplace scale over the traits of a case, and its nine-in-ten ends."""

from collections.abc import Sequence

import numpy as np
from scipy import optimize

TRAIT_SPREAD = 0.35  # how far one trait may move the log of the scale
WILDEST = 1.1  # natural-log error beyond which a row is an outlier and stretches nothing
START = 0.1
TAIL = 0.048  # left outside at each end; a little under 5 % for rows of other sources


def fit_scale(
    errors: np.ndarray, weight: np.ndarray, traits: Sequence[tuple[str, ...]]
) -> dict[str, float]:
    """Return the log scale of every trait and the two ends as multiples of it.

    `errors` are ln(true ÷ estimated rate). Levels are kept in order: what is less known is never
    narrower.
    """
    keys = sorted({key for one in traits for key in one})
    index = {key: i for i, key in enumerate(keys)}
    takes = np.zeros((len(traits), len(keys)))
    for i, one in enumerate(traits):
        takes[i, [index[key] for key in one]] = 1.0
    size = np.clip(np.abs(errors), 1e-3, WILDEST)
    middle = np.array([np.log(START) if key == "scale" else 0.0 for key in keys])
    precision = np.array([0.1 if key == "scale" else TRAIT_SPREAD**-2 for key in keys])

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        log_scale = takes @ beta
        pull = size * np.exp(-log_scale)
        value = weight @ (log_scale + pull) + 0.5 * precision @ (beta - middle) ** 2
        return float(value), takes.T @ (weight * (1 - pull)) + precision * (beta - middle)

    beta = optimize.minimize(loss, middle, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    relative = errors / np.exp(takes @ beta)
    low, high = _quantile(relative, weight, TAIL), _quantile(relative, weight, 1 - TAIL)
    ends = {"below": max(-low, 0.5), "above": max(high, 0.5)}
    return {**dict(zip(keys, beta.tolist(), strict=True)), **ends}


def _quantile(values: np.ndarray, weight: np.ndarray, share: float) -> float:
    order = np.argsort(values)
    reached = np.cumsum(weight[order]) / weight.sum()
    return float(values[order][np.searchsorted(reached, share)])
