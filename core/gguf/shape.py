"""The dimensions that a file or a configuration states, and the model they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from catalog.names import slug
from catalog.parameters import feed_forward, recomputed
from catalog.record import record, replace
from catalog.records import Model
from core.gguf.header import GgufError

MOST_LAYERS: Final = 1_024
MOST_WIDTH: Final = 1 << 20
MOST_VOCABULARY: Final = 1 << 22
MOST_CONTEXT: Final = 1 << 28
MOST_EXPERTS: Final = 1 << 14
MOST_PARAMS: Final = 1e14
ALWAYS_TIED: Final = ("gemma", "command-r", "cohere", "lfm2", "bloom", "starcoder2")
PLAIN_EXPERTS: Final = frozenset({"nemotron-h"})  # experts without a gate
COMPRESSED: Final = frozenset({"deepseek4", "glm5-next"})  # caches that no key describes
SAME_SIZE: Final = 0.06  # files with and without extra prediction layers or vision lie within
NEAR_VOCABULARY: Final = 0.02  # padding differs


@record
class Shape:
    """A model's dimensions as stated. Counts and elements; see `catalog.records.Model`.

    `kv_heads` has one entry a layer, 0 where a layer keeps no KV cache; `windowed` tells which
    of them keep only `window` tokens. `*_local` are the head sizes of those. `linear_layers`
    keep a state instead of a cache. `tied`, `params_total` and `params_experts` are None where
    nothing tells. `lookup` are tables of which a token reads single rows; `latent_attention` the
    parameters of one layer of latent attention.
    """

    family: str
    layers: int
    hidden: int
    heads: int
    kv_heads: tuple[int, ...]
    windowed: tuple[bool, ...]
    key_dim: int
    value_dim: int
    key_dim_local: int
    value_dim_local: int
    vocab: int
    window: int | None = None
    mla_kv_dim: int | None = None
    linear_layers: int | None = None
    has_state: bool = False
    experts_total: int | None = None
    experts_active: int | None = None
    shared_experts: int | None = None
    dense_lead_layers: int | None = None
    intermediate: int | None = None
    moe_intermediate: int | None = None
    context_max: int | None = None
    mtp_layers: int = 0
    tied: bool | None = None
    params_total: float | None = None
    params_experts: float | None = None
    params_mtp: float = 0.0
    lookup: float = 0.0
    size_label: float | None = None
    latent_attention: float | None = None


def relative(shape: Shape, models: Mapping[str, Model]) -> Model | None:
    """Return the catalog's model with the same dimensions, or None: a finetune has the base's."""
    _check(shape)
    for one in models.values():
        if (
            (one.layers, one.hidden, one.heads) == (shape.layers, shape.hidden, shape.heads)
            and (one.experts_total or 0) == (shape.experts_total or 0)
            and abs(one.vocab / shape.vocab - 1) <= NEAR_VOCABULARY
        ):
            return one
    return None


def model_from(
    shape: Shape, *, id_: str, name: str, source: str, like: Model | None = None
) -> Model:
    """Return the model of `shape`.

    `like` is a known model of the same dimensions: it tells what a header leaves out.

    Raises
    ------
    GgufError
        If nothing tells how many parameters there are, or the numbers contradict each other.
    """
    _check(shape)
    rough = _dimensions(shape, id_, name, source, like)
    tied = _tied(shape, rough, like)
    total, mtp = _total(shape, replace(rough, tied_embeddings=tied), like)
    rough = replace(rough, tied_embeddings=tied, params_total=total, params_mtp=mtp)
    return replace(rough, params_active=_active(shape, rough, like))


def _check(shape: Shape) -> None:
    bounds = (
        (shape.layers, MOST_LAYERS),
        (shape.hidden, MOST_WIDTH),
        (shape.heads, MOST_WIDTH),
        (shape.vocab, MOST_VOCABULARY),
        (shape.key_dim, MOST_WIDTH),
        (shape.value_dim, MOST_WIDTH),
    )
    if any(not 0 < value <= most for value, most in bounds):
        raise GgufError("the dimensions cannot be true")
    if shape.params_total is not None and not 0 < shape.params_total <= MOST_PARAMS:
        raise GgufError("the number of parameters cannot be true")
    if shape.experts_total and not 0 < (shape.experts_active or 0) <= shape.experts_total:
        raise GgufError("more experts are used than there are")
    if max(shape.kv_heads, default=0) > MOST_WIDTH:
        raise GgufError("the dimensions cannot be true")


def _dimensions(shape: Shape, id_: str, name: str, source: str, like: Model | None) -> Model:
    caching = [kv for kv in shape.kv_heads if kv]
    local = sum(1 for kv, near in zip(shape.kv_heads, shape.windowed, strict=True) if kv and near)
    full, near = _kv_elements(shape)
    if like is not None and like.family in COMPRESSED:
        full, near = like.kv_elems_global, like.kv_elems_swa
    is_local_first = bool(shape.windowed) and shape.windowed[0]
    experts = shape.experts_total if (shape.experts_total or 0) > 1 else None
    return Model(
        id=id_,
        name=name,
        family=like.family if like else shape.family,
        hf_id="",
        params_total=0.0,
        params_active=0.0,
        params_active_official=like.params_active_official if like else None,
        layers=shape.layers,
        hidden=shape.hidden,
        heads=shape.heads,
        kv_heads=caching[0] if caching else 1,
        head_dim=shape.key_dim_local if is_local_first else shape.key_dim,
        attention=_attention(shape, caching, local),
        sliding_window=shape.window if local or (like and like.sliding_window) else None,
        layer_pattern=_pattern(shape, caching, local),
        mla_kv_dim=shape.mla_kv_dim,
        experts_total=experts,
        experts_active=shape.experts_active if experts else None,
        shared_experts=shape.shared_experts if experts else None,
        dense_lead_layers=shape.dense_lead_layers if experts else None,
        intermediate=shape.intermediate,
        moe_intermediate=shape.moe_intermediate if experts else None,
        context_max=shape.context_max,
        vocab=shape.vocab,
        tied_embeddings=False,
        tokenizer_family=like.tokenizer_family if like else slug(name),
        global_kv_layers=len(caching) - local,
        swa_layers=local or None,
        linear_layers=shape.linear_layers,
        kv_elems_global=full,
        kv_elems_swa=near,
        release=like.release if like else "",
        aliases=(),
        source=source,
        confidence="read",
        note="",
    )


def latent_attention(
    hidden: int, heads: int, ranks: tuple[int, int], dims: tuple[int, int, int]
) -> float:
    """Return the parameters of one layer of latent attention.

    `ranks` are those of query (0 = not compressed) and KV, `dims` a head's parts without and with
    position, and its value (DeepSeek-V2, arXiv:2405.04434).
    """
    (query, latent), (plain, rope, value) = ranks, dims
    wide = heads * (plain + rope)
    queries = query * (hidden + wide) if query else hidden * wide
    keys = hidden * (latent + rope) + latent * heads * (plain + value)
    return float(queries + keys + heads * value * hidden)


def _kv_elements(shape: Shape) -> tuple[float, float]:
    """Return KV elements per token of the layers with the whole context, and of the others."""
    full = near = 0
    for kv, windowed in zip(shape.kv_heads, shape.windowed, strict=True):
        if not kv:
            continue
        if windowed:
            near += kv * (shape.key_dim_local + shape.value_dim_local)
        else:
            full += shape.mla_kv_dim or kv * (shape.key_dim + shape.value_dim)
    return float(full), float(near)


def _attention(shape: Shape, caching: list[int], local: int) -> str:
    if shape.has_state or shape.linear_layers:
        return "hybrid"
    if shape.mla_kv_dim:
        return "mla"
    if local:
        return "swa"
    if caching and caching[0] == 1:
        return "mqa"
    return "mha" if caching and caching[0] == shape.heads else "gqa"


def _pattern(shape: Shape, caching: list[int], local: int) -> str:
    if shape.linear_layers:
        return f"linear x{shape.linear_layers}, attention x{len(caching)}"
    if local:
        return f"{local} SWA + {len(caching) - local} global"
    if shape.mla_kv_dim:
        return f"all {len(caching)} layers MLA"
    return "all global" if len(caching) == shape.layers else f"attention x{len(caching)}"


def _tied(shape: Shape, rough: Model, like: Model | None) -> bool:
    """Return whether one table serves as embedding and output, by the total where nobody says."""
    if shape.tied is not None:
        return shape.tied
    if like is not None:
        return like.tied_embeddings
    if shape.family.startswith(ALWAYS_TIED):
        return True
    known = shape.params_total or shape.size_label
    once = recomputed(replace(rough, tied_embeddings=True))
    twice = recomputed(rough)
    if not known or once is None or twice is None:
        return False
    return abs(once - known) < abs(twice - known)


def _total(shape: Shape, rough: Model, like: Model | None) -> tuple[float, float]:
    """Return the parameters of the model, and those of its extra prediction layers."""
    stated = shape.params_total
    if stated and shape.params_mtp:
        return stated - shape.params_mtp, shape.params_mtp
    if stated and shape.mtp_layers and shape.params_experts is None:
        if like is not None and abs(stated / like.params_total - 1) < SAME_SIZE:
            return like.params_total, max(stated - like.params_total, 0.0)
        mtp = _prediction_layers(shape, rough, stated)
        return stated - mtp, mtp
    if stated:
        return stated, 0.0
    if like is not None:
        return like.params_total, 0.0
    found = recomputed(rough) or shape.size_label
    if not found:
        raise GgufError("nothing tells how many parameters it has")
    return found, 0.0


def _prediction_layers(shape: Shape, rough: Model, stated: float) -> float:
    """Return the parameters of extra prediction layers in `stated`; some count them, some do not.

    The dimensions give the model without them, and one such layer is like the last of the others.
    """
    body = feed_forward(rough)
    attention = shape.latent_attention
    if attention is None and not rough.mla_kv_dim:
        attention = 2.0 * rough.hidden * rough.head_dim * (rough.heads + rough.kv_heads)
    if body is None or attention is None or rough.attention == "hybrid":
        return 0.0
    tables = rough.vocab * rough.hidden * (1 if rough.tied_embeddings else 2)
    without = tables + body + rough.layers * attention
    one = replace(rough, layers=1, dense_lead_layers=None)
    extra = shape.mtp_layers * ((feed_forward(one) or 0.0) + attention + 2.0 * rough.hidden**2)
    return extra if abs(without + extra - stated) < abs(without - stated) else 0.0


def _active(shape: Shape, rough: Model, like: Model | None) -> float:
    """Return what one token reads: all but looked-up tables and the experts not chosen."""
    if like is not None and shape.params_experts is None:
        return like.params_active * rough.params_total / like.params_total
    looked_up = shape.lookup + (0.0 if rough.tied_embeddings else rough.vocab * rough.hidden)
    read = rough.params_total - looked_up
    if rough.experts_total:
        unread = 1 - (rough.experts_active or 0) / rough.experts_total
        read -= unread * (shape.params_experts or _experts(rough))
    if read <= 0:
        raise GgufError("the dimensions and the number of parameters contradict each other")
    return read


def _experts(rough: Model) -> float:
    """Return the parameters of all routed experts, by the dimensions."""
    matrices = 2 if rough.family in PLAIN_EXPERTS else 3
    layers = rough.layers - (rough.dense_lead_layers or 0)
    if rough.family in PLAIN_EXPERTS:
        layers -= (rough.linear_layers or 0) + (rough.global_kv_layers or 0)
    each = float(rough.hidden * (rough.moe_intermediate or 0) * matrices)
    return layers * (rough.experts_total or 0) * each
