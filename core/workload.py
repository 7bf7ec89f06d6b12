"""A setup placed on its devices: who holds what, who reads what, what spills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from catalog.records import Device, DeviceKind, Model
from core.calibration.case import DecodeCase, Part, PrefillCase
from core.physics import placement
from core.physics.kv_cache import kv_bytes
from core.physics.memory import brim_bytes, overhead_bytes, usable_bytes
from core.physics.placement import DISK_BYTES_PER_S, Demand, Split
from core.setup import Setup, Slot

PCIE_BYTES_PER_S_PER_LANE: Final = {1: 0.25e9, 2: 0.5e9, 3: 0.985e9, 4: 1.97e9, 5: 3.94e9}
DEFAULT_LINK_BYTES_PER_S: Final = 25e9
LINK_SHARE: Final = 0.8
RAM_CLASS_FLOP_PER_S: Final = 1.0e12


@dataclass(frozen=True, slots=True)
class Workload:
    """What a setup stores and reads, and where. Bytes; `available_bytes` on the devices."""

    setup: Setup
    slots: tuple[Slot, ...]
    demand: Demand
    split: Split
    available_bytes: float
    brim_bytes: float
    kv_read_bytes: float
    ram_bytes: float
    disk_bytes: float

    @property
    def is_tight(self) -> bool:
        """Whether it loads only when nothing else holds memory."""
        return self.split.kind == "" and self.demand.needed_bytes > self.available_bytes


def place(setup: Setup) -> Workload:
    """Return the workload of `setup`: as it was told to be placed, else as it would be."""
    demand = _demand(setup)
    slots = tuple(_sized(slot, demand) for slot in setup.slots)
    available = sum(usable_bytes(s.device, s.memory_bytes) * s.count for s in slots)
    brim = sum(brim_bytes(s.device, s.memory_bytes) * s.count for s in slots)
    split = _split(setup, demand, available, brim)
    on_gpu = split.weights_on_gpu_bytes(demand) + split.kv_share * demand.kv_bytes
    beside = max(0.0, demand.weights_bytes + demand.kv_bytes - on_gpu)
    room = _room_beside(setup, slots)
    return Workload(
        setup=setup,
        slots=slots,
        demand=demand,
        split=split,
        available_bytes=available,
        brim_bytes=brim,
        kv_read_bytes=kv_bytes(
            setup.model, setup.context_tokens, bytes_per_element=setup.kv_bytes_per_element
        ),
        ram_bytes=min(beside, room),
        disk_bytes=max(0.0, beside - room),
    )


def needed_bytes(setup: Setup, model: Model, stored_bytes: float) -> float:
    """Return what `model` with `stored_bytes` of weights needs in the place of `setup`'s own."""
    context = min(setup.context_tokens, model.context_max or setup.context_tokens)
    cache = kv_bytes(model, context, bytes_per_element=setup.kv_bytes_per_element)
    devices = sum(slot.count for slot in setup.slots)
    overhead = overhead_bytes(vocab=model.vocab, hidden=model.hidden, context_tokens=context)
    return stored_bytes + cache * (setup.query.users or 1) + overhead * (1 + 0.5 * (devices - 1))


def _demand(setup: Setup) -> Demand:
    model, query = setup.model, setup.query
    cache = kv_bytes(model, setup.context_tokens, bytes_per_element=setup.kv_bytes_per_element)
    devices = sum(slot.count for slot in setup.slots)
    overhead = overhead_bytes(
        vocab=model.vocab, hidden=model.hidden, context_tokens=setup.context_tokens
    )
    moe_layers = (
        model.layers - (model.dense_lead_layers or 0) if setup.weights.expert_stored_bytes else 0
    )
    return Demand(
        weights_bytes=setup.weights.stored_bytes,
        expert_stored_bytes=setup.weights.expert_stored_bytes,
        kv_bytes=cache * (query.users or 1),
        overhead_bytes=overhead * (1 + 0.5 * (devices - 1)),
        layers=model.layers,
        moe_layers=moe_layers,
    )


def _sized(slot: Slot, demand: Demand) -> Slot:
    """Return `slot` with the smallest memory it is sold with that holds the demand."""
    if not slot.memory_is_open:
        return slot
    device = slot.device
    sizes = device.memory_options_bytes
    fits = (s for s in sizes if usable_bytes(device, s) * slot.count >= demand.needed_bytes)
    return Slot(device, slot.count, float(next(fits, sizes[-1])), slot.bandwidth_bytes_per_s, True)


def _split(setup: Setup, demand: Demand, available: float, brim: float) -> Split:
    query = setup.query
    if setup.slots[0].device.kind is DeviceKind.CPU:
        return placement.whole(demand)
    if query.cpu_moe_layers is not None:
        return placement.by_experts(demand, query.cpu_moe_layers)
    if query.gpu_layers is not None and query.gpu_layers < demand.layers:
        return placement.by_layers(demand, query.gpu_layers)
    if query.gpu_share is not None:
        return placement.by_layers(demand, round(query.gpu_share * demand.layers))
    if query.gpu_layers is not None or demand.needed_bytes <= brim:
        return placement.whole(demand)
    return placement.automatic(demand, available)


def _room_beside(setup: Setup, slots: tuple[Slot, ...]) -> float:
    """Return the system memory that layers may lie in, beside what the devices hold [B]."""
    first = slots[0]
    if first.device.kind is DeviceKind.GPU:
        ram = setup.ram.size_bytes
        return max(ram - 4e9, ram * 0.5)
    if first.device.kind is DeviceKind.CPU:
        return 0.0
    return max(0.0, 0.95 * first.memory_bytes - usable_bytes(first.device, first.memory_bytes))


# -- cases for the calibration ---------------------------------------------------------------


def decode_case(work: Workload) -> DecodeCase:
    """Return one token's work of `work` for the calibration."""
    setup, model = work.setup, work.setup.model
    return DecodeCase(
        backend=setup.backend,
        engine=setup.engine,
        quant_family=setup.quant.family,
        quant=setup.quant.id,
        kv_quant=setup.query.kv_quant or "f16",
        moe=model.is_moe,
        attention=model.attention,
        layers=model.layers,
        hidden=model.hidden,
        parts=parts(work),
        split=setup.query.split,
        flash_attention=setup.query.flash_attention is not False,
        context_tokens=setup.context_tokens,
        backend_is_assumed=setup.backend_is_assumed,
        weights_are_exact=setup.weights.basis in ("stated", "file"),
        model=model.id,
        params_active=model.params_active,
        linear_layers=model.linear_layers or 0,
        experts_total=model.experts_total or 0,
        experts_active=model.experts_active or 0,
    )


def parts(work: Workload) -> tuple[Part, ...]:
    """Return who reads what for a token: devices, then system memory, then the disk."""
    found = [_device_part(work, slot) for slot in work.slots]
    weights = work.setup.weights
    dense = weights.read_bytes - weights.expert_read_bytes
    split = work.split
    cpu_dense = dense * (1 - split.dense_share)
    cpu_experts = weights.expert_read_bytes * (1 - split.expert_share)
    cpu_kv = work.kv_read_bytes * (1 - split.kv_share)
    spilled, total = work.disk_bytes, work.ram_bytes + work.disk_bytes
    if work.slots[0].device.kind is DeviceKind.CPU:
        return _cpu_parts(work, found[0])
    if cpu_dense + cpu_experts + cpu_kv <= 0 or total <= 0:
        return tuple(found)
    on_disk = spilled / total
    layers = split.cpu_moe_layers or work.demand.layers - split.gpu_layers
    ram = work.setup.ram
    if on_disk < 1:
        found.append(
            Part(
                kind="ram",
                device_id="",
                hardware_class="ram",
                count=1,
                bandwidth_bytes_per_s=ram.bandwidth_bytes_per_s,
                dense_bytes=cpu_dense * (1 - on_disk),
                expert_bytes=cpu_experts * (1 - on_disk),
                kv_bytes=cpu_kv,
                layers=layers,
                flop_per_s=RAM_CLASS_FLOP_PER_S,
                bandwidth_is_assumed=ram.is_assumed,
            )
        )
    if on_disk > 0:
        found.append(_disk_part(cpu_dense * on_disk, cpu_experts * on_disk))
    return tuple(found)


def _cpu_parts(work: Workload, part: Part) -> tuple[Part, ...]:
    over = max(0.0, work.demand.needed_bytes - work.available_bytes)
    if not over:
        return (part,)
    share = min(1.0, over / work.demand.weights_bytes)
    return (part, _disk_part(part.dense_bytes * share, part.expert_bytes * share))


def _disk_part(dense_bytes: float, expert_bytes: float) -> Part:
    return Part("disk", "", "disk", 1, DISK_BYTES_PER_S, dense_bytes, expert_bytes, 0.0, 0.0)


def _device_part(work: Workload, slot: Slot) -> Part:
    """Return the part of one group of equal devices: split by the memory each brings."""
    whole = sum(s.memory_bytes * s.count for s in work.slots)
    share = slot.memory_bytes * slot.count / whole
    weights, split = work.setup.weights, work.split
    dense = weights.read_bytes - weights.expert_read_bytes
    device = slot.device
    return Part(
        kind="ram" if device.kind is DeviceKind.CPU else "gpu",
        device_id=device.id,
        hardware_class=device.hardware_class,
        count=slot.count,
        bandwidth_bytes_per_s=slot.bandwidth_bytes_per_s,
        dense_bytes=dense * split.dense_share * share,
        expert_bytes=weights.expert_read_bytes * split.expert_share * share,
        kv_bytes=work.kv_read_bytes * split.kv_share * share,
        layers=split.gpu_layers * share,
        flop_per_s=device.fp16_flop_per_s,
        bandwidth_is_assumed=device.hardware_class == "gpu",
    )


def prefill_case(work: Workload, prompt_tokens: int) -> PrefillCase:
    """Return the work of reading a prompt of `prompt_tokens`."""
    setup, model = work.setup, work.setup.model
    swa = model.swa_layers or 0
    full = model.global_kv_layers if model.global_kv_layers is not None else model.layers - swa
    width = model.heads * model.head_dim
    first = work.slots[0].device
    moved = 0.0 if first.kind is not DeviceKind.GPU else work.ram_bytes + work.disk_bytes
    return PrefillCase(
        backend=setup.backend,
        engine=setup.engine,
        quant_family=setup.quant.family,
        quant=setup.quant.id,
        moe=model.is_moe,
        params_active=model.params_active,
        params_total=model.params_total,
        layers=model.layers,
        hidden=model.hidden,
        attention_width=float(full * width),
        window_width=float(swa * width),
        window_tokens=model.sliding_window or 0,
        parts=parts(work),
        prompt_tokens=prompt_tokens,
        context_tokens=setup.query.prompt_depth_tokens or 0,
        split=setup.query.split,
        flash_attention=setup.query.flash_attention is not False,
        kv_quant=setup.query.kv_quant or "f16",
        moved_bytes=moved,
        link_bytes_per_s=link_bytes_per_s(first),
        backend_is_assumed=setup.backend_is_assumed,
        model=model.id,
        linear_layers=model.linear_layers or 0,
        experts_total=model.experts_total or 0,
        experts_active=model.experts_active or 0,
        attention=model.attention,
    )


def link_bytes_per_s(device: Device) -> float:
    """Return what the device's PCIe slot carries [B/s], 80 % of the line rate."""
    if not device.pcie_gen or not device.pcie_lanes:
        return DEFAULT_LINK_BYTES_PER_S
    lane = PCIE_BYTES_PER_S_PER_LANE.get(device.pcie_gen, PCIE_BYTES_PER_S_PER_LANE[5])
    return lane * device.pcie_lanes * LINK_SHARE
