"""Realized decode and prefill speed from a placed workload, with the interval for nine in ten."""

from typing import Final

from core.calibration.case import DecodeCase, PrefillCase, Realized
from core.calibration.coefficients import factor, table
from core.calibration.decode_terms import decode_terms, is_tensor_split
from core.calibration.groups import kernels, wide_class
from core.calibration.prefill_terms import prefill_terms
from core.calibration.spread import ends, level, traits

RULE_LOW, RULE_MID, RULE_HIGH = 0.60, 0.675, 0.75  # the page's rule where nothing is known
NOTHING_KNOWN: Final = 0.55  # low of the rule where not even the backend was measured
BASIS: Final = {"pair": "measured", "device": "measured", "class": "class", "wide": "class"}


def realize_decode(case: DecodeCase) -> Realized:
    """Return the decode speed of `case` in tokens per second.

    The middle is the fitted sum of times (`decode_terms`), the ends hold nine in ten real
    measurements; none exceeds the case's own ceiling.
    """
    seconds = sum(t.amount * factor("decode", t.name, t.keys) for t in decode_terms(case))
    return _realized("decode", case, 1.0 / seconds, ceiling(case))


def realize_prefill(case: PrefillCase) -> Realized:
    """Return the prompt-processing speed of `case` in tokens per second."""
    seconds = sum(t.amount * factor("prefill", t.name, t.keys) for t in prefill_terms(case))
    return _realized("prefill", case, 1.0 / seconds, float("inf"))


def ceiling(case: DecodeCase) -> float:
    """Return the tokens per second at which every memory runs at its spec sheet's bandwidth."""
    seconds = 0.0
    for part in case.parts:
        tensor = is_tensor_split(case.split, case.backend, case.engine, part.count)
        moved = part.dense_bytes + part.expert_bytes + part.kv_bytes
        seconds += moved / (part.bandwidth_bytes_per_s * (part.count if tensor else 1))
    return 1.0 / seconds


def _realized(kind: str, case: DecodeCase | PrefillCase, mid: float, most: float) -> Realized:
    closest = level(kind, case)
    low, high = ends(kind, traits(case, closest))
    mid = min(mid, most)
    return Realized(
        mid * low,
        mid,
        min(mid * high, most),
        basis=BASIS.get(closest, "rule"),
        samples=_samples(kind, case, closest),
    )


def _samples(kind: str, case: DecodeCase | PrefillCase, closest: str) -> int:
    be, part = kernels(case.backend, case.engine), case.parts[0]
    key = {
        "pair": f"pair:{be}+{part.device_id}+{case.model}",
        "device": f"device:{be}+{part.device_id}",
        "class": f"class:{be}+{part.hardware_class}",
        "wide": f"wide:{be}+{wide_class(part.hardware_class)}",
    }.get(closest, "")
    return int(table()[f"{kind}_seen"].get(key, 0))
