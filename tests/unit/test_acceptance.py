"""Acceptance: what the page about the physics itself says, row by row."""

import json
import math
from typing import Any

import pytest

from bot.cli.json import answer_object
from catalog.load import load_catalog
from catalog.record import replace
from core.advisor import Advisor
from core.estimate import estimate
from core.figures import Estimate, Feel, Fits
from core.physics.feel import feel_of
from core.query import CustomModel, DeviceUse, Query

CATALOG = load_catalog()
ADVISOR = Advisor(CATALOG)
RTX_4090 = (DeviceUse("geforce-rtx-4090"),)
LLAMA_8B = Query(
    model="llama-3.1-8b",
    quant="q4_k_m",
    devices=RTX_4090,
    context_tokens=0,
)


def of(base: Query = LLAMA_8B, **changes) -> Estimate:
    return estimate(replace(base, **changes), CATALOG)


def asked(text: str, **around) -> Any:
    """Ask in words and return the JSON, as a program gets it."""
    return json.loads(json.dumps(answer_object(ADVISOR.ask_text(text, **around), CATALOG)))


def meets(interval: dict[str, float], low: float, high: float) -> bool:
    return interval["low"] <= high and interval["high"] >= low


def test_row_1_8b_on_a_4090_has_its_ceiling_near_205_and_meets_120_to_150() -> None:
    found = of()
    assert found.ceiling_tok_s == pytest.approx(205, rel=0.03)
    assert found.decode.low <= 150
    assert found.decode.high >= 120


def test_row_2_twice_the_parameters_halve_the_ceiling() -> None:
    once = of(model=CustomModel(7e9))
    twice = of(model=CustomModel(14e9))
    assert twice.ceiling_tok_s == pytest.approx(once.ceiling_tok_s / 2, rel=0.1)


def test_row_3_32b_on_24_gb_fits_and_is_at_least_comfortable() -> None:
    found = of(model="qwen3-32b", context_tokens=2_048)
    assert found.fits in (Fits.YES, Fits.TIGHT)
    assert found.feel in (Feel.COMFORTABLE, Feel.FAST, Feel.INSTANT)


def test_row_4_f16_reads_16_gb_and_q4_runs_three_times_as_fast() -> None:
    f16, q4 = of(quant="f16"), of()
    assert f16.weights_read_bytes / 1e9 == pytest.approx(16, rel=0.07)
    assert q4.weights_read_bytes / 1e9 == pytest.approx(4.9, rel=0.03)
    assert 2.5 <= q4.decode.mid / f16.decode.mid <= 3.5


def test_row_5_8b_f16_does_not_fit_8_gb_and_the_advice_says_that_q4_does() -> None:
    answer: Any = ADVISOR.answer_query(
        replace(LLAMA_8B, quant="f16", devices=(DeviceUse("geforce-rtx-3070"),))
    )
    assert answer.estimate.fits in (Fits.OFFLOAD, Fits.NO)
    lower = [one for one in answer.advice if one.code == "lower_quant"]
    assert lower
    assert lower[0].advice.estimate.fits in (Fits.YES, Fits.TIGHT)


def test_row_6_at_64k_the_speed_falls_to_between_a_half_and_a_third() -> None:
    assert 1 / 3.3 <= of(context_tokens=65_536).decode.mid / of().decode.mid <= 1 / 1.9


def test_row_7_30b_a3b_reads_two_gigabytes_and_stores_eighteen() -> None:
    found = of(model="qwen3-30b-a3b")
    assert 1.5 <= found.weights_read_bytes / 1e9 <= 2.5
    assert found.memory.weights_bytes / 1e9 == pytest.approx(18, rel=0.06)
    assert found.decode.mid > of(model="qwen3-14b").decode.mid


def test_row_8_a_draft_pays_on_code_and_less_at_high_temperature() -> None:
    found = of(model="qwen2.5-32b", draft_model="qwen2.5-0.5b")
    drafted = found.speculation
    assert drafted is not None
    assert drafted.refused is None
    assert drafted.greedy_speedup.high >= 2
    assert drafted.greedy_speedup.low <= 3
    assert drafted.high_temperature_speedup.mid < drafted.greedy_speedup.mid
    assert drafted.memory_bytes > 0


def test_row_8_a_draft_with_another_tokenizer_is_refused_with_the_reason() -> None:
    drafted = of(model="qwen2.5-32b", draft_model="llama-3.2-1b").speculation
    assert drafted is not None
    assert drafted.refused is not None


def test_row_9_two_cards_are_never_twice_one() -> None:
    one = of(model="qwen3-14b").decode.mid
    two = (replace(RTX_4090[0], count=2),)
    assert of(model="qwen3-14b", devices=two, split="layer").decode.mid <= 1.05 * one
    tensor = of(model="qwen3-14b", devices=two, split="tensor")
    assert 1.2 <= tensor.decode.mid / one <= 1.6
    assert any(one.code == "warn.tensor_not_linear" for one in tensor.warnings)


def test_row_10_four_fifths_on_the_gpu_run_nearer_to_the_cpu_from_words_to_json() -> None:
    part = asked("qwen3 32b q4_k_m on a 4090, -ngl 51")["estimate"]
    whole = asked("qwen3 32b q4_k_m on a 4090")["estimate"]
    none = asked("qwen3 32b q4_k_m on a 4090, -ngl 0")["estimate"]
    speed, fast, slow = (e["decode_tok_s"]["mid"] for e in (part, whole, none))
    assert (
        math.log(0.8 * fast / speed) > math.log(speed / slow) or speed - slow < 0.8 * fast - speed
    )
    assert part["offload"]["gpu_layers"] == 51
    warned = asked("qwen3 32b q4_k_m on a 4090, -ngl 51")["warnings"]
    assert any("offload" in one["code"] for one in warned)


@pytest.mark.parametrize("rate", [3.5, 6, 9])
def test_row_11_a_slow_gpu_is_told_of_partial_offload_from_words_to_json(rate: float) -> None:
    answer = asked(f"only {rate} tok/s with llama 3.1 8b q4_k_m on my rtx 3090, why?")
    assert answer["diagnosis"]["verdict"] == "slow"
    causes = {one["code"]: one for one in answer["diagnosis"]["causes"][:2]}
    assert "partial_offload" in causes
    assert causes["partial_offload"]["check"]


def test_row_12_a_long_paste_waits_one_to_five_seconds_from_words_to_json() -> None:
    answer = asked("llama 3.1 8b q4 on a 4090: I paste 12k tokens, how long until it starts?")
    assert answer["query"]["prompt_tokens"] in (12_000, 12_288)
    assert meets(answer["estimate"]["ttft_s"], 1, 5)
    assert answer["estimate"]["decode_tok_s"]["mid"] > 50
    assert "First token" in answer["text"]


def test_row_13_two_tokens_a_second_are_broken_and_seven_are_reading_speed() -> None:
    assert feel_of(2) is Feel.BROKEN
    assert feel_of(7) is Feel.READING


def test_row_14_the_question_from_words_to_json() -> None:
    answer = asked("32B Q4 on a 4090 at 64k context?")
    found = answer["estimate"]
    assert answer["status"] == "answered"
    assert answer["query"]["context_tokens"] == 65_536
    assert found["fits"] == "offload"
    assert found["memory_gb"]["needed"] == pytest.approx(38, rel=0.05)
    assert any(one["code"].endswith("offload_cliff") for one in answer["warnings"])
    assert (
        found["ceiling_tok_s"] > found["ceiling_at_context_tok_s"] > found["decode_tok_s"]["high"]
    )
    assert found["feel"] in ("broken", "painful")
    assert 8_000 < found["max_context_tokens"] < 20_000
    assert answer["advice"]
    assert all(one["text"] for one in answer["advice"])
    assert answer["advice"][0]["decode_tok_s"]["mid"] > 3 * found["decode_tok_s"]["mid"]
    assert any(one["slot"] == "model" for one in answer["assumptions"])


def test_row_15_a_chat_that_slows_down_is_explained_by_the_kv_cache() -> None:
    answer = asked(
        "why does it get slower the longer the chat runs? qwen3 14b q4_k_m on a 3060 12gb"
    )
    assert "KV cache" in answer["text"]
    assert "Qwen3 14B" in answer["text"]
    assert "GB" in answer["text"]
