"""From a draft to the answer: assumptions, notes, arithmetic, sources, key and plain text."""

from typing import Final

from catalog.record import replace
from core.answer import Answer
from core.compose.assume import assumptions, in_words, lines
from core.compose.case import Case, Draft
from core.compose.names import subject
from core.compose.plain import plain_text
from core.figures import Estimate, Source
from core.reading import Resolved

MOST_SOURCES: Final = 3
MOST_UNREAD: Final = 3
_MEASURED: Final = "tok/s"
"""In the name of a source that is a measurement; the line names models and hardware only."""


def finish(case: Case, draft: Draft) -> Answer:
    """Return the answer that `draft` becomes."""
    reading = case.reading
    resolved = reading.sides[0] if reading.sides else None
    taken = assumptions(resolved, draft.estimate)
    sources = _sources(draft)
    shows = draft.show_assumptions and draft.status == "answered"
    answer = Answer(
        question=case.question.text,
        language=case.pack.language,
        intent=draft.intent or reading.intent,
        status=draft.status,
        headline=draft.headline,
        subject=draft.subject,
        facts=draft.facts,
        paragraphs=draft.paragraphs,
        table=draft.table,
        warnings=draft.warnings,
        advice=draft.advice,
        causes=draft.causes,
        assumptions=in_words(case, taken),
        notes=(*draft.notes, *_notes(case)),
        arithmetic=_arithmetic(case, draft),
        source_line=_source_line(case, draft.estimate, sources) if shows else "",
        clarify=draft.clarify,
        followup=reading.followup,
        resolved=resolved,
        alternatives=draft.alternatives or reading.sides[1:],
        estimate=draft.estimate,
        alternative_estimates=draft.alternative_estimates,
        diagnosis=draft.diagnosis,
        raw_assumptions=taken,
        sources=sources,
        key=_key(resolved),
        assumed_lines=lines(case, taken) if shows else (),
    )
    return replace(answer, text=plain_text(answer, case.pack))


def _key(resolved: Resolved | None) -> str | None:
    return resolved.query.key if resolved else None


def _notes(case: Case) -> tuple[str, ...]:
    reading = case.reading
    found = [case.pack.say(note) for note in reading.notes]
    if reading.unread and not any(note.code.endswith("unread") for note in reading.notes):
        words = ", ".join(reading.unread[:MOST_UNREAD])
        found.append(case.say("note.unread", words=words))
    if reading.used_rig:
        found.append(case.say("note.rig"))
    return tuple(found)


def _arithmetic(case: Case, draft: Draft) -> tuple[str, ...]:
    if draft.estimate is None:
        return ()
    say = case.pack.say
    own = tuple(say(step) for step in draft.estimate.steps)
    if not draft.alternative_estimates:
        return own
    found = [subject(case, draft.estimate.query), *own]
    for other in draft.alternative_estimates:
        found += ["", subject(case, other.query), *(say(step) for step in other.steps)]
    return tuple(found)


def _sources(draft: Draft) -> tuple[Source, ...]:
    found = dict.fromkeys(draft.estimate.sources if draft.estimate else ())
    for other in draft.alternative_estimates:
        found |= dict.fromkeys(other.sources)
    return tuple(found)


def _source_line(case: Case, estimate: Estimate | None, sources: tuple[Source, ...]) -> str:
    if estimate is None:
        return ""
    names = dict.fromkeys(one.what for one in sources if _MEASURED not in one.what)
    what = ", ".join(list(names)[:MOST_SOURCES])
    if not what:
        return case.say("sources.plain")
    return case.say("sources.rule" if estimate.rule_of_thumb else "sources.line", what=what)
