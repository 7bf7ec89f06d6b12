"""What a row of each table must look like. Build time and tests only: the product reads faster."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Sourced = Annotated[str, StringConstraints(min_length=3, max_length=2_000)]
Aliases = Annotated[str, StringConstraints(max_length=600, pattern=r"^[^A-Z\n]*$")]


def _none(value: object) -> object:
    """Return None for an empty cell or a dash: nothing is known."""
    return None if value in ("", "-") else value


Whole = Annotated[Annotated[int, Field(ge=0)] | None, BeforeValidator(_none)]
Real = Annotated[Annotated[float, Field(ge=0, allow_inf_nan=False)] | None, BeforeValidator(_none)]
Count = Annotated[int, Field(gt=0)]
Amount = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class Row(BaseModel):
    """A row: frozen, and with no column that is not named here."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class ModelRow(Row):
    """`models.csv`: one model's shape. Parameters in billions."""

    name: Text
    family: Text
    hf_id: Text
    params_total_b: Amount
    params_active_b: Real
    n_layers: Count
    hidden: Count
    n_heads: Count
    n_kv_heads: Count
    head_dim: Count
    attention: Literal["mha", "gqa", "mqa", "swa", "mla", "hybrid"]
    sliding_window: Whole
    layer_pattern: Text
    mla_kv_dim: Annotated[str, StringConstraints(pattern=r"^(?:\d+\+\d+=\d+)?$")]
    experts_total: Whole
    experts_active: Whole
    ctx_max: Whole
    vocab: Count
    tokenizer_family: Text
    release: Annotated[str, StringConstraints(pattern=r"^\d{4}(?:-\d{2}){0,2}$")]
    sources: Sourced
    confidence: Text
    aliases: Aliases
    active_official_b: Real
    params_hf_raw_b: Real
    params_mtp_b: Real
    text_params_exact: Literal["yes", "no"]
    intermediate: Whole
    moe_intermediate: Whole
    n_shared_experts: Whole
    n_dense_lead_layers: Whole
    tied_embeddings: Literal["yes", "no"]
    n_global_kv_layers: Whole
    n_swa_layers: Whole
    n_linear_layers: Whole
    kv_elems_per_token_global: Real
    kv_elems_per_token_swa: Real
    note: str


class GpuRow(Row):
    """`gpus.csv`: one card as it is sold. GB and GB/s are 10^9; rates are dense matmul."""

    name: Text
    vendor: Literal["NVIDIA", "AMD", "Intel"]
    memory_gb: Amount
    bandwidth_gb_s: Annotated[float, Field(gt=50, lt=20_000)]
    fp16_matmul_tflops_dense: Real
    int8_tops_dense: Real
    bus: Annotated[str, StringConstraints(pattern=r"^PCIe \d\.0 x\d{1,2}$")]
    pcie_gen: Annotated[int, Field(ge=1, le=6)]
    pcie_lanes: Annotated[int, Field(ge=1, le=16)]
    arch: Text
    cuda_cc: Annotated[str, StringConstraints(pattern=r"^(?:\d{1,2}\.\d)?$")]
    release: Annotated[str, StringConstraints(pattern=r"^(?:\d{4}(?:-\d{2}){0,2})?$")]
    tdp_w: Real
    memory_type: str
    l2_mb: Real
    laptop: Literal["", "yes"]
    source: Sourced
    confidence: Text
    aliases: Aliases
    note: str


class HardwareRow(Row):
    """`hardware_extra.csv`: chips with unified memory, CPU platforms, links."""

    category: Literal["apple", "unified", "cpu", "link"]
    name: Text
    gpu_units: str
    memory_options_gb: Annotated[str, StringConstraints(pattern=r"^(?:\d+(?:,\d+)*)?$")]
    bandwidth_gb_s: Amount
    fp16_tflops: Real
    accel_fp16_tflops: Real
    detail: str
    pool: str
    release: str
    aliases: Aliases
    confidence: Text
    source: Text
    note: str


class QuantRow(Row):
    """`quants.csv`: one format. Bits per weight, medians of published files by class."""

    name: Text
    format: Literal[
        "gguf", "mlx", "awq", "gptq", "fp8", "compressed-tensors", "nvfp4", "mxfp4",
        "exl2", "exl3", "bnb", "kv-cache",
    ]  # fmt: skip
    block_bpw: Annotated[str, StringConstraints(pattern=r"^(?:\d+(?:\.\d+)?|N)?$")]
    bpw_llama31_8b: Real
    bpw_dense_gt5b_median: Real
    bpw_moe_median: Real
    bpw_dense_le5b_median: Real
    bpw_p05: Real
    bpw_p95: Real
    n_files: Whole
    aliases: Annotated[str, StringConstraints(min_length=1, max_length=600)]
    source: str
    confidence: Text
    note: str


class FileRow(Row):
    """`gguf_sizes.csv`: one published file, in bytes, by ids."""

    model: Text
    quant: Text
    publisher: Text
    size_bytes: Count
    precision_bytes: Annotated[int, Field(ge=0)]
    source: Text


class CpuRow(Row):
    """`cpus.csv`: names of processors and the platform whose memory they sit in."""

    names: Aliases
    platform: Text
    source: Sourced


TABLES: dict[str, type[Row]] = {
    "models.csv": ModelRow,
    "gpus.csv": GpuRow,
    "hardware_extra.csv": HardwareRow,
    "quants.csv": QuantRow,
    "gguf_sizes.csv": FileRow,
    "cpus.csv": CpuRow,
}
