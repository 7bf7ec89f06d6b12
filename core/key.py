"""A query in at most 100 characters, there and back.

Grammar, `[…]` optional, `*` repeated:

    key     = [model] [":" quant] ["@" device ("+" device)*] ["#" context] (";" option "=" value)*
    model   = catalog id | "~" params ["-a" params] [".l" int] [".k" int] [".d" int]
    device  = (catalog id | "gpu") ["*" count] ["/" GB] ["~" GB/s]

Only what the query says is in the key; numbers come back exactly as they went in.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from core.errors import KeyFormatError
from core.query import CustomModel, DeviceUse, Query, Ram

MAX_CHARS: Final = 100
_UNKNOWN_DEVICE: Final = "gpu"
_BILLION: Final = 10**9
_RESERVED: Final = frozenset("@#;+*=~!")
_CUSTOM: Final = re.compile(
    r"~([\d.]{1,24}[bu])(?:-a([\d.]{1,24}[bu]))?(?:\.l(\d{1,4}))?(?:\.k(\d{1,4}))?(?:\.d(\d{1,5}))?",
    re.ASCII,
)
_DEVICE: Final = re.compile(
    r"([a-z\d._-]{1,64})(?:\*(\d{1,4}))?(?:/([\d.]{1,24}[bu]?))?(?:~([\d.]{1,24}[bu]?))?",
    re.ASCII,
)
_TEXT_OPTIONS: Final = {
    "kv": "kv_quant",
    "e": "engine",
    "be": "backend",
    "sp": "split",
    "dr": "draft_model",
}
_INT_OPTIONS: Final = {
    "ngl": "gpu_layers",
    "ncm": "cpu_moe_layers",
    "pp": "prompt_tokens",
    "pd": "prompt_depth_tokens",
    "u": "users",
    "dn": "draft_tokens",
    "fs": "file_size_bytes",
}
_FLOAT_OPTIONS: Final = {
    "bpw": "bits_per_weight",
    "gs": "gpu_share",
    "m": "measured_tok_s",
    "t": "target_tok_s",
}


def to_key(query: Query) -> str | None:
    """Return the key of `query`, or None where it does not fit or a name has reserved signs."""
    try:
        text = _model_text(query.model) + _named(":", query.quant) + _devices_text(query.devices)
        if query.context_tokens is not None:
            text += f"#{query.context_tokens:d}"
        text += "".join(_option_texts(query))
    except ValueError:
        return None
    return text if text and len(text) <= MAX_CHARS else None


def from_key(key: str) -> Query:
    """Return the query that `key` stands for.

    Raises
    ------
    KeyFormatError
        If `key` is longer than `MAX_CHARS` or does not follow the grammar.

    >>> from_key("qwen3-32b:q4_k_m@geforce-rtx-4090#65536").context_tokens
    65536
    """
    if not key or len(key) > MAX_CHARS:
        raise KeyFormatError(key[:MAX_CHARS])
    try:
        head, *options = key.split(";")
        values = dict(_option(text) for text in options)
        head, hashed, context = head.partition("#")
        head, at, devices = head.partition("@")
        model, colon, quant = head.partition(":")
        if (hashed and not context) or (at and not devices) or (colon and not quant):
            raise KeyFormatError(key)
        return Query(
            model=_model(model),
            quant=quant or None,
            devices=tuple(_device(text) for text in devices.split("+")) if at else (),
            context_tokens=int(context) if hashed else None,
            **values,
        )
    except (ValueError, TypeError, KeyError) as error:
        raise KeyFormatError(key) from error


class ShortKeys:
    """Keys cut down to a limit, for places with less room than `MAX_CHARS`.

    Long catalog ids are replaced by ``!`` and five letters of their hash, which any process that
    knows the same ids can turn back.
    """

    def __init__(self, ids: Iterable[str]) -> None:
        self._ids = {_hashed(one): one for one in ids}

    def shorten(self, key: str, most: int) -> str | None:
        """Return `key` in at most `most` characters, or None where that cannot be."""
        for one in sorted(re.findall(r"[a-z\d._-]{7,64}", key, re.ASCII), key=len, reverse=True):
            if len(key) <= most:
                break
            if self._ids.get(_hashed(one)) == one:
                key = key.replace(one, _hashed(one), 1)
        return key if len(key) <= most else None

    def expand(self, short: str) -> str:
        """Return the key that `shorten` made `short` from.

        Raises
        ------
        KeyFormatError
            If a hash is not of a known id.
        """
        try:
            return re.sub(r"![a-z2-7]{5}", lambda m: self._ids[m.group()], short)
        except KeyError as error:
            raise KeyFormatError(short) from error


def _hashed(one: str) -> str:
    from hashlib import blake2s  # noqa: PLC0415  (7 ms cold, and only long keys need it)

    value = int.from_bytes(blake2s(one.encode(), digest_size=4).digest())
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    return "!" + "".join(letters[value >> 5 * i & 31] for i in range(5))


def _scaled(value: float, unit: int, mark: str) -> str:
    """Return `value` ÷ `unit` with `mark` where that comes back exactly, else the bare value."""
    text = f"{value / unit:.9f}".rstrip("0").rstrip(".")
    if float(text) * unit == value:
        return text + mark
    if "e" in (bare := repr(value)):
        raise ValueError(bare)
    return bare + "u"


def _unscaled(text: str, unit: int) -> float:
    number = float(text.rstrip("bu"))
    return number if text.endswith("u") else number * unit


def _named(sign: str, name: str | None) -> str:
    if name is None:
        return ""
    if not name or not _RESERVED.isdisjoint(name) or not name.isascii():
        raise ValueError(name)
    return sign + name


def _model_text(model: str | CustomModel | None) -> str:
    if isinstance(model, CustomModel):
        text = "~" + _scaled(model.params_total, _BILLION, "b")
        if model.params_active is not None:
            text += "-a" + _scaled(model.params_active, _BILLION, "b")
        dims = (("l", model.layers), ("k", model.kv_heads), ("d", model.head_dim))
        return text + "".join(f".{sign}{n:d}" for sign, n in dims if n is not None)
    if model is not None and ":" in model:
        raise ValueError(model)
    return _named("", model)


def _model(text: str) -> str | CustomModel | None:
    if not text.startswith("~"):
        return text or None
    if (match := _CUSTOM.fullmatch(text)) is None:
        raise KeyFormatError(text)
    total, active, *dims = match.groups()
    layers, kv_heads, head_dim = (int(n) if n else None for n in dims)
    reads = _unscaled(active, _BILLION) if active else None
    return CustomModel(_unscaled(total, _BILLION), reads, layers, kv_heads, head_dim)


def _devices_text(devices: tuple[DeviceUse, ...]) -> str:
    return "@" + "+".join(map(_device_text, devices)) if devices else ""


def _device_text(device: DeviceUse) -> str:
    if "/" in device.id:
        raise ValueError(device.id)
    text = _named("", device.id or _UNKNOWN_DEVICE)
    if device.count != 1:
        text += f"*{device.count:d}"
    if device.memory_bytes is not None:
        text += "/" + _scaled(device.memory_bytes, _BILLION, "")
    if device.bandwidth_bytes_per_s is not None:
        text += "~" + _scaled(device.bandwidth_bytes_per_s, _BILLION, "")
    return text


def _device(text: str) -> DeviceUse:
    if (match := _DEVICE.fullmatch(text)) is None:
        raise KeyFormatError(text)
    name, count, memory, bandwidth = match.groups()
    return DeviceUse(
        "" if name == _UNKNOWN_DEVICE else name,
        int(count or 1),
        round(_unscaled(memory, _BILLION)) if memory else None,
        _unscaled(bandwidth, _BILLION) if bandwidth else None,
    )


def _ram_text(ram: Ram) -> str:
    size = "" if ram.size_bytes is None else _scaled(ram.size_bytes, _BILLION, "")
    speed = ram.bandwidth_bytes_per_s
    parts = (
        size,
        _named("", ram.type),
        "" if ram.mt_per_s is None else f"{ram.mt_per_s:d}",
        "" if ram.channels is None else f"{ram.channels:d}",
        "" if speed is None else _scaled(speed, _BILLION, ""),
    )
    return ",".join(parts).rstrip(",")


def _ram(text: str) -> Ram:
    size, kind, rate, channels, speed = (text.split(",") + [""] * 5)[:5]
    return Ram(
        round(_unscaled(size, _BILLION)) if size else None,
        kind or None,
        int(rate) if rate else None,
        int(channels) if channels else None,
        _unscaled(speed, _BILLION) if speed else None,
    )


def _option_texts(query: Query) -> Iterable[str]:
    if query.ram is not None:
        yield f";ram={_ram_text(query.ram)}"
    if query.flash_attention is not None:
        yield f";fa={query.flash_attention:d}"
    for sign, slot in _TEXT_OPTIONS.items():
        if (value := getattr(query, slot)) is not None:
            yield _named(f";{sign}=", value)
    for sign, slot in _INT_OPTIONS.items():
        if (value := getattr(query, slot)) is not None:
            yield f";{sign}={value:d}"
    for sign, slot in _FLOAT_OPTIONS.items():
        if (value := getattr(query, slot)) is not None:
            yield f";{sign}={float(value)!r}"


def _option(text: str) -> tuple[str, Any]:
    sign, _, value = text.partition("=")
    readers: tuple[tuple[dict[str, str], Callable[[str], Any]], ...] = (
        ({"ram": "ram"}, _ram),
        ({"fa": "flash_attention"}, lambda t: bool(int(t))),
        (_TEXT_OPTIONS, _word),
        (_INT_OPTIONS, int),
        (_FLOAT_OPTIONS, float),
    )
    for slots, read in readers:
        if sign in slots:
            return slots[sign], read(value)
    raise KeyFormatError(text)


def _word(text: str) -> str:
    if not text:
        raise KeyFormatError(text)
    return text
