"""Ollama's server log: the offload plan, where weights and cache lie, the runner's command."""

import re
from typing import Final

from core.logs.numbers import NUMBER, size_bytes
from core.message import Message
from core.query import Query
from core.reading import LogReading

_PAIR: Final = re.compile(
    r"\b(?P<key>layers\.model|layers\.offload|memory\.available|memory\.required\.full|memory\.required\.kv"
    r'|total|available|library|free_swap)="?(?P<value>[^"\n ]{1,40}(?: (?:GiB|MiB|B)\]?)?)',
    re.ASCII,
)
_PLACED: Final = re.compile(
    r'msg="(?P<what>model weights|kv cache|compute graph)" device=(?P<where>[A-Za-z0-9]{2,12}) '
    rf'size="(?P<amount>{NUMBER}) (?P<unit>[KMG]iB|B)"',
    re.ASCII,
)
_FLAG: Final = re.compile(
    r"--(?P<flag>ctx-size|n-gpu-layers|parallel|threads|kv-cache-type) "
    r"(?P<value>[A-Za-z0-9_]{1,12})",
    re.ASCII,
)
_SIZE: Final = re.compile(rf"(?P<amount>{NUMBER}) (?P<unit>[KMG]iB)", re.ASCII)


def read(lines: list[str]) -> LogReading | None:
    """Return Ollama's own account of what it put where."""
    plan: dict[str, str] = {}
    flags: dict[str, str] = {}
    placed: dict[tuple[str, str], int] = {}
    library = None
    for line in lines:
        if "layers.offload" in line or "library=" in line:
            found = {match["key"]: match["value"] for match in _PAIR.finditer(line[:2_000])}
            library = found.get("library", library)
            plan.update(found if "layers.offload" in line else {})
        elif "ollama runner" in line or "starting llama server" in line or "runner" in line:
            flags.update({m["flag"]: m["value"] for m in _FLAG.finditer(line[:2_000])})
        elif "device=" in line and (match := _PLACED.search(line)):
            placed[match["what"], match["where"]] = size_bytes(match["amount"], match["unit"])
    if not (plan or flags or placed):
        return None
    return _reading(plan, flags, placed, library)


def _reading(
    plan: dict[str, str],
    flags: dict[str, str],
    placed: dict[tuple[str, str], int],
    library: str | None,
) -> LogReading:
    on, total = _int(plan.get("layers.offload")), _int(plan.get("layers.model"))
    layers = on if on is not None else _int(flags.get("n-gpu-layers"))
    context = _int(flags.get("ctx-size"))
    slots = _int(flags.get("parallel")) or 1
    kv_quant = flags.get("kv-cache-type")
    return LogReading(
        kind="ollama_server",
        query=Query(
            engine="ollama",
            context_tokens=context // slots if context else None,
            kv_quant=kv_quant if kv_quant != "f16" else None,
            gpu_layers=layers,
        ),
        total_layers=total,
        memory_available_bytes=_size(plan.get("memory.available")),
        memory_needed_bytes=_size(plan.get("memory.required.full")),
        facts=_facts(on, total, placed, library),
    )


def _facts(
    on: int | None, total: int | None, placed: dict[tuple[str, str], int], library: str | None
) -> tuple[Message, ...]:
    facts = []
    if on is not None and total is not None:
        if on == 0:
            facts.append(Message.of("cpu_backend"))
        elif on < total:
            facts.append(Message.of("layers_off_gpu", on=on, total=total))
        else:
            facts.append(Message.of("all_on_gpu", total=total))
    weights = {where: size for (what, where), size in placed.items() if what == "model weights"}
    cpu = sum(size for where, size in weights.items() if where.upper().startswith("CPU"))
    if weights and cpu == sum(weights.values()):
        facts.append(Message.of("cpu_backend"))
    elif cpu:
        facts.append(Message.of("weights_on_cpu", bytes=cpu, total=sum(weights.values())))
    if library == "cpu":
        facts.append(Message.of("cpu_backend"))
    return tuple(dict.fromkeys(facts))


def _int(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None  # noqa: PLR2004


def _size(text: str | None) -> int | None:
    match = _SIZE.search(text) if text else None
    return size_bytes(match["amount"], match["unit"]) if match else None
