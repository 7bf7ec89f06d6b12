"""The KV cache: bytes stored for a context, and bytes read for one token at a depth."""

from catalog.records import Model

F16_BYTES = 2.0


def kv_bytes(model: Model, context_tokens: float, *, bytes_per_element: float = F16_BYTES) -> float:
    """Return the KV cache of `context_tokens` in bytes: what is stored, and what a token reads.

    KV(d) = b · (g · d + s · min(d, w)), with `g` and `s` the elements per token of full and
    sliding-window layers, `w` the window [tokens] and `b` bytes per element. Latent attention is
    in `g` already; linear and state-space layers add nothing that grows.

    References
    ----------
    J. Ainslie et al., "GQA", arXiv:2305.13245; DeepSeek-AI, "DeepSeek-V2", arXiv:2405.04434.
    """
    seen = (
        context_tokens
        if model.sliding_window is None
        else min(context_tokens, model.sliding_window)
    )
    return bytes_per_element * (model.kv_elems_global * context_tokens + model.kv_elems_swa * seen)
