"""Output of inference programs and of the tools that watch them, read line by line.

One module a format: a `read(lines)` that returns what it found or None. To add one, write the
module, name it in `FORMATS` with a few strings without which it has nothing to read, and put
samples in ``tests/corpus/logs``.
"""

from functools import reduce
from importlib import import_module
from typing import Final

from catalog.record import replace
from core.message import Message
from core.query import Query
from core.reading import LogReading

MAX_CHARS: Final = 65_536
MAX_LINES: Final = 2_000
MAX_LINE_CHARS: Final = 4_000

FORMATS: Final[dict[str, tuple[str, ...]]] = {
    "llama_timings": (
        "ms per token",
        "eval time",
        "progress = ",
        "n_decoded",
        "Output generated in",
    ),
    "ollama_verbose": ("eval rate:", "eval duration:"),
    "llama_bench": ("| t/s", " t/s |", "avg_ts", '"tg128"'),
    "batched_bench": ("S_TG t/s",),
    "omlx_bench": ("tg TPS",),
    "api_stats": ("predicted_per_second", "eval_duration", "response_token/s", "tokens_per_sec"),
    "serving_bench": ("TPOT (ms)", "Output token throughput"),
    "gpt_fast": ("Average tokens/sec", "sec total,", "tok/s, decode:"),
    "lmstudio": ("to first token", "tokensPerSecond"),
    "vllm": ("generation throughput",),
    "sglang": ("gen throughput",),
    "mlx_lm": ("tokens-per-sec",),
    "exllama": ("T/s, Context:", "T/s, Generate:", "tokens/second", "Tokens generated"),
    "koboldcpp": ("T/s), Generate", "CtxLimit"),
    "ollama_server": ("layers.offload", "msg=", "ollama runner", "library="),
    "llama_load": (
        "llama_",
        "llm_load",
        "load_tensors",
        "print_info",
        "ggml_",
        "n_ctx",
        "offloaded ",
        "no usable GPU found",
        "failed to allocate",
        "cudaMalloc failed",
    ),
    "ollama_ps": ("PROCESSOR", "CPU/GPU", "% GPU", "% CPU"),
    "nvidia_smi": ("MiB /",),
    "rocm_smi": ("VRAM%", "GPU%", "GPU use (%)", "VRAM Total"),
    "mbw": ("MEMCPY",),
    "cpu_info": ("NUMA node", "nodes ("),
}
"""Formats in the order in which they outrank each other, with the strings that give them away."""


def read_log(text: str) -> LogReading | None:
    """Return what output of a known program in `text` says, or None if there is none.

    Prose around it is passed over. Linear in the length of `text`, of which the first
    `MAX_CHARS` are read; of more than `MAX_LINES` lines the first and the last half.
    """
    text = text[:MAX_CHARS]
    names = [name for name, cues in FORMATS.items() if any(cue in text for cue in cues)]
    if not names:
        return None
    lines = _lines(text)
    found = [reading for name in names if (reading := _read_as(name, lines))]
    return reduce(_joined, found) if found else None


def _lines(text: str) -> list[str]:
    lines = [line[:MAX_LINE_CHARS] for line in text.splitlines() if line and not line.isspace()]
    if len(lines) > MAX_LINES:
        return lines[: MAX_LINES // 2] + lines[-MAX_LINES // 2 :]
    return lines


def _read_as(name: str, lines: list[str]) -> LogReading | None:
    reading = import_module(f"core.logs.{name}").read(lines)
    return reading if isinstance(reading, LogReading) else None


def _joined(first: LogReading, second: LogReading) -> LogReading:
    """Return both readings as one; where they disagree, `first` is right.

    Two programs that both wrote tokens are a comparison, and the slower is the one asked about.
    """
    filled = {
        name: getattr(second, name) for name in LogReading.__match_args__ if _empty(first, name)
    }
    joined = replace(
        first,
        **filled,
        query=_joined_query(first.query, second.query),
        runs=first.runs + second.runs,
        facts=first.facts + tuple(fact for fact in second.facts if fact not in first.facts),
    )
    if first.decode_tok_s and second.decode_tok_s:
        return _slower(joined, first, second)
    return joined


def _empty(reading: LogReading, name: str) -> bool:
    return name not in {"query", "runs", "facts"} and getattr(reading, name) in (None, ())


def _joined_query(first: Query, second: Query) -> Query:
    empty = {
        name: getattr(second, name)
        for name in Query.__match_args__
        if getattr(first, name) in (None, ())
    }
    return replace(first, **empty)


def _slower(joined: LogReading, first: LogReading, second: LogReading) -> LogReading:
    one = min(first, second, key=lambda reading: reading.decode_tok_s or 0.0)
    facts = (*joined.facts, Message.of("several_runs", rates=joined.runs))
    return replace(
        joined,
        kind=one.kind,
        decode_tok_s=one.decode_tok_s,
        prefill_tok_s=one.prefill_tok_s,
        generated_tokens=one.generated_tokens,
        prompt_tokens=one.prompt_tokens,
        query=replace(
            joined.query,
            measured_tok_s=one.decode_tok_s,
            engine=one.query.engine or joined.query.engine,
            prompt_tokens=one.query.prompt_tokens,
        ),
        facts=facts,
    )
