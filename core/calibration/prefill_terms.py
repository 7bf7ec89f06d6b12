"""Prefill time per prompt token as a sum of ideal times, each with its coefficient's classes.

t·n = 2·P·n/(η_c·F) + attention/(η_a·F) + ⌈n/ubatch⌉·(weights/(η_w·B) + layers·t_layer
      + moved/(η_m·link)) + t_request
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, log2
from typing import Final, NamedTuple

from core.calibration.case import Part, PrefillCase
from core.calibration.decode_terms import Term, is_tensor_split
from core.calibration.groups import class_keys, engine_name, kernels, lineage, tier, wide_class

INT8_FLOP_PER_BYTE: Final = 60.0  # Pascal's dp4a per byte of bandwidth: 12 TOPS at 192 GB/s
INT8_OVER_FP16: Final = 2.0  # tensor units' integer rate over FP16's (data sheets)
INT8_OVER_FP16_GEFORCE: Final = 4.0  # FP32 accumulation runs at half rate on GeForce
LINK_BYTES_PER_S: Final = 16e9  # PCIe 4.0 x8 or 3.0 x16
SMALL_HIDDEN: Final = 5000.0
LENGTHS: Final = (128, 512, 1024, 4096)
Keys = dict[str, tuple[str, ...]]


class Work(NamedTuple):
    """What a prompt costs in total, before any efficiency."""

    tokens: int
    batches: int
    flop: float
    attention_flop: float
    union: float


def prefill_terms(case: PrefillCase) -> list[Term]:
    """Return all terms of the time per prompt token [s]."""
    work = _work(case)
    gpus = [part for part in case.parts if part.kind == "gpu"]
    lead = max(gpus or case.parts, key=lambda part: part.dense_bytes + part.expert_bytes)
    placement = "full" if len(gpus) == len(case.parts) else "layers"
    if gpus and placement == "layers":
        hosts = [p for p in case.parts if p.kind != "gpu"]
        placement = "layers" if any(p.dense_bytes > 0 for p in hosts) else "experts"
    count = sum(p.count for p in gpus) or 1
    tensor = is_tensor_split(case.split, case.backend, case.engine, count)
    keys = _keys(
        case.backend,
        case.engine,
        lead.hardware_class,
        lead.device_id,
        case.quant_family,
        case.quant,
        case.kv_quant,
        case.model,
        case.attention,
        case.flash_attention,
        case.moe,
        placement,
        _length(work.tokens),
        _octave(case.hidden / SMALL_HIDDEN),
    )
    each = 1.0 / work.tokens
    gain = _gain(work.batches, count, tensor=tensor)
    terms = [
        Term(t.name, t.amount * each * gain, t.keys) for t in _work_terms(case, lead, work, keys)
    ]
    if gpus:
        terms.extend(_moved(case, work, keys))
    hops = count - 1
    if hops > 0:
        steps = hops * work.batches * (case.layers if tensor else 1)
        terms.append(
            Term("hop", steps * each, ("hop", f"hop/split:{'tensor' if tensor else 'layer'}"))
        )
    return terms


def _length(tokens: int) -> str:
    """Return how long a prompt is: kernels fill up, and who reads long ones raises ``-ub``."""
    return next((f"{most}" for most in LENGTHS if tokens <= most), "more")


def _octave(size: float) -> int:
    """Return how often `size` doubled: small matrices fill a device less."""
    return round(log2(max(size, 0.1)))


def _work(case: PrefillCase) -> Work:
    n = max(case.prompt_tokens, 1)
    seen = case.context_tokens + n / 2
    window = min(case.window_tokens, seen) if case.window_tokens else seen
    attention = 4.0 * n * (case.attention_width * seen + case.window_width * window)
    union = 1.0
    if case.experts_total > 1:
        share = case.experts_active / case.experts_total
        union = 1.0 - (1.0 - share) ** min(n, case.micro_batch_tokens)
        union /= share
    batches = ceil(n / case.micro_batch_tokens)
    return Work(n, batches, 2.0 * case.params_active * n, attention, union)


def _gain(batches: int, count: int, *, tensor: bool) -> float:
    """Return the share of one device's time that `count` devices need.

    Micro-batches follow each other through a layer split: (m + N − 1)/(m·N), of which 60 % shows
    in the logarithm; tensor split gains N^0.46 (measured on two to eight cards, see ACCURACY).
    """
    if count <= 1:
        return 1.0
    if tensor:
        return float(count**-0.46)
    return float(((batches + count - 1) / (batches * count)) ** 0.6)


def _work_terms(case: PrefillCase, part: Part, work: Work, keys: Keys) -> Iterator[Term]:
    flop_per_s = peak(part)
    yield Term("compute", work.flop / flop_per_s, keys["compute"])
    yield Term("attention", work.attention_flop / flop_per_s, keys["attention"])
    on_device = [p for p in case.parts if p.kind == part.kind]
    read = sum(p.dense_bytes + p.expert_bytes * work.union for p in on_device)
    yield Term("weights", work.batches * read / part.bandwidth_bytes_per_s, keys["weights"])
    yield Term("layer", work.batches * case.layers, keys["layer"])
    if case.moe:
        yield Term("moe_layer", work.batches * case.layers, keys["moe_layer"])
    if case.linear_layers:
        yield Term("linear_layer", work.tokens * case.linear_layers, keys["linear_layer"])
    yield Term("request", 1.0, keys["request"])


def peak(part: Part) -> float:
    """Return the fastest multiply-add rate of a device [FLOP/s], its integer units included."""
    geforce = part.hardware_class.startswith("geforce-")
    most = INT8_OVER_FP16_GEFORCE if geforce else INT8_OVER_FP16
    return max((part.flop_per_s or 0.0) * most, INT8_FLOP_PER_BYTE * part.bandwidth_bytes_per_s)


def _moved(case: PrefillCase, work: Work, keys: Keys) -> Iterator[Term]:
    hosts = [p for p in case.parts if p.kind != "gpu"]
    moved = sum(p.dense_bytes + p.expert_bytes * work.union for p in hosts)
    if moved <= 0:
        return
    link = case.link_bytes_per_s or LINK_BYTES_PER_S
    yield Term("moved", work.batches * moved / link / work.tokens, keys["moved"])
    layers = sum(p.layers for p in hosts)
    yield Term("host_layer", work.batches * layers / work.tokens, keys["host_layer"])


@lru_cache(maxsize=1024)
def _keys(  # noqa: PLR0913, PLR0917  (the classes of a case, flat so that they hash)
    backend: str,
    engine: str,
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
    length: str,
    hidden: int,
) -> Keys:
    """Return the coefficient keys of every term."""
    be, engine = kernels(backend, engine), engine_name(engine)
    wide = f"{be}+{wide_class(hardware_class)}"
    narrow, size = f"{be}+{hardware_class}", tier(device)

    def classes(name: str) -> tuple[str, ...]:
        return class_keys(name, be, hardware_class, device)

    whole = (
        f"speed/model:{model}",
        f"speed/model_backend:{be}+{model}",
        f"speed/lineage:{lineage(model)}",
        f"speed/lineage_backend:{be}+{lineage(model)}",
        f"speed/engine:{be}+{engine}",
        f"speed/placement:{placement}",
        f"speed/kv_quant:{be}+{kv_quant}",
        f"speed/device:{device}",
        f"speed/device_backend:{be}+{device}",
        f"speed/device_moe:{be}+{device}+{moe}",
        f"speed/device_family:{be}+{device}+{family}",
        f"speed/device_engine:{be}+{device}+{engine}",
        f"speed/device_size:{be}+{device}+{size}",
        f"speed/model_wide:{wide}+{model}",
        f"speed/size_wide:{wide}+{size}",
    )
    experts = (
        *classes("moe_compute"),
        f"moe_compute/length:{be}+{length}",
        f"moe_compute/lineage:{lineage(model)}",
        f"moe_compute/model:{model}",
    )
    return {
        "compute": (
            *classes("compute"),
            f"compute/length:{be}+{length}",
            f"compute/length_wide:{wide}+{length}",
            f"compute/hidden:{be}+{hidden}",
            f"compute/family_class:{narrow}+{family}",
            f"quant/family:{family}",
            f"quant/family_wide:{wide}+{family}",
            f"quant/id:{be}+{quant}",
            *(experts if moe else ()),
            *whole,
        ),
        "attention": (
            *classes("attention"),
            f"attention/kind:{attention}",
            f"attention/kind_wide:{wide}+{attention}",
            f"attention/kv:{kv_quant}",
            *(() if flash_attention else ("attention/flash:off", f"attention/flash:off+{be}")),
            *whole,
        ),
        "weights": (*classes("weights"), *(("weights/moe:yes",) if moe else ()), *whole),
        "layer": (*classes("layer"), *whole),
        "moe_layer": (*classes("moe_layer"), *whole),
        "linear_layer": (*classes("linear_layer"), *whole),
        "request": ("request", f"request/backend:{be}", f"request/engine:{be}+{engine}"),
        "moved": ("moved", f"moved/placement:{placement}", f"moved/device:{device}", *whole),
        "host_layer": ("host_layer", *whole),
    }
