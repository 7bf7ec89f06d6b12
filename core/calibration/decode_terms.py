"""Decode time as a sum of ideal times, each with the classes whose coefficient it takes.

t = Σ_devices [ dense/(η_w·B) + experts/(η_x·B) + KV/(η_kv·B) + A/(η_c·F) ] + layers·t_layer
    + t_token + hops·t_hop, `η` and `t` products over the classes that apply (see `physics`).
"""

from collections.abc import Iterator
from functools import lru_cache
from math import log
from typing import NamedTuple

from core.calibration.case import DecodeCase, Part
from core.calibration.groups import class_keys, engine_name, kernels, lineage, wide_class

REFERENCE_HIDDEN = 4096.0
REFERENCE_EXPERTS = 8


class Term(NamedTuple):
    """Some ideal time [s] (or a count), and the keys of the coefficients that stretch it."""

    name: str
    amount: float
    keys: tuple[str, ...]


Keys = dict[str, tuple[str, ...]]


def decode_terms(case: DecodeCase) -> list[Term]:
    """Return all terms of one token's time."""
    terms: list[Term] = []
    gpus = [part for part in case.parts if part.kind == "gpu"]
    placement = _placement(case.parts)
    for part in case.parts:
        keys = _keys(
            case.backend,
            case.engine,
            part.kind,
            part.hardware_class,
            part.device_id,
            case.quant_family,
            case.quant,
            case.kv_quant,
            case.model,
            case.attention,
            case.flash_attention,
            case.moe,
            placement,
            gpus[0].device_id if gpus and part.bandwidth_is_assumed else "",
        )
        terms.extend(_gpu(case, part, keys) if part.kind == "gpu" else _host(part, keys))
    hops = sum(p.count for p in gpus) - 1
    if hops > 0 and gpus:
        terms.append(_between(case, gpus[0], hops))
    return terms


def _placement(parts: tuple[Part, ...]) -> str:
    kinds = {part.kind for part in parts}
    if kinds == {"gpu"}:
        return "full"
    if "gpu" not in kinds:
        return "cpu"
    hosts = [part for part in parts if part.kind != "gpu"]
    return "layers" if any(part.dense_bytes > 0 for part in hosts) else "experts"


def is_tensor_split(case_split: str | None, backend: str, engine: str, count: int) -> bool:
    """Return whether `count` devices work on one layer together."""
    return count > 1 and (
        case_split in {"tensor", "row"}
        or (case_split is None and kernels(backend, engine) == "vllm")
    )


def _gpu(case: DecodeCase, part: Part, keys: Keys) -> Iterator[Term]:
    tensor = is_tensor_split(case.split, case.backend, case.engine, part.count)
    together = part.count if tensor else 1
    bandwidth = part.bandwidth_bytes_per_s * together
    yield Term("weights", part.dense_bytes / bandwidth, keys["weights"])
    if part.kv_bytes:
        yield Term("kv", part.kv_bytes / bandwidth, keys["kv"])
    width = (case.hidden / REFERENCE_HIDDEN) ** 0.5
    yield Term("layer", part.layers * width, keys["layer"])
    yield Term("token", part.layers / max(case.layers, 1), keys["token"])
    share = _share(part, case.parts)
    if part.flop_per_s:
        flop_s = 2 * case.params_active * share / (part.flop_per_s * together)
        yield Term("alu", flop_s, keys["alu"])
    if case.moe:
        if part.expert_bytes:
            yield Term("experts", part.expert_bytes / bandwidth, keys["experts"])
        routed = (case.experts_active / REFERENCE_EXPERTS) ** 0.5 if case.experts_active else 1.0
        yield Term("moe_layer", part.layers * routed, keys["moe_layer"])
    if case.linear_layers:
        linear = case.linear_layers * part.layers / max(case.layers, 1)
        yield Term("linear_layer", linear, keys["linear_layer"])


def _share(part: Part, parts: tuple[Part, ...]) -> float:
    total = sum(p.dense_bytes + p.expert_bytes for p in parts)
    return (part.dense_bytes + part.expert_bytes) / total if total else 1.0


def _host(part: Part, keys: Keys) -> Iterator[Term]:
    read_s = 1.0 / part.bandwidth_bytes_per_s
    if part.kind in {"link", "disk"}:
        everything = part.dense_bytes + part.expert_bytes + part.kv_bytes
        yield Term(part.kind, everything * read_s, keys[part.kind])
        return
    if part.dense_bytes + part.kv_bytes:
        yield Term("ram", (part.dense_bytes + part.kv_bytes) * read_s, keys["ram"])
    if part.expert_bytes:
        yield Term("ram_experts", part.expert_bytes * read_s, keys["ram_experts"])
    yield Term("ram_layer", part.layers, keys["ram_layer"])


def _between(case: DecodeCase, part: Part, hops: int) -> Term:
    be = kernels(case.backend, case.engine)
    if is_tensor_split(case.split, case.backend, case.engine, hops + 1):
        keys = ("tensor", f"tensor/backend:{be}", f"tensor/class:{part.hardware_class}")
        return Term("tensor", case.layers * log(hops + 1) / log(2), (*keys, *_moe(case)))
    return Term("hop", hops, ("hop", f"hop/backend:{be}"))


def _moe(case: DecodeCase) -> tuple[str, ...]:
    return ("tensor/moe:yes",) if case.moe else ()


@lru_cache(maxsize=1024)
def _keys(  # noqa: PLR0913, PLR0917  (the classes of a case, flat so that they hash)
    backend: str,
    engine: str,
    kind: str,
    hardware_class: str,
    device: str,
    family: str,
    quant: str,
    kv_quant: str,
    model: str,
    attention: str,
    flash_attention: bool,  # noqa: FBT001
    moe: bool,  # noqa: FBT001
    placement: str,
    host_of: str,
) -> Keys:
    """Return the coefficient keys of every term that a part can have."""
    be, engine = kernels(backend, engine), engine_name(engine)
    wide = f"{be}+{wide_class(hardware_class)}"
    narrow = f"{be}+{hardware_class}"

    def classes(name: str) -> tuple[str, ...]:
        return class_keys(name, be, hardware_class, device)

    whole: tuple[str, ...] = (
        f"speed/model:{model}",
        f"speed/model_backend:{be}+{model}",
        f"speed/lineage:{lineage(model)}",
        f"speed/engine:{be}+{engine}",
        f"speed/placement:{placement}",
        f"speed/kv_quant:{be}+{kv_quant}",
    )
    if kind != "gpu":
        return _host_keys(hardware_class, device, family, quant, host_of, whole)
    whole = (
        *whole,
        f"speed/device:{device}",
        f"speed/device_backend:{be}+{device}",
        f"speed/device_moe:{be}+{device}+{moe}",
        f"speed/device_engine:{be}+{device}+{engine}",
        f"speed/class_moe:{narrow}+{moe}",
        f"speed/wide_moe:{wide}+{moe}",
        f"speed/device_family:{be}+{device}+{family}",
        f"speed/model_wide:{wide}+{model}",
    )
    by_quant = (
        f"quant/family:{family}",
        f"quant/family_backend:{be}+{family}",
        f"quant/family_wide:{wide}+{family}",
        f"quant/id:{be}+{quant}",
    )
    weights = (*classes("weights"), *by_quant, *whole)
    kv = (
        *classes("kv"),
        f"kv/device:{be}+{device}",
        f"kv/attention:{attention}",
        f"kv/attention_wide:{wide}+{attention}",
        f"kv/quant:{kv_quant}",
        *(() if flash_attention else ("kv/flash:off", f"kv/flash:off+{be}")),
        *whole,
    )
    return {
        "weights": weights,
        "experts": (*weights, *classes("experts")),
        "kv": kv,
        "layer": (*classes("layer"), *whole),
        "moe_layer": (*classes("moe_layer"), f"moe_layer/model:{model}", *whole),
        "linear_layer": (*classes("linear_layer"), *whole),
        "token": ("token", f"token/backend:{be}", *whole),
        "alu": ("alu", f"alu/wide:{wide}", f"alu/family:{family}", *whole),
    }


def _host_keys(
    hardware_class: str,
    device: str,
    family: str,
    quant: str,
    host_of: str,
    whole: tuple[str, ...],
) -> Keys:
    host = (f"ram/host_of:{host_of}",) if host_of else (f"ram/device:{device}",)
    ram = (
        "ram",
        f"ram/class:{hardware_class}",
        f"ram/family:{family}",
        f"ram/quant:{quant}",
        *host,
        *whole,
    )
    return {
        "ram": ram,
        "ram_experts": (*ram, "ram_experts"),
        "ram_layer": ("ram_layer", f"ram_layer/class:{hardware_class}", *whole),
        "link": ("link", *whole),
        "disk": ("disk", *whole),
    }
