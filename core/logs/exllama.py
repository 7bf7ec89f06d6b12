"""Lines of the ExLlama family: tabbyAPI's metrics, exllamav2's and exllamav3's own scripts."""

import re
from typing import Final

from catalog.record import replace
from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_TABBY: Final = re.compile(
    r"(?P<tokens>[0-9]{1,7}) tokens generated in .{0,120}?"
    rf"(?P<new>[0-9]{{1,8}}) new tokens at (?P<prefill>{NUMBER}) T/s, "
    rf"Generate: (?P<decode>{NUMBER}) T/s(?:, Context: (?P<context>[0-9]{{1,8}}) tokens)?",
    re.ASCII,
)
_SCRIPT: Final = re.compile(
    rf"(?P<tokens>[0-9]{{1,7}}) tokens, (?P<decode>{NUMBER}) tokens/second", re.ASCII
)
_PROMPT: Final = re.compile(
    rf"Prompt processed in .{{0,60}}?(?P<tokens>[0-9]{{1,8}}) tokens, (?P<rate>{NUMBER}) "
    rf"tokens/second",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return the last answer's speeds."""
    last: LogReading | None = None
    runs: list[float] = []
    prefill: tuple[int, float] | None = None
    for line in lines:
        if "Prompt processed" in line:
            match = _PROMPT.search(line[:600])
            prefill = (int(match["tokens"]), number(match["rate"])) if match else prefill
        elif answer := _answer(line[:600], prefill):
            last = answer
            runs += [answer.decode_tok_s] if answer.decode_tok_s else []
    return replace(last, runs=tuple(runs)) if last else None


def _answer(line: str, prefill: tuple[int, float] | None) -> LogReading | None:
    if "T/s" in line and (match := _TABBY.search(line)):
        prompt = (int(match["new"]), number(match["prefill"]))
        return _reading(int(match["tokens"]), number(match["decode"]), prompt)
    if "Response generated" in line and (match := _SCRIPT.search(line)):
        return _reading(int(match["tokens"]), number(match["decode"]), prefill)
    return None


def _reading(tokens: int, decode: float, prefill: tuple[int, float] | None) -> LogReading:
    prompt_tokens, prefill_tok_s = prefill or (None, None)
    rate = positive(decode)
    return LogReading(
        kind="exllama",
        query=Query(engine="exllama", prompt_tokens=prompt_tokens, measured_tok_s=rate),
        decode_tok_s=rate,
        prefill_tok_s=positive(prefill_tok_s or 0.0),
        generated_tokens=tokens,
        prompt_tokens=prompt_tokens,
        facts=timing_facts(
            rate, prefill_tok_s, generated_tokens=tokens, prompt_tokens=prompt_tokens
        ),
    )
