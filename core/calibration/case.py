"""The workload whose speed is to be realized, as numbers and class names only.

This is the seam between the physics (which knows where every byte lies) and the calibration
(which knows what share of the spec sheet real machines reach).
"""

from catalog.record import record


@record
class Part:
    """What one memory holds and gives up for a token.

    `kind` is gpu (device memory, also Apple and unified), ram (system memory, computed by the
    CPU), link (read across the bus: a spill, or weights moved for prefill) or disk. `layers` is
    how many layers are computed there; for experts in system memory, the layers whose experts lie
    there. Bytes are read per token: `dense_bytes` and `expert_bytes` are weights, `kv_bytes` the
    cache at the asked depth. `count` equal devices share the bytes evenly. Bandwidth and FLOP/s
    are the spec sheet's, of one device.
    """

    kind: str
    device_id: str
    hardware_class: str
    count: int
    bandwidth_bytes_per_s: float
    dense_bytes: float
    expert_bytes: float
    kv_bytes: float
    layers: float
    flop_per_s: float | None = None
    bandwidth_is_assumed: bool = False


@record
class DecodeCase:
    """One token's work in a single stream.

    `model` is the catalog id ("" for a stated shape): a model that was measured keeps what sets it
    apart from its like. `linear_layers` hold a constant state instead of a growing cache.
    `attention` is the catalog's word: mha, gqa, mqa, mla, swa, hybrid.
    """

    backend: str
    engine: str
    quant_family: str
    quant: str
    kv_quant: str
    moe: bool
    attention: str
    layers: int
    hidden: int
    parts: tuple[Part, ...]
    split: str | None = None
    flash_attention: bool = True
    context_tokens: float = 0.0
    backend_is_assumed: bool = False
    weights_are_exact: bool = False
    model: str = ""
    params_active: float = 0.0
    linear_layers: int = 0
    experts_total: int = 0
    experts_active: int = 0


@record
class PrefillCase:
    """A prompt of `prompt_tokens` read at `context_tokens` of depth.

    `params_active` are the parameters that each prompt token is multiplied with;
    `attention_width` is Σ over full-attention layers of heads · head_dim (the n² term), and
    `window_width` the same over sliding-window layers, which see `window_tokens` at most.
    `moved_bytes` are weights that cross the bus once per micro-batch. The bytes in `parts` are
    those of one token; a micro-batch touches the union of its tokens' experts, which follows
    from `experts_total` and `experts_active`.
    """

    backend: str
    engine: str
    quant_family: str
    quant: str
    moe: bool
    params_active: float
    params_total: float
    layers: int
    hidden: int
    attention_width: float
    window_width: float
    window_tokens: int
    parts: tuple[Part, ...]
    prompt_tokens: int
    context_tokens: float = 0.0
    split: str | None = None
    flash_attention: bool = True
    kv_quant: str = "f16"
    moved_bytes: float = 0.0
    link_bytes_per_s: float = 0.0
    micro_batch_tokens: int = 512
    backend_is_assumed: bool = False
    model: str = ""
    linear_layers: int = 0
    experts_total: int = 0
    experts_active: int = 0
    attention: str = ""


@record
class Realized:
    """Tokens per second as (low, mid, high), and what stands behind it.

    `basis` is ``measured`` (this device with a like model), ``class`` (its class) or ``rule``
    (60–75 % of the ceiling). `samples` counts measurements of the class; `nearest` are the ids of
    the closest rows.
    `doubt` are the open inputs that widen the interval, widest first, as (slot, high ÷ low).
    """

    low: float
    mid: float
    high: float
    basis: str
    samples: int = 0
    nearest: tuple[str, ...] = ()
    doubt: tuple[tuple[str, float], ...] = ()
