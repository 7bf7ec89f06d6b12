"""From words to a query: which records are meant, what is assumed, what must be asked."""

from __future__ import annotations

import re
from typing import Final

from catalog.load import Catalog
from catalog.record import mutable, replace
from core.errors import KeyFormatError
from core.logs import read_log
from core.message import Message
from core.parse import tongue
from core.parse.attach import attach
from core.parse.intent import intent_of
from core.parse.parsed import Amount, DeviceSaid, ModelSaid, Parsed, QuantSaid
from core.parse.processors import server
from core.parse.reader import parse
from core.parse.sizes import BY_SIZE
from core.parse.symptoms import fold, symptoms
from core.parse.tokens import Token
from core.query import CustomModel, DeviceUse, Query, Ram
from core.question import Question
from core.reading import Assumption, Basis, Clarify, Intent, LogReading, Reading, Resolved

_SIZE_SUFFIX: Final = re.compile(r"-[0-9]{1,3}-gb$", re.ASCII)

BILLION: Final = 1e9
SAME_SIZE: Final = 0.04
ACTIVE_SLACK: Final = 0.25
SPEED_CUE_REACH: Final = 34  # characters before a speed in which "says", "need" are about it
NEEDS_MODEL: Final = (
    Intent.SPEED,
    Intent.FIT,
    Intent.TTFT,
    Intent.CONCURRENCY,
    Intent.RECOMMEND_QUANT,
)


@mutable
class Words:
    """A question cut up: its folded text, tokens, cues and what was found."""

    text: str
    folded: str
    spaced: str
    language: str
    cues: dict[str, int]
    said: Parsed
    tokens: list[Token]
    catalog: Catalog


def read(question: Question, catalog: Catalog) -> Reading:
    """Return what `question` asks, with everything that was assumed on the way."""
    words = _words(question, catalog)
    log = _log(question)
    hints = symptoms(question.text)
    intent = intent_of(
        words.cues,
        words.said,
        has_log=log is not None and log.decode_tok_s is not None,
        symptoms=hints,
        text=words.spaced,
    )
    if intent is Intent.SPEED and len({m.id for m in words.said.models if m.id}) > 1:
        intent = Intent.COMPARE
    sides = _sides(words, intent, catalog)
    first = _with_log(sides[0], log, catalog) if log else sides[0]
    before = _before(question, catalog)
    is_followup = before is not None
    if before is not None:
        intent = _followed(intent, words, question, hints)
        is_followup = intent is not Intent.OFFTOPIC
    if (
        before is None
        and question.earlier
        and intent is Intent.OFFTOPIC
        and _has_content(first.query)
    ):
        intent = Intent.SPEED
    if is_followup and before is not None:
        first = _onto(before, first)
        if (
            intent is Intent.RECOMMEND_MODEL
            and "recommend_model" in words.cues
            and not words.said.models
        ):
            first = replace(first, query=replace(first.query, model=None, quant=None))
        if more := _more_of_them(words, before.query):
            first = replace(first, query=replace(first.query, devices=more))
        if ram := _lone_number(words, before.query):
            first = replace(first, query=replace(first.query, ram=ram))
    used_rig = False
    if question.rig and not first.query.devices:
        first = _with_rig(first, question)
        used_rig = bool(first.query.devices)
    first = _rates(first, words, intent, log)
    first = _engine(first, words)
    clarify = None if intent is Intent.OFFTOPIC else _clarify(first, intent, words)
    return Reading(
        intent=intent,
        language=words.language,
        sides=(first, *sides[1:]) if intent is not Intent.OFFTOPIC else (),
        clarify=clarify,
        followup=is_followup,
        before=before.query if before else None,
        topic=None,
        unread=_unread(words),
        log=log,
        hints=hints,
        notes=_notes(first),
        used_rig=used_rig,
    )


def _words(question: Question, catalog: Catalog) -> Words:
    known = question.language or tongue.detect(question.text, fold(question.text))
    return _words_of(question.text, catalog, known or question.fallback_language)


def _words_of(text: str, catalog: Catalog, language: str = "en") -> Words:
    folded = fold(text)
    said, tokens = parse(folded, catalog)
    _server(said, folded, tokens, catalog)
    attach(said, tokens, catalog)
    said.models[:] = _distinct_models(said)
    spaced = tongue.spaced(folded)
    cues = tongue.cued(spaced, language)
    return Words(text, folded, spaced, language, cues, said, tokens, catalog)


def _server(said: Parsed, folded: str, tokens: list[Token], catalog: Catalog) -> None:
    """Add the platform of a server processor that only its number names."""
    found = server(folded)
    if found is None or any("epyc" in d.id or "xeon" in d.id for d in said.devices):
        return
    first = next((i for i, t in enumerate(tokens) if t.start >= found[0]), 0)
    said.devices.append(DeviceSaid(found[1], first, first + 1))


def _log(question: Question) -> LogReading | None:
    if question.attachment and (found := read_log(question.attachment)):
        return found
    return read_log(question.text) if "\n" in question.text or "|" in question.text else None


def _has_content(query: Query) -> bool:
    return bool(query.model or query.devices or query.quant or query.context_tokens or query.ram)


# -- the sides -------------------------------------------------------------------------------


def _sides(words: Words, intent: Intent, catalog: Catalog) -> list[Resolved]:
    """Return the configurations asked about; for a comparison one for each device or model."""
    said = words.said
    models = said.models
    taken: list[Assumption] = []
    model = _model(models[0], said, catalog, taken) if models else None
    if intent is Intent.TTFT:
        _as_prompts(said)
    base = _base(words, model, catalog, taken)
    several = len({(d.id, d.count, d.memory_bytes) for d in said.devices}) > 1
    if intent is Intent.COMPARE or (
        several and intent in (Intent.RECOMMEND_HARDWARE, Intent.EXPLAIN, Intent.CONCURRENCY)
    ):
        return _compared(base, models, said, catalog, taken)
    if (
        intent in (Intent.DIAGNOSE, Intent.EXPLAIN, Intent.FIT)
        and several
        and "compare" not in words.cues
        or intent is Intent.DIAGNOSE
        and several
    ):
        _only_own(words)
    devices = _device_uses(said)
    if not devices and (platform := _platform(said, catalog)):
        devices = (DeviceUse(platform),)
    if not devices and said.cpu_only:
        taken.append(Assumption("devices", "cpu", Message("assume.devices.cpu"), Basis.DEFAULT))
    return [Resolved(replace(base, devices=devices), tuple(taken))]


def _only_own(words: Words) -> None:
    """Leave out the devices that belong to others ("buddy says his 4090 does 40") or to before."""
    said = words.said
    own = [d for d in said.devices if not _named_by_others(words, d.first)]
    if own:
        said.devices[:] = own


def _named_by_others(words: Words, at: int) -> bool:
    start = words.tokens[at].start
    passage = tongue.spaced(words.folded[max(0, start - 28) : start])
    others = (
        " as fast as an ",
        " as fast as a ",
        " slower than ",
        " slower than a ",
        " buddy ",
        " friend ",
        " others ",
        " from a ",
        " from my ",
        " kumpel ",
        " thang ban ",
        " ban xai ",
        " people ",
        " his ",
        " their ",
        " vs ",
        " than ",
        " than a ",
    )
    return any(one in passage for one in others)


def _platform(said: Parsed, catalog: Catalog) -> str | None:
    """Return the desktop whose RAM was named by kind and speed, where there is no card."""
    if not (said.ram_type and said.ram_mt_per_s):
        return None
    name = f"desktop-dual-channel-{said.ram_type}-{said.ram_mt_per_s}"
    return name if name in catalog.devices else None


def _compared(
    base: Query, models: list[ModelSaid], said: Parsed, catalog: Catalog, taken: list[Assumption]
) -> list[Resolved]:
    devices = _device_uses(said)
    if len(devices) > 1:
        return [Resolved(replace(base, devices=(one,)), tuple(taken)) for one in devices]
    sides = [Resolved(replace(base, devices=devices), tuple(taken))]
    for other in models[1:]:
        assumed: list[Assumption] = []
        sides.append(
            Resolved(
                replace(base, devices=devices, model=_model(other, said, catalog, assumed)),
                tuple(assumed),
            )
        )
    for quant in said.quants[1:] if len(models) < 2 else ():  # noqa: PLR2004
        if quant.id != base.quant:
            sides.append(Resolved(replace(base, devices=devices, quant=quant.id), tuple(taken)))
    return sides


def _distinct_models(said: Parsed) -> list[ModelSaid]:
    """Return the models without a size that only repeats the name before it ("qwen3 30b-a3b, 30B")."""
    found: list[ModelSaid] = []
    for one in said.models:
        last = found[-1] if found else None
        if last and last.id and one.params and one.first - last.last <= 3:  # noqa: PLR2004
            last.params, last.active = one.params, one.active
            continue
        if last and one.id and last.id == one.id:
            continue
        if last and not last.id and one.id and one.first - last.last <= 2:  # noqa: PLR2004
            one.params, one.active = last.params, last.active
            found[-1] = one
            continue
        found.append(one)
    return found


def _model(
    one: ModelSaid, said: Parsed, catalog: Catalog, taken: list[Assumption]
) -> str | CustomModel | None:
    if one.id and (one.params is None or _sized(one, catalog)):
        return one.id
    if one.id:
        family = catalog.models[one.id].family
        if found := _by_size(one, catalog, family):
            return found[0]
    if one.params is None:
        return one.id or None
    size = f"{one.params / BILLION:g}B" + (f"-A{one.active / BILLION:g}B" if one.active else "")
    found = _by_size(one, catalog, None)
    if found and not one.id:
        why = Message.of("assume.model.size", size=size)
        taken.append(Assumption("model", found[0], why, others=found[1:4]))
        return found[0]
    taken.append(Assumption("model", size, Message.of("note.unknown_model", size=size)))
    return CustomModel(one.params, one.active)


def _sized(one: ModelSaid, catalog: Catalog) -> bool:
    model = catalog.models[one.id]
    return one.params is None or abs(model.params_total / one.params - 1) < 0.12  # noqa: PLR2004


def _by_size(one: ModelSaid, catalog: Catalog, family: str | None) -> tuple[str, ...]:
    """Return the catalog models of the said size, those that people mean by it first."""
    params = one.params or 0.0
    known = BY_SIZE.get(f"{params / BILLION:g}", ())

    def suits(model_id: str) -> bool:
        model = catalog.models[model_id]
        if one.active and not (
            model.is_moe
            and abs((model.params_active_official or model.params_active) / one.active - 1)
            < ACTIVE_SLACK
        ):
            return False
        return family is None or model.family == family

    found = [m for m in known if suits(m)]
    near = [
        m
        for m in catalog.models.values()
        if abs(m.params_total / params - 1) < SAME_SIZE and m.id not in found and suits(m.id)
    ]
    near.sort(key=lambda m: m.release, reverse=True)
    if family is None and not one.active and not found:
        return tuple(m.id for m in near[:4])
    return tuple(found + [m.id for m in near])


def _device_uses(said: Parsed) -> tuple[DeviceUse, ...]:
    return tuple(
        DeviceUse(
            d.id,
            d.count,
            round(d.memory_bytes) if d.memory_bytes else None,
            d.bandwidth_bytes_per_s,
        )
        for d in said.devices
        if d.id or d.memory_bytes
    )


def _base(
    words: Words, model: str | CustomModel | None, catalog: Catalog, taken: list[Assumption]
) -> Query:
    """Return everything of the query but the devices."""
    said = words.said
    quant = _quant(said)
    context = _context(said, model, catalog)
    prompt = said.prompts[0].value if said.prompts else None
    return Query(
        model=model,
        quant=quant.id if quant else None,
        bits_per_weight=quant.bits if quant else None,
        file_size_bytes=round(said.file_size_bytes) if said.file_size_bytes else None,
        ram=_ram(said),
        context_tokens=context,
        kv_quant=said.kv_quant,
        backend=said.backend,
        gpu_layers=said.gpu_layers,
        gpu_share=said.gpu_share,
        cpu_moe_layers=said.cpu_moe_layers,
        split=said.split,
        prompt_tokens=int(prompt) if prompt else None,
        users=said.users,
        draft_model=said.draft,
    )


def _as_prompts(said: Parsed) -> None:
    """Take a bare count of tokens for the prompt, where the wait for it is asked."""
    if not said.prompts and said.contexts and all(one.kind == "bare" for one in said.contexts):
        said.prompts, said.contexts = said.contexts, []


def _quant(said: Parsed) -> QuantSaid | None:
    """Return the quant that is asked about: of three or more, the last."""
    ids = list(dict.fromkeys(one.id for one in said.quants))
    if not ids:
        return None
    return said.quants[-1] if len(ids) >= 3 else said.quants[0]  # noqa: PLR2004


def _context(said: Parsed, model: str | CustomModel | None, catalog: Catalog) -> int | None:
    order = {"flag": 0, "context": 1, "bare": 2}
    if said.contexts:
        return int(min(said.contexts, key=lambda one: (order.get(one.kind, 1), -one.first)).value)
    if said.full_context and isinstance(model, str):
        return catalog.models[model].context_max
    return None


def _ram(said: Parsed) -> Ram | None:
    values = (
        said.ram_bytes,
        said.ram_type,
        said.ram_mt_per_s,
        said.ram_channels,
        said.ram_bandwidth,
    )
    if all(one is None for one in values):
        return None
    size = round(said.ram_bytes) if said.ram_bytes else None
    return Ram(size, said.ram_type, said.ram_mt_per_s, said.ram_channels, said.ram_bandwidth)


# -- speeds: whose is it -----------------------------------------------------------------------


def _rates(side: Resolved, words: Words, intent: Intent, log: LogReading | None) -> Resolved:
    """File the speeds of the words as measured or as wanted."""
    if log and log.decode_tok_s:
        return replace(side, query=replace(side.query, measured_tok_s=log.decode_tok_s))
    speeds = words.said.speeds
    if not speeds:
        return side
    own = [one for one in speeds if not _cue_before(words, one, "other")] or speeds
    wanted = [one for one in speeds if _cue_before(words, one, "target")]
    if intent in (
        Intent.SPEED,
        Intent.FIT,
        Intent.RECOMMEND_HARDWARE,
        Intent.RECOMMEND_MODEL,
        Intent.RECOMMEND_QUANT,
        Intent.CONCURRENCY,
    ):
        return replace(side, query=replace(side.query, target_tok_s=(wanted or speeds)[0].value))
    own = [one for one in own if one not in wanted] or own
    measured = min(one.value for one in own)
    target = wanted[0].value if wanted and wanted[0].value != measured else None
    return replace(side, query=replace(side.query, measured_tok_s=measured, target_tok_s=target))


def _cue_before(words: Words, speed: Amount, name: str) -> bool:
    start = words.tokens[speed.first].start
    passage = tongue.spaced(words.folded[max(0, start - SPEED_CUE_REACH) : start])
    return bool(tongue.cue_places(passage, name, words.language))


def _engine(side: Resolved, words: Words) -> Resolved:
    """File the engine: of several the one beside the measured speed, else the first that serves."""
    named = words.said.engines
    if side.query.engine:
        return side
    if not named:
        hint = words.said.engine_hint
        if hint is None and side.query.quant and side.query.quant.startswith("mlx-"):
            hint = "mlx"
        return replace(side, query=replace(side.query, engine=hint)) if hint else side
    chosen = named[0][0]
    speed = next((s for s in words.said.speeds if s.value == side.query.measured_tok_s), None)
    if speed is not None and len(named) > 1:
        before = [name for name, at in named if at < speed.first]
        chosen = before[-1] if before else chosen
    elif chosen == "fastchat" and len(named) > 1:
        chosen = named[1][0]
    return replace(side, query=replace(side.query, engine=chosen))


# -- logs, follow-ups, rigs --------------------------------------------------------------------


def _with_log(side: Resolved, log: LogReading, catalog: Catalog) -> Resolved:
    """Return `side` with what the log says; a log outranks prose."""
    query, said = side.query, log.query
    changes = {
        name: value
        for name in (
            "context_tokens",
            "kv_quant",
            "gpu_layers",
            "gpu_share",
            "cpu_moe_layers",
            "engine",
            "users",
            "flash_attention",
        )
        if (value := getattr(said, name)) is not None
    }
    for name, value in (
        ("model", said.model),
        ("quant", said.quant),
        ("devices", said.devices),
        ("ram", said.ram),
        ("backend", said.backend),
    ):
        if value and not getattr(query, name):
            changes[name] = value
    if log.prompt_tokens:
        changes["prompt_tokens"] = log.prompt_tokens
    changes |= _log_names(query, changes, log, catalog)
    return replace(side, query=replace(query, **changes))


def _log_names(
    query: Query, changes: dict[str, object], log: LogReading, catalog: Catalog
) -> dict[str, object]:
    """Return model, quant and devices that the log names and the words do not."""
    found: dict[str, object] = {}
    names = " , ".join(n for n in (log.model_name, log.quant_name) if n)
    said, _ = parse(fold(names[:400]), catalog)
    if not query.model and "model" not in changes and said.models:
        taken: list[Assumption] = []
        found["model"] = _model(_distinct_models(said)[0], said, catalog, taken)
    if not query.quant and "quant" not in changes and said.quants:
        found["quant"] = said.quants[0].id
    if "devices" not in changes and log.device_names:
        cards, tokens = parse(fold(" , ".join(log.device_names)[:400]), catalog)
        attach(cards, tokens, catalog)
        uses = _device_uses(cards)
        if uses and (not query.devices or _same_card(query.devices, uses)):
            found["devices"] = uses
    return found


def _same_card(said: tuple[DeviceUse, ...], logged: tuple[DeviceUse, ...]) -> bool:
    """Return whether the log names the one card of the words, and with its memory."""
    if len(said) != 1 or len(logged) != 1 or said[0].count != logged[0].count:
        return False
    return _SIZE_SUFFIX.sub("", said[0].id) == _SIZE_SUFFIX.sub("", logged[0].id)


def _before(question: Question, catalog: Catalog) -> Resolved | None:
    """Return the query that the question follows up, from its key or from the turns before."""
    if question.previous_key:
        try:
            return Resolved(Query.from_key(question.previous_key))
        except KeyFormatError:
            return None
    found: Resolved | None = None
    for turn in _own_turns(question):
        words = _words_of(turn, catalog)
        side = _sides(words, Intent.SPEED, catalog)[0]
        side = _engine(_rates(side, words, Intent.DIAGNOSE, None), words)
        if _has_content(side.query):
            found = _onto(found, side) if found else side
    return found


_VAGUE: Final = frozenset({"other", "target", "compare", "offtopic"})


def _followed(intent: Intent, words: Words, question: Question, hints: tuple[str, ...]) -> Intent:
    """Return the intent of a follow-up: what it asks now, else what was asked before."""
    if "offtopic" in words.cues:
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
    if words.spaced.startswith(_ADDS):
        return Intent.SPEED
    for turn in reversed(_own_turns(question)):
        earlier = _words_of(turn, words.catalog)
        found = intent_of(
            earlier.cues, earlier.said, has_log=False, symptoms=symptoms(turn), text=earlier.spaced
        )
        if found is not Intent.OFFTOPIC:
            return found
    return Intent.SPEED


_ADDS: Final = (" and ", " what about ", " how about ", " und ", " same but ", " the con ", " con ")


def _own_turns(question: Question) -> list[str]:
    """Return the earlier turns of the person, without what others answered."""
    mine = [t[:4_000] for t in question.earlier if not t.lower().startswith(_ANSWERED)]
    return mine or [t[:4_000] for t in question.earlier]


_ANSWERED: Final = ("helper:", "bot:", "howfast:", "helfer:", "someone:", "reply:")


def _more_of_them(words: Words, before: Query) -> tuple[DeviceUse, ...]:
    """Return the devices of before in the number said now ("and with 2 of them?")."""
    tokens = words.tokens
    for at, token in enumerate(tokens):
        number = int(token.text) if token.text.isdecimal() else tongue.counts().get(token.text, 0)
        behind = {t.text for t in tokens[at + 1 : at + 4]}
        if 1 < number <= 64 and (
            behind & {"them", "those", "davon", "con", "cai", "stuck", "cards", "karten", "gpus"}
        ):  # noqa: PLR2004
            if len(before.devices) == 1:
                return (replace(before.devices[0], count=number),)
    return ()


def _lone_number(words: Words, before: Query) -> Ram | None:
    """Return the RAM of before with the speed that a bare "6000" answers with."""
    text = words.folded.strip(" .!?")
    if text.isdecimal() and 800 <= int(text) <= 12_000 and before.ram:  # noqa: PLR2004
        return replace(before.ram, mt_per_s=int(text))
    return None


def _onto(before: Resolved, now: Resolved) -> Resolved:
    """Return the earlier query with what is said now, and nothing else, changed."""
    said = now.query
    changes = {
        name: value
        for name in Query.__dataclass_fields__
        if (value := getattr(said, name)) not in (None, ())
    }
    if (
        (devices := said.devices)
        and not devices[0].id
        and before.query.devices
        and before.query.devices[0].id
    ):
        changes["devices"] = before.query.devices
    old = tuple(one for one in before.assumptions if one.slot not in changes)
    return Resolved(replace(before.query, **changes), (*old, *now.assumptions))


def _in_total(now: tuple[DeviceUse, ...], before: tuple[DeviceUse, ...]) -> tuple[DeviceUse, ...]:
    """Return the devices of before in the number that makes up the memory said now."""
    return now


def _with_rig(side: Resolved, question: Question) -> Resolved:
    rig = question.rig
    if rig is None:
        return side
    query = replace(side.query, devices=rig.devices, ram=side.query.ram or rig.ram)
    note = Assumption(
        "devices", rig.devices[0].id if rig.devices else "", Message("assume.rig"), Basis.DEFAULT
    )
    return Resolved(query, (*side.assumptions, note))


# -- asking back -------------------------------------------------------------------------------

_MODELS: Final = ("8B", "14B", "27B", "32B", "70B", "gpt-oss 20b", "Qwen3 30B-A3B")
_DEVICES: Final = ("RTX 3060 12GB", "RTX 3090", "RTX 4090", "M4 Pro 48GB", "Strix Halo 128GB")


def _clarify(side: Resolved, intent: Intent, words: Words) -> Clarify | None:
    """Return the question that the answer hinges on, or None."""
    query = side.query
    if intent is Intent.RECOMMEND_HARDWARE:
        return (
            None
            if query.model or query.devices
            else Clarify("model", Message("clarify.model"), _MODELS)
        )
    if intent is Intent.DIAGNOSE and not (
        query.model
        or query.devices
        or words.said.quants
        or words.said.speeds
        or words.said.engines
        or words.said.contexts
    ):
        return Clarify("model", Message("clarify.model"), _MODELS)
    has_device = bool(query.devices or query.ram or words.said.cpu_only)
    if intent is Intent.RECOMMEND_MODEL:
        return None if has_device else Clarify("devices", Message("clarify.device"), _DEVICES)
    if intent not in NEEDS_MODEL:
        return None
    if not query.model and not query.file_size_bytes and (has_device or not words.said.models):
        return Clarify("model", Message("clarify.model"), _MODELS)
    if not has_device:
        return Clarify("devices", Message("clarify.device"), _DEVICES)
    return None


def _unread(words: Words) -> tuple[str, ...]:
    """Return words that look as if they meant something here and were not understood."""
    found = []
    tokens = words.tokens
    for at, token in enumerate(tokens[:-1]):
        after = tokens[at + 1]
        if (
            token.text in ("q", "iq")
            and after.is_number
            and after.joined
            and not {at, at + 1} & words.said.used
        ):
            found.append(token.text + after.text)
    return tuple(dict.fromkeys(found))[:3]


def _notes(side: Resolved) -> tuple[Message, ...]:
    return ()
