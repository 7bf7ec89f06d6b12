"""Which count, memory and size belongs to which device, and what is system RAM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from catalog.load import Catalog
from catalog.records import DeviceKind
from core.match import variant
from core.parse.parsed import Amount, DeviceSaid, Parsed
from core.parse.tokens import Token
from core.parse.tongue import counts
from core.parse.units import text_at

_TIMES: Final = frozenset({"x", "*", "×"})
_RAM: Final = frozenset(
    {"ram", "arbeitsspeicher", "ddr", "lpddr", "sysram", "dram", "dimm", "dimms", "ddr4", "ddr5"}
)
_VRAM: Final = frozenset(
    {"vram", "gpu", "card", "karte", "graka", "cards", "gpus", "grafikkarte", "karten"}
)
_HOSTS: Final = frozenset({"vps", "vcpu", "vcpus", "cpu", "server"})
_LAPTOP: Final = frozenset({"laptop", "mobile", "notebook", "lap", "thinkpad", "maxq", "laptops"})
_FILE: Final = frozenset({"file", "gguf", "datei", "filesize", "size"})
_PIECES: Final = frozenset(
    {
        "used",
        "gebrauchte",
        "alte",
        "old",
        "cu",
        "new",
        "con",
        "stuck",
        "cai",
        "pcs",
        "of",
        "pieces",
        "nvidia",
        "geforce",
        "rtx",
        "tesla",
        "amd",
        "radeon",
        "quadro",
        "mod",
    }
)
_GPU_BYTES: Final = (4e9, 200e9)
_MAX_COUNT: Final = 64


def attach(said: Parsed, tokens: Sequence[Token], catalog: Catalog) -> None:
    """Give every count and amount of memory in `said` to what it is about."""
    for device in said.devices:
        device.count = _count(said, tokens, device)
    _bare_sizes(said, tokens, catalog)
    _plain_ram(said, tokens)
    _studio(said, tokens)
    for amount in said.memories:
        _memory(said, tokens, amount, catalog)
    for device in said.devices:
        _laptop(tokens, device, catalog)
        if device.id and device.memory_bytes:
            device.id = variant(device.id, catalog, device.memory_bytes)
    _merge(said)


_STUDIO: Final = {
    192: "m2-ultra",
    512: "m3-ultra",
    256: "m3-ultra",
    96: "m3-ultra",
    128: "m4-max",
    64: "m4-max",
    36: "m4-max",
    48: "m4-max",
}


def _bare_sizes(said: Parsed, tokens: Sequence[Token], catalog: Catalog) -> None:
    """Read "M1 max 64" and "strix halo 128": a size without its unit behind a unified device."""
    for device in said.devices:
        record = catalog.devices.get(device.id)
        at = device.last + 1
        if record is None or record.kind not in (DeviceKind.APPLE, DeviceKind.UNIFIED):
            continue
        size = text_at(tokens, at)
        if at in said.numbers_left and size.isdecimal():
            if any(round(one / 1e9) == int(size) for one in record.memory_options_bytes) or int(
                size
            ) in (64, 96, 128, 192, 256, 512):
                device.memory_bytes = said.ram_bytes = int(size) * 1e9
                said.used.add(at)


def _plain_ram(said: Parsed, tokens: Sequence[Token]) -> None:
    """Read "ram 32" and "64 ram": gigabytes without their unit."""
    for at in said.numbers_left:
        text = tokens[at].text
        if text in (
            "8",
            "16",
            "24",
            "32",
            "48",
            "64",
            "96",
            "128",
            "192",
            "256",
            "384",
            "512",
        ) and (text_at(tokens, at - 1) == "ram" or text_at(tokens, at + 1) == "ram"):
            if said.ram_bytes is None and at not in said.used:
                said.ram_bytes = int(text) * 1e9
                said.used.add(at)


def _studio(said: Parsed, tokens: Sequence[Token]) -> None:
    """Read "512gb mac studio": without a chip's name, the memory tells which it is."""
    words = [t.text for t in tokens]
    if "studio" not in words or "mac" not in words or said.devices:
        return
    at = words.index("mac")
    for amount in said.memories:
        if chip := _STUDIO.get(round(amount.value / 1e9)):
            said.devices.append(DeviceSaid(chip, at, at + 1, 1, amount.value))
            return


def _count(said: Parsed, tokens: Sequence[Token], device: DeviceSaid) -> int:
    before = _count_before(said, tokens, device.first - 1)
    return before or _count_after(said, tokens, device.last + 1) or 1


def _count_before(said: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    steps = 0
    while (
        at >= 0
        and steps < 4
        and (tokens[at].text in _TIMES or tokens[at].text in _PIECES or tokens[at].text == "-")
    ):  # noqa: PLR2004
        at -= 1
        steps += 1
    if at < 0:
        return None
    text = tokens[at].text
    if text in counts():
        said.used.add(at)
        return counts()[text]
    if text.isdecimal() and at in said.numbers_left and 0 < int(text) <= _MAX_COUNT:
        is_joined_word = at > 0 and tokens[at].joined and tokens[at - 1].is_word
        if is_joined_word or (at > 0 and tokens[at - 1].text in (".", "/") and tokens[at].joined):
            return None
        said.used.add(at)
        return int(text)
    return None


def _count_after(said: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    steps = 0
    while (
        at < len(tokens)
        and steps < 5
        and (at in said.used or tokens[at].text in ("s", "gb", "g", "(", ")", ","))
        and tokens[at].text not in _TIMES
    ):  # noqa: PLR2004
        if tokens[at].text == ",":
            return None
        at += 1
        steps += 1
    if text_at(tokens, at) in _TIMES and text_at(tokens, at + 1).isdecimal():
        count = int(text_at(tokens, at + 1))
        if 0 < count <= _MAX_COUNT and text_at(tokens, at + 2) not in _TIMES:
            said.used.update((at, at + 1))
            return count
    return None


def _near(tokens: Sequence[Token], first: int, last: int, most: int) -> list[str]:
    """Return the words around a span, nearest first, stopping at sentence signs."""
    found = []
    for step in range(1, most + 1):
        found.append(text_at(tokens, last + step))
        found.append(text_at(tokens, first - step))
    return found


def _memory(said: Parsed, tokens: Sequence[Token], amount: Amount, catalog: Catalog) -> None:
    if amount.kind == "bandwidth":
        return
    after = [text_at(tokens, amount.last + i) for i in (1, 2, 3)]
    before = [text_at(tokens, amount.first - i) for i in (1, 2, 3)]
    if amount.kind == "product":
        _product(said, tokens, amount, after, before)
        return
    if (
        after[0] in _TIMES
        and after[1].isdecimal()
        and (said.ram_type or set(before) & _RAM)
        and int(after[1]) <= 32
    ):  # noqa: PLR2004
        said.ram_bytes = amount.value * int(after[1])
        return
    near_ram = (
        after[0] in _RAM
        or (after[0] in ("of", "system", "sys", "unified", "the") and after[1] in _RAM)
        or before[0] in _RAM
    )
    device = _neighbour(said, tokens, amount)
    unified = _unified(said, catalog)
    if after[0] in ("shared", "/") or (before[0] == "/" and tokens[amount.first].joined):
        return
    if (
        device is not None
        and after[0] in _RAM
        and after[1].isdecimal()
        and _is_card_size(device, amount, catalog)
    ):
        device.memory_bytes = amount.value
    elif (
        after[0] in ("vram",)
        or (after[0] == "of" and after[1] == "vram")
        or (before[0] == "vram" and not near_ram)
    ):
        _vram(said, amount, device)
    elif (
        unified is not None
        and (near_ram or amount.value >= 8e9)
        and amount.value == round(amount.value, -9)
    ):  # noqa: PLR2004
        unified.memory_bytes = unified.memory_bytes or amount.value
        sizes = catalog.devices[unified.id].memory_options_bytes
        if near_ram or len(sizes) > 1:
            said.ram_bytes = said.ram_bytes or amount.value
    elif near_ram and not (
        device and _is_card_size(device, amount, catalog) and after[0] not in _RAM
    ):
        said.ram_bytes = said.ram_bytes or amount.value
    elif set(after[:2]) & _FILE or before[0] in _FILE or amount.value != round(amount.value, -9):
        if set(after[:2] + before[:2]) & _FILE:
            said.file_size_bytes = amount.value
    elif device is not None and (device.memory_bytes is None):
        device.memory_bytes = amount.value
    elif set(after[:2]) & _VRAM or set(before[:2]) & _VRAM or not (said.devices or said.cpu_only):
        if _GPU_BYTES[0] <= amount.value <= _GPU_BYTES[1]:
            said.devices.append(
                DeviceSaid(
                    "",
                    amount.first,
                    amount.last,
                    _generic_count(said, tokens, amount),
                    amount.value,
                )
            )
        else:
            said.ram_bytes = said.ram_bytes or amount.value
    elif not any(_is_card_size(one, amount, catalog) for one in said.devices):
        said.ram_bytes = said.ram_bytes or amount.value


def _generic_count(said: Parsed, tokens: Sequence[Token], amount: Amount) -> int:
    return _count_before(said, tokens, amount.first - 1) or 1


def _product(
    said: Parsed, tokens: Sequence[Token], amount: Amount, after: list[str], before: list[str]
) -> None:
    """File "2x32GB" (DIMMs, cards) by what stands beside it."""
    times = int(amount.high or 1)
    card = next(
        (d for d in said.devices if d.id and amount.first - 3 <= d.last < amount.first), None
    )
    if card is not None and not set(after) & _RAM:
        card.count, card.memory_bytes = times, amount.value
    elif set(after) & _RAM or set(before) & _RAM or said.devices:
        said.ram_bytes = amount.value * times
    else:
        said.devices.append(DeviceSaid("", amount.first, amount.last, times, amount.value))


def _neighbour(said: Parsed, tokens: Sequence[Token], amount: Amount) -> DeviceSaid | None:
    """Return the device that the amount stands beside: "3060 12gb", "24gb 4090", "4090 (24GB)"."""
    for device in said.devices:
        gap = tokens[device.last + 1 : amount.first]
        words = {
            "laptop",
            "mobile",
            "with",
            "mit",
            "a",
            "s",
            "vram",
            "gpu",
            "(",
            "-",
            "/",
            "air",
            "mini",
            "studio",
            "macbook",
            "pro",
            "has",
            "ban",
        }
        if device.last < amount.first <= device.last + 5 and all(t.text in words for t in gap):
            return device
        gap = tokens[amount.last + 1 : device.first]
        if amount.last < device.first <= amount.last + 3 and all(
            t.text in ("rtx", "-", "nvidia", "laptop", "vram") for t in gap
        ):
            return device
    return None


def _unified(said: Parsed, catalog: Catalog) -> DeviceSaid | None:
    for device in said.devices:
        record = catalog.devices.get(device.id)
        if record and record.kind in (DeviceKind.APPLE, DeviceKind.UNIFIED):
            return device
    return None


def _is_card_size(device: DeviceSaid, amount: Amount, catalog: Catalog) -> bool:
    record = catalog.devices.get(device.id)
    return bool(
        record and any(abs(size / amount.value - 1) < 0.05 for size in record.memory_options_bytes)
    )  # noqa: PLR2004


def _vram(said: Parsed, amount: Amount, device: DeviceSaid | None) -> None:
    if not _GPU_BYTES[0] <= amount.value or amount.value != round(amount.value, -9):  # noqa: PLR2004
        return
    if device is not None:
        device.memory_bytes = amount.value
    elif len(said.devices) == 1 and said.devices[0].id and said.devices[0].memory_bytes is None:
        one = said.devices[0]
        one.memory_bytes = (
            amount.value / one.count if one.count > 1 and amount.value > 30e9 else amount.value
        )  # noqa: PLR2004
    elif not said.devices:
        said.devices.append(DeviceSaid("", amount.first, amount.last, 1, amount.value))


def _laptop(tokens: Sequence[Token], device: DeviceSaid, catalog: Catalog) -> None:
    """Turn a desktop card into the laptop chip where the words beside it say laptop."""
    mobile = f"{_stem(device.id)}-mobile"
    if mobile not in catalog.devices:
        return
    near = {t.text for t in tokens[max(0, device.first - 3) : device.last + 5]}
    if near & _LAPTOP:
        device.id = mobile


def _stem(device: str) -> str:
    parts = device.split("-")
    return "-".join(parts[:-2]) if parts[-1] == "gb" else device


def _merge(said: Parsed) -> None:
    """Count a card once that is named twice, and drop a bare memory that is a named card's."""
    kept: list[DeviceSaid] = []
    for device in said.devices:
        same = next((k for k in kept if k.id and k.id == device.id), None)
        if same is not None and (device.count == same.count or device.count == 1):
            same.memory_bytes = same.memory_bytes or device.memory_bytes
            continue
        kept.append(device)
    named = [k for k in kept if k.id]
    for one in [k for k in kept if not k.id]:
        if len(named) == 1 and named[0].memory_bytes is None and one.count == 1:
            named[0].memory_bytes = one.memory_bytes
            kept.remove(one)
    said.devices[:] = kept
