"""Reading the catalog's rows into records: fast, and with a clear error for a bad row."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final, TypeVar

from catalog.names import quant_slug, slug
from catalog.records import Device, DeviceKind, FileSize, Link, Model, Quant

DATA: Final = f"{__file__.rpartition('/')[0]}/data"
_GIGA: Final = 1e9
_TERA: Final = 1e12
_CHANNELS: Final = re.compile(r"(\d{1,2})ch x DDR-(\d{3,5})", re.ASCII)

Row = dict[str, str]
Record = TypeVar("Record")


class CatalogError(Exception):
    """A row of the catalog that cannot be read; names the file, the row and what is wrong."""


class Files:
    """Real sizes of published files, by model and quant.

    `table` are the rows as CSV text, all of a model together; a model's rows are read when it is
    first asked about, since a single question needs few of the nine thousand.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._by_model: dict[str, dict[str, tuple[FileSize, ...]]] = {}

    @property
    def by_model_and_quant(self) -> Mapping[tuple[str, str], tuple[FileSize, ...]]:
        """Return all files, read at once."""
        models = dict.fromkeys(line.partition(",")[0] for line in self._table.splitlines()[1:])
        return {
            (model, quant): files for model in models for quant, files in self._of(model).items()
        }

    def sizes(self, model: str, quant: str) -> tuple[FileSize, ...]:
        """Return the published files of `model` in `quant` (ids), or an empty tuple."""
        return self._of(model).get(quant, ())

    def _of(self, model: str) -> dict[str, tuple[FileSize, ...]]:
        found = self._by_model.get(model)
        if found is None:
            found = self._by_model[model] = self._read(model)
        return found

    def _read(self, model: str) -> dict[str, tuple[FileSize, ...]]:
        grouped: dict[str, list[FileSize]] = {}
        start = self._table.find(f"\n{model},") + 1
        while start > 0 and self._table.startswith(f"{model},", start):
            end = self._table.find("\n", start)
            line = self._table[start : end if end >= 0 else None]
            _, quant, publisher, size, precision, source = line.split(",", 5)
            one = FileSize(model, quant, publisher, int(size), int(precision), source)
            grouped.setdefault(quant, []).append(one)
            start = end + 1
        return {quant: tuple(some) for quant, some in grouped.items()}


class Catalog:
    """What exists: models, devices, quants (of weights, of the KV cache), links, file sizes."""

    def __init__(
        self,
        models: Mapping[str, Model],
        devices: Mapping[str, Device],
        quants: Mapping[str, Quant],
        kv_quants: Mapping[str, Quant],
        links: Mapping[str, Link],
    ) -> None:
        self.models = models
        self.devices = devices
        self.quants = quants
        self.kv_quants = kv_quants
        self.links = links

    @cached_property
    def cpus(self) -> Mapping[str, str]:
        """Names of processors → id of the platform whose memory channels and speed they imply."""
        return MappingProxyType(
            {
                name: slug(row["platform"])
                for row in _rows("cpus.csv")
                for name in row["names"].split(";")
            }
        )

    @cached_property
    def files(self) -> Files:
        """Real sizes of published files; read at first use."""
        return Files(_text("gguf_sizes.csv"))


@cache
def load_catalog() -> Catalog:
    """Return the catalog that ships with the project.

    Raises
    ------
    CatalogError
        If a row cannot be read.
    """
    gpus = _table("gpus.csv", _gpu)
    others = [row for row in _rows("hardware_extra.csv") if row["category"] != "link"]
    buses = [row for row in _rows("hardware_extra.csv") if row["category"] == "link"]
    weights = [row for row in _rows("quants.csv") if row["format"] != "kv-cache"]
    caches = [row for row in _rows("quants.csv") if row["format"] == "kv-cache"]
    devices = gpus | _records("hardware_extra.csv", others, _other_device)
    return Catalog(
        MappingProxyType(_table("models.csv", _model)),
        MappingProxyType(devices),
        MappingProxyType(_records("quants.csv", weights, _quant)),
        MappingProxyType(_records("quants.csv", caches, _quant)),
        MappingProxyType(_records("hardware_extra.csv", buses, _link)),
    )


def _rows(name: str) -> Iterator[Row]:
    rows = csv.reader(_text(name).splitlines())
    heads = next(rows)
    for row in rows:
        yield dict(zip(heads, row, strict=True))


def _text(name: str) -> str:
    # Not pathlib: it takes 4 ms of the 120 that a cold command has.
    with open(f"{DATA}/{name}", encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def _table(name: str, read: Callable[[Row], Any]) -> dict[str, Any]:
    return _records(name, _rows(name), read)


def _records(name: str, rows: Any, read: Callable[[Row], Any]) -> dict[str, Any]:
    records: dict[str, Any] = {}
    for row in rows:
        try:
            record = read(row)
        except (KeyError, ValueError, TypeError) as error:
            raise CatalogError(f"{name}: {row.get('name', '?')}: {error}") from error
        if record.id in records:
            raise CatalogError(f"{name}: two rows have the id {record.id}")
        records[record.id] = record
    return records


def _whole(text: str) -> int | None:
    return int(float(text)) if text else None


def _real(text: str) -> float | None:
    return float(text) if text else None


def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(t for one in text.split(";") if (t := one.strip().lower())))


def _model(row: Row) -> Model:
    total = float(row["params_total_b"]) * _GIGA
    active = _real(row["params_active_b"])
    official = _real(row["active_official_b"])
    return Model(
        id=slug(row["name"]),
        name=row["name"],
        family=row["family"],
        hf_id=row["hf_id"],
        params_total=total,
        params_active=active * _GIGA if active else (official * _GIGA if official else total),
        params_active_official=official * _GIGA if official else None,
        layers=int(row["n_layers"]),
        hidden=int(row["hidden"]),
        heads=int(row["n_heads"]),
        kv_heads=int(row["n_kv_heads"]),
        head_dim=int(row["head_dim"]),
        attention=row["attention"],
        sliding_window=_whole(row["sliding_window"]),
        layer_pattern=row["layer_pattern"],
        mla_kv_dim=_whole(row["mla_kv_dim"].rpartition("=")[2]),
        experts_total=_whole(row["experts_total"]),
        experts_active=_whole(row["experts_active"]),
        shared_experts=_whole(row["n_shared_experts"]),
        dense_lead_layers=_whole(row["n_dense_lead_layers"]),
        intermediate=_whole(row["intermediate"]),
        moe_intermediate=_whole(row["moe_intermediate"]),
        context_max=_whole(row["ctx_max"]),
        vocab=int(row["vocab"]),
        tied_embeddings=row["tied_embeddings"] == "yes",
        tokenizer_family=row["tokenizer_family"],
        global_kv_layers=_whole(row["n_global_kv_layers"]),
        swa_layers=_whole(row["n_swa_layers"]),
        linear_layers=_whole(row["n_linear_layers"]),
        kv_elems_global=_real(row["kv_elems_per_token_global"]) or 0.0,
        kv_elems_swa=_real(row["kv_elems_per_token_swa"]) or 0.0,
        release=row["release"],
        aliases=_words(row["aliases"]),
        source=row["sources"],
        confidence=row["confidence"],
        note=row["note"],
        params_mtp=(_real(row["params_mtp_b"]) or 0.0) * _GIGA,
    )


def _gpu(row: Row) -> Device:
    matmul, integer = _real(row["fp16_matmul_tflops_dense"]), _real(row["int8_tops_dense"])
    return Device(
        id=slug(row["name"]),
        name=row["name"],
        kind=DeviceKind.GPU,
        vendor=row["vendor"],
        memory_options_bytes=(round(float(row["memory_gb"]) * _GIGA),),
        bandwidth_bytes_per_s=float(row["bandwidth_gb_s"]) * _GIGA,
        fp16_flop_per_s=matmul * _TERA if matmul else None,
        int8_op_per_s=integer * _TERA if integer else None,
        arch=row["arch"],
        compute_capability=row["cuda_cc"],
        hardware_class=_gpu_class(row),
        laptop=bool(row["laptop"]),
        pcie_gen=_whole(row["pcie_gen"]),
        pcie_lanes=_whole(row["pcie_lanes"]),
        memory_channels=None,
        memory_mt_per_s=None,
        memory_type=row["memory_type"],
        tdp_w=_real(row["tdp_w"]),
        release=row["release"],
        aliases=_words(row["aliases"]),
        source=row["source"],
        confidence=row["confidence"],
        note=row["note"],
    )


def _gpu_class(row: Row) -> str:
    """Return the class of cards that behave alike: maker's line and generation."""
    arch = row["arch"].split("(")[0].strip().lower().replace(" ", "-")
    arch = {"ada-lovelace": "ada", "blackwell-2.0": "blackwell"}.get(arch, arch)
    arch = arch.removesuffix(".0")
    if row["vendor"] == "NVIDIA":
        if "HBM" in row["memory_type"]:
            return f"datacenter-{arch}"
        return f"{'geforce' if row['name'].startswith('GeForce') else 'rtx-pro'}-{arch}"
    return f"{row['vendor'].lower()}-{arch}"


def _other_device(row: Row) -> Device:
    kind = DeviceKind(row["category"])
    channels = _CHANNELS.search(row["detail"])
    accelerated = _real(row["accel_fp16_tflops"]) or _real(row["fp16_tflops"])
    return Device(
        id=slug(row["name"]),
        name=row["name"],
        kind=kind,
        vendor="Apple" if kind is DeviceKind.APPLE else "",
        memory_options_bytes=tuple(
            round(float(size) * _GIGA) for size in row["memory_options_gb"].split(",") if size
        ),
        bandwidth_bytes_per_s=float(row["bandwidth_gb_s"]) * _GIGA,
        fp16_flop_per_s=accelerated * _TERA if accelerated else None,
        int8_op_per_s=None,
        arch=row["detail"],
        compute_capability="",
        hardware_class=_other_class(kind, row["name"]),
        laptop=False,
        pcie_gen=None,
        pcie_lanes=None,
        memory_channels=int(channels[1]) if channels else None,
        memory_mt_per_s=int(channels[2]) if channels else None,
        memory_type=_memory_type(row),
        tdp_w=None,
        release=row["release"],
        aliases=_words(row["aliases"]),
        source=row["source"],
        confidence=row["confidence"],
        note=row["note"],
    )


def _memory_type(row: Row) -> str:
    found = re.search(r"(?:LP)?DDR\dX?|HBM\de?", f"{row['name']} {row['detail']}", re.ASCII)
    return found.group() if found else ""


_UNIFIED_CLASSES: Final = (
    ("AI Max", "strix-halo"),
    ("GB10", "gb10"),
    ("Jetson", "jetson"),
    ("GH200", "datacenter-hopper"),
    ("GB300", "datacenter-blackwell"),
    ("Snapdragon", "snapdragon"),
    ("Raspberry", "arm-board"),
    ("RK3588", "arm-board"),
    ("Core Ultra", "intel-igpu"),
    ("N100", "intel-igpu"),
)


def _other_class(kind: DeviceKind, name: str) -> str:
    if kind is DeviceKind.APPLE:
        return "apple-" + name.split(" ", maxsplit=1)[0].lower()
    if kind is DeviceKind.UNIFIED:
        return next((to for part, to in _UNIFIED_CLASSES if part in name), "amd-apu")
    if "NUMA" in name:
        return "cpu-numa"
    return "cpu-desktop" if name.startswith(("Desktop", "Single", "AM5")) else "cpu-server"


def _quant(row: Row) -> Quant:
    is_kv = row["format"] == "kv-cache"
    block = _real(row["block_bpw"].replace("N", "")) or 0.0
    dense = _bits(row, "bpw_dense_gt5b_median") or block
    moe = _bits(row, "bpw_moe_median") or dense
    dense = dense or moe
    return Quant(
        id=quant_slug(row["name"].removeprefix("KV ")) if is_kv else quant_slug(row["name"]),
        name=row["name"],
        format=row["format"],
        family=_quant_family(row["name"], row["format"]),
        is_kv=is_kv,
        block_bits_per_weight=block,
        bits_per_weight_dense=dense,
        bits_per_weight_moe=moe,
        bits_per_weight_small=_bits(row, "bpw_dense_le5b_median") or dense,
        aliases=_words(row["aliases"]),
        source=row["source"],
        confidence=row["confidence"],
        note=row["note"],
    )


def _bits(row: Row, field: str) -> float | None:
    return None if row[field] in ("", "-") else float(row[field])


def _quant_family(name: str, kind: str) -> str:
    plain = name.removeprefix("UD-").removeprefix("KV ").upper()
    if kind in ("mlx", "fp8", "mxfp4", "nvfp4", "bnb"):
        return {"nvfp4": "fp8"}.get(kind, kind)
    if kind in ("awq", "gptq", "compressed-tensors"):
        return "gptq"
    if kind.startswith("exl"):
        return "exl"
    heads = (("IQ", "iq"), ("MXFP4", "mxfp4"), ("NVFP4", "mxfp4"), ("TQ", "ternary"), ("Q8", "q8"))
    found = next((to for head, to in heads if plain.startswith(head)), None)
    if found or plain in ("F16", "BF16"):
        return found or "f16"
    return "k" if "_K" in plain else "legacy"


def _link(row: Row) -> Link:
    return Link(
        slug(row["name"]),
        row["name"],
        float(row["bandwidth_gb_s"]) * _GIGA,
        _words(row["aliases"]),
        row["source"],
        row["confidence"],
    )
