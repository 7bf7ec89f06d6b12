"""What is asked of the physics: one configuration, in ids and SI numbers, with nothing assumed.

A field that is None was not asked for; `core.setup` fills it with a default when the estimate
needs it and says so. Who assumed what travels beside the query, in `core.reading`.
"""

from catalog.record import record


@record
class CustomModel:
    """A model that is known only by stated numbers ("a 30B-A3B", "48 layers, 8 kv heads").

    Parameters are counts. `params_active` is None for a dense model.
    """

    params_total: float
    params_active: float | None = None
    layers: int | None = None
    kv_heads: int | None = None
    head_dim: int | None = None


@record
class DeviceUse:
    """Some equal devices. `id` is a catalog id, or "" for one known only by its numbers.

    `memory_bytes` is set where a size was stated or chosen for a device sold with several, or
    for a modded one; None = the device's only size. `bandwidth_bytes_per_s` only where stated.
    """

    id: str
    count: int = 1
    memory_bytes: int | None = None
    bandwidth_bytes_per_s: float | None = None


@record
class Ram:
    """System memory as far as it was said: size in bytes, kind ("ddr5"), MT/s, channels."""

    size_bytes: int | None = None
    type: str | None = None
    mt_per_s: int | None = None
    channels: int | None = None
    bandwidth_bytes_per_s: float | None = None


@record
class Query:
    """One configuration. See the module for what None means.

    `model` is a catalog id or stated numbers; `quant` a catalog id; `bits_per_weight` goes with
    the quants that have no fixed size (``exl2-n-bpw``). `context_tokens` is the depth already in
    the KV cache when decoding is timed and what the cache is made for. `gpu_layers` counts whole
    layers on the device, `cpu_moe_layers` layers whose experts are in system memory.
    `prompt_depth_tokens` lie in the cache before the prompt (none where None).
    `gpu_share` is a stated split ("45%/55% CPU/GPU" = 0.55). `split` is layer, row or tensor;
    `backend` cuda, metal, mlx, rocm, vulkan, sycl or cpu. Rates are tokens per second.
    """

    model: str | CustomModel | None = None
    quant: str | None = None
    bits_per_weight: float | None = None
    file_size_bytes: int | None = None
    devices: tuple[DeviceUse, ...] = ()
    ram: Ram | None = None
    context_tokens: int | None = None
    kv_quant: str | None = None
    engine: str | None = None
    backend: str | None = None
    flash_attention: bool | None = None
    gpu_layers: int | None = None
    gpu_share: float | None = None
    cpu_moe_layers: int | None = None
    split: str | None = None
    prompt_tokens: int | None = None
    prompt_depth_tokens: int | None = None
    users: int | None = None
    draft_model: str | None = None
    draft_tokens: int | None = None
    measured_tok_s: float | None = None
    target_tok_s: float | None = None

    @property
    def key(self) -> str | None:
        """Return the query in ≤ 100 characters, or None where that is too little.

        The key leaves out what None says already; `from_key` gives the same query back.
        """
        from core.key import to_key  # noqa: PLC0415  (the key's grammar is a module of its own)

        return to_key(self)

    @classmethod
    def from_key(cls, key: str) -> "Query":
        """Return the query that `key` stands for.

        Raises
        ------
        KeyFormatError
            If `key` does not follow the grammar of `core.key`.
        """
        from core.key import from_key  # noqa: PLC0415

        return from_key(key)
