"""Tables of `llama-bench` as Markdown, CSV, JSON or JSON lines."""

import re
from typing import Final

from catalog.record import record
from core.logs.numbers import NUMBER, number, positive, size_bytes
from core.logs.quant_names import from_description
from core.query import Query
from core.reading import LogReading

_TEST: Final = re.compile(
    r"^(?P<what>pp|tg)\s?(?P<tokens>[0-9]{1,7})(?: ?@ ?d(?P<depth>[0-9]{1,8}))?$", re.ASCII
)
_RATE: Final = re.compile(rf"^(?P<rate>{NUMBER})", re.ASCII)
_SIZE: Final = re.compile(rf"^(?P<amount>{NUMBER}) (?P<unit>[KMGT]iB)$", re.ASCII)
_PARAMS: Final = re.compile(rf"^(?P<amount>{NUMBER}) (?P<unit>[BMT])$", re.ASCII)
_PAIR: Final = re.compile(
    r'"(?P<key>[a-z_0-9]{1,32})": {0,4}(?:"(?P<text>[^"\n]{0,120})"|'
    r"(?P<value>-?[0-9.]{1,24}|true|false))",
    re.ASCII,
)
_SCALE: Final = {"M": 1e6, "B": 1e9, "T": 1e12}
_SHORT_JSON: Final = re.compile(
    r'"(?P<what>pp|tg)(?P<tokens>[0-9]{2,6})": {0,4}(?P<rate>[0-9.]{1,12})', re.ASCII
)
_MAX_ROWS: Final = 400

Row = dict[str, str]


@record
class Test:
    """One line of the table: what was timed, at which depth, how fast."""

    row: Row
    what: str
    tokens: int
    depth: int
    rate: float


def read(lines: list[str]) -> LogReading | None:
    """Return the first model's generation speed at the smallest depth, and its prompt speed."""
    tests = _markdown(lines) or _csv(lines) or _json(lines)
    if not tests:
        return _short_json(lines)
    first = tests[0].row.get("model")
    tests = [test for test in tests if test.row.get("model") == first]
    decode = min((t for t in tests if t.what == "tg"), key=lambda t: t.depth, default=None)
    prefill = min((t for t in tests if t.what == "pp"), key=lambda t: t.depth, default=None)
    return _reading(tests, decode, prefill)


def _reading(tests: list[Test], decode: Test | None, prefill: Test | None) -> LogReading:
    row = (decode or prefill or tests[0]).row
    name, quant = from_description(row.get("model", ""))
    rate = positive(decode.rate) if decode else None
    return LogReading(
        kind="llama_bench",
        query=Query(
            engine="llama.cpp",
            backend=_backend(row),
            context_tokens=decode.depth or None if decode else None,
            kv_quant=_kv(row),
            flash_attention={"1": True, "0": False}.get(row.get("fa", "")),
            gpu_layers=_layers(row),
            cpu_moe_layers=_count(row.get("n_cpu_moe")),
            split=row.get("sm") if row.get("sm") in {"layer", "row", "tensor"} else None,
            measured_tok_s=rate,
        ),
        model_name=name,
        quant_name=quant,
        device_names=_devices(row),
        params=_params(row),
        file_size_bytes=_size(row),
        decode_tok_s=rate,
        runs=tuple(t.rate for t in tests if t.what == "tg"),
        prefill_tok_s=positive(prefill.rate) if prefill else None,
        generated_tokens=decode.tokens if decode else None,
    )


def _test(row: Row, name: str, rate: str) -> Test | None:
    match, speed = _TEST.match(name), _RATE.match(rate)
    if not match or not speed:
        return None
    return Test(
        row, match["what"], int(match["tokens"]), int(match["depth"] or 0), number(speed["rate"])
    )


def _markdown(lines: list[str]) -> list[Test]:
    heads: list[str] = []
    tests: list[Test] = []
    for line in lines:
        if line.count("|") < 4 or len(tests) >= _MAX_ROWS:  # noqa: PLR2004
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if "t/s" in cells and "test" in cells:
            heads = cells
        elif len(cells) == len(heads):
            row = dict(zip(heads, cells, strict=True))
            if test := _test(row, row["test"], row["t/s"]):
                tests.append(test)
    return tests


def _csv(lines: list[str]) -> list[Test]:
    heads: list[str] = []
    tests: list[Test] = []
    for line in lines:
        if len(tests) >= _MAX_ROWS or line.count(",") < 10:  # noqa: PLR2004
            continue
        cells = _cells(line)
        if "avg_ts" in cells and "n_gen" in cells:
            heads = cells
        elif heads and len(cells) == len(heads):
            tests += _from_fields(dict(zip(heads, cells, strict=True)))
    return tests


def _cells(line: str) -> list[str]:
    """Return the cells of a line of CSV; a quoted cell may hold commas."""
    if '"' not in line:
        return [cell.strip() for cell in line.split(",")]
    cells: list[str] = []
    for at, part in enumerate(line.split('"')):
        if at % 2:
            cells.append(part.strip())
        else:
            cells += [cell.strip() for cell in part.split(",") if cell.strip()]
    return cells


def _json(lines: list[str]) -> list[Test]:
    tests: list[Test] = []
    row: Row = {}
    for line in lines:
        if '"' not in line:
            continue
        for match in _PAIR.finditer(line):
            key = match["key"]
            if key == "build_commit" or (key in row and key in {"avg_ts", "n_gen"}):
                row = {}
            row[key] = match["text"] if match["text"] is not None else match["value"]
            if key == "avg_ts" and len(tests) < _MAX_ROWS:
                tests += _from_fields(dict(row))
    return tests


def _from_fields(fields: Row) -> list[Test]:
    """Return the test of one record of CSV or JSON, its names those of the Markdown table."""
    prompt, tokens = _count(fields.get("n_prompt")) or 0, _count(fields.get("n_gen")) or 0
    rate = fields.get("avg_ts", "")
    if (prompt > 0) == (tokens > 0) or not _RATE.match(rate):
        return []
    row = {
        "model": fields.get("model_type", ""),
        "backend": fields.get("backends", fields.get("backend", "")),
        "device": fields.get("gpu_info", ""),
        "ngl": fields.get("n_gpu_layers", ""),
        "type_k": fields.get("type_k", ""),
        "fa": {"true": "1", "false": "0"}.get(
            fields.get("flash_attn", ""), fields.get("flash_attn", "")
        ),
        "sm": fields.get("split_mode", ""),
        "size_bytes": fields.get("model_size", ""),
        "params_count": fields.get("model_n_params", ""),
        "n_cpu_moe": fields.get("n_cpu_moe", ""),
    }
    depth = _count(fields.get("n_depth")) or 0
    what = "pp" if prompt else "tg"
    return [Test(row, what, prompt or tokens, depth, number(_RATE.match(rate)["rate"]))]  # type: ignore[index]


def _short_json(lines: list[str]) -> LogReading | None:
    """Return ``"pp512": …, "tg128": …`` as other benchmark pages write it."""
    found = {m["what"]: m for line in lines for m in _SHORT_JSON.finditer(line)}
    if "tg" not in found:
        return None
    rate = positive(number(found["tg"]["rate"]))
    pairs = {m["key"]: m["text"] for line in lines for m in _PAIR.finditer(line) if m["text"]}
    prefill = positive(number(found["pp"]["rate"])) if "pp" in found else None
    backend = pairs.get("backend", "").lower()
    return LogReading(
        kind="llama_bench",
        query=Query(
            backend=backend if backend in _BACKENDS.values() else None, measured_tok_s=rate
        ),
        quant_name=pairs.get("quant"),
        device_names=(pairs["gpu"],) if "gpu" in pairs else (),
        decode_tok_s=rate,
        runs=(rate,) if rate else (),
        prefill_tok_s=prefill,
        generated_tokens=int(found["tg"]["tokens"]),
    )


_BACKENDS: Final = {
    "cuda": "cuda",
    "rocm": "rocm",
    "hip": "rocm",
    "vulkan": "vulkan",
    "metal": "metal",
    "mtl": "metal",
    "sycl": "sycl",
    "cpu": "cpu",
    "blas": "cpu",
}


def _backend(row: Row) -> str | None:
    name = row.get("backend", "").lower().split(",")[0].strip()
    return _BACKENDS.get(name)


def _devices(row: Row) -> tuple[str, ...]:
    names = tuple(name.strip() for name in row.get("device", "").split(",") if name.strip())
    return names if all(len(name) > 6 for name in names) else ()  # noqa: PLR2004


def _kv(row: Row) -> str | None:
    kv = row.get("type_k", "").lower()
    return kv or None


def _layers(row: Row) -> int | None:
    layers = _count(row.get("ngl"))
    return layers if layers is not None and layers >= 0 else None


def _count(text: str | None) -> int | None:
    if not text:
        return None
    digits = text[1:] if text[0] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None  # noqa: PLR2004


def _params(row: Row) -> float | None:
    if count := row.get("params_count"):
        return float(count) if count.isascii() and count.isdigit() and len(count) < 16 else None  # noqa: PLR2004
    match = _PARAMS.match(row.get("params", ""))
    return number(match["amount"]) * _SCALE[match["unit"]] if match else None


def _size(row: Row) -> int | None:
    if count := row.get("size_bytes"):
        return int(count) if count.isascii() and count.isdigit() and len(count) < 16 else None  # noqa: PLR2004
    match = _SIZE.match(row.get("size", ""))
    return size_bytes(match["amount"], match["unit"]) if match else None
