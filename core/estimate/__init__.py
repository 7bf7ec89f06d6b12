"""From a query to numbers: ceiling, realized speed, memory, feel, each with its doubt."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from catalog.records import DeviceKind
from core.calibration.case import PrefillCase
from core.calibration.realize import realize_decode, realize_prefill
from core.estimate.cautions import cautions
from core.estimate.findings import Findings, Speeds
from core.estimate.speculate import speculate
from core.estimate.steps import sources, steps
from core.estimate.streams import throughput
from core.figures import Estimate, Fits, Memory, Offload, Placed
from core.interval import Interval
from core.message import Message
from core.physics.feel import feel_of
from core.physics.parallel import tensor_gain
from core.query import DeviceUse, Query
from core.reading import Assumption, Basis
from core.setup import set_up
from core.workload import (
    Workload,
    ceiling_bytes,
    most_context,
    place,
    prefill_case,
    seconds_per_byte,
)

PREFILL_TOKENS: Final = 512  # what benchmarks read where nobody named a prompt
CLIFF_SHARE: Final = 0.98
TIGHT_SHARE: Final = 0.95
REMEMBERED: Final = 512
WHOLE_ONLY: Final = ("vllm", "exllama", "mlx")  # engines that run nothing from system memory


def estimate(query: Query, catalog: Catalog, *, in_full: bool = True) -> Estimate:
    """Return what the physics says of `query`.

    With `in_full` off it leaves out what a piece of advice does not show: prompt speed, longest
    context, warnings, arithmetic, sources.

    Raises
    ------
    UnknownNameError
        If the query lacks a model or device, or names one that the catalog does not know.
    """
    return _estimate(query, catalog, in_full)


@lru_cache(maxsize=REMEMBERED)
def _estimate(query: Query, catalog: Catalog, in_full: bool) -> Estimate:  # noqa: FBT001
    """Return the estimate; a follow-up, a button and a comparison ask for the same one again."""
    work = place(set_up(query, catalog))
    setup = work.setup
    speeds = _speeds(work)
    fits = _fits(work)
    more = _more(work, speeds, fits) if in_full else Findings(speeds, fits, _offload(work, fits))
    return Estimate(
        query=_effective(work),
        model=setup.model,
        quant=setup.quant,
        placed=_placed(work),
        weights_read_bytes=speeds.weights_bytes,
        kv_read_bytes=work.kv_read_bytes,
        ceiling_tok_s=speeds.ceiling,
        ceiling_at_context_tok_s=speeds.at_context,
        decode=speeds.decode,
        memory=_memory(work),
        fits=fits,
        offload=more.offload,
        max_context_tokens=_max_context(work, fits) if in_full else setup.context_tokens,
        prefill=more.prefill,
        ttft_s=more.ttft_s,
        feel=feel_of(speeds.decode.mid),
        throughput=more.throughput,
        speculation=more.speculation,
        assumptions=_assumed(work),
        warnings=tuple(cautions(work, more)) if in_full else (),
        steps=steps(work, more) if in_full else (),
        sources=sources(work, speeds.realized) if in_full else (),
        rule_of_thumb=speeds.realized.basis == "rule",
        doubt=speeds.realized.doubt,
    )


def _more(work: Workload, speeds: Speeds, fits: Fits) -> Findings:
    query, decode = work.setup.query, speeds.decode
    prefill = _prefill(work)
    prompt, users = query.prompt_tokens, query.users or 1
    return Findings(
        speeds,
        fits,
        _offload(work, fits),
        prefill,
        prefill.inverse(prompt) if prompt and prefill.low > 0 else None,
        throughput(work, decode, users) if users > 1 else None,
        speculate(work, decode) if query.draft_model else None,
    )


def _speeds(work: Workload) -> Speeds:
    """Return the ceiling at empty context and at the asked one, and what is realized."""
    per_byte = seconds_per_byte(work)
    weights = ceiling_bytes(work.setup)
    at_context = 1 / (per_byte * (weights + work.kv_read_bytes))
    realized = realize_decode(work.case)
    decode = Interval(realized.low, realized.mid, realized.high)
    if realized.basis == "rule" and work.is_tensor_split:
        decode = decode.scaled(tensor_gain(work.devices) / work.devices)
    decode = decode.capped(at_context)
    return Speeds(weights, 1 / (per_byte * weights), at_context, decode, realized)


def _max_context(work: Workload, fits: Fits) -> int:
    """Return the longest context that stays on the devices: the asked one where it just fits."""
    most = work.setup.model.context_max or work.setup.context_tokens
    asked = min(work.setup.context_tokens, most) if fits is Fits.TIGHT else 0
    return max(most_context(work), asked)


def _memory(work: Workload) -> Memory:
    demand = work.demand
    return Memory(
        demand.weights_bytes,
        demand.kv_bytes,
        demand.overhead_bytes,
        demand.needed_bytes,
        work.available_bytes,
    )


def _prefill(work: Workload) -> Interval:
    """Return the speed of reading the prompt; without one, of the length that benchmarks use.

    On the devices alone that does not depend on the context, so it is remembered.
    """
    setup = work.setup
    if setup.query.prompt_tokens or work.split.kind or work.disk_bytes:
        return _prefill_of(prefill_case(work, setup.query.prompt_tokens or PREFILL_TOKENS))
    query = setup.query
    key = (
        setup.model.id,
        setup.quant.id,
        setup.weights.stored_bytes,
        setup.backend,
        setup.engine,
        setup.backend_is_assumed,
        query.split,
        query.flash_attention,
        query.kv_quant,
        query.prompt_depth_tokens,
        *[(s.device.id, s.count, s.memory_bytes, s.bandwidth_bytes_per_s) for s in work.slots],
    )
    found = _usual_prefills.get(key)
    if found is None:
        if len(_usual_prefills) >= REMEMBERED:
            _usual_prefills.clear()
        found = _usual_prefills[key] = _prefill_of(prefill_case(work, PREFILL_TOKENS))
    return found


_usual_prefills: dict[tuple[object, ...], Interval] = {}


def _prefill_of(case: PrefillCase) -> Interval:
    realized = realize_prefill(case)
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
    if kind == "disk" and all(s.device.kind is not DeviceKind.GPU for s in work.slots):
        share = max(1.0 - work.disk_bytes / demand.weights_bytes, 0.0)  # its memory is all there is
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


def _effective(work: Workload) -> Query:
    """Return the query that was estimated, with the memory chosen where it was open."""
    query = work.setup.query
    if not query.devices:
        return replace(query, devices=tuple(DeviceUse(slot.device.id) for slot in work.slots))
    sizes = {slot.device.id: slot.memory_bytes for slot in work.slots if slot.memory_is_open}
    if not sizes:
        return query
    uses = [
        replace(use, memory_bytes=round(sizes[use.id])) if use.id in sizes else use
        for use in query.devices
    ]
    return replace(query, devices=tuple(uses))


def _assumed(work: Workload) -> tuple[Assumption, ...]:
    """Return the defaults that mattered: no word of system memory where nothing lies in it."""
    setup, split = work.setup, work.split
    taken = list(setup.assumptions)
    if not split.kind and work.disk_bytes <= 0 and setup.slots[0].device.kind.value != "cpu":
        taken = [one for one in taken if one.slot not in ("ram", "ram_speed")]
    is_card = any(slot.device.kind is DeviceKind.GPU for slot in work.slots)
    if split.kind == "experts" and is_card and setup.query.cpu_moe_layers is None:
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
