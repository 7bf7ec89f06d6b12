"""The answer to "why is mine slow?": verdict, causes with their check and fix, the numbers."""

from core.advise import advise
from core.answer import CauseText, Fact
from core.compose.case import Case, Draft
from core.compose.change import against_before
from core.compose.facts import fact, facts
from core.compose.names import asked, subject
from core.compose.speed import advice_texts, warnings
from core.diagnose import diagnose
from core.figures import Diagnosis, Estimate
from core.message import Message

_MOST_CAUSES = 3
_FACTS_BESIDE = ("ceiling", "memory", "placement", "ttft")


def diagnosed(case: Case, estimate: Estimate | None, before: Estimate | None) -> Draft:
    """Return the diagnosis in words; `estimate` is None where too little is known for one."""
    diagnosis = diagnose(case.reading, estimate, case.catalog)
    estimate = diagnosis.estimate
    return Draft(
        headline=case.pack.say(diagnosis.summary),
        subject=subject(case, asked(estimate, case.query) if estimate else case.query),
        facts=_facts(case, diagnosis, estimate),
        paragraphs=(against_before(case, before, estimate),) if before and estimate else (),
        warnings=warnings(case, estimate) if estimate else (),
        advice=advice_texts(case, advise(estimate, case.catalog)[:2])
        if estimate and diagnosis.verdict != "impossible"
        else (),
        causes=_causes(case, diagnosis),
        estimate=estimate,
        diagnosis=diagnosis,
    )


def _causes(case: Case, diagnosis: Diagnosis) -> tuple[CauseText, ...]:
    say = case.pack.say
    return tuple(
        CauseText(
            code=cause.code,
            text=say(cause.text),
            check=say(cause.check) if cause.check else "",
            fix=say(cause.fix) if cause.fix else "",
        )
        for cause in diagnosis.causes[:_MOST_CAUSES]
    )


def _facts(case: Case, diagnosis: Diagnosis, estimate: Estimate | None) -> tuple[Fact, ...]:
    found = []
    if diagnosis.measured_tok_s is not None:
        found.append(fact(case, "measured", _measured(diagnosis)))
    if estimate:
        value = Message.of("fact.speed.value", decode=estimate.decode, mid=estimate.decode.mid)
        found.append(fact(case, "expected", value))
        found += [one for one in facts(case, estimate) if one.code in _FACTS_BESIDE]
    return tuple(found[:6])


def _measured(diagnosis: Diagnosis) -> Message:
    if diagnosis.share_of_ceiling is None:
        return Message.of("fact.measured.plain", measured=diagnosis.measured_tok_s)
    return Message.of(
        "fact.measured.value",
        measured=diagnosis.measured_tok_s,
        share=diagnosis.share_of_ceiling,
    )
