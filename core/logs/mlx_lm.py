"""What `mlx_lm.generate` prints after an answer."""

import re
from typing import Final

from core.logs.facts import timing_facts
from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_LINE: Final = re.compile(
    r"(?P<what>Prompt|Generation): (?P<tokens>[0-9]{1,9}) tokens, "
    rf"(?P<rate>{NUMBER}) tokens-per-sec",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return the last answer's speeds."""
    found: dict[str, tuple[int, float | None]] = {}
    runs: list[float] = []
    for line in lines:
        if "tokens-per-sec" in line and (match := _LINE.search(line)):
            rate = positive(number(match["rate"]))
            found[match["what"]] = (int(match["tokens"]), rate)
            if rate and match["what"] == "Generation":
                runs.append(rate)
    if not found:
        return None
    prompt_tokens, prefill = found.get("Prompt", (None, None))
    tokens, decode = found.get("Generation", (None, None))
    return LogReading(
        kind="mlx_lm",
        query=Query(
            engine="mlx", backend="mlx", prompt_tokens=prompt_tokens, measured_tok_s=decode
        ),
        decode_tok_s=decode,
        runs=tuple(runs),
        prefill_tok_s=prefill,
        generated_tokens=tokens,
        prompt_tokens=prompt_tokens,
        facts=timing_facts(decode, prefill, generated_tokens=tokens, prompt_tokens=prompt_tokens),
    )
