"""Command-line flags, engines, RAM words and KV cache types, as people paste and type them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.parse.parsed import Amount, Parsed
from core.parse.tokens import Token
from core.parse.units import text_at, thousands_after, value_at

LAYER_WORDS: Final = frozenset({"layers", "layer", "lop", "schichten"})
_FLAGS: Final[dict[tuple[str, ...], str]] = {
    ("ngl",): "gpu_layers",
    ("n", "gpu", "layers"): "gpu_layers",
    ("gpu", "layers"): "gpu_layers",
    ("num", "gpu"): "gpu_layers",
    ("n", "cpu", "moe"): "cpu_moe_layers",
    ("ncmoe",): "cpu_moe_layers",
    ("ctx", "size"): "context",
    ("num", "ctx"): "context",
    ("n", "ctx"): "context",
    ("max", "model", "len"): "context",
    ("max", "len"): "context",
    ("ctx",): "context",
    ("context", "length"): "context",
    ("context", "size"): "context",
    ("parallel",): "users",
    ("tensor", "parallel", "size"): "tensor",
    ("tensor", "parallel"): "tensor",
    ("draft", "max"): "",
}
_DASHED: Final[dict[tuple[str, ...], str]] = {
    ("c",): "context",
    ("np",): "users",
    ("t",): "",
    ("ub",): "",
    ("b",): "",
    ("n",): "",
    ("tp",): "tensor",
}
_FLAG_STARTS: Final = frozenset(name[0] for name in (*_FLAGS, *_DASHED)) | {"cpu", "cmoe"}
_ENGINES: Final = {
    ("llama", "cpp"): "llama.cpp", ("llamacpp",): "llama.cpp", ("llama", "server"): "llama.cpp",
    ("llama", "bench"): "llama.cpp", ("llama", "cli"): "llama.cpp", ("lcpp",): "llama.cpp",
    ("ik", "llama", "cpp"): "ik_llama.cpp", ("ik", "llama"): "ik_llama.cpp",
    ("ollama",): "ollama", ("localgpt",): "localGPT", ("torchchat",): "torchchat",
    ("ds", "4"): "ds4", ("mlx", "vlm"): "mlx-vlm", ("privategpt",): "privateGPT",
    ("openwebui",): "Open WebUI", ("msty",): "Msty", ("anythingllm",): "AnythingLLM",
    ("lm", "studio"): "LM Studio", ("lmstudio",): "LM Studio", ("vllm",): "vLLM",
    ("sglang",): "SGLang", ("koboldcpp",): "koboldcpp", ("kobold",): "koboldcpp",
    ("exllama",): "exllama", ("exllamav", "2"): "exllamav2", ("exllamav", "3"): "exllamav3",
    ("tabbyapi",): "tabbyAPI", ("mlx",): "mlx", ("mlx", "lm"): "mlx-lm",
    ("tensorrt", "llm"): "TensorRT-LLM", ("trt", "llm"): "TensorRT-LLM",
    ("ktransformers",): "ktransformers", ("mlc", "llm"): "MLC-LLM", ("mlc",): "MLC-LLM",
    ("mnn", "llm"): "mnn-llm", ("transformers",): "transformers", ("jan",): "Jan",
    ("gpt", "4", "all"): "GPT4All", ("lmdeploy",): "lmdeploy",
    ("oobabooga",): "text-generation-webui",
    ("text", "generation", "webui"): "text-generation-webui", ("aphrodite",): "aphrodite",
    ("openvino",): "OpenVINO", ("ipex", "llm"): "ipex-llm", ("llamafile",): "llamafile",
    ("rkllm",): "rkllm", ("powerinfer",): "PowerInfer", ("gpt", "fast"): "gpt-fast",
    ("unsloth", "studio"): "Unsloth Studio", ("tgi",): "TGI", ("fastchat",): "fastchat",
    ("hf", "transformers"): "transformers", ("candle",): "candle",
}  # fmt: skip
_BACKENDS: Final = {
    "vulkan": "vulkan",
    "rocm": "rocm",
    "hip": "rocm",
    "sycl": "sycl",
    "metal": "metal",
    "cuda": "cuda",
}
DRAFTS: Final = frozenset({"mtp", "eagle", "ngram", "dflash", "medusa", "nextn", "lookahead"})
_KV_WORDS: Final = frozenset({"kv", "cache", "kvcache"})
_KV_FLAGS: Final = frozenset({"ctk", "ctv"})
_KV_IDS: Final = {
    "fp8-per-block-128": "fp8", "q4_k_m": "q4_0", "f16": "f16", "bf16": "bf16",
    "int8-w8a8": "q8_0", "gptq-int4-g128": "q4_0", "q5_k_m": "q5_0",
}  # fmt: skip
_CHANNEL_WORDS: Final = {
    "single": 1,
    "dual": 2,
    "quad": 4,
    "octa": 8,
    "hexa": 6,
    "eight": 8,
    "twelve": 12,
}
_ENGINE_STARTS: Final = frozenset(name[0] for name in _ENGINES)
_WORD_STARTS: Final = (
    _ENGINE_STARTS | DRAFTS | _BACKENDS.keys() | _CHANNEL_WORDS.keys()
    | {"ddr", "lpddr", "full", "tensor", "tp", "enforce", "modelfile"}
)  # fmt: skip


def flag(found: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    """Claim a flag with its number ("-ngl 20", "num_ctx=131072"), or None."""
    dashes = at
    while text_at(tokens, dashes) == "-" and dashes < at + 2:
        dashes += 1
    if text_at(tokens, dashes) not in _FLAG_STARTS:
        return None
    is_dashed = dashes > at
    for size in (3, 2, 1):
        name, end = _words(tokens, dashes, size)
        slot = _FLAGS.get(name) if name else None
        if slot is None and is_dashed and name:
            slot = _DASHED.get(name)
        if slot is None:
            continue
        while (
            text_at(tokens, end) in ("=", ":", "_", "size", "of", "is", "auf", "to", "-")
            and end < dashes + 10
        ):
            end += 1
        if end >= len(tokens) or not tokens[end].is_number:
            return None
        value, after = value_at(tokens, end)
        if thousands := thousands_after(tokens, after, value):
            value, after = thousands
        elif text_at(tokens, after) in _UNITS_BEHIND.get(slot, ()):
            return None
        _hint(found, name, slot, is_dashed=is_dashed)
        return _file(found, slot, value, at, after)
    return _moe_flag(found, tokens, dashes) if is_dashed else None


_OF_SOMETHING: Final = ("/", "x", "gb")
_UNITS_BEHIND: Final = {
    "gpu_layers": _OF_SOMETHING,
    "cpu_moe_layers": _OF_SOMETHING,
    "users": _OF_SOMETHING,
    "tensor": ("b",),  # "tensor parallel 70b" names a model, no number of cards
}
"""What stands behind a number that is not the flag's."""


def _words(tokens: Sequence[Token], at: int, size: int) -> tuple[tuple[str, ...], int]:
    """Return the next `size` words over joining signs, and the place after them."""
    words: list[str] = []
    while at < len(tokens) and len(words) < size:
        token = tokens[at]
        if token.is_word:
            words.append(token.text)
        elif token.text not in ("-", "_") or not words:
            return (), at
        at += 1
    return (tuple(words), at) if len(words) == size else ((), at)


_OLLAMA: Final = frozenset({("num", "ctx"), ("num", "gpu")})
_LLAMA: Final = frozenset({"gpu_layers", "cpu_moe_layers", "context"})


def _hint(found: Parsed, name: tuple[str, ...], slot: str, *, is_dashed: bool) -> None:
    """Remember which engine a flag belongs to."""
    if name in _OLLAMA:
        found.engine_hint = "ollama"
    elif name[:2] == ("max", "model"):
        found.engine_hint = "vLLM"
    elif slot in _LLAMA and (is_dashed or name == ("ngl",)) and found.engine_hint is None:
        found.engine_hint = "llama.cpp"


def _file(found: Parsed, slot: str, value: float, at: int, after: int) -> int:
    match slot:
        case "gpu_layers":
            found.gpu_layers = int(value)
        case "cpu_moe_layers":
            found.cpu_moe_layers = int(value)
        case "context":
            if value >= 128:  # noqa: PLR2004
                found.contexts.append(Amount(int(value), at, after - 1, "flag"))
        case "users":
            found.users = int(value)
        case "tensor":
            found.split = "tensor" if value > 1 else found.split
        case _:
            pass
    return after


def _moe_flag(found: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    name, end = _words(tokens, at, 2)
    if name == ("cpu", "moe") or text_at(tokens, at) == "cmoe":
        found.cpu_moe_layers = 999
        return end if name == ("cpu", "moe") else at + 1
    return None


def word(found: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    """Claim an engine, a backend, a kind of RAM, a split, or None."""
    text = tokens[at].text
    if text not in _WORD_STARTS:
        return None
    for size in (3, 2, 1) if text in _ENGINE_STARTS else ():
        name = _engine_words(tokens, at, size)
        if name and name[0] in _ENGINES:
            found.engines.append((_ENGINES[name[0]], at))
            return name[1]
    _hint_by_word(found, tokens, at)
    if text in DRAFTS:
        found.draft = found.draft or text
        return at + 1
    if text in _BACKENDS:
        found.backend = found.backend or _BACKENDS[text]
        if _BACKENDS[text] not in found.backends:
            found.backends.append(_BACKENDS[text])
        return at + 1
    if text in ("ddr", "lpddr") and text_at(tokens, at + 1)[:1].isdecimal():
        return _ddr(found, tokens, at)
    if text == "full" and text_at(tokens, at + 1) in ("context", "ctx", "kontext"):
        found.full_context = True
        return at + 2
    return _channels(found, tokens, at) or _tensor_split(found, tokens, at)


def _hint_by_word(found: Parsed, tokens: Sequence[Token], at: int) -> None:
    """Note an engine that a word of its own gives away."""
    text = tokens[at].text
    if text == "enforce" or (text == "tensor" and text_at(tokens, at + 2) == "parallel"):
        found.engine_hint = found.engine_hint or "vLLM"
    if text == "modelfile":
        found.engine_hint = "ollama"


def _channels(found: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    """Read "dual channel" and "dual-channel"."""
    count = _CHANNEL_WORDS.get(tokens[at].text)
    following = text_at(tokens, at + 1 + (text_at(tokens, at + 1) == "-"))
    if count is None or not following.startswith(("channel", "kanal", "ch")):
        return None
    found.ram_channels = count
    return at + 2


def _tensor_split(found: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    """Read "tensor parallel", "TP 4", "tp2"."""
    if tokens[at].text not in ("tensor", "tp"):
        return None
    following = text_at(tokens, at + 1 + (text_at(tokens, at + 1) == "-"))
    glued = following[:1].isdecimal() and tokens[at].text == "tp" and tokens[at + 1].joined
    if not glued and following not in ("parallel", "split", "parallelism", "2", "4", "8"):
        return None
    found.split = "tensor"
    return at + 2


def _engine_words(
    tokens: Sequence[Token], at: int, size: int
) -> tuple[tuple[str, ...], int] | None:
    words: list[str] = []
    while at < len(tokens) and len(words) < size:
        token = tokens[at]
        if token.is_word or token.is_number:
            words.append(token.text)
        elif token.text not in ("-", "_", ".") or not words:
            return None
        at += 1
    return (tuple(words), at) if len(words) == size else None


def _ddr(found: Parsed, tokens: Sequence[Token], at: int) -> int:
    """Read "ddr5-6000", "DDR4 3200MHz", "lpddr5x"."""
    found.ram_type = tokens[at].text + tokens[at + 1].text[:1]
    after = at + 2
    if text_at(tokens, after) == "x" and tokens[after].joined:
        after += 1
    gap = after + (text_at(tokens, after) in ("-", "@", "/"))
    rate = text_at(tokens, gap)
    if rate.isdecimal() and 800 <= int(rate) <= 12_000:  # noqa: PLR2004
        found.ram_mt_per_s = int(rate)
        return gap + 1
    return after


def kv_around(tokens: Sequence[Token], first: int, last: int) -> int | None:
    """Return the place after a KV cache type, where the quant at `first` is one."""
    before = text_at(tokens, first - 1)
    if before in ("_", "=", "-", ":", "at", "in", "type", "als", "o", "auf", "bei"):
        before2 = {text_at(tokens, first - i) for i in (2, 3, 4)}
    else:
        before2 = {before}
        if before in ("k", "v"):
            before2 |= {text_at(tokens, first - i) for i in (2, 3, 5)}
    if before2 & (_KV_WORDS | _KV_FLAGS) or (
        before == "type" and text_at(tokens, first - 2) == "_"
    ):
        return last + 1
    after = text_at(tokens, last + 1)
    gap = last + 2 if after in ("-", "_") else last + 1
    if text_at(tokens, gap) in _KV_WORDS:
        return gap + 1 + (text_at(tokens, gap + 1) == "cache")
    return None


def kv_id(quant: str) -> str:
    """Return the KV cache type that a quant's name means beside "kv" or "cache"."""
    return _KV_IDS.get(quant, quant)
