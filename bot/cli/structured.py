"""From a structured query's fields to a `Query`: names to ids, GB to bytes, nothing guessed."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from catalog.load import Catalog
from core.errors import UnknownNameError
from core.match import device_named, model_named, quant_named
from core.query import CustomModel, DeviceUse, Query, Ram

GIGA: Final = 10**9
BACKENDS: Final = ("cuda", "metal", "mlx", "rocm", "vulkan", "sycl", "cpu", "vllm", "exllama")
SPLITS: Final = ("layer", "row", "tensor")
MOST: Final = 10**15
_MOST_DEVICES: Final = 16
_MOST_CHARS: Final = 120
_COUNTS: Final = (
    "context_tokens",
    "gpu_layers",
    "cpu_moe_layers",
    "prompt_tokens",
    "users",
    "draft_tokens",
)


class StructureError(ValueError):
    """A structured query that does not have the shape of one, with what is wrong in it."""


def read_structured(item: object, catalog: Catalog) -> Query:
    """Return the query that the fields of `item` describe.

    Raises
    ------
    StructureError
        If a field has another type or range than it may have.
    UnknownNameError
        If a name is not in the catalog.
    """
    if not isinstance(item, Mapping):
        raise StructureError("a structured query is a JSON object")
    counts = {name: _count(item, name) for name in _COUNTS}
    size = _number(item, "file_size_gb")
    has_prompt = counts["prompt_tokens"] is not None
    return Query(
        model=_model(item, catalog),
        quant=_named(item, "quant", catalog),
        bits_per_weight=_number(item, "bits_per_weight"),
        file_size_bytes=round(size * GIGA) if size else None,
        devices=_devices(item.get("devices"), catalog),
        ram=_ram(item.get("ram")),
        kv_quant=_text(item, "kv_quant"),
        engine=_text(item, "engine"),
        backend=_choice(item, "backend", BACKENDS),
        flash_attention=_flag(item, "flash_attention"),
        split=_choice(item, "split", SPLITS),
        prompt_depth_tokens=counts["context_tokens"] if has_prompt else None,
        draft_model=_draft(item, catalog),
        measured_tok_s=_number(item, "measured_tok_s"),
        target_tok_s=_number(item, "target_tok_s"),
        **counts,
    )


Fields = Mapping[str, Any]


def _text(item: Fields, name: str) -> str | None:
    value = item.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, str) or len(value) > _MOST_CHARS:
        raise StructureError(f"{name} must be a short text")
    return value.strip()


def _choice(item: Fields, name: str, allowed: tuple[str, ...]) -> str | None:
    value = _text(item, name)
    if value is not None and value.lower() not in allowed:
        raise StructureError(f"{name} must be one of {', '.join(allowed)}")
    return value.lower() if value else None


def _flag(item: Fields, name: str) -> bool | None:
    value = item.get(name)
    if value is not None and not isinstance(value, bool):
        raise StructureError(f"{name} must be true or false")
    return value


def _number(item: Fields, name: str) -> float | None:
    value = item.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StructureError(f"{name} must be a number")
    if not (isfinite(value) and 0 <= value <= MOST):
        raise StructureError(f"{name} is out of range")
    return float(value)


def _count(item: Fields, name: str) -> int | None:
    value = _number(item, name)
    if value is not None and not value.is_integer():
        raise StructureError(f"{name} must be a whole number")
    return None if value is None else int(value)


def _positive(item: Fields, name: str) -> float | None:
    value = _number(item, name)
    if value is not None and value <= 0:
        raise StructureError(f"{name} must be more than 0")
    return value


def _model(item: Fields, catalog: Catalog) -> str | CustomModel | None:
    name, total = _text(item, "model"), _positive(item, "params_b")
    if name is not None:
        try:
            return name_to_id("model", name, catalog)
        except UnknownNameError:
            if total is None:
                raise
    if total is None:
        return None
    active = _positive(item, "active_params_b")
    return CustomModel(total * GIGA, active * GIGA if active else None)


def _named(item: Fields, slot: str, catalog: Catalog) -> str | None:
    name = _text(item, slot)
    return None if name is None else name_to_id(slot, name, catalog)


def _draft(item: Fields, catalog: Catalog) -> str | None:
    name = _text(item, "draft_model")
    if name is None or name.lower() in ("mtp", "eagle", "eagle3", "nextn", "ngram"):
        return name and name.lower()
    return name_to_id("model", name, catalog)


def _devices(value: object, catalog: Catalog) -> tuple[DeviceUse, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > _MOST_DEVICES:
        raise StructureError("devices must be a list")
    return tuple(_device(one, catalog) for one in value)


def _device(item: object, catalog: Catalog) -> DeviceUse:
    if not isinstance(item, Mapping):
        raise StructureError("a device is an object with a name")
    name, memory = _text(item, "name"), _positive(item, "memory_gb")
    count, bandwidth = _count(item, "count"), _positive(item, "bandwidth_gb_s")
    if count is not None and not 1 <= count <= 1024:  # noqa: PLR2004  (no one has more)
        raise StructureError("count must be between 1 and 1024")
    if name is None and memory is None:
        raise StructureError("a device needs a name or its memory_gb")
    return DeviceUse(
        id=name_to_id("device", name, catalog, memory) if name else "",
        count=count or 1,
        memory_bytes=round(memory * GIGA) if memory else None,
        bandwidth_bytes_per_s=bandwidth * GIGA if bandwidth else None,
    )


def _ram(value: object) -> Ram | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = {"gb": value}
    if not isinstance(value, Mapping):
        raise StructureError("ram must be a number of GB or an object")
    size, bandwidth = _positive(value, "gb"), _positive(value, "bandwidth_gb_s")
    kind, _, rate = (_text(value, "type") or "").lower().partition("-")
    said = _count(value, "mt_per_s")
    return Ram(
        size_bytes=round(size * GIGA) if size else None,
        type=kind or None,
        mt_per_s=said or (int(rate) if rate.isascii() and rate.isdigit() else None),
        channels=_count(value, "channels"),
        bandwidth_bytes_per_s=bandwidth * GIGA if bandwidth else None,
    )


def name_to_id(slot: str, name: str, catalog: Catalog, memory_gb: float | None = None) -> str:
    """Return the catalog id that `name` stands for: an id, a name, an alias, or a near spelling.

    Raises
    ------
    UnknownNameError
        If it stands for nothing in the catalog; `nearest` are the closest names.
    """
    match slot:
        case "quant":
            return quant_named(name, catalog)
        case "device":
            memory = round(memory_gb * GIGA) if memory_gb else None
            return device_named(name, catalog, memory_bytes=memory)
        case _:
            return model_named(name, catalog)
