"""What a question leaves open, and by how much each open input stretches the interval."""

from math import exp, hypot, log
from typing import Final

from core.calibration.case import DecodeCase, PrefillCase
from core.calibration.groups import tier, wide_class

# High ÷ low between the backends that people use on a class (medians of like measurements).
BACKENDS_APART: Final = {
    "radeon": 1.25,  # ROCm and Vulkan on the same card
    "amd-unified": 1.2,
    "arc": 1.9,  # Vulkan reaches half of SYCL on the B70
    "apple": 1.25,  # MLX and Metal
    "nvidia": 1.1,  # CUDA unless said otherwise
    "nvidia-hbm": 1.1,
}
BACKENDS_APART_ELSEWHERE: Final = 1.3
RAM_APART: Final = 2.0  # dual-channel DDR5-6400 against DDR4-3200
POWER_APART: Final = 1.3  # laptops of one name are sold with half to all of the power


def doubts(case: DecodeCase | PrefillCase, ram_share: float = 0.0) -> tuple[tuple[str, float], ...]:
    """Return the open inputs as (slot, high ÷ low), widest first.

    `ram_share` is the part of the time spent in system memory, 0 to 1. RAM and laptop power are
    in the measured spread already: those rows were published without them.
    """
    found: list[tuple[str, float]] = []
    if case.backend_is_assumed:
        wide = wide_class(case.parts[0].hardware_class)
        found.append(("backend", BACKENDS_APART.get(wide, BACKENDS_APART_ELSEWHERE)))
    if ram_share and any(part.bandwidth_is_assumed for part in case.parts):
        found.append(("ram", exp(log(RAM_APART) * ram_share)))
    if tier(case.parts[0].device_id) == "laptop":
        found.append(("power", POWER_APART))
    return tuple(sorted(found, key=lambda one: -one[1]))


def widened(end: float, open_inputs: tuple[tuple[str, float], ...]) -> float:
    """Return an end of the interval (a factor of the middle) with an assumed backend added.

    The two are independent, so their logarithms add in quadrature.

    >>> round(widened(1.3, (("backend", 1.25),)), 3)
    1.33
    """
    apart = dict(open_inputs).get("backend")
    if apart is None:
        return end
    whole = hypot(log(end), log(apart) / 2)
    return exp(whole if end > 1 else -whole)
