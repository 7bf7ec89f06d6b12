"""Write the index of what was measured: one line a configuration, with its source."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from core.calibration.evidence import Evidence
from core.calibration.fit.cases import Measured
from core.calibration.groups import kernels


def write_evidence(path: Path, rows: Sequence[Measured]) -> int:
    """Write the configurations of `rows` to `path` and return how many there are."""
    alike: dict[tuple[str, ...], list[Measured]] = defaultdict(list)
    for row in rows:
        backend = kernels(row.row["backend"], row.row["engine"])
        alike[
            row.row["test"], *row.pair, backend, row.row["quant_id"], row.row["placement"]
        ].append(row)
    lines = ["\t".join(Evidence._fields)]
    lines += ["\t".join(map(str, _line(alike[key]))) for key in sorted(alike)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(alike)


def _line(rows: list[Measured]) -> Evidence:
    first = min(rows, key=lambda r: (r.row["depth_tokens"] or "0").zfill(9) + r.row["id"]).row
    case = rows[0].case
    return Evidence(
        id=first["id"],
        kind=first["test"],
        device_id=first["device_id"],
        devices=int(first["count"]),
        hardware_class=case.parts[0].hardware_class,
        backend=kernels(case.backend, case.engine),
        model_id=case.model,
        quant_id=case.quant,
        tok_per_s=round(median(float(r.row["tok_per_s"]) for r in rows), 2),
        rows=len(rows),
        source=" ".join(first["source"].split()),
        locator=" ".join(first["locator"].split()),
    )
