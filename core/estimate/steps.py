"""The arithmetic of an estimate, line by line, for a person to follow and to paste."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from core.calibration.case import Realized
from core.calibration.evidence import Evidence, nearest
from core.estimate.findings import Findings, Speeds
from core.figures import Source
from core.message import Message
from core.workload import Workload


def steps(work: Workload, found: Findings) -> tuple[Message, ...]:
    """Return every step of an estimate with its numbers in it."""
    return (
        _weights(work),
        *_moe(work, found.speeds),
        _kv(work, work.setup.context_tokens),
        *_caches(work),
        _memory(work),
        *_devices(work),
        *_ceilings(work, found.speeds),
        *_placement(work, found),
        _realized(found.speeds),
        *_prompt(work, found),
        *_several(found),
    )


def _moe(work: Workload, speeds: Speeds) -> Iterator[Message]:
    model = work.setup.model
    if model.is_moe:
        yield Message.of(
            "step.moe",
            stored=work.setup.weights.stored_bytes,
            read=speeds.weights_bytes,
            active=model.experts_active or 0,
            total=model.experts_total or 0,
        )


def _caches(work: Workload) -> Iterator[Message]:
    users = work.setup.query.users or 1
    if users > 1:
        yield Message.of("step.kv.users", users=users, kv=work.demand.kv_bytes)


def _memory(work: Workload) -> Message:
    demand = work.demand
    return Message.of(
        "step.memory",
        weights=demand.weights_bytes,
        kv=demand.kv_bytes,
        overhead=demand.overhead_bytes,
        needed=demand.needed_bytes,
        available=work.available_bytes,
    )


def _ceilings(work: Workload, speeds: Speeds) -> Iterator[Message]:
    weights, kv = speeds.weights_bytes, work.kv_read_bytes
    yield Message.of("step.ceiling", weights=weights, ceiling=speeds.ceiling)
    if kv:
        yield Message.of(
            "step.ceiling_at_context", weights=weights, kv=kv, ceiling=speeds.at_context
        )


def _placement(work: Workload, found: Findings) -> Iterator[Message]:
    """Yield what each memory beside the devices takes of a token's time."""
    if found.offload is None:
        return
    for part in work.parts[len(work.slots) :]:
        read = part.dense_bytes + part.expert_bytes + part.kv_bytes
        yield Message.of(
            f"step.part.{part.kind}",
            read=read,
            bandwidth=part.bandwidth_bytes_per_s,
            seconds=read / part.bandwidth_bytes_per_s,
            layers=round(part.layers),
        )


def _prompt(work: Workload, found: Findings) -> Iterator[Message]:
    prompt = work.setup.query.prompt_tokens
    if found.ttft_s is None or not prompt:
        return
    yield Message.of(
        "step.ttft",
        prompt=prompt,
        prefill=found.prefill,
        ttft=found.ttft_s,
        params=work.setup.model.params_active,
    )


def _several(found: Findings) -> Iterator[Message]:
    many, draft = found.throughput, found.speculation
    if many:
        yield Message.of("step.users", users=many.users, each=many.per_user, total=many.total)
    if draft and not draft.refused:
        yield Message.of(
            "step.draft",
            draft=draft.draft,
            tokens=draft.draft_tokens,
            greedy=draft.greedy_speedup,
            hot=draft.high_temperature_speedup,
            memory=draft.memory_bytes,
        )


def _weights(work: Workload) -> Message:
    setup = work.setup
    return Message.of(
        f"step.weights.{setup.weights.basis}",
        params=setup.model.params_total,
        bits=8 * setup.weights.stored_bytes / setup.model.params_total,
        weights=setup.weights.stored_bytes,
        quant=setup.quant.name,
    )


def _kv(work: Workload, context: int) -> Message:
    model, setup = work.setup.model, work.setup
    per_token = setup.kv_bytes_per_element * (model.kv_elems_global + model.kv_elems_swa)
    code = "step.kv"
    if model.kv_elems_swa:
        code = "step.kv.window"
    elif model.mla_kv_dim:
        code = "step.kv.mla"
    return Message.of(
        code,
        layers=model.global_kv_layers if model.global_kv_layers is not None else model.layers,
        kv_heads=model.kv_heads,
        head_dim=model.head_dim,
        width=model.mla_kv_dim or 0,
        window=model.sliding_window or 0,
        bytes=setup.kv_bytes_per_element,
        per_token=per_token,
        context=context,
        kv=work.kv_read_bytes,
    )


def _devices(work: Workload) -> Iterator[Message]:
    for slot, part in zip(work.slots, work.parts, strict=False):
        read = part.dense_bytes + part.expert_bytes + part.kv_bytes
        yield Message.of(
            "step.device",
            device=slot.device.name,
            count=slot.count,
            bandwidth=slot.bandwidth_bytes_per_s,
            read=read,
            seconds=read / slot.bandwidth_bytes_per_s,
        )


def _realized(speeds: Speeds) -> Message:
    return Message.of(
        f"step.realized.{speeds.realized.basis}",
        decode=speeds.decode,
        mid=speeds.decode.mid,
        share=speeds.decode.mid / speeds.at_context,
        samples=speeds.realized.samples,
    )


@lru_cache(maxsize=1_024)
def _measured(one: Evidence) -> Source:
    rate = f"{one.tok_per_s:.3g} tok/s"
    return Source(
        f"{one.device_id}, {one.model_id} {one.quant_id}: {rate}", f"{one.source} {one.locator}"
    )


def sources(work: Workload, realized: Realized) -> tuple[Source, ...]:
    """Return where the numbers come from: the model's row, the devices' rows, the measurements."""
    model = work.setup.model
    found = [Source(model.name, model.source)] if model.source else []
    found += [Source(s.device.name, s.device.source) for s in work.slots if s.device.source]
    if realized.basis != "rule":
        found += [_measured(one) for one in nearest(work.case)]
    return tuple(found)
