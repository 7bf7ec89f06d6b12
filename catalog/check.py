"""The laws of the catalog's data: `python -m catalog.check` names every row that breaks one."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from pydantic import ValidationError

from catalog.load import DATA, Catalog, load_catalog
from catalog.names import quant_slug, slug
from catalog.parameters import recomputed
from catalog.records import Device, DeviceKind, Model
from catalog.schema import TABLES

MOST_DEVIATION: Final = 0.0035  # of recomputed parameters; above it a dimension is wrong
SAME: Final = 0.005
KV_DTYPE_COPIES: Final = 2  # keys and values
FEWEST_BITS, MOST_BITS = 1.0, 40.0  # per weight of a published file; tiny models carry a header


class Breach(NamedTuple):
    """A row that breaks a law."""

    law: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.law}: {self.row}: {self.what}"


def breaches(catalog: Catalog) -> list[Breach]:
    """Return all rows that break a law and are not excepted with a reason."""
    excepted = {(row["law"], row["row"]) for row in _read("exceptions.csv")}
    return [one for one in _unexcepted(catalog) if (one.law, one.row) not in excepted]


def schema_breaches() -> Iterator[Breach]:
    """Yield every field that is not what its table wants."""
    for table, kind in TABLES.items():
        for number, row in enumerate(_read(table), start=2):
            try:
                kind.model_validate(row)
            except ValidationError as error:
                for one in error.errors():
                    field = ".".join(str(part) for part in one["loc"])
                    what = f"line {number}, {field}: {one['msg']} ({str(one['input'])[:40]!r})"
                    yield Breach("schema", f"{table} {_label(row)}", what)


def duplicates() -> Iterator[Breach]:
    """Yield every id or alias that two rows of one kind claim."""
    hardware = [*_read("gpus.csv"), *_read("hardware_extra.csv")]
    devices = [row for row in hardware if row.get("category") != "link"]
    links = [row for row in hardware if row.get("category") == "link"]
    quants = _read("quants.csv")
    yield from _twice("model", _read("models.csv"), slug)
    yield from _twice("device", devices, slug)
    yield from _twice("link", links, slug)
    yield from _twice("quant", [q for q in quants if q["format"] != "kv-cache"], quant_slug)
    yield from _twice("KV quant", [q for q in quants if q["format"] == "kv-cache"], quant_slug)


def _unexcepted(catalog: Catalog) -> Iterator[Breach]:
    yield from schema_breaches()
    yield from duplicates()
    for model in catalog.models.values():
        yield from (Breach(law, model.name, what) for law, what in _model_laws(model))
    for device in catalog.devices.values():
        yield from (Breach(law, device.name, what) for law, what in _device_laws(device, catalog))
    yield from _file_laws(catalog)
    yield from _cpu_laws(catalog)


def main(out: TextIO) -> int:
    """Print what is broken and return the exit status."""
    found = breaches(load_catalog())
    out.writelines(f"catalog: {one}\n" for one in found)
    out.write("catalog: every law holds\n" if not found else f"catalog: {len(found)} breaches\n")
    return 1 if found else 0


def _label(row: dict[str, str]) -> str:
    return row.get("name") or row.get("model") or row.get("platform") or ""


def _read(table: str) -> list[dict[str, str]]:
    with (Path(DATA) / table).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _twice(
    kind: str, rows: Iterable[dict[str, str]], spell: Callable[[str], str]
) -> Iterator[Breach]:
    owner: dict[str, str] = {}
    for row in rows:
        aliases = (alias for alias in row["aliases"].split(";") if alias.strip())
        for spelled in dict.fromkeys(
            spell(one.replace("+", " plus ")) for one in (row["name"], *aliases)
        ):
            other = owner.setdefault(spelled, row["name"])
            if other != row["name"]:
                yield Breach("unique", row["name"], f"{kind} {spelled!r} is also {other}")


def _model_laws(model: Model) -> Iterator[tuple[str, str]]:
    yield from _parameter_laws(model)
    yield from _kv_laws(model)
    if model.params_active > model.params_total:
        yield "active", f"reads {model.params_active:.3g} of {model.params_total:.3g}"
    if (model.experts_active or 0) > (model.experts_total or 0):
        yield "experts", f"{model.experts_active} of {model.experts_total}"
    if model.is_moe and not model.moe_intermediate:
        yield "experts", "no width"
    if model.heads % model.kv_heads:
        yield "heads", f"{model.heads} heads do not share {model.kv_heads}"
    if model.kv_elems_swa and not model.sliding_window:
        yield "window", "window layers without a window"


def _parameter_laws(model: Model) -> Iterator[tuple[str, str]]:
    count = recomputed(model)
    if count is None:
        return
    off = count / model.params_total - 1
    if abs(off) > MOST_DEVIATION:
        yield "parameters", f"dimensions give {count / 1e9:.3f} B, {off:+.2%}"


def _kv_laws(model: Model) -> Iterator[tuple[str, str]]:
    """KV elements a token are 2 · layers · kv_heads · head_dim, or one latent vector a layer."""
    layers, window = model.global_kv_layers, model.swa_layers
    if layers is None:
        return
    each = model.mla_kv_dim or KV_DTYPE_COPIES * model.kv_heads * model.head_dim
    if model.kv_elems_global != layers * each:
        yield "kv", f"{model.kv_elems_global:.0f} is not {layers} × {each}"
    if window and model.kv_elems_swa != window * each:
        yield "kv_window", f"{model.kv_elems_swa:.0f} is not {window} × {each}"
    if layers + (window or 0) + (model.linear_layers or 0) > model.layers:
        yield "layers", f"more attention layers than {model.layers}"


def _device_laws(device: Device, catalog: Catalog) -> Iterator[tuple[str, str]]:
    sizes = device.memory_options_bytes
    if list(sizes) != sorted(set(sizes)):
        yield "memory", f"sizes are not ascending: {sizes}"
    if device.kind is not DeviceKind.CPU and not sizes:
        yield "memory", "no size"
    if device.memory_channels and device.memory_mt_per_s:
        spec = device.memory_channels * 8 * device.memory_mt_per_s * 1e6
        if abs(spec / device.bandwidth_bytes_per_s - 1) > SAME:
            yield "bandwidth", f"channels × MT/s give {spec / 1e9:.1f} GB/s"
    if device.laptop:
        yield from _laptop_laws(device, catalog)


def _laptop_laws(device: Device, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a laptop card: its name, or that it outruns the desktop's."""
    if not device.name.endswith(("Mobile", "M", "Mobile 16 GB")):
        yield "laptop", "its name does not say that it is one"
    desktop = catalog.devices.get(slug(device.name.partition(" Mobile")[0]))
    if desktop is None or desktop is device:
        return
    mine, theirs = device.fp16_flop_per_s or 0.0, desktop.fp16_flop_per_s or 0.0
    if mine > theirs or device.bandwidth_bytes_per_s > desktop.bandwidth_bytes_per_s:
        yield "laptop", f"faster than {desktop.name}"


def _file_laws(catalog: Catalog) -> Iterator[Breach]:
    for (model, quant), files in catalog.files.by_model_and_quant.items():
        row = f"{model} {quant}"
        if model not in catalog.models or quant not in catalog.quants:
            yield Breach("files", row, "no such model or quant")
            continue
        for file in files:
            bits = file.size_bytes * 8 / catalog.models[model].params_total
            if not FEWEST_BITS < bits < MOST_BITS:
                yield Breach("files", row, f"{bits:.2f} bits a weight by {file.publisher}")


def _cpu_laws(catalog: Catalog) -> Iterator[Breach]:
    owner: dict[str, str] = {}
    for row in _read("cpus.csv"):
        if slug(row["platform"]) not in catalog.devices:
            yield Breach("cpus", row["platform"], "no such device")
        for name in row["names"].split(";"):
            if owner.setdefault(name, row["platform"]) != row["platform"]:
                yield Breach("cpus", name, f"is on {row['platform']} and on {owner[name]}")


if __name__ == "__main__":
    sys.exit(main(sys.stdout))
