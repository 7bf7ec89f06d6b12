"""Tables of MLX servers with one row a test: time to first token, prompt and generation speed."""

import re
from typing import Final

from core.logs.numbers import NUMBER, number, positive
from core.query import Query
from core.reading import LogReading

_ROW: Final = re.compile(
    r"^\s{0,8}pp(?P<prompt>[0-9]{1,7})/tg(?P<tokens>[0-9]{1,6})"
    rf"\s{{1,30}}{NUMBER}\s{{1,30}}{NUMBER}\s{{1,30}}(?P<prefill>{NUMBER}) ?tok/s"
    rf"\s{{1,30}}(?P<decode>{NUMBER}) ?tok/s",
    re.ASCII,
)


def read(lines: list[str]) -> LogReading | None:
    """Return the first row, that with the shortest prompt, and the speeds of all rows."""
    rows = [match for line in lines if "tok/s" in line and (match := _ROW.match(line))]
    if not rows:
        return None
    first = rows[0]
    decode = positive(number(first["decode"]))
    return LogReading(
        kind="omlx_bench",
        query=Query(engine="mlx", prompt_tokens=int(first["prompt"]), measured_tok_s=decode),
        decode_tok_s=decode,
        runs=tuple(rate for row in rows if (rate := positive(number(row["decode"])))),
        prefill_tok_s=positive(number(first["prefill"])),
        generated_tokens=int(first["tokens"]),
        prompt_tokens=int(first["prompt"]),
    )
