"""What the catalog knows, as frozen records in SI units: one record a row, each with its source."""

from enum import StrEnum

from catalog.record import record


class DeviceKind(StrEnum):
    """What sort of memory the weights are read from."""

    GPU = "gpu"
    APPLE = "apple"
    UNIFIED = "unified"
    CPU = "cpu"


@record
class Model:
    """A language model's shape: everything the physics needs, and where it was read.

    Parameters are counts (not billions). `params_active` is what one token reads: embeddings
    that are only looked up are left out. KV elements are per token of context, over all layers
    of that kind; `kv_elems_global` grows with the whole context, `kv_elems_swa` only up to
    `sliding_window` tokens. `mla_kv_dim` is set where latent attention stores one vector a layer.
    `params_mtp` are multi-token prediction layers that published files carry beside
    `params_total` and plain decoding does not read.
    """

    id: str
    name: str
    family: str
    hf_id: str
    params_total: float
    params_active: float
    params_active_official: float | None
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    attention: str
    sliding_window: int | None
    layer_pattern: str
    mla_kv_dim: int | None
    experts_total: int | None
    experts_active: int | None
    shared_experts: int | None
    dense_lead_layers: int | None
    intermediate: int | None
    moe_intermediate: int | None
    context_max: int | None
    vocab: int
    tied_embeddings: bool
    tokenizer_family: str
    global_kv_layers: int | None
    swa_layers: int | None
    linear_layers: int | None
    kv_elems_global: float
    kv_elems_swa: float
    release: str
    aliases: tuple[str, ...]
    source: str
    confidence: str
    note: str
    params_mtp: float = 0.0

    @property
    def is_moe(self) -> bool:
        """Whether only a part of the parameters is read per token."""
        return bool(self.experts_total and self.experts_total > 1)


@record
class Device:
    """A card, chip or memory platform that weights are read from.

    `memory_options_bytes` are the sizes it is sold (or modded) with, ascending; empty for a plain
    CPU platform, whose memory the person states. `hardware_class` groups devices that behave
    alike for the calibration (e.g. ``geforce-ada``, ``apple-m3``, ``cdna``, ``ddr5-desktop``).
    """

    id: str
    name: str
    kind: DeviceKind
    vendor: str
    memory_options_bytes: tuple[int, ...]
    bandwidth_bytes_per_s: float
    fp16_flop_per_s: float | None
    int8_op_per_s: float | None
    arch: str
    compute_capability: str
    hardware_class: str
    laptop: bool
    pcie_gen: int | None
    pcie_lanes: int | None
    memory_channels: int | None
    memory_mt_per_s: int | None
    memory_type: str
    tdp_w: float | None
    release: str
    aliases: tuple[str, ...]
    source: str
    confidence: str
    note: str


@record
class Link:
    """A bus or network between memories: PCIe, NVLink, Ethernet."""

    id: str
    name: str
    bandwidth_bytes_per_s: float
    aliases: tuple[str, ...]
    source: str
    confidence: str


@record
class Quant:
    """A quantization of the weights (or, where `is_kv`, of the KV cache).

    `family` groups kernels that cost alike: ``legacy``, ``k``, ``iq``, ``q8``, ``f16``,
    ``mxfp4``, ``mlx``, ``gptq``, ``fp8``, ``exl``, ``bnb``, ``ternary``. Bits per weight by
    class of model are medians over published files.
    """

    id: str
    name: str
    format: str
    family: str
    is_kv: bool
    block_bits_per_weight: float
    bits_per_weight_dense: float
    bits_per_weight_moe: float
    bits_per_weight_small: float
    aliases: tuple[str, ...]
    source: str
    confidence: str
    note: str


@record
class FileSize:
    """A published file of one model in one quant: the real size of the weights, in bytes."""

    model: str
    quant: str
    publisher: str
    size_bytes: int
    precision_bytes: int
    source: str
