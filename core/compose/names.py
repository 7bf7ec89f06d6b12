"""How models, devices and whole setups are called in an answer."""

from catalog.load import Catalog
from core.compose.case import Case
from core.figures import Estimate
from core.interval import Interval
from core.language.pack import Pack
from core.message import Message
from core.physics.feel import feel_of
from core.query import CustomModel, DeviceUse, Query


def feel_words(decode: Interval) -> Message:
    """Return the feel of the middle, or both feels where the ends straddle a border."""
    low, high = feel_of(decode.low), feel_of(decode.high)
    if low is high:
        return Message(f"feel.{low.value}")
    return Message.of(
        "feel.between",
        low=Message(f"feel.short.{low.value}"),
        high=Message(f"feel.short.{high.value}"),
    )


def device_name(use: DeviceUse, catalog: Catalog, pack: Pack) -> str:
    """Return "2× GeForce RTX 3060 12 GB": count and memory only where they tell something."""
    record = catalog.devices.get(use.id)
    if record is None:
        name = pack("subject.device.unnamed", memory=float(use.memory_bytes or 0))
    else:
        name = record.name
        sold = record.memory_options_bytes
        if use.memory_bytes and (len(sold) > 1 or sold != (use.memory_bytes,)) and "GB" not in name:
            name = pack("subject.device.memory", name=name, memory=float(use.memory_bytes))
    if use.bandwidth_bytes_per_s:
        name = pack("subject.device.rate", name=name, bandwidth=use.bandwidth_bytes_per_s)
    return pack("subject.device", count=use.count, name=name) if use.count > 1 else name


def model_name(model: str | CustomModel | None, catalog: Catalog, pack: Pack) -> str:
    """Return the catalog's name of a model, or its stated size."""
    if model is None:
        return ""
    if isinstance(model, str):
        record = catalog.models.get(model)
        return record.name if record else model
    if model.params_active:
        name = pack("subject.custom.moe", total=model.params_total, active=model.params_active)
    else:
        name = pack("subject.custom", total=model.params_total)
    if not (model.layers and model.kv_heads and model.head_dim):
        return name
    dims = {"layers": model.layers, "kv_heads": model.kv_heads, "head_dim": model.head_dim}
    return pack("subject.custom.dims", name=name, **dims)


def quant_name(query: Query, catalog: Catalog, pack: Pack) -> str:
    """Return the catalog's name of a quant, with its bits where they were stated."""
    record = catalog.quants.get(query.quant or "")
    name = record.name if record else (query.quant or "")
    if query.bits_per_weight and name:
        return pack("subject.bpw", name=name, bits=query.bits_per_weight)
    return name


def devices_name(query: Query, catalog: Catalog, pack: Pack) -> str:
    """Return all devices of a query in one line."""
    return " + ".join(device_name(use, catalog, pack) for use in query.devices)


def subject(case: Case, query: Query) -> str:
    """Return what the answer is about: model · quant · hardware · what was asked besides."""
    pack = case.pack
    parts = [
        model_name(query.model, case.catalog, pack),
        quant_name(query, case.catalog, pack),
        devices_name(query, case.catalog, pack),
        *_besides(query, pack),
    ]
    return " · ".join(part for part in parts if part)


def _besides(query: Query, pack: Pack) -> list[str]:
    found = []
    if query.file_size_bytes is not None:
        found.append(pack("subject.file", size=float(query.file_size_bytes)))
    if query.ram and query.ram.bandwidth_bytes_per_s:
        found.append(pack("subject.ram", bandwidth=query.ram.bandwidth_bytes_per_s))
    if query.context_tokens is not None:
        empty = query.context_tokens == 0
        code = "subject.context.empty" if empty else "subject.context"
        found.append(pack(code, context=query.context_tokens))
    if query.kv_quant not in (None, "f16"):
        found.append(pack("subject.kv", kv=query.kv_quant))
    if query.split:
        found.append(pack("subject.split", split=query.split))
    if query.gpu_layers is not None:
        found.append(pack("subject.gpu_layers", layers=query.gpu_layers))
    if query.cpu_moe_layers is not None:
        found.append(pack("subject.cpu_moe", layers=query.cpu_moe_layers))
    if query.users and query.users > 1:
        found.append(pack("subject.users", users=query.users))
    if query.draft_model:
        found.append(pack("subject.draft", draft=query.draft_model))
    return found


def asked(estimate: Estimate, query: Query) -> Query:
    """Return the query to show: as it was estimated, without the defaults nobody cares for."""
    shown = estimate.query
    return Query(
        model=shown.model,
        quant=shown.quant,
        bits_per_weight=shown.bits_per_weight,
        file_size_bytes=query.file_size_bytes,
        ram=query.ram,
        devices=shown.devices,
        context_tokens=shown.context_tokens,
        kv_quant=shown.kv_quant,
        split=query.split,
        gpu_layers=query.gpu_layers,
        cpu_moe_layers=query.cpu_moe_layers,
        users=query.users,
        draft_model=query.draft_model,
    )
