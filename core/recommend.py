"""What to run, in which quant, on what: chosen by what fits and how fast it is, never by price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from catalog.records import DeviceKind, Model, Quant
from core.errors import UnknownNameError
from core.estimate import estimate
from core.figures import (
    Estimate,
    Fits,
    HardwareChoice,
    HardwareClass,
    ModelChoice,
    QuantChoice,
)
from core.physics.weights import Weights, is_native_mxfp4
from core.query import DeviceUse, Query
from core.setup import Setup, set_up, weights_of
from core.setup.published import LEAST_FILES, MANY_FILES, is_well_known, published
from core.workload import needed_bytes, place

COMFORTABLE_TOK_S: Final = 20.0  # from here on people call it comfortable (physics, section 7)
LONG_CONTEXT_TOKENS: Final = 32_768
WHOLE: Final = (Fits.YES, Fits.TIGHT)
USUAL_SHARE: Final = 0.65  # of the ceiling that is reached where nothing better is known
HOPEFUL_SHARE: Final = 0.9  # no measured class reaches more; what misses it even so is left out
EACH: Final = 3
TRIED: Final = 5
SAME_SIZE: Final = 0.92
SEES: Final = "-vl-"
SINCE: Final = "2025-01"
GGUF_LADDER: Final = (
    "f16",
    "q8_0",
    "q6_k",
    "q5_k_m",
    "q4_k_m",
    "iq4_xs",
    "q3_k_m",
    "iq3_xxs",
    "iq2_m",
    "iq2_xxs",
)
MLX_LADDER: Final = (
    "bf16",
    "mlx-8bit-gs64",
    "mlx-6bit-gs64",
    "mlx-5bit-gs64",
    "mlx-4bit-gs64",
    "mlx-3bit-gs64",
)
SERVER_LADDER: Final = ("bf16", "fp8-per-block-128", "awq-int4-g128")
CODE_WORDS: Final = ("cod", "devstral", "codestral")


# -- which quant -------------------------------------------------------------------------------


def recommend_quant(query: Query, catalog: Catalog) -> QuantChoice:
    """Return the best quant that fits whole with the context asked, and its neighbours.

    Raises
    ------
    UnknownNameError
        If the query lacks a model or device.
    """
    query = replace(query, quant=None, bits_per_weight=None, file_size_bytes=None)
    setup = set_up(query, catalog)
    ladder = _ladder(setup, catalog)
    room = place(replace(setup, weights=ladder[-1][1])).available_bytes
    needs = [needed_bytes(setup, setup.model, one.stored_bytes) for _, one in ladder]
    fitting = [i for i, needed in enumerate(needs) if needed <= room]
    full = len(ladder) > 1 and ladder[0][0].family == "f16"
    if full and fitting[:2] == [0, 1]:
        fitting = fitting[1:]  # 16 bits cost twice the speed of 8 for nothing one would notice

    def at(index: int) -> Estimate | None:
        if not 0 <= index < len(ladder):
            return None
        return estimate(replace(query, quant=ladder[index][0].id), catalog)

    if not fitting:
        usual = next((i for i, (q, _) in enumerate(ladder) if q.id == "q4_k_m"), len(ladder) - 1)
        return QuantChoice(
            setup.model, None, None, None, part=at(usual), smallest_over_bytes=needs[-1] - room
        )
    best = fitting[0]
    return QuantChoice(setup.model, at(best), at(best - 1), at(best + 1))


def _ladder(setup: Setup, catalog: Catalog) -> list[tuple[Quant, Weights]]:
    """Return the quants worth naming for this engine, largest first, with their weights."""
    names = {"mlx": MLX_LADDER, "vllm": SERVER_LADDER}.get(setup.backend, GGUF_LADDER)
    if is_native_mxfp4(setup.model):
        names = (setup.quant.id,)
    return [
        (catalog.quants[one], weights_of(setup.model, catalog.quants[one], catalog))
        for one in names
    ]


# -- which model -------------------------------------------------------------------------------


def recommend_model(query: Query, catalog: Catalog, use: str = "") -> ModelChoice:
    """Return what runs wholly on the query's hardware at a comfortable speed, largest first.

    `use` is code, chat, long or "". A target speed in the query replaces the comfortable one.

    Raises
    ------
    UnknownNameError
        If the query has no device.
    """
    target = query.target_tok_s or COMFORTABLE_TOK_S
    query = replace(
        query, file_size_bytes=None, bits_per_weight=None, draft_model=None, gpu_layers=None
    )
    if use == "long" and query.context_tokens is None:
        query = replace(query, context_tokens=LONG_CONTEXT_TOKENS)
    candidates = sorted(_candidates(query, catalog, target), key=lambda m: not is_well_known(m))
    if use == "code":
        candidates.sort(key=lambda m: not _is_for_code(m))
    return ModelChoice(
        dense=_tried((m for m in candidates if not m.is_moe), query, catalog, target),
        moe=_tried((m for m in candidates if m.is_moe), query, catalog, target),
        comfortable_tok_s=target,
        use=use,
    )


def _candidates(query: Query, catalog: Catalog, target: float) -> Iterator[Model]:
    """Yield models that fit and could reach the target, largest first, by sums alone."""
    current = current_models(catalog)
    setup = set_up(replace(query, model=current[-1].id), catalog)
    room = place(setup).available_bytes if not _is_open(setup) else _most_bytes(setup)
    speed = min(slot.bandwidth_bytes_per_s for slot in setup.slots)
    quant = query.quant
    for model in current:
        chosen = quant or ("mxfp4" if is_native_mxfp4(model) else setup.quant.id)
        weights = weights_of(model, catalog.quants[chosen], catalog)
        if weights.read_bytes * target > speed * HOPEFUL_SHARE:
            continue
        if query.context_tokens and (model.context_max or query.context_tokens) < (
            query.context_tokens
        ):
            continue
        if needed_bytes(setup, model, weights.stored_bytes) <= room:
            yield model


def _is_open(setup: Setup) -> bool:
    return any(slot.memory_is_open for slot in setup.slots)


def _most_bytes(setup: Setup) -> float:
    """Return what the devices hold in the smallest size they are sold with."""
    smallest = tuple(replace(slot, memory_is_open=False) for slot in setup.slots)
    return place(replace(setup, slots=smallest)).available_bytes


def _tried(
    models: Iterable[Model], query: Query, catalog: Catalog, target: float
) -> tuple[Estimate, ...]:
    """Return the first few of `models` whose estimate fits whole and reaches the target."""
    found: list[Estimate] = []
    for index, model in enumerate(_apart(models, catalog)):
        if len(found) == EACH or index == TRIED:
            break
        one = estimate(replace(query, model=model.id), catalog)
        if one.fits in WHOLE and one.decode.mid >= target:
            found.append(one)
    known = [one for one in found if is_well_known(one.model)]
    return tuple(sorted(known or found, key=lambda one: -one.model.params_total))


def _apart(models: Iterable[Model], catalog: Catalog) -> Iterator[Model]:
    """Yield one of each run of models of about one size: published widely, then the newest."""
    run: list[Model] = []

    def choice(some: list[Model]) -> Model:
        return max(some, key=lambda m: (published(m, catalog) >= MANY_FILES, m.release))

    for model in models:
        if run and not SAME_SIZE < model.params_total / run[0].params_total < 1 / SAME_SIZE:
            yield choice(run)
            run = []
        run.append(model)
    if run:
        yield choice(run)


def _is_for_code(model: Model) -> bool:
    return any(word in model.id for word in CODE_WORDS)


@lru_cache(maxsize=4)
def current_models(catalog: Catalog) -> tuple[Model, ...]:
    """Return the models of today that are published to run locally, largest first.

    Of each shape only the newest, and one that reads pictures only where no other has the shape.
    """
    newest: dict[tuple[int, int, float, bool], Model] = {}
    for model in sorted(catalog.models.values(), key=lambda m: (SEES not in m.id, m.release)):
        if model.release >= SINCE and published(model, catalog) >= LEAST_FILES:
            shape = (model.layers, model.hidden, round(model.params_total, -8), _is_for_code(model))
            newest[shape] = model
    return tuple(sorted(newest.values(), key=lambda m: -m.params_total))


# -- which hardware ----------------------------------------------------------------------------

CLASSES: Final = (
    ("geforce-rtx-3060-12-gb", 1),
    ("geforce-rtx-5060-ti-16-gb", 1),
    ("geforce-rtx-3090", 1),
    ("geforce-rtx-4090", 1),
    ("radeon-rx-7900-xtx", 1),
    ("geforce-rtx-5090", 1),
    ("radeon-ai-pro-r9700", 1),
    ("geforce-rtx-5060-ti-16-gb", 2),
    ("m4-pro", 1),
    ("m4-max", 1),
    ("geforce-rtx-3090", 2),
    ("rtx-6000-ada-generation", 1),
    ("ryzen-ai-max-395-radeon-8060s", 1),
    ("dgx-spark-gb10", 1),
    ("rtx-pro-6000-blackwell", 1),
    ("geforce-rtx-3090", 4),
    ("m3-ultra", 1),
    ("rtx-pro-6000-blackwell", 2),
    ("h200-sxm-141-gb", 1),
    ("rtx-pro-6000-blackwell", 4),
    ("h200-sxm-141-gb", 8),
)
"""Hardware that people build and buy for local models, by class: catalog id and count."""
REACHING, SHORT = 4, 2
SMALL_STEP: Final = 1.6  # a class that lacks more than this is not "just short"


def recommend_hardware(query: Query, catalog: Catalog) -> HardwareChoice:
    """Return the classes of hardware that reach the query's target speed for its model.

    Raises
    ------
    UnknownNameError
        If the query has no model.
    """
    if query.model is None:
        raise UnknownNameError("model", "", ())
    target = query.target_tok_s or COMFORTABLE_TOK_S
    query = replace(
        query, gpu_layers=None, gpu_share=None, cpu_moe_layers=None, backend=None, ram=None
    )
    known = [(one, count) for one, count in CLASSES if one in catalog.devices]
    first = replace(query, devices=(DeviceUse(*known[0]),))
    setup = set_up(first, catalog)
    needed = needed_bytes(setup, setup.model, setup.weights.stored_bytes)
    probe = estimate(first, catalog)
    reads = probe.weights_read_bytes + probe.kv_read_bytes
    near = [one for one in known if _is_near(catalog, *one, needed, reads * target)]
    reaches, short = _sorted_out(query, near, catalog, target)
    return HardwareChoice(
        model=setup.model,
        quant=setup.quant,
        needed_bytes=needed,
        bandwidth_bytes_per_s=reads * target / USUAL_SHARE,
        target_tok_s=target,
        reaches=reaches,
        short=short,
    )


def _sorted_out(
    query: Query, near: list[tuple[str, int]], catalog: Catalog, target: float
) -> tuple[tuple[HardwareClass, ...], tuple[HardwareClass, ...]]:
    """Return the classes that reach the target, least memory first, and those just short."""
    reaches: list[HardwareClass] = []
    short: list[HardwareClass] = []
    for device, count in near:
        if any(one.estimate.placed[0].device.id == device for one in reaches):
            continue  # one of them does it already
        held = _held(replace(query, devices=(DeviceUse(device, count),)), catalog, target)
        (short if held.lacks else reaches).append(held)
        if len(reaches) == REACHING:
            break
    short.sort(key=lambda one: -one.estimate.decode.mid)
    return tuple(sorted(reaches, key=_memory_bytes)), tuple(short[:SHORT])


def _is_near(catalog: Catalog, device: str, count: int, needed: float, wanted: float) -> bool:
    """Return whether a class is worth an estimate: it holds about enough, and is about as fast."""
    record = catalog.devices[device]
    memory = record.memory_options_bytes[-1] * count
    return memory * SMALL_STEP >= needed and record.bandwidth_bytes_per_s * SMALL_STEP >= wanted


def _held(query: Query, catalog: Catalog, target: float) -> HardwareClass:
    one = estimate(query, catalog)
    if one.fits not in WHOLE:
        return HardwareClass(one, "memory")
    return HardwareClass(one, "" if one.decode.mid >= target else "bandwidth")


def _memory_bytes(one: HardwareClass) -> float:
    is_gpu = one.estimate.placed[0].device.kind is DeviceKind.GPU
    return sum(part.memory_bytes * part.count for part in one.estimate.placed) * (
        1.0 if is_gpu else 0.75
    )
