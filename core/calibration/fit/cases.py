"""Measured rows as cases, just as the product would place them."""

import csv
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from catalog.load import Catalog
from catalog.records import Device, DeviceKind, Model
from core.calibration.case import DecodeCase, Part, PrefillCase
from core.physics.kv_cache import kv_bytes
from core.physics.weights import Weights, weigh

KV_BYTES: Final = {"q8_0": 1.0625, "q4_0": 0.5625, "fp8": 1.0}
DEFAULT_RAM: Final = "desktop-dual-channel-ddr5-5600"
PCIE_BYTES_PER_S: Final = {1: 0.25e9, 3: 0.985e9, 4: 1.97e9, 5: 3.94e9}


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
    """Return the rows of `measurements.csv`."""
    with files("catalog").joinpath("data/measurements.csv").open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


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
    if full is None:
        full = model.layers - windowed - (model.linear_layers or 0)
    return float(full * width), float(windowed * width)


def _link(device: Device) -> float:
    if device.pcie_gen is None or device.pcie_lanes is None:
        return 0.0
    return PCIE_BYTES_PER_S.get(device.pcie_gen, 1.97e9) * device.pcie_lanes


def _parts(row: dict[str, str], model: Model, catalog: Catalog, depth: float) -> tuple[Part, ...]:
    quant = catalog.quants[row["quant_id"]]
    weights = weigh(model, quant, files=catalog.files)
    element = KV_BYTES.get(row["kv_quant"], 2.0)
    kv = kv_bytes(model, depth, bytes_per_element=element)
    device = catalog.devices[row["device_id"]]
    if device.kind is DeviceKind.CPU or row["backend"] == "cpu":
        return (_part("ram", device, 1, _on(weights, 1.0, 1.0), kv, model.layers),)
    dense_share, expert_share = _shares(row, model)
    count = int(row["count"])
    gpu = _part("gpu", device, count, _on(weights, dense_share, expert_share), kv, model.layers)
    dense, expert = _on(weights, 1 - dense_share, 1 - expert_share)
    if dense + expert <= 0:
        return (gpu,)
    away = model.layers * (1 - (dense_share if dense_share < 1 else expert_share))
    if dense_share < 1:
        here = model.layers * dense_share
        gpu = _part("gpu", device, count, _on(weights, dense_share, expert_share), kv, here)
    ram = catalog.devices[DEFAULT_RAM]
    return gpu, _part("ram", ram, 1, (dense, expert), 0.0, away, assumed=True)


def _on(weights: Weights, dense_share: float, expert_share: float) -> tuple[float, float]:
    dense = weights.read_bytes - weights.expert_read_bytes
    return dense * dense_share, weights.expert_read_bytes * expert_share


def _shares(row: dict[str, str], model: Model) -> tuple[float, float]:
    if row["placement"] == "layers" and row["gpu_layers"]:
        share = min(1.0, int(row["gpu_layers"]) / model.layers)
        return share, share
    if row["placement"] == "experts" and row["cpu_moe_layers"]:
        return 1.0, 1.0 - min(1.0, int(row["cpu_moe_layers"]) / model.layers)
    return 1.0, 1.0


def _part(  # noqa: PLR0913
    kind: str,
    device: Device,
    count: int,
    weights: tuple[float, float],
    kv: float,
    layers: float,
    *,
    assumed: bool = False,
) -> Part:
    return Part(
        kind=kind,
        device_id=device.id,
        hardware_class=device.hardware_class,
        count=count,
        bandwidth_bytes_per_s=device.bandwidth_bytes_per_s,
        dense_bytes=weights[0],
        expert_bytes=weights[1],
        kv_bytes=kv,
        layers=layers,
        flop_per_s=device.fp16_flop_per_s,
        bandwidth_is_assumed=assumed,
    )
