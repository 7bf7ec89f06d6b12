"""Timing lines of llama.cpp and its kin: old and new names, server slots, ik_llama.cpp."""

import re
from typing import Final

from catalog.record import fresh, mutable, record
from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.message import Message
from core.query import Query
from core.reading import LogReading

_TIMING: Final = re.compile(
    r"(?P<what>prompt eval|generation eval|eval) time ?= {1,20}"
    rf"(?P<ms>{NUMBER}) ?ms ?/ {{1,20}}(?P<tokens>[0-9]{{1,9}}) {{1,4}}(?:tokens?|runs?)",
    re.ASCII,
)
_PADDED: Final = re.compile(r" {2,60}(?==)", re.ASCII)
_PROGRESS: Final = re.compile(
    r"prompt processing, n_tokens = {1,20}(?P<tokens>[0-9]{1,9}), progress = "
    r"(?P<share>[0-9.]{1,8}), "
    rf"t = {{1,20}}{NUMBER} s / (?P<rate>{NUMBER})",
    re.ASCII,
)
_RUNNING: Final = re.compile(
    rf"n_decoded = {{1,12}}(?P<tokens>[0-9]{{1,8}}), tg = {{1,12}}(?P<rate>{NUMBER}) t/s", re.ASCII
)
_WEBUI: Final = re.compile(
    rf"Output generated in {NUMBER} seconds \((?P<rate>{NUMBER}) tokens/s, "
    r"(?P<tokens>[0-9]{1,7}) tokens, context (?P<context>[0-9]{1,8})",
    re.ASCII,
)
_ACCEPTANCE: Final = re.compile(
    rf"(?:draft acceptance rate|accept) {{0,9}}[=:] {{0,9}}(?P<share>{NUMBER})", re.ASCII
)


@record
class Timing:
    """Some tokens and how long they took, in milliseconds."""

    tokens: int
    ms: float

    @property
    def tok_s(self) -> float | None:
        """Return tokens per second; None where nothing was timed."""
        return positive(self.tokens / self.ms * 1e3) if self.ms > 0 else None


@mutable
class Seen:
    """The runs seen so far."""

    prompts: list[Timing] = fresh(factory=list)
    runs: list[Timing] = fresh(factory=list)
    running: Timing | None = None
    progress: re.Match[str] | None = None
    webui: re.Match[str] | None = None
    acceptance: float | None = None


def read(lines: list[str]) -> LogReading | None:
    """Return the last run of `lines` with the speeds of all of them."""
    seen = Seen()
    for line in lines:
        _take(seen, line)
    if seen.running and not seen.runs:
        seen.runs.append(seen.running)
    if seen.runs or seen.prompts:
        return _from_timings(seen)
    if seen.webui:
        return _from_webui(seen.webui)
    return _from_progress(seen.progress) if seen.progress else None


def _take(seen: Seen, line: str) -> None:
    if "eval time" in line:
        if match := _TIMING.search(_PADDED.sub(" ", line[:1_000])):
            timing = Timing(int(match["tokens"]), number(match["ms"]))
            (seen.prompts if match["what"] == "prompt eval" else seen.runs).append(timing)
    elif "n_decoded" in line:
        seen.running = _running(line) or seen.running
    elif "progress = " in line:
        seen.progress = _PROGRESS.search(line) or seen.progress
    elif "Output generated in" in line:
        seen.webui = _WEBUI.search(line) or seen.webui
    elif "accept" in line and (match := _ACCEPTANCE.search(line)):
        seen.acceptance = number(match["share"])


def _running(line: str) -> Timing | None:
    """Return the run of a slot that is still writing."""
    match = _RUNNING.search(line)
    rate = number(match["rate"]) if match else 0.0
    if not match or rate <= 0.0:
        return None
    tokens = int(match["tokens"])
    return Timing(tokens, tokens / rate * 1e3)


def _from_timings(seen: Seen) -> LogReading:
    decode = seen.runs[-1] if seen.runs else None
    prompt = seen.prompts[-1] if seen.prompts else None
    decode_tok_s = decode.tok_s if decode else None
    prefill_tok_s = prompt.tok_s if prompt else None
    tokens = decode.tokens if decode else None
    prompt_tokens = prompt.tokens if prompt and prompt.tokens > 1 else None
    facts = timing_facts(
        decode_tok_s, prefill_tok_s, generated_tokens=tokens, prompt_tokens=prompt_tokens
    )
    if seen.acceptance is not None and seen.acceptance <= 1.0:
        facts = (Message.of("draft_acceptance", share=seen.acceptance), *facts)
    return LogReading(
        kind="llama_timings",
        query=Query(engine="llama.cpp", prompt_tokens=prompt_tokens, measured_tok_s=decode_tok_s),
        decode_tok_s=decode_tok_s,
        runs=tuple(rate for run in seen.runs if (rate := run.tok_s)),
        prefill_tok_s=prefill_tok_s,
        generated_tokens=tokens,
        prompt_tokens=prompt_tokens,
        facts=facts,
    )


def _from_progress(match: re.Match[str]) -> LogReading:
    """Return the speed of a prompt that is still being read; the words may know its length."""
    tokens = int(match["tokens"])
    return LogReading(
        kind="llama_timings",
        query=Query(engine="llama.cpp"),
        prefill_tok_s=positive(number(match["rate"])),
        facts=(Message.of("prompt_only", tokens=tokens),),
    )


def _from_webui(match: re.Match[str]) -> LogReading:
    """Return the line of text-generation-webui, whose speed counts the prompt's time as well."""
    tokens, context = int(match["tokens"]), int(match["context"])
    rate = positive(number(match["rate"]))
    return LogReading(
        kind="webui",
        query=Query(measured_tok_s=rate, prompt_tokens=context),
        decode_tok_s=rate,
        runs=(rate,) if rate else (),
        generated_tokens=tokens,
        prompt_tokens=context,
        facts=(
            Message.of("prompt_included", tokens=context),
            *timing_facts(rate, None, generated_tokens=tokens, prompt_tokens=context),
        ),
    )
