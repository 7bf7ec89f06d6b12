"""A model file on this machine: its header tells everything, its size is its own."""

from __future__ import annotations

import mmap
import re
from pathlib import Path
from typing import Final

from bot.hub.found import Found
from bot.hub.link import Reference, quant_in
from catalog.load import Catalog
from catalog.names import slug
from catalog.overlay import SPELLED, Overlay
from catalog.record import replace
from catalog.records import FileSize
from core.gguf.header import CUT, GgufError, read_header
from core.gguf.model import model_of, quant_of
from core.message import Message

NAME_CHARS: Final = 48
_SHARD: Final = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$", re.ASCII)


def local_file(path: str, catalog: Catalog) -> Found:
    """Return the model in the GGUF file at `path`; of a split one with all its parts.

    Raises
    ------
    OSError
        If it cannot be opened.
    GgufError
        If it is no GGUF file of a language model.
    """
    parts = _parts(Path(path))
    first, size = parts[0], sum(one.stat().st_size for one in parts)
    if first.stat().st_size == 0:
        raise GgufError(CUT)
    with first.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        view = memoryview(data)
        try:
            header = read_header(view)
        finally:
            view.release()
    stem = _SHARD.sub("", first.name).removesuffix(".gguf")
    read = model_of(header, id_=f"file/{slug(stem)[:NAME_CHARS]}", models=catalog.models)
    read = replace(read, source=f"the header of {first.name[:NAME_CHARS]}")
    named = quant_in(first.name) or quant_of(header)
    quant = named if named in catalog.quants else None
    files = (FileSize(read.id, quant, "", size, 0, read.source),) if quant else ()
    notes = [Message.of("hub.read.file", repository=stem[:NAME_CHARS])]
    if read.params_mtp:
        notes.append(Message.of("hub.mtp", share=read.params_mtp / read.params_total))
    return Found(
        Reference("file", stem[:NAME_CHARS], quant),
        read,
        Overlay(catalog, read, files, SPELLED),
        files,
        quant,
        tuple(notes),
    )


def _parts(path: Path) -> list[Path]:
    """Return the file, or all parts of the split file that it is one of.

    Raises
    ------
    GgufError
        If a part is missing.
    """
    found = _SHARD.search(path.name)
    if found is None:
        return [path]
    count = int(found[2])
    start = path.name[: found.start()]
    parts = [path.with_name(f"{start}-{i + 1:05}-of-{count:05}.gguf") for i in range(count)]
    missing = next((one.name for one in parts if not one.is_file()), None)
    if missing or not parts:
        raise GgufError(f"a part of the file is missing: {missing}")
    return parts
