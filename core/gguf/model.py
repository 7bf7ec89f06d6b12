"""From a GGUF header to the dimensions of its model, by the keys that llama.cpp writes.

Key names are those of llama.cpp's `src/llama-arch.cpp` (2025); windows that a period in its
source implies, and no key, stand in `PERIODS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from catalog.record import record
from catalog.records import Model
from core.gguf.header import GgufError, Header, Tensor, Value
from core.gguf.shape import (
    MOST_LAYERS,
    MOST_WIDTH,
    Shape,
    latent_attention,
    model_from,
    relative,
)

PERIODS: Final = {
    "gemma2": 2, "gemma3": 6, "gemma3n": 5, "cohere2": 4, "gpt-oss": 2, "exaone4": 4,
    "llama4": 4, "olmo2": 4, "olmo3": 4, "afmoe": 4,
}  # fmt: skip
FAMILIES: Final = {
    "qwen3next": "qwen3-next",
    "qwen35": "qwen3.5",
    "qwen35moe": "qwen3.5",
    "gpt_oss": "gpt-oss",
    "nemotron_h": "nemotron-h",
    "nemotron_h_moe": "nemotron-h",
}
FILE_TYPES: Final = {
    0: "f32", 1: "f16", 2: "q4_0", 3: "q4_1", 7: "q8_0", 8: "q5_0", 9: "q5_1", 10: "q2_k",
    11: "q3_k_s", 12: "q3_k_m", 13: "q3_k_l", 14: "q4_k_s", 15: "q4_k_m", 16: "q5_k_s",
    17: "q5_k_m", 18: "q6_k", 19: "iq2_xxs", 20: "iq2_xs", 21: "q2_k_s", 22: "iq3_xs",
    23: "iq3_xxs", 24: "iq1_s", 25: "iq4_nl", 26: "iq3_s", 27: "iq3_m", 28: "iq2_s", 29: "iq2_m",
    30: "iq4_xs", 31: "iq1_m", 32: "bf16", 36: "tq1_0", 37: "tq2_0", 38: "mxfp4_moe",
}  # fmt: skip
LLAMA4_CHUNK: Final = 8_192  # tokens; llama.cpp's default where no key gives it
_BLOCK: Final = re.compile(r"blk\.(\d{1,4})\.", re.ASCII)
_LABEL: Final = re.compile(r"(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,2})?)([BMT])", re.ASCII)
_SCALE: Final = {"M": 1e6, "B": 1e9, "T": 1e12}
_MIXERS: Final = ("ssm.", "shortconv.", "kda.", "wkv.")


def model_of(
    header: Header,
    *,
    id_: str,
    name: str = "",
    params_total: float | None = None,
    models: Mapping[str, Model] | None = None,
) -> Model:
    """Return the model that `header` describes.

    `params_total` is what another source says of it, used where the tensors are not in the
    header. A model of the same dimensions among `models` tells what headers leave out.

    Raises
    ------
    GgufError
        If the header describes no language model, or one that cannot be.
    """
    shape = shape_of(header, params_total=params_total)
    like = relative(shape, models or {})
    return model_from(shape, id_=id_, name=name or _name(header, id_), source="GGUF", like=like)


def quant_of(header: Header) -> str | None:
    """Return the id of the quant that the header names, or None where it comes too late."""
    number = header.values.get("general.file_type")
    return FILE_TYPES.get(number) if isinstance(number, int) else None


def is_language_model(header: Header) -> bool:
    """Return whether it is a model of its own, and no projector or adapter beside one."""
    kind = header.values.get("general.type", "model")
    return kind == "model" and header.values.get("general.architecture") != "clip"


def shape_of(header: Header, *, params_total: float | None = None) -> Shape:
    """Return the dimensions in `header`."""
    if not is_language_model(header):
        raise GgufError("the file holds a projector or an adapter, not a language model")
    keys = _Keys(header)
    mtp = keys.whole("nextn_predict_layers") or 0
    layers = keys.needed("block_count", MOST_LAYERS) - mtp
    if layers <= 0:
        raise GgufError("the dimensions cannot be true")
    hidden, heads = keys.needed("embedding_length", MOST_WIDTH), _heads(keys)
    key_dim = keys.whole("attention.key_length") or max(hidden // heads, 1)
    value_dim = keys.whole("attention.value_length") or key_dim
    kv_heads = _kv_heads(keys, layers, heads)
    is_part = (keys.header.values.get("split.count") or 0) not in (0, 1)
    counted = _counted(header.tensors, layers) if header.tensors and not is_part else None
    return Shape(
        family=FAMILIES.get(keys.arch, keys.arch),
        layers=layers,
        hidden=hidden,
        heads=heads,
        kv_heads=kv_heads,
        windowed=_windowed(keys, layers),
        key_dim=key_dim,
        value_dim=value_dim,
        key_dim_local=keys.whole("attention.key_length_swa") or key_dim,
        value_dim_local=keys.whole("attention.value_length_swa") or value_dim,
        vocab=_vocab(keys, counted, hidden),
        window=_window(keys),
        mla_kv_dim=_latent(keys),
        linear_layers=_linear_layers(keys, kv_heads),
        has_state=keys.has_any(_MIXERS),
        experts_total=keys.whole("expert_count") or None,
        experts_active=keys.whole("expert_used_count") or None,
        shared_experts=_shared_experts(keys),
        dense_lead_layers=_dense_layers(keys, layers),
        intermediate=keys.largest("feed_forward_length"),
        moe_intermediate=keys.whole("expert_feed_forward_length")
        or keys.largest("feed_forward_length"),
        context_max=keys.whole("context_length"),
        mtp_layers=mtp,
        tied=not counted.has_output if counted else None,
        params_total=counted.total if counted else params_total,
        params_experts=counted.experts if counted else None,
        params_mtp=counted.mtp if counted else 0.0,
        lookup=counted.lookup if counted else _per_layer_tables(keys, layers),
        latent_attention=_latent_attention(keys, hidden, heads),
        size_label=_labelled(header.values.get("general.size_label")),
    )


class _Keys:
    """The architecture's own keys."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.arch = str(header.values["general.architecture"])

    def value(self, key: str) -> Value | None:
        return self.header.values.get(f"{self.arch}.{key}")

    def whole(self, key: str) -> int | None:
        """Return a count, or None where the key is missing or no count."""
        value = self.value(key)
        is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        return value if is_count else None  # type: ignore[return-value]

    def needed(self, key: str, most: int) -> int:
        value = self.whole(key)
        if value is None or not 0 < value <= most:
            raise GgufError(f"the header says nothing usable of {key}")
        return value

    def each(self, key: str, layers: int) -> tuple[int, ...] | None:
        """Return one count a layer, where the key has an array."""
        value = self.value(key)
        if not isinstance(value, tuple):
            return None
        if len(value) < layers or not all(isinstance(n, int) and n >= 0 for n in value):
            raise GgufError(f"the header has {key} for other layers than there are")
        return tuple(int(n) for n in value[:layers])

    def largest(self, key: str) -> int | None:
        value = self.value(key)
        if isinstance(value, tuple):
            return max((n for n in value if isinstance(n, int)), default=0) or None
        return self.whole(key) or None

    def has_any(self, starts: tuple[str, ...]) -> bool:
        lead = len(self.arch) + 1
        return any(key[lead:].startswith(starts) for key in self.header.values)


def _heads(keys: _Keys) -> int:
    heads = keys.largest("attention.head_count")
    if not heads or heads > MOST_WIDTH:
        raise GgufError("the header says nothing usable of attention.head_count")
    return heads


def _kv_heads(keys: _Keys, layers: int, heads: int) -> tuple[int, ...]:
    """Return the KV heads of each layer, 0 where it keeps no cache."""
    found = keys.each("attention.head_count_kv", layers)
    if found is None:
        found = (keys.whole("attention.head_count_kv") or heads,) * layers
    every = keys.whole("full_attention_interval")
    if every and 0 not in found:
        found = tuple(kv if (i + 1) % every == 0 else 0 for i, kv in enumerate(found))
    if shared := keys.whole("attention.shared_kv_layers"):
        own = max(layers - shared, 0)
        found = found[:own] + (0,) * (layers - own)
    crossing = keys.value("attention.cross_attention_layers")
    if isinstance(crossing, tuple):
        found = tuple(0 if i in crossing else kv for i, kv in enumerate(found))
    return found


def _windowed(keys: _Keys, layers: int) -> tuple[bool, ...]:
    """Return which layers keep only a window: by the key, else by the architecture's period."""
    nowhere = (False,) * layers
    if not _window(keys):
        return nowhere
    pattern = keys.value("attention.sliding_window_pattern")
    if isinstance(pattern, tuple):
        if len(pattern) < layers:
            raise GgufError("the header has a window pattern for other layers than there are")
        return tuple(bool(one) for one in pattern[:layers])
    period = pattern if isinstance(pattern, int) and pattern > 0 else PERIODS.get(keys.arch)
    if not period:
        return nowhere
    return tuple(i % period < period - 1 for i in range(layers))


def _window(keys: _Keys) -> int | None:
    chunk = keys.whole("attention.chunk_size") or LLAMA4_CHUNK if keys.arch == "llama4" else None
    return keys.whole("attention.sliding_window") or chunk


def _latent(keys: _Keys) -> int | None:
    """Return the elements a layer of latent attention keeps for a token."""
    rank = keys.whole("attention.kv_lora_rank")
    return rank + (keys.whole("rope.dimension_count") or 0) if rank else None


def _latent_attention(keys: _Keys, hidden: int, heads: int) -> float | None:
    rank, rope = keys.whole("attention.kv_lora_rank"), keys.whole("rope.dimension_count")
    key, value = keys.whole("attention.key_length_mla"), keys.whole("attention.value_length_mla")
    if not (rank and rope and key and value and key > rope):
        return None
    ranks = (keys.whole("attention.q_lora_rank") or 0, rank)
    return latent_attention(hidden, heads, ranks, (key - rope, rope, value))


def _linear_layers(keys: _Keys, kv_heads: tuple[int, ...]) -> int | None:
    """Return how many layers keep a state: those without cache and without feed-forward."""
    if not keys.has_any(_MIXERS) and not keys.whole("full_attention_interval"):
        return None
    widths = keys.each("feed_forward_length", len(kv_heads)) or (0,) * len(kv_heads)
    return sum(1 for kv, wide in zip(kv_heads, widths, strict=True) if not kv and not wide) or None


def _shared_experts(keys: _Keys) -> int | None:
    if count := keys.whole("expert_shared_count"):
        return count
    width, each = keys.whole("expert_shared_feed_forward_length"), _expert_width(keys)
    return max(round(width / each), 1) if width and each else None


def _expert_width(keys: _Keys) -> int | None:
    return keys.whole("expert_feed_forward_length")


def _dense_layers(keys: _Keys, layers: int) -> int | None:
    if lead := keys.whole("leading_dense_block_count"):
        return min(lead, layers)
    step = keys.whole("interleave_moe_layer_step") or 1
    return layers - layers // step if 1 < step <= layers else None


def _vocab(keys: _Keys, counted: Counted | None, hidden: int) -> int:
    """Return the vocabulary: the embedding's rows, padding included, where they are known."""
    if counted and counted.embed:
        return int(counted.embed // hidden)
    listed = keys.header.lengths.get("tokenizer.ggml.tokens")
    found = keys.whole("vocab_size") or listed
    if not found:
        raise GgufError("the header says nothing usable of vocab_size")
    return found


def _per_layer_tables(keys: _Keys, layers: int) -> float:
    """Return the parameters of per-layer embeddings, which are only looked up."""
    width = keys.whole("embedding_length_per_layer_input") or 0
    rows = keys.header.lengths.get("tokenizer.ggml.tokens") or keys.whole("vocab_size") or 0
    return float(width * layers * rows)


@record
class Counted:
    """Parameters counted from the list of tensors."""

    total: float
    embed: float
    experts: float
    lookup: float
    mtp: float
    has_output: bool


def _counted(tensors: tuple[Tensor, ...], layers: int) -> Counted:
    total = embed = experts = lookup = mtp = 0
    has_output = False
    for one in tensors:
        total += one.weights
        block = _BLOCK.match(one.name)
        if block and int(block[1]) >= layers:
            mtp += one.weights
        elif "_exps." in one.name:
            experts += one.weights
        elif one.name == "token_embd.weight":
            embed = one.weights
        elif one.name == "per_layer_token_embd.weight":
            lookup = one.weights
        has_output = has_output or one.name == "output.weight"
    return Counted(
        float(total), float(embed), float(experts), float(lookup), float(mtp), has_output
    )


def _labelled(label: Value | None) -> float | None:
    """Return the parameters of a size label ("8B", "128x4.6B"), or None."""
    found = _LABEL.match(label) if isinstance(label, str) else None
    return float(found[2]) * _SCALE[found[3]] * int(found[1] or 1) if found else None


def _name(header: Header, id_: str) -> str:
    named = header.values.get("general.name")
    text = "".join(c for c in named if c.isprintable())[:64] if isinstance(named, str) else ""
    return text.strip() or id_
