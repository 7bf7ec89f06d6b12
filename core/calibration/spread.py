"""How far reality strays from the middle: the interval's two ends, by how well the case is known.

The natural-log error of cross-validated estimates is Laplace-like; its scale is a product over
what the case is (how close the nearest measurement lies, backend, placement, mixture, depth), and
nine in ten lie between two multiples of it. Both are in `coefficients.json`.
"""

from functools import lru_cache
from math import exp
from typing import Final

from core.calibration.case import DecodeCase, PrefillCase
from core.calibration.coefficients import table
from core.calibration.groups import engine_name, kernels, wide_class

LEVELS: Final = ("pair", "device", "class", "wide", "none")
DEEP_TOKENS: Final = 16384


def level(kind: str, case: DecodeCase | PrefillCase) -> str:
    """Return how close the nearest measurement lies: pair, device, class, wide or none."""
    part = case.parts[0]
    return level_of(
        kind, kernels(case.backend, case.engine), part.hardware_class, part.device_id, case.model
    )


@lru_cache(maxsize=1024)
def level_of(kind: str, backend: str, hardware_class: str, device: str, model: str) -> str:
    """Return the closest level that was measured with these kernels."""
    seen = table()[f"{kind}_seen"]
    if f"pair:{backend}+{device}+{model}" in seen:
        return "pair"
    if f"device:{backend}+{device}" in seen:
        return "device"
    if f"class:{backend}+{hardware_class}" in seen:
        return "class"
    return "wide" if f"wide:{backend}+{wide_class(hardware_class)}" in seen else "none"


def traits(case: DecodeCase | PrefillCase, closest: str) -> tuple[str, ...]:
    """Return the keys of the scale of a case's error."""
    lead, backend = case.parts[0], kernels(case.backend, case.engine)
    kinds = {part.kind for part in case.parts}
    engine = engine_name(case.engine)
    return (
        "scale",
        f"level:{closest}",
        f"backend:{backend}",
        f"wide:{backend}+{wide_class(lead.hardware_class)}",
        f"moe:{case.moe}",
        f"parts:{'+'.join(sorted(kinds))}",
        f"count:{'many' if lead.count > 1 else 'one'}",
        f"depth:{'deep' if case.context_tokens > DEEP_TOKENS else 'near'}",
        f"engine:{engine}",
        f"family:{case.quant_family}",
        f"linear:{case.linear_layers > 0}",
        f"class:{backend}+{lead.hardware_class}",
        f"device:{backend}+{lead.device_id}",
        f"model:{case.model}",
    )


@lru_cache(maxsize=2048)
def ends(kind: str, keys: tuple[str, ...]) -> tuple[float, float]:
    """Return (low, high) as factors of the middle rate, for nine in ten."""
    fitted = table()[f"{kind}_spread"]
    scale = exp(sum(fitted.get(key, 0.0) for key in keys))
    return exp(-fitted["below"] * scale), exp(fitted["above"] * scale)
