"""How many bytes a model's weights take, and how many of them one token reads."""

import statistics
from dataclasses import dataclass
from typing import Final, Protocol

from catalog.records import FileSize, Model, Quant

BITS_PER_BYTE: Final = 8
MXFP4_BITS: Final = 4.25  # 32 values of 4 bits and one shared exponent byte (OCP MX v1.0)
SMALL_PARAMS: Final = 5e9  # below it embeddings weigh more; the class border of quants.csv
PREFERRED: Final = ("ggml-org", "bartowski", "unsloth", "lmstudio-community", "Qwen")


class FileSizes(Protocol):
    """Where real file sizes are looked up."""

    def sizes(self, model: str, quant: str) -> tuple[FileSize, ...]:
        """Return the published files of `model` in `quant`."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Bytes of a model's weights.

    `read_bytes` is all that one token reads, the chosen experts included; `expert_*` are the
    experts' part of both. `basis` is stated, file, rule or class.
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

    Size: the stated file → a published file → class bits per weight × parameters. The dense part
    and the experts share the size by their parameters; an embedding that is not tied to the output
    is looked up, not read.
    """
    stored, basis = _stored(model, quant, files, file_size_bytes, bits_per_weight)
    experts = expert_params(model)
    bits = stored * BITS_PER_BYTE / model.params_total
    expert_stored = experts * (MXFP4_BITS if is_native_mxfp4(model) else bits) / BITS_PER_BYTE
    expert_stored = min(expert_stored, stored)
    share = (model.experts_active or 0) / (model.experts_total or 1)
    expert_read = expert_stored * share
    dense_params = model.params_total - experts
    looked_up = min(
        max(model.params_total - experts * (1 - share) - model.params_active, 0.0), dense_params
    )
    dense_stored = stored - expert_stored
    embedding = model.vocab * model.hidden * bits / BITS_PER_BYTE
    dense_read = dense_stored * (1 - looked_up / dense_params) if dense_params else 0.0
    return Weights(
        stored_bytes=stored,
        read_bytes=dense_read + expert_read,
        expert_stored_bytes=expert_stored,
        expert_read_bytes=expert_read,
        embedding_bytes=embedding,
        output_bytes=embedding,
        basis=basis,
    )


def expert_params(model: Model) -> float:
    """Return the parameters that stand in routed experts: gate, up and down of every expert."""
    if not model.is_moe or not model.moe_intermediate:
        return 0.0
    layers = model.layers - (model.dense_lead_layers or 0)
    each = 3 * model.hidden * model.moe_intermediate
    return min(float(layers * (model.experts_total or 0) * each), model.params_total * 0.99)


def is_native_mxfp4(model: Model) -> bool:
    """Return whether the experts are published in MXFP4 and stay so whatever the label says."""
    return model.family.startswith(("gpt-oss", "gptoss"))


def _stored(
    model: Model,
    quant: Quant,
    files: FileSizes,
    file_size_bytes: float | None,
    bits_per_weight: float | None,
) -> tuple[float, str]:
    if file_size_bytes is not None:
        return float(file_size_bytes), "stated"
    if bits_per_weight is not None:
        return model.params_total * bits_per_weight / BITS_PER_BYTE, "class"
    if published := files.sizes(model.id, quant.id):
        return _likeliest(published), "file"
    if is_native_mxfp4(model):
        native = [s for q in ("mxfp4", "q4_k_m", "f16") for s in files.sizes(model.id, q)]
        if native:
            return _likeliest(tuple(native)), "file"
    return model.params_total * class_bits(model, quant) / BITS_PER_BYTE, "class"


def _likeliest(published: tuple[FileSize, ...]) -> float:
    for publisher in PREFERRED:
        sizes = [one.size_bytes for one in published if one.publisher == publisher]
        if sizes:
            return float(statistics.median(sizes))
    return float(statistics.median(one.size_bytes for one in published))


def class_bits(model: Model, quant: Quant) -> float:
    """Return the median bits per weight of published files of this class of model."""
    if model.is_moe:
        return quant.bits_per_weight_moe
    if model.params_total <= SMALL_PARAMS:
        return quant.bits_per_weight_small
    return quant.bits_per_weight_dense
