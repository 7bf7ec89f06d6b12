"""A header, and a configuration, as the publisher of a catalog row would have written them."""

from __future__ import annotations

from catalog.record import replace
from catalog.records import Model
from core.gguf.header import Value

ARCHITECTURES = {
    "qwen3.5": "qwen35",
    "qwen3.6": "qwen35",
    "qwen3.8": "qwen35",
    "qwen3-next": "qwen3next",
    "nemotron-h": "nemotron_h",
}


def values(row: Model) -> dict[str, Value | list[str]]:
    """Return the metadata of `row`, up to where the tokenizer begins."""
    own = {key: value for key, value in _dimensions(row).items() if value is not None}
    arch = architecture(row)
    general: dict[str, Value | list[str]] = {
        "general.architecture": arch,
        "general.type": "model",
        "general.name": row.name,
    }
    return general | {f"{arch}.{key}": value for key, value in own.items()}


def architecture(row: Model) -> str:
    return ARCHITECTURES.get(row.family, row.family)


def caching_layers(row: Model) -> tuple[int, int]:
    """Return how many layers keep the whole context, and how many a window."""
    near = row.swa_layers or 0
    each = row.mla_kv_dim or 2 * row.kv_heads * row.head_dim
    full = row.global_kv_layers
    if full is None:
        full = min(round(row.kv_elems_global / each), row.layers - near)
    return full, near


def _dimensions(row: Model) -> dict[str, Value | None]:
    full, near = caching_layers(row)
    none = row.layers - full - near
    window_first = row.family != "mimo2"
    parts = [True] * near + [False] * full if window_first else [False] * full + [True] * near
    pattern = (*parts, *(False,) * none)
    key, value, full_heads, near_heads = _heads(row, full, near)
    kv = tuple(near_heads if one else full_heads for one in parts) + (0,) * none
    dense = row.dense_lead_layers
    return {
        "block_count": row.layers,
        "context_length": row.context_max,
        "embedding_length": row.hidden,
        "feed_forward_length": _feed_forward(row, none),
        "attention.head_count": row.heads,
        "attention.head_count_kv": kv if len(set(kv)) > 1 else row.kv_heads,
        "attention.key_length": key,
        "attention.value_length": value,
        "attention.key_length_swa": row.head_dim if key != row.head_dim else None,
        "attention.value_length_swa": row.head_dim if key != row.head_dim else None,
        "attention.sliding_window": row.sliding_window,
        "attention.sliding_window_pattern": pattern if near else None,
        "attention.kv_lora_rank": row.mla_kv_dim - 64 if row.mla_kv_dim else None,
        "rope.dimension_count": 64 if row.mla_kv_dim else None,
        "ssm.conv_kernel": 4 if row.linear_layers or row.family == "falcon-h1" else None,
        "attention.cross_attention_layers": tuple(range(full, row.layers))
        if row.family == "llama3.2" and none
        else None,
        "expert_count": row.experts_total,
        "expert_used_count": row.experts_active,
        "expert_shared_count": row.shared_experts,
        "expert_feed_forward_length": row.moe_intermediate,
        "leading_dense_block_count": dense,
        "interleave_moe_layer_step": 2 if row.id.startswith("llama-4-maverick") else None,
        "vocab_size": row.vocab,
    }


def _feed_forward(row: Model, none: int) -> Value | None:
    """Return the width, per layer where layers without a cache differ in what they do."""
    wide = row.intermediate or row.moe_intermediate
    states = row.linear_layers or 0
    if not wide or not states or states == none:
        return wide
    return (*(wide,) * (row.layers - states), *(0,) * states)


def _heads(row: Model, full: int, near: int) -> tuple[int, int, int, int]:
    """Return head sizes of key and value and KV heads, full and windowed, that give the row's."""
    each = row.kv_elems_global / full if full else 0
    if row.mla_kv_dim or not full or each == 2 * row.kv_heads * row.head_dim:
        return row.head_dim, row.head_dim, row.kv_heads, row.kv_heads
    if row.family == "mimo2":
        value = round(each / row.kv_heads) - row.head_dim
        return row.head_dim, value, row.kv_heads, round(row.kv_elems_swa / near / (192 + value))
    heads = max(round(each / (2 * 512)), 1)
    return round(each / 2 / heads), round(each / 2 / heads), heads, row.kv_heads


def tensors(row: Model) -> list[tuple[str, int]]:
    """Return the tensors of `row`, all of a kind as one, that add up to its parameters."""
    embed = row.vocab * row.hidden
    looked_up = 0 if row.tied_embeddings else embed
    unread = round(row.params_total - row.params_active) - looked_up
    found = {"token_embd.weight": embed}
    if not row.tied_embeddings:
        found["output.weight"] = embed
    if row.is_moe and unread > 0:
        share = 1 - (row.experts_active or 0) / (row.experts_total or 1)
        found["blk.0.ffn_up_exps.weight"] = round(unread / share)
    elif unread > 0:
        found["per_layer_token_embd.weight"] = unread
    rest = round(row.params_total) - sum(found.values())
    found["blk.0.attn_q.weight"] = max(rest, 1)
    if row.params_mtp:
        found[f"blk.{row.layers}.nextn.eh_proj.weight"] = round(row.params_mtp)
    return list(found.items())


def renamed(read: Model, row: Model) -> Model:
    """Return what was read under the row's id, so that both meet the same published files."""
    return replace(read, id=row.id, name=row.name)
