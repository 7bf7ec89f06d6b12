"""What was found about a workload, before it is put together into an estimate."""

from __future__ import annotations

from typing import Final, NamedTuple

from core.calibration.case import Realized
from core.figures import Fits, Offload, Speculation, Throughput
from core.interval import Interval

NEVER: Final = Interval(0.0, 0.0, 0.0)


class Speeds(NamedTuple):
    """The bytes of weights for a token, the ceilings and the realized decode speed [token/s]."""

    weights_bytes: float
    ceiling: float
    at_context: float
    decode: Interval
    realized: Realized


class Findings(NamedTuple):
    """The parts of an estimate that its warnings and its arithmetic look at."""

    speeds: Speeds
    fits: Fits
    offload: Offload | None
    prefill: Interval = NEVER
    ttft_s: Interval | None = None
    throughput: Throughput | None = None
    speculation: Speculation | None = None
