"""The verdict: a measured speed against our interval, with the inputs that nobody stated."""

from typing import Final

from catalog.record import record
from core.diagnose.instead import Explanations, matches
from core.diagnose.situation import Situation
from core.figures import Estimate
from core.message import Message

NORMAL: Final = "normal"
SLOW: Final = "slow"
IMPOSSIBLE: Final = "impossible"
UNKNOWN: Final = "unknown"
_EDGE: Final = 0.93
"""Two runs of one setup differ by about this much, so just below the interval is not yet slow."""
_TOLERANCE: Final = 1.02
"""Files of one quant differ by about this much in size, and so does the ceiling."""


@record
class Verdict:
    """The verdict, and why it is that one and not another."""

    code: str
    reason: str


def judge(at_hand: Situation, instead: Explanations) -> Verdict:
    """Return the verdict. What lies inside our interval is never slow."""
    estimate, measured = at_hand.estimate, at_hand.measured_tok_s
    if measured is None:
        return _without_a_speed(at_hand)
    if estimate is None:
        return Verdict(UNKNOWN, "no_setup")
    if measured > most_tok_s(at_hand, estimate):
        return _above(at_hand, instead)
    if measured > estimate.decode.high:
        return Verdict(NORMAL, "high")
    if measured >= estimate.decode.low:
        return Verdict(NORMAL, "inside" if at_hand.fits_whole else "split")
    if measured >= _EDGE * estimate.decode.low:
        return Verdict(NORMAL, "edge")
    return _below(at_hand, instead)


def most_tok_s(at_hand: Situation, estimate: Estimate) -> float:
    """Return what this setup cannot exceed, with several cards at their best (all at once)."""
    most = max(_TOLERANCE * estimate.ceiling_tok_s, estimate.decode.high)
    if at_hand.query.split is None and at_hand.device_count > 1:
        most *= at_hand.device_count
    if at_hand.query.draft_model and estimate.speculation:
        most = max(most, estimate.speculation.greedy.high)
    if estimate.throughput:
        most = max(most, estimate.throughput.total.high)
    return most


def _without_a_speed(at_hand: Situation) -> Verdict:
    grows = at_hand.saw("kv_growth") and not at_hand.saw("engine_regression", "no_flash", "prefill")
    if grows and at_hand.estimate is not None:
        return Verdict(NORMAL, "grows")
    if at_hand.saw("prompt_only") and not at_hand.saw("engine_regression"):
        return Verdict(UNKNOWN, "prompt_only")
    return Verdict(UNKNOWN, "no_speed")


def _above(at_hand: Situation, instead: Explanations) -> Verdict:
    measured = at_hand.measured_tok_s or 0.0
    if at_hand.query.draft_model or at_hand.saw("speculative"):
        return Verdict(NORMAL, "draft")
    if at_hand.saw("prefill", "says_prompt_speed") and _may_be_prefill(at_hand, measured):
        return Verdict(UNKNOWN, "prompt_speed")
    if instead.smallest_ceiling_tok_s and measured <= instead.smallest_ceiling_tok_s:
        return Verdict(UNKNOWN, "open_quant")
    return Verdict(IMPOSSIBLE, "above")


def _may_be_prefill(at_hand: Situation, measured_tok_s: float) -> bool:
    """Return whether prompts are read at about that speed here."""
    prefill = at_hand.estimate.prefill if at_hand.estimate else None
    return prefill is not None and measured_tok_s <= 2.0 * prefill.high


def _below(at_hand: Situation, instead: Explanations) -> Verdict:
    full = instead.full_precision
    if full is not None and (at_hand.measured_tok_s or 0.0) >= full.low:
        return Verdict(UNKNOWN, "open_precision")
    if at_hand.saw("window"):
        return Verdict(UNKNOWN, "window")
    return Verdict(SLOW, "below")


def share_of_ceiling(at_hand: Situation) -> float | None:
    """Return measured ÷ ceiling: that of the context where one was stated, else the empty one."""
    estimate, measured = at_hand.estimate, at_hand.measured_tok_s
    if estimate is None or measured is None:
        return None
    ceiling = estimate.ceiling_tok_s
    if at_hand.said("context_tokens") and measured <= estimate.ceiling_at_context_tok_s:
        ceiling = estimate.ceiling_at_context_tok_s
    return measured / ceiling if ceiling > 0 else None


def summary(at_hand: Situation, verdict: Verdict) -> Message:
    """Return the verdict in one sentence, with the numbers it rests on."""
    code = f"diagnosis.{verdict.code}.{verdict.reason}"
    estimate, measured = at_hand.estimate, at_hand.measured_tok_s
    if estimate is None:
        return Message.of(code, measured=measured) if measured is not None else Message(code)
    if measured is None:
        return Message.of(code, expected=estimate.decode)
    return Message.of(
        code,
        measured=measured,
        expected=estimate.decode,
        ceiling=estimate.ceiling_tok_s,
        share=share_of_ceiling(at_hand),
        part=measured / estimate.decode.mid,
    )


def explained_by_cpu(at_hand: Situation, instead: Explanations) -> bool:
    """Return whether the CPU alone would give the measured speed."""
    return matches(at_hand.measured_tok_s, instead.cpu_only)
