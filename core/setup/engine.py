"""Which engine and backend run it, and how it is split over several devices."""

from __future__ import annotations

from typing import Final, NamedTuple

from catalog.records import Device, DeviceKind, Quant
from core.query import Query
from core.reading import Assumption
from core.setup.hardware import Slot
from core.setup.said import take


class Engine(NamedTuple):
    """What runs the model. `is_assumed` tells whether the backend was said."""

    name: str
    backend: str
    split: str | None
    is_assumed: bool


ENGINE_BACKENDS: Final = (
    ("mlx", "mlx"),
    ("vllm", "vllm"),
    ("sglang", "vllm"),
    ("tensorrt", "vllm"),
    ("exl", "exllama"),
    ("tabby", "exllama"),
)
FAMILY_BACKENDS: Final = {
    "mlx": "mlx",
    "gptq": "vllm",
    "fp8": "vllm",
    "exl": "exllama",
    "bnb": "vllm",
}
BACKEND_ENGINES: Final = {"mlx": "mlx-lm", "vllm": "vLLM", "exllama": "ExLlama"}
CLASS_BACKENDS: Final = (
    ("strix", "vulkan"),
    ("amd-apu", "vulkan"),
    ("amd", "rocm"),
    ("intel", "vulkan"),
    ("snapdragon", "cpu"),
    ("arm-board", "cpu"),
)


def engine_of(
    query: Query, quant: Quant, slots: tuple[Slot, ...], taken: list[Assumption]
) -> Engine:
    """Return the engine, backend and split of `query`, defaults written down in `taken`."""
    said = (query.engine or "").lower()
    backend = query.backend or next((to for mark, to in ENGINE_BACKENDS if mark in said), None)
    is_assumed = backend is None
    if backend is None:
        own = FAMILY_BACKENDS.get(quant.family)
        backend = take(taken, "backend", own or natural_backend(slots[0].device))
    name = query.engine or take(taken, "engine", BACKEND_ENGINES.get(backend, "llama.cpp"))
    split = query.split
    if split is None and backend == "vllm" and sum(slot.count for slot in slots) > 1:
        split = take(taken, "split", "tensor")
    return Engine(name, backend, split, is_assumed)


def natural_backend(device: Device) -> str:
    """Return what llama.cpp most often runs on for this device."""
    if device.kind is DeviceKind.APPLE:
        return "metal"
    if device.kind is DeviceKind.CPU:
        return "cpu"
    heads = (to for head, to in CLASS_BACKENDS if device.hardware_class.startswith(head))
    return next(heads, "cuda")
