"""How many bytes a model's weights take, and how many of them one token reads."""

from typing import Final, Protocol

from catalog.record import record
from catalog.records import FileSize, Model, Quant
from core.physics.rule import BITS_PER_BYTE, Parts, is_native_mxfp4, parts_of

__all__ = ["FileSizes", "Weights", "class_bits", "is_native_mxfp4", "likeliest_file", "weigh"]

SMALL_PARAMS: Final = 5e9  # below it embeddings weigh more; the class border of quants.csv
PREFERRED: Final = ("ggml-org", "bartowski", "lmstudio-community", "unsloth", "Qwen")
DYNAMIC_PUBLISHER: Final = "unsloth"  # who makes the UD files


class FileSizes(Protocol):
    """Where real file sizes are looked up."""

    def sizes(self, model: str, quant: str) -> tuple[FileSize, ...]:
        """Return the published files of `model` in `quant`."""


@record
class Weights:
    """Bytes of a model's weights.

    `read_bytes` is all that one token reads, the chosen experts included; `expert_*` are the
    experts' part of both. `embedding_bytes` and `output_bytes` are the two vocabulary tables
    (one table where they are tied). `basis` is stated, file, rule or class.
    """

    stored_bytes: float
    read_bytes: float
    expert_stored_bytes: float
    expert_read_bytes: float
    embedding_bytes: float
    output_bytes: float
    basis: str


def weigh(
    model: Model,
    quant: Quant,
    *,
    files: FileSizes,
    file_size_bytes: float | None = None,
    bits_per_weight: float | None = None,
) -> Weights:
    """Return the weights of `model` in `quant`.

    Size: the stated file → a published file → the rule of the quantization mix → class bits per
    weight × parameters. The parts come from the rule, scaled to the size. A token reads all but
    the experts that were not chosen, tables that are looked up (an input embedding beside an
    output head, per-layer embeddings) and layers that only multi-token prediction uses.
    """
    ruled = parts_of(model, quant, bits_per_weight=bits_per_weight)
    parts = ruled or _plain_parts(model, quant)
    size, basis = parts.total, "rule" if ruled is not None else "class"
    if file_size_bytes is not None:
        size, basis = float(file_size_bytes), "stated"
    elif bits_per_weight is None and (published := files.sizes(model.id, quant.id)):
        size, basis = _within(parts.total, likeliest_file(quant, published)), "file"
    return _read(model, parts, size=size, basis=basis)


def likeliest_file(quant: Quant, published: tuple[FileSize, ...]) -> FileSize:
    """Return the file a person most likely has: the median of the likeliest publisher's."""
    preferred = (DYNAMIC_PUBLISHER,) if quant.id.startswith("ud-") else PREFERRED
    for publisher in preferred:
        if own := [one for one in published if one.publisher == publisher]:
            return _median_file(own)
    return _median_file(list(published))


def class_bits(model: Model, quant: Quant) -> float:
    """Return the median bits per weight of published files of this class of model."""
    if model.is_moe:
        return quant.bits_per_weight_moe
    if model.params_total <= SMALL_PARAMS:
        return quant.bits_per_weight_small
    return quant.bits_per_weight_dense


def _median_file(some: list[FileSize]) -> FileSize:
    middle = sorted(one.size_bytes for one in some)[(len(some) - 1) // 2]
    return next(one for one in some if one.size_bytes == middle)


def _within(ruled: float, file: FileSize) -> float:
    """Return the rule's size where the file's rounding leaves room for it, else the file's.

    Most sizes were published rounded to 0.1 GiB: 5 % of a 1 GB file, while the rule errs by 0.1 %.
    """
    return min(max(ruled, file.size_bytes - file.precision_bytes), _most(file))


def _most(file: FileSize) -> float:
    return float(file.size_bytes + file.precision_bytes)


def _plain_parts(model: Model, quant: Quant) -> Parts:
    """Return the parts of a model whose every tensor has the class's bits per weight."""
    bits = class_bits(model, quant) or quant.block_bits_per_weight
    sixteen = _half_parts(model)
    share = bits / BITS_PER_BYTE / 2
    return Parts(
        embed=sixteen.embed * share,
        output=sixteen.output * share,
        lookup=sixteen.lookup * share,
        experts=sixteen.experts * share,
        rest=sixteen.rest * share,
        mtp=sixteen.mtp * share,
        header=0.0,
    )


def _half_parts(model: Model) -> Parts:
    """Return the parts of `model` at 16 bits a weight."""
    half = Quant("f16", "F16", "gguf", "f16", False, 16, 16, 16, 16, (), "", "", "")
    parts = parts_of(model, half)
    if parts is None:  # pragma: no cover  (F16 is in the table of mixes)
        raise AssertionError(model.id)
    return parts


def _read(model: Model, parts: Parts, *, size: float, basis: str) -> Weights:
    """Return the weights of `size` bytes shared out as `parts` are."""
    scale = max(size - parts.header, 0.0) / (parts.total - parts.header)
    share = (model.experts_active or 0) / (model.experts_total or 1) if model.is_moe else 0.0
    expert_read = parts.experts * share
    tied = parts.output == 0.0
    read = parts.rest + expert_read + (parts.embed if tied else parts.output)
    return Weights(
        stored_bytes=size,
        read_bytes=read * scale,
        expert_stored_bytes=parts.experts * scale,
        expert_read_bytes=expert_read * scale,
        embedding_bytes=(parts.embed + parts.lookup) * scale,
        output_bytes=(parts.embed if tied else parts.output) * scale,
        basis=basis,
    )
