"""What is recommended: quants, models and hardware that fit and are fast enough."""

import pytest

from catalog.load import load_catalog
from core.compare import compare
from core.errors import UnknownNameError
from core.estimate import estimate
from core.figures import Comparison, Fits
from core.query import DeviceUse, Query
from core.recommend import recommend_hardware, recommend_model, recommend_quant

CATALOG = load_catalog()
GB = 10**9
WHOLE = (Fits.YES, Fits.TIGHT)
RTX_4090 = (DeviceUse("geforce-rtx-4090"),)


def query(model: str | None, device: str = "geforce-rtx-4090", **said) -> Query:
    count = said.pop("count", 1)
    return Query(model=model, devices=(DeviceUse(device, count),), **said)


def test_the_best_quant_fits_and_the_next_above_takes_more() -> None:
    found = recommend_quant(query("qwen3-32b", context_tokens=8_192), CATALOG)
    assert found.best is not None
    assert found.above is not None
    assert found.below is not None
    assert found.best.fits in WHOLE
    needs = [one.memory.needed_bytes for one in (found.below, found.best, found.above)]
    assert needs == sorted(needs)
    assert needs[2] > found.best.memory.available_bytes
    assert found.below.decode.mid >= 0.9 * found.best.decode.mid


def test_sixteen_bits_are_not_recommended_where_eight_fit() -> None:
    found = recommend_quant(query("llama-3.1-8b"), CATALOG)
    assert found.best is not None
    assert found.above is not None
    assert (found.best.quant.id, found.above.quant.id) == ("q8_0", "f16")


def test_more_context_never_allows_more_bits() -> None:
    sizes = []
    for context in (4_096, 16_384, 32_768):
        found = recommend_quant(query("qwen3-32b", context_tokens=context), CATALOG)
        assert found.best is not None
        sizes.append(found.best.memory.weights_bytes)
    assert sizes == sorted(sizes, reverse=True)


def test_where_no_quant_fits_it_says_by_how_much() -> None:
    found = recommend_quant(query("llama-3.3-70b", "geforce-rtx-3060-12-gb"), CATALOG)
    assert found.best is None
    assert found.part is not None
    assert found.part.fits is Fits.OFFLOAD
    assert found.smallest_over_bytes > 5 * GB


def test_gpt_oss_has_one_quant_and_macs_have_their_own() -> None:
    only = recommend_quant(query("gpt-oss-20b"), CATALOG)
    assert only.best is not None
    assert (only.best.quant.id, only.above, only.below) == ("mxfp4", None, None)
    mac = recommend_quant(query("qwen3-32b", "m4-max", backend="mlx"), CATALOG)
    assert mac.best is not None
    assert mac.best.quant.id.startswith("mlx-")


@pytest.mark.parametrize("device", ["geforce-rtx-4090", "geforce-rtx-3060-12-gb", "m4-max", "m1"])
@pytest.mark.parametrize("use", ["", "code", "chat", "long"])
def test_recommended_models_fit_whole_and_are_comfortable_largest_first(
    device: str, use: str
) -> None:
    found = recommend_model(query(None, device), CATALOG, use)
    assert found.moe or found.dense
    for some in (found.dense, found.moe):
        assert all(one.fits in WHOLE for one in some)
        assert all(one.decode.mid >= found.comfortable_tok_s for one in some)
        sizes = [one.model.params_total for one in some]
        assert sizes == sorted(sizes, reverse=True)
    assert not any(one.model.is_moe for one in found.dense)
    assert all(one.model.is_moe for one in found.moe)


def test_code_and_long_context_change_what_is_recommended() -> None:
    code = recommend_model(query(None), CATALOG, "code")
    assert any("cod" in one.model.id or "devstral" in one.model.id for one in code.dense)
    long = recommend_model(query(None), CATALOG, "long")
    assert all((one.query.context_tokens or 0) >= 32_768 for one in long.dense + long.moe)


def test_a_target_speed_is_kept() -> None:
    found = recommend_model(query(None, target_tok_s=60), CATALOG)
    assert all(one.decode.mid >= 60 for one in found.dense + found.moe)


def test_recommended_hardware_reaches_the_target_and_the_rest_says_what_it_lacks() -> None:
    found = recommend_hardware(Query(model="llama-3.3-70b", target_tok_s=15), CATALOG)
    assert found.reaches
    for one in found.reaches:
        assert one.estimate.fits in WHOLE
        assert one.estimate.decode.mid >= 15
    for one in found.short:
        assert one.lacks in ("memory", "bandwidth")
        assert (one.lacks == "memory") == (one.estimate.fits not in WHOLE)
    assert found.needed_bytes > 42 * GB
    assert found.bandwidth_bytes_per_s > 15 * 42 * GB


def test_no_hardware_stands_there_twice() -> None:
    for model in ("qwen3-8b", "gpt-oss-120b", "qwen3-235b-a22b"):
        found = recommend_hardware(Query(model=model), CATALOG)
        names = [one.estimate.placed[0].device.id for one in found.reaches]
        assert len(names) == len(set(names))


def test_what_is_missing_is_asked_for() -> None:
    with pytest.raises(UnknownNameError):
        recommend_hardware(Query(), CATALOG)
    with pytest.raises(UnknownNameError):
        recommend_model(Query(), CATALOG)
    with pytest.raises(UnknownNameError):
        recommend_quant(Query(model="qwen3-32b"), CATALOG)


def compared(*queries: Query) -> Comparison:
    return compare(tuple(estimate(one, CATALOG) for one in queries))


def test_more_bandwidth_wins_by_its_ratio() -> None:
    found = compared(query("llama-3.1-8b", "geforce-rtx-3060-12-gb"), query("llama-3.1-8b"))
    assert (found.winner, found.loser) == (1, 0)
    assert found.reason == "bandwidth"
    assert (found.winner_value, found.loser_value) == pytest.approx((1_008e9, 360e9))
    assert 1.8 < found.ratio < 2.9


def test_fewer_bytes_win_on_the_same_card() -> None:
    found = compared(query("llama-3.1-8b", quant="f16"), query("llama-3.1-8b", quant="q4_k_m"))
    assert found.reason == "bytes"
    assert found.winner_value < found.loser_value


def test_the_one_that_holds_it_wins_by_that() -> None:
    found = compared(query("qwen3-32b", "geforce-rtx-3060-12-gb"), query("qwen3-32b"))
    assert found.reason == "fits"
    assert found.loser_value > 0


def test_the_same_twice_is_even() -> None:
    found = compared(query("llama-3.1-8b"), query("llama-3.1-8b"))
    assert found.is_even
    assert found.ratio == 1.0


def test_a_second_card_by_layers_is_no_faster() -> None:
    found = compared(query("llama-3.1-8b"), query("llama-3.1-8b", count=2))
    assert found.reason == "cards"
    assert found.winner == 0
