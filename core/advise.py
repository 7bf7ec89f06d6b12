"""What to change: the cheapest ways across the cliff, each an estimate of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from catalog.load import Catalog
from catalog.records import DeviceKind, Model, Quant
from core.estimate import estimate
from core.figures import Advice, Estimate, Fits
from core.message import Message
from core.physics.weights import weigh
from core.query import CustomModel, DeviceUse, Query

MOST: Final = 4
SLOW_TOK_S: Final = 10.0
WORTH: Final = 1.15  # an advice must gain this much to be given
MIN_CONTEXT_TOKENS: Final = 2_048
LADDER: Final = (
    "f16",
    "q8_0",
    "q6_k",
    "q5_k_m",
    "q4_k_m",
    "iq4_xs",
    "q3_k_m",
    "iq3_xxs",
    "q2_k",
    "iq2_xs",
)
"""Quantization steps downwards; each reads and stores less than the one before."""


def advise(found: Estimate, catalog: Catalog) -> tuple[Advice, ...]:
    """Return what would help `found`, cheapest for the person first; nothing where all is well."""
    if found.fits in (Fits.YES, Fits.TIGHT) and found.decode.mid >= SLOW_TOK_S:
        return ()
    if found.fits in (Fits.YES, Fits.TIGHT):
        return tuple(_faster(found, catalog))[:MOST]
    return tuple(_across(found, catalog))[:MOST]


def _across(found: Estimate, catalog: Catalog) -> Iterator[Advice]:
    """Yield ways to get everything onto the devices, or to bear that it is not there."""
    query = _plain(found.query)
    yield from _shorter_context(found, query, catalog)
    yield from _smaller_cache(found, query, catalog)
    yield from _lower_quant(found, query, catalog)
    yield from _experts_to_ram(found, query, catalog)
    yield from _sparse_model(found, query, catalog)
    yield from _second_card(found, query, catalog)


def _faster(found: Estimate, catalog: Catalog) -> Iterator[Advice]:
    query = _plain(found.query)
    yield from _sparse_model(found, query, catalog)
    yield from _lower_quant(found, query, catalog)


def _plain(query: Query) -> Query:
    """Return `query` without the placement that a way across makes moot."""
    return replace(query, gpu_layers=None, gpu_share=None, cpu_moe_layers=None, measured_tok_s=None)


def _tried(
    code: str, query: Query, found: Estimate, catalog: Catalog, **values: object
) -> Iterator[Advice]:
    """Yield the advice to ask `query` instead, where it fits better and is worth it."""
    other = estimate(query, catalog)
    is_fit = other.fits in (Fits.YES, Fits.TIGHT)
    if other.decode.mid < WORTH * found.decode.mid or not (is_fit or code == "experts_to_ram"):
        return
    values |= {"decode": other.decode, "mid": other.decode.mid, "was": found.decode.mid}
    yield Advice(code, Message.of(f"advice.{code}", **values), query, other)


def _shorter_context(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    most = found.max_context_tokens
    if MIN_CONTEXT_TOKENS <= most < (query.context_tokens or 0):
        shorter = replace(query, context_tokens=most)
        yield from _tried("shorter_context", shorter, found, catalog, context=most)


def _smaller_cache(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    saved = found.memory.kv_bytes * (1 - 8.5 / 16)
    over = found.memory.needed_bytes - found.memory.available_bytes
    if query.kv_quant in ("f16", "bf16", None) and saved >= over:
        yield from _tried("kv_quant", replace(query, kv_quant="q8_0"), found, catalog, saved=saved)


def _lower_quant(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield the highest quantization step below that fits with the context asked."""
    memory = found.memory
    room = memory.available_bytes - memory.kv_bytes - memory.overhead_bytes
    if query.file_size_bytes or found.query.quant is None:
        return
    for quant, size in _steps_below(found.model, found.quant, catalog):
        if size <= room:
            lower = replace(query, quant=quant.id, bits_per_weight=None)
            yield from _tried(
                "lower_quant",
                lower,
                found,
                catalog,
                quant=quant.name,
                weights=size,
                bits=8 * size / found.model.params_total,
            )
            return


@lru_cache(maxsize=1_024)
def _steps_below(model: Model, quant: Quant, catalog: Catalog) -> tuple[tuple[Quant, float], ...]:
    """Return the quants of the ladder that store less than `quant`, largest first."""
    here = weigh(model, quant, files=catalog.files).stored_bytes
    sizes = [
        (catalog.quants[q], weigh(model, catalog.quants[q], files=catalog.files).stored_bytes)
        for q in LADDER
    ]
    return tuple((one, size) for one, size in sizes if size < 0.97 * here)


def _experts_to_ram(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    rest = found.offload
    if found.model.is_moe and rest and rest.kind == "layers" and found.query.gpu_layers is not None:
        yield from _tried("experts_to_ram", query, found, catalog)


def _sparse_model(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield a mixture of experts of the class: as large, but reading far less per token."""
    if found.model.is_moe or isinstance(query.model, CustomModel):
        return
    for name in _sparse_like(found.model, catalog):
        other = replace(
            query, model=name, quant="q4_k_m", file_size_bytes=None, bits_per_weight=None
        )
        other = replace(
            other, draft_model=None, context_tokens=_context_for(other, catalog.models[name])
        )
        given = tuple(_tried("moe_model", other, found, catalog, model=catalog.models[name].name))
        if given:
            yield given[0]
            return


def _context_for(query: Query, model: Model) -> int | None:
    context = query.context_tokens
    return min(context, model.context_max) if context and model.context_max else context


@lru_cache(maxsize=512)
def _sparse_like(model: Model, catalog: Catalog) -> tuple[str, ...]:
    """Return up to two recent mixtures of experts of about the model's size, nearest first."""
    alike = [
        m
        for m in catalog.models.values()
        if m.is_moe
        and 0.6 < m.params_total / model.params_total < 1.3  # noqa: PLR2004
        and m.params_active < 0.35 * model.params_active
        and m.release >= "2025"
    ]
    alike.sort(key=lambda m: (m.family != model.family, m.release), reverse=False)
    by_age = sorted(alike, key=lambda m: m.release, reverse=True)
    return tuple(dict.fromkeys(m.id for m in by_age))[:2]


def _second_card(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    if len(query.devices) != 1 or found.placed[0].device.kind is not DeviceKind.GPU:
        return
    one = query.devices[0]
    more = DeviceUse(one.id, one.count + 1, one.memory_bytes, one.bandwidth_bytes_per_s)
    yield from _tried(
        "second_card",
        replace(query, devices=(more,)),
        found,
        catalog,
        device=found.placed[0].device.name,
        count=more.count,
    )
