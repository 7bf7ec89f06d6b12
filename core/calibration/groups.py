"""Which machines and kernels behave alike: the classes that a coefficient belongs to."""

from functools import cache, lru_cache
from typing import Final

WIDE: Final = (
    ("datacenter-pascal", "nvidia-old"),
    ("datacenter-", "nvidia-hbm"),
    ("geforce-pascal", "nvidia-old"),
    ("rtx-pro-pascal", "nvidia-old"),
    ("rtx-pro-maxwell", "nvidia-old"),
    ("rtx-pro-kepler", "nvidia-old"),
    ("rtx-pro-hopper", "nvidia-hbm"),
    ("geforce-", "nvidia"),
    ("rtx-pro-", "nvidia"),
    ("gb10", "nvidia-unified"),
    ("jetson", "nvidia-unified"),
    ("apple-", "apple"),
    ("amd-rdna-", "radeon"),
    ("amd-cdna-", "instinct"),
    ("amd-gcn-5.1", "instinct"),
    ("amd-gcn-", "radeon"),
    ("amd-apu", "amd-unified"),
    ("strix-halo", "amd-unified"),
    ("intel-igpu", "small"),
    ("intel-", "arc"),
    ("cpu-", "cpu"),
)


@cache
def wide_class(hardware_class: str) -> str:
    """Return the group of classes that `hardware_class` leans on.

    >>> wide_class("geforce-ada"), wide_class("datacenter-hopper")
    ('nvidia', 'nvidia-hbm')
    """
    return next((wide for start, wide in WIDE if hardware_class.startswith(start)), "small")


@lru_cache(maxsize=1_024)
def kernels(backend: str, engine: str) -> str:
    """Return whose kernels run: the backend's, or the engine's where it brings its own.

    >>> kernels("cuda", "vllm"), kernels("mlx", "vllm-mlx"), kernels("cuda", "ollama")
    ('vllm', 'mlx', 'cuda')
    """
    if backend in {"cuda", "rocm", "vllm", "exllama"}:
        name = engine.lower()
        if name.startswith(("vllm", "sglang")):
            return "vllm"
        if name.startswith(("exllama", "tabby")):
            return "exllama"
    return backend


@lru_cache(maxsize=1_024)
def engine_name(engine: str) -> str:
    """Return the engine as it was measured: llama.cpp under all its names, without a version.

    >>> engine_name("Ollama"), engine_name("mlx-vlm-0.4.4")
    ('llama.cpp', 'mlx-vlm')
    """
    name = engine.lower()
    if not name or "llama" in name:
        return "llama.cpp"
    return name.rstrip("0123456789.").rstrip("-v ")


def tier(device_id: str) -> str:
    """Return what sets a device apart within its class: laptop parts, and Apple's chip size."""
    if device_id.endswith("-mobile"):
        return "laptop"
    if len(device_id) > 1 and device_id[0] == "m" and device_id[1].isdigit():
        return next((t for t in ("ultra", "max", "pro") if f"-{t}" in device_id), "base")
    return ""


@lru_cache(maxsize=1_024)
def lineage(model_id: str) -> str:
    """Return the family of a model: its name before its size.

    >>> lineage("qwen3.5-122b-a10b"), lineage("gemma-4-e2b"), lineage("mixtral-8x7b")
    ('qwen3.5', 'gemma-4', 'mixtral')
    """
    words = model_id.split("-")
    named = [i for i, word in enumerate(words) if i and _is_size(word)]
    return "-".join(words[: named[0]]) if named else model_id


def _is_size(word: str) -> bool:
    return word[-1:] in {"b", "m"} and word.lstrip("e")[:1].isdigit()


def class_keys(term: str, backend: str, hardware_class: str, device: str) -> tuple[str, ...]:
    """Return the keys of `term` from the widest class of a device to its narrowest."""
    keys = (
        term,
        f"{term}/backend:{backend}",
        f"{term}/wide:{backend}+{wide_class(hardware_class)}",
        f"{term}/class:{backend}+{hardware_class}",
    )
    size = tier(device)
    return (*keys, f"{term}/tier:{backend}+{size}") if size else keys
