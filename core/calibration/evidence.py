"""The measurements an estimate leans on: the nearest rows, each with where it was published."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from core.calibration.case import DecodeCase, PrefillCase
from core.calibration.groups import kernels, wide_class

FIELDS: Final = 12


class Evidence(NamedTuple):
    """One measured configuration. `tok_per_s` is the median of its `rows` published figures."""

    id: str
    kind: str
    device_id: str
    devices: int
    hardware_class: str
    backend: str
    model_id: str
    quant_id: str
    tok_per_s: float
    rows: int
    source: str
    locator: str


@cache
def everything() -> tuple[Evidence, ...]:
    """Return all of `evidence.tsv`, read once and only when somebody asks for sources."""
    return tuple(_evidence(line) for line in _lines())


@cache
def _lines() -> tuple[str, ...]:
    # Not pathlib or importlib.resources: they take 4 to 9 ms of the 120 that a cold command has.
    with open(f"{__file__.rpartition('/')[0]}/evidence.tsv", encoding="utf-8") as file:  # noqa: PTH123
        return tuple(file.read().splitlines()[1:])


def _evidence(line: str) -> Evidence:
    f = line.split("\t", FIELDS - 1)
    return Evidence(
        f[0], f[1], f[2], int(f[3]), f[4], f[5], f[6], f[7], float(f[8]), int(f[9]), f[10], f[11]
    )


@lru_cache(maxsize=512)
def _of_device(kind: str, device: str) -> list[Evidence]:
    """Return a device's own evidence; most cases need no other row, so no other is made."""
    mark = f"\t{kind}\t{device}\t"
    return [_evidence(line) for line in _lines() if mark in line]


@cache
def _index() -> dict[tuple[str, str], list[Evidence]]:
    """Return all evidence by (kind, class) and (kind, wide class)."""
    index: dict[tuple[str, str], list[Evidence]] = {}
    for e in everything():
        for group in (e.hardware_class, f"{wide_class(e.hardware_class)}*"):
            index.setdefault((e.kind, group), []).append(e)
    return index


def nearest(case: DecodeCase | PrefillCase, limit: int = 3) -> tuple[Evidence, ...]:
    """Return the measurements closest to `case`: same device, kernels, model, mixture, quant.

    Only the device's own rows, else its class's, else those of its wide class; a case with none
    gives an empty tuple. About 20 µs, less when asked again.
    """
    kind = "decode" if isinstance(case, DecodeCase) else "prefill"
    part = case.parts[0]
    backend = kernels(case.backend, case.engine)
    return _nearest(
        kind,
        (part.device_id, part.hardware_class, f"{wide_class(part.hardware_class)}*"),
        (backend, case.model, case.quant, part.count),
        limit,
    )


@lru_cache(maxsize=512)
def _nearest(
    kind: str, groups: tuple[str, ...], wanted: tuple[str, str, str, int], limit: int
) -> tuple[Evidence, ...]:
    backend, model, quant, count = wanted
    device, *classes = groups
    alike = _of_device(kind, device)
    if not alike:
        alike = next((found for g in classes if (found := _index().get((kind, g)))), [])

    def unlikeness(e: Evidence) -> tuple[float, str]:
        like = 2.0 * (e.backend == backend) + 1.5 * (e.model_id == model)
        like += 0.5 * (e.quant_id == quant) + 0.5 * (e.devices == count)
        return -like, e.id

    return tuple(sorted(alike, key=unlikeness)[:limit])
