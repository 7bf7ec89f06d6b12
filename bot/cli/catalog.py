"""`howfast catalog models|devices|quants WORDS`: what the catalog knows, and where from."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from typing import Final, TextIO

from bot.cli.main import ANSWERED, UNUSABLE
from catalog.load import Catalog, load_catalog
from catalog.records import Device, Model, Quant
from core.match import Names, words

WIDTH: Final = 80
MOST_IN_FULL: Final = 3  # so few rows are shown with everything that is known of them
USAGE: Final = (
    "howfast: catalog takes models, devices or quants, then words: howfast catalog models qwen3\n"
)
_GIGA: Final = 1e9
_TERA: Final = 1e12
_KIBI: Final = 1024

Record = Model | Device | Quant


def run(args: list[str], out: TextIO | None = None) -> int:
    """Print what matches and return the exit status: 1 where nothing does."""
    to = out or sys.stdout
    catalog = load_catalog()
    kinds: dict[str, Sequence[Record]] = {
        "models": tuple(catalog.models.values()),
        "devices": tuple(catalog.devices.values()),
        "quants": (*catalog.quants.values(), *catalog.kv_quants.values()),
    }
    if args and args[0] in ("check", "refresh"):
        return _maintain(args, to)
    if not args or args[0] not in kinds:
        sys.stderr.write(USAGE)
        return UNUSABLE
    rows, asked = kinds[args[0]], " ".join(args[1:])
    found = [row for row in rows if matches(row, asked)]
    if not found:
        return _nothing(asked, args[0], rows, to)
    if len(found) <= MOST_IN_FULL:
        to.write("\n\n".join(in_full(row, catalog) for row in found) + "\n")
        return ANSWERED
    to.write("\n".join(table(found)) + f"\n\n{len(found)} {args[0]}\n")
    return ANSWERED


def matches(row: Record, asked: str) -> bool:
    """Return whether every word asked begins a word of one name of `row`; numbers are exact."""
    return any(_holds(asked, name) for name in (row.name, row.id, *row.aliases))


def table(rows: Sequence[Record]) -> list[str]:
    """Return the lines of an aligned table of `rows`, within 80 columns."""
    head, cells = _cells(rows)
    columns = [head, *cells]
    widths = [max(len(line[i]) for line in columns) for i in range(len(head) - 1)]
    widths[0] = min(widths[0], WIDTH - sum(widths[1:]) - 2 * len(widths) - 14)
    return [_line(line, widths) for line in columns]


def in_full(row: Record, catalog: Catalog) -> str:
    """Return all that is known of one row, a fact a line."""
    facts = [(row.name, f"id {row.id}"), *_facts(row, catalog)]
    facts += [("also called", ", ".join(row.aliases)), ("note", row.note)]
    facts += [("source", row.source), ("confidence", row.confidence)]
    lines = [f"{facts[0][0]}  ({facts[0][1]})"]
    for what, value in facts[1:]:
        if value:
            lines += textwrap.wrap(
                f"  {what:<13}{value}", WIDTH, subsequent_indent=" " * 15, break_on_hyphens=False
            )
    return "\n".join(lines)


def _maintain(args: list[str], to: TextIO) -> int:
    """Run what a maintainer runs: the laws of the data, or a refresh from its sources."""
    if args[0] == "check":
        from catalog import check  # noqa: PLC0415  (pydantic, wanted only here)

        return check.main(to)
    from catalog.refresh import __main__ as refresh  # noqa: PLC0415

    return refresh.main(args[1:], to)


def _holds(asked: str, name: str) -> bool:
    have = words(name)
    return all(
        any(part == word if part[0].isdigit() else word.startswith(part) for word in have)
        for part in words(asked)
    )


def _nothing(asked: str, kind: str, rows: Sequence[Record], to: TextIO) -> int:
    by_id = {row.id: row.name for row in rows}
    nearest = [by_id[one] for one in Names(rows).nearest(asked)]
    to.write(f"Nothing among the {kind} is called “{asked[:40]}”. Nearest: {', '.join(nearest)}\n")
    return 1


def _cells(rows: Sequence[Record]) -> tuple[list[str], list[list[str]]]:
    first = rows[0]
    if isinstance(first, Model):
        head = ["model", "params", "active", "layers", "context", "dimensions from"]
        return head, [_model_cells(row) for row in rows if isinstance(row, Model)]
    if isinstance(first, Device):
        head = ["device", "memory", "GB/s", "TFLOP/s", "source"]
        return head, [_device_cells(row) for row in rows if isinstance(row, Device)]
    head = ["quant", "format", "bits", "dense", "MoE", "≤ 5B", "source"]
    return head, [_quant_cells(row) for row in rows if isinstance(row, Quant)]


def _model_cells(row: Model) -> list[str]:
    active = _billions(row.params_active) if row.is_moe else ""
    return [
        row.name,
        _billions(row.params_total),
        active,
        str(row.layers),
        _tokens(row.context_max),
        row.hf_id,
    ]


def _device_cells(row: Device) -> list[str]:
    return [
        row.name,
        _memory(row),
        f"{row.bandwidth_bytes_per_s / _GIGA:,.0f}",
        f"{row.fp16_flop_per_s / _TERA:,.0f}" if row.fp16_flop_per_s else "",
        row.source,
    ]


def _quant_cells(row: Quant) -> list[str]:
    by_class = (row.bits_per_weight_dense, row.bits_per_weight_moe, row.bits_per_weight_small)
    bits = [f"{one:.2f}" if one and not row.is_kv else "" for one in by_class]
    unsized = "" if row.bits_per_weight_dense else "any"
    block = f"{row.block_bits_per_weight:.2f}" if row.block_bits_per_weight else unsized
    return [row.name, row.format, block, *bits, row.source]


def _facts(row: Record, catalog: Catalog) -> list[tuple[str, str]]:
    if isinstance(row, Model):
        return _model_facts(row, catalog)
    if isinstance(row, Device):
        return _device_facts(row)
    cells = _quant_cells(row)
    return [
        ("format", row.format),
        ("block", f"{cells[2]} bits a weight" if cells[2] else "a recipe of its own per model"),
        ("files", f"{cells[3]} dense, {cells[4]} MoE, {cells[5]} small" if cells[3] else ""),
    ]


def _model_facts(row: Model, catalog: Catalog) -> list[tuple[str, str]]:
    experts = f"{row.experts_active} of {row.experts_total}" if row.is_moe else ""
    sized = sum(1 for model, _ in catalog.files.by_model_and_quant if model == row.id)
    window = f", window {row.sliding_window:,}" if row.sliding_window else ""
    grows = 2 * row.kv_elems_global * _KIBI / 1e6
    return [
        (
            "parameters",
            f"{_billions(row.params_total)}, {_billions(row.params_active)} read a token",
        ),
        ("experts", experts),
        ("layers", f"{row.layers} × {row.hidden:,}; {row.heads} heads, {row.kv_heads} KV heads"),
        ("attention", f"{row.attention}, {row.layer_pattern}{window}"),
        ("KV cache", f"{grows:,.0f} MB per 1,024 tokens at f16"),
        ("context", _tokens(row.context_max)),
        ("tokenizer", row.tokenizer_family),
        ("file sizes", f"{sized} quants with a published size" if sized else ""),
        ("released", row.release),
        ("repository", row.hf_id),
    ]


def _device_facts(row: Device) -> list[tuple[str, str]]:
    pcie = f"PCIe {row.pcie_gen}.0 x{row.pcie_lanes}" if row.pcie_gen and row.pcie_lanes else ""
    channels = f", {row.memory_channels} channels" if row.memory_channels else ""
    speed = f" at {row.memory_mt_per_s:,} MT/s" if row.memory_mt_per_s else ""
    flops = f"{row.fp16_flop_per_s / _TERA:,.1f} TFLOP/s" if row.fp16_flop_per_s else ""
    return [
        ("memory", f"{_memory(row)} {row.memory_type}{channels}{speed}".strip()),
        ("bandwidth", f"{row.bandwidth_bytes_per_s / _GIGA:,.1f} GB/s"),
        ("FP16 matmul", flops),
        ("class", row.hardware_class),
        ("bus", pcie),
        ("released", row.release),
    ]


def _memory(row: Device) -> str:
    sizes = "/".join(f"{size / _GIGA:.0f}" for size in row.memory_options_bytes)
    return f"{sizes} GB" if sizes else ""


def _billions(params: float) -> str:
    billions = params / _GIGA
    return f"{billions:,.0f}B" if billions >= 100 else f"{billions:.1f}B"  # noqa: PLR2004


def _tokens(context: int | None) -> str:
    if not context:
        return ""
    return f"{context // _KIBI}k" if context < _KIBI * _KIBI else f"{context / _KIBI / _KIBI:.0f}M"


def _line(cells: list[str], widths: list[int]) -> str:
    first = textwrap.shorten(cells[0], widths[0], placeholder="…").ljust(widths[0])
    middle = [cell.rjust(width) for cell, width in zip(cells[1:-1], widths[1:], strict=True)]
    line = "  ".join([first, *middle, cells[-1]])
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"
