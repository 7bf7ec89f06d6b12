"""Tables of `llama-batched-bench` and `llama-sweep-bench`: speed by streams or by depth."""

import re
from typing import Final

from core.logs.numbers import NUMBER, number, positive
from core.message import Message
from core.query import Query
from core.reading import LogReading

_CELL: Final = re.compile(rf"^{NUMBER}$", re.ASCII)
_SETTING: Final = re.compile(r"\b(n_kv_max|n_gpu_layers) {0,3}= {0,3}(-?[0-9]{1,8})", re.ASCII)
_MAX_ROWS: Final = 400

Row = dict[str, float]


def read(lines: list[str]) -> LogReading | None:
    """Return the first row for one stream; else the first row, its total shared by its streams."""
    settings = {name: int(value) for line in lines for name, value in _SETTING.findall(line)}
    rows = _rows(lines)
    if not rows:
        return None
    row = next((r for r in rows if _streams(r) == 1), rows[0])
    streams = _streams(row)
    decode = positive(row["S_TG t/s"] / streams)
    layers = settings.get("n_gpu_layers", -1)
    shared = Message.of("aggregate", users=streams, total=row["S_TG t/s"])
    prompt = int(row.get("PP", 0.0)) or None
    return LogReading(
        kind="batched_bench",
        query=Query(
            engine="llama.cpp",
            context_tokens=settings.get("n_kv_max"),
            gpu_layers=layers if layers >= 0 else None,
            prompt_tokens=prompt,
            users=streams if streams > 1 else None,
            measured_tok_s=decode,
        ),
        decode_tok_s=decode,
        runs=tuple(rate for r in rows if (rate := positive(r["S_TG t/s"] / _streams(r)))),
        prefill_tok_s=positive(row.get("S_PP t/s", 0.0)),
        generated_tokens=int(row.get("TG", 0.0)) * streams or None,
        prompt_tokens=prompt,
        facts=(shared,) if streams > 1 else (),
    )


def _streams(row: Row) -> int:
    return max(int(row.get("B", 1.0)), 1)


def _rows(lines: list[str]) -> list[Row]:
    heads: list[str] = []
    rows: list[Row] = []
    for line in lines:
        if line.count("|") < 6 or len(rows) >= _MAX_ROWS:  # noqa: PLR2004
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if "S_TG t/s" in cells:
            heads = cells
        elif len(cells) == len(heads) and all(_CELL.match(cell) for cell in cells):
            rows.append(dict(zip(heads, map(number, cells), strict=True)))
    return rows
