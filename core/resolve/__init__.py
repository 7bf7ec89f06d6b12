"""From words to a query: which records are meant, what is assumed, what must be asked."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from core.logs import read_log
from core.message import Message
from core.parse.intent import intent_of
from core.parse.symptoms import symptoms
from core.question import Question
from core.reading import Intent, LogReading, Reading, Resolved
from core.resolve.asking import clarify, unread
from core.resolve.followup import (
    intent_of_followup,
    lone_number,
    more_of_them,
    onto,
    query_before,
    with_rig,
)
from core.resolve.logs import with_log
from core.resolve.rates import with_engine, with_rates
from core.resolve.sides import sides_of
from core.resolve.words import Words, words


def read(question: Question, catalog: Catalog) -> Reading:
    """Return what `question` asks, with everything that was assumed on the way."""
    cut = words(question, catalog)
    log = _log(question)
    hints = symptoms(question.text)
    before = query_before(question, catalog)
    intent = _intent(cut, log, hints)
    if before is not None:
        intent = intent_of_followup(cut, question, hints)
    sides = sides_of(cut, intent, catalog)
    first = _with_own_prompt(with_log(sides[0], log, catalog), cut) if log else sides[0]
    if before is not None and intent is not Intent.OFFTOPIC:
        first = _changed(before, first, cut, intent)
    used_rig = bool(question.rig and question.rig.devices and not first.query.devices)
    if question.rig and used_rig:
        first = with_rig(first, question.rig)
    first = with_engine(with_rates(first, cut, intent, log), cut)
    is_answer = intent is not Intent.OFFTOPIC
    return Reading(
        intent=intent,
        language=cut.language,
        sides=(first, *sides[1:]) if is_answer else (),
        clarify=clarify(first, intent, cut) if is_answer else None,
        followup=before is not None and is_answer,
        before=before.query if before else None,
        unread=unread(cut),
        log=log,
        hints=hints,
        notes=_notes(cut),
        used_rig=used_rig,
    )


def _log(question: Question) -> LogReading | None:
    if question.attachment and (found := read_log(question.attachment)):
        return found
    return read_log(question.text) if "\n" in question.text or "|" in question.text else None


def _intent(cut: Words, log: LogReading | None, hints: tuple[str, ...]) -> Intent:
    has_speed = log is not None and log.decode_tok_s is not None
    found = intent_of(cut.cues, cut.said, has_log=has_speed, symptoms=hints, text=cut.spaced)
    named = {one.id for one in cut.said.models if one.id}
    return Intent.COMPARE if found is Intent.SPEED and len(named) > 1 else found


def _with_own_prompt(side: Resolved, cut: Words) -> Resolved:
    """Return `side` with the prompt the words speak of, not another run's in the log."""
    said = next((one for one in cut.said.prompts if one.kind != "bare"), None)
    if said is None:
        return side
    return replace(side, query=replace(side.query, prompt_tokens=int(said.value)))


def _changed(before: Resolved, now: Resolved, cut: Words, intent: Intent) -> Resolved:
    """Return the earlier query with what is said now changed, and nothing else."""
    found = onto(before, now, cut.catalog)
    query = found.query
    if intent is Intent.RECOMMEND_MODEL and not cut.said.models:
        query = replace(query, model=None, quant=None)
    more = () if cut.said.devices else more_of_them(cut, before.query)
    if more:
        query = replace(query, devices=more)
    if _asks_context(cut) and now.query.context_tokens is None:
        query = replace(query, context_tokens=None)
    if ram := lone_number(cut, before.query):
        query = replace(query, ram=ram)
    return replace(found, query=query)


def _asks_context(cut: Words) -> bool:
    """Whether the context is what is asked for, so that the one of before does not stand."""
    return any(one in cut.spaced for one in _WHICH_CONTEXT)


_WHICH_CONTEXT: Final = (
    " what num ctx ", " what context ", " how much context ", " max context ", " largest context ",
    " what ctx ", " how much ctx ", " max ctx ", " wie viel kontext ", " wieviel kontext ",
    " bao nhieu ngu canh ", " bao nhieu ctx ", " bao nhieu context ",
)  # fmt: skip


def _notes(cut: Words) -> tuple[Message, ...]:
    """Return what must be said about the reading itself."""
    left = unread(cut)
    return (Message.of("note.unread", words=", ".join(left)),) if left else ()
