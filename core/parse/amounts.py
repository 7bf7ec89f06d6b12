"""What each amount of memory is about: a card, unified memory, system RAM, or a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from catalog.load import Catalog
from catalog.records import DeviceKind
from core.parse.parsed import Amount, DeviceSaid, Parsed
from core.parse.tokens import Token
from core.parse.units import GIGA, text_at

TIMES: Final = frozenset({"x", "*", "×"})
SAME_SIZE: Final = 0.05
SMALLEST_CARD_BYTES: Final = 4e9
LARGEST_CARD_BYTES: Final = 200e9
SERVER_GB: Final = 190  # more than any file people run on a desktop
MOST_DIMMS: Final = 32
_RAM: Final = frozenset(
    {"ram", "arbeitsspeicher", "ddr", "lpddr", "sysram", "dram", "dimm", "dimms", "rdimm", "sodimm"}
)
_VRAM: Final = frozenset(
    {"vram", "gpu", "card", "karte", "graka", "cards", "gpus", "grafikkarte", "karten", "hbm"}
)
_FILE: Final = frozenset({"file", "gguf", "datei", "filesize", "size", "model", "weights", "tep"})
_HOSTS: Final = frozenset(
    {"vps", "vcpu", "vcpus", "cpu", "server", "cores", "mini", "minipc", "pc", "threads"}
)
_NEEDS: Final = frozenset(
    {"takes", "needs", "wants", "need", "requires", "braucht", "is", "at", "shows", "used", "uses",
     "leaves", "just", "nur", "can", "reserved", "want", ">", "<"}
)  # fmt: skip
_HELD: Final = frozenset(
    {"shared", "free", "left", "used", "in", "swapped", "frei", "available", "belegt", "of"}
)
MOST_AMOUNTS: Final = 48  # more than anyone names at once
_SIZES: Final = frozenset(
    {8, 12, 16, 18, 24, 32, 36, 40, 48, 64, 80, 96, 128, 192, 256, 384, 512, 768, 1024}
)
_STUDIO: Final = {
    512: "m3-ultra", 256: "m3-ultra", 192: "m2-ultra", 128: "m4-max", 96: "m3-ultra", 64: "m4-max",
    48: "m4-max", 36: "m4-max",
}  # fmt: skip
_MACS: Final = {
    512: "m3-ultra", 256: "m3-ultra", 192: "m2-ultra", 128: "m4-max", 96: "m2-max", 64: "m4-max",
    48: "m4-pro", 36: "m3-max-30-core-gpu", 32: "m4", 24: "m4", 18: "m3-pro", 16: "m4", 8: "m1",
}  # fmt: skip
_BETWEEN: Final = frozenset(
    {"laptop", "mobile", "with", "mit", "a", "s", "vram", "gpu", "(", "-", "/", "air", "mini",
     "studio", "macbook", "pro", "has", "ban", "co", "und", "max", "mac", "mba", "mbp"}
)  # fmt: skip


_BRANDS: Final = frozenset({"radeon", "geforce", "nvidia", "quadro", "rtx", "gtx", "arc"})
_BEFORE_A_CARD: Final = frozenset(
    {"rtx", "-", "nvidia", "laptop", "vram", "geforce", "mac", "macbook"}
)


def _gap(device: DeviceSaid, amount: Amount) -> int:
    """Return how many tokens after the one the other starts."""
    return max(amount.first - device.last, device.first - amount.last)


class Memories:
    """One walk over the amounts of memory, giving each to what stands beside it."""

    def __init__(self, said: Parsed, tokens: Sequence[Token], catalog: Catalog) -> None:
        self.said = said
        self.tokens = tokens
        self.catalog = catalog

    def attach(self) -> None:
        """Give every amount to its owner."""
        self._bare_sizes()
        self._plain_ram()
        self._mac_without_chip()
        for amount in self.said.memories[:MOST_AMOUNTS]:
            if amount.kind != "bandwidth":
                self._attach(amount)

    def _attach(self, amount: Amount) -> None:
        after = [text_at(self.tokens, amount.last + i) for i in (1, 2, 3)]
        before = [text_at(self.tokens, amount.first - i) for i in (1, 2, 3)]
        for rule in (
            self._product, self._dimms, self._part_of_something, self._file, self._vram,
            self._unified, self._ram, self._beside_a_card, self._host, self._card,
        ):  # fmt: skip
            if rule(amount, after, before):
                return
        size = round(amount.value / GIGA)
        is_usual = (size in _SIZES or size >= SERVER_GB) and not set(before[:2]) & _NEEDS
        if is_usual and not any(self._is_sold_so(one, amount) for one in self.said.devices):
            self._set_ram(amount.value)

    # -- rules, most specific first ------------------------------------------------------

    def _product(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        """Read "2x32GB": DIMMs, or so many cards of that size."""
        if amount.kind != "product":
            return False
        times = int(amount.high or 1)
        cards = [d for d in self.said.devices if d.id]
        card = next((d for d in cards if _gap(d, amount) in (1, 2)), None)
        if card is not None and not set(after) & _RAM:
            card.count, card.memory_bytes = times, amount.value
        elif set(after + before) & _RAM or self.said.devices:
            self._set_ram(amount.value * times)
        else:
            self._add_card(amount, times)
        return True

    def _dimms(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        """Read "ddr4 2933 64g*8" and "DDR5 48GBx4"."""
        has_ram = self.said.ram_type is not None or set(before) & _RAM
        if not (after[0] in TIMES and after[1].isdecimal() and has_ram):
            return False
        if int(after[1]) > MOST_DIMMS or self._beside(amount) is not None:
            return False
        self.said.ram_bytes = amount.value * int(after[1])
        return True

    def _part_of_something(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        """Pass over what is held or left: "5.3 GB shared", "15.7/16 GB", "4 GB left"."""
        is_fraction = before[0] == "/" and before[1][:1].isdecimal()
        is_small = amount.value < SMALLEST_CARD_BYTES and after[0] not in _RAM | {"vram"}
        if after[0] in ("total", "insgesamt") and after[1] not in _RAM and self.said.devices:
            return True
        return after[0] in _HELD - {"of"} or after[0] == "/" or is_fraction or is_small

    def _file(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        """Read "the file is 21.5 GB"; an odd size with nothing beside it says nothing."""
        is_odd = amount.value != round(amount.value, -9)
        near = set(after[:1] + before[:2])
        is_file = near & _FILE or self._follows_a_quant(amount) or self._weighs(amount, before)
        if is_file and not set(after[:2]) & (_RAM | _VRAM):
            self.said.file_size_bytes = self.said.file_size_bytes or amount.value
            return True
        return is_odd

    def _weighs(self, amount: Amount, before: list[str]) -> bool:
        """Whether a model "is 105 GB"."""
        owner = set(before[1:]) & (_VRAM | _RAM | {"memory"}) or before[1][:1].isdecimal()
        is_in_brackets = before[0] == "(" and any(
            m.last == amount.first - 2 for m in self.said.models
        )
        is_weight = before[0] in ("is", "ist", "weighs", "(~") and bool(self.said.models)
        return (is_weight and not owner) or is_in_brackets

    def _follows_a_quant(self, amount: Amount) -> bool:
        """Whether the amount stands right behind a quant: "UD-IQ4_XS 94GB"."""
        reach = 3 if self.tokens[amount.first - 1].text == "~" else 2
        return any(0 < amount.first - one.last <= reach for one in self.said.quants) and not (
            self._beside(amount)
            or self.tokens[amount.first - 1].text in (",", ";", "on", "auf", "tren")
        )

    def _vram(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        says = after[0] == "vram" or after[:2] == ["of", "vram"]
        if not says and not (before[0] == "vram" and not self._says_ram(after, before)):
            return False
        card = self._beside(amount)
        cards = [d for d in self.said.devices if d.id]
        if card is not None:
            card.memory_bytes = amount.value
        elif len(cards) == 1:
            self._total_or_each(cards[0], amount.value)
        elif not self.said.devices:
            self._add_card(amount, self._times_before(amount))
        return True

    def _unified(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        """Read "M1 16GB", "strix halo 128gb": one memory for all."""
        device = self._unified_device()
        if after[0] == "unified" and device is None:
            self._set_ram(amount.value)
            return True
        other = self._beside(amount)
        if device is None or (other is not None and other is not device):
            return False
        if other is None and any(self._beside(one) is device for one in self.said.memories):
            return False
        device.memory_bytes = device.memory_bytes or amount.value
        is_named = len(self.catalog.devices[device.id].memory_options_bytes) == 1
        if not is_named or self._says_ram(after, before):
            self._set_ram(amount.value)
        return True

    def _ram(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        if not self._says_ram(after, before):
            return False
        card = self._beside(amount)
        if card is not None and self._is_sold_so(card, amount) and self._ram_has_another(after):
            card.memory_bytes = amount.value
        elif after[:2] == ["of", "ram"] and before[0] == "has" and not self.said.devices:
            self._add_card(amount, 1)  # "my card has 12GB of RAM" means the card's
        else:
            self._set_ram(amount.value)
        return True

    def _beside_a_card(self, amount: Amount, _after: list[str], _before: list[str]) -> bool:
        card = self._beside(amount)
        if card is None:
            return False
        if card.memory_bytes is not None or not self._can_be_card(card, amount):
            return False
        card.memory_bytes = amount.value
        return True

    def _host(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        if set(after[:1] + before) & _HOSTS and not set(after[:1]) & _VRAM:
            self._set_ram(amount.value)
            return True
        return False

    def _card(self, amount: Amount, after: list[str], before: list[str]) -> bool:
        """Read "a 24GB card", "on 24 gigs", "8GB, can I run …"."""
        says = set(after[:2]) & _VRAM or set(before[:2]) & (_VRAM | _BRANDS)
        if not says and (self.said.devices or self.said.cpu_only):
            return False
        if not SMALLEST_CARD_BYTES <= amount.value <= LARGEST_CARD_BYTES:
            return False
        if any(self._is_sold_so(one, amount) for one in self.said.devices):
            return True
        if self.said.devices:
            return False
        if not says and self._speaks_of_ram():
            self._set_ram(amount.value)
            return True
        self._add_card(amount, self._times_before(amount))
        return True

    # -- what the rules look at ----------------------------------------------------------

    def _says_ram(self, after: list[str], before: list[str]) -> bool:
        follows = after[0] in _RAM or (
            after[0] in ("of", "system", "sys", "the") and after[1] in _RAM
        )
        return follows or before[0] in _RAM

    def _speaks_of_ram(self) -> bool:
        """Whether RAM is named somewhere, and neither a card nor its memory."""
        words = {token.text for token in self.tokens}
        return not words.isdisjoint(_RAM) and words.isdisjoint(_VRAM | _BRANDS)

    def _ram_has_another(self, after: list[str]) -> bool:
        """Whether the word RAM belongs to the number after it ("6gb ram 16gb")."""
        return after[0] in _RAM and after[1].isdecimal()

    def _beside(self, amount: Amount) -> DeviceSaid | None:
        """Return the device the amount stands beside: "3060 12gb", "24gb 4090", "4090 (24GB)"."""
        for device in self.said.devices:
            if 0 < amount.first - device.last <= 5:  # noqa: PLR2004
                between = {t.text for t in self.tokens[device.last + 1 : amount.first]}
                if between <= _BETWEEN:
                    return device
            if 0 < device.first - amount.last <= 3:  # noqa: PLR2004
                between = {t.text for t in self.tokens[amount.last + 1 : device.first]}
                if between <= _BEFORE_A_CARD:
                    return device
        return None

    def _unified_device(self) -> DeviceSaid | None:
        kinds = (DeviceKind.APPLE, DeviceKind.UNIFIED)
        for device in self.said.devices:
            record = self.catalog.devices.get(device.id)
            if record and record.kind in kinds:
                return device
        return None

    def _is_sold_so(self, device: DeviceSaid, amount: Amount) -> bool:
        record = self.catalog.devices.get(device.id)
        sizes = record.memory_options_bytes if record else ()
        return any(abs(size / amount.value - 1) < SAME_SIZE for size in sizes)

    def _can_be_card(self, device: DeviceSaid, amount: Amount) -> bool:
        record = self.catalog.devices.get(device.id)
        return record is None or (
            record.kind is not DeviceKind.CPU and amount.value <= LARGEST_CARD_BYTES
        )

    def _times_before(self, amount: Amount) -> int:
        at = amount.first - 1
        while text_at(self.tokens, at) in TIMES:
            at -= 1
        text = text_at(self.tokens, at)
        return (
            int(text)
            if text.isdecimal() and at in self.said.numbers_left and int(text) <= MOST_DIMMS
            else 1
        )

    # -- what they do --------------------------------------------------------------------

    def _set_ram(self, value: float) -> None:
        self.said.ram_bytes = self.said.ram_bytes or value

    def _add_card(self, amount: Amount, count: int) -> None:
        self.said.devices.append(
            DeviceSaid("", amount.first, amount.last, max(1, count), amount.value)
        )

    def _total_or_each(self, card: DeviceSaid, value: float) -> None:
        """Read "48GB VRAM" of two cards as the sum, of one card as its own."""
        sizes = self.catalog.devices[card.id].memory_options_bytes
        each = value / card.count
        if card.count > 1 and any(abs(size / each - 1) < SAME_SIZE for size in sizes):
            return
        for count in range(2, 17):
            if card.count == 1 and any(abs(size * count / value - 1) < 0.01 for size in sizes):  # noqa: PLR2004
                card.count = count
                return
        card.memory_bytes = card.memory_bytes or value

    def _bare_sizes(self) -> None:
        """Read "M1 max 64" and "strix halo 128": a size without its unit."""
        kinds = (DeviceKind.APPLE, DeviceKind.UNIFIED)
        for device in self.said.devices:
            record = self.catalog.devices.get(device.id)
            at = device.last + 1
            size = text_at(self.tokens, at)
            if record is None or record.kind not in kinds or at not in self.said.numbers_left:
                continue
            if size.isdecimal() and int(size) in _SIZES:
                device.memory_bytes = self.said.ram_bytes = int(size) * GIGA
                self.said.used.add(at)

    def _plain_ram(self) -> None:
        """Read "ram 32" and "64 ram": gigabytes without their unit."""
        for at in self.said.numbers_left:
            text = self.tokens[at].text
            beside = (text_at(self.tokens, at - 1), text_at(self.tokens, at + 1))
            if (
                "ram" in beside
                and text.isdecimal()
                and int(text) in _SIZES
                and at not in self.said.used
            ):
                self._set_ram(int(text) * GIGA)
                self.said.used.add(at)

    def _mac_without_chip(self) -> None:
        """Read "512gb mac studio", "96GB macbook": the memory tells which chip it can be."""
        texts = [t.text for t in self.tokens]
        word = next((w for w in ("studio", "macbook", "mac", "mbp") if w in texts), None)
        if word is None or self._unified_device():
            return
        chips = _STUDIO if word == "studio" else _MACS
        at = texts.index(word)
        for amount in self.said.memories:
            chip = chips.get(round(amount.value / GIGA))
            if chip and abs(amount.first - at) <= 5:  # noqa: PLR2004
                self.said.devices.append(DeviceSaid(chip, at, at, 1, amount.value))
                self.said.guessed_chip = chip
                return
