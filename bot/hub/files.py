"""The GGUF files of a repository: which quant each is, and how large with all its shards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bot.hub.link import quant_in
from catalog.record import record

MOST_FILES: Final = 2_000
MOST_FILE_BYTES: Final = 4 * 10**12
_PLAIN: Final = re.compile(r"[\w.()+ -]{1,160}(?:/[\w.()+ -]{1,160}){0,4}", re.ASCII)
_SHARD: Final = re.compile(r"-(\d{5})-of-(\d{5})$", re.ASCII)
_BESIDE: Final = ("mmproj", "imatrix", "draft", "lora", "vocab", "-mtp-", "clip-", "projector")


@record
class GgufFile:
    """One quant's file: the path of its first shard, and the bytes of all."""

    path: str
    quant: str
    size_bytes: int
    shards: int


def gguf_files(siblings: Iterable[object]) -> tuple[GgufFile, ...]:
    """Return the models among the hub's `siblings` (``rfilename``, ``size``).

    Projectors, drafts and the like are left out, and so is what is not whole.
    """
    sets: dict[tuple[str, int], dict[int, tuple[str, int]]] = {}
    for one in list(siblings)[:MOST_FILES]:
        path, size = _named(one)
        if not path.lower().endswith(".gguf") or not _is_model(path) or size <= 0:
            continue
        stem = path[: -len(".gguf")]
        shard = _SHARD.search(stem)
        number, count = (int(shard[1]), int(shard[2])) if shard else (1, 1)
        start = stem[: shard.start()] if shard else stem
        sets.setdefault((start, count), {})[number] = (path, size)
    whole = (_whole(start, count, some) for (start, count), some in sets.items())
    return tuple(one for one in whole if one is not None)


def _whole(start: str, count: int, shards: Mapping[int, tuple[str, int]]) -> GgufFile | None:
    quant = quant_in(start.rpartition("/")[2]) or quant_in(start.replace("/", "-"))
    size = sum(one for _, one in shards.values())
    if quant is None or sorted(shards) != list(range(1, count + 1)) or size > MOST_FILE_BYTES:
        return None
    return GgufFile(shards[1][0], quant, size, count)


def _is_model(path: str) -> bool:
    name = path.lower()
    return not any(one in name for one in _BESIDE)


def weights_bytes(siblings: Iterable[object]) -> int:
    """Return the bytes of all safetensors files."""
    named = (_named(one) for one in list(siblings)[:MOST_FILES])
    return sum(size for path, size in named if path.endswith(".safetensors"))


def names(siblings: Iterable[object]) -> frozenset[str]:
    """Return the paths of all files."""
    return frozenset(_named(one)[0] for one in list(siblings)[:MOST_FILES])


def _named(sibling: object) -> tuple[str, int]:
    """Return path and size of one entry; nothing for one that is not as the hub writes it."""
    if not isinstance(sibling, dict):
        return "", 0
    path, size = sibling.get("rfilename"), sibling.get("size")
    if not isinstance(path, str) or not _PLAIN.fullmatch(path) or ".." in path:
        return "", 0
    is_size = isinstance(size, int) and not isinstance(size, bool)
    return path, size if is_size and isinstance(size, int) else 0
