"""What a cause is, said with the person's own numbers where there are any."""

from core.diagnose.instead import Explanations, matches
from core.diagnose.situation import Situation, value
from core.figures import Fits
from core.message import Message


def cause_text(at_hand: Situation, code: str, instead: Explanations) -> Message:
    """Return the sentence for the cause `code`: the one that says most about this case."""
    return (
        _if_too_fast(at_hand, code)
        or _from_log(at_hand, code)
        or _from_numbers(at_hand, code, instead)
        or _from_placement(at_hand, code)
        or Message(f"diagnosis.cause.{code}")
    )


def _if_too_fast(at_hand: Situation, code: str) -> Message | None:
    """Return how the cause makes a speed look too high."""
    estimate, measured = at_hand.estimate, at_hand.measured_tok_s
    if estimate is None or measured is None or measured <= estimate.ceiling_tok_s:
        return None
    match code:
        case "prefill" | "speculative":
            return Message(f"diagnosis.cause.{code}.counted")
        case "comparison":
            return Message("diagnosis.cause.comparison.setup")
        case _:
            return None


def _from_log(at_hand: Situation, code: str) -> Message | None:
    """Return what the log itself says of it."""
    facts = at_hand.facts
    match code:
        case "cpu_only" if fact := facts.get("prefill_like_decode"):
            return Message("diagnosis.cause.cpu_only.prefill", fact.values)
        case "partial_offload" if fact := facts.get("layers_off_gpu"):
            on, total = round(value(fact, "on")), round(value(fact, "total"))
            return Message.of("diagnosis.cause.partial_offload.layers", on=on, total=total)
        case "partial_offload" if fact := facts.get("cpu_share"):
            return Message("diagnosis.cause.partial_offload.share", fact.values)
        case "sysmem_spill" if fact := facts.get("low_power"):
            watts, limit = round(value(fact, "watts")), round(value(fact, "limit"))
            return Message.of("diagnosis.cause.sysmem_spill.power", watts=watts, limit=limit)
        case "sample" if fact := facts.get("short_sample"):
            return Message("diagnosis.cause.sample.short", fact.values)
        case "sample" if "window" in facts:
            return Message("diagnosis.cause.sample.window")
        case "aggregate" if fact := facts.get("aggregate"):
            return Message("diagnosis.cause.aggregate.users", fact.values)
        case "vram_in_use" if fact := facts.get("vram_held"):
            return Message("diagnosis.cause.vram_in_use.held", fact.values)
        case _:
            return None


def _from_numbers(at_hand: Situation, code: str, instead: Explanations) -> Message | None:
    """Return which other explanation gives just the measured speed."""
    measured = at_hand.measured_tok_s
    match code:
        case "cpu_only" if instead.cpu_only and matches(measured, instead.cpu_only):
            return Message.of(
                "diagnosis.cause.cpu_only.matches", measured=measured, expected=instead.cpu_only
            )
        case "partial_offload" if instead.gpu_layers is not None:
            return Message.of(
                "diagnosis.cause.partial_offload.matches",
                measured=measured,
                on=instead.gpu_layers,
                total=instead.total_layers,
            )
        case "comparison" if instead.full_precision and matches(measured, instead.full_precision):
            return Message.of(
                "diagnosis.cause.comparison.full_precision",
                measured=measured,
                expected=instead.full_precision,
            )
        case _:
            return None


def _from_placement(at_hand: Situation, code: str) -> Message | None:
    """Return by how much it does not fit."""
    estimate = at_hand.estimate
    if estimate is None or estimate.fits in {Fits.YES, Fits.TIGHT}:
        return None
    memory, layers = estimate.memory, at_hand.query.gpu_layers
    if code == "partial_offload" and layers is not None and layers < estimate.model.layers:
        total = estimate.model.layers
        return Message.of("diagnosis.cause.partial_offload.layers", on=layers, total=total)
    share = at_hand.query.gpu_share
    if code == "partial_offload" and share is not None and share < 1.0:
        return Message.of("diagnosis.cause.partial_offload.share", share=1.0 - share)
    if memory.needed_bytes <= memory.available_bytes:
        return None
    match code:
        case "model_size":
            return Message.of(
                "diagnosis.cause.model_size.numbers",
                needed=memory.needed_bytes,
                available=memory.available_bytes,
            )
        case "context_memory":
            return Message.of(
                "diagnosis.cause.context_memory.numbers",
                kv=memory.kv_bytes,
                weights=memory.weights_bytes,
                available=memory.available_bytes,
            )
        case "partial_offload":
            return Message.of(
                "diagnosis.cause.partial_offload.too_big",
                needed=memory.needed_bytes,
                available=memory.available_bytes,
            )
        case _:
            return None
