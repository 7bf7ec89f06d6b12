"""A model's parameters by kind of tensor, from its dimensions."""

from typing import Final

from catalog.record import record
from catalog.records import Model

PLAIN_FFN: Final = frozenset(
    {"falcon", "phi2", "starcoder2", "nemotron", "apertus", "arcee"}
)  # up and down
PLAIN_EXPERTS: Final = frozenset({"nemotron-h"})  # experts without a gate
FUSED_QKV: Final = frozenset({"falcon", "phi2", "phi3"})
GATED_QUERY: Final = ("qwen3-next", "qwen3.5", "qwen3.6", "qwen3.8")  # query and a gate of its size
STORED_TWICE: Final = frozenset({"qwen3-0.6b", "qwen3-1.7b"})  # tied, yet files hold both
UNEXPLAINED: Final = 0.05  # dimensions that miss the active parameters by more are not trusted
DELTA_QKV_SHARE: Final = 0.4545  # qkv of a gated delta net: 10,240 of 22,528 columns (Qwen3.5 27B)


@record
class Tensors:
    """Parameters of a model by kind; together they are `params_total`.

    `experts_up` is gate and up of all routed experts, `experts_down` their down projection.
    `lookup` are tables of which a token reads single rows: per-layer embeddings, n-gram tables.
    `other` is what the dimensions do not explain: latent projections, state-space layers.
    """

    embed: float
    output: float
    lookup: float
    q: float
    k: float
    v: float
    o: float
    qkv: float
    gate: float
    up: float
    down: float
    experts_up: float
    experts_down: float
    router: float
    other: float

    @property
    def experts(self) -> float:
        """Parameters of all routed experts."""
        return self.experts_up + self.experts_down


def tensors_of(model: Model) -> Tensors:
    """Return the parameters of `model` by kind.

    Where the dimensions explain more than the model's total (a pruned model, an unknown layer),
    the explained kinds are shrunk to it.
    """
    embed = float(model.vocab * model.hidden)
    output = embed if has_output(model) else 0.0
    lookup = _lookup(model, embed)
    experts, router = _experts(model)
    q, k, v, o = _attention(model)
    gate, up, down = _feed_forward(model)
    qkv = 0.0
    if model.family in FUSED_QKV:
        q, k, v, qkv = 0.0, 0.0, 0.0, q + k + v
    counted = embed if model.tied_embeddings else embed + output
    room = max(model.params_total - counted - lookup - router, 0.0)
    experts_sum = min(sum(experts), room)
    if sum(experts) > 0:
        experts = (experts[0] * experts_sum / sum(experts), experts[1] * experts_sum / sum(experts))
    dense = (q, k, v, o, qkv, gate, up, down)
    scale = min((room - experts_sum) / sum(dense), 1.0) if sum(dense) else 0.0
    q, k, v, o, qkv, gate, up, down = (scale * part for part in dense)
    other = room - experts_sum - scale * sum(dense)
    if model.family.startswith(GATED_QUERY) and model.linear_layers:
        qkv, other = qkv + DELTA_QKV_SHARE * other, (1 - DELTA_QKV_SHARE) * other
    return Tensors(
        embed=embed,
        output=output,
        lookup=lookup,
        q=q,
        k=k,
        v=v,
        o=o,
        qkv=qkv,
        gate=gate,
        up=up,
        down=down,
        experts_up=experts[0],
        experts_down=experts[1],
        router=router,
        other=other,
    )


def has_output(model: Model) -> bool:
    """Return whether a file holds an output head beside the embedding."""
    return not model.tied_embeddings or model.id in STORED_TWICE


def _lookup(model: Model, embed: float) -> float:
    """Return the parameters of tables beside the input embedding that are only looked up.

    A dense model reads all it has but these and an embedding that is not tied.
    """
    if model.is_moe or not model.family.startswith("gemma"):
        return 0.0
    unread = model.params_total - model.params_active
    beside = unread if model.tied_embeddings or unread > embed else 0.0
    return beside if beside > embed else 0.0


def _experts(model: Model) -> tuple[tuple[float, float], float]:
    """Return parameters of the experts (gate and up, down) and of their router.

    Where the dimensions disagree with the active parameters (experts in a smaller space, layers
    of several sizes), the experts are what total and active parameters leave for them.
    """
    if not model.is_moe or not model.moe_intermediate or not model.experts_total:
        return (0.0, 0.0), 0.0
    layers = expert_layers(model)
    each = float(layers * model.experts_total * model.hidden * model.moe_intermediate)
    wide = 1 if model.family in PLAIN_EXPERTS else 2
    router = float(layers * model.hidden * model.experts_total)
    experts = (wide + 1) * each
    share = 1 - (model.experts_active or 0) / model.experts_total
    looked_up = 0.0 if model.tied_embeddings else float(model.vocab * model.hidden)
    read = model.params_total - looked_up - experts * share
    if abs(read - model.params_active) > UNEXPLAINED * model.params_active:
        experts = max(model.params_total - looked_up - model.params_active, 0.0) / share
    return (experts * wide / (wide + 1), experts / (wide + 1)), router


def expert_layers(model: Model) -> int:
    """Return how many layers have routed experts."""
    if model.family == "nemotron-h":
        return max(model.layers - (model.linear_layers or 0) - (model.global_kv_layers or 0), 0)
    if model.id.startswith("llama-4-maverick"):
        return model.layers // 2  # every second layer (config.json: interleave_moe_layer_step 2)
    return model.layers - (model.dense_lead_layers or 0)


def _attention(model: Model) -> tuple[float, float, float, float]:
    """Return parameters of the query, key, value and output projections."""
    if model.mla_kv_dim or model.attention == "mla":
        return 0.0, 0.0, 0.0, 0.0
    layers = model.layers - (model.linear_layers or 0)
    if model.attention == "hybrid":
        layers = model.global_kv_layers or 0
    head = float(layers * model.hidden * model.head_dim)
    query = head * model.heads
    doubled = 2 if model.family.startswith(GATED_QUERY) else 1
    return query * doubled, head * model.kv_heads, head * model.kv_heads, query


def _feed_forward(model: Model) -> tuple[float, float, float]:
    """Return parameters of dense feed-forward layers and shared experts: gate, up, down."""
    plain = model.family in PLAIN_FFN
    if not model.is_moe:
        each = float(model.layers * model.hidden * (model.intermediate or 0))
        return (0.0 if plain else each), each, each
    each = float((model.dense_lead_layers or 0) * model.hidden * (model.intermediate or 0))
    if model.id.startswith("llama-4-maverick"):
        each = float(model.layers // 2 * model.hidden * (model.intermediate or 0))
    shared = (model.shared_experts or 0) * (model.moe_intermediate or 0)
    each += float(expert_layers(model) * model.hidden * shared)
    return (0.0 if model.family in PLAIN_EXPERTS else each), each, each
