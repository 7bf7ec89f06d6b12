"""From a query to the records and numbers the physics needs, each default said."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from catalog.load import Catalog
from catalog.record import record, replace
from catalog.records import Model, Quant
from core.errors import UnknownNameError
from core.physics.weights import Weights, class_bits, is_native_mxfp4, weigh
from core.query import Query
from core.reading import Assumption
from core.setup.engine import Engine, engine_of
from core.setup.hardware import Slot, SystemMemory, hardware_of
from core.setup.said import take
from core.setup.shape import model_of, of_stated_size

__all__ = ["Setup", "Slot", "SystemMemory", "set_up", "weights_of"]

DEFAULT_CONTEXT_TOKENS: Final = 4_096
DEFAULT_QUANT: Final = "q4_k_m"
ENGINES_QUANT: Final = {
    "mlx": "mlx-4bit-gs64",
    "exllama": "exl3-n-bpw",
    "vllm": "awq-int4-g128",
}
DEFAULT_KV: Final = "f16"
BITS_PER_BYTE: Final = 8
LEAST_FILE_BYTES: Final = 5 * 10**7  # a tokenizer alone takes 10 MB; nothing divides by 0
UNSIZED_QUANT_BITS: Final = 4.5  # the usual exl2/exl3 size where none is named


@record
class Setup:
    """A query with every name a record and every gap filled."""

    query: Query
    model: Model
    quant: Quant
    weights: Weights
    slots: tuple[Slot, ...]
    ram: SystemMemory
    kv_bytes_per_element: float
    context_tokens: int
    engine: str
    backend: str
    backend_is_assumed: bool
    assumptions: tuple[Assumption, ...]
    draft: Model | None = None


def set_up(query: Query, catalog: Catalog) -> Setup:
    """Return the setup of `query`.

    Raises
    ------
    UnknownNameError
        If the query has no model or device, or one that the catalog does not know.
    """
    taken: list[Assumption] = []
    hardware = hardware_of(query, catalog, taken)
    model = model_of(query, catalog, taken)
    quant = _quant(query, model, catalog, taken)
    size, bits = query.file_size_bytes, _bits(query, quant)
    size = max(size, LEAST_FILE_BYTES) if size is not None else None
    weights = weights_of(model, quant, catalog, size_bytes=size, bits=bits)
    if size is None and model.id not in catalog.models:
        weights = of_stated_size(weights, model, bits or class_bits(model, quant))
    engine = engine_of(query, quant, hardware.slots, taken)
    context = _context(query, model, taken)
    kv_quant = query.kv_quant or take(taken, "kv_quant", DEFAULT_KV)
    return Setup(
        query=_effective(query, quant, engine, context, kv_quant),
        model=model,
        quant=quant,
        weights=weights,
        slots=hardware.slots,
        ram=hardware.ram,
        kv_bytes_per_element=_kv_bytes(kv_quant, catalog),
        context_tokens=context,
        engine=engine.name,
        backend=engine.backend,
        backend_is_assumed=engine.is_assumed,
        assumptions=tuple(taken),
        draft=catalog.models.get(query.draft_model) if query.draft_model else None,
    )


def _effective(query: Query, quant: Quant, engine: Engine, context: int, kv_quant: str) -> Query:
    """Return `query` with the values that the estimate uses."""
    return replace(
        query,
        quant=quant.id,
        context_tokens=context,
        kv_quant=kv_quant,
        engine=engine.name,
        backend=engine.backend,
        split=engine.split,
    )


def _quant(query: Query, model: Model, catalog: Catalog, taken: list[Assumption]) -> Quant:
    chosen = query.quant
    if chosen is None:
        usual = ENGINES_QUANT.get(query.backend or "", DEFAULT_QUANT)
        chosen = take(taken, "quant", "mxfp4" if is_native_mxfp4(model) else usual)
    if chosen not in catalog.quants:
        raise UnknownNameError("quant", chosen, ())
    return catalog.quants[chosen]


def _bits(query: Query, quant: Quant) -> float | None:
    if query.bits_per_weight is None and not quant.bits_per_weight_dense:
        return quant.block_bits_per_weight or UNSIZED_QUANT_BITS
    return query.bits_per_weight


def weights_of(
    model: Model,
    quant: Quant,
    catalog: Catalog,
    *,
    size_bytes: int | None = None,
    bits: float | None = None,
) -> Weights:
    """Return the weights of `model` in `quant`, or of the stated size or bits per weight."""
    if catalog.models.get(model.id) is model:
        return _known_weights(model.id, quant.id, catalog, size_bytes, bits)
    return weigh(
        model, quant, files=catalog.files, file_size_bytes=size_bytes, bits_per_weight=bits
    )


@lru_cache(maxsize=8_192)
def _known_weights(
    model: str, quant: str, catalog: Catalog, size_bytes: int | None, bits: float | None
) -> Weights:
    """Return the weights of a catalog model; by ids, since a record is slow to hash."""
    return weigh(
        catalog.models[model],
        catalog.quants[quant],
        files=catalog.files,
        file_size_bytes=size_bytes,
        bits_per_weight=bits,
    )


def _context(query: Query, model: Model, taken: list[Assumption]) -> int:
    if query.context_tokens is not None:
        return query.context_tokens
    context = min(DEFAULT_CONTEXT_TOKENS, model.context_max or DEFAULT_CONTEXT_TOKENS)
    context = max(context, query.prompt_tokens or 0)
    return int(take(taken, "context_tokens", str(context)))


def _kv_bytes(kv_quant: str, catalog: Catalog) -> float:
    known = catalog.kv_quants.get(kv_quant) or catalog.kv_quants.get(f"{kv_quant}-vllm")
    if known is None:
        raise UnknownNameError("kv_quant", kv_quant, tuple(catalog.kv_quants)[:3])
    return known.block_bits_per_weight / BITS_PER_BYTE
