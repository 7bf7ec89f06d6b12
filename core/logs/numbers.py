"""Numbers and sizes as programs print them."""

from typing import Final

NUMBER: Final = r"[0-9]{1,12}(?:[.,][0-9]{1,12})?"
"""A number with a decimal point or, from programs that follow the system's locale, a comma."""

_UNITS: Final = {
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "tb": 10**12,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
    "tib": 2**40,
}

SHORT_SAMPLE_TOKENS: Final = 50
"""Below this a decode speed says little: real reports from shorter runs were off by 2× and more."""


def number(text: str) -> float:
    """Return `text`, matched by `NUMBER`, as a number.

    >>> number("12,64"), number("1363.69")
    (12.64, 1363.69)
    """
    return float(text.replace(",", "."))


def size_bytes(amount: str, unit: str) -> int:
    """Return a printed size in bytes; `unit` is one of B, kB … TB, KiB … TiB.

    >>> size_bytes("8.37", "GiB")
    8987219067
    """
    return round(number(amount) * _UNITS[unit.lower()])


def positive(value: float) -> float | None:
    """Return `value`, or None where a program printed 0 or something beyond any machine."""
    return value if 0.0 < value < 1e6 else None  # noqa: PLR2004
