"""The spread of the errors: a Laplace scale over the traits of a case, and its nine-in-ten ends."""

from collections.abc import Sequence

import numpy as np
from scipy import optimize

TRAIT_SPREAD = 0.3  # how far one trait may move the log of the scale
FINE_SPREAD = 0.15  # a single device or model has few rows and is believed less
FINE = ("device:", "model:")
WILDEST = 0.8  # natural-log error beyond which a row is an outlier and stretches nothing
START = 0.1
# Share left outside at each end. Prefill's is larger: one row in fourteen is a prompt cache, a
# build or a client's clock, and an interval that held those would say nothing of the others.
TAILS = {"decode": 0.05, "prefill": 0.055}
FOLDS = 5


def fit_scale(
    errors: np.ndarray,
    weight: np.ndarray,
    traits: Sequence[tuple[str, ...]],
    fold: np.ndarray,
    *,
    tail: float,
) -> tuple[dict[str, float], np.ndarray]:
    """Return the log scale of every trait with the two ends, and each row's scale without it.

    `errors` are ln(true ÷ estimated rate). The ends are quantiles of errors relative to scales
    that were fitted without the row's `fold`, so that a flexible scale cannot praise itself.
    """
    keys = sorted({key for one in traits for key in one})
    index = {key: i for i, key in enumerate(keys)}
    takes = np.zeros((len(traits), len(keys)))
    for i, one in enumerate(traits):
        takes[i, [index[key] for key in one]] = 1.0
    unseen = np.zeros(len(errors))
    for k in range(FOLDS):
        inside = fold % FOLDS == k
        beta = _scales(keys, takes[~inside], errors[~inside], weight[~inside])
        unseen[inside] = np.exp(takes[inside] @ beta)
    beta = _scales(keys, takes, errors, weight)
    relative = errors / unseen
    low, high = _quantile(relative, weight, tail), _quantile(relative, weight, 1 - tail)
    fitted = {**dict(zip(keys, beta.tolist(), strict=True)), "below": -low, "above": high}
    return fitted, unseen


def _scales(
    keys: list[str], takes: np.ndarray, errors: np.ndarray, weight: np.ndarray
) -> np.ndarray:
    """Return the log scale of every key: Laplace likelihood, pooled towards no effect."""
    size = np.clip(np.abs(errors), 1e-3, WILDEST)
    middle = np.array([np.log(START) if key == "scale" else 0.0 for key in keys])
    precision = np.array([_precision(key) for key in keys])

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        log_scale = takes @ beta
        pull = size * np.exp(-log_scale)
        value = weight @ (log_scale + pull) + 0.5 * precision @ (beta - middle) ** 2
        return float(value), takes.T @ (weight * (1 - pull)) + precision * (beta - middle)

    options = {"maxiter": 500, "ftol": 1e-10}
    found = optimize.minimize(loss, middle, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x)


def _precision(key: str) -> float:
    if key == "scale":
        return 0.1
    return float((FINE_SPREAD if key.startswith(FINE) else TRAIT_SPREAD) ** -2)


def _quantile(values: np.ndarray, weight: np.ndarray, share: float) -> float:
    order = np.argsort(values)
    reached = np.cumsum(weight[order]) / weight.sum()
    return float(values[order][np.searchsorted(reached, share)])
