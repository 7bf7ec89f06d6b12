"""Ollama's server log: the offload plan, where weights and cache lie, the runner's command."""

import re
from typing import Final

from catalog.record import fresh, mutable
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
_COMPUTE: Final = re.compile(
    r'library="?(?P<library>[a-zA-Z]{2,10})"?.{0,300}? name="?(?P<name>[^"\n]{4,60})"?'
    r'.{0,200}? total="(?P<total>[^"\n]{3,16})" available="(?P<free>[^"\n]{3,16})"',
    re.ASCII,
)
_MEMORY: Final = re.compile(
    r'msg="updated VRAM.{0,120}? total="(?P<total>[^"\n]{3,16})" available="'
    r'(?P<free>[^"\n]{3,16})"',
    re.ASCII,
)
_NO_GPU: Final = "no compatible GPUs were discovered"
_LETTERS_OF_A_CARD: Final = ("NVIDIA", "AMD", "Radeon", "GeForce", "Intel", "Apple", "Tesla")
_FLAG: Final = re.compile(
    r"--(?P<flag>ctx-size|n-gpu-layers|parallel|threads|kv-cache-type) "
    r"(?P<value>[A-Za-z0-9_]{1,12})",
    re.ASCII,
)
_HELD: Final = 0.2
"""Share of a card that other programs take before it is worth saying."""
_SIZE: Final = re.compile(rf"(?P<amount>{NUMBER}) (?P<unit>[KMG]iB)", re.ASCII)


@mutable
class Seen:
    """What was seen so far."""

    plan: dict[str, str] = fresh(factory=dict)
    flags: dict[str, str] = fresh(factory=dict)
    placed: dict[tuple[str, str], int] = fresh(factory=dict)
    devices: list[str] = fresh(factory=list)
    library: str | None = None
    facts: list[Message] = fresh(factory=list)


def read(lines: list[str]) -> LogReading | None:
    """Return Ollama's own account of what it put where."""
    seen = Seen()
    for line in lines:
        _take(seen, line[:2_000])
    if seen.plan or seen.flags or seen.placed or seen.devices or seen.facts:
        return _reading(seen)
    return None


def _take(seen: Seen, line: str) -> None:
    if "updated VRAM" in line and (match := _MEMORY.search(line)):
        seen.facts += _held(match)
    elif "inference compute" in line and (match := _COMPUTE.search(line)):
        seen.library = match["library"]
        if match["name"].startswith(_LETTERS_OF_A_CARD):
            seen.devices.append(match["name"])
        seen.facts += _held(match)
    elif _NO_GPU in line:
        seen.facts.append(Message.of("cpu_backend"))
    elif "layers.offload" in line:
        found = {match["key"]: match["value"] for match in _PAIR.finditer(line)}
        seen.library = found.get("library", seen.library)
        seen.plan.update(found)
    elif "runner" in line or "starting llama server" in line:
        seen.flags.update({m["flag"]: m["value"] for m in _FLAG.finditer(line)})
    elif "device=" in line and (match := _PLACED.search(line)):
        seen.placed[match["what"], match["where"]] = size_bytes(match["amount"], match["unit"])


def _held(match: re.Match[str]) -> list[Message]:
    """Return how much of the card was taken before the model came."""
    total, free = _size(match["total"]), _size(match["free"])
    if not total or free is None or (total - free) < _HELD * total:
        return []
    return [Message.of("vram_held", used=total - free, total=total)]


def _reading(seen: Seen) -> LogReading:
    plan, flags = seen.plan, seen.flags
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
        device_names=tuple(seen.devices),
        total_layers=total,
        memory_available_bytes=_size(plan.get("memory.available")),
        memory_needed_bytes=_size(plan.get("memory.required.full")),
        facts=tuple(dict.fromkeys((*_facts(on, total, seen), *seen.facts))),
    )


def _facts(on: int | None, total: int | None, seen: Seen) -> tuple[Message, ...]:
    facts = []
    if on is not None and total is not None:
        if on == 0:
            facts.append(Message.of("cpu_backend"))
        elif on < total:
            facts.append(Message.of("layers_off_gpu", on=on, total=total))
        else:
            facts.append(Message.of("all_on_gpu", total=total))
    weights = {
        where: size for (what, where), size in seen.placed.items() if what == "model weights"
    }
    cpu = sum(size for where, size in weights.items() if where.upper().startswith("CPU"))
    if weights and cpu == sum(weights.values()):
        facts.append(Message.of("cpu_backend"))
    elif cpu:
        facts.append(Message.of("weights_on_cpu", bytes=cpu, total=sum(weights.values())))
    if seen.library == "cpu":
        facts.append(Message.of("cpu_backend"))
    return tuple(dict.fromkeys(facts))


def _int(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None  # noqa: PLR2004


def _size(text: str | None) -> int | None:
    match = _SIZE.search(text) if text else None
    return size_bytes(match["amount"], match["unit"]) if match else None
