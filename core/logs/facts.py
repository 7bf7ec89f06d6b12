"""The observations that logs of several formats share."""

from typing import Final

from core.logs.numbers import SHORT_SAMPLE_TOKENS
from core.message import Message

_ALIKE: Final = 2.2
_FEW_PROMPT_TOKENS: Final = 12


def timing_facts(
    decode_tok_s: float | None,
    prefill_tok_s: float | None,
    *,
    generated_tokens: int | None,
    prompt_tokens: int | None,
) -> tuple[Message, ...]:
    """Return what a pair of speeds gives away.

    A GPU reads a prompt tens of times as fast as it writes, a CPU two to eight times; below
    `_ALIKE` nothing but a CPU is likely. A prompt of a few tokens is too short to tell.
    """
    facts = []
    if generated_tokens is not None and 0 < generated_tokens < SHORT_SAMPLE_TOKENS:
        facts.append(Message.of("short_sample", tokens=generated_tokens))
    long_enough = prompt_tokens is None or prompt_tokens >= _FEW_PROMPT_TOKENS
    if decode_tok_s and prefill_tok_s and long_enough and prefill_tok_s < _ALIKE * decode_tok_s:
        facts.append(Message.of("prefill_like_decode", prefill=prefill_tok_s, decode=decode_tok_s))
    return tuple(facts)
