"""From a query to numbers: ceiling, realized speed, memory, feel, each with its doubt."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from catalog.load import Catalog
from core.calibration.case import Realized
from core.calibration.realize import realize_decode, realize_prefill
from core.estimate.cautions import cautions
from core.estimate.speculate import speculate
from core.estimate.steps import sources, steps
from core.estimate.streams import throughput
from core.figures import Estimate, Fits, Memory, Offload, Placed
from core.interval import Interval
from core.message import Message
from core.physics.feel import feel_of
from core.query import DeviceUse, Query
from core.reading import Assumption, Basis
from core.setup import set_up
from core.workload import (
    Workload,
    ceiling_bytes,
    decode_case,
    most_context,
    place,
    prefill_case,
    seconds_per_byte,
)

PREFILL_TOKENS: Final = 512  # what benchmarks read where nobody named a prompt
CLIFF_SHARE: Final = 0.98
TIGHT_SHARE: Final = 0.95
WHOLE_ONLY: Final = ("vllm", "exllama", "mlx")  # engines that run nothing from system memory
NEVER: Final = Interval(0.0, 0.0, 0.0)


class Speeds(NamedTuple):
    """The ceilings and the realized decode speed of a workload [token/s]."""

    ceiling: float
    at_context: float
    decode: Interval
    realized: Realized


def estimate(query: Query, catalog: Catalog, *, in_full: bool = True) -> Estimate:
    """Return what the physics says of `query`.

    With `in_full` off it leaves out what a piece of advice does not show: prompt speed, longest
    context, arithmetic, sources.

    Raises
    ------
    UnknownNameError
        If the query lacks a model or device, or names one that the catalog does not know.
    """
    work = place(set_up(query, catalog))
    setup, demand = work.setup, work.demand
    speeds = _speeds(work)
    fits = _fits(work)
    found = Estimate(
        query=replace(setup.query, devices=_devices(work)),
        model=setup.model,
        quant=setup.quant,
        placed=_placed(work),
        weights_read_bytes=ceiling_bytes(setup),
        kv_read_bytes=work.kv_read_bytes,
        ceiling_tok_s=speeds.ceiling,
        ceiling_at_context_tok_s=speeds.at_context,
        decode=speeds.decode,
        memory=Memory(
            demand.weights_bytes,
            demand.kv_bytes,
            demand.overhead_bytes,
            demand.needed_bytes,
            work.available_bytes,
        ),
        fits=fits,
        offload=_offload(work, fits),
        max_context_tokens=most_context(work) if in_full else setup.context_tokens,
        prefill=NEVER,
        ttft_s=None,
        feel=feel_of(speeds.decode.mid),
        assumptions=_assumed(work),
        rule_of_thumb=speeds.realized.basis == "rule",
        doubt=speeds.realized.doubt,
    )
    return _in_full(found, work, speeds) if in_full else found


def _in_full(found: Estimate, work: Workload, speeds: Speeds) -> Estimate:
    query, decode = work.setup.query, speeds.decode
    prefill = _prefill(work)
    prompt = query.prompt_tokens
    found = replace(
        found,
        prefill=prefill,
        ttft_s=prefill.inverse(prompt) if prompt and prefill.low > 0 else None,
        throughput=throughput(work, decode, query.users) if (query.users or 1) > 1 else None,
        speculation=speculate(work, decode) if query.draft_model else None,
        sources=sources(work, speeds.realized),
    )
    return replace(
        found,
        warnings=tuple(cautions(work, found)),
        steps=steps(work, found, speeds.realized),
    )


def _speeds(work: Workload) -> Speeds:
    """Return the ceiling at empty context and at the asked one, and what is realized."""
    per_byte = seconds_per_byte(work)
    weights = ceiling_bytes(work.setup)
    at_context = 1 / (per_byte * (weights + work.kv_read_bytes))
    realized = realize_decode(decode_case(work))
    decode = Interval(realized.low, realized.mid, realized.high).capped(at_context)
    return Speeds(1 / (per_byte * weights), at_context, decode, realized)


def _prefill(work: Workload) -> Interval:
    realized = realize_prefill(prefill_case(work, work.setup.query.prompt_tokens or PREFILL_TOKENS))
    return Interval(realized.low, realized.mid, realized.high)


def _fits(work: Workload) -> Fits:
    if work.disk_bytes > 0:
        return Fits.NO
    if work.split.kind:
        return Fits.NO if work.setup.backend in WHOLE_ONLY else Fits.OFFLOAD
    needed = work.demand.needed_bytes
    return Fits.TIGHT if needed > TIGHT_SHARE * work.available_bytes else Fits.YES


def _offload(work: Workload, fits: Fits) -> Offload | None:
    if fits in (Fits.YES, Fits.TIGHT):
        return None
    split, demand = work.split, work.demand
    share = split.weights_on_gpu_bytes(demand) / demand.weights_bytes
    kind = "disk" if work.disk_bytes > 0 else split.kind
    return Offload(
        kind=kind,
        gpu_layers=split.gpu_layers,
        total_layers=demand.layers,
        share_on_gpu=share,
        cliff=share < CLIFF_SHARE and kind != "experts",
        cpu_moe_layers=split.cpu_moe_layers or None,
    )


def _placed(work: Workload) -> tuple[Placed, ...]:
    demand, split = work.demand, work.split
    on_gpu = split.weights_on_gpu_bytes(demand)
    kv = demand.kv_bytes * split.kv_share
    found = []
    for slot, share, part in zip(work.slots, work.shares, work.parts, strict=False):
        found.append(
            Placed(
                device=slot.device,
                count=slot.count,
                memory_bytes=slot.memory_bytes,
                usable_bytes=work.available_bytes * share,
                weights_bytes=on_gpu * share,
                kv_bytes=kv * share,
                overhead_bytes=demand.overhead_bytes * share,
                weights_read_bytes=part.dense_bytes + part.expert_bytes,
                kv_read_bytes=part.kv_bytes,
                bandwidth_bytes_per_s=slot.bandwidth_bytes_per_s,
            )
        )
    return tuple(found)


def _devices(work: Workload) -> tuple[DeviceUse, ...]:
    """Return the query's devices, with the memory that was chosen where it was open."""
    uses = work.setup.query.devices
    if not uses:
        return tuple(DeviceUse(slot.device.id) for slot in work.slots)
    if not any(slot.memory_is_open for slot in work.slots):
        return uses
    sizes = {slot.device.id: slot.memory_bytes for slot in work.slots if slot.memory_is_open}
    return tuple(
        replace(use, memory_bytes=round(sizes[use.id])) if use.id in sizes else use for use in uses
    )


def _assumed(work: Workload) -> tuple[Assumption, ...]:
    """Return the defaults that mattered: no word of system memory where nothing lies in it."""
    setup, split = work.setup, work.split
    taken = list(setup.assumptions)
    if not split.kind and work.disk_bytes <= 0 and setup.slots[0].device.kind.value != "cpu":
        taken = [one for one in taken if one.slot != "ram"]
    if split.kind == "experts" and setup.query.cpu_moe_layers is None:
        why = Message("assume.default.cpu_moe_layers")
        layers = str(split.cpu_moe_layers)
        taken.append(Assumption("cpu_moe_layers", layers, why, Basis.DEFAULT))
    for slot in work.slots:
        if slot.memory_is_open:
            sizes = tuple(f"{s / 1e9:g} GB" for s in slot.device.memory_options_bytes)
            why = Message.of("assume.memory", device=slot.device.name, sizes=", ".join(sizes))
            taken.append(
                Assumption("memory_gb", f"{slot.memory_bytes / 1e9:g} GB", why, others=sizes)
            )
    return tuple(taken)
