"""How numbers are written: digits that mean something, with the signs of each language."""

import math
from collections.abc import Callable
from typing import Any, Final

from catalog.record import record

GIGA: Final = 1e9
DASH: Final = "–"


@record
class NumberStyle:
    """The signs of one language. `per_cent` stands directly after the number."""

    decimal: str
    thousands: str
    per_cent: str
    second: str
    minute: str
    hour: str
    day: str


STYLES: Final = {
    "en": NumberStyle(".", ",", " %", "s", "min", "h", "days"),
    "de": NumberStyle(",", ".", " %", "s", "min", "h", "Tage"),
    "vi": NumberStyle(",", ".", "%", "giây", "phút", "giờ", "ngày"),
}
_ENGLISH_TO_LOCAL: Final = str.maketrans(",.", ".,")


def decimals(value: float, places: int) -> str:
    """Return `value` with thousands separators and `places` decimals, in English signs."""
    return f"{value:,.{places}f}"


def significant(value: float) -> str:
    """Return `value` with two to three significant digits: 0.45, 2.6, 38, 142, 1,230."""
    size = abs(value)
    if size >= 999.5:  # noqa: PLR2004  (four digits begin here)
        step = 10 ** (math.floor(math.log10(size)) - 2)
        return f"{round(value / step) * step:,.0f}"
    if size >= 9.95:  # noqa: PLR2004
        return f"{value:.0f}"
    return f"{value:.1f}" if size >= 0.95 or not size else f"{value:.2f}"  # noqa: PLR2004


def _rate(value: float) -> str:
    return significant(value)


def _range(value: tuple[float, float, float]) -> str:
    low, high = significant(value[0]), significant(value[2])
    return low if low == high else f"{low}{DASH}{high}"


def _gb(value: float) -> str:
    size = value / GIGA
    if size and abs(size) < 0.1995:  # noqa: PLR2004  (one decimal would say too little)
        return f"{size * 1000:.0f} MB"
    if abs(size - round(size)) < 1e-6:  # noqa: PLR2004  (a size as it is sold)
        return f"{size:,.0f} GB"
    return f"{size:,.1f} GB" if abs(size) < 99.95 else f"{size:,.0f} GB"  # noqa: PLR2004


def _gbps(value: float) -> str:
    size = value / GIGA
    return f"{size:,.1f} GB/s" if size < 9.95 else f"{size:,.0f} GB/s"  # noqa: PLR2004


def _tokens(value: float) -> str:
    count = round(value)
    for unit, sizes in (("M", (1_048_576, 1_000_000)), ("k", (1024, 1000))):
        for size in sizes:
            if count >= size and count % size == 0:
                return f"{count // size:,}{unit}"
    if count < 10_000:  # noqa: PLR2004
        return f"{count:,}"
    size = 1024 if count % 256 == 0 else 1000
    return f"{count * 10 // size / 10:,.1f}k"  # rounded down: it names what still fits


def _int(value: float) -> str:
    return f"{round(value):,}"


def _factor(value: float) -> str:
    places = 2 if value < 1.995 else int(value < 9.95)  # noqa: PLR2004
    text = f"{value:,.{places}f}"
    return (text.rstrip("0").rstrip(".") if places else text) + "×"


def _params(value: float) -> str:
    if value >= 999.5e9:  # noqa: PLR2004
        return f"{value / 1e12:.2f}".rstrip("0").rstrip(".") + "T"
    if value >= 99.95e9:  # noqa: PLR2004
        return f"{value / GIGA:.0f}B"
    return f"{value / GIGA:.1f}B" if value >= 0.195e9 else f"{value / 1e6:.0f}M"  # noqa: PLR2004


def _bits(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _name(value: object) -> str:
    return str(value)


def _time_parts(seconds: float, style: NumberStyle) -> tuple[str, str]:
    """Return number and unit of a duration, in the unit a person would use."""
    if seconds < 0.0995:  # noqa: PLR2004
        return f"{seconds * 1000:.0f}", "ms"
    if seconds < 9.95:  # noqa: PLR2004
        return f"{seconds:.1f}", style.second
    if seconds < 100:  # noqa: PLR2004
        return f"{seconds:.0f}", style.second
    if seconds < 570:  # noqa: PLR2004  (halves of a minute still matter)
        return f"{seconds / 60:.1f}".removesuffix(".0"), style.minute
    if seconds < 5_400:  # noqa: PLR2004
        return f"{seconds / 60:.0f}", style.minute
    if seconds < 172_800:  # noqa: PLR2004
        return f"{seconds / 3_600:.1f}".removesuffix(".0"), style.hour
    return f"{seconds / 86_400:,.0f}", style.day


def formatters(language: str) -> dict[str, Callable[..., str]]:
    """Return the writers of every kind a template may name, in the signs of `language`."""
    style = STYLES[language]

    def local(write: Callable[[Any], str]) -> Callable[[Any], str]:
        if style.decimal == ".":
            return write
        return lambda value: write(value).translate(_ENGLISH_TO_LOCAL)

    def percent(value: float) -> str:
        share = value * 100
        return (f"{share:.1f}" if 0 < share < 0.95 else f"{share:,.0f}") + style.per_cent  # noqa: PLR2004

    def seconds(value: float) -> str:
        number, unit = _time_parts(value, style)
        return f"{number} {unit}"

    def secrange(value: tuple[float, float, float]) -> str:
        (low, low_unit), (high, high_unit) = (_time_parts(value[i], style) for i in (0, 2))
        if low_unit != high_unit:
            return f"{low} {low_unit} {DASH} {high} {high_unit}"
        return f"{low} {low_unit}" if low == high else f"{low}{DASH}{high} {low_unit}"

    written: dict[str, Callable[[Any], str]] = {
        "rate": _rate,
        "range": _range,
        "gb": _gb,
        "gbps": _gbps,
        "tokens": _tokens,
        "int": _int,
        "bits": _bits,
        "percent": percent,
        "factor": _factor,
        "seconds": seconds,
        "secrange": secrange,
        "params": _params,
    }
    return {kind: local(write) for kind, write in written.items()} | {"name": _name}
