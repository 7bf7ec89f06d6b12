"""`howfast estimate`: structured queries, from flags or JSON lines, without any reading of prose."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, TextIO

from bot.cli.json import answer_object
from catalog.load import Catalog, load_catalog
from core.advisor import Advisor
from core.errors import HowfastError, UnknownNameError
from core.match import device_named, model_named, quant_named
from core.query import CustomModel, DeviceUse, Query, Ram

GIGA: Final = 10**9
FAMILY_OF_BACKEND: Final = {"cpu": "cpu"}
USAGE: Final = """\
howfast estimate --model NAME --device NAME [--quant Q4_K_M] [--count N] [--memory GB]
                 [--context N] [--kv q8_0] [--engine llama.cpp] [--backend cuda] [--split tensor]
                 [--gpu-layers N] [--cpu-moe-layers N] [--prompt N] [--users N] [--json]
howfast estimate --json --batch < FILE      one JSON object a line
"""
_FLAGS: Final = {
    "--model": "model",
    "--quant": "quant",
    "--device": "device",
    "--count": "count",
    "--memory": "memory_gb",
    "--context": "context_tokens",
    "--kv": "kv_quant",
    "--engine": "engine",
    "--backend": "backend",
    "--split": "split",
    "--gpu-layers": "gpu_layers",
    "--cpu-moe-layers": "cpu_moe_layers",
    "--prompt": "prompt_tokens",
    "--users": "users",
    "--draft": "draft_model",
    "--params": "params_b",
    "--file-size": "file_size_gb",
}
_WHOLE: Final = ("count", "context_tokens", "gpu_layers", "cpu_moe_layers", "prompt_tokens", "users")
_REAL: Final = ("memory_gb", "params_b", "file_size_gb")


class StructuredQueryError(HowfastError):
    """A structured query with a field that cannot be used; the text names it."""


def run(args: list[str], *, stdin: TextIO | None = None, out: TextIO | None = None) -> int:
    """Run the command and return its exit status."""
    out = out or sys.stdout
    if not args or args[0] in ("--help", "-h"):
        out.write(USAGE)
        return 0 if args else 2
    advisor = Advisor(load_catalog())
    if "--batch" in args:
        for line in stdin or sys.stdin:
            if line.strip():
                out.write(json.dumps(_answered(line, advisor), ensure_ascii=False) + "\n")
        return 0
    try:
        fields, as_json = _from_flags(args)
    except StructuredQueryError as error:
        sys.stderr.write(f"howfast estimate: {error}\n{USAGE}")
        return 2
    answer = _answer_fields(fields, advisor)
    out.write(json.dumps(answer, ensure_ascii=False) if as_json else str(answer["text"]))
    out.write("\n")
    return 0 if answer["status"] == "answered" else 1


def _answered(line: str, advisor: Advisor) -> dict[str, object]:
    try:
        fields = json.loads(line)
    except ValueError:
        return {"status": "error", "text": "not a JSON object"}
    if not isinstance(fields, dict):
        return {"status": "error", "text": "not a JSON object"}
    return _answer_fields(fields, advisor)


def _answer_fields(fields: Mapping[str, Any], advisor: Advisor) -> dict[str, object]:
    try:
        query = read_structured(fields, advisor.catalog)
    except UnknownNameError as error:
        return {
            "schema": "howfast.answer/1",
            "status": "clarify",
            "clarify": {"slot": error.slot, "text": str(error), "options": list(error.nearest)},
            "text": f"{error}; nearest: {', '.join(error.nearest) or 'nothing alike'}",
        }
    except StructuredQueryError as error:
        return {"schema": "howfast.answer/1", "status": "error", "text": str(error)}
    return answer_object(advisor.answer_query(query), advisor.catalog)


def _from_flags(args: list[str]) -> tuple[dict[str, Any], bool]:
    fields: dict[str, Any] = {}
    rest = [one for one in args if one != "--json"]
    for flag, value in zip(rest[::2], [*rest[1::2], ""], strict=False):
        if flag not in _FLAGS or not value:
            raise StructuredQueryError(f"cannot use {flag} {value}".rstrip())
        fields[_FLAGS[flag]] = value
    if "device" in fields:
        device = {"name": fields.pop("device")}
        device |= {k: fields.pop(k) for k in ("count", "memory_gb") if k in fields}
        fields["devices"] = [device]
    return fields, "--json" in args


def read_structured(fields: Mapping[str, Any], catalog: Catalog) -> Query:
    """Return the query that `fields` (see the interface's structured query) describe.

    Raises
    ------
    UnknownNameError
        If a name is not in the catalog.
    StructuredQueryError
        If a field has a value that cannot be used.
    """
    prompt = _number(fields, "prompt_tokens", int)
    context = _number(fields, "context_tokens", int)
    size = _number(fields, "file_size_gb", float)
    draft = fields.get("draft_model")
    return Query(
        model=_model(fields, catalog),
        quant=quant_named(str(fields["quant"]), catalog) if fields.get("quant") else None,
        file_size_bytes=round(size * GIGA) if size else None,
        devices=tuple(_device(one, catalog) for one in fields.get("devices") or ()),
        ram=_ram(fields.get("ram")),
        context_tokens=context,
        kv_quant=_text(fields, "kv_quant"),
        engine=_text(fields, "engine"),
        backend=_text(fields, "backend"),
        flash_attention=fields.get("flash_attention"),
        gpu_layers=_number(fields, "gpu_layers", int),
        cpu_moe_layers=_number(fields, "cpu_moe_layers", int),
        split=_text(fields, "split"),
        prompt_tokens=prompt,
        prompt_depth_tokens=context if prompt else None,
        users=_number(fields, "users", int),
        draft_model=model_named(str(draft), catalog) if draft else None,
    )


def _number(fields: Mapping[str, Any], name: str, kind: Callable[[Any], Any]) -> Any:
    value = fields.get(name)
    if value is None:
        return None
    try:
        number = kind(value)
    except (TypeError, ValueError) as error:
        raise StructuredQueryError(f"{name}: not a number: {value!r:.40}") from error
    if not 0 <= number < 1e15:  # noqa: PLR2004
        raise StructuredQueryError(f"{name}: out of range: {value!r:.40}")
    return number


def _text(fields: Mapping[str, Any], name: str) -> str | None:
    value = fields.get(name)
    return str(value) if value else None


def _model(fields: Mapping[str, Any], catalog: Catalog) -> str | CustomModel | None:
    if name := fields.get("model"):
        return model_named(str(name), catalog)
    params = _number(fields, "params_b", float)
    return CustomModel(params * 1e9) if params else None


def _device(fields: Any, catalog: Catalog) -> DeviceUse:
    if not isinstance(fields, Mapping):
        raise StructuredQueryError("devices: each must be an object")
    memory = _number(fields, "memory_gb", float)
    size = round(memory * GIGA) if memory else None
    count = _number(fields, "count", int) or 1
    bandwidth = _number(fields, "bandwidth_gb_s", float)
    name = str(fields.get("name") or "")
    found = device_named(name, catalog, memory_bytes=size) if name else ""
    return DeviceUse(found, count, size, bandwidth * 1e9 if bandwidth else None)


def _ram(fields: Any) -> Ram | None:
    if not isinstance(fields, Mapping):
        return None
    size = _number(fields, "gb", float)
    speed = _number(fields, "bandwidth_gb_s", float)
    kind, _, rate = str(fields.get("type") or "").lower().partition("-")
    return Ram(
        round(size * GIGA) if size else None,
        kind or None,
        int(rate) if rate.isdecimal() else None,
        _number(fields, "channels", int),
        speed * 1e9 if speed else None,
    )
