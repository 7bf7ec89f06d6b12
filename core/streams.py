"""Several streams at once: what each gets and what all get together."""

from __future__ import annotations

from typing import Final

from core.figures import Throughput
from core.interval import Interval
from core.workload import Workload

COMPUTE_SHARE: Final = 0.25  # of peak FLOP/s that batched decode reaches
BATCH_SHARE_LOW, BATCH_SHARE_HIGH = 0.6, 1.25  # spread of measured batch gains around the sum


def experts_touched(experts: int, chosen: int, streams: int) -> float:
    """Return the experts that `streams` tokens touch together: E · (1 − (1 − k/E)^N).

    >>> round(experts_touched(128, 8, 1), 6)
    8.0
    """
    return experts * (1 - (1 - chosen / experts) ** streams) if experts else 0.0


def throughput(work: Workload, decode: Interval, users: int) -> Throughput:
    """Return the speed for `users` streams: N ÷ step time, per user and in total [token/s].

    A step reads the dense weights once, the union of the streams' experts, and every stream's KV
    cache; it is limited by compute once N is large.
    """
    weights, model = work.setup.weights, work.setup.model
    dense = weights.read_bytes - weights.expert_read_bytes
    experts = weights.expert_read_bytes
    if model.is_moe and model.experts_active:
        union = experts_touched(model.experts_total or 0, model.experts_active, users)
        experts *= union / model.experts_active
    one = weights.read_bytes + work.kv_read_bytes
    many = dense + experts + users * work.kv_read_bytes
    read_s = many / one / decode.mid
    flop = sum((s.device.fp16_flop_per_s or 1e12) * s.count for s in work.slots)
    compute_s = 2 * model.params_active * users / (COMPUTE_SHARE * flop)
    mid = 1 / (read_s + compute_s)
    each = Interval(mid * BATCH_SHARE_LOW, mid, min(mid * BATCH_SHARE_HIGH, decode.high))
    each = Interval(min(each.low, each.high), min(each.mid, each.high), each.high)
    return Throughput(users, each, each.scaled(users))
