"""What stands on a picture: the setups of an answer, what they share and what sets them apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from core.answer import Answer
from core.figures import Estimate, Placed
from core.language.numbers import GIGA
from core.language.pack import Pack
from core.query import Query
from core.reading import Intent

MOST_SIDES: Final = 8
NAMED: Final = 3
"""Model, quant and devices come first among the parts of a setup, then context, KV cache, …"""
SOFTWARE: Final = slice(5, 7)
"""Engine and backend, which follow from the parts before; named where those are all the same."""
RECOMMENDS: Final = (
    Intent.RECOMMEND_QUANT,
    Intent.RECOMMEND_MODEL,
    Intent.RECOMMEND_HARDWARE,
)

Estimator = Callable[[Query], Estimate]


@dataclass(frozen=True, slots=True)
class Side:
    """One setup: the query as it was asked, and what the physics says of it."""

    query: Query
    estimate: Estimate


def sides_of(answer: Answer) -> tuple[Side, ...]:
    """Return the setups that were asked about, the first one first."""
    if answer.estimate is None:
        return ()
    first = answer.resolved.query if answer.resolved else answer.estimate.query
    others = [side.query for side in answer.alternatives]
    found = [Side(first, answer.estimate)]
    found += map(Side, others, answer.alternative_estimates)
    return tuple(found[:MOST_SIDES])


def option_queries(answer: Answer) -> tuple[Query, ...]:
    """Return the setups to hold against each other: those asked about, or those recommended."""
    sides = sides_of(answer)
    if len(sides) > 1 or answer.intent not in RECOMMENDS or answer.table is None:
        return tuple(side.query for side in sides)
    keys = [key for key in answer.table.keys if key]
    return tuple(Query.from_key(key) for key in keys[:MOST_SIDES])


def options_of(answer: Answer, estimate: Estimator) -> tuple[Estimate, ...]:
    """Return the estimates of `option_queries`."""
    known = {side.query: side.estimate for side in sides_of(answer)}
    return tuple(known.get(query) or estimate(query) for query in option_queries(answer))


def labelled(estimates: Sequence[Estimate], pack: Pack) -> tuple[str, tuple[str, ...]]:
    """Return what all setups share, and for each what sets it apart."""
    rows = [_parts(one, pack) for one in estimates]
    columns = list(zip(*rows, strict=True))
    same = [len(set(column)) == 1 for column in columns]
    shared = " · ".join(c[0] for c, is_same in zip(columns[:NAMED], same, strict=False) if is_same)
    if not all(same[:NAMED]):
        same[SOFTWARE] = (True, True)
    labels = (
        " · ".join(part for part, is_same in zip(row, same, strict=True) if part and not is_same)
        for row in rows
    )
    return shared, tuple(label or row[0] for label, row in zip(labels, rows, strict=True))


def title_of(estimate: Estimate, pack: Pack) -> str:
    """Return "Qwen3 32B · Q4_K_M · GeForce RTX 4090"."""
    return " · ".join(_parts(estimate, pack)[:NAMED])


def devices_of(estimate: Estimate, pack: Pack) -> str:
    """Return the devices of an estimate in one line."""
    return " + ".join(device_of(part, pack) for part in estimate.placed)


def device_of(part: Placed, pack: Pack) -> str:
    """Return "2× GeForce RTX 3060 12 GB": count and memory only where they tell something."""
    name = part.device.name
    if len(part.device.memory_options_bytes) > 1 and "GB" not in name:
        name = f"{name} {pack.number('bits', part.memory_bytes / GIGA)} GB"
    return pack("subject.device", count=part.count, name=name) if part.count > 1 else name


def _parts(one: Estimate, pack: Pack) -> tuple[str, ...]:
    query = one.query
    return (
        one.model.name,
        one.quant.name,
        devices_of(one, pack),
        pack("subject.context", context=query.context_tokens or 0),
        pack("subject.kv", kv=query.kv_quant or ""),
        query.engine or "",
        query.backend or "",
        pack("subject.split", split=query.split) if query.split else "",
        pack("subject.users", users=query.users or 1),
        _placement(query, pack),
    )


def _placement(query: Query, pack: Pack) -> str:
    if query.cpu_moe_layers is not None:
        return pack("subject.cpu_moe", layers=query.cpu_moe_layers)
    if query.gpu_layers is not None:
        return pack("subject.gpu_layers", layers=query.gpu_layers)
    return ""
