"""What was taken without being said, in words, and how to say otherwise."""

from typing import Final

from core.answer import AssumptionText
from core.compose.case import Case
from core.compose.names import devices_name
from core.figures import Estimate
from core.message import Message
from core.reading import Assumption, Basis, Resolved

_QUIET: Final = ("backend", "flash_attention", "draft_tokens")
"""Defaults that say nothing to most people; they stand in the JSON and in the arithmetic."""


_MOST_OTHERS: Final = 3


def assumptions(resolved: Resolved | None, estimate: Estimate | None) -> tuple[Assumption, ...]:
    """Return what reading and estimating assumed, one for each slot, reading first."""
    found = {one.slot: one for one in estimate.assumptions} if estimate else {}
    found |= {one.slot: one for one in resolved.assumptions} if resolved else {}
    return tuple(found.values())


def in_words(case: Case, taken: tuple[Assumption, ...]) -> tuple[AssumptionText, ...]:
    """Return the assumptions with names instead of ids."""
    return tuple(
        AssumptionText(
            slot=one.slot,
            value=shown(case, one.slot, one.value),
            why=case.pack.say(one.why),
            others=tuple(
                shown(case, one.slot, other) for other in one.others if other != one.value
            )[:_MOST_OTHERS],
        )
        for one in taken
    )


def shown(case: Case, slot: str, value: str) -> str:
    """Return a slot's value as a person would write it."""
    catalog = case.catalog
    match slot:
        case "model" | "draft_model":
            record = catalog.models.get(value)
            return record.name if record else value
        case "quant":
            quant = catalog.quants.get(value)
            return quant.name if quant else value
        case "devices":
            device = catalog.devices.get(value)
            return (
                device.name if device else (devices_name(case.query, catalog, case.pack) or value)
            )
        case "context_tokens" | "prompt_tokens" if value.isascii() and value.isdigit():
            return case.pack.number("tokens", int(value))
        case _:
            return value


def lines(case: Case, taken: tuple[Assumption, ...]) -> tuple[str, ...]:
    """Return the lines a person reads: one for each guess, one for all defaults together."""
    words = in_words(case, taken)
    found = []
    defaults = []
    for one, text in zip(taken, words, strict=True):
        if one.basis is Basis.DEFAULT:
            if one.slot not in _QUIET:
                defaults.append(f"{_slot(case, one.slot)} {text.value}")
            continue
        code = "assumed.others" if text.others else "assumed.one"
        found.append(
            case.say(
                code,
                slot=_slot(case, one.slot),
                value=text.value,
                why=text.why,
                others=", ".join(text.others),
            )
        )
    if defaults:
        found.append(case.say("assumed.defaults", values=", ".join(defaults)))
    if found:
        found.append(case.say("assumed.correct", example=_example(case, taken)))
    return tuple(found)


def _slot(case: Case, slot: str) -> str:
    code = f"slot.{slot}"
    return case.say(code) if case.pack.phrase(code) else slot


def _example(case: Case, taken: tuple[Assumption, ...]) -> Message:
    slots = {one.slot: one for one in taken}
    for slot in ("model", "devices", "quant"):
        if slot in slots and slots[slot].others:
            other = shown(case, slot, slots[slot].others[0])
            return Message.of("assumed.example.other", other=other)
    if "quant" in slots:
        return Message("assumed.example.quant")
    return Message(
        "assumed.example.context" if "context_tokens" in slots else "assumed.example.ram"
    )
