"""Robust hierarchical regression of log time on the coefficients (Gauss–Newton, Student-t loss)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from core.calibration.coefficients import BOUND_SOFTNESS, BOUNDED
from core.calibration.decode_terms import Term
from core.calibration.fit.priors import NOISE, prior

FREEDOM = 4.0  # degrees of freedom of the Student-t loss: outliers pull with 1/r
REPEATS = 0.9  # a pair measured n times weighs n^0.1, not n
FIT_ONLY = "build/"  # coefficients of what no question can state
STEPS = 80
DAMPING = 0.01  # Levenberg–Marquardt's first; every step keeps the loss falling
EASE = 4.0
TRIES = 8
TOLERANCE = 1e-5


@dataclass(frozen=True)
class Design:
    """All terms of all rows as matrices: amounts, and which coefficients each term takes."""

    kind: str
    keys: tuple[str, ...]
    amounts: np.ndarray
    bounded: np.ndarray
    takes: tuple[sparse.csr_matrix, ...]

    @cached_property
    def priors(self) -> np.ndarray:
        """Return the middle and spread of every coefficient, shape (2, keys)."""
        return np.array([prior(self.kind, key) for key in self.keys]).T

    def today(self, beta: np.ndarray) -> np.ndarray:
        """Return `beta` without what only the fit may know."""
        return np.where([key.startswith(FIT_ONLY) for key in self.keys], 0.0, beta)


def design(kind: str, rows: Sequence[Sequence[Term]]) -> Design:
    """Return the matrices of the terms of `rows`."""
    keys = sorted({key for terms in rows for term in terms for key in term.keys})
    index = {key: i for i, key in enumerate(keys)}
    most = max(len(terms) for terms in rows)
    amounts = np.zeros((len(rows), most))
    bounded = np.zeros((len(rows), most), dtype=bool)
    takes = []
    for j in range(most):
        at = [(i, index[key]) for i, t in enumerate(rows) if j < len(t) for key in t[j].keys]
        where = np.array(at, dtype=int).reshape(-1, 2).T
        ones = np.ones(where.shape[1])
        takes.append(sparse.csr_matrix((ones, where), shape=(len(rows), len(keys))))
        for i, terms in enumerate(rows):
            if j < len(terms):
                amounts[i, j] = max(terms[j].amount, 1e-15)
                bounded[i, j] = terms[j].name in BOUNDED
    return Design(kind, tuple(keys), amounts, bounded, tuple(takes))


def predict(beta: np.ndarray, at: Design, rows: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return log seconds of `rows`, and how much each term's log factor moves it."""
    logs, slopes = [], []
    for j, takes in enumerate(at.takes):
        total = takes[rows] @ beta
        ratio = np.clip(total / BOUND_SOFTNESS, -700, 30)
        soft = np.where(ratio >= 30, total, BOUND_SOFTNESS * np.log1p(np.exp(ratio)))  # noqa: PLR2004
        limited = at.bounded[rows, j]
        logs.append(np.where(limited, soft, total))
        slopes.append(np.where(limited, 1 / (1 + np.exp(-ratio)), 1.0))
    seconds = at.amounts[rows] * np.exp(np.clip(np.array(logs).T, -40, 40))
    whole = seconds.sum(axis=1)
    return np.log(whole), [seconds[:, j] / whole * slope for j, slope in enumerate(slopes)]


def solve(
    at: Design,
    target: np.ndarray,
    weight: np.ndarray,
    rows: np.ndarray,
    *,
    start: np.ndarray | None = None,
    steps: int = STEPS,
    tolerance: float = TOLERANCE,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Return the coefficients that best explain `target` (log seconds) of `rows`."""
    middle, spread = at.priors
    noise, precision = NOISE[at.kind], 1 / spread**2
    here, heard = target[rows], weight[rows]

    def loss(beta: np.ndarray) -> float:
        residual = (here - predict(beta, at, rows)[0]) / noise
        misfit = 0.5 * (FREEDOM + 1) * heard @ np.log1p(residual**2 / FREEDOM)
        return float(misfit + 0.5 * precision @ (beta - middle) ** 2)

    beta = middle.copy() if start is None else start.copy()
    best, damping = loss(beta), DAMPING
    for step in range(steps):
        predicted, slopes = predict(beta, at, rows)
        slope = sum(
            sparse.diags(s) @ takes[rows] for s, takes in zip(slopes, at.takes, strict=True)
        )
        residual = here - predicted
        pull = heard * (FREEDOM + 1) / (FREEDOM + (residual / noise) ** 2) / noise**2
        curve = (slope.T @ sparse.diags(pull) @ slope).toarray() + np.diag(precision)
        uphill = slope.T @ (pull * residual) - precision * (beta - middle)
        before = best
        for _ in range(TRIES):
            scaled = curve + damping * np.diag(np.diag(curve))
            moved = beta + np.linalg.solve(scaled, uphill)
            tried = loss(moved)
            if tried < best:
                beta, best, damping = moved, tried, damping / EASE
                break
            damping *= EASE
        if progress:
            progress(step)
        if before - best < tolerance:
            break
    return beta


def weights(pairs: Sequence[tuple[str, ...]]) -> np.ndarray:
    """Return each row's weight: a pair speaks once, a little louder where measured often."""
    times = Counter(pairs)
    return np.array([times[pair] ** -REPEATS for pair in pairs])
