"""Parameters recomputed from a model's dimensions, to find a dimension that was read wrong."""

from __future__ import annotations

from typing import Final

from catalog.records import Model

TWO_MATRICES: Final = frozenset({"falcon", "phi2", "starcoder2", "nemotron", "apertus", "arcee"})
NORMS: Final = 4  # norms of a layer, each as wide as the model


def recomputed(model: Model) -> float | None:
    """Return the parameters that the dimensions give, or None where they do not tell.

    P = V·d·(1 or 2) + L·(2·d·H·h + 2·d·K·h + m·d·f) + norms, with m matrices of width f in a
    feed-forward block: three, or two in a block without a gate. Experts count E times, and a
    router of d·E. Latent attention, state-space and linear layers have dimensions of their own
    that the catalog does not keep.
    """
    if model.attention in ("mla", "hybrid") or model.family.startswith(("gemma3n", "gemma4")):
        return None
    tables = model.vocab * model.hidden * (1 if model.tied_embeddings else 2)
    attention = 2 * model.hidden * model.head_dim * (model.heads + model.kv_heads)
    norms = NORMS * model.hidden
    body = feed_forward(model)
    if body is None:
        return None
    return float(tables + model.layers * (attention + norms) + body)


def feed_forward(model: Model) -> float | None:
    """Return the parameters of all feed-forward blocks and experts, or None without a width."""
    matrices = 2 if model.family in TWO_MATRICES else 3
    if not model.is_moe:
        if model.intermediate is None:
            return None
        return float(model.layers * matrices * model.hidden * model.intermediate)
    if not model.moe_intermediate or not model.experts_total:
        return None
    dense = model.dense_lead_layers or 0
    if dense and model.intermediate is None:
        return None
    experts = model.experts_total + (model.shared_experts or 0)
    each = matrices * model.hidden * model.moe_intermediate
    routed = (model.layers - dense) * (experts * each + model.hidden * model.experts_total)
    return float(routed + dense * matrices * model.hidden * (model.intermediate or 0))
