"""The line that KoboldCpp prints after an answer."""

import re
from typing import Final

from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_LIMIT: Final = re.compile(
    r"CtxLimit: ?(?P<used>[0-9]{1,8})/(?P<context>[0-9]{1,8})(?:, Amt: ?(?P<tokens>[0-9]{1,7})/)?",
    re.ASCII,
)
_SPEED: Final = re.compile(
    rf"(?P<what>Process|Generate): ?{NUMBER} ?s \((?:{NUMBER} ?ms/T = )?(?P<rate>{NUMBER}) ?T/s\)",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return the last answer's speeds and the context it ran in."""
    last: LogReading | None = None
    runs: list[float] = []
    for line in lines:
        if "T/s)" not in line:
            continue
        speeds = {match["what"]: number(match["rate"]) for match in _SPEED.finditer(line[:800])}
        if decode := positive(speeds.get("Generate", 0.0)):
            runs.append(decode)
            last = _reading(decode, positive(speeds.get("Process", 0.0)), line, runs)
    return last


def _reading(decode: float, prefill: float | None, line: str, runs: list[float]) -> LogReading:
    limit = _LIMIT.search(line)
    tokens = int(limit["tokens"]) if limit and limit["tokens"] else None
    prompt = int(limit["used"]) - tokens if limit and tokens else None
    prompt = prompt if prompt and prompt > 0 else None
    return LogReading(
        kind="koboldcpp",
        query=Query(
            engine="koboldcpp",
            context_tokens=int(limit["context"]) if limit else None,
            prompt_tokens=prompt,
            measured_tok_s=decode,
        ),
        decode_tok_s=decode,
        runs=tuple(runs),
        prefill_tok_s=prefill,
        generated_tokens=tokens,
        prompt_tokens=prompt,
        facts=timing_facts(decode, prefill, generated_tokens=tokens, prompt_tokens=prompt),
    )
