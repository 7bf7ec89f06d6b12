"""What a picture shows, in words, for those who cannot see it."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.lanes import Lane
from bot.pictures.sides import device_of, labelled, title_of
from bot.pictures.sweep import Curve
from core.figures import Estimate
from core.language.pack import Pack
from core.message import Message
from core.physics.feel import feel_of

MOST_CHARS: Final = 1_000
"""Discord takes 1,024 characters for an attachment's description, Slack 2,000 for alt text."""


def alt_of_curves(curves: Sequence[Curve], say: Pack) -> str:
    """Return what the chart of speed against context shows."""
    if len(curves) > 1:
        return _bounded(_curves(curves, say))
    curve, asked = curves[0], curves[0].asked
    first = say(
        "alt.context",
        name=title_of(curve.estimate, say),
        context=asked.context_tokens,
        rate=asked.decode.mid,
        range=asked.decode,
        ceiling=asked.ceiling_tok_s,
    )
    return _bounded([first, *_memory_end(curve, say)])


def alt_of_memory(estimate: Estimate, say: Pack) -> str:
    """Return what the memory bar shows."""
    memory = estimate.memory
    over = memory.needed_bytes - memory.available_bytes
    parts = [
        say(
            "alt.memory",
            name=title_of(estimate, say),
            weights=memory.weights_bytes,
            kv=memory.kv_bytes,
            overhead=memory.overhead_bytes,
            needed=memory.needed_bytes,
            available=memory.available_bytes,
        ),
        say("alt.memory.spill", bytes=over) if over > 0 else say("alt.memory.spare", bytes=-over),
    ]
    if len(estimate.placed) > 1 or estimate.offload is not None:
        for part in estimate.placed:
            held = part.weights_bytes + part.kv_bytes + part.overhead_bytes
            name = device_of(part, say)
            parts.append(say("alt.memory.held", name=name, held=held, size=part.usable_bytes))
    return _bounded(parts)


def alt_of_options(estimates: Sequence[Estimate], say: Pack) -> str:
    """Return what the comparison bars show."""
    _, labels = labelled(estimates, say)
    sides = [_side(label, one, say) for label, one in zip(labels, estimates, strict=True)]
    return _bounded([say("alt.options", count=len(estimates)), *sides])


def alt_of_feel(lanes: Sequence[Lane], say: Pack) -> str:
    """Return what the animation lets one feel."""
    parts = [say("alt.feel")]
    for lane in lanes:
        feel = Message(f"feel.short.{feel_of(lane.tok_s).value}")
        name = f"{lane.label}: " if lane.label else ""
        parts.append(say("alt.feel.lane", name=name, rate=lane.tok_s, feel=feel))
        if lane.wait_s > 0:
            parts.append(say("alt.feel.wait", seconds=lane.wait_s))
    return _bounded(parts)


def _curves(curves: Sequence[Curve], say: Pack) -> list[str]:
    _, labels = labelled([one.estimate for one in curves], say)
    parts = [say("alt.sides", count=len(curves), context=curves[0].asked.context_tokens)]
    for label, curve in zip(labels, curves, strict=True):
        parts.append(_side(label, curve.estimate, say))
        if curve.cliff_tokens is not None:
            parts += _memory_end(curve, say)
    return parts


def _side(label: str, one: Estimate, say: Pack) -> str:
    return say("alt.side", name=label, rate=one.decode.mid, range=one.decode)


def _memory_end(curve: Curve, say: Pack) -> list[str]:
    if curve.cliff_tokens == 0:
        return [say("alt.context.never")]
    found = []
    if curve.tight_tokens is not None:
        found.append(say("alt.context.tight", context=curve.tight_tokens))
    if curve.cliff_tokens is None:
        return found or [say("alt.context.free", context=curve.last_tokens)]
    return [*found, say("alt.context.cliff", context=curve.cliff_tokens)]


def _bounded(parts: list[str]) -> str:
    """Return as many sentences as fit, whole ones."""
    kept = list(parts)
    while len(kept) > 1 and len(" ".join(kept)) > MOST_CHARS:
        kept.pop()
    return " ".join(kept)[:MOST_CHARS]
