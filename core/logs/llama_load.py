"""What llama.cpp says while it loads a model: layers, cache, buffers, devices, the file."""

import re
from typing import Final

from catalog.record import fresh, mutable
from core.logs.numbers import NUMBER, number, size_bytes
from core.logs.quant_names import plain_quant
from core.message import Message
from core.query import Query
from core.reading import LogReading

_LAYERS: Final = re.compile(
    r"offloaded (?P<on>[0-9]{1,4})/(?P<all>[0-9]{1,4}) layers to GPU", re.ASCII
)
_CONTEXT: Final = re.compile(
    r"[:,] {1,4}(?P<name>n_ctx_slot|n_ctx_per_seq|n_ctx_seq|n_ctx) {0,14}= {0,4}"
    r"(?P<tokens>[0-9]{1,8})\b",
    re.ASCII,
)
_CACHE: Final = re.compile(
    rf"(?:KV (?:self )?size|size) {{0,4}}= {{0,8}}(?P<amount>{NUMBER}) (?P<unit>[KMG]iB).{{0,90}}?"
    r"K \((?P<k>[a-z0-9_]{2,8})\)",
    re.ASCII,
)
_BUFFER: Final = re.compile(
    rf"(?P<where>[A-Za-z0-9_]{{2,24}}) (?P<what>model|KV|compute|output) {{0,2}}buffer size "
    rf"{{0,4}}= {{0,12}}"
    rf"(?P<amount>{NUMBER}) (?P<unit>[KMG]iB)",
    re.ASCII,
)
_DEVICES: Final = (
    re.compile(r"\bDevice (?P<at>[0-9]{1,2}): (?P<name>[^,\n]{3,60}), compute cap", re.ASCII),
    re.compile(r"\bDevice (?P<at>[0-9]{1,2}): (?P<name>[^,\n]{3,60}), gfx[0-9a-f]{3,5}", re.ASCII),
    re.compile(
        r"ggml_vulkan: (?P<at>[0-9]{1,2}) = (?P<name>[^(|\n]{3,60}?) ?[(|]",
        re.ASCII,
    ),
    re.compile(
        r"(?P<at>)(?:GPU name|found device): {1,6}(?P<name>Apple M[0-9][A-Za-z ]{0,6})", re.ASCII
    ),
)
_FREE: Final = re.compile(
    r"using device (?P<device>[A-Za-z0-9]{2,12}) \((?P<name>[^)\n]{3,60})\).{0,40}? - "
    r"(?P<free>[0-9]{1,7}) MiB free",
    re.ASCII,
)
_FILE: Final = re.compile(
    r"(?:print_info|llm_load_print_meta): (?P<key>[a-z ]{4,16}?) {0,20}= {0,4}(?P<value>.{1,100})",
    re.ASCII,
)
_AMOUNT: Final = re.compile(rf"(?P<amount>{NUMBER}) (?P<unit>[KMGTB]i?B?)\b", re.ASCII)
_SCALE: Final = {"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
_THREADS: Final = re.compile(
    r"n_threads = (?P<used>[0-9]{1,4})\b.{0,40}?/ (?P<all>[0-9]{1,4})", re.ASCII
)
_FAILED: Final = ("failed to allocate", "out of memory", "OutOfMemory", "cudaMalloc failed")
_CUES: Final = (
    "layers to GPU",
    "n_ctx",
    "size",
    "Device ",
    "ggml_vulkan",
    "Apple M",
    "using device",
    "print_info",
    "print_meta",
    "n_threads",
    "alloc",
    "emory",
    "usable GPU",
    "GPU support",
    "flash_attn",
    "gpu layers",
)
_NO_GPU: Final = (
    "no usable GPU found",
    "compiled without GPU support",
    "not compiled with GPU",
    "no CUDA devices found",
    "no CUDA-capable device",
)


@mutable
class Load:
    """What was seen so far."""

    layers: tuple[int, int] | None = None
    contexts: dict[str, int] = fresh(factory=dict)
    kv_quant: str | None = None
    buffers: dict[tuple[str, str], int] = fresh(factory=dict)
    devices: dict[str, str] = fresh(factory=dict)
    free_bytes: dict[str, int] = fresh(factory=dict)
    about: dict[str, str] = fresh(factory=dict)
    flash_attention: bool | None = None
    facts: list[Message] = fresh(factory=list)
    engine: str = "llama.cpp"


def read(lines: list[str]) -> LogReading | None:
    """Return how the model was loaded; None where no load line stands in `lines`."""
    load = Load()
    for line in lines:
        if any(cue in line for cue in _CUES):
            _take(load, line[:800])
            if "ollama" in line or 'msg="' in line:
                load.engine = "ollama"
    anything = (
        load.layers or load.contexts or load.kv_quant or load.buffers or load.devices or load.about
    )
    return _reading(load) if anything or load.free_bytes or load.facts else None


def _take(load: Load, line: str) -> None:  # noqa: C901, PLR0912  (one branch a kind of line)
    if match := _LAYERS.search(line):
        load.layers = (int(match["on"]), int(match["all"]))
    elif "n_ctx" in line and "n_ctx_train" not in line and (match := _CONTEXT.search(line)):
        load.contexts[match["name"]] = int(match["tokens"])
    elif "buffer size" in line and (match := _BUFFER.search(line)):
        load.buffers[match["where"], match["what"]] = size_bytes(match["amount"], match["unit"])
    elif "K (" in line and (match := _CACHE.search(line)):
        load.kv_quant = match["k"]
    elif "using device" in line and (match := _FREE.search(line)):
        load.free_bytes[match["device"]] = int(match["free"]) * 2**20
        load.devices.setdefault(f"free {match['device']}", match["name"].strip())
    elif "flash_attn" in line:
        if "= 0" in line or "= disabled" in line:
            load.flash_attention = False
        elif "= 1" in line or "= enabled" in line:
            load.flash_attention = True
    elif ("print_info" in line or "print_meta" in line) and (match := _FILE.search(line)):
        load.about.setdefault(match["key"].strip(), match["value"].strip())
    elif any(text in line for text in _NO_GPU):
        load.facts.append(Message.of("cpu_backend"))
    elif any(text in line for text in _FAILED):
        code = "kv_alloc_failed" if "kv" in line.lower() else "alloc_failed"
        load.facts.append(Message.of(code))
    elif match := _THREADS.search(line):
        load.facts.append(
            Message.of("threads", used=int(match["used"]), available=int(match["all"]))
        )
    else:
        _take_device(load, line)


def _take_device(load: Load, line: str) -> None:
    for pattern in _DEVICES:
        if match := pattern.search(line):
            load.devices[f"at {match['at']}"] = match["name"].strip()
            return


def _reading(load: Load) -> LogReading:
    on, total = load.layers or (None, None)
    return LogReading(
        kind="llama_load",
        query=Query(
            engine=load.engine,
            context_tokens=_context(load),
            kv_quant=load.kv_quant if load.kv_quant != "f16" else None,
            flash_attention=load.flash_attention,
            gpu_layers=on,
        ),
        model_name=load.about.get("general.name") or load.about.get("model type"),
        quant_name=_quant(load),
        device_names=_device_names(load),
        params=_params(load.about.get("model params", "")),
        file_size_bytes=_file_size(load.about.get("file size", load.about.get("model size", ""))),
        total_layers=total,
        memory_available_bytes=sum(load.free_bytes.values()) or None,
        facts=tuple(dict.fromkeys(_facts(load))),
    )


def _context(load: Load) -> int | None:
    """Return the context of one sequence, where it is printed, before that of all slots."""
    for name in ("n_ctx_slot", "n_ctx_per_seq", "n_ctx_seq", "n_ctx"):
        if name in load.contexts:
            return load.contexts[name]
    return None


def _device_names(load: Load) -> tuple[str, ...]:
    named = [name for key, name in load.devices.items() if key.startswith("at ")]
    return tuple(named or load.devices.values())


def _quant(load: Load) -> str | None:
    text = load.about.get("file type", load.about.get("model ftype", ""))
    return plain_quant(text) if text and not text.startswith("unknown") else None


def _params(text: str) -> float | None:
    match = _AMOUNT.search(text)
    return number(match["amount"]) * _SCALE.get(match["unit"][0], 1.0) if match else None


def _file_size(text: str) -> int | None:
    match = _AMOUNT.search(text)
    return size_bytes(match["amount"], match["unit"]) if match and len(match["unit"]) > 1 else None


def _facts(load: Load) -> list[Message]:
    codes = {fact.code for fact in load.facts}
    facts = [
        fact for fact in load.facts if fact.code != "alloc_failed" or "kv_alloc_failed" not in codes
    ]
    if load.layers:
        on, total = load.layers
        if on < total:
            facts.append(Message.of("layers_off_gpu", on=on, total=total))
        else:
            facts.append(Message.of("all_on_gpu", total=total))
    cpu = sum(
        size for (where, what), size in load.buffers.items() if _is_weights_on_cpu(where, what)
    )
    everything = sum(size for (_, what), size in load.buffers.items() if what == "model")
    if everything and cpu == everything and not load.layers:
        facts.append(Message.of("cpu_backend"))
    if load.flash_attention is False:
        facts.append(Message.of("no_flash"))
    return facts


def _is_weights_on_cpu(where: str, what: str) -> bool:
    return what == "model" and where.upper().startswith("CPU")
