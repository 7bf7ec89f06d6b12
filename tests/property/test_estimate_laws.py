"""Laws of the estimate, over configurations that nobody picked by hand."""

from dataclasses import is_dataclass
from math import isfinite
from typing import Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from catalog.load import load_catalog
from catalog.record import replace
from core.estimate import estimate
from core.figures import Estimate, Fits
from core.interval import Interval
from core.query import DeviceUse, Query, Ram

CATALOG: Final = load_catalog()
GB: Final = 10**9
MODELS: Final = sorted(CATALOG.models)
CARDS: Final = sorted(one.id for one in CATALOG.devices.values() if one.kind == "gpu")
DEVICES: Final = sorted(CATALOG.devices)
LADDER: Final = ("f16", "q8_0", "q6_k", "q5_k_m", "q4_k_m", "q3_k_m", "iq3_xxs", "iq2_xxs")
PADDED: Final = ("nemotron-nano-9b-v2",)
"""Rows that are no multiple of 256 fall back to wider types: low quants hardly shrink."""
CONTEXTS: Final = st.integers(0, 200_000)
SLACK: Final = 1 + 1e-9

models = st.sampled_from(MODELS)
cards = st.sampled_from(CARDS)
devices = st.sampled_from(DEVICES)
quants = st.sampled_from(LADDER)
quick = settings(max_examples=120, deadline=None)


def of(model: str, device: str, **said) -> Estimate:
    plenty = Ram(1_500 * GB, "ddr5", 5_600, 2)
    base = Query(model=model, quant="q4_k_m", devices=(DeviceUse(device),), ram=plenty)
    return estimate(replace(base, **said), CATALOG)


def is_sound(found: Estimate) -> bool:
    """Return whether every number is finite, ordered and below its ceiling."""
    numbers = [
        *found.decode,
        *found.prefill,
        found.ceiling_tok_s,
        found.ceiling_at_context_tok_s,
        *(getattr(found.memory, name) for name in ("needed_bytes", "available_bytes", "kv_bytes")),
    ]
    return (
        all(isfinite(number) and number >= 0 for number in numbers)
        and 0 < found.decode.low <= found.decode.mid <= found.decode.high
        and found.prefill.low <= found.prefill.mid <= found.prefill.high
        and found.decode.high <= found.ceiling_at_context_tok_s * SLACK
        and found.ceiling_at_context_tok_s <= found.ceiling_tok_s * SLACK
    )


@given(models, devices, quants, CONTEXTS)
@quick
def test_every_estimate_is_sound(model: str, device: str, quant: str, context: int) -> None:
    assert is_sound(of(model, device, quant=quant, context_tokens=context))


@given(models, cards, CONTEXTS, CONTEXTS)
@quick
def test_more_context_never_needs_less_memory_and_never_decodes_faster(
    model: str, card: str, one: int, other: int
) -> None:
    near, deep = (of(model, card, context_tokens=n) for n in sorted((one, other)))
    assert near.memory.needed_bytes <= deep.memory.needed_bytes
    assert deep.ceiling_at_context_tok_s <= near.ceiling_at_context_tok_s * SLACK
    if (near.offload is None) == (deep.offload is None) or deep.offload:
        assert deep.decode.mid <= near.decode.mid * SLACK


@given(models, cards, st.integers(0, len(LADDER) - 2), CONTEXTS)
@quick
def test_fewer_bits_never_read_or_store_more_bytes(
    model: str, card: str, step: int, context: int
) -> None:
    more, fewer = (
        of(model, card, quant=LADDER[i], context_tokens=context) for i in (step, step + 1)
    )
    assume("gpt-oss" not in model and model not in PADDED)
    assert fewer.weights_read_bytes <= more.weights_read_bytes * 1.02
    assert fewer.memory.weights_bytes <= more.memory.weights_bytes * 1.02


@given(models, st.floats(50, 4_000), st.floats(1.05, 4), CONTEXTS)
@quick
def test_more_bandwidth_is_never_slower(
    model: str, gb_per_s: float, times: float, context: int
) -> None:
    slow, fast = (
        of(
            model,
            "",
            context_tokens=context,
            devices=(DeviceUse("", 1, 24 * GB, rate * 1e9),),
        )
        for rate in (gb_per_s, gb_per_s * times)
    )
    assert slow.decode.mid <= fast.decode.mid * SLACK
    assert slow.ceiling_tok_s < fast.ceiling_tok_s


@given(models, cards, st.integers(1, 6), CONTEXTS)
@quick
def test_a_further_device_never_shrinks_what_fits(
    model: str, card: str, count: int, context: int
) -> None:
    fewer, more = (
        of(model, card, context_tokens=context, devices=(DeviceUse(card, n),))
        for n in (count, count + 1)
    )
    assert fewer.memory.available_bytes <= more.memory.available_bytes
    assert fewer.max_context_tokens <= more.max_context_tokens
    if fewer.fits in (Fits.YES, Fits.TIGHT):
        assert more.fits in (Fits.YES, Fits.TIGHT)


@given(models, cards, st.integers(1, 4), CONTEXTS)
@quick
def test_a_layer_split_is_never_faster_than_one_card_that_holds_it(
    model: str, card: str, count: int, context: int
) -> None:
    one = of(model, card, context_tokens=context)
    assume(one.fits in (Fits.YES, Fits.TIGHT))
    many = of(model, card, context_tokens=context, devices=(DeviceUse(card, count),))
    assert many.decode.mid <= one.decode.mid * 1.05


@given(models, cards, st.integers(0, 200), st.integers(0, 200))
@quick
def test_more_layers_on_the_card_never_hurt(model: str, card: str, one: int, other: int) -> None:
    assume(CATALOG.devices[card].bandwidth_bytes_per_s > 2 * 89.6e9)
    few, many = (of(model, card, context_tokens=1_024, gpu_layers=n) for n in sorted((one, other)))
    assume(many.offload is None or many.offload.kind == "layers")
    assert few.decode.mid <= many.decode.mid * SLACK


@given(models, cards, st.integers(1, 64), st.integers(1, 64))
@quick
def test_more_users_get_less_each(model: str, card: str, one: int, other: int) -> None:
    few, many = (of(model, card, context_tokens=2_048, users=n + 1) for n in sorted((one, other)))
    assert few.throughput is not None
    assert many.throughput is not None
    assert many.throughput.per_user.mid <= few.throughput.per_user.mid * SLACK
    assert many.throughput.per_user.high <= many.ceiling_tok_s * SLACK


@given(models, models, st.one_of(st.none(), st.integers(1, 16)))
@quick
def test_a_draft_is_ordered_by_how_predictable_the_work_is(
    model: str, draft: str, tokens: int | None
) -> None:
    found = of(model, "geforce-rtx-4090", draft_model=draft, draft_tokens=tokens).speculation
    assert found is not None
    assert found.high_temperature.mid <= found.chat.mid <= found.greedy.mid
    same = CATALOG.models[model].tokenizer_family == CATALOG.models[draft].tokenizer_family
    assert (found.refused is None) <= same


@given(models, devices)
@quick
def test_an_estimate_is_the_same_each_time_and_cannot_be_changed(model: str, device: str) -> None:
    once, twice = of(model, device), of(model, device)
    assert once == twice
    assert is_dataclass(once) or hasattr(once, "__slots__")
    with pytest.raises(AttributeError):
        once.decode = Interval(1, 2, 3)  # type: ignore[misc]


SIZES: Final = (8, 12, 16, 24, 32, 48, 64, 96, 128)


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_catalog_is_sound_on_every_size_at_every_depth(size: int) -> None:
    card = (DeviceUse("", memory_bytes=size * GB),)
    for model in MODELS:
        base = Query(model=model, quant="q4_k_m", devices=card)
        most = CATALOG.models[model].context_max or 131_072
        needed = 0.0
        for context in sorted((0, 8_192, 65_536, most)):
            found = estimate(replace(base, context_tokens=context), CATALOG)
            assert is_sound(found), (model, size, context)
            assert found.memory.needed_bytes >= needed
            needed = found.memory.needed_bytes
