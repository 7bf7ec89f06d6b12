"""`howfast measurements export`: what people reported, in the shape of the catalog's rows."""

from __future__ import annotations

import asyncio
import csv
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING, Final, TextIO

from catalog.load import Catalog, load_catalog
from core.errors import HowfastError
from core.estimate import estimate
from core.figures import Estimate
from core.query import Query

if TYPE_CHECKING:
    from bot.store import Measurement

COLUMNS: Final = (
    "id", "source", "locator", "device_id", "device", "count", "memory_gb", "backend", "engine",
    "build", "model_id", "model", "quant_id", "quant", "file_size_gb", "placement", "gpu_layers",
    "cpu_moe_layers", "kv_quant", "flash_attention", "split", "test", "n_tokens", "depth_tokens",
    "tok_per_s", "samples", "spread", "grade", "ram", "notes",
)  # fmt: skip
"""The head of `catalog/data/measurements.csv`."""

USAGE: Final = "usage: howfast measurements export [--tenant PLATFORM:ID]\n"
GIGA: Final = 1e9


def run(arguments: Sequence[str]) -> int:
    """Write the rows to standard output; return the exit status.

    Those of the tenants that share, or with `--tenant` those of one.
    """
    from bot.settings import Settings, SettingsError  # noqa: PLC0415  (only this command needs it)
    from bot.store import StoreUnavailableError  # noqa: PLC0415

    match list(arguments):
        case ["export"]:
            tenant = None
        case ["export", "--tenant", tenant]:
            pass
        case _:
            sys.stderr.write(USAGE)
            return 2
    try:
        url = Settings.read(os.environ).database_url
        reports = asyncio.run(_reports(url.reveal() if url else None, tenant))
    except (SettingsError, StoreUnavailableError) as error:
        sys.stderr.write(f"howfast: {error}\n")
        return 2 if isinstance(error, SettingsError) else 1
    write(rows(reports, load_catalog()), sys.stdout)
    return 0


def rows(reports: Iterable[Measurement], catalog: Catalog) -> Iterator[Mapping[str, object]]:
    """Return a row for each likeness: the median of its reports, how many, and how far apart."""
    ordered = sorted(reports, key=lambda one: one.likeness)
    for number, (_, alike) in enumerate(groupby(ordered, key=lambda one: one.likeness), 1):
        same = list(alike)
        try:
            took = estimate(Query.from_key(same[0].query_key), catalog)
        except HowfastError:  # a model or device that the catalog has dropped since
            continue
        yield _row(f"r{number:05d}", took, [one.tok_per_s for one in same])


def write(table: Iterable[Mapping[str, object]], stream: TextIO) -> None:
    """Write `table` as CSV under the columns of the catalog's measurements."""
    writer = csv.DictWriter(stream, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)


async def _reports(url: str | None, tenant: str | None) -> list[Measurement]:
    from bot.store import Store  # noqa: PLC0415

    store = await Store.open(url)
    try:
        if tenant is None:
            return [measurement for measurement, _ in await store.housekeeping.shared()]
        return [one.measurement for one in await store.measurements.of_tenant(tenant)]
    finally:
        await store.close()


def _row(identity: str, took: Estimate, speeds: Sequence[float]) -> dict[str, object]:
    query = took.query
    device = query.devices[0]
    record = took.placed[0].device if took.placed else None
    memory = device.memory_bytes or (took.placed[0].memory_bytes if took.placed else 0)
    row: dict[str, object] = {
        "id": identity,
        "source": "reported by users of howfast",
        "locator": f"{len(speeds)} reports, key {query.key or ''}",
        "device_id": device.id,
        "device": record.name if record else device.id,
        "count": device.count,
        "memory_gb": f"{memory / GIGA:g}",
        "backend": query.backend,
        "engine": query.engine,
        "model_id": took.model.id,
        "model": took.model.name,
        "quant_id": took.quant.id,
        "quant": took.quant.name,
        "placement": _placement(took),
        "gpu_layers": query.gpu_layers,
        "cpu_moe_layers": query.cpu_moe_layers,
        "kv_quant": query.kv_quant,
        "flash_attention": None if query.flash_attention is None else int(query.flash_attention),
        "split": query.split,
        "test": "decode",
        "depth_tokens": query.context_tokens,
        "tok_per_s": f"{median(speeds):g}",
        "samples": len(speeds),
        "spread": f"{max(speeds) / min(speeds):.3g}",
        "grade": "B",
    }
    return {name: "" if value is None else value for name, value in row.items()}


def _placement(took: Estimate) -> str:
    """Return full, layers, experts or cpu, as the column says it."""
    if took.offload is None:
        return "full"
    if took.offload.kind == "experts":
        return "experts"
    return "layers" if took.offload.gpu_layers else "cpu"
