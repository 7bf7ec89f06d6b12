"""Answers with one estimate: how fast, does it fit, the first word, many users."""

from typing import Final

from catalog.records import DeviceKind
from core.advise import advise
from core.answer import AdviceText, Remark
from core.compose.case import Case, Draft
from core.compose.change import against_before
from core.compose.facts import facts
from core.compose.headline import verdict
from core.compose.names import asked, subject
from core.figures import Advice, Estimate
from core.reading import Intent

MOST_ADVICE: Final = 4
_SLOW_TOK_S: Final = 20.0
_THINKING_TOKENS: Final = 2_000
_OPEN: Final = ("ram", "backend", "power")
_WORTH_SAYING: Final = 1.25


def speed(case: Case, estimate: Estimate, before: Estimate | None) -> Draft:
    """Return the answer to a question about one configuration."""
    return Draft(
        headline=verdict(case, estimate),
        subject=subject(case, asked(estimate, case.query)),
        facts=facts(case, estimate),
        paragraphs=(against_before(case, before, estimate),) if before else (),
        warnings=warnings(case, estimate),
        advice=advice_texts(case, advise(estimate, case.catalog)),
        notes=(*_thinking(case, estimate), *_doubt(case, estimate)),
        estimate=estimate,
    )


def warnings(case: Case, estimate: Estimate) -> tuple[Remark, ...]:
    """Return what to mind, in words."""
    return tuple(Remark(one.code.split(".")[1], case.pack.say(one)) for one in estimate.warnings)


def advice_texts(case: Case, advice: tuple[Advice, ...]) -> tuple[AdviceText, ...]:
    """Return the advice in words, each with the key that leads to it."""
    return tuple(
        AdviceText(
            code=one.code,
            text=case.pack.say(one.text),
            key=one.query.key if one.query else None,
            advice=one,
        )
        for one in advice[:MOST_ADVICE]
    )


def _thinking(case: Case, estimate: Estimate) -> tuple[str, ...]:
    """Return what the wait becomes for a reasoning model, where it is slow enough to matter."""
    rate = estimate.decode.mid
    if case.reading.intent is not Intent.SPEED or not 0 < rate < _SLOW_TOK_S:
        return ()
    return (case.say("note.thinking", wait=_THINKING_TOKENS / rate),)


def _doubt(case: Case, estimate: Estimate) -> tuple[str, ...]:
    """Return which open input widens the range most, where saying it would narrow it."""
    for slot, factor in estimate.doubt[:1]:
        if slot in _OPEN and factor >= _WORTH_SAYING:
            return _doubted(case, estimate, slot)
    return ()


def _doubted(case: Case, estimate: Estimate, slot: str) -> tuple[str, ...]:
    """Return the sentence for an open input; which backend is no question on a CPU."""
    if slot != "backend":
        return (case.say(f"note.doubt.{slot}"),)
    devices = [part.device for part in estimate.placed]
    if any(one.kind is DeviceKind.CPU for one in devices):
        return ()
    is_mac = any(one.kind is DeviceKind.APPLE for one in devices)
    return (case.say("note.doubt.backend.mac" if is_mac else "note.doubt.backend"),)
