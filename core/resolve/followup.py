"""What a follow-up changes of the question before it, and what a rig fills in."""

from __future__ import annotations

import re
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from catalog.records import DeviceKind
from core.errors import KeyFormatError
from core.message import Message
from core.parse import tongue
from core.parse.intent import intent_of
from core.parse.symptoms import symptoms
from core.query import DeviceUse, Query, Ram
from core.question import Question, Rig
from core.reading import Assumption, Basis, Intent, Resolved
from core.resolve.rates import with_engine, with_rates
from core.resolve.sides import sides_of
from core.resolve.words import Words, words_of


def query_before(question: Question, catalog: Catalog) -> Resolved | None:
    """Return the query that the question follows up, from its key or from the turns before."""
    if question.previous_key:
        try:
            return Resolved(Query.from_key(question.previous_key))
        except KeyFormatError:
            return None
    found: Resolved | None = None
    for turn in _own_turns(question):
        words = words_of(turn, catalog)
        side = sides_of(words, Intent.SPEED, catalog)[0]
        side = with_engine(with_rates(side, words, Intent.DIAGNOSE, None), words)
        if found and (more := more_of_them(words, found.query)):
            side = Resolved(replace(side.query, devices=more), side.assumptions)
        if has_content(side.query):
            found = onto(found, side, catalog) if found else side
    return found


def intent_of_followup(words: Words, question: Question, hints: tuple[str, ...]) -> Intent:
    """Return the intent of a follow-up: what it asks now, else what was asked before."""
    stays_off = _was_offtopic(words, question) and not {"feel", "measure"} & set(words.cues)
    if _is_thanks(words):
        return Intent.OFFTOPIC
    if "offtopic" in words.cues or stays_off:
        return Intent.OFFTOPIC
    if set(words.cues) - _VAGUE:
        return intent_of(
            words.cues,
            words.said,
            has_log=False,
            symptoms=hints,
            text=words.spaced,
            is_followup=True,
        )
    for turn in reversed(_own_turns(question)):
        earlier = words_of(turn, words.catalog)
        found = intent_of(
            earlier.cues, earlier.said, has_log=False, symptoms=symptoms(turn), text=earlier.spaced
        )
        stays = found is Intent.RECOMMEND_MODEL or not words.spaced.startswith(_ADDS)
        if stays and found is not Intent.OFFTOPIC:
            return found
    return Intent.SPEED


def _is_thanks(words: Words) -> bool:
    """Whether the person only says thank you."""
    text = words.spaced
    said = words.said
    is_empty = not (said.models or said.devices or said.quants or said.contexts or said.memories)
    return is_empty and "?" not in words.text and any(one in text for one in _THANKS)


_THANKS: Final = (" thanks ", " thank you ", " thx ", " ty ", " danke ", " cam on ")


def _was_offtopic(words: Words, question: Question) -> bool:
    """Whether the talk was about training and the like, and nothing new is named now."""
    mine = _own_turns(question)
    return (
        bool(mine)
        and not words.said.models
        and "offtopic" in words_of(mine[-1], words.catalog).cues
    )


_ADDS: Final = (" and ", " what about ", " how about ", " und ", " same but ", " the con ", " con ")


def _own_turns(question: Question) -> list[str]:
    """Return the earlier turns of the person, without what others answered."""
    mine = [t[:4_000] for t in question.earlier if not _ANSWERED.match(t)]
    return mine or [t[:4_000] for t in question.earlier]


_ANSWERED: Final = re.compile(
    r"(?:helper|bot|howfast|helfer|someone|reply|dev|author|maintainer|antwort|user\d?|mod):",
    re.IGNORECASE,
)


_VAGUE: Final = frozenset({"other", "target", "compare", "offtopic", "aside"})


_BARE_COUNT: Final = re.compile(
    r"^(?:and |und |what about |how about |con |the con )?(?:with |mit |voi )?"
    r"x?([2-9]|1[0-6])x? ?[?!.]?$",
    re.ASCII,
)


_THEM: Final = frozenset(
    {"them", "those", "davon", "con", "cai", "stuck", "cards", "karten", "gpus"}
)
MOST_DEVICES: Final = 64


def more_of_them(words: Words, before: Query) -> tuple[DeviceUse, ...]:
    """Return the devices of before in the number said now ("and with 2 of them?")."""
    tokens = words.tokens
    if len(before.devices) == 1 and (bare := _BARE_COUNT.match(words.folded)):
        return (replace(before.devices[0], count=int(bare.group(1))),)
    for at, token in enumerate(tokens):
        number = int(token.text) if token.text.isdecimal() else tongue.counts().get(token.text, 0)
        behind = {t.text for t in tokens[at + 1 : at + 4]}
        if 1 < number <= MOST_DEVICES and behind & _THEM and len(before.devices) == 1:
            return (replace(before.devices[0], count=number),)
    return ()


def lone_number(words: Words, before: Query) -> Ram | None:
    """Return the RAM of before with the speed that a bare "6000" answers with."""
    text = words.folded.strip(" .!?")
    if text.isdecimal() and 800 <= int(text) <= 12_000 and before.ram:  # noqa: PLR2004
        return replace(before.ram, mt_per_s=int(text))
    return None


def _in_total(
    now: tuple[DeviceUse, ...], before: tuple[DeviceUse, ...], catalog: Catalog
) -> tuple[DeviceUse, ...]:
    """Return the devices of before in the number that makes up the memory said now."""
    if len(now) != 1 or now[0].id or len(before) != 1 or not before[0].id:
        return now
    record = catalog.devices[before[0].id]
    each = before[0].memory_bytes or (record.memory_options_bytes or (0,))[0]
    if record.kind is not DeviceKind.GPU or not each or not now[0].memory_bytes:
        return before
    count = max(before[0].count, round(now[0].memory_bytes / each))
    return (replace(before[0], count=count),)


def onto(before: Resolved, now: Resolved, catalog: Catalog) -> Resolved:
    """Return the earlier query with what is said now, and nothing else, changed."""
    said = now.query
    changes = {
        name: value
        for name in Query.__match_args__
        if (value := getattr(said, name)) not in (None, ())
    }
    if said.ram and before.query.ram:
        changes["ram"] = _same_ram(before.query.ram, said.ram)
    if said.devices and before.query.devices:
        changes["devices"] = _in_total(said.devices, before.query.devices, catalog)
    old = tuple(one for one in before.assumptions if one.slot not in changes)
    return Resolved(replace(before.query, **changes), (*old, *now.assumptions))


def _same_ram(before: Ram, now: Ram) -> Ram:
    """Return the memory of before with what is said of it now."""
    changes = {
        name: value for name in Ram.__match_args__ if (value := getattr(now, name)) is not None
    }
    return replace(before, **changes)


def with_rig(side: Resolved, rig: Rig) -> Resolved:
    """Return `side` on the hardware that the person asked to be remembered."""
    query = replace(side.query, devices=rig.devices, ram=side.query.ram or rig.ram)
    why = Message("assume.rig")
    return Resolved(
        query, (*side.assumptions, Assumption("devices", rig.devices[0].id, why, Basis.DEFAULT))
    )


def has_content(query: Query) -> bool:
    """Return whether the words named anything that can be estimated."""
    return bool(query.model or query.devices or query.quant or query.context_tokens or query.ram)
