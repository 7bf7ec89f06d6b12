"""What to run, in which quant, on what: the choice and a table of its neighbours."""

from typing import Final

from catalog.record import replace
from core.answer import Table
from core.compose.case import Case, Draft
from core.compose.compare import fits_cell
from core.compose.names import asked, devices_name, subject
from core.compose.reply import DEVICE_OPTIONS, MODEL_OPTIONS
from core.compose.small import clarify
from core.compose.speed import warnings
from core.figures import Estimate
from core.message import Message
from core.reading import Clarify
from core.recommend import recommend_hardware, recommend_model, recommend_quant
from core.setup.published import is_well_known

_USES: Final = {
    "code": ("coding", "coder", "code", "program", "programm", "lập trình", "lap trinh"),
    "long": (
        "long context", "large context", "long document", "langen kontext", "langer kontext",
        "lange dokumente", "ngữ cảnh dài", "ngu canh dai", "context dài",
    ),
}  # fmt: skip


def quant(case: Case) -> Draft:
    """Return the best quant that fits, the next above and below, and what each costs."""
    choice = recommend_quant(case.query, case.catalog)
    say = case.say
    best = choice.best or choice.part
    rows = [one for one in (choice.above, best, choice.below) if one is not None]
    if choice.best is not None:
        headline = say(
            "recommend.quant",
            quant=choice.best.quant.name,
            context=choice.best.query.context_tokens,
            decode=choice.best.decode,
        )
    elif choice.part is not None:
        headline = say(
            "recommend.quant.offload", quant=choice.part.quant.name, decode=choice.part.decode
        )
    else:
        headline = say(
            "recommend.quant.none", model=choice.model.name, over=choice.smallest_over_bytes
        )
    return Draft(
        headline=headline,
        subject=_without_quant(case, best) if best else choice.model.name,
        table=_quants(case, rows) if rows else None,
        warnings=warnings(case, best) if best else (),
        estimate=best,
    )


def _without_quant(case: Case, one: Estimate) -> str:
    parts = subject(case, asked(one, case.query)).split(" · ")
    return " · ".join(part for part in parts if part != one.quant.name)


def _quants(case: Case, rows: list[Estimate]) -> Table:
    say = case.say
    heads = ("quant", "file", "speed", "memory", "fits", "context")
    return Table(
        tuple(say(f"head.{head}") for head in heads),
        tuple(
            (
                one.quant.name,
                say("cell.gb", bytes=one.memory.weights_bytes),
                say("cell.range", decode=one.decode),
                say("cell.gb", bytes=one.memory.needed_bytes),
                fits_cell(case, one),
                say("cell.tokens", count=one.max_context_tokens) if one.max_context_tokens else "–",
            )
            for one in rows
        ),
        tuple(row_key(case, one) for one in rows),
    )


def model(case: Case) -> Draft:
    """Return what runs wholly on the hardware at a comfortable speed, dense and MoE apart."""
    if not case.query.devices:
        return clarify(case, Clarify("devices", Message("clarify.device"), DEVICE_OPTIONS))
    use = _use(case.question.text)
    choice = recommend_model(case.query, case.catalog, use)
    found = [*choice.moe, *choice.dense]
    hardware = devices_name(case.query, case.catalog, case.pack)
    if not found:
        return Draft(
            headline=case.say("recommend.model.none"), subject=hardware, show_assumptions=False
        )
    best = max(found, key=lambda one: (is_well_known(one.model), one.model.params_total))
    return Draft(
        headline=case.say(
            "recommend.model",
            model=best.model.name,
            quant=best.quant.name,
            decode=best.decode,
        ),
        subject=_with_context(case, hardware, best) if use == "long" else hardware,
        table=_models(case, found),
        notes=(case.say("recommend.no_scores"),),
        estimate=best,
    )


def _with_context(case: Case, hardware: str, one: Estimate) -> str:
    return f"{hardware} · {case.say('subject.context', context=one.query.context_tokens)}"


def _use(text: str) -> str:
    """Return what the model is wanted for, as far as the words tell."""
    folded = text.casefold()
    uses = (use for use, cues in _USES.items() if any(cue in folded for cue in cues))
    return next(uses, "")


def _models(case: Case, found: list[Estimate]) -> Table:
    say = case.say
    heads = ("model", "kind", "quant", "speed", "memory", "context")
    return Table(
        tuple(say(f"head.{head}") for head in heads),
        tuple(
            (
                one.model.name,
                say("cell.moe" if one.model.is_moe else "cell.dense"),
                one.quant.name,
                say("cell.range", decode=one.decode),
                say("cell.gb", bytes=one.memory.needed_bytes),
                say("cell.tokens", count=one.max_context_tokens),
            )
            for one in found
        ),
        tuple(row_key(case, one) for one in found),
    )


def hardware(case: Case) -> Draft:
    """Return the classes of hardware that reach the target for this model, and what falls short."""
    if case.query.model is None:
        return clarify(case, Clarify("model", Message("clarify.model"), MODEL_OPTIONS))
    choice = recommend_hardware(case.query, case.catalog)
    say = case.say
    rows = [(one.estimate, one.lacks) for one in (*choice.reaches, *choice.short)]
    headline = say("recommend.hardware.none", model=choice.model.name)
    if choice.reaches:
        first = choice.reaches[0].estimate
        headline = say(
            "recommend.hardware.first",
            device=_device(case, first),
            decode=first.decode,
        )
    return Draft(
        headline=headline,
        subject=f"{choice.model.name} · {choice.quant.name}",
        paragraphs=(
            say(
                "recommend.hardware",
                model=choice.model.name,
                quant=choice.quant.name,
                needed=choice.needed_bytes,
                bandwidth=choice.bandwidth_bytes_per_s,
                target=choice.target_tok_s,
            ),
        ),
        table=_hardware(case, rows) if rows else None,
        notes=(say("recommend.no_prices"),),
        estimate=rows[0][0] if rows else None,
    )


def _device(case: Case, one: Estimate) -> str:
    """Return the hardware with the memory that was taken for it."""
    sized = tuple(
        replace(use, memory_bytes=round(part.memory_bytes))
        for use, part in zip(one.query.devices, one.placed, strict=False)
    )
    return devices_name(replace(one.query, devices=sized), case.catalog, case.pack)


def _hardware(case: Case, rows: list[tuple[Estimate, str]]) -> Table:
    say = case.say
    heads = ("device", "speed", "memory", "of", "lacks")
    return Table(
        tuple(say(f"head.{head}") for head in heads),
        tuple(
            (
                _device(case, one),
                say("cell.range", decode=one.decode),
                say("cell.gb", bytes=one.memory.needed_bytes),
                say("cell.gb", bytes=one.memory.available_bytes),
                say(f"cell.lacks.{lacks}") if lacks else "",
            )
            for one, lacks in rows
        ),
        tuple(row_key(case, one) for one, _ in rows),
    )


def row_key(case: Case, one: Estimate) -> str | None:
    """Return the key of a row: what was asked, with the choice put in and no default."""
    chosen = one.query
    asked_so = replace(
        case.query,
        model=chosen.model,
        quant=chosen.quant,
        devices=chosen.devices,
        target_tok_s=None,
    )
    return asked_so.key
