"""What a draft model, or built-in multi-token prediction, does to a decode speed."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog
from catalog.records import Model
from core.figures import Speculation
from core.interval import Interval
from core.message import Message
from core.physics.speculative import speed_up
from core.setup import Setup

DEFAULT_DRAFT_TOKENS: Final = 4
MTP_NAMES: Final = ("mtp", "eagle", "eagle3", "nextn", "ngram", "dflash")
GREEDY: Final = (0.65, 0.80, 0.90)  # acceptance at low temperature: code, JSON, extraction
CHAT: Final = (0.45, 0.62, 0.75)
HOT: Final = (0.15, 0.35, 0.55)
STEP_COST: Final = 0.03  # a draft step is never free: launches and sampling
VERIFY_COST: Final = 0.06  # what one more verified token adds to a target's pass
VOCAB_SLACK: Final = 128  # llama.cpp's limit on vocabulary sizes apart


def speculate(setup: Setup, decode: Interval, catalog: Catalog) -> Speculation:
    """Return decode speeds with the query's draft, by how predictable the work is."""
    name = setup.query.draft_model or ""
    tokens = setup.query.draft_tokens or DEFAULT_DRAFT_TOKENS
    draft = catalog.models.get(name)
    size = _draft_bytes(setup, draft)
    cost = STEP_COST + VERIFY_COST / 2 + size / max(setup.weights.read_bytes, 1.0)
    greedy, chat, hot = (_speed_ups(rates, tokens, cost) for rates in (GREEDY, CHAT, HOT))
    return Speculation(
        draft=draft.name if draft else name,
        draft_tokens=tokens,
        memory_bytes=size,
        greedy=_times(decode, greedy),
        chat=_times(decode, chat),
        high_temperature=_times(decode, hot),
        greedy_speedup=greedy,
        high_temperature_speedup=hot,
        refused=_refusal(setup.model, draft),
    )


def _draft_bytes(setup: Setup, draft: Model | None) -> float:
    bits = 8 * setup.weights.stored_bytes / setup.model.params_total
    return draft.params_total * bits / 8 if draft else 0.02 * setup.weights.read_bytes


def _speed_ups(rates: tuple[float, float, float], tokens: int, cost: float) -> Interval:
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
