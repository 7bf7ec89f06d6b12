"""The devices and the system memory of a query, with the sizes and bandwidths that count."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from catalog.load import Catalog
from catalog.names import slug
from catalog.record import record, replace
from catalog.records import Device, DeviceKind
from core.errors import UnknownNameError
from core.message import Message
from core.query import DeviceUse, Query, Ram
from core.reading import Assumption
from core.setup.said import take

DEFAULT_RAM: Final = Ram(64 * 10**9, "ddr5", 5_600, 2)
DEFAULT_RAM_BYTES: Final = 64e9
DEFAULT_RAM_NAME: Final = "64 GB DDR5-5600"
BYTES_PER_TRANSFER: Final = 8  # a DDR channel is 64 bits wide (JEDEC)
TYPICAL_MT_PER_S: Final = {"ddr3": 1_600, "ddr4": 3_200, "ddr5": 5_600}
TYPICAL_CHANNELS: Final = 2
SERVER_CHANNELS: Final = 8
SERVER_RAM_BYTES: Final = 256e9  # a desktop board of two channels holds less
DEFAULT_PLATFORM: Final = "desktop-dual-channel-ddr5-5600"
GENERIC_CLASS: Final = "gpu"
DEFAULT_GPU_BANDWIDTH: Final = 450e9
SAME_SIZE: Final = 0.05
_VARIANT: Final = re.compile(r"(?:-\d{1,3}-core-gpu|-\d{1,3}-gb)?(?:-mod)?$", re.ASCII)


@record
class Slot:
    """Some equal devices with the memory and bandwidth that count here."""

    device: Device
    count: int
    memory_bytes: float
    bandwidth_bytes_per_s: float
    memory_is_open: bool = False


@record
class SystemMemory:
    """System RAM: size and bandwidth, and whether either was assumed."""

    size_bytes: float
    bandwidth_bytes_per_s: float
    is_assumed: bool


class Hardware(NamedTuple):
    """What holds the model, and the system memory beside it."""

    slots: tuple[Slot, ...]
    ram: SystemMemory


def hardware_of(query: Query, catalog: Catalog, taken: list[Assumption]) -> Hardware:
    """Return the devices of `query` and its system memory, defaults written down in `taken`.

    Without a device, and with the CPU as backend, it is the system memory that holds the model. A
    CPU platform beside a card tells the bandwidth of the system memory.

    Raises
    ------
    UnknownNameError
        If neither a device nor system memory is named, or the catalog does not know the name.
    """
    found = [_slot(use, query, catalog, taken) for use in query.devices]
    with_card = any(slot.device.kind is DeviceKind.GPU for slot in found)
    boards = [slot for slot in found if _is_host(slot.device, with_card=with_card)]
    cards = [slot for slot in found if slot not in boards]
    if cards and query.backend != "cpu":
        return Hardware(tuple(cards), _beside(cards[0], query.ram, boards, taken))
    if not boards:
        boards = [_from_ram(query, cards, catalog, taken)]
    held = boards[0]
    return Hardware((held,), SystemMemory(held.memory_bytes, held.bandwidth_bytes_per_s, False))


def _is_host(device: Device, *, with_card: bool) -> bool:
    """Return whether `device` only hosts the cards; beside one, so does a single-board computer."""
    return device.kind is DeviceKind.CPU or (with_card and device.hardware_class == "arm-board")


def _slot(use: DeviceUse, query: Query, catalog: Catalog, taken: list[Assumption]) -> Slot:
    if not use.id:
        return _stated(use, catalog, taken)
    device = catalog.devices.get(use.id)
    if device is None:
        raise UnknownNameError("device", use.id, ())
    ram = query.ram
    memory = float(use.memory_bytes or 0)
    if not memory and device.kind is not DeviceKind.GPU and ram and ram.size_bytes:
        memory = float(ram.size_bytes)
    if device.kind is DeviceKind.CPU:
        return _board(device, use, memory, ram, taken)
    if memory:
        device = catalog.devices[variant(device.id, catalog, memory)]
    sizes = device.memory_options_bytes
    bandwidth = use.bandwidth_bytes_per_s or device.bandwidth_bytes_per_s
    is_open = not memory and len(sizes) > 1
    return Slot(device, use.count, memory or float(sizes[0]), bandwidth, is_open)


@lru_cache(maxsize=1_024)
def variant(device: str, catalog: Catalog, memory_bytes: float) -> str:
    """Return the row of the same card or chip that is sold with `memory_bytes`, else `device`.

    An M3 Max with 36 GB is the one with 30 GPU cores and 300 GB/s.
    """

    def holds(one: str) -> bool:
        sizes = catalog.devices[one].memory_options_bytes
        return any(abs(size / memory_bytes - 1) < SAME_SIZE for size in sizes)

    if holds(device):
        return device
    base = _VARIANT.sub("", device)
    rows = (one for one in catalog.devices if _VARIANT.sub("", one) == base)
    return next((one for one in rows if holds(one)), device)


def _stated(use: DeviceUse, catalog: Catalog, taken: list[Assumption]) -> Slot:
    """Return the slot of a card that is known only by its memory."""
    size = float(use.memory_bytes or 0)
    if not size:
        raise UnknownNameError("device", "", ())
    bandwidth = use.bandwidth_bytes_per_s
    if bandwidth is None:
        bandwidth = typical_bandwidth(size, catalog)
        why = Message.of("assume.bandwidth", bandwidth=bandwidth, memory=size)
        taken.append(Assumption("bandwidth", f"{bandwidth / 1e9:.0f} GB/s", why))
    return Slot(_generic(size, bandwidth), use.count, size, bandwidth)


@lru_cache(maxsize=256)
def _generic(memory_bytes: float, bandwidth: float) -> Device:
    name = f"{memory_bytes / 1e9:g} GB card"
    return Device(
        id=slug(name),
        name=name,
        kind=DeviceKind.GPU,
        vendor="NVIDIA",
        memory_options_bytes=(round(memory_bytes),),
        bandwidth_bytes_per_s=bandwidth,
        fp16_flop_per_s=bandwidth * 100.0,  # about what consumer cards have per byte of bandwidth
        int8_op_per_s=None,
        arch="",
        compute_capability="",
        hardware_class=GENERIC_CLASS,
        laptop=False,
        pcie_gen=4,
        pcie_lanes=16,
        memory_channels=None,
        memory_mt_per_s=None,
        memory_type="",
        tdp_w=None,
        release="",
        aliases=(),
        source="stated",
        confidence="stated",
        note="",
    )


@lru_cache(maxsize=64)
def typical_bandwidth(memory_bytes: float, catalog: Catalog) -> float:
    """Return the median bandwidth [B/s] of desktop gaming cards with about this much memory."""
    cards = [d for d in catalog.devices.values() if d.kind is DeviceKind.GPU and not d.laptop]
    near = [d for d in cards if abs(d.memory_options_bytes[0] / memory_bytes - 1) < SAME_SIZE]
    gaming = [d for d in near if d.name.startswith(("GeForce", "Radeon RX", "Arc"))]
    found = sorted(d.bandwidth_bytes_per_s for d in gaming or near if d.release >= "2018")
    return found[len(found) // 2] if found else DEFAULT_GPU_BANDWIDTH


# -- system memory ---------------------------------------------------------------------------


def ram_bandwidth(ram: Ram, platform: Device | None = None) -> float | None:
    """Return channels · MT/s · 8 B as far as it was said, or None where nothing was.

    The channels that nobody counted are those of the platform.
    """
    if ram.bandwidth_bytes_per_s:
        return ram.bandwidth_bytes_per_s
    kind = (ram.type or "").lower().removeprefix("lp")[:4]
    rate = ram.mt_per_s or TYPICAL_MT_PER_S.get(kind)
    if rate is None:
        return None
    return _channels(ram, platform) * rate * 1e6 * BYTES_PER_TRANSFER


def _channels(ram: Ram, platform: Device | None = None) -> int:
    """Return the channels that are filled: as said, as the platform has, as the size suggests."""
    if found := ram.channels or (platform and platform.memory_channels):
        return found
    return SERVER_CHANNELS if (ram.size_bytes or 0) >= SERVER_RAM_BYTES else TYPICAL_CHANNELS


def _speed_name(ram: Ram) -> str:
    """Return channels and transfer rate as they are taken, e.g. "8 × DDR4-3200"."""
    kind = (ram.type or "ddr4").lower().removeprefix("lp")[:4]
    return f"{_channels(ram)} × {kind.upper()}-{ram.mt_per_s or TYPICAL_MT_PER_S.get(kind, 3_200)}"


def _board(
    device: Device, use: DeviceUse, memory: float, ram: Ram | None, taken: list[Assumption]
) -> Slot:
    """Return the system memory of a CPU platform as what holds the model."""
    sizes = device.memory_options_bytes
    if not memory and not sizes:
        take(taken, "ram", f"{DEFAULT_RAM_BYTES / 1e9:.0f} GB")
    stated = ram_bandwidth(ram, device) if ram else None
    bandwidth = stated or use.bandwidth_bytes_per_s or device.bandwidth_bytes_per_s
    size = memory or float(sizes[0] if sizes else DEFAULT_RAM_BYTES)
    return Slot(device, use.count, size, bandwidth)


def _from_ram(query: Query, cards: list[Slot], catalog: Catalog, taken: list[Assumption]) -> Slot:
    """Return the system memory as what holds the model: no card, or none that is used."""
    if not cards and query.ram is None and query.backend != "cpu":
        raise UnknownNameError("device", "", ())
    if cards and cards[0].device.kind is not DeviceKind.GPU:
        one = cards[0]
        return Slot(_processor(one.device), 1, one.memory_bytes, one.bandwidth_bytes_per_s)
    ram = query.ram or Ram()
    stated = ram_bandwidth(ram)
    platform = catalog.devices[_platform(stated, catalog)]
    if not cards:
        take(taken, "devices", platform.id)
    if stated is None or ram.size_bytes is None:
        take(taken, "ram", _ram_name(ram.size_bytes, stated))
    size = float(ram.size_bytes or DEFAULT_RAM_BYTES)
    return Slot(platform, 1, size, stated or platform.bandwidth_bytes_per_s)


@lru_cache(maxsize=64)
def _processor(device: Device) -> Device:
    """Return the CPU side of a machine with one memory for all."""
    return replace(device, kind=DeviceKind.CPU, hardware_class="cpu-desktop", fp16_flop_per_s=None)


@lru_cache(maxsize=64)
def _platform(bandwidth: float | None, catalog: Catalog) -> str:
    """Return the desktop platform whose memory is closest to `bandwidth` [B/s]."""
    if bandwidth is None:
        return DEFAULT_PLATFORM
    desktops = [one for one in catalog.devices.values() if one.hardware_class == "cpu-desktop"]
    return min(desktops, key=lambda one: abs(one.bandwidth_bytes_per_s - bandwidth)).id


def _beside(
    first: Slot, ram: Ram | None, boards: list[Slot], taken: list[Assumption]
) -> SystemMemory:
    """Return the system memory beside the devices; for unified ones it is the same memory."""
    if first.device.kind is not DeviceKind.GPU:
        return SystemMemory(first.memory_bytes, first.bandwidth_bytes_per_s, is_assumed=False)
    if boards:
        board = boards[0]
        return SystemMemory(board.memory_bytes, board.bandwidth_bytes_per_s, is_assumed=False)
    ram = ram or Ram()
    if ram.type is None and (ram.size_bytes or 0) >= SERVER_RAM_BYTES:
        ram = replace(ram, type="ddr4")
    stated = ram_bandwidth(ram)
    if stated is None or ram.size_bytes is None:
        take(taken, "ram", _ram_name(ram.size_bytes, stated))
    is_open = ram.bandwidth_bytes_per_s is None and None in (ram.channels, ram.mt_per_s)
    if stated is not None and is_open:
        take(taken, "ram_speed", _speed_name(ram))
    return SystemMemory(
        float(ram.size_bytes or DEFAULT_RAM_BYTES),
        stated or ram_bandwidth(DEFAULT_RAM) or 0.0,
        is_assumed=stated is None or is_open,
    )


def _ram_name(size: int | None, bandwidth: float | None) -> str:
    if size is None and bandwidth is None:
        return DEFAULT_RAM_NAME
    if bandwidth is None:
        return f"{(size or 0) / 1e9:g} GB DDR5-5600"
    return f"{(size or DEFAULT_RAM_BYTES) / 1e9:g} GB"
