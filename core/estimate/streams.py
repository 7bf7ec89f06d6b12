"""Several streams at once: what each gets and what all get together."""

from __future__ import annotations

from typing import Final

from core.calibration.batch import batch
from core.figures import Throughput
from core.interval import Interval
from core.physics.batch import experts_touched, step_seconds
from core.workload import Workload

UNKNOWN_FLOP_PER_S: Final = 1e12


def throughput(work: Workload, decode: Interval, users: int | None) -> Throughput:
    """Return the speed for `users` streams, per user and in total [token/s].

    A step reads the dense weights once, the union of the streams' experts, and every stream's KV
    cache; it is limited by compute once there are many.
    """
    users = users or 1
    setup, model = work.setup, work.setup.model
    weights = setup.weights
    experts = weights.expert_read_bytes
    if model.experts_active and model.experts_total:
        touched = experts_touched(model.experts_total, model.experts_active, users)
        experts *= touched / model.experts_active
    one = weights.read_bytes + work.kv_read_bytes
    many = weights.read_bytes - weights.expert_read_bytes + experts + users * work.kv_read_bytes
    flop_per_s = sum((s.device.fp16_flop_per_s or UNKNOWN_FLOP_PER_S) * s.count for s in work.slots)
    known = batch(setup.backend, setup.engine)
    step = step_seconds(
        single_s=1 / decode.mid,
        bytes_ratio=many / one,
        flop=2 * model.params_active * users,
        flop_per_s=known.compute_share * flop_per_s,
    )
    mid = 1 / step
    most = decode.high
    each = Interval(min(mid * known.low, most), min(mid, most), min(mid * known.high, most))
    return Throughput(users, each, each.scaled(users))
