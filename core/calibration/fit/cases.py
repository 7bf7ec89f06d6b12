"""Measured rows as cases, just as the product would place them."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, NamedTuple

from catalog.load import Catalog
from catalog.records import Device, DeviceKind, Model
from core.calibration.case import DecodeCase, Part, PrefillCase
from core.physics.kv_cache import kv_bytes
from core.physics.placement import DISK_BYTES_PER_S
from core.physics.weights import Weights, weigh

TABLES: Final = ("measurements.csv", "measurements_cpu.csv")
KV_BYTES: Final = {"q8_0": 1.0625, "q4_0": 0.5625, "fp8": 1.0}
RAM_BYTES_PER_S: Final = 89.6e9  # dual-channel DDR5-5600, what the product assumes
RAM_ROOM_BYTES: Final = 60e9  # 64 GB less the operating system
PCIE_BYTES_PER_S: Final = {1: 0.25e9, 2: 0.5e9, 3: 0.985e9, 4: 1.97e9, 5: 3.94e9}
LINK_SHARE: Final = 0.8
LINK_BYTES_PER_S: Final = 25e9


@dataclass(frozen=True, slots=True)
class Measured:
    """One row and the case that it measured."""

    row: dict[str, str]
    case: DecodeCase | PrefillCase

    @property
    def pair(self) -> tuple[str, str, str]:
        """Return (device, count, model): one voice, however often it was measured."""
        return self.row["device_id"], self.row["count"], self.row["model_id"]

    @property
    def seconds(self) -> float:
        """Return the measured time per token [s]."""
        return 1.0 / float(self.row["tok_per_s"])


def read_rows() -> list[dict[str, str]]:
    """Return the rows of all tables of single-stream measurements."""
    rows: list[dict[str, str]] = []
    for name in TABLES:
        text = files("catalog").joinpath(f"data/{name}").read_text(encoding="utf-8")
        rows.extend(csv.DictReader(text.splitlines()))
    return rows


def measured(rows: list[dict[str, str]], catalog: Catalog, test: str) -> list[Measured]:
    """Return the cases of all rows of `test`."""
    build = decode_case if test == "decode" else prefill_case
    return [Measured(row, build(row, catalog)) for row in rows if row["test"] == test]


def decode_case(row: dict[str, str], catalog: Catalog) -> DecodeCase:
    """Return the decode case of a row; its mean depth is the depth before plus half of n."""
    model, quant = catalog.models[row["model_id"]], catalog.quants[row["quant_id"]]
    depth = int(row["depth_tokens"] or 0) + int(row["n_tokens"] or 0) // 2
    return DecodeCase(
        backend=row["backend"],
        engine=row["engine"],
        quant_family=quant.family,
        quant=quant.id,
        kv_quant=row["kv_quant"] or "f16",
        moe=model.is_moe,
        attention=model.attention,
        layers=model.layers,
        hidden=model.hidden,
        parts=_parts(row, model, catalog, depth),
        split=row["split"] or None,
        flash_attention=row["flash_attention"] != "0",
        context_tokens=depth,
        model=model.id,
        params_active=model.params_active,
        linear_layers=model.linear_layers or 0,
        experts_total=model.experts_total or 0,
        experts_active=model.experts_active or 0,
    )


def prefill_case(row: dict[str, str], catalog: Catalog) -> PrefillCase:
    """Return the prefill case of a row."""
    model, quant = catalog.models[row["model_id"]], catalog.quants[row["quant_id"]]
    depth = int(row["depth_tokens"] or 0)
    device = catalog.devices[row["device_id"]]
    wide, windowed = attention_widths(model)
    return PrefillCase(
        backend=row["backend"],
        engine=row["engine"],
        quant_family=quant.family,
        quant=quant.id,
        moe=model.is_moe,
        params_active=model.params_active,
        params_total=model.params_total,
        layers=model.layers,
        hidden=model.hidden,
        attention_width=wide,
        window_width=windowed,
        window_tokens=model.sliding_window or 0,
        parts=_parts(row, model, catalog, depth),
        prompt_tokens=int(row["n_tokens"] or 512) or 512,
        context_tokens=depth,
        split=row["split"] or None,
        flash_attention=row["flash_attention"] != "0",
        kv_quant=row["kv_quant"] or "f16",
        link_bytes_per_s=_link(device),
        model=model.id,
        linear_layers=model.linear_layers or 0,
        experts_total=model.experts_total or 0,
        experts_active=model.experts_active or 0,
        attention=model.attention,
    )


def attention_widths(model: Model) -> tuple[float, float]:
    """Return Σ heads · head_dim over full-attention and over sliding-window layers."""
    width = model.heads * model.head_dim
    windowed = model.swa_layers or 0
    full = model.global_kv_layers
    return float((model.layers - windowed if full is None else full) * width), float(
        windowed * width
    )


def _link(device: Device) -> float:
    if not device.pcie_gen or not device.pcie_lanes:
        return LINK_BYTES_PER_S
    return PCIE_BYTES_PER_S.get(device.pcie_gen, 3.94e9) * device.pcie_lanes * LINK_SHARE


def _parts(row: dict[str, str], model: Model, catalog: Catalog, depth: float) -> tuple[Part, ...]:
    weights = weigh(model, catalog.quants[row["quant_id"]], files=catalog.files)
    element = KV_BYTES.get(row["kv_quant"], 2.0)
    kv = kv_bytes(model, depth, bytes_per_element=element)
    device = catalog.devices[row["device_id"]]
    split = _split(row, model)
    here = _part(device, int(row["count"]), weights, kv, split)
    if split.dense + split.experts >= 2:  # noqa: PLR2004  (all of both)
        return (here,)
    return here, *_beside(weights, kv, split)


class _Split(NamedTuple):
    dense: float
    experts: float
    layers_here: float
    layers_beside: float


def _split(row: dict[str, str], model: Model) -> _Split:
    if row["placement"] == "layers" and row["gpu_layers"]:
        kept = min(int(row["gpu_layers"]), model.layers)
        share = kept / model.layers
        return _Split(share, share, kept, model.layers - kept)
    if row["placement"] == "experts" and row["cpu_moe_layers"]:
        all_moe = model.layers - (model.dense_lead_layers or 0)
        moved = min(int(row["cpu_moe_layers"]), all_moe)
        return _Split(1.0, 1 - moved / all_moe, model.layers, moved)
    return _Split(1.0, 1.0, model.layers, 0)


def _part(device: Device, count: int, weights: Weights, kv: float, split: _Split) -> Part:
    return Part(
        kind="ram" if device.kind is DeviceKind.CPU else "gpu",
        device_id=device.id,
        hardware_class=device.hardware_class,
        count=count,
        bandwidth_bytes_per_s=device.bandwidth_bytes_per_s,
        dense_bytes=(weights.read_bytes - weights.expert_read_bytes) * split.dense,
        expert_bytes=weights.expert_read_bytes * split.experts,
        kv_bytes=kv * split.dense,
        layers=split.layers_here,
        flop_per_s=device.fp16_flop_per_s,
    )


def _beside(weights: Weights, kv: float, split: _Split) -> Iterator[Part]:
    """Return what lies in system memory, and on disk where that is too small."""
    dense = (weights.read_bytes - weights.expert_read_bytes) * (1 - split.dense)
    experts = weights.expert_read_bytes * (1 - split.experts)
    stored = (weights.stored_bytes - weights.expert_stored_bytes) * (1 - split.dense)
    stored += weights.expert_stored_bytes * (1 - split.experts)
    on_disk = max(0.0, 1 - RAM_ROOM_BYTES / stored)
    yield Part(
        kind="ram",
        device_id="",
        hardware_class="ram",
        count=1,
        bandwidth_bytes_per_s=RAM_BYTES_PER_S,
        dense_bytes=dense * (1 - on_disk),
        expert_bytes=experts * (1 - on_disk),
        kv_bytes=kv * (1 - split.dense),
        layers=split.layers_beside,
        bandwidth_is_assumed=True,
    )
    if on_disk:
        yield Part(
            "disk", "", "disk", 1, DISK_BYTES_PER_S, dense * on_disk, experts * on_disk, 0.0, 0.0
        )
