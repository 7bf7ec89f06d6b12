"""A setup placed on its devices: who holds what, who reads what, what spills."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from catalog.record import record, replace
from catalog.records import Device, DeviceKind, Model
from core.calibration.case import DecodeCase, Part, PrefillCase
from core.calibration.decode_terms import is_tensor_split
from core.physics import placement
from core.physics.kv_cache import kv_bytes
from core.physics.memory import SYSTEM_BYTES, brim_bytes, overhead_bytes, usable_bytes
from core.physics.placement import DISK_BYTES_PER_S, Demand, Split
from core.setup import Setup, Slot
from core.setup.hardware import GENERIC_CLASS

PCIE_BYTES_PER_S_PER_LANE: Final = {1: 0.25e9, 2: 0.5e9, 3: 0.985e9, 4: 1.97e9, 5: 3.94e9}
DEFAULT_LINK_BYTES_PER_S: Final = 25e9
LINK_SHARE: Final = 0.8
RAM_CLASS_FLOP_PER_S: Final = 1.0e12
CONTEXT_STEP_TOKENS: Final = 256
MORE_DEVICES_SHARE: Final = 0.5  # of the first device's buffers that each further one needs
LEAST_RAM_SHARE: Final = 0.5  # of system memory that is free whatever else runs
WHOLE_MEMORY_SHARE: Final = 0.95  # of unified memory that GPU and CPU together may take


@record
class Workload:
    """What a setup stores and reads, and where. Bytes; `available_bytes` on the devices.

    `shares` of what is on the devices lie on each slot: by the memory it brings.
    """

    setup: Setup
    slots: tuple[Slot, ...]
    demand: Demand
    split: Split
    available_bytes: float
    brim_bytes: float
    kv_read_bytes: float
    ram_bytes: float
    disk_bytes: float
    shares: tuple[float, ...]

    @property
    def devices(self) -> int:
        """How many devices hold it."""
        return sum([slot.count for slot in self.slots])

    @property
    def is_tensor_split(self) -> bool:
        """Whether all devices work on each layer together."""
        setup = self.setup
        return is_tensor_split(setup.query.split, setup.backend, setup.engine, self.devices)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Who reads what for a token: devices, then the bus, system memory, the disk."""
        return _parts(self)

    @cached_property
    def case(self) -> DecodeCase:
        """One token's work for the calibration."""
        return decode_case(self)


def place(setup: Setup) -> Workload:
    """Return the workload of `setup`: as it was told to be placed, else as it would be."""
    demand = _demand(setup)
    slots = tuple([_sized(slot, demand) for slot in setup.slots])
    available = sum([usable_bytes(s.device, s.memory_bytes) * s.count for s in slots])
    brim = sum([brim_bytes(s.device, s.memory_bytes) * s.count for s in slots])
    held = sum([s.memory_bytes * s.count for s in slots])
    split = _split(setup, demand, available, brim)
    on_gpu = split.weights_on_gpu_bytes(demand) + split.kv_share * demand.kv_bytes
    beside = max(0.0, demand.weights_bytes + demand.kv_bytes - on_gpu)
    room = _room_beside(setup, slots)
    on_disk = max(0.0, beside - room)
    if not split.kind and demand.needed_bytes > brim:
        on_disk = demand.needed_bytes - available
    return Workload(
        setup=setup,
        slots=slots,
        demand=demand,
        split=split,
        available_bytes=available,
        brim_bytes=brim,
        kv_read_bytes=_cache_bytes(setup, setup.model, setup.context_tokens),
        ram_bytes=min(beside, room),
        disk_bytes=on_disk,
        shares=tuple([s.memory_bytes * s.count / held for s in slots]),
    )


def needed_bytes(setup: Setup, model: Model, stored_bytes: float) -> float:
    """Return what `model` with `stored_bytes` of weights needs in the place of `setup`'s own."""
    context = min(setup.context_tokens, model.context_max or setup.context_tokens)
    cache = _cache_bytes(setup, model, context) * (setup.query.users or 1)
    return stored_bytes + cache + _overhead_bytes(setup, model, context)


def most_context(work: Workload) -> int:
    """Return the most context that stays on the devices, a multiple of 256 tokens.

    Solves M = W + o + a + b · n for n, with a and b from the KV cache and the compute buffers:
    sliding-window layers count in b up to their window and in a beyond it.
    """
    setup, model = work.setup, work.setup.model
    most = model.context_max or 1_048_576
    room = work.available_bytes - setup.weights.stored_bytes

    def needs(tokens: int) -> float:
        cache = _cache_bytes(setup, model, tokens) * (setup.query.users or 1)
        return cache + _overhead_bytes(setup, model, tokens)

    window = min(model.sliding_window or 0, most)
    start, at_start = 0, needs(0)
    if window and needs(window) <= room:
        start, at_start = window, needs(window)
    each = (needs(start + CONTEXT_STEP_TOKENS) - at_start) / CONTEXT_STEP_TOKENS
    if at_start > room:
        return 0
    tokens = start + (room - at_start) / each
    return most if tokens >= most else int(tokens) // CONTEXT_STEP_TOKENS * CONTEXT_STEP_TOKENS


def _cache_bytes(setup: Setup, model: Model, tokens: float) -> float:
    return kv_bytes(model, tokens, bytes_per_element=setup.kv_bytes_per_element)


def _overhead_bytes(setup: Setup, model: Model, tokens: float) -> float:
    """Return compute buffers and driver context of all devices, and what a draft holds."""
    devices = sum([slot.count for slot in setup.slots])
    buffers = overhead_bytes(vocab=model.vocab, hidden=model.hidden, context_tokens=tokens)
    held = buffers * (1 + MORE_DEVICES_SHARE * (devices - 1))
    return held + draft_bytes(setup, tokens) if setup.draft else held


def draft_bytes(setup: Setup, tokens: float) -> float:
    """Return what a draft model holds: its weights in the target's bits, and its own cache [B]."""
    if setup.draft is None:
        return 0.0
    bits = setup.weights.stored_bytes / setup.model.params_total
    return setup.draft.params_total * bits + _cache_bytes(setup, setup.draft, tokens)


def _demand(setup: Setup) -> Demand:
    model, weights = setup.model, setup.weights
    return Demand(
        weights_bytes=weights.stored_bytes,
        expert_stored_bytes=weights.expert_stored_bytes,
        kv_bytes=_cache_bytes(setup, model, setup.context_tokens) * (setup.query.users or 1),
        overhead_bytes=_overhead_bytes(setup, model, setup.context_tokens),
        layers=model.layers,
        moe_layers=model.layers - (model.dense_lead_layers or 0)
        if weights.expert_stored_bytes
        else 0,
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
    query, kind = setup.query, setup.slots[0].device.kind
    if kind is DeviceKind.CPU:
        return placement.whole(demand)
    if query.cpu_moe_layers is not None:
        return placement.by_experts(demand, query.cpu_moe_layers)
    if query.gpu_layers is not None and query.gpu_layers < demand.layers:
        return placement.by_layers(demand, query.gpu_layers)
    if query.gpu_share is not None:
        return placement.by_layers(demand, round(query.gpu_share * demand.layers))
    if demand.needed_bytes <= brim:
        return placement.whole(demand)
    if query.gpu_layers is not None:
        is_card = kind is DeviceKind.GPU
        return placement.spilled(demand, available) if is_card else placement.whole(demand)
    if setup.engine.lower().startswith("ollama"):
        return placement.by_layers(demand, placement.layers_that_fit(demand, available))
    return placement.automatic(demand, available)


def _room_beside(setup: Setup, slots: tuple[Slot, ...]) -> float:
    """Return the system memory that layers may lie in, beside what the devices hold [B]."""
    first = slots[0]
    match first.device.kind:
        case DeviceKind.GPU:
            ram = setup.ram.size_bytes
            return max(ram - SYSTEM_BYTES, ram * LEAST_RAM_SHARE)
        case DeviceKind.CPU:
            return 0.0
        case _:
            usable = usable_bytes(first.device, first.memory_bytes)
            return max(0.0, WHOLE_MEMORY_SHARE * first.memory_bytes - usable) * first.count


# -- the ceiling -----------------------------------------------------------------------------


def ceiling_bytes(setup: Setup) -> float:
    """Return the weight bytes that the ceiling divides by: the file, of experts the chosen ones."""
    weights = setup.weights
    return weights.stored_bytes - weights.expert_stored_bytes + weights.expert_read_bytes


def seconds_per_byte(work: Workload) -> float:
    """Return the time that the devices take for a byte at their spec sheet's bandwidth [s/B].

    Layer split: every byte is read at the bandwidth of the device that holds it, one after the
    other. Tensor split: all devices read at once.
    """
    slots = work.slots
    if work.is_tensor_split:
        return 1 / sum([s.bandwidth_bytes_per_s * s.count for s in slots])
    return sum(
        [share / s.bandwidth_bytes_per_s for share, s in zip(work.shares, slots, strict=True)]
    )


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
        parts=work.parts,
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


def _parts(work: Workload) -> tuple[Part, ...]:
    """Return who reads what for a token: devices, then the bus, system memory, the disk."""
    found = [_device_part(work, *one) for one in zip(work.slots, work.shares, strict=True)]
    split, weights = work.split, work.setup.weights
    if not split.kind:
        return tuple(found) if not work.disk_bytes else _with_disk(work, found)
    dense = (weights.read_bytes - weights.expert_read_bytes) * (1 - split.dense_share)
    experts = weights.expert_read_bytes * (1 - split.expert_share)
    kv = work.kv_read_bytes * (1 - split.kv_share)
    if split.kind == "spill":
        found.append(_link_part(work, dense, experts, kv))
        return tuple(found)
    on_disk = work.disk_bytes / (work.ram_bytes + work.disk_bytes or 1.0)
    if on_disk < 1:
        found.append(_ram_part(work, dense * (1 - on_disk), experts * (1 - on_disk), kv))
    if on_disk > 0:
        found.append(_disk_part(dense * on_disk, experts * on_disk))
    return tuple(found)


def _ram_part(work: Workload, dense: float, experts: float, kv: float) -> Part:
    split, ram = work.split, work.setup.ram
    return Part(
        kind="ram",
        device_id="",
        hardware_class="ram",
        count=1,
        bandwidth_bytes_per_s=ram.bandwidth_bytes_per_s,
        dense_bytes=dense,
        expert_bytes=experts,
        kv_bytes=kv,
        layers=split.cpu_moe_layers or work.demand.layers - split.gpu_layers,
        flop_per_s=RAM_CLASS_FLOP_PER_S,
        bandwidth_is_assumed=ram.is_assumed,
    )


def _link_part(work: Workload, dense: float, experts: float, kv: float) -> Part:
    """Return what the driver keeps in system memory and the device reads across the bus."""
    speed = link_bytes_per_s(work.slots[0].device)
    return Part("link", "", "link", 1, speed, dense, experts, kv, 0.0)


def _disk_part(dense: float, experts: float) -> Part:
    return Part("disk", "", "disk", 1, DISK_BYTES_PER_S, dense, experts, 0.0, 0.0)


def _with_disk(work: Workload, found: list[Part]) -> tuple[Part, ...]:
    """Return the parts where not even system memory holds all: the rest is streamed."""
    share = min(1.0, work.disk_bytes / work.demand.weights_bytes)
    weights = work.setup.weights
    dense = weights.read_bytes - weights.expert_read_bytes
    kept = [
        replace(
            part,
            dense_bytes=part.dense_bytes * (1 - share),
            expert_bytes=part.expert_bytes * (1 - share),
        )
        for part in found
    ]
    return (*kept, _disk_part(dense * share, weights.expert_read_bytes * share))


def _device_part(work: Workload, slot: Slot, share: float) -> Part:
    """Return the part of one group of equal devices: split by the memory each brings."""
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
        bandwidth_is_assumed=device.hardware_class == GENERIC_CLASS,
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
        parts=work.parts,
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
