"""What other explanations would give: the same model on the CPU alone, in part, in other bytes."""

from typing import Final

from catalog.record import record, replace
from core.diagnose.situation import Situation
from core.errors import HowfastError
from core.figures import Estimate, Fits
from core.interval import Interval
from core.query import Query

_FULL_PRECISION: Final = "f16"
_SMALLEST: Final = "iq2_xxs"
_F16_AT_LEAST: Final = 0.15
"""Full precision is slower by the ratio of the bytes, which is below 7 for every quant."""
_CLEARLY_SLOWER: Final = 0.65
_SLACK: Final = 1.35
"""How far outside an explanation's interval a number may lie and still match it."""


@record
class Explanations:
    """Intervals of decode speed under another assumption; None = not asked or not possible.

    `gpu_layers` is how many of `total_layers` on the card would give just the measured speed.
    """

    cpu_only: Interval | None = None
    full_precision: Interval | None = None
    smallest_ceiling_tok_s: float | None = None
    gpu_layers: int | None = None
    total_layers: int | None = None


def explanations(at_hand: Situation) -> Explanations:
    """Return the explanations worth an estimate, for a measured speed outside our interval."""
    estimate, measured = at_hand.estimate, at_hand.measured_tok_s
    if estimate is None or measured is None or measured <= 0:
        return Explanations()
    if measured > estimate.ceiling_tok_s and not at_hand.said("quant"):
        smallest = _estimate(at_hand, replace(at_hand.query, quant=_SMALLEST))
        return Explanations(smallest_ceiling_tok_s=smallest.ceiling_tok_s if smallest else None)
    if measured >= estimate.decode.low:
        return Explanations()
    return _of_a_slow_one(at_hand, estimate, measured)


def _of_a_slow_one(at_hand: Situation, estimate: Estimate, measured: float) -> Explanations:
    full = None
    near = measured >= _F16_AT_LEAST * estimate.decode.low
    if near and not at_hand.said("quant") and at_hand.query.file_size_bytes is None:
        heavier = _estimate(at_hand, replace(at_hand.query, quant=_FULL_PRECISION))
        full = _if_heavier(heavier, estimate)
    if not at_hand.has_gpu:
        return Explanations(full_precision=full)
    on_cpu = _estimate(at_hand, replace(at_hand.query, gpu_layers=0, cpu_moe_layers=None))
    on_gpu = estimate
    if not at_hand.fits_whole or at_hand.said("gpu_layers"):
        return Explanations(on_cpu.decode if on_cpu else None, full)
    total = at_hand.log.total_layers if at_hand.log and at_hand.log.total_layers else None
    total = total or estimate.model.layers
    share = _share_on_gpu(measured, on_gpu.decode, on_cpu.decode) if on_cpu else None
    return Explanations(
        cpu_only=on_cpu.decode if on_cpu else None,
        full_precision=full,
        gpu_layers=round(share * total) if share is not None else None,
        total_layers=total if share is not None else None,
    )


def _if_heavier(full: Estimate | None, estimate: Estimate) -> Interval | None:
    """Return the speed in full precision where it fits and is another one (gpt-oss has none)."""
    if full is None or full.fits not in {Fits.YES, Fits.TIGHT}:
        return None
    return full.decode if full.decode.mid < _CLEARLY_SLOWER * estimate.decode.mid else None


def _share_on_gpu(measured: float, on_gpu: Interval, on_cpu: Interval) -> float | None:
    """Return the share s of layers with 1/measured = s/gpu + (1 - s)/cpu; None if outside 0–1."""
    slow_s, fast_s = 1.0 / on_cpu.mid, 1.0 / on_gpu.mid
    if slow_s <= fast_s:
        return None
    share = (slow_s - 1.0 / measured) / (slow_s - fast_s)
    return share if 0.0 < share < 1.0 else None


def matches(measured: float | None, interval: Interval | None) -> bool:
    """Return whether `measured` lies in `interval` or not far outside it."""
    if measured is None or interval is None:
        return False
    return interval.low / _SLACK <= measured <= interval.high * _SLACK


def _estimate(at_hand: Situation, query: Query) -> Estimate | None:
    from core.estimate import estimate  # noqa: PLC0415  (few diagnoses need another one)

    try:
        return estimate(query, at_hand.catalog)
    except HowfastError:
        return None
