"""From a query to numbers: ceiling, realized speed, memory, feel, each with its doubt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from catalog.load import Catalog
from catalog.records import DeviceKind
from core.calibration.case import Realized
from core.calibration.realize import realize_decode, realize_prefill
from core.figures import Estimate, Fits, Memory, Offload, Placed, Throughput
from core.interval import Interval
from core.message import Message
from core.physics.feel import feel_of
from core.physics.kv_cache import kv_bytes
from core.physics.memory import overhead_bytes
from core.query import Query
from core.reading import Assumption
from core.setup import Setup, set_up
from core.speculate import speculate
from core.steps import sources, steps
from core.streams import throughput
from core.workload import Workload, decode_case, place, prefill_case

PREFILL_TOKENS: Final = 512
CLIFF_SHARE: Final = 0.98
CONTEXT_STEP_TOKENS: Final = 256
TIGHT_SHARE: Final = 0.95
NEVER: Final = Interval(0.0, 0.0, 0.0)


def estimate(query: Query, catalog: Catalog) -> Estimate:
    """Return what the physics says of `query`.

    Raises
    ------
    UnknownNameError
        If the query lacks a model or device, or names one that the catalog does not know.
    """
    setup = set_up(query, catalog)
    work = place(setup)
    ceiling, at_context = _ceilings(work)
    realized = realize_decode(decode_case(work))
    decode = Interval(realized.low, realized.mid, realized.high).capped(at_context)
    prefill = _prefill(work)
    memory = _memory(work)
    fits = _fits(work, memory)
    found = Estimate(
        query=setup.query,
        model=setup.model,
        quant=setup.quant,
        placed=_placed(work),
        weights_read_bytes=_ceiling_bytes(setup),
        kv_read_bytes=work.kv_read_bytes,
        ceiling_tok_s=ceiling,
        ceiling_at_context_tok_s=at_context,
        decode=decode,
        memory=memory,
        fits=fits,
        offload=_offload(work, fits),
        max_context_tokens=max_context(work),
        prefill=prefill,
        ttft_s=prefill.inverse(query.prompt_tokens)
        if query.prompt_tokens and prefill.low > 0
        else None,
        feel=feel_of(decode.mid),
        throughput=_throughput(work, decode),
        speculation=speculate(setup, decode, catalog) if query.draft_model else None,
        assumptions=_assumed(work),
        rule_of_thumb=realized.basis == "rule",
        doubt=realized.doubt,
    )
    return replace(
        found,
        warnings=tuple(_warnings(work, found)),
        steps=steps(work, found, realized),
        sources=sources(work, realized),
    )


def _prefill(work: Workload) -> Interval:
    case = prefill_case(work, work.setup.query.prompt_tokens or PREFILL_TOKENS)
    realized: Realized = realize_prefill(case)
    return Interval(realized.low, realized.mid, realized.high)


def _throughput(work: Workload, decode: Interval) -> Throughput | None:
    users = work.setup.query.users or 1
    return throughput(work, decode, users) if users > 1 else None


def _ceiling_bytes(setup: Setup) -> float:
    """Return the weight bytes that the ceiling divides by: the file, of experts the chosen ones."""
    weights = setup.weights
    return weights.stored_bytes - weights.expert_stored_bytes + weights.expert_read_bytes


def _ceilings(work: Workload) -> tuple[float, float]:
    """Return the ceiling at empty context and at the asked one: spec bandwidth ÷ bytes [1/s].

    Layer split: every byte is read at the bandwidth of the device that holds it, one after the
    other. Tensor split: all devices read at once.
    """
    whole = sum(s.memory_bytes * s.count for s in work.slots)
    if work.setup.query.split in ("tensor", "row"):
        per_byte = 1 / sum(s.bandwidth_bytes_per_s * s.count for s in work.slots)
    else:
        per_byte = sum(
            s.memory_bytes * s.count / whole / s.bandwidth_bytes_per_s for s in work.slots
        )
    weights = _ceiling_bytes(work.setup)
    return 1 / (per_byte * weights), 1 / (per_byte * (weights + work.kv_read_bytes))


def _memory(work: Workload) -> Memory:
    demand = work.demand
    return Memory(
        demand.weights_bytes,
        demand.kv_bytes,
        demand.overhead_bytes,
        demand.needed_bytes,
        work.available_bytes,
    )


def _fits(work: Workload, memory: Memory) -> Fits:
    if work.disk_bytes > 0:
        return Fits.NO
    if work.split.kind:
        return Fits.OFFLOAD
    if memory.needed_bytes > work.brim_bytes:
        return Fits.NO
    return Fits.TIGHT if memory.needed_bytes > TIGHT_SHARE * memory.available_bytes else Fits.YES


def _offload(work: Workload, fits: Fits) -> Offload | None:
    if fits in (Fits.YES, Fits.TIGHT):
        return None
    split, demand = work.split, work.demand
    share = split.weights_on_gpu_bytes(demand) / demand.weights_bytes
    kind = "disk" if work.disk_bytes > 0 or not split.kind else split.kind
    return Offload(
        kind=kind,
        gpu_layers=split.gpu_layers,
        total_layers=demand.layers,
        share_on_gpu=share,
        cliff=share < CLIFF_SHARE and kind != "experts",
        cpu_moe_layers=split.cpu_moe_layers or None,
    )


def _placed(work: Workload) -> tuple[Placed, ...]:
    whole = sum(s.memory_bytes * s.count for s in work.slots)
    case = decode_case(work)
    on_gpu = work.split.weights_on_gpu_bytes(work.demand)
    found = []
    for slot, part in zip(work.slots, case.parts, strict=False):
        share = slot.memory_bytes * slot.count / whole
        found.append(
            Placed(
                device=slot.device,
                count=slot.count,
                memory_bytes=slot.memory_bytes,
                usable_bytes=work.available_bytes * share,
                weights_bytes=on_gpu * share,
                kv_bytes=work.demand.kv_bytes * work.split.kv_share * share,
                overhead_bytes=work.demand.overhead_bytes * share,
                weights_read_bytes=part.dense_bytes + part.expert_bytes,
                kv_read_bytes=part.kv_bytes,
                bandwidth_bytes_per_s=slot.bandwidth_bytes_per_s,
            )
        )
    return tuple(found)


def max_context(work: Workload) -> int:
    """Return the most context that stays on the devices, a multiple of 256 tokens."""
    setup, model = work.setup, work.setup.model
    most = model.context_max or 1_048_576
    users = setup.query.users or 1
    room = work.available_bytes - setup.weights.stored_bytes
    devices = sum(slot.count for slot in work.slots)

    def needs(tokens: float) -> float:
        cache = kv_bytes(model, tokens, bytes_per_element=setup.kv_bytes_per_element) * users
        buffers = overhead_bytes(vocab=model.vocab, hidden=model.hidden, context_tokens=tokens)
        return cache + buffers * (1 + 0.5 * (devices - 1))

    if needs(most) <= room:
        return most
    low, high = 0, most // CONTEXT_STEP_TOKENS
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (
            (middle, high) if needs(middle * CONTEXT_STEP_TOKENS) <= room else (low, middle - 1)
        )
    return low * CONTEXT_STEP_TOKENS


def _assumed(work: Workload) -> tuple[Assumption, ...]:
    setup = work.setup
    taken = list(setup.assumptions)
    if not work.split.kind and work.disk_bytes <= 0:
        taken = [one for one in taken if one.slot != "ram"]
    for slot in work.slots:
        if slot.memory_is_open:
            sizes = tuple(f"{s / 1e9:g} GB" for s in slot.device.memory_options_bytes)
            why = Message.of("assume.memory", device=slot.device.name, sizes=", ".join(sizes))
            taken.append(
                Assumption("memory_gb", f"{slot.memory_bytes / 1e9:g} GB", why, others=sizes)
            )
    return tuple(taken)


def _warnings(work: Workload, found: Estimate) -> Iterator[Message]:
    """Yield what a person must know before trusting the numbers, most serious first."""
    yield from _memory_warnings(work, found)
    yield from _contradictions(work)
    yield from _device_warnings(work)


def _memory_warnings(work: Workload, found: Estimate) -> Iterator[Message]:
    memory, rest = found.memory, found.offload
    if found.fits is Fits.NO:
        yield Message.of("warn.disk_streaming", needed=memory.needed_bytes, disk=work.disk_bytes)
    elif rest and rest.cliff:
        yield Message.of(
            "warn.offload_cliff",
            over=max(memory.needed_bytes - memory.available_bytes, 0.0),
            layers=rest.total_layers - rest.gpu_layers,
            total=rest.total_layers,
        )
    elif rest:
        yield Message.of("warn.experts_on_cpu", layers=rest.cpu_moe_layers or 0)
    elif found.fits is Fits.TIGHT:
        yield Message.of(
            "warn.tight_memory", needed=memory.needed_bytes, available=memory.available_bytes
        )


def _contradictions(work: Workload) -> Iterator[Message]:
    """Yield what the query says that cannot be so."""
    setup, query = work.setup, work.setup.query
    most = setup.model.context_max
    if most and setup.context_tokens > most:
        yield Message.of("warn.context_over_model_max", context=setup.context_tokens, most=most)
    if work.slots[0].device.kind is DeviceKind.CPU and query.gpu_layers:
        yield Message.of("warn.ngl_without_gpu", layers=query.gpu_layers)
    if query.cpu_moe_layers and not setup.model.is_moe:
        yield Message.of("warn.moe_flag_on_dense", model=setup.model.name)


def _device_warnings(work: Workload) -> Iterator[Message]:
    first, count = work.slots[0].device, sum(slot.count for slot in work.slots)
    if count > 1 and first.kind is DeviceKind.GPU:
        is_tensor = work.setup.query.split == "tensor"
        code = "warn.tensor_not_linear" if is_tensor else "warn.layer_split_adds_capacity"
        yield Message.of(code, count=count)
    if first.laptop:
        yield Message.of(
            "warn.laptop_card", device=first.name, bandwidth=first.bandwidth_bytes_per_s
        )
    if first.hardware_class == "cpu-numa":
        yield Message.of("warn.numa", device=first.name)
