"""From what a repository holds to a catalog with its model in it, and the answer from that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.hub.errors import HubError
from bot.hub.files import GgufFile, gguf_files, weights_bytes
from bot.hub.link import Reference, quant_in
from bot.hub.repository import Raw, chosen, siblings
from catalog.load import Catalog
from catalog.overlay import SPELLED, Overlay
from catalog.record import record, replace
from catalog.records import FileSize, Model, Quant
from core.advisor import Advisor
from core.answer import Answer
from core.gguf import config, model
from core.gguf.header import GgufError, read_header
from core.language.pack import pack
from core.message import Message
from core.physics.weights import class_bits
from core.question import Question

USUAL_QUANT: Final = "q4_k_m"
LEAST_TOTAL, MOST_TOTAL = 0.75, 1.4  # of what the dimensions give; towers and padding lie within
LEAST_SIZE, MOST_SIZE = 0.6, 1.7  # of what the quant's usual bits per weight give
SAME_SIZE: Final = 0.01
_PACKED: Final = frozenset({"I32", "U32", "I8", "U8", "I64", "F4"})
_METHODS: Final = {
    "awq": "awq-int4-g128",
    "gptq": "gptq-int4-g128",
    "fp8": "fp8-per-block-128",
    "mxfp4": "mxfp4-gpt-oss-native",
    "compressed-tensors": "w4a16",
    "bitsandbytes": "bitsandbytes-nf4",
}


@record
class Found:
    """A model that was read from the hub.

    `catalog` knows it beside everything else; `quant` is the id of the one it comes in, where
    that is not the usual; `notes` say where it was read, and what could not be believed.
    """

    reference: Reference
    model: Model
    catalog: Overlay
    files: tuple[FileSize, ...]
    quant: str | None
    notes: tuple[Message, ...]


def found_in(raw: Raw, one: Reference, catalog: Catalog) -> Found:
    """Return the model of a repository.

    Raises
    ------
    HubError
        If what it holds is no language model, or cannot be one.
    """
    try:
        read = _model(raw, one, catalog)
    except GgufError:
        raise HubError("no_model", one.path) from None
    source = f"{one.path}@{raw.revision[:12]}: {raw.read}"
    read = replace(read, hf_id=one.path, source=source)
    files, doubted = _files(raw, one, read, catalog)
    quant = None
    if files and not any(file.quant == USUAL_QUANT for file in files):
        listed = gguf_files(siblings(raw.card))
        quant = _in_catalog(chosen(listed, None).quant, catalog) if listed else files[0].quant
    code = "hub.read.header" if raw.header else "hub.read.config"
    notes = [Message.of(code, repository=one.path)]
    if doubted:
        notes.append(Message.of("hub.sizes", repository=one.path))
    if read.params_mtp:
        notes.append(Message.of("hub.mtp", share=read.params_mtp / read.params_total))
    return Found(one, read, Overlay(catalog, read, files, SPELLED), files, quant, tuple(notes))


def ask(found: Found, question: Question, one: Reference | None) -> Answer:
    """Return the answer to `question`, in which `one` names the model that was found."""
    asked = question
    if one is not None:
        around = question.text[: one.start] + question.text[one.end :]
        quant = one.quant or (None if _names_quant(around) else found.quant)
        known = found.catalog.quants.get(quant or "")
        words = f" {SPELLED} {known.name if known else ''} "
        text = question.text[: one.start] + words + question.text[one.end :]
        asked = replace(question, text=text)
    answer = Advisor(found.catalog).ask(asked)
    return with_notes(replace(answer, question=question.text), found.notes if one else ())


def with_notes(answer: Answer, notes: tuple[Message, ...]) -> Answer:
    """Return `answer` with `notes` said under it."""
    said = tuple(pack(answer.language).say(note) for note in notes)
    return replace(
        answer, notes=(*answer.notes, *said), text="\n".join((answer.text.rstrip("\n"), *said))
    )


def excused(answer: Answer, one: Reference, why: HubError) -> Answer:
    """Return `answer` with the reason why `one` was not read, unless it hardly was a name."""
    if not one.end:
        return answer
    is_guess = not one.linked and why.code in ("missing", "gated")
    return answer if is_guess else with_notes(answer, (why.why,))


def _names_quant(text: str) -> bool:
    return any(quant_in(word.strip("?,.!()")) for word in text.split())


def _model(raw: Raw, one: Reference, catalog: Catalog) -> Model:
    """Return the model; what the card says of its size counts where the dimensions allow it."""
    stated = _stated_total(raw.card)
    try:
        alone = _shaped(raw, one, catalog, None)
    except GgufError:
        return _shaped(raw, one, catalog, stated)
    is_likely = stated and LEAST_TOTAL < stated / alone.params_total < MOST_TOTAL
    return _shaped(raw, one, catalog, stated) if is_likely else alone


def _shaped(raw: Raw, one: Reference, catalog: Catalog, total: float | None) -> Model:
    name = one.name.removesuffix("-GGUF").removesuffix("-gguf")
    more: dict[str, Any] = {"params_total": total, "models": catalog.models}
    if raw.config is not None:
        return config.model_of(raw.config, id_=one.id, name=name, **more)
    return model.model_of(read_header(raw.header), id_=one.id, name=name, **more)


def _stated_total(card: Mapping[str, Any]) -> float | None:
    """Return the parameters that the hub counted; packed weights it cannot count."""
    for name in ("gguf", "safetensors"):
        counted = card.get(name)
        if not isinstance(counted, dict):
            continue
        types = counted.get("parameters")
        if isinstance(types, dict) and not _PACKED.isdisjoint(types):
            continue
        total = counted.get("total")
        if isinstance(total, int) and total > 0:
            return float(total)
    return None


def _files(
    raw: Raw, one: Reference, read: Model, catalog: Catalog
) -> tuple[tuple[FileSize, ...], bool]:
    """Return the sizes that can be true, and whether there were others."""
    listed = gguf_files(siblings(raw.card))
    kept: list[FileSize] = []
    doubted = False
    for file in listed:
        quant = catalog.quants.get(_in_catalog(file.quant, catalog) or "")
        if quant is None:
            continue
        size = _size(file, raw)
        if _can_be(size, read, quant):
            kept.append(FileSize(read.id, quant.id, one.owner, size, 0, read.source))
        else:
            doubted = True
    if (
        not listed
        and (packed := _packed(raw, catalog))
        and (size := weights_bytes(siblings(raw.card)))
    ):
        kept.append(FileSize(read.id, packed, one.owner, size, 0, read.source))
    return tuple(kept), doubted


def _size(file: GgufFile, raw: Raw) -> int:
    """Return the bytes of `file`: what the server sends outranks what the list says."""
    sent = raw.whole_size
    if file.path != raw.read or file.shards > 1 or not sent:
        return file.size_bytes
    return file.size_bytes if abs(file.size_bytes / sent - 1) < SAME_SIZE else sent


def _can_be(size: int, read: Model, quant: Quant) -> bool:
    usual = (read.params_total + read.params_mtp) * (class_bits(read, quant) or 8) / 8
    return LEAST_SIZE < size / usual < MOST_SIZE


def _in_catalog(quant: str, catalog: Catalog) -> str | None:
    """Return the catalog's id of a quant in a file name."""
    return next((one for one in (quant, f"ud-{quant}") if one in catalog.quants), None)


def _packed(raw: Raw, catalog: Catalog) -> str | None:
    """Return the quant that the weights of a repository without GGUF files come in."""
    said = (raw.config or {}).get("quantization_config") or (raw.config or {}).get("quantization")
    if not isinstance(said, dict):
        return "bf16"
    method = said.get("quant_method")
    if isinstance(method, str):
        return _METHODS.get(method)
    quant = f"mlx-{said.get('bits')}bit-gs{said.get('group_size')}"
    return quant if quant in catalog.quants else None
