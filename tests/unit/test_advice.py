"""What is advised: ways across the cliff that hold, in the order of what they cost."""

import pytest

from catalog.load import load_catalog
from core.advise import advise
from core.estimate import estimate
from core.figures import Advice, Fits
from core.language.pack import pack
from core.query import CustomModel, DeviceUse, Query, Ram

CATALOG = load_catalog()
GB = 10**9
RTX_4090 = DeviceUse("geforce-rtx-4090")


def advice(model: str | CustomModel, *devices: DeviceUse, **said) -> dict[str, Advice]:
    said.setdefault("quant", "q4_k_m")
    query = Query(model=model, devices=devices or (RTX_4090,), **said)
    return {one.code: one for one in advise(estimate(query, CATALOG), CATALOG)}


def test_nothing_is_advised_where_all_is_well() -> None:
    assert advice("llama-3.1-8b") == {}


def test_32b_at_64k_is_led_across_the_cliff_and_every_way_holds() -> None:
    ways = advice("qwen3-32b", context_tokens=65_536)
    assert list(ways) == ["lower_quant_and_kv", "shorter_context", "moe_model", "second_card"]
    for one in ways.values():
        assert one.query is not None
        assert one.query.key is not None
        again = estimate(one.query, CATALOG)
        assert again.fits in (Fits.YES, Fits.TIGHT)
        assert one.estimate is not None
        assert one.estimate.decode == again.decode
        assert again.decode.mid > 10


def test_a_smaller_cache_comes_first_where_it_is_enough() -> None:
    assert next(iter(advice("llama-3-8b", context_tokens=200_000))) == "kv_quant"


def test_8b_f16_on_8_gb_is_told_of_the_step_that_fits_and_of_q4() -> None:
    ways = advice("llama-3.1-8b", DeviceUse("geforce-rtx-3070"), quant="f16")
    assert next(iter(ways)) == "lower_quant"
    assert "Q4_K_M" in pack("en").say(ways["usual_quant"].text)


def test_a_step_down_stops_where_it_hurts_too_much() -> None:
    assert "lower_quant" not in advice("qwen3-30b-a3b", DeviceUse("geforce-rtx-3060-12-gb"))


def test_an_offload_by_setting_is_undone_and_nothing_else() -> None:
    assert list(advice("llama-3.1-8b", gpu_layers=20)) == ["all_on_gpu"]


def test_whole_layers_of_a_mixture_give_way_to_experts() -> None:
    ways = advice("qwen3-30b-a3b", DeviceUse("geforce-rtx-3060-12-gb"), engine="Ollama")
    assert "experts_to_ram" in ways


def test_a_slow_dense_model_on_unified_memory_is_told_of_a_mixture() -> None:
    strix = DeviceUse("ryzen-ai-max-395-radeon-8060s", memory_bytes=128 * GB)
    ways = advice("llama-3.3-70b", strix)
    assert ways["moe_model"].estimate is not None
    assert ways["moe_model"].estimate.decode.mid > 20


def test_full_precision_that_fits_but_crawls_is_told_of_the_usual_quant() -> None:
    mac = DeviceUse("m4-pro", memory_bytes=64 * GB)
    assert "usual_quant" in advice("qwen3-14b", mac, quant="f16")


def test_two_cards_in_turn_are_told_to_work_together() -> None:
    assert "tensor_split" in advice("llama-3.3-70b", DeviceUse("tesla-p40", 2))


def test_what_is_far_too_big_gets_something_that_runs() -> None:
    ways = advice("deepseek-r1-0528", ram=Ram(64 * GB, "ddr5", 5_600, 2))
    assert ways["smaller_model"].estimate is not None
    assert ways["smaller_model"].estimate.fits is not Fits.NO


def test_a_laptop_gets_no_second_card() -> None:
    assert "second_card" not in advice("qwen3-32b", DeviceUse("geforce-rtx-4090-mobile"))


def test_advice_asks_only_for_what_was_said_and_what_changes() -> None:
    one = advice("qwen3-32b", context_tokens=65_536)["shorter_context"]
    assert one.query is not None
    assert one.query.key == "qwen3-32b:q4_k_m@geforce-rtx-4090#11264"


@pytest.mark.parametrize("language", ["en", "de", "vi"])
def test_every_advice_is_a_sentence(language: str) -> None:
    say = pack(language).say
    for ways in (
        advice("qwen3-32b", context_tokens=65_536),
        advice("llama-3-8b", context_tokens=200_000),
        advice("llama-3.1-8b", DeviceUse("geforce-rtx-3070"), quant="f16"),
        advice("llama-3.1-8b", gpu_layers=20),
        advice("qwen3-30b-a3b", DeviceUse("geforce-rtx-3060-12-gb"), engine="Ollama"),
        advice("llama-3.3-70b", DeviceUse("tesla-p40", 2)),
        advice("deepseek-r1-0528"),
    ):
        assert ways
        assert all(len(say(one.text)) > 20 for one in ways.values())


def test_there_are_four_at_most_and_each_gains() -> None:
    for model in list(CATALOG.models)[::7]:
        for size in (8, 24, 64):
            query = Query(model=model, devices=(DeviceUse("", memory_bytes=size * GB),))
            found = estimate(query, CATALOG)
            ways = advise(found, CATALOG)
            assert len(ways) <= 4
            for one in ways:
                assert one.estimate is not None
                assert one.estimate.decode.mid >= 1.1 * found.decode.mid


def test_a_stated_shape_is_advised_as_well() -> None:
    assert "shorter_context" in advice(CustomModel(32e9), context_tokens=65_536)
