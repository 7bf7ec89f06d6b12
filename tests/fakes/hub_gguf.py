"""Writing GGUF headers: what the loopback hub serves, and what the reader must read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import pack
from typing import Final

from core.gguf.header import MAGIC, Value

_TYPES: Final = {bool: (7, "<?"), int: (4, "<I"), float: (6, "<f")}


def written(values: Mapping[str, Value | list[str]], tensors: Iterable[tuple[str, int]]) -> bytes:
    """Return a version 3 header with `values` and `tensors` (name, weights)."""
    listed = list(tensors)
    head = MAGIC + pack("<IQQ", 3, len(listed), len(values))
    keys = b"".join(_text(key) + _value(value) for key, value in values.items())
    shapes = (_text(name) + pack("<IQIQ", 1, weights, 0, 0) for name, weights in listed)
    return head + keys + b"".join(shapes)


def _text(text: str) -> bytes:
    raw = text.encode()
    return pack("<Q", len(raw)) + raw


def _value(value: Value | list[str]) -> bytes:
    if isinstance(value, str):
        return pack("<I", 8) + _text(value)
    if isinstance(value, list):
        return pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    if isinstance(value, tuple):
        kind, form = _TYPES[type(value[0])]
        return pack("<IIQ", 9, kind, len(value)) + b"".join(pack(form, one) for one in value)
    kind, form = _TYPES[type(value)]
    return pack("<I", kind) + pack(form, value)
