"""A model's record: the catalog's, or a shape for stated numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from catalog.load import Catalog
from catalog.names import slug
from catalog.record import replace
from catalog.records import Model
from core.errors import UnknownNameError
from core.message import Message
from core.physics.weights import Weights
from core.query import CustomModel, Query
from core.reading import Assumption

USUAL_BITS: Final = 4.85  # Q4_K_M, median of published files of dense models over 5 B
DENSE_SHARE: Final = 0.9  # with this much of it active a model counts as dense
LEAST_EXPERT_SHARE: Final = 0.2  # of what a token reads that no mixture goes below
USUAL_ATTENTION: Final = ("gqa", "mla")
MODERN: Final = "2024-04"  # since Llama 3, models of every size share KV heads


def model_of(query: Query, catalog: Catalog, taken: list[Assumption]) -> Model:
    """Return the record of the query's model; a bare file size becomes a model of that size.

    Raises
    ------
    UnknownNameError
        If there is neither, or the catalog does not know the name.
    """
    model = query.model
    if model is None and query.file_size_bytes:
        bits = query.bits_per_weight or _bits(query, catalog)
        params = query.file_size_bytes * 8 / bits
        why = Message.of("assume.model_from_file", size=float(query.file_size_bytes), bits=bits)
        taken.append(Assumption("model", f"{params / 1e9:.3g}B", why))
        model = CustomModel(params)
    if isinstance(model, CustomModel):
        return shaped(model, catalog)
    if model is None or model not in catalog.models:
        raise UnknownNameError("model", model or "", ())
    return catalog.models[model]


def _bits(query: Query, catalog: Catalog) -> float:
    quant = catalog.quants.get(query.quant or "")
    return (quant.bits_per_weight_dense if quant else 0.0) or USUAL_BITS


@lru_cache(maxsize=512)
def shaped(stated: CustomModel, catalog: Catalog) -> Model:
    """Return a model of the stated size with the dimensions of the nearest catalog model."""
    active = stated.params_active
    is_moe = active is not None and active < DENSE_SHARE * stated.params_total
    near = _nearest(stated.params_total, active if is_moe else None, catalog)
    ratio = stated.params_total / near.params_total
    layers = stated.layers or near.layers
    kv_heads, head_dim = stated.kv_heads or near.kv_heads, stated.head_dim or near.head_dim
    elements = near.kv_elems_global * layers / near.layers
    if stated.kv_heads or stated.head_dim:
        elements = 2.0 * layers * kv_heads * head_dim
    name = _size_name(stated)
    return replace(
        near,
        id=slug(name),
        name=name,
        params_total=stated.params_total,
        params_active=active if active and is_moe else near.params_active * ratio,
        moe_intermediate=round(near.moe_intermediate * ratio) if near.moe_intermediate else None,
        layers=layers,
        global_kv_layers=layers if stated.layers else near.global_kv_layers,
        kv_heads=kv_heads,
        head_dim=head_dim,
        kv_elems_global=elements,
        aliases=(),
        hf_id="",
        source=f"shape of {near.name}: {near.source}",
    )


def of_stated_size(like: Weights, model: Model, bits_per_weight: float) -> Weights:
    """Return the weights of a stated shape: its own size, shared out as the model it is like.

    What a token reads of a mixture follows from the stated active parameters.
    """
    stored = model.params_total * bits_per_weight / 8
    scale = stored / like.stored_bytes
    read, experts = like.read_bytes * scale, like.expert_read_bytes * scale
    if experts:
        wanted = stored * model.params_active / model.params_total
        experts = max(wanted - (read - experts), LEAST_EXPERT_SHARE * wanted)
        read = wanted
    return Weights(
        stored_bytes=stored,
        read_bytes=read,
        expert_stored_bytes=like.expert_stored_bytes * scale,
        expert_read_bytes=experts,
        embedding_bytes=like.embedding_bytes * scale,
        output_bytes=like.output_bytes * scale,
        basis="class",
    )


def _nearest(total: float, active: float | None, catalog: Catalog) -> Model:
    """Return the catalog model closest in total (and active) parameters, of equals the newest."""
    alike = [
        m
        for m in catalog.models.values()
        if m.is_moe == (active is not None)
        and m.attention in USUAL_ATTENTION
        and m.release >= MODERN
    ]

    def distance(one: Model) -> tuple[float, str]:
        far = abs(one.params_total / total - 1)
        if active:
            far += abs(one.params_active / active - 1)
        return -round(far, 2), one.release

    return max(alike, key=distance)


def _size_name(stated: CustomModel) -> str:
    name = f"{stated.params_total / 1e9:.4g}B"
    return name + (f"-A{stated.params_active / 1e9:.3g}B" if stated.params_active else "")
