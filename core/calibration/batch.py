"""What several streams reach together, fitted from batched runs (`measurements_streams.csv`).

A step of N streams takes the single stream's time × (bytes of N ÷ bytes of one) plus
2·A·N / (share·F); `compute_share` is that share, and the spread is of the total's error.
"""

from typing import Final, NamedTuple

from core.calibration.groups import kernels


class Batch(NamedTuple):
    """How batched decoding behaves: share of peak FLOP/s, and nine-in-ten factors of the mid."""

    compute_share: float
    low: float
    high: float


MEASURED: Final = {
    "metal": Batch(0.30, 0.80, 1.20),  # 53 totals on M2 Ultra: median error 9 %
    "vllm": Batch(0.30, 0.55, 1.30),  # 50 on 1–4 RTX 3090: 14 %
    "cuda": Batch(0.25, 0.50, 1.55),  # 82 on GB10 and RTX 3090: 25 %, state-space models slowest
}
OTHER: Final = Batch(0.20, 0.45, 1.60)  # no batched series yet: wide, and says so


def batch(backend: str, engine: str) -> Batch:
    """Return how `backend` behaves with several streams.

    >>> batch("cuda", "vllm").compute_share
    0.3
    """
    return MEASURED.get(kernels(backend, engine), OTHER)
