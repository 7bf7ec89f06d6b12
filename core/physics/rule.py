"""The size of a model's weights by rule: each kind of tensor in the type its quant gives it."""

from typing import Final

from catalog.record import record, replace
from catalog.records import Model, Quant
from core.physics.quant_mix import (
    BITS,
    DEFAULT_OUTPUT,
    LARGE_HEADS,
    MIXES,
    SUPER_BLOCK,
    bits_of,
    mixed_bits,
)
from core.physics.recipes import BASE_OF_DYNAMIC, OWN_RECIPES, RECIPES
from core.physics.tensors import Tensors, has_output, tensors_of

BITS_PER_BYTE: Final = 8
HEADER_BYTES_PER_TOKEN: Final = 50.0  # vocabulary and merges in a GGUF header, measured
HALF_BITS: Final = 16.0
EXL_HEAD_BITS: Final = 6.0  # exllamav2/3 default head_bits; embeddings stay in half precision
WITHOUT_IMATRIX: Final = frozenset({"MaziyarPanahi", "QuantFactory", "Qwen", "lmstudio-community"})
STORE_BOTH: Final = frozenset({"Qwen"})  # writes the output head beside a tied embedding
LINEAR_ONLY: Final = frozenset({"awq", "gptq", "compressed-tensors", "fp8", "bnb", "nvfp4"})
DELTA_IN_HALF: Final = frozenset({"awq", "gptq"})  # leave the attention of hybrid models alone


@record
class Parts:
    """Bytes of a model's weights by what a token does with them.

    `lookup` are tables that are looked up, `experts` the routed experts, `mtp` layers that only
    multi-token prediction uses, `header` what is no weight at all, `rest` all that is left.
    """

    embed: float
    output: float
    lookup: float
    experts: float
    rest: float
    mtp: float
    header: float

    @property
    def total(self) -> float:
        """All bytes."""
        weights = self.embed + self.output + self.lookup + self.experts + self.rest
        return weights + self.mtp + self.header


@record
class Widths:
    """Bits per weight by part."""

    embed: float
    output: float
    experts: float
    rest: float


def parts_of(
    model: Model, quant: Quant, *, publisher: str = "", bits_per_weight: float | None = None
) -> Parts | None:
    """Return the bytes of `model` in `quant` by part, or None for a quant without a rule.

    `bits_per_weight` is the stated width of a quant that has no fixed one.
    """
    if publisher in STORE_BOTH and model.tied_embeddings:
        vocabulary = float(model.vocab * model.hidden)
        total = model.params_total + vocabulary
        model = replace(model, tied_embeddings=False, params_total=total)
    tensors = tensors_of(model)
    widths = _widths(model, quant, tensors, publisher, bits_per_weight)
    if widths is None:
        return None
    router = tensors.router * BITS["f32"]
    rest = _rest_params(model, tensors) * widths.rest + router
    mtp = model.params_mtp * (widths.experts if model.is_moe else widths.rest)
    output = tensors.output if has_output(model) else 0.0
    return Parts(
        embed=tensors.embed * widths.embed / BITS_PER_BYTE,
        output=output * widths.output / BITS_PER_BYTE,
        lookup=tensors.lookup * widths.embed / BITS_PER_BYTE,
        experts=tensors.experts * widths.experts / BITS_PER_BYTE,
        rest=rest / BITS_PER_BYTE,
        mtp=mtp / BITS_PER_BYTE,
        header=HEADER_BYTES_PER_TOKEN * model.vocab if quant.format == "gguf" else 0.0,
    )


def is_native_mxfp4(model: Model) -> bool:
    """Return whether the experts are published in MXFP4 and stay so whatever the label says."""
    return model.family.startswith(("gpt-oss", "gptoss"))


def _rest_params(model: Model, tensors: Tensors) -> float:
    counted = tensors.embed + (0.0 if model.tied_embeddings else tensors.output)
    used = counted + tensors.lookup + tensors.experts + tensors.router
    return max(model.params_total - used, 0.0)


def _widths(
    model: Model, quant: Quant, tensors: Tensors, publisher: str, stated: float | None
) -> Widths | None:
    found = _engine_own(model, quant, tensors, stated)
    if quant.format == "gguf":
        found = _gguf(model, quant, tensors, publisher)
    if found is not None and is_native_mxfp4(model):
        return Widths(found.embed, found.output, BITS["mxfp4"], found.rest)
    return found


def _gguf(model: Model, quant: Quant, tensors: Tensors, publisher: str) -> Widths | None:
    """Return the widths of a GGUF file: a mix of llama.cpp's, or a publisher's recipe over one."""
    dynamic = quant.id.startswith("ud-")
    mix = BASE_OF_DYNAMIC.get(quant.id, quant.id.removeprefix("ud-"))
    large = mix in LARGE_HEADS
    mix = LARGE_HEADS.get(mix, mix)
    if mix.startswith("mxfp4"):
        return Widths(BITS["q8_0"], BITS["q8_0"], BITS["mxfp4"], BITS["q8_0"])
    if mix not in MIXES:
        return None
    found = _mixed(mix, model, tensors, large=large, publisher=publisher)
    recipe = RECIPES.get(f"{quant.id}/{recipe_class(model, publisher, dynamic=dynamic)}")
    if recipe is None:
        return found
    heads, experts, rest = recipe
    return Widths(
        found.embed * heads, found.output * heads, found.experts * experts, found.rest * rest
    )


def recipe_class(model: Model, publisher: str, *, dynamic: bool) -> str:
    """Return the class of models for which a publisher departs from llama.cpp's own mix."""
    small = 5e9  # the border of the classes in quants.csv
    if dynamic:
        kind = "moe" if model.is_moe else "hybrid" if model.linear_layers else "dense"
        return "small" if kind == "dense" and model.params_total <= small else kind
    if publisher not in OWN_RECIPES:
        return "none"
    kind = "moe" if model.is_moe else "hybrid" if model.linear_layers else "dense"
    era = "2026" if model.release >= "2026" else "2025" if model.release >= "2025-07" else "old"
    return f"{publisher}-{kind}-{era}"


def _engine_own(
    model: Model, quant: Quant, tensors: Tensors, stated: float | None
) -> Widths | None:
    """Return the widths of formats that are no GGUF."""
    if quant.id == "mxfp4-gpt-oss-native":
        return Widths(HALF_BITS, HALF_BITS, BITS["mxfp4"], HALF_BITS)
    block = stated or quant.block_bits_per_weight
    if not block:
        return None
    if quant.format == "mlx":  # everything linear and the embedding, scales included
        return Widths(block, block, block, block)
    if quant.format.startswith("exl"):
        return Widths(HALF_BITS, EXL_HEAD_BITS, block, block)
    if quant.format not in LINEAR_ONLY:
        return None
    rest = block
    if model.linear_layers and quant.format in DELTA_IN_HALF:
        feed_forward = tensors.gate + tensors.up + tensors.down
        whole = _rest_params(model, tensors)
        rest = (feed_forward * block + (whole - feed_forward) * HALF_BITS) / whole
    return Widths(HALF_BITS, HALF_BITS, block, rest)


def _mixed(mix: str, model: Model, tensors: Tensors, *, large: bool, publisher: str) -> Widths:
    """Return the widths of one of llama.cpp's mixes."""
    embed, output = _heads(mix, model, large=large)
    gqa = model.heads / model.kv_heads
    imatrix = publisher not in WITHOUT_IMATRIX

    def each(kind: str, rows: int) -> float:
        return mixed_bits(mix, kind, model.layers, row_length=rows, gqa=gqa, imatrix=imatrix)

    wide, narrow = model.hidden, model.intermediate or model.hidden
    expert = model.moe_intermediate or narrow
    up = each("up", wide)
    rest = (
        tensors.q * each("q", wide)
        + tensors.k * each("k", wide)
        + tensors.v * each("v", wide)
        + tensors.o * each("o", model.heads * model.head_dim)
        + tensors.qkv * each("qkv", wide)
        + tensors.gate * each("gate", wide)
        + tensors.up * up
        + tensors.down * each("down", expert if model.is_moe else narrow)
        + tensors.other * each("other", wide)
    )
    experts = tensors.experts_up * up + tensors.experts_down * each("down", expert)
    params = _rest_params(model, tensors)
    return Widths(
        embed=embed,
        output=output,
        experts=experts / tensors.experts if tensors.experts else up,
        rest=rest / params if params else up,
    )


def _heads(mix: str, model: Model, *, large: bool) -> tuple[float, float]:
    """Return bits per weight of the token embedding and of the output head."""
    default, rules = MIXES[mix]
    output = rules.get("output", (("all", DEFAULT_OUTPUT),))[0][1]
    embed = rules.get("embed", (("all", default),))[0][1]
    if not has_output(model):
        embed = output
    if large or (model.hidden % SUPER_BLOCK and output in ("q5_k", "q6_k")):
        output = "q8_0"
        embed = output if large or not has_output(model) else embed
    return bits_of(embed, model.hidden), bits_of(output, model.hidden)
