"""The table of `llama-batched-bench`: prompt and generation speed by number of streams."""

import re
from typing import Final

from core.logs.numbers import NUMBER, number, positive
from core.message import Message
from core.query import Query
from core.reading import LogReading

_ROW: Final = re.compile(rf"^\s{{0,8}}\|(?:\s{{0,20}}{NUMBER}\s{{0,20}}\|){{10}}", re.ASCII)
_SETTING: Final = re.compile(r"\b(n_kv_max|n_gpu_layers) {0,3}= {0,3}(-?[0-9]{1,8})", re.ASCII)
_PP, _TG, _STREAMS, _S_PP, _S_TG = 0, 1, 2, 5, 7


def read(lines: list[str]) -> LogReading | None:
    """Return the first row for one stream; else the first row, its total shared by its streams."""
    settings = {name: int(value) for line in lines for name, value in _SETTING.findall(line)}
    rows = [_numbers(line) for line in lines if line.count("|") > 10 and _ROW.match(line)]  # noqa: PLR2004
    if not rows:
        return None
    row = next((r for r in rows if r[_STREAMS] == 1), rows[0])
    streams = max(int(row[_STREAMS]), 1)
    decode = positive(row[_S_TG] / streams)
    layers = settings.get("n_gpu_layers", -1)
    facts = (Message.of("aggregate", users=streams, total=row[_S_TG]),) if streams > 1 else ()
    return LogReading(
        kind="batched_bench",
        query=Query(
            engine="llama.cpp",
            context_tokens=settings.get("n_kv_max"),
            gpu_layers=layers if layers >= 0 else None,
            prompt_tokens=int(row[_PP]) or None,
            users=streams if streams > 1 else None,
            measured_tok_s=decode,
        ),
        decode_tok_s=decode,
        runs=(decode,) if decode else (),
        prefill_tok_s=positive(row[_S_PP]),
        generated_tokens=int(row[_TG]) * streams,
        prompt_tokens=int(row[_PP]),
        facts=facts,
    )


def _numbers(line: str) -> list[float]:
    return [number(cell.strip()) for cell in line.strip().strip("|").split("|")]
