"""From a repository's `config.json` to the dimensions of its model.

Key names are those of the transformers library's configuration classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from catalog.records import Model
from core.gguf.header import GgufError
from core.gguf.shape import (
    MOST_LAYERS,
    MOST_WIDTH,
    Shape,
    latent_attention,
    model_from,
    relative,
)

FAMILIES: Final = {
    "qwen3_next": "qwen3-next",
    "qwen3_5": "qwen3.5",
    "qwen3_5_text": "qwen3.5",
    "qwen3_5_moe": "qwen3.5",
    "qwen3_5_moe_text": "qwen3.5",
    "gpt_oss": "gpt-oss",
    "nemotron_h": "nemotron-h",
    "gemma3_text": "gemma3",
    "gemma3n_text": "gemma3n",
    "phi": "phi2",
}
TIED_UNLESS_SAID: Final = ("gemma", "cohere", "lfm2", "gpt2", "starcoder2", "qwen3_5_text")
PERIODS: Final = {"gemma2": 2, "gemma3": 6, "gemma3_text": 6, "cohere2": 4}
DEFAULTS: Final = {
    "gemma3_text": {"num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
                    "vocab_size": 262_208, "max_position_embeddings": 131_072},
}  # fmt: skip
"""What transformers takes where a published configuration leaves it out."""
CHUNK: Final = 8_192  # tokens of llama4's local attention
WINDOWED: Final = frozenset({"sliding_attention", "chunked_attention"})
STATES: Final = frozenset({"linear_attention", "mamba", "mamba2", "conv", "recurrent", "kda"})
_KV: Final = ("num_key_value_heads", "n_head_kv", "multi_query_group_num")


def model_of(
    config: Mapping[str, object],
    *,
    id_: str,
    name: str,
    params_total: float | None = None,
    models: Mapping[str, Model] | None = None,
) -> Model:
    """Return the model that `config` describes.

    `params_total` is what the repository says of its weights. A model of the same dimensions
    among `models` tells what configurations leave out.

    Raises
    ------
    GgufError
        If it describes no language model, or one that cannot be.
    """
    shape = shape_of(config, params_total=params_total)
    like = relative(shape, models or {})
    return model_from(shape, id_=id_, name=name, source="config.json", like=like)


def shape_of(config: Mapping[str, object], *, params_total: float | None = None) -> Shape:
    """Return the dimensions in `config`; of a model with vision those of its text part."""
    keys = _Keys(config)
    layers = keys.needed(MOST_LAYERS, "num_hidden_layers", "n_layer", "num_layers")
    hidden = keys.needed(MOST_WIDTH, "hidden_size", "n_embd", "d_model")
    heads = keys.needed(MOST_WIDTH, "num_attention_heads", "n_head")
    head_dim = keys.count("head_dim", "attention_head_dim") or max(hidden // heads, 1)
    local_dim = head_dim
    if keys.type.startswith("gemma4"):
        head_dim = keys.count("global_head_dim") or head_dim
    types = _layer_types(keys, layers)
    intermediate = keys.count("intermediate_size", "n_inner", "ffn_hidden_size")
    return Shape(
        family=FAMILIES.get(keys.type, keys.type.removesuffix("_text")),
        layers=layers,
        hidden=hidden,
        heads=heads,
        kv_heads=_kv_heads(keys, types, heads),
        windowed=tuple(one in WINDOWED for one in types),
        key_dim=head_dim,
        value_dim=keys.count("v_head_dim") or head_dim,
        key_dim_local=local_dim,
        value_dim_local=keys.count("v_head_dim") or local_dim,
        vocab=keys.needed(MOST_WIDTH * 4, "vocab_size"),
        window=_window(keys),
        mla_kv_dim=_latent(keys),
        linear_layers=sum(1 for one in types if one in STATES) or None,
        has_state=any(one in STATES for one in types) or keys.count("mamba_d_state") is not None,
        experts_total=keys.count(
            "num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"
        ),
        experts_active=keys.count(
            "num_experts_per_tok", "num_experts_per_token", "moe_k", "top_k_experts", "moe_topk"
        ),
        shared_experts=_shared_experts(keys),
        dense_lead_layers=_dense_layers(keys, layers),
        intermediate=keys.count("intermediate_size_mlp") or intermediate,
        moe_intermediate=keys.count("moe_intermediate_size", "expert_ffn_hidden_size")
        or intermediate,
        context_max=keys.count("max_position_embeddings", "n_positions", "seq_length"),
        mtp_layers=keys.count("num_nextn_predict_layers", "mtp_num_hidden_layers") or 0,
        tied=_tied(keys),
        params_total=params_total,
        lookup=_per_layer_tables(keys, layers),
        latent_attention=_latent_attention(keys, hidden, heads),
    )


class _Keys:
    """The keys of the text part, with those around it behind."""

    def __init__(self, config: Mapping[str, object]) -> None:
        inner = config.get("text_config") or config.get("llm_config") or {}
        self._inner: Mapping[str, object] = inner if isinstance(inner, dict) else {}
        self._outer = config
        self._defaults: Mapping[str, object] = {}
        kind = self.value("model_type")
        self.type = kind[:40] if isinstance(kind, str) else ""
        self._defaults = DEFAULTS.get(self.type, {})

    def value(self, name: str) -> object:
        found = self._inner.get(name)
        found = self._outer.get(name) if found is None else found
        return self._defaults.get(name) if found is None else found

    def count(self, *names: str) -> int | None:
        """Return the first of `names` that is a count above 0."""
        for name in names:
            value = self.value(name)
            if isinstance(value, int) and not isinstance(value, bool) and value > 0:
                return value
        return None

    def needed(self, most: int, *names: str) -> int:
        value = self.count(*names)
        if value is None or value > most:
            raise GgufError(f"config.json says nothing usable of {names[0]}")
        return value

    def texts(self, name: str, layers: int) -> tuple[str, ...] | None:
        value = self.value(name)
        if not isinstance(value, list) or len(value) < layers:
            return None
        return tuple(str(one)[:32] for one in value[:layers])


def _layer_types(keys: _Keys, layers: int) -> tuple[str, ...]:
    """Return what each layer does, as transformers' `layer_types` names it."""
    listed = keys.texts("layer_types", layers) or keys.texts("layers_block_type", layers)
    if listed:
        return listed
    letters = keys.value("hybrid_override_pattern")
    if isinstance(letters, str) and len(letters) >= layers:
        names = {"M": "mamba", "*": "full_attention"}
        return tuple(names.get(letter, "mlp") for letter in letters[:layers])
    if kimi := _kimi_types(keys, layers):
        return kimi
    if every := keys.count("full_attention_interval"):
        return _every(every, layers, "linear_attention")
    if step := keys.count("attn_layer_period"):
        offset = keys.count("attn_layer_offset") or 0
        return tuple("full_attention" if i % step == offset else "mamba" for i in range(layers))
    period = keys.count("sliding_window_pattern") or PERIODS.get(keys.type)
    if period and _window(keys):
        return _every(period, layers, "sliding_attention")
    if keys.type.startswith("llama4"):
        return _every(4, layers, "chunked_attention")
    return ("full_attention",) * layers


def _kimi_types(keys: _Keys, layers: int) -> tuple[str, ...] | None:
    """Return the types where a list, counted from 1, names the linear layers."""
    told = keys.value("linear_attn_config")
    linear = told.get("kda_layers") if isinstance(told, dict) else None
    if not isinstance(linear, list):
        return None
    return tuple("kda" if i + 1 in linear else "full_attention" for i in range(layers))


def _every(period: int, layers: int, others: str) -> tuple[str, ...]:
    return tuple("full_attention" if (i + 1) % period == 0 else others for i in range(layers))


def _kv_heads(keys: _Keys, types: tuple[str, ...], heads: int) -> tuple[int, ...]:
    """Return the KV heads of each layer, 0 where it keeps no cache."""
    usual = keys.count(*_KV) or (1 if keys.value("multi_query") is True else heads)
    full = keys.count("num_global_key_value_heads") or usual
    swa = keys.count("swa_num_key_value_heads") or usual
    found = [
        0 if one in STATES or one == "mlp" else swa if one in WINDOWED else full for one in types
    ]
    if shared := keys.count("num_kv_shared_layers"):
        own = max(len(found) - shared, 0)
        found[own:] = [0] * (len(found) - own)
    crossing = keys.value("cross_attention_layers")
    for at in crossing if isinstance(crossing, list) else ():
        if isinstance(at, int) and 0 <= at < len(found):
            found[at] = 0
    return tuple(found)


def _window(keys: _Keys) -> int | None:
    if keys.value("use_sliding_window") is False:
        return None
    chunk = keys.count("attention_chunk_size")
    if keys.type.startswith("llama4"):
        return chunk or CHUNK
    return keys.count("sliding_window")


def _latent(keys: _Keys) -> int | None:
    rank = keys.count("kv_lora_rank")
    return rank + (keys.count("qk_rope_head_dim") or 0) if rank else None


def _latent_attention(keys: _Keys, hidden: int, heads: int) -> float | None:
    rank, value = keys.count("kv_lora_rank"), keys.count("v_head_dim")
    plain, rope = keys.count("qk_nope_head_dim"), keys.count("qk_rope_head_dim")
    if not (rank and value and plain and rope):
        return None
    ranks = (keys.count("q_lora_rank") or 0, rank)
    return latent_attention(hidden, heads, ranks, (plain, rope, value))


def _shared_experts(keys: _Keys) -> int | None:
    if count := keys.count("n_shared_experts", "num_shared_experts", "moe_num_shared_experts"):
        return count
    if keys.type.startswith("llama4"):
        return 1
    width = keys.count("shared_expert_intermediate_size")
    each = keys.count("moe_intermediate_size")
    return max(round(width / each), 1) if width and each else None


def _dense_layers(keys: _Keys, layers: int) -> int | None:
    if lead := keys.count("first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"):
        return min(lead, layers)
    step = keys.count("interleave_moe_layer_step") or 1
    return layers - layers // step if 1 < step <= layers else None


def _tied(keys: _Keys) -> bool:
    said = keys.value("tie_word_embeddings")
    return said if isinstance(said, bool) else keys.type.startswith(TIED_UNLESS_SAID)


def _per_layer_tables(keys: _Keys, layers: int) -> float:
    width = keys.count("hidden_size_per_layer_input") or 0
    return float(width * layers * (keys.count("vocab_size_per_layer_input") or 0))
