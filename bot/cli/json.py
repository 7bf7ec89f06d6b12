"""The answer as the JSON object that other programs rely on (schema howfast.answer/1)."""

from __future__ import annotations

from math import floor, log10
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from catalog.records import DeviceKind
from core.answer import Answer
from core.figures import Diagnosis, Estimate
from core.interval import Interval
from core.query import CustomModel, DeviceUse, Query
from core.reading import Basis, Resolved

SCHEMA: Final = "howfast.answer/1"
GIGA: Final = 1e9
_DIGITS: Final = 4

Json = dict[str, object]


def answer_object(answer: Answer, catalog: Catalog) -> Json:
    """Return the answer with nothing left out."""
    taken = {one.slot: one.basis for one in answer.raw_assumptions}
    clarify = answer.clarify
    return {
        "schema": SCHEMA,
        "question": answer.question,
        "language": answer.language,
        "intent": answer.intent.value,
        "status": answer.status,
        "followup": answer.followup,
        "query": query_object(answer.resolved, answer.estimate, catalog, taken),
        "alternatives": _alternatives(answer, catalog),
        "assumptions": [
            {
                "slot": raw.slot,
                "value": raw.value,
                "why": text.why,
                "basis": raw.basis.value,
                "others": list(raw.others),
            }
            for raw, text in zip(answer.raw_assumptions, answer.assumptions, strict=True)
        ],
        "estimate": estimate_object(answer.estimate) if answer.estimate else None,
        "alternative_estimates": [estimate_object(one) for one in answer.alternative_estimates],
        "diagnosis": _diagnosis(answer, answer.diagnosis),
        "warnings": [{"code": one.code, "text": one.text} for one in answer.warnings],
        "advice": [_advice(answer, index) for index in range(len(answer.advice))],
        "clarify": {"slot": clarify.slot, "text": clarify.text, "options": list(clarify.options)}
        if clarify
        else None,
        "table": {"heads": answer.table.heads, "rows": answer.table.rows} if answer.table else None,
        "sources": [{"what": one.what, "locator": one.locator} for one in answer.sources],
        "key": answer.key,
        "text": answer.text,
    }


def _alternatives(answer: Answer, catalog: Catalog) -> list[Json | None]:
    found = []
    for index, side in enumerate(answer.alternatives):
        estimates = answer.alternative_estimates
        estimate = estimates[index] if index < len(estimates) else None
        taken = {one.slot: one.basis for one in estimate.assumptions} if estimate else {}
        taken |= {one.slot: one.basis for one in side.assumptions}
        found.append(query_object(side, estimate, catalog, taken))
    return found


def query_object(
    resolved: Resolved | None,
    estimate: Estimate | None,
    catalog: Catalog,
    taken: dict[str, Basis],
) -> Json | None:
    """Return what was understood; values that nobody said carry their basis."""
    if resolved is None:
        return None
    query = understood(resolved.query, estimate, taken)

    def basis(slot: str) -> str:
        return taken.get(slot, Basis.SAID).value

    return {
        "model": _model(query, estimate, catalog, basis("model")),
        "quant": _quant(query, basis("quant")),
        "devices": [_device(use, catalog, basis("devices")) for use in query.devices],
        "ram": _ram(query, basis("ram")) or _shared_memory(query, catalog, basis("devices")),
        "context_tokens": query.context_tokens,
        "kv_quant": query.kv_quant,
        "engine": query.engine,
        "backend": query.backend,
        "flash_attention": query.flash_attention,
        "gpu_layers": query.gpu_layers,
        "gpu_share": query.gpu_share,
        "cpu_moe_layers": query.cpu_moe_layers,
        "split": query.split,
        "prompt_tokens": query.prompt_tokens,
        "users": query.users,
        "draft_model": query.draft_model,
        "draft_tokens": query.draft_tokens,
        "measured_tok_s": _rounded(query.measured_tok_s),
        "target_tok_s": _rounded(query.target_tok_s),
        "file_size_gb": _gb(query.file_size_bytes),
    }


def understood(asked: Query, estimate: Estimate | None, taken: dict[str, Basis]) -> Query:
    """Return the query as asked, with the defaults that the estimate used and says it used.

    What a recommendation chose is no part of what was understood.
    """
    if estimate is None:
        return asked
    used = {
        slot: getattr(estimate.query, slot) for slot in taken if getattr(asked, slot, "") is None
    }
    return replace(asked, **used)


def _model(query: Query, estimate: Estimate | None, catalog: Catalog, basis: str) -> Json | None:
    model = query.model
    if model is None:
        return None
    record = catalog.models.get(model) if isinstance(model, str) else None
    if record is None and estimate is not None:
        record = estimate.model
    total = record.params_total if record else None
    active = record.params_active if record else None
    if isinstance(model, CustomModel):
        total, active = model.params_total, model.params_active or model.params_total
    return {
        "id": model if isinstance(model, str) else None,
        "name": record.name if record else None,
        "params_total_b": _billions(total),
        "params_active_b": _billions(active),
        "basis": basis,
    }


def _quant(query: Query, basis: str) -> Json | None:
    if query.quant is None:
        return None
    found: Json = {"id": query.quant, "basis": basis}
    if query.bits_per_weight:
        found["bits_per_weight"] = query.bits_per_weight
    return found


def _device(use: DeviceUse, catalog: Catalog, basis: str) -> Json:
    record = catalog.devices.get(use.id)
    memory = use.memory_bytes
    if memory is None and record and record.memory_options_bytes:
        memory = record.memory_options_bytes[0]
    found: Json = {
        "id": use.id or None,
        "name": record.name if record else None,
        "count": use.count,
        "memory_gb": _whole(_gb(memory)),
        "basis": basis,
    }
    if use.bandwidth_bytes_per_s:
        found["bandwidth_gb_s"] = _gb(use.bandwidth_bytes_per_s)
    return found


def _ram(query: Query, basis: str) -> Json | None:
    ram = query.ram
    if ram is None:
        return None
    kind = (ram.type or "").upper()
    if ram.mt_per_s:
        kind = f"{kind}-{ram.mt_per_s}" if kind else f"{ram.mt_per_s}"
    return {
        "gb": _whole(_gb(ram.size_bytes)),
        "type": kind or None,
        "channels": ram.channels,
        "bandwidth_gb_s": _gb(ram.bandwidth_bytes_per_s),
        "basis": basis,
    }


def _shared_memory(query: Query, catalog: Catalog, basis: str) -> Json | None:
    """Return the system memory that is the device's own, where a size of several was stated."""
    for use in query.devices:
        record = catalog.devices.get(use.id)
        unified = record is not None and record.kind in (DeviceKind.APPLE, DeviceKind.UNIFIED)
        if record and unified and use.memory_bytes and len(record.memory_options_bytes) > 1:
            return {
                "gb": _whole(_gb(use.memory_bytes)),
                "type": record.memory_type or None,
                "channels": None,
                "bandwidth_gb_s": None,
                "basis": basis,
            }
    return None


def estimate_object(estimate: Estimate) -> Json:
    """Return the numbers of one estimate, rounded to what is meant."""
    memory, offload = estimate.memory, estimate.offload
    found: Json = {
        "bytes_per_token_gb": {
            "weights": _gb(estimate.weights_read_bytes),
            "kv": _gb(estimate.kv_read_bytes),
        },
        "ceiling_tok_s": _rounded(estimate.ceiling_tok_s),
        "ceiling_at_context_tok_s": _rounded(estimate.ceiling_at_context_tok_s),
        "decode_tok_s": _interval(estimate.decode),
        "memory_gb": {
            "weights": _gb(memory.weights_bytes),
            "kv": _gb(memory.kv_bytes),
            "overhead": _gb(memory.overhead_bytes),
            "needed": _gb(memory.needed_bytes),
            "available": _gb(memory.available_bytes),
        },
        "fits": estimate.fits.value,
        "offload": {
            "kind": offload.kind,
            "gpu_layers": offload.gpu_layers,
            "total_layers": offload.total_layers,
            "cpu_moe_layers": offload.cpu_moe_layers,
            "share_on_gpu": round(offload.share_on_gpu, 3),
            "cliff": offload.cliff,
        }
        if offload
        else None,
        "max_context_tokens": estimate.max_context_tokens,
        "prefill_tok_s": _interval(estimate.prefill),
        "ttft_s": _interval(estimate.ttft_s) if estimate.ttft_s else None,
        "feel": estimate.feel.value,
        "rule_of_thumb": estimate.rule_of_thumb,
    }
    return found | _extras(estimate)


def _extras(estimate: Estimate) -> Json:
    many, draft = estimate.throughput, estimate.speculation
    return {
        "throughput": {
            "users": many.users,
            "per_user_tok_s": _interval(many.per_user),
            "total_tok_s": _interval(many.total),
        }
        if many
        else None,
        "speculation": {
            "draft": draft.draft,
            "draft_tokens": draft.draft_tokens,
            "memory_gb": _gb(draft.memory_bytes),
            "greedy_tok_s": _interval(draft.greedy),
            "chat_tok_s": _interval(draft.chat),
            "high_temperature_tok_s": _interval(draft.high_temperature),
            "greedy_speedup": _interval(draft.greedy_speedup),
            "high_temperature_speedup": _interval(draft.high_temperature_speedup),
            "refused": draft.refused is not None,
        }
        if draft
        else None,
        "doubt": [{"slot": slot, "factor": _rounded(factor)} for slot, factor in estimate.doubt],
    }


def _diagnosis(answer: Answer, diagnosis: Diagnosis | None) -> Json | None:
    if diagnosis is None:
        return None
    return {
        "verdict": diagnosis.verdict,
        "measured_tok_s": _rounded(diagnosis.measured_tok_s),
        "share_of_ceiling": _rounded(diagnosis.share_of_ceiling),
        "causes": [
            {"code": one.code, "text": one.text, "check": one.check, "fix": one.fix}
            for one in answer.causes
        ],
    }


def _advice(answer: Answer, index: int) -> Json:
    one = answer.advice[index]
    estimate = one.advice.estimate if one.advice else None
    return {
        "code": one.code,
        "key": one.key,
        "text": one.text,
        "decode_tok_s": _interval(estimate.decode) if estimate else None,
    }


def _interval(value: Interval) -> Json:
    return {
        "low": _rounded(value.low),
        "mid": _rounded(value.mid),
        "high": _rounded(value.high),
    }


def _rounded(value: float | None) -> float | None:
    """Return four significant digits; no more are meant."""
    if not value:
        return value
    return round(value, _DIGITS - 1 - floor(log10(abs(value))))


def _gb(value: float | None) -> float | None:
    return None if value is None else round(value / GIGA, 3)


def _whole(value: float | None) -> float | int | None:
    """Return 24 instead of 24.0."""
    return int(value) if value is not None and value == int(value) else value


def _billions(value: float | None) -> float | None:
    return None if value is None else round(value / GIGA, 3)
