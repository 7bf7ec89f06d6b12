"""From a query to the records and numbers the physics needs, each default said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import median
from typing import Final

from catalog.load import Catalog
from catalog.names import slug
from catalog.records import Device, DeviceKind, Model, Quant
from core.errors import UnknownNameError
from core.message import Message
from core.physics.weights import Weights, is_native_mxfp4, weigh
from core.query import CustomModel, DeviceUse, Query, Ram
from core.reading import Assumption, Basis

DEFAULT_CONTEXT_TOKENS: Final = 4_096
DEFAULT_QUANT: Final = "q4_k_m"
DEFAULT_KV: Final = "f16"
DEFAULT_RAM: Final = Ram(64 * 10**9, "ddr5", 5_600, 2)
BYTES_PER_TRANSFER: Final = 8  # a DDR channel is 64 bits wide (JEDEC)
TYPICAL_MT_PER_S: Final = {"ddr3": 1_600, "ddr4": 3_200, "ddr5": 5_600}
TYPICAL_CHANNELS: Final = 2
KV_BITS_PER_BYTE: Final = 8
GENERIC_CLASS: Final = "gpu"
UNSIZED_QUANT_BITS: Final = 4.5
DEFAULT_GPU_BANDWIDTH: Final = 450e9
SAME_SIZE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Slot:
    """Some equal devices with the memory and bandwidth that count here."""

    device: Device
    count: int
    memory_bytes: float
    bandwidth_bytes_per_s: float
    memory_is_open: bool = False


@dataclass(frozen=True, slots=True)
class SystemMemory:
    """System RAM: size and bandwidth, and whether either was assumed."""

    size_bytes: float
    bandwidth_bytes_per_s: float
    is_assumed: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """A query with every name a record and every gap filled."""

    query: Query
    model: Model
    quant: Quant
    weights: Weights
    slots: tuple[Slot, ...]
    ram: SystemMemory
    kv_bytes_per_element: float
    context_tokens: int
    engine: str
    backend: str
    backend_is_assumed: bool
    assumptions: tuple[Assumption, ...]


def set_up(query: Query, catalog: Catalog) -> Setup:
    """Return the setup of `query`.

    Raises
    ------
    UnknownNameError
        If the query has no model or device, or one that the catalog does not know.
    """
    taken: list[Assumption] = []
    model = model_of(query.model, catalog)
    quant = _quant(query, model, catalog, taken)
    weights = _weights(model, quant, catalog, query.file_size_bytes, _bits(query, quant))
    slots = tuple(_slot(use, query, catalog, taken) for use in query.devices)
    if not slots:
        raise UnknownNameError("device", "", ())
    engine, backend, is_assumed = _engine(query, quant, slots[0].device, taken)
    context = _context(query, model, taken)
    kv_quant = query.kv_quant or _default(taken, "kv_quant", DEFAULT_KV)
    return Setup(
        query=replace(
            query,
            quant=quant.id,
            context_tokens=context,
            kv_quant=kv_quant,
            engine=engine,
            backend=backend,
        ),
        model=model,
        quant=quant,
        weights=weights,
        slots=slots,
        ram=system_memory(query, slots, taken),
        kv_bytes_per_element=_kv_bytes(kv_quant, catalog),
        context_tokens=context,
        engine=engine,
        backend=backend,
        backend_is_assumed=is_assumed,
        assumptions=tuple(taken),
    )


def _default(taken: list[Assumption], slot: str, value: str) -> str:
    taken.append(Assumption(slot, value, Message(f"assume.default.{slot}"), Basis.DEFAULT))
    return value


def _quant(query: Query, model: Model, catalog: Catalog, taken: list[Assumption]) -> Quant:
    if query.quant is None:
        native = "mxfp4" if is_native_mxfp4(model) else DEFAULT_QUANT
        engines_own = {"mlx": "mlx-4bit-gs64", "exllama": "exl3-n-bpw"}
        return catalog.quants[
            _default(taken, "quant", engines_own.get(query.backend or "", native))
        ]
    if query.quant not in catalog.quants:
        raise UnknownNameError("quant", query.quant, ())
    return catalog.quants[query.quant]


def _bits(query: Query, quant: Quant) -> float | None:
    if query.bits_per_weight is None and not quant.bits_per_weight_dense:
        return quant.block_bits_per_weight or UNSIZED_QUANT_BITS
    return query.bits_per_weight


@lru_cache(maxsize=4_096)
def _weights(
    model: Model, quant: Quant, catalog: Catalog, size: int | None, bits: float | None
) -> Weights:
    return weigh(model, quant, files=catalog.files, file_size_bytes=size, bits_per_weight=bits)


def _context(query: Query, model: Model, taken: list[Assumption]) -> int:
    if query.context_tokens is not None:
        return query.context_tokens
    context = min(DEFAULT_CONTEXT_TOKENS, model.context_max or DEFAULT_CONTEXT_TOKENS)
    if query.prompt_tokens:
        context = max(context, query.prompt_tokens)
    return int(_default(taken, "context_tokens", str(context)))


def _kv_bytes(kv_quant: str, catalog: Catalog) -> float:
    known = catalog.kv_quants.get(kv_quant) or catalog.kv_quants.get(f"{kv_quant}-vllm")
    if known is None:
        raise UnknownNameError("kv_quant", kv_quant, tuple(catalog.kv_quants)[:3])
    return known.block_bits_per_weight / KV_BITS_PER_BYTE


# -- model -----------------------------------------------------------------------------------


def model_of(model: str | CustomModel | None, catalog: Catalog) -> Model:
    """Return the record of `model`: the catalog's, or a shape for stated numbers."""
    if isinstance(model, CustomModel):
        return _shaped(model, catalog)
    if model is None:
        raise UnknownNameError("model", "", ())
    if model not in catalog.models:
        raise UnknownNameError("model", model, ())
    return catalog.models[model]


@lru_cache(maxsize=256)
def _shaped(stated: CustomModel, catalog: Catalog) -> Model:
    """Return a model of the stated size with the dimensions of the nearest catalog model."""
    active = stated.params_active
    is_moe = active is not None and active < 0.9 * stated.params_total
    alike = [
        m
        for m in catalog.models.values()
        if m.is_moe == is_moe and m.attention in ("gqa", "mha", "mla")
    ]

    def distance(one: Model) -> float:
        far = abs(one.params_total / stated.params_total - 1)
        return far + (abs(one.params_active / active - 1) if active else 0.0)

    near = min(alike, key=lambda m: (round(distance(m), 2), -int(m.release[:4] or 0)))
    layers = stated.layers or near.layers
    kv_heads, head_dim = stated.kv_heads or near.kv_heads, stated.head_dim or near.head_dim
    elements = near.kv_elems_global * layers / near.layers
    if stated.kv_heads or stated.head_dim:
        elements = 2.0 * layers * kv_heads * head_dim
    name = _size_name(stated)
    ratio = stated.params_total / near.params_total
    return replace(
        near,
        id=slug(name),
        name=name,
        params_total=stated.params_total,
        params_active=active or near.params_active * ratio,
        experts_total=near.experts_total,
        moe_intermediate=round(near.moe_intermediate * ratio) if near.moe_intermediate else None,
        layers=layers,
        kv_heads=kv_heads,
        head_dim=head_dim,
        kv_elems_global=elements,
        aliases=(),
        hf_id="",
    )


def _size_name(stated: CustomModel) -> str:
    name = f"{stated.params_total / 1e9:.4g}B"
    return name + (f"-A{stated.params_active / 1e9:.3g}B" if stated.params_active else "")


# -- devices ---------------------------------------------------------------------------------


def _slot(use: DeviceUse, query: Query, catalog: Catalog, taken: list[Assumption]) -> Slot:
    if not use.id:
        return _stated_slot(use, catalog, taken)
    device = catalog.devices.get(use.id)
    if device is None:
        raise UnknownNameError("device", use.id, ())
    memory: float | None = use.memory_bytes
    ram = query.ram
    if memory is None and device.kind is not DeviceKind.GPU and ram and ram.size_bytes:
        memory = ram.size_bytes
    if memory is None and device.kind is DeviceKind.CPU:
        memory = DEFAULT_RAM.size_bytes
    bandwidth = use.bandwidth_bytes_per_s or device.bandwidth_bytes_per_s
    if device.kind is DeviceKind.CPU and ram and (stated := _ram_bandwidth(ram, device)):
        bandwidth = stated
    options = device.memory_options_bytes
    is_open = memory is None and len(options) > 1
    size = float(memory or (options[0] if options else DEFAULT_RAM.size_bytes or 0))
    return Slot(device, use.count, size, bandwidth, is_open)


def _stated_slot(use: DeviceUse, catalog: Catalog, taken: list[Assumption]) -> Slot:
    size = float(use.memory_bytes or 0)
    if not size:
        raise UnknownNameError("device", "", ())
    bandwidth = use.bandwidth_bytes_per_s
    if bandwidth is None:
        bandwidth = typical_bandwidth(size, catalog)
        why = Message.of("assume.bandwidth", bandwidth=bandwidth, memory=size)
        taken.append(Assumption("bandwidth", f"{bandwidth / 1e9:.0f} GB/s", why))
    return Slot(_generic(size, bandwidth), use.count, size, bandwidth)


@lru_cache(maxsize=256)
def _generic(memory_bytes: float, bandwidth: float) -> Device:
    name = f"{memory_bytes / 1e9:g} GB card"
    return Device(
        id=slug(name),
        name=name,
        kind=DeviceKind.GPU,
        vendor="NVIDIA",
        memory_options_bytes=(round(memory_bytes),),
        bandwidth_bytes_per_s=bandwidth,
        fp16_flop_per_s=bandwidth * 100.0,  # about what consumer cards have per byte of bandwidth
        int8_op_per_s=None,
        arch="",
        compute_capability="",
        hardware_class=GENERIC_CLASS,
        laptop=False,
        pcie_gen=4,
        pcie_lanes=16,
        memory_channels=None,
        memory_mt_per_s=None,
        memory_type="",
        tdp_w=None,
        release="",
        aliases=(),
        source="stated",
        confidence="stated",
        note="",
    )


@lru_cache(maxsize=64)
def typical_bandwidth(memory_bytes: float, catalog: Catalog) -> float:
    """Return the median bandwidth [B/s] of desktop gaming cards with about this much memory."""
    cards = [d for d in catalog.devices.values() if d.kind is DeviceKind.GPU and not d.laptop]
    near = [d for d in cards if abs(d.memory_options_bytes[0] / memory_bytes - 1) < SAME_SIZE]
    gaming = [d for d in near if d.name.startswith(("GeForce", "Radeon RX", "Arc"))]
    found = [d.bandwidth_bytes_per_s for d in gaming or near if d.release >= "2018"]
    return median(found) if found else DEFAULT_GPU_BANDWIDTH


def _ram_bandwidth(ram: Ram, platform: Device | None = None) -> float | None:
    """Return channels · MT/s · 8 B as far as it was said, or None where nothing was.

    The channels that nobody counted are those of the platform.
    """
    if ram.bandwidth_bytes_per_s:
        return ram.bandwidth_bytes_per_s
    kind = (ram.type or "").lower().removeprefix("lp")[:4]
    rate = ram.mt_per_s or TYPICAL_MT_PER_S.get(kind)
    if rate is None:
        return None
    channels = ram.channels or (platform and platform.memory_channels) or TYPICAL_CHANNELS
    return channels * rate * 1e6 * BYTES_PER_TRANSFER


def system_memory(query: Query, slots: tuple[Slot, ...], taken: list[Assumption]) -> SystemMemory:
    """Return the system memory beside the devices; for unified ones it is the same memory."""
    first = slots[0]
    if first.device.kind is not DeviceKind.GPU:
        return SystemMemory(first.memory_bytes, first.bandwidth_bytes_per_s, is_assumed=False)
    ram = query.ram
    board = next((slot for slot in slots if slot.device.kind is DeviceKind.CPU), None)
    platform = board.device if board else None
    stated = _ram_bandwidth(ram, platform) if ram else None
    if stated is None and board is not None:
        stated = board.bandwidth_bytes_per_s
    size = ram.size_bytes if ram else None
    default = _ram_bandwidth(DEFAULT_RAM) or 0.0
    if stated is None or size is None:
        value = f"{(size or DEFAULT_RAM.size_bytes or 0) / 1e9:.0f} GB" + (
            "" if stated else " DDR5-5600"
        )
        taken.append(Assumption("ram", value, Message("assume.default.ram"), Basis.DEFAULT))
    return SystemMemory(
        float(size or DEFAULT_RAM.size_bytes or 0), stated or default, is_assumed=stated is None
    )


# -- engine ----------------------------------------------------------------------------------

_FAMILY_BACKENDS: Final = {
    "mlx": "mlx",
    "gptq": "vllm",
    "fp8": "vllm",
    "exl": "exllama",
    "bnb": "vllm",
}
_BACKEND_ENGINES: Final = {"mlx": "mlx-lm", "vllm": "vLLM", "exllama": "ExLlama"}


def _engine(
    query: Query, quant: Quant, device: Device, taken: list[Assumption]
) -> tuple[str, str, bool]:
    """Return engine, backend, and whether the backend was assumed."""
    said = (query.engine or "").lower()
    backend = query.backend
    if backend is None and said:
        backend = next(
            (
                b
                for mark, b in (
                    ("mlx", "mlx"),
                    ("vllm", "vllm"),
                    ("sglang", "vllm"),
                    ("exl", "exllama"),
                    ("tabby", "exllama"),
                )
                if mark in said
            ),
            None,
        )
    is_assumed = backend is None
    if backend is None:
        backend = _FAMILY_BACKENDS.get(quant.family) or natural_backend(device)
        taken.append(
            Assumption("backend", backend, Message("assume.default.backend"), Basis.DEFAULT)
        )
    if query.engine is None:
        engine = _BACKEND_ENGINES.get(backend, "llama.cpp")
        _default(taken, "engine", engine)
        return engine, backend, is_assumed
    return query.engine, backend, is_assumed


def natural_backend(device: Device) -> str:
    """Return what llama.cpp most often runs on for this device."""
    match device.kind:
        case DeviceKind.APPLE:
            return "metal"
        case DeviceKind.CPU:
            return "cpu"
        case _:
            pass
    by_class = (
        ("strix", "vulkan"),
        ("amd-apu", "vulkan"),
        ("amd", "rocm"),
        ("intel", "vulkan"),
        ("snapdragon", "cpu"),
        ("arm-board", "cpu"),
    )
    return next((to for head, to in by_class if device.hardware_class.startswith(head)), "cuda")
