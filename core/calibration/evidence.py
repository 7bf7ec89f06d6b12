"""The measurements an estimate leans on: the nearest rows, each with where it was published."""

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from core.calibration.case import DecodeCase, PrefillCase
from core.calibration.groups import kernels, wide_class

FIELDS: Final = 12


class Evidence(NamedTuple):
    """One measured configuration. `tok_per_s` is the median of its `rows` published figures."""

    id: str
    kind: str
    device_id: str
    count: int
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
    text = files("core.calibration").joinpath("evidence.tsv").read_text(encoding="utf-8")
    return tuple(_evidence(line) for line in text.splitlines()[1:])


def _evidence(line: str) -> Evidence:
    f = line.split("\t", FIELDS - 1)
    return Evidence(
        f[0], f[1], f[2], int(f[3]), f[4], f[5], f[6], f[7], float(f[8]), int(f[9]), f[10], f[11]
    )


@cache
def _of_class(kind: str, wide: str) -> tuple[Evidence, ...]:
    return tuple(e for e in everything() if e.kind == kind and wide_class(e.hardware_class) == wide)


def nearest(case: DecodeCase | PrefillCase, limit: int = 3) -> tuple[Evidence, ...]:
    """Return the measurements closest to `case`: same device, kernels, model, mixture, quant.

    Only machines of the same wide class count; a case with none gives an empty tuple.
    """
    kind = "decode" if isinstance(case, DecodeCase) else "prefill"
    part, backend = case.parts[0], kernels(case.backend, case.engine)

    def likeness(e: Evidence) -> float:
        return (
            4.0 * (e.device_id == part.device_id)
            + 2.0 * (e.backend == backend)
            + 1.5 * (e.model_id == case.model)
            + 1.0 * (e.hardware_class == part.hardware_class)
            + 0.5 * (e.quant_id == case.quant)
            + 0.5 * (e.count == part.count)
        )

    alike = _of_class(kind, wide_class(part.hardware_class))
    return tuple(sorted(alike, key=lambda e: (-likeness(e), e.id))[:limit])
