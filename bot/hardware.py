"""A rig and a setup, from words and back."""

from typing import Final

from catalog.load import Catalog
from core.compose.names import devices_name, model_name, quant_name
from core.language.pack import pack
from core.query import Query, Ram
from core.question import Question, Rig
from core.resolve import read

ANY_MODEL: Final = "qwen3 8b on "
"""Makes a question of hardware alone, which would ask for nothing."""


def read_rig(words: str, catalog: Catalog) -> Rig | None:
    """Return the hardware named in `words`, None where there is none.

    Raises
    ------
    QuestionTooLongError
        If there are too many of them.
    """
    sides = read(Question.of(f"{ANY_MODEL}{words}"), catalog).sides
    if not sides:
        return None
    said = sides[0].query
    rig = Rig(said.devices, said.ram)
    return rig if rig.devices or rig.ram else None


def rig_text(rig: Rig, catalog: Catalog, language: str) -> str:
    """Return "2× GeForce RTX 3090 + 64 GB DDR4-3200" of `rig`."""
    devices = devices_name(Query(devices=rig.devices), catalog, pack(language))
    return " + ".join(part for part in (devices, _ram_text(rig.ram, language)) if part)


def setup_text(key: str, catalog: Catalog, language: str) -> str:
    """Return "Qwen3 32B · Q4_K_M · GeForce RTX 4090" of the query behind `key`."""
    query, words = Query.from_key(key), pack(language)
    parts = (
        model_name(query.model, catalog, words),
        quant_name(query, catalog, words),
        devices_name(query, catalog, words),
    )
    return " · ".join(part for part in parts if part)


def _ram_text(ram: Ram | None, language: str) -> str:
    if ram is None:
        return ""
    size = pack(language).number("gb", float(ram.size_bytes)) if ram.size_bytes else ""
    kind = (ram.type or "").upper()
    if ram.mt_per_s:
        kind = f"{kind}-{ram.mt_per_s}" if kind else f"{ram.mt_per_s} MT/s"
    return " ".join(part for part in (size, kind or "RAM") if part)
