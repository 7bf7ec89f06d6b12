"""How well the rule of weight sizes meets the published files: `python -m tests.bench.weights`."""

import statistics
import sys
from collections import defaultdict

from catalog.load import load_catalog
from core.physics.rule import parts_of


def errors_by_publisher() -> dict[str, list[tuple[float, float]]]:
    """Return (error, error beyond the file's rounding) of each file, the file itself unseen."""
    catalog = load_catalog()
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for (model, quant), files in catalog.files.by_model_and_quant.items():
        for file in files:
            parts = parts_of(catalog.models[model], catalog.quants[quant], publisher=file.publisher)
            if parts is None:
                continue
            off = abs(parts.total - file.size_bytes)
            both = (off / file.size_bytes, max(off - file.precision_bytes, 0) / file.size_bytes)
            kind = " UD" if quant.startswith("ud-") else ""
            for key in ("all files", file.publisher + kind):
                found[key].append(both)
    return found


def row(name: str, errors: list[tuple[float, float]]) -> str:
    """Return a line of the table: median and ninth decile of both errors, in percent."""
    cells = []
    for column in zip(*errors, strict=True):
        ranked = sorted(column)
        cells += [statistics.median(ranked), ranked[int(len(ranked) * 0.9)]]
    return f"{name:<22}{len(errors):>6}" + "".join(f"{100 * cell:>9.2f}" for cell in cells)


def main() -> None:
    """Print the table, the publisher with most files first."""
    head = f"{'publisher':<22}{'files':>6}{'median %':>9}{'p90 %':>9}   beyond rounding"
    sys.stdout.write(head + "\n")
    found = errors_by_publisher()
    for name in sorted(found, key=lambda one: -len(found[one])):
        sys.stdout.write(row(name, found[name]) + "\n")


if __name__ == "__main__":
    main()
