"""What a draft model, or built-in multi-token prediction, does to a decode speed."""

from __future__ import annotations

from typing import Final

from catalog.records import Model
from core.calibration.speculation import ACCEPTANCE, Acceptance, method_of, token_cost
from core.figures import Speculation
from core.interval import Interval
from core.message import Message
from core.physics.speculative import speed_up
from core.workload import Workload, draft_bytes

MOST_DRAFT_TOKENS: Final = 8
VOCAB_SLACK: Final = 128  # llama.cpp's limit on vocabulary sizes apart
HEAD_SHARE: Final = 0.02  # of the target's bytes that a built-in prediction head holds


def speculate(work: Workload, decode: Interval) -> Speculation:
    """Return decode speeds with the query's draft, by how predictable the work is."""
    query, weights = work.setup.query, work.setup.weights
    name = query.draft_model or ""
    method = method_of(name)
    draft = work.setup.draft
    bits = 8 * weights.stored_bytes / work.setup.model.params_total
    size = draft_bytes(work.setup, work.setup.context_tokens) or HEAD_SHARE * weights.read_bytes
    reads = draft.params_active * bits / 8 if draft else 0.0
    cost = token_cost(
        method,
        draft_share=reads / weights.read_bytes,
        moe=work.setup.model.is_moe,
        backend=work.setup.backend,
    )
    accepted = ACCEPTANCE[method]
    tokens = query.draft_tokens or _best_tokens(accepted["greedy"].mid, cost)
    greedy, chat, hot = (
        _speed_ups(accepted[work_kind], tokens, cost)
        for work_kind in ("greedy", "chat", "high_temperature")
    )
    return Speculation(
        draft=draft.name if draft else name,
        draft_tokens=tokens,
        memory_bytes=size,
        greedy=_times(decode, greedy),
        chat=_times(decode, chat),
        high_temperature=_times(decode, hot),
        greedy_speedup=greedy,
        high_temperature_speedup=hot,
        refused=_refusal(work.setup.model, draft),
    )


def _best_tokens(acceptance: float, cost: float) -> int:
    """Return the draft length that gains most on predictable work, as a person would tune it."""
    return max(
        range(1, MOST_DRAFT_TOKENS + 1),
        key=lambda k: speed_up(acceptance=acceptance, draft_tokens=k, draft_cost=cost),
    )


def _speed_ups(rates: Acceptance, tokens: int, cost: float) -> Interval:
    return Interval(
        *(speed_up(acceptance=rate, draft_tokens=tokens, draft_cost=cost) for rate in rates)
    )


def _times(decode: Interval, gain: Interval) -> Interval:
    return Interval(decode.mid * gain.low, decode.mid * gain.mid, decode.mid * gain.high)


def _refusal(target: Model, draft: Model | None) -> Message | None:
    """Return why the draft cannot serve the target: it must share the tokenizer."""
    if draft is None:
        return None
    same = target.tokenizer_family == draft.tokenizer_family
    if same and abs(target.vocab - draft.vocab) <= VOCAB_SLACK:
        return None
    return Message.of(
        "speculation.tokenizer",
        draft=draft.name,
        target=target.name,
        draft_tokenizer=draft.tokenizer_family,
        target_tokenizer=target.tokenizer_family,
    )
