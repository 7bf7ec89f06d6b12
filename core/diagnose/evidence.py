"""What speaks for which cause: the log, the words, the setup and the numbers, as weights."""

from collections.abc import Iterator
from typing import Final

from catalog.records import DeviceKind
from core.diagnose.instead import Explanations, matches
from core.diagnose.judge import IMPOSSIBLE, NORMAL, SLOW, UNKNOWN, Verdict
from core.diagnose.situation import Situation, value
from core.diagnose.weights import FROM_FACTS, FROM_WORDS, Weighed
from core.figures import Estimate, Fits
from core.message import Message

_IDLE: Final[tuple[Weighed, ...]] = (("partial_offload", 3.0), ("cpu_only", 2.0))
_IDLE_THOUGH_WHOLE: Final[tuple[Weighed, ...]] = (("sampling_overhead", 5.0), ("moe_kernels", 1.0))
_WORTH_A_LOOK: Final[tuple[Weighed, ...]] = (("partial_offload", 2.0), ("engine_choice", 1.5))
_QUIET_WHERE_IT_RUNS_WELL: Final = frozenset(
    {"partial_offload", "cpu_only", "sysmem_spill", "driver", "moe_kernels"}
)
_NO_FACT: Final = Message("none")
_SMALL_SHARE: Final = 0.3
_PAINFUL_TOK_S: Final = 10.0
_LESS_WHERE_SLOW: Final = 0.5
_FAR_BELOW: Final = 4.0
_SMALL_MODEL_PARAMS: Final = 2.5e9
_DEEP_TOKENS: Final = 16_000
_HOST_ENGINES: Final = ("transformers", "hf", "torchchat", "gptfast", "textgenerationwebui")


def gather(at_hand: Situation, instead: Explanations, verdict: Verdict) -> dict[str, float]:
    """Return the weight of each cause that anything speaks for."""
    weights: dict[str, float] = {}
    for code, weight in _all(at_hand, instead, verdict):
        weights[code] = weights.get(code, 0.0) + weight
    if not weights and verdict.code == UNKNOWN:
        weights = dict(_WORTH_A_LOOK)
    if verdict.code == SLOW and "comparison" in weights:
        weights["comparison"] *= _LESS_WHERE_SLOW
    if verdict.code == NORMAL and at_hand.fits_whole:
        weights = {c: w for c, w in weights.items() if c not in _QUIET_WHERE_IT_RUNS_WELL}
    return weights


def _all(at_hand: Situation, instead: Explanations, verdict: Verdict) -> Iterator[Weighed]:
    for code in at_hand.facts:
        yield from FROM_FACTS.get(code, ())
    for hint in at_hand.reading.hints:
        if hint not in at_hand.facts:
            yield from FROM_WORDS.get(hint, ())
    yield from _pairs(at_hand)
    yield from _setup(at_hand)
    if at_hand.estimate is not None:
        yield from _placement(at_hand, at_hand.estimate)
        if verdict.code == SLOW:
            yield from _numbers(at_hand, at_hand.estimate, instead)
            yield from _usual_suspects(at_hand)
        if verdict.code == IMPOSSIBLE:
            yield from _too_fast(at_hand, at_hand.estimate)
    if verdict.reason == "open_precision":
        yield from (("comparison", 5.0), ("model_size", 3.0))
    if verdict.reason == "open_quant":
        yield "comparison", 5.0


def _pairs(at_hand: Situation) -> Iterator[Weighed]:
    """Weigh two observations that say more together than each alone."""
    saw = at_hand.saw
    laptop = saw("says_laptop") or any(device.laptop for device in at_hand.devices)
    if laptop and saw("comparison", "says_others"):
        yield "laptop_gpu", 4.0
    if saw("vram_full") and saw("low_power"):
        yield "sysmem_spill", 5.0
    if saw("vram_full") and saw("gpu_idle"):
        yield from (("partial_offload", 3.0), ("model_size", 1.5))
    if saw("vram_full") and saw("says_windows", "says_wsl"):
        yield "sysmem_spill", 2.5
    if saw("gpu_idle"):
        whole = saw("all_on_gpu") or at_hand.never_in_part
        yield from _IDLE_THOUGH_WHOLE if whole else _IDLE
    if saw("says_windows") and saw("says_linux"):
        yield from (("driver", 2.5), ("vram_in_use", 2.0), ("partial_offload", 1.5))
    if saw("all_on_cpu", "cpu_backend") and saw("says_context_size", "context_memory"):
        yield "context_memory", 4.0


def _setup(at_hand: Situation) -> Iterator[Weighed]:
    """Weigh what goes with this hardware, engine and way of running it."""
    query, devices = at_hand.query, at_hand.devices
    if at_hand.has_old_gpu:
        picky = any(name in at_hand.engine for name in ("exllama", "vllm", "gptq", "tabby"))
        yield "old_gpu", 7.0 if picky or query.quant in {"f16", "bf16"} else 3.0
        yield "engine_choice", 3.0 if picky else 0.5
    if any(device.laptop for device in devices):
        yield "laptop_gpu", 2.5
    yield from _memories(at_hand)
    if query.draft_model:
        yield "speculative", 6.0
    if (query.users or 1) > 1:
        yield "aggregate", 5.0
    if any(at_hand.engine == name for name in _HOST_ENGINES):
        yield from (("engine_choice", 4.0), ("sampling_overhead", 3.0))


def _memories(at_hand: Situation) -> Iterator[Weighed]:
    """Weigh what several sockets, channels and cards bring with them."""
    query, devices = at_hand.query, at_hand.devices
    sockets = sum(u.count for u in query.devices if _is_cpu(at_hand, u.id))
    if sockets > 1 or any("numa" in device.hardware_class for device in devices):
        yield from (("numa", 4.0), ("threads", 2.0), ("ram_bandwidth", 2.0))
    if any(device.kind is DeviceKind.CPU for device in devices) and not at_hand.has_gpu:
        yield from (("ram_bandwidth", 2.0), ("threads", 1.5))
    if query.ram and query.ram.channels == 1:
        yield "ram_bandwidth", 3.0
    if at_hand.saw("says_second_card"):
        yield "link", 3.0
    if at_hand.device_count > 1:
        yield "link", 1.5


def _is_cpu(at_hand: Situation, device_id: str) -> bool:
    record = at_hand.catalog.devices.get(device_id)
    return record is not None and record.kind is DeviceKind.CPU


def _placement(at_hand: Situation, estimate: Estimate) -> Iterator[Weighed]:
    """Weigh what follows from where weights and cache lie, by our own sum."""
    layers, total = at_hand.query.gpu_layers, estimate.model.layers
    share = at_hand.query.gpu_share
    said_part = (layers is not None and layers < total) or (share is not None and share < 1.0)
    if said_part and at_hand.has_gpu and "layers_off_gpu" not in at_hand.facts:
        yield "partial_offload", 8.0
    if estimate.fits is Fits.YES:
        return
    memory = estimate.memory
    if estimate.fits is Fits.TIGHT:
        yield from (("partial_offload", 1.5), ("vram_in_use", 1.0), ("sysmem_spill", 1.0))
        return
    if memory.needed_bytes <= memory.available_bytes:
        return
    if _mostly_in_ram(estimate):
        yield from (("ram_bandwidth", 5.5), ("partial_offload", 4.0), ("model_size", 4.0))
        return
    yield "partial_offload", 5.0
    if memory.weights_bytes + memory.overhead_bytes <= memory.available_bytes:
        yield "context_memory", 6.0
    else:
        yield "model_size", 4.5


def _mostly_in_ram(estimate: Estimate) -> bool:
    """Return whether an MoE's experts lie in RAM as intended: its bandwidth sets the pace."""
    offload = estimate.offload
    return estimate.model.is_moe and offload is not None and offload.share_on_gpu < _SMALL_SHARE


def _numbers(at_hand: Situation, estimate: Estimate, instead: Explanations) -> Iterator[Weighed]:
    """Weigh how well other explanations give the very number that was measured."""
    measured = at_hand.measured_tok_s or 0.0
    if at_hand.uses_the_gpu:
        yield from (("driver", 2.0), ("engine_choice", 2.0), ("sampling_overhead", 1.5))
        yield from (("power_thermal", 1.0), ("sysmem_spill", 1.0), ("link", 0.5))
    elif at_hand.has_gpu and at_hand.fits_whole:
        yield from _on_a_card(measured, instead)
    if (at_hand.query.context_tokens or 0) >= _DEEP_TOKENS:
        yield "kv_growth", 3.0
    if estimate.model.params_total < _SMALL_MODEL_PARAMS:
        yield "sampling_overhead", 4.0
    if estimate.model.is_moe:
        yield "moe_kernels", 2.0
    if measured < estimate.decode.low / 2 and not at_hand.has_gpu:
        yield from (("threads", 1.0), ("model_size", 0.5))
    if at_hand.log and value(at_hand.facts.get("threads", _NO_FACT), "used") > 0:
        yield "threads", 3.0


def _on_a_card(measured: float, instead: Explanations) -> Iterator[Weighed]:
    """Weigh what a speed says that is low for a card on which everything fits."""
    if matches(measured, instead.cpu_only):
        yield from (("cpu_only", 4.0), ("partial_offload", 2.0))
    elif instead.gpu_layers is not None:
        yield "partial_offload", 4.0
    if measured <= _PAINFUL_TOK_S:  # physics, section 9, row 11
        yield "partial_offload", 2.5
    if instead.cpu_only and measured < instead.cpu_only.low / _FAR_BELOW:
        yield from (("threads", 3.0), ("sysmem_spill", 1.0))


def _usual_suspects(at_hand: Situation) -> Iterator[Weighed]:
    """Weigh what is worth a look on this hardware when nothing else tells."""
    if at_hand.has_old_gpu:
        yield "old_gpu", 3.0
    for device in at_hand.devices:
        kind = device.hardware_class
        if kind.startswith(("amd-", "intel-")):
            yield from (("engine_choice", 2.5), ("driver", 2.5))
        elif kind in {"strix-halo", "gb10"}:
            yield from (("driver", 2.0), ("engine_choice", 1.5))
        elif kind.startswith("apple"):
            yield from (("engine_choice", 1.5), ("model_size", 1.0))
    if at_hand.saw("says_windows") and at_hand.fits_whole:
        yield from (("sysmem_spill", 1.5), ("driver", 1.5), ("sampling_overhead", 1.0))
    yield from (("engine_choice", 1.0), ("power_thermal", 0.5), ("vram_in_use", 0.5))


def _too_fast(at_hand: Situation, estimate: Estimate) -> Iterator[Weighed]:
    """Weigh what makes a speed above the ceiling: other bytes, drafts, users, the prompt."""
    measured = at_hand.measured_tok_s or 0.0
    yield from (("comparison", 4.0), ("speculative", 3.0), ("aggregate", 2.5), ("sample", 2.0))
    if estimate.prefill.low <= measured <= estimate.prefill.high:
        yield "prefill", 3.5
