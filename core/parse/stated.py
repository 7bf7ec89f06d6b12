"""Numbers a person states of hardware or model themselves: they outrank what the catalog says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from catalog.load import Catalog
from core.parse.parsed import Amount, DeviceSaid, Parsed
from core.parse.tokens import Token

SAME_BANDWIDTH: Final = 0.02  # who repeats the data sheet states nothing
MOST_CHANGE: Final = 2.0  # what an overclock or a wrong row could make of it
NEAR: Final = 6  # tokens between a device and its bandwidth
_ELSEWHERE: Final = frozenset(
    "pcie pci nvlink link ssd nvme disk drive network lan ethernet mbw stream bus usb thunderbolt "
    "ddr channel channels kanal read write than".split()
)
_LAYERS: Final = (
    r"\b(\d{1,3}) ?(?:transformer |hidden |decoder )?(?:layers?|blocks|schichten|lop|tang)\b"
    r"|\b(?:num_hidden_layers|block_count|layers) ?[:=] ?(\d{1,3})\b"
)
_KV_HEADS: Final = (
    r"\b(\d{1,3}) ?(?:kv|key[ -]value|gqa)[ _-]?(?:heads?|kopfe?|koepfe?|dau)\b"
    r"|\b(?:kv[ _-]heads?|num_key_value_heads|head_count_kv|n_head_kv) ?[:=]? ?(\d{1,3})\b"
)
_HEAD_DIM: Final = (
    r"\bhead[ _-]?(?:dim|size|dimension)s?(?: of| is| ist| la)? ?[:=]? ?(\d{2,3})\b"
    r"|\bkopf(?:dimension|grosse|dim) ?(?:von |ist |[:=] ?)?(\d{2,3})\b"
    r"|\b(\d{2,3})[ -]?(?:head[ _-]?dim|dims?|kopfdimension|chieu)\b"
    r"|\bkv[ -]heads? (?:of|x|a|je|mit) (\d{2,3})\b"
)
_GIVEAWAYS: Final = ("kv", "head", "kopf", "gqa", "key")


def dimensions(said: Parsed, folded: str) -> None:
    """Take "48 layers, 8 kv heads, 128 dim" for the model's own; layers alone are an offload."""
    if not any(one in folded for one in _GIVEAWAYS):
        return
    kv_heads, head_dim = _number(_KV_HEADS, folded), _number(_HEAD_DIM, folded)
    if kv_heads is None:
        return
    said.kv_heads, said.head_dim = kv_heads, head_dim
    said.layers = _number(_LAYERS, folded) or said.layers


def bandwidths(said: Parsed, tokens: Sequence[Token], catalog: Catalog) -> None:
    """Give each bandwidth that was said to the device it is about."""
    for amount in said.memories:
        if amount.kind != "bandwidth" or _is_elsewhere(amount, tokens):
            continue
        device = _owner(amount, said)
        if device is not None and _differs(device, amount.value, catalog):
            device.bandwidth_bytes_per_s = amount.value


def _owner(amount: Amount, said: Parsed) -> DeviceSaid | None:
    """Return the only device, of several the one right before the bandwidth."""
    if len(said.devices) == 1:
        return said.devices[0]
    before = [one for one in said.devices if 0 < amount.first - one.last <= NEAR]
    return before[-1] if before else None


def _is_elsewhere(amount: Amount, tokens: Sequence[Token]) -> bool:
    near = tokens[max(0, amount.first - 4) : amount.last + 4]
    return any(token.text in _ELSEWHERE for token in near)


def _differs(device: DeviceSaid, bandwidth: float, catalog: Catalog) -> bool:
    known = catalog.devices.get(device.id)
    if known is None:
        return True
    ratio = bandwidth / known.bandwidth_bytes_per_s
    return 1 / MOST_CHANGE <= ratio <= MOST_CHANGE and abs(ratio - 1) > SAME_BANDWIDTH


def _number(pattern: str, text: str) -> int | None:
    """Return the number that `pattern` finds; it is compiled when somebody states one."""
    found = re.search(pattern, text, re.ASCII)
    number = next((int(one) for one in found.groups() if one), 0) if found else 0
    return number or None
