"""The fitted coefficients: logarithms of times per unit of ideal work, summed over the classes."""

import json
from functools import cache, lru_cache
from math import exp, log1p
from typing import Final

BOUND_SOFTNESS: Final = 0.05  # natural-log units in which an efficiency bends below 1
BOUNDED: Final = frozenset({"weights", "experts", "kv", "ram", "ram_experts", "compute"})


@cache
def table() -> dict[str, dict[str, float]]:
    """Return the tables of `coefficients.json`: decode, prefill, and the spreads of both."""
    # Not pathlib: it takes 4 ms of the 120 that a cold command has.
    with open(f"{__file__.rpartition('/')[0]}/coefficients.json", encoding="utf-8") as file:  # noqa: PTH123
        loaded: dict[str, dict[str, float]] = json.load(file)
    return loaded


def slowdown(total: float) -> float:
    """Return the natural log of actual ÷ ideal time, never below 0: no efficiency exceeds 1.

    A softplus of `total` with a knee of 5 %, so the fit stays smooth at the bound.
    """
    ratio = total / BOUND_SOFTNESS
    return total if ratio > 30 else BOUND_SOFTNESS * log1p(exp(ratio))  # noqa: PLR2004  (e^-30)


@lru_cache(maxsize=4096)
def factor(kind: str, term: str, keys: tuple[str, ...]) -> float:
    """Return the time per unit of ideal work for `term` where all of `keys` apply.

    What was never measured adds nothing: a card never seen gets its class.
    """
    fitted = table()[kind]
    total = sum(fitted.get(key, 0.0) for key in keys)
    return exp(slowdown(total) if term in BOUNDED else total)
