"""Which count and which memory belongs to which device, and which rows are the same card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from core.match import variant
from core.parse.amounts import TIMES, Memories
from core.parse.parsed import DeviceSaid, Parsed
from core.parse.tokens import Token
from core.parse.tongue import counts
from core.parse.units import GIGA, text_at

MOST_DEVICES: Final = 64
COUNT_REACH: Final = 5  # tokens between a card and the "x2" behind it
_LAPTOP: Final = frozenset({"laptop", "mobile", "notebook", "lap", "thinkpad", "laptops"})
_PIECES: Final = frozenset(
    {"con", "stuck", "cai", "pcs", "of", "pieces", "nvidia", "geforce", "rtx", "tesla", "amd",
     "radeon", "quadro", "used", "stacked", "linked", "gebrauchte", "alte", "old", "cu", "new",
     "intel", "arc", "epyc", "xeon", "s", "rx", "gtx", "apple", "desktop", "gigabyte", "asus",
     "msi", "gb", "g"}
)  # fmt: skip
_SERIES: Final = frozenset(
    {
        "q",
        "gen",
        "pcie",
        "v",
        "ryzen",
        "core",
        "ultra",
        "pi",
        "threadripper",
        "series",
        "rtx",
        "gtx",
        "rx",
    }
)  # "ryzen 9 7950x" is no nine of them
_TIERS: Final = ("-pro", "-max", "-ultra")


def attach(said: Parsed, tokens: Sequence[Token], catalog: Catalog) -> None:
    """Give every count and amount of memory in `said` to what it is about."""
    for device in said.devices:
        count = _count_before(said, tokens, device.first - 1)
        count = count or _count_after(said, tokens, device.last + 1)
        if count is None and device.id.startswith(("epyc", "xeon")):
            count = _sockets(tokens)
        device.count, device.is_counted = count or 1, count is not None
    Memories(said, tokens, catalog).attach()
    for device in said.devices:
        _laptop(tokens, device, catalog)
        if device.id and device.memory_bytes:
            device.id = _tier(variant(device.id, catalog, device.memory_bytes), device, catalog)
    _merge(said)
    _hosts(said, tokens)
    _one_of_them(said, tokens)
    _several_counts(said, tokens)


def _several_counts(said: Parsed, tokens: Sequence[Token]) -> None:
    """Read "on 1, 2 or 4 cards": the one device in each of these numbers."""
    if len(said.devices) != 1:
        return
    ends = (i for i, t in enumerate(tokens) if t.text in ("cards", "gpus", "karten", "card"))
    end = next(ends, 0)
    numbers: list[int] = []
    at = end - 1
    while at >= 0 and (tokens[at].text.isdecimal() or tokens[at].text in _LISTING):
        if tokens[at].text.isdecimal():
            numbers.insert(0, int(tokens[at].text))
        at -= 1
    if len(numbers) > 1 and all(0 < n <= MOST_DEVICES for n in numbers):
        said.devices[:] = [replace(said.devices[0], count=n) for n in numbers]


_LISTING: Final = frozenset({",", "or", "and", "oder", "und", "hay", "/", "vs"})


def _one_of_them(said: Parsed, tokens: Sequence[Token]) -> None:
    """Count one card where it runs "on one card" of several."""
    words = " ".join(token.text for token in tokens)
    if len(said.devices) == 1 and any(one in words for one in _ON_ONE):
        said.devices[0].count = 1


_ON_ONE: Final = (
    "on one card", "on a single card", "on one gpu", "on a single gpu", "on just one",
    "on only one", "auf einer karte", "auf nur einer", "chi chay 1 card",
)  # fmt: skip
_CHOICE: Final = frozenset({"vs", "or", "oder", "gegen", "hay", "versus", "against"})


_HOSTS: Final = (
    "am5-",
    "desktop-",
    "single-",
    "threadripper",
    "core-x299",
    "raspberry",
    "intel-n100",
    "rk3588",
)


def _hosts(said: Parsed, tokens: Sequence[Token]) -> None:
    """Leave out the desktop processor that a card merely stands beside."""
    cards = [d for d in said.devices if not d.id.startswith(_HOSTS)]
    if any(
        _are_set_against(d, card, tokens) for d in said.devices if d not in cards for card in cards
    ):
        return
    if cards and any("epyc" not in d.id and "xeon" not in d.id for d in cards):
        said.devices[:] = cards


def _are_set_against(one: DeviceSaid, other: DeviceSaid, tokens: Sequence[Token]) -> bool:
    """Whether a word of choice stands right between the two: "3090 vs i5-10600K"."""
    first, second = sorted((one, other), key=lambda d: d.first)
    between = tokens[first.last + 1 : second.first]
    return len(between) <= 8 and any(token.text in _CHOICE for token in between)  # noqa: PLR2004


def _count_before(said: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    """Read "2x 3090", "dual 3090s", "8 Stück 4090", "2 con 3060", "4x RTX A6000"."""
    steps = 0
    while at >= 0 and steps < 4 and (tokens[at].text in TIMES or tokens[at].text in _PIECES):  # noqa: PLR2004
        at -= 1
        steps += 1
    if at < 0:
        return None
    text = tokens[at].text
    if text in counts():
        said.used.add(at)
        return counts()[text]
    if not (text.isdecimal() and at in said.numbers_left and 0 < int(text) <= MOST_DEVICES):
        return None
    before = tokens[at - 1] if at else None
    if before is not None and tokens[at].joined and (before.is_word or before.text in "./"):
        return None
    if before is not None and before.text in _SERIES:
        return None
    said.used.add(at)
    return int(text)


def _count_after(said: Parsed, tokens: Sequence[Token], at: int) -> int | None:
    """Read "3090 x2", "3090 24GB * 2", "A10 24G X 2"."""
    end = min(len(tokens), at + COUNT_REACH)
    while at < end and (at in said.used or tokens[at].text in ("s", "(", ")")):
        if tokens[at].text in TIMES:
            break
        at += 1
    if text_at(tokens, at) in ("dual", "pair"):
        return 2
    if text_at(tokens, at) not in TIMES or not text_at(tokens, at + 1).isdecimal():
        return None
    count = int(text_at(tokens, at + 1))
    if not 0 < count <= MOST_DEVICES or text_at(tokens, at + 2) in TIMES | {"gb", "g"}:
        return None
    said.used.update((at, at + 1))
    return count


def _sockets(tokens: Sequence[Token]) -> int | None:
    """Read "2 NUMA", "2 sockets" and "dual socket"."""
    for at, token in enumerate(tokens[1:], 1):
        if token.text in ("numa", "socket", "sockets"):
            text = tokens[at - 1].text
            count = int(text) if text.isdecimal() else counts().get(text, 0)
            if 1 < count <= 8:  # noqa: PLR2004
                return count
    return None


def _laptop(tokens: Sequence[Token], device: DeviceSaid, catalog: Catalog) -> None:
    """Turn a desktop card into the laptop chip where the words beside it say laptop."""
    parts = device.id.split("-")
    mobile = "-".join(parts[:-2] if parts[-1] == "gb" else parts) + "-mobile"
    near = {t.text for t in tokens[max(0, device.first - 3) : device.last + 5]}
    if mobile in catalog.devices and near & _LAPTOP:
        if parts[-1] == "gb" and parts[-2].isdecimal():
            device.memory_bytes = device.memory_bytes or int(parts[-2]) * GIGA
        device.id = mobile


def _tier(found: str, device: DeviceSaid, catalog: Catalog) -> str:
    """Return the Pro, Max or Ultra of an Apple chip that is the one sold with the said memory."""
    record = catalog.devices[found]
    if record.vendor != "Apple" or "-" in found or device.memory_bytes is None:
        return found
    size = device.memory_bytes
    for name in (found, *(found + tier for tier in _TIERS)):
        options = catalog.devices[name].memory_options_bytes if name in catalog.devices else ()
        if any(abs(one / size - 1) < 0.01 for one in options):  # noqa: PLR2004
            return name
    return found


def _is_short_for(device: DeviceSaid, named: DeviceSaid) -> bool:
    """Whether "the 1080" repeats the 1080 Ti that was named before it."""
    is_shorter = device.id != "" and named.id.startswith((device.id + "-ti", device.id + "-super"))
    return is_shorter and not device.is_counted


def _merge(said: Parsed) -> None:
    """Count a card once that is named twice, and drop a bare memory that is a named card's."""
    kept: list[DeviceSaid] = []
    for device in said.devices:
        same = next((k for k in kept if k.id and k.id == device.id), None)
        same = same or next((k for k in kept if _is_short_for(device, k)), None)
        if same is not None and (device.count == same.count or not device.is_counted):
            same.memory_bytes = same.memory_bytes or device.memory_bytes
            continue
        kept.append(device)
    named = [k for k in kept if k.id]
    for one in [k for k in kept if not k.id]:
        if len(named) == 1 and named[0].memory_bytes is None and one.count == 1:
            named[0].memory_bytes = one.memory_bytes
            kept.remove(one)
    said.devices[:] = kept
