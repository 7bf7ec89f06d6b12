"""The arithmetic of an estimate, line by line, for a person to follow and to paste."""

from __future__ import annotations

from collections.abc import Iterator

from core.calibration.case import Realized
from core.figures import Estimate, Source
from core.message import Message
from core.workload import Workload


def steps(work: Workload, found: Estimate, realized: Realized) -> tuple[Message, ...]:
    """Return every step of `found` with its numbers in it."""
    setup, memory = work.setup, found.memory
    context = setup.context_tokens
    said = [_weights(work)]
    if found.model.is_moe:
        said.append(
            Message.of(
                "step.moe",
                stored=setup.weights.stored_bytes,
                read=found.weights_read_bytes,
                active=setup.model.experts_active or 0,
                total=setup.model.experts_total or 0,
            )
        )
    said.append(_kv(work, context))
    said.append(
        Message.of(
            "step.memory",
            weights=memory.weights_bytes,
            kv=memory.kv_bytes,
            overhead=memory.overhead_bytes,
            needed=memory.needed_bytes,
            available=memory.available_bytes,
        )
    )
    said.extend(_parts(found))
    said.append(
        Message.of("step.ceiling", weights=found.weights_read_bytes, ceiling=found.ceiling_tok_s)
    )
    if context and found.kv_read_bytes:
        said.append(
            Message.of(
                "step.ceiling_at_context",
                weights=found.weights_read_bytes,
                kv=found.kv_read_bytes,
                ceiling=found.ceiling_at_context_tok_s,
            )
        )
    said.extend(_placement(work, found))
    said.append(_realized(found, realized))
    said.extend(_prompt(found))
    said.extend(_several(found))
    return tuple(said)


def _placement(work: Workload, found: Estimate) -> Iterator[Message]:
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


def _prompt(found: Estimate) -> Iterator[Message]:
    prompt = found.query.prompt_tokens
    if found.ttft_s is None or not prompt:
        return
    yield Message.of(
        "step.ttft",
        prompt=prompt,
        prefill=found.prefill,
        ttft=found.ttft_s,
        params=found.model.params_active,
    )


def _several(found: Estimate) -> Iterator[Message]:
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


def _parts(found: Estimate) -> list[Message]:
    return [
        Message.of(
            "step.device",
            device=one.device.name,
            count=one.count,
            bandwidth=one.bandwidth_bytes_per_s,
            read=one.weights_read_bytes + one.kv_read_bytes,
            seconds=(one.weights_read_bytes + one.kv_read_bytes) / one.bandwidth_bytes_per_s,
        )
        for one in found.placed
    ]


def _realized(found: Estimate, realized: Realized) -> Message:
    return Message.of(
        f"step.realized.{realized.basis}",
        decode=found.decode,
        mid=found.decode.mid,
        share=found.decode.mid / found.ceiling_at_context_tok_s,
        samples=realized.samples,
    )


def sources(work: Workload, realized: Realized) -> tuple[Source, ...]:
    """Return where the numbers come from: the model's row, the devices' rows, the measurements."""
    model = work.setup.model
    found = [Source(model.name, model.source)] if model.source else []
    found += [Source(s.device.name, s.device.source) for s in work.slots if s.device.source]
    found += [Source("measurement", one) for one in realized.nearest[:3]]
    return tuple(found)
