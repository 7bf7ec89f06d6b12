"""A difference between a row as it stands and as its source says now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

SAME: Final = 0.01  # sources round: 1,010 GB/s is 1,008


class Change(NamedTuple):
    """One field of one row; `curated` where a person set the value that the source contradicts."""

    row: str
    field: str
    old: str
    new: str
    source: str
    curated: bool = False

    def __str__(self) -> str:
        mark = "!" if self.curated else "~" if self.old else "+"
        return (
            f"{mark} {self.row}: {self.field} {self.old or '(empty)'} → {self.new}  [{self.source}]"
        )


def differences(
    name: str, row: Mapping[str, str], read: Mapping[str, str], *, source: str, curated: bool
) -> Iterator[Change]:
    """Yield the fields of `read` that differ from `row` by more than rounding."""
    for field, new in read.items():
        old = row.get(field, "")
        if new and not same(old, new):
            yield Change(name, field, old, new, source, curated and bool(old))


def same(old: str, new: str) -> bool:
    """Return whether two cells mean the same, as words or as numbers.

    >>> same("1008", "1010.0"), same("24.0", "24"), same("", "24")
    (True, True, False)
    """
    if old.strip().lower() == new.strip().lower():
        return True
    try:
        before, after = float(old), float(new)
    except ValueError:
        return False
    return abs(before - after) <= SAME * max(abs(before), abs(after))


def applied(rows: Iterable[Mapping[str, str]], changes: Iterable[Change]) -> list[dict[str, str]]:
    """Return the rows with all changes but those to what a person set."""
    wanted = {(one.row, one.field): one.new for one in changes if not one.curated}
    return [
        {field: wanted.get((row["name"], field), value) for field, value in row.items()}
        for row in rows
    ]
