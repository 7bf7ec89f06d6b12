"""What people measured: which reports count, what is alike, and how it is told."""

import math
from collections.abc import Sequence
from enum import StrEnum
from statistics import median
from typing import Final

from bot.store import Measurement
from core.figures import Estimate
from core.message import Message
from core.query import Query

FAR: Final = 3.0
"""Times below the low end that are asked about: a slower report has another cause than spread."""

ABOVE: Final = 1.5
"""Times above the high end that are asked about."""

ROUNDING: Final = 1.02
"""A report may exceed the ceiling by this, since spec sheets and speeds are rounded."""

FIRST_DEPTH: Final = 1_024
"""Contexts up to this [tokens] are alike."""

LONGEST: Final = 160
"""Characters of a likeness that the store has room for."""

MOST_TOK_S: Final = 100_000.0


class Verdict(StrEnum):
    """Whether a reported speed counts."""

    COUNTS = "counts"
    IMPOSSIBLE = "impossible"
    FAR = "far"


def judge(tok_per_s: float, estimate: Estimate) -> Verdict:
    """Return whether `tok_per_s` [tok/s] counts beside `estimate`.

    The ceiling binds one stream without a draft; several streams or a draft may exceed it.
    """
    asked = estimate.query
    single = (asked.users or 1) == 1 and asked.draft_model is None
    if single and tok_per_s > estimate.ceiling_tok_s * ROUNDING:
        return Verdict.IMPOSSIBLE
    if tok_per_s < estimate.decode.low / FAR or (
        single and tok_per_s > estimate.decode.high * ABOVE
    ):
        return Verdict.FAR
    return Verdict.COUNTS


def likeness(query: Query) -> str | None:
    """Return what queries whose speeds are comparable have in common, None without a name for it.

    Contexts are alike within a doubling; everything else that moves a speed must be the same.

    >>> from core.query import DeviceUse
    >>> likeness(Query("qwen3-32b", "q4_k_m", devices=(DeviceUse("geforce-rtx-4090"),)))
    'qwen3-32b:q4_k_m@geforce-rtx-4090*1/None#0;llama.cpp'
    """
    if not isinstance(query.model, str) or query.quant is None or not query.devices:
        return None
    devices = "+".join(f"{d.id}*{d.count}/{d.memory_bytes}" for d in query.devices)
    how = (
        query.kv_quant,
        query.gpu_layers,
        query.cpu_moe_layers,
        query.split,
        query.users,
        query.draft_model,
    )
    rest = "".join(f";{one}" for one in how if one not in (None, "f16", 1))
    depth = _doublings(query.context_tokens or 0)
    text = f"{query.model}:{query.quant}@{devices}#{depth};{query.engine or 'llama.cpp'}{rest}"
    return text if len(text) <= LONGEST else None


def _doublings(context_tokens: int) -> int:
    """Return how often `FIRST_DEPTH` [tokens] must be doubled to hold `context_tokens`."""
    return max(0, math.ceil(math.log2(max(1, context_tokens) / FIRST_DEPTH)))


def measurement(asked: Query, estimate: Estimate, tok_per_s: float) -> Measurement | None:
    """Return the report of `tok_per_s` [tok/s] for `asked`, None where it has no name.

    What it is like depends on everything the `estimate` took, said or not.
    """
    alike, key = likeness(estimate.query), asked.key
    if alike is None or key is None:
        return None
    return Measurement(key, alike, tok_per_s, estimate.query.engine or "llama.cpp")


def summary(speeds: Sequence[float]) -> Message | None:
    """Return "11 people measured 104–121, median 115" of `speeds` [tok/s], None without any."""
    if not speeds:
        return None
    if len(speeds) == 1:
        return Message.of("chat.measured.one", rate=speeds[0])
    low, high = min(speeds), max(speeds)
    return Message.of(
        "chat.measured.many", count=len(speeds), low=low, high=high, median=median(speeds)
    )
