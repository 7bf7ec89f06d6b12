"""What a repository holds, in as few requests as it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from bot.hub.errors import HubError
from bot.hub.files import GgufFile, gguf_files, names
from bot.hub.link import Reference, reference_in
from catalog.record import record

if TYPE_CHECKING:  # aiohttp takes a third of a second to load
    from bot.hub.fetch import Fetch

HEADER_BYTES: Final = 65_536  # all dimensions come before the tokenizer
USUAL_QUANTS: Final = ("q4_k_m", "q4_k_xl", "ud-q4_k_xl", "q8_0", "mxfp4")
_KEPT: Final = ("id", "sha", "siblings", "gguf", "safetensors", "cardData", "gated")
_NO_HEADER: Final = frozenset({"elsewhere", "gated", "missing"})


@record
class Raw:
    """A repository as the hub tells of it: its card, and a header or a configuration.

    `read` is the file that the dimensions come from, `whole_size` what the server says of it.
    """

    card: dict[str, Any]
    read: str
    header: bytes = b""
    config: dict[str, Any] | None = None
    whole_size: int | None = None

    @property
    def revision(self) -> str:
        """Return the commit."""
        return str(self.card.get("sha", ""))[:40]


async def read_repository(fetch: Fetch, one: Reference, known: Raw | None = None) -> Raw:
    """Return what `one` holds; `known` as it is, where its revision still stands.

    Raises
    ------
    HubError
        If there is no such repository, it is closed, or it holds no language model.
    """
    card = await fetch.json(f"/api/models/{one.path}?blobs=true")
    card = {name: card[name] for name in _KEPT if name in card}
    if known is not None and known.revision and known.revision == card.get("sha"):
        return known
    quant, one = one.quant, _canonical(card) or one
    files = gguf_files(siblings(card))
    if files:
        file = chosen(files, quant)
        try:
            return await _with_header(fetch, one, card, file)
        except HubError as refused:
            if refused.code not in _NO_HEADER:
                raise
            return await _with_config(fetch, one, card, refused)
    return await _with_config(fetch, one, card, HubError("no_model", one.path))


def siblings(card: Mapping[str, Any]) -> list[object]:
    """Return the list of files in the hub's card."""
    found = card.get("siblings")
    return found if isinstance(found, list) else []


def chosen(files: tuple[GgufFile, ...], quant: str | None) -> GgufFile:
    """Return the file of `quant`, else the usual one: all have the same dimensions."""
    by_quant = {file.quant: file for file in files}
    for wanted in (quant, *USUAL_QUANTS):
        if wanted in by_quant:
            return by_quant[wanted]
    return min(files, key=lambda file: file.size_bytes)


async def _with_header(fetch: Fetch, one: Reference, card: dict[str, Any], file: GgufFile) -> Raw:
    path = f"/{one.path}/resolve/{_revision(card)}/{quote(file.path)}"
    got = await fetch.get(path, first_bytes=HEADER_BYTES)
    return Raw(card, file.path, header=got.body, whole_size=got.whole_size)


async def _with_config(
    fetch: Fetch, one: Reference, card: dict[str, Any], otherwise: HubError
) -> Raw:
    """Read `config.json`: its own, or that of the model it was made from."""
    if "config.json" in names(siblings(card)):
        config = await fetch.json(f"/{one.path}/resolve/{_revision(card)}/config.json")
        return Raw(card, f"{one.path}/config.json", config=dict(config))
    base = _base_model(card)
    if base is None or base.id == one.id:
        raise otherwise
    config = await fetch.json(f"/{base.path}/resolve/main/config.json")
    return Raw(card, f"{base.path}/config.json", config=dict(config))


def _revision(card: Mapping[str, Any]) -> str:
    sha = card.get("sha")
    is_sha = isinstance(sha, str) and sha.isascii() and sha.isalnum() and len(sha) <= 64  # noqa: PLR2004
    return sha if is_sha and isinstance(sha, str) else "main"


def _canonical(card: Mapping[str, Any]) -> Reference | None:
    """Return the repository as the hub spells it today: it may have been renamed."""
    name = card.get("id")
    return reference_in(f"https://hf.co/{name}") if isinstance(name, str) else None


def _base_model(card: Mapping[str, Any]) -> Reference | None:
    data = card.get("cardData")
    base = data.get("base_model") if isinstance(data, dict) else None
    if isinstance(base, list):
        base = base[0] if base else None
    return reference_in(f"https://hf.co/{base}") if isinstance(base, str) else None
