"""`howfast estimate`: a configuration in fields or flags instead of words."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, Final, TextIO

from bot.cli.batch import failed
from bot.cli.json import answer_object
from bot.cli.main import ANSWERED, ASKED_BACK, UNUSABLE
from bot.cli.structured import StructureError, read_structured
from catalog.load import load_catalog
from core.advisor import Advisor
from core.answer import Answer
from core.errors import UnknownNameError
from core.language.pack import pack

MAX_LINE_CHARS: Final = 100_000
_FLAGS: Final = {
    "--model": "model",
    "--quant": "quant",
    "--engine": "engine",
    "--backend": "backend",
    "--kv": "kv_quant",
    "--split": "split",
    "--draft": "draft_model",
}
_NUMBERS: Final = {
    "--context": "context_tokens",
    "--gpu-layers": "gpu_layers",
    "--cpu-moe-layers": "cpu_moe_layers",
    "--prompt": "prompt_tokens",
    "--users": "users",
    "--ram": "ram",
    "--file-size": "file_size_gb",
}
_DEVICE: Final = {"--device": "name", "--count": "count", "--memory": "memory_gb"}
_STATUS: Final = {"answered": ANSWERED, "error": UNUSABLE}


def run(args: list[str], stdin: TextIO | None = None, out: TextIO | None = None) -> int:
    """Estimate what `args` (or the lines of `stdin`) describe and return the exit status."""
    stdin, out = stdin or sys.stdin, out or sys.stdout
    advisor = Advisor(load_catalog())
    if "--batch" in args:
        for line in stdin:
            if line.strip():
                out.write(json.dumps(estimated(line, advisor), ensure_ascii=False) + "\n")
        return ANSWERED
    as_json = "--json" in args
    try:
        answer = answered(fields([a for a in args if a not in ("--json", "--why")]), advisor)
    except StructureError as wrong:
        sys.stderr.write(f"howfast: {wrong}\n")
        return UNUSABLE
    if as_json:
        out.write(json.dumps(answer_object(answer, advisor.catalog), ensure_ascii=False) + "\n")
    else:
        from bot.cli.render import rendered, screen  # noqa: PLC0415  (a batch shows nothing to people)

        out.write(rendered(answer, screen(out), why="--why" in args))
    return _STATUS.get(answer.status, ASKED_BACK)


def estimated(line: str, advisor: Advisor) -> dict[str, object]:
    """Return the answer object for one line of a batch."""
    if len(line) > MAX_LINE_CHARS:
        return failed(line, "the line is too long")
    try:
        item = json.loads(line)
        answer = answered(item, advisor)
    except (ValueError, RecursionError) as wrong:
        return failed(line, str(wrong) or "nested too deeply")
    except Exception as wrong:  # noqa: BLE001  (a batch owes every line an object; the rest goes on)
        return failed(line, f"{pack('en')('error.inside')} ({type(wrong).__name__})")
    return answer_object(answer, advisor.catalog)


def answered(item: object, advisor: Advisor) -> Answer:
    """Return the answer to a structured query; an unknown name is asked about.

    Raises
    ------
    StructureError
        If `item` is not such a query.
    """
    try:
        query = read_structured(item, advisor.catalog)
    except UnknownNameError as unknown:
        return advisor.answer_unknown(unknown)
    return advisor.answer_query(query)


def fields(args: list[str]) -> Mapping[str, object]:
    """Return the flags of one query as a structured query.

    Raises
    ------
    StructureError
        If a flag is unknown or lacks its value.
    """
    found: dict[str, object] = {}
    device: dict[str, Any] = {}
    rest = list(args)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in _FLAGS and name not in _NUMBERS and name not in _DEVICE:
            raise StructureError(f"{name} is no option of estimate")
        if not equals:
            if not rest:
                raise StructureError(f"{name} needs a value")
            value = rest.pop(0)
        if name in _DEVICE:
            device[_DEVICE[name]] = value if name == "--device" else _number(name, value)
        elif name in _NUMBERS:
            found[_NUMBERS[name]] = _number(name, value)
        else:
            found[_FLAGS[name]] = value
    return found | ({"devices": [device]} if device else {})


def _number(name: str, text: str) -> float | int:
    try:
        number = float(text.lower().removesuffix("gb"))
    except ValueError:
        raise StructureError(f"{name} needs a number, not {text[:40]!r}") from None
    return int(number) if number.is_integer() else number


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
