"""What to change: the cheapest ways across the cliff, each an estimate of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from catalog.records import DeviceKind, Model, Quant
from core.errors import HowfastError
from core.estimate import estimate
from core.figures import Advice, Estimate, Fits
from core.message import Message
from core.query import CustomModel, DeviceUse, Query
from core.reading import Basis
from core.setup import weights_of
from core.setup.published import LEAST_FILES, is_well_known, published

MOST: Final = 4
SLOW_TOK_S: Final = 10.0
WORTH: Final = 1.15  # an advice must gain this much to be given
MIN_CONTEXT_TOKENS: Final = 2_048
SPARE: Final = 0.98  # of the memory that an advised quant may fill
WHOLE: Final = (Fits.YES, Fits.TIGHT)
WITH_EXPERTS: Final = ("experts_to_ram", "moe_model", "smaller_model")  # fine with some in RAM
USUAL_QUANT: Final = "q4_k_m"
KV_QUANT: Final = "q8_0"
KV_SAVED: Final = 1 - 8.5 / 16  # q8_0 holds 8.5 bits for an element, f16 16
LARGE_PARAMS: Final = 50e9  # models from here on bear two bits and a half
LEAST_BITS, LEAST_BITS_LARGE = 3.0, 2.2
GGUF_LADDER: Final = (
    "q8_0",
    "q6_k",
    "q5_k_m",
    "q4_k_m",
    "iq4_xs",
    "q3_k_m",
    "iq3_xxs",
    "iq2_m",
    "iq2_xxs",
)
LADDERS: Final = {
    "mlx": ("mlx-8bit-gs64", "mlx-6bit-gs64", "mlx-5bit-gs64", "mlx-4bit-gs64", "mlx-3bit-gs64"),
    "gptq": ("awq-int4-g128",),
    "fp8": ("awq-int4-g128",),
    "bnb": ("awq-int4-g128",),
    "exl": (),
    "mxfp4": (),
}
"""Quantization steps downwards by family; each reads and stores less than the one before."""


def advise(found: Estimate, catalog: Catalog) -> tuple[Advice, ...]:
    """Return what would help `found`, cheapest for the person first; nothing where all is well."""
    query = _as_said(found)
    if found.fits in WHOLE:
        ways = _faster(found, query, catalog) if found.decode.mid < SLOW_TOK_S else iter(())
    elif found.memory.needed_bytes <= found.memory.available_bytes:
        ways = _back_whole(found, query, catalog)
    else:
        ways = _across(found, query, catalog)
    return tuple(islice(ways, MOST))


def _across(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield ways to get everything onto the devices, or to bear that it is not there."""
    yield from _smaller_cache(found, query, catalog)
    yield from _lower_quant(found, query, catalog)
    yield from _shorter_context(found, query, catalog)
    yield from _experts_to_ram(found, query, catalog)
    yield from _sparse_model(found, query, catalog)
    yield from _smaller_model(found, query, catalog)
    yield from _second_card(found, query, catalog)


def _faster(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield ways to more speed where all lies on the devices already."""
    yield from _tensor_split(found, query, catalog)
    yield from _usual_quant(found, query, catalog)
    yield from _sparse_model(found, query, catalog)


def _back_whole(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield the way back for one who set an offload that is not needed."""
    yield from _tried("all_on_gpu", query, found, catalog)


def _as_said(found: Estimate) -> Query:
    """Return the query without defaults, and without the placement that a way across makes moot."""
    defaults = {one.slot for one in found.assumptions if one.basis is Basis.DEFAULT}
    blank = {
        slot: None
        for slot in ("engine", "backend", "kv_quant", "context_tokens", "split")
        if slot in defaults
    }
    placement = ("gpu_layers", "gpu_share", "cpu_moe_layers", "measured_tok_s")
    return replace(found.query, **blank, **dict.fromkeys(placement))


def _tried(
    code: str, query: Query, found: Estimate, catalog: Catalog, **values: object
) -> Iterator[Advice]:
    """Yield the advice to ask `query` instead, where it fits and is worth it."""
    try:
        other = estimate(query, catalog, in_full=False)
    except HowfastError:
        return
    is_fit = other.fits in WHOLE or (
        code in WITH_EXPERTS and other.offload is not None and other.offload.kind == "experts"
    )
    if not is_fit or other.decode.mid < WORTH * found.decode.mid:
        return
    values |= {"decode": other.decode, "mid": other.decode.mid, "was": found.decode.mid}
    yield Advice(code, Message.of(f"advice.{code}", **values), query, other)


def _smaller_cache(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    saved = found.memory.kv_bytes * KV_SAVED
    over = found.memory.needed_bytes - found.memory.available_bytes
    if found.query.kv_quant in ("f16", "bf16") and saved >= over:
        yield from _tried(
            "kv_quant", replace(query, kv_quant=KV_QUANT), found, catalog, saved=saved
        )


def _lower_quant(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield the first step down that fits with the context asked, and the usual one below it.

    Where none does with a 16-bit cache, a smaller cache and a lower quant together may.
    """
    if query.file_size_bytes:
        return
    memory = found.memory
    room = SPARE * memory.available_bytes - memory.kv_bytes - memory.overhead_bytes
    steps = _steps_below(found.model, found.quant, catalog)
    fitting = [(quant, size) for quant, size in steps if size <= room]
    if fitting:
        yield from _to_quant("lower_quant", query, found, catalog, *fitting[0])
        usual = next((one for one in fitting[1:] if one[0].id == USUAL_QUANT), None)
        if usual:
            yield from _to_quant("usual_quant", query, found, catalog, *usual)
        return
    room += memory.kv_bytes * KV_SAVED
    both = next((one for one in steps if one[1] <= room), None)
    kv_alone = memory.needed_bytes - memory.kv_bytes * KV_SAVED <= memory.available_bytes
    if both and not kv_alone and found.query.kv_quant in ("f16", "bf16"):
        smaller = replace(query, kv_quant=KV_QUANT)
        yield from _to_quant("lower_quant_and_kv", smaller, found, catalog, *both)


def _usual_quant(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield the usual quant to one who runs a larger one slowly."""
    for quant, size in _steps_below(found.model, found.quant, catalog):
        if quant.id in (USUAL_QUANT, "mlx-4bit-gs64", "awq-int4-g128"):
            yield from _to_quant("usual_quant", query, found, catalog, quant, size)


def _to_quant(
    code: str, query: Query, found: Estimate, catalog: Catalog, quant: Quant, size: float
) -> Iterator[Advice]:
    lower = replace(query, quant=quant.id, bits_per_weight=None, file_size_bytes=None)
    bits = 8 * size / found.model.params_total
    yield from _tried(code, lower, found, catalog, quant=quant.name, weights=size, bits=bits)


@lru_cache(maxsize=1_024)
def _steps_below(model: Model, quant: Quant, catalog: Catalog) -> tuple[tuple[Quant, float], ...]:
    """Return the sensible quants that store less than `quant`, largest first."""
    here = weights_of(model, quant, catalog).stored_bytes if quant.bits_per_weight_dense else 0.0
    least = LEAST_BITS_LARGE if model.params_total >= LARGE_PARAMS else LEAST_BITS
    least_bytes = least * model.params_total / 8
    sizes = [
        (catalog.quants[one], weights_of(model, catalog.quants[one], catalog).stored_bytes)
        for one in LADDERS.get(quant.family, GGUF_LADDER)
    ]
    return tuple((one, size) for one, size in sizes if least_bytes < size < 0.97 * here)


def _shorter_context(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    most = found.max_context_tokens
    if MIN_CONTEXT_TOKENS <= most < (found.query.context_tokens or 0):
        shorter = replace(query, context_tokens=most)
        yield from _tried("shorter_context", shorter, found, catalog, context=most)


def _experts_to_ram(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield the better placement of a mixture of experts to one whose layers are on the CPU."""
    rest = found.offload
    if found.model.is_moe and rest and rest.kind == "layers":
        own_engine = replace(query, engine=None)  # Ollama has no way to say it
        yield from _tried("experts_to_ram", own_engine, found, catalog)


def _sparse_model(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield a mixture of experts of the class: as large, but reading far less per token."""
    if found.model.is_moe or isinstance(query.model, CustomModel):
        return
    for name in _sparse_like(found.model, catalog):
        other = _of_model(query, catalog.models[name])
        given = tuple(_tried("moe_model", other, found, catalog, model=catalog.models[name].name))
        yield from given
        if given:
            return


@lru_cache(maxsize=512)
def _sparse_like(model: Model, catalog: Catalog) -> tuple[str, ...]:
    """Return up to two mixtures of experts of about the model's size, its own family first."""
    alike = [
        m
        for m in catalog.models.values()
        if m.is_moe
        and 0.6 < m.params_total / model.params_total < 1.3  # noqa: PLR2004
        and m.params_active < 0.35 * model.params_active
        and m.release >= "2025"
        and published(m, catalog) >= LEAST_FILES
    ]
    alike.sort(
        key=lambda m: (_maker(m) == _maker(model), is_well_known(m), m.release), reverse=True
    )
    return tuple(m.id for m in alike[:2])


def _maker(model: Model) -> str:
    return model.family.rstrip("0123456789.-")[:4]


def _smaller_model(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    """Yield the largest mixture of experts that does run, to one whose model is far too big."""
    if found.fits is not Fits.NO or not found.model.is_moe:
        return
    room = found.memory.available_bytes + RAM_USED * _ram_bytes(found)
    fitting = (m for m in _sparse_by_size(catalog) if m.params_total * 0.62 < room)
    for model in islice(fitting, 2):
        given = tuple(
            _tried("smaller_model", _of_model(query, model), found, catalog, model=model.name)
        )
        yield from given
        if given:
            return


RAM_USED: Final = 0.8
DEFAULT_RAM_BYTES: Final = 64e9


def _ram_bytes(found: Estimate) -> float:
    if found.placed[0].device.kind is not DeviceKind.GPU:
        return 0.0
    ram = found.query.ram
    return float(ram.size_bytes) if ram and ram.size_bytes else DEFAULT_RAM_BYTES


@lru_cache(maxsize=4)
def _sparse_by_size(catalog: Catalog) -> tuple[Model, ...]:
    recent = [
        m
        for m in catalog.models.values()
        if m.is_moe and m.release >= "2025-06" and published(m, catalog) >= LEAST_FILES
    ]
    return tuple(sorted(recent, key=lambda m: (not is_well_known(m), -m.params_total, m.release)))


def _of_model(query: Query, model: Model) -> Query:
    """Return `query` for another model, in its usual quant and no longer than it can."""
    context = query.context_tokens
    if context and model.context_max:
        context = min(context, model.context_max)
    return replace(
        query,
        model=model.id,
        quant=None,
        context_tokens=context,
        file_size_bytes=None,
        bits_per_weight=None,
        draft_model=None,
    )


def _second_card(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    first = found.placed[0].device
    if len(query.devices) != 1 or first.kind is not DeviceKind.GPU or first.laptop:
        return
    one = query.devices[0]
    more = DeviceUse(one.id, one.count + 1, one.memory_bytes, one.bandwidth_bytes_per_s)
    more_query = replace(query, devices=(more,))
    yield from _tried(
        "second_card", more_query, found, catalog, device=first.name, count=more.count
    )


def _tensor_split(found: Estimate, query: Query, catalog: Catalog) -> Iterator[Advice]:
    one = query.devices[0] if len(query.devices) == 1 else None
    if one and one.count > 1 and found.query.split in (None, "layer"):
        split = replace(query, split="tensor")
        yield from _tried("tensor_split", split, found, catalog, count=one.count)
