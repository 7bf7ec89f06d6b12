"""Two or more setups in one table, with the ratio and the reason."""

from core.answer import Remark, Table
from core.compare import compare
from core.compose.case import Case, Draft
from core.compose.names import devices_name, model_name, quant_name
from core.compose.speed import warnings
from core.estimate import estimate as estimated
from core.figures import Comparison, Estimate, Fits
from core.message import Message
from core.query import Query

_MOST_WARNINGS = 4
_SHOWN = 5
"""Parts of a setup that are named where all share them; engines only where they differ."""
_WHOLE = (Fits.YES, Fits.TIGHT)


def compared(case: Case) -> Draft:
    """Return the comparison of all sides of the question."""
    sides = tuple({side.query: side for side in case.reading.sides}.values())
    found = tuple(estimated(side.query, case.catalog) for side in sides)
    shared, labels = labelled(case, tuple(one.query for one in found))
    outcome = compare(found)
    say = case.pack.say
    return Draft(
        headline=say(_verdict(outcome, labels)),
        subject=shared,
        paragraphs=(say(_reason(outcome, labels)),),
        table=_table(case, found, labels, tuple(side.query.key for side in sides)),
        warnings=_warnings(case, found, labels),
        estimate=found[0],
        alternatives=sides[1:],
        alternative_estimates=found[1:],
    )


def labelled(case: Case, queries: tuple[Query, ...]) -> tuple[str, tuple[str, ...]]:
    """Return what all sides share, and for each side what sets it apart."""
    rows = [_parts(case, query) for query in queries]
    columns = list(zip(*rows, strict=True))
    shared = [column[0] for column in columns[:_SHOWN] if len(set(column)) == 1 and column[0]]
    apart = [i for i, column in enumerate(columns) if len(set(column)) > 1]
    labels = tuple(" · ".join(row[i] for i in apart if row[i]) or row[0] for row in rows)
    return " · ".join(shared), labels


def _parts(case: Case, query: Query) -> tuple[str, ...]:
    pack = case.pack
    return (
        model_name(query.model, case.catalog, pack),
        quant_name(query, case.catalog, pack),
        devices_name(query, case.catalog, pack),
        pack("subject.context", context=query.context_tokens or 0),
        pack("subject.kv", kv=query.kv_quant) if query.kv_quant not in (None, "f16") else "",
        query.engine or "",
        query.backend or "",
        pack("subject.split", split=query.split) if query.split else "",
        pack("subject.users", users=query.users) if (query.users or 1) > 1 else "",
        pack("subject.gpu_layers", layers=query.gpu_layers) if query.gpu_layers is not None else "",
    )


def _verdict(outcome: Comparison, labels: tuple[str, ...]) -> Message:
    winner, loser = labels[outcome.winner], labels[outcome.loser]
    whole = [one.fits in _WHOLE for one in outcome.estimates]
    if not any(whole):
        code = "compare.none_fits.even" if outcome.is_even else "compare.none_fits"
    elif outcome.is_even:
        return Message.of("compare.even", first=labels[0], second=labels[-1])
    elif sum(whole) == 1 and whole[outcome.winner]:
        code = "compare.only_fits"
    else:
        code = "compare.faster"
    return Message.of(code, winner=winner, loser=loser, ratio=outcome.ratio)


def _reason(outcome: Comparison, labels: tuple[str, ...]) -> Message:
    a, b = outcome.winner_value, outcome.loser_value
    if outcome.is_even and not any(one.fits in _WHOLE for one in outcome.estimates):
        return Message("compare.reason.ram")
    return Message.of(
        f"compare.reason.{outcome.reason}",
        a=a,
        b=b,
        ratio=a / b if b else 1.0,
        name=labels[outcome.loser] if b >= a else labels[outcome.winner],
        over=max(a, b),
    )


def _warnings(
    case: Case, found: tuple[Estimate, ...], labels: tuple[str, ...]
) -> tuple[Remark, ...]:
    said = [
        Remark(one.code, f"{label}: {one.text}")
        for each, label in zip(found, labels, strict=True)
        for one in warnings(case, each)
    ]
    return tuple(said[:_MOST_WARNINGS])


def _table(
    case: Case,
    found: tuple[Estimate, ...],
    labels: tuple[str, ...],
    keys: tuple[str | None, ...],
) -> Table:
    say = case.say
    heads = ("setup", "speed", "memory", "fits", "feel")
    rows = tuple(
        (
            label,
            say("cell.range", decode=one.decode),
            say("cell.gb", bytes=one.memory.needed_bytes),
            fits_cell(case, one),
            say(f"feel.short.{one.feel.value}"),
        )
        for one, label in zip(found, labels, strict=True)
    )
    return Table(tuple(say(f"head.{head}") for head in heads), rows, keys)


def fits_cell(case: Case, one: Estimate) -> str:
    """Return yes, just, in part or no."""
    return case.say(f"cell.{one.fits.value}")
