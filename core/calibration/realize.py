"""Realized decode and prefill speed from a placed workload, with the interval for nine in ten."""

from typing import Final

from core.calibration.case import DecodeCase, PrefillCase, Realized
from core.calibration.coefficients import factor, table
from core.calibration.decode_terms import decode_terms, is_tensor_split
from core.calibration.doubt import doubts, widened
from core.calibration.groups import kernels, wide_class
from core.calibration.prefill_terms import prefill_terms
from core.calibration.spread import ends, level, traits

RULE_LOW, RULE_MID, RULE_HIGH = 0.60, 0.675, 0.75  # the page's rule where nothing is known
MEASURED: Final = frozenset({"pair", "device"})
IN_RAM: Final = frozenset({"ram", "ram_experts", "ram_layer"})


def realize_decode(case: DecodeCase) -> Realized:
    """Return the decode speed of `case` in tokens per second.

    The middle is the fitted sum of times (`decode_terms`), the ends hold nine in ten real
    measurements; none exceeds the case's own ceiling.
    """
    most = ceiling(case)
    if not _backend_rows("decode", case):
        return Realized(most * RULE_LOW, most * RULE_MID, most * RULE_HIGH, basis="rule")
    seconds = in_ram = 0.0
    for term in decode_terms(case):
        spent = term.amount * factor("decode", term.name, term.keys)
        seconds += spent
        if term.name in IN_RAM:
            in_ram += spent
    return _realized("decode", case, 1.0 / seconds, most, in_ram / seconds)


def realize_prefill(case: PrefillCase) -> Realized:
    """Return the prompt-processing speed of `case` in tokens per second."""
    seconds = sum(t.amount * factor("prefill", t.name, t.keys) for t in prefill_terms(case))
    return _realized("prefill", case, 1.0 / seconds, float("inf"), 0.0)


def ceiling(case: DecodeCase) -> float:
    """Return the tokens per second at which every memory runs at its spec sheet's bandwidth."""
    seconds = 0.0
    for part in case.parts:
        tensor = is_tensor_split(case.split, case.backend, case.engine, part.count)
        moved = part.dense_bytes + part.expert_bytes + part.kv_bytes
        seconds += moved / (part.bandwidth_bytes_per_s * (part.count if tensor else 1))
    return 1.0 / seconds


def _realized(
    kind: str, case: DecodeCase | PrefillCase, mid: float, most: float, ram_share: float
) -> Realized:
    closest = level(kind, case)
    low, high = ends(kind, traits(case, closest))
    open_inputs = doubts(case, ram_share)
    mid = min(mid, most)
    return Realized(
        mid * widened(low, open_inputs),
        mid,
        min(mid * widened(high, open_inputs), most),
        basis="measured" if closest in MEASURED else "class",
        samples=_samples(kind, case, closest),
        doubt=open_inputs,
    )


def _samples(kind: str, case: DecodeCase | PrefillCase, closest: str) -> int:
    be, part = kernels(case.backend, case.engine), case.parts[0]
    key = {
        "pair": f"pair:{be}+{part.device_id}+{case.model}",
        "device": f"device:{be}+{part.device_id}",
        "class": f"class:{be}+{part.hardware_class}",
        "wide": f"wide:{be}+{wide_class(part.hardware_class)}",
    }.get(closest, f"backend:{be}")
    return int(table()[f"{kind}_seen"].get(key, 0))


def _backend_rows(kind: str, case: DecodeCase | PrefillCase) -> int:
    return int(table()[f"{kind}_seen"].get(f"backend:{kernels(case.backend, case.engine)}", 0))
