"""What the words of one question say, before any of it is looked up or filled in."""

from __future__ import annotations

from catalog.record import fresh, mutable


@mutable
class DeviceSaid:
    """A device in the words: its id ("" where only memory was said), place and count."""

    id: str
    first: int
    last: int
    count: int = 1
    memory_bytes: float | None = None
    bandwidth_bytes_per_s: float | None = None
    is_counted: bool = False


@mutable
class ModelSaid:
    """A model in the words: an id, or only parameters (counts)."""

    id: str
    first: int
    last: int
    params: float | None = None
    active: float | None = None


@mutable
class QuantSaid:
    """A quant in the words; bits per weight where the format leaves them open."""

    id: str
    first: int
    last: int
    bits: float | None = None


@mutable
class Amount:
    """A number with its place and what the words around it make of it."""

    value: float
    first: int
    last: int
    kind: str = ""
    high: float | None = None


@mutable
class Parsed:
    """All that was found, in order of appearance, and which tokens were used for it."""

    models: list[ModelSaid] = fresh(factory=list)
    devices: list[DeviceSaid] = fresh(factory=list)
    quants: list[QuantSaid] = fresh(factory=list)
    memories: list[Amount] = fresh(factory=list)
    speeds: list[Amount] = fresh(factory=list)
    contexts: list[Amount] = fresh(factory=list)
    prompts: list[Amount] = fresh(factory=list)
    ram_bytes: float | None = None
    ram_type: str | None = None
    ram_mt_per_s: int | None = None
    ram_channels: int | None = None
    ram_bandwidth: float | None = None
    kv_quant: str | None = None
    engine: str | None = None
    backends: list[str] = fresh(factory=list)
    unknown_models: list[str] = fresh(factory=list)
    engine_hint: str | None = None
    engines: list[tuple[str, int]] = fresh(factory=list)
    backend: str | None = None
    flash_attention: bool | None = None
    gpu_layers: int | None = None
    gpu_share: float | None = None
    cpu_moe_layers: int | None = None
    split: str | None = None
    users: int | None = None
    draft: str | None = None
    draft_id: str | None = None
    file_size_bytes: float | None = None
    layers: int | None = None
    kv_heads: int | None = None
    head_dim: int | None = None
    cpu_only: bool = False
    guessed_chip: str | None = None
    processor: str | None = None
    full_context: bool = False
    used: set[int] = fresh(factory=set)
    unread: list[str] = fresh(factory=list)
    numbers_left: list[int] = fresh(factory=list)
