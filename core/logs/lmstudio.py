"""The line under an answer in LM Studio, as copied from its window or from `lms`."""

import re
from typing import Final

from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_RATE: Final = re.compile(rf"(?<![0-9.,])(?P<rate>{NUMBER}) ?tok(?:ens)?/s(?:ec)?\b", re.ASCII)
_TOKENS: Final = re.compile(r"(?<![0-9.,])(?P<tokens>[0-9]{1,7}) tokens\b(?!/)", re.ASCII)
_PREDICTION: Final = re.compile(
    rf'"?(?P<name>tokensPerSecond|predictedTokensCount|promptTokensCount)"?: {{0,4}}'
    rf"(?P<value>{NUMBER})",
    re.ASCII,
)
_NEAR_LINES: Final = 3


def read(lines: list[str]) -> LogReading | None:
    """Return the slowest answer of `lines`: with several runtimes it is the one asked about."""
    answers = _answers(lines) or _predictions(lines)
    if not answers:
        return None
    rate, tokens, prompt = min(answers, key=lambda answer: answer[0])
    return LogReading(
        kind="lmstudio",
        query=Query(engine="LM Studio", prompt_tokens=prompt, measured_tok_s=rate),
        decode_tok_s=rate,
        runs=tuple(answer[0] for answer in answers),
        generated_tokens=tokens,
        prompt_tokens=prompt,
        facts=timing_facts(rate, None, generated_tokens=tokens, prompt_tokens=prompt),
    )


def _answers(lines: list[str]) -> list[tuple[float, int | None, int | None]]:
    """Return (rate, tokens, None) of each line "to first token": the rate is there or above."""
    answers: list[tuple[float, int | None, int | None]] = []
    for at, line in enumerate(lines):
        if "to first token" not in line:
            continue
        near = " ".join(text[:400] for text in lines[max(0, at - _NEAR_LINES) : at + 1])
        rates = _RATE.findall(near)
        tokens = _TOKENS.findall(near)
        if rates and (rate := positive(number(rates[-1]))):
            answers.append((rate, int(tokens[-1]) if tokens else None, None))
    return answers


def _predictions(lines: list[str]) -> list[tuple[float, int | None, int | None]]:
    """Return the statistics object that the developer log prints."""
    values: dict[str, float] = {}
    for line in lines:
        for match in _PREDICTION.finditer(line):
            values[match["name"]] = number(match["value"])
    rate = positive(values.get("tokensPerSecond", 0.0))
    if rate is None or "predictedTokensCount" not in values:
        return []
    prompt = values.get("promptTokensCount")
    return [(rate, int(values["predictedTokensCount"]), int(prompt) if prompt else None)]
