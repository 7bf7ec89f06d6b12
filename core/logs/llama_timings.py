"""Timing lines of llama.cpp and its kin: old and new names, server slots, ik_llama.cpp."""

import re
from typing import Final

from catalog.record import record
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


def read(lines: list[str]) -> LogReading | None:
    """Return the last run of `lines` with the speeds of all of them."""
    prompts, runs, progress, webui, facts = _collect(lines)
    if not (prompts or runs or progress or webui):
        return None
    decode = runs[-1] if runs else None
    prompt = prompts[-1] if prompts else None
    if decode is None and webui is not None:
        return _from_webui(webui)
    decode_tok_s = decode.tok_s if decode else None
    prefill_tok_s = prompt.tok_s if prompt else None
    prompt_tokens = prompt.tokens if prompt and prompt.tokens > 1 else None
    query = Query(engine="llama.cpp", prompt_tokens=prompt_tokens, measured_tok_s=decode_tok_s)
    if prompt is None and decode is None and progress:
        prompt_tokens = int(progress[-1]["tokens"])
        prefill_tok_s = positive(number(progress[-1]["rate"]))
        facts.append(Message.of("prompt_only", tokens=prompt_tokens))
    return LogReading(
        kind="llama_timings",
        query=query,
        decode_tok_s=decode_tok_s,
        runs=tuple(rate for run in runs if (rate := run.tok_s)),
        prefill_tok_s=prefill_tok_s,
        generated_tokens=decode.tokens if decode else None,
        prompt_tokens=prompt_tokens,
        facts=(
            *facts,
            *timing_facts(
                decode_tok_s,
                prefill_tok_s,
                generated_tokens=decode.tokens if decode else None,
                prompt_tokens=prompt_tokens,
            ),
        ),
    )


def _collect(
    lines: list[str],
) -> tuple[list[Timing], list[Timing], list[re.Match[str]], re.Match[str] | None, list[Message]]:
    prompts: list[Timing] = []
    runs: list[Timing] = []
    progress: list[re.Match[str]] = []
    webui: re.Match[str] | None = None
    facts: list[Message] = []
    for line in lines:
        if "eval time" in line:
            if match := _TIMING.search(_PADDED.sub(" ", line[:1_000])):
                timing = Timing(int(match["tokens"]), number(match["ms"]))
                (prompts if match["what"] == "prompt eval" else runs).append(timing)
        elif "progress = " in line:
            if match := _PROGRESS.search(line):
                progress.append(match)
        elif "Output generated in" in line:
            webui = _WEBUI.search(line) or webui
        elif "accept" in line and (match := _ACCEPTANCE.search(line)):
            share = number(match["share"])
            if share <= 1.0:
                facts = [Message.of("draft_acceptance", share=share)]
    return prompts, runs, progress, webui, facts


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
