"""A measured speed, what was seen, and what a diagnosis makes of it."""

from dataclasses import replace

import pytest

from catalog.load import Catalog, load_catalog
from core.diagnose import diagnose
from core.diagnose.causes import BY_ENGINE, WITHOUT_CHECK
from core.diagnose.situation import situation_of
from core.estimate import estimate
from core.figures import Diagnosis
from core.language.pack import pack, phrases
from core.logs import read_log
from core.message import Message
from core.parse.symptom_words import CAUSES
from core.parse.symptoms import symptoms
from core.query import DeviceUse, Query, Ram
from core.reading import Assumption, Intent, LogReading, Reading, Resolved

CATALOG: Catalog = load_catalog()
CARD = Query(
    model="llama-3.1-8b", quant="q4_k_m", devices=(DeviceUse("geforce-rtx-4090"),), engine="ollama"
)


def diagnosed(
    query: Query,
    words: str = "",
    *,
    log: LogReading | None = None,
    assumed: tuple[str, ...] = (),
) -> Diagnosis:
    assumptions = tuple(Assumption(slot, "", Message("x")) for slot in assumed)
    side = Resolved(query, assumptions)
    reading = Reading(Intent.DIAGNOSE, sides=(side,), log=log, hints=symptoms(words))
    enough = query.model is not None and query.devices
    return diagnose(reading, estimate(query, CATALOG) if enough else None, CATALOG)


def codes(found: Diagnosis) -> list[str]:
    return [cause.code for cause in found.causes]


def said(found: Diagnosis) -> str:
    say = pack("en").say
    parts = [found.summary]
    for cause in found.causes:
        parts += [part for part in (cause.text, cause.check, cause.fix) if part]
    return "\n".join(say(part) for part in parts)


def measured(rate: float, **changes: object) -> Query:
    return replace(CARD, measured_tok_s=rate, **changes)  # type: ignore[arg-type]


# -- the verdict -----------------------------------------------------------------------------


def test_a_speed_inside_the_interval_is_normal_and_told_its_share_of_the_ceiling() -> None:
    middle = estimate(CARD, CATALOG).decode.mid
    found = diagnosed(measured(middle))
    assert found.verdict == "normal"
    assert codes(found)[0] == "normal"
    assert 0.3 < (found.share_of_ceiling or 0) < 1.0
    assert "MoE" in said(found)


@pytest.mark.parametrize("rate", [3.0, 5.0, 7.0, 10.0])
def test_a_few_tok_s_on_a_card_that_holds_everything_are_a_partial_offload(rate: float) -> None:
    found = diagnosed(measured(rate))
    assert found.verdict == "slow"
    assert codes(found)[0] == "partial_offload"
    assert "ollama ps" in said(found)


def test_a_speed_that_only_a_cpu_gives_is_named_as_that() -> None:
    on_cpu = estimate(replace(CARD, gpu_layers=0), CATALOG).decode.mid
    found = diagnosed(measured(on_cpu))
    assert "cpu_only" in codes(found)[:2]
    assert "CPU alone would give" in said(found)


def test_a_speed_between_cpu_and_card_is_told_the_layers_that_would_give_it() -> None:
    found = diagnosed(measured(40.0))
    assert codes(found)[0] == "partial_offload"
    assert "layers on the GPU would give" in said(found)


def test_a_speed_above_the_ceiling_is_impossible_and_told_why_it_may_look_so() -> None:
    found = diagnosed(measured(900.0))
    assert found.verdict == "impossible"
    assert {"comparison", "speculative"} & set(codes(found)[:2])


def test_above_the_ceiling_with_the_quant_left_open_hangs_on_the_quant() -> None:
    above = estimate(CARD, CATALOG).ceiling_tok_s * 1.2
    found = diagnosed(measured(above), assumed=("quant",))
    assert found.verdict == "unknown"
    assert "quant" in said(found)


def test_with_a_draft_a_speed_above_the_ceiling_is_the_draft_paying_off() -> None:
    above = estimate(CARD, CATALOG).ceiling_tok_s * 1.5
    found = diagnosed(measured(above, draft_model="MTP"))
    assert found.verdict == "normal"


def test_below_the_interval_with_the_quant_open_may_be_full_precision() -> None:
    f16 = estimate(replace(CARD, quant="f16"), CATALOG).decode.mid
    found = diagnosed(measured(f16), assumed=("quant",))
    assert found.verdict in {"unknown", "normal"}
    if found.verdict == "unknown":
        assert "comparison" in codes(found)


def test_two_cards_at_their_best_are_not_impossible() -> None:
    query = replace(
        CARD, model="llama-3.1-70b", quant="bf16", devices=(DeviceUse("a100-pcie-80-gb", 2),)
    )
    assert diagnosed(replace(query, measured_tok_s=17.0)).verdict == "normal"


def test_just_below_the_interval_is_its_lower_end_and_not_slow() -> None:
    low = estimate(CARD, CATALOG).decode.low
    found = diagnosed(measured(0.96 * low))
    assert found.verdict == "normal"
    assert "lower end" in said(found)


def test_a_prompt_speed_taken_for_the_writing_is_told_apart() -> None:
    found = diagnosed(measured(2_000.0), "prompt 2000 t/s, is that ok")
    assert found.verdict == "unknown"
    assert "reading the prompt" in said(found)


def test_without_a_speed_the_verdict_stays_open() -> None:
    found = diagnosed(CARD, "my 4090 is slow, gpu util 2%, vram full")
    assert found.verdict == "unknown"
    assert codes(found)[0] == "partial_offload"


def test_without_model_or_hardware_the_verdict_stays_open() -> None:
    found = diagnosed(Query(measured_tok_s=25.0), "multi node vllm 20-30 tok/s")
    assert found.verdict == "unknown"
    assert said(found)


def test_slower_as_the_chat_grows_is_normal_and_explained() -> None:
    found = diagnosed(CARD, "wird immer langsamer je länger der chat läuft")
    assert found.verdict == "normal"
    assert codes(found)[0] == "kv_growth"


def test_ram_that_nobody_stated_is_as_much_as_the_model_must_have() -> None:
    query = Query(
        model="deepseek-v3",
        quant="q8_0",
        devices=(DeviceUse("2x-epyc-9004-numa"),),
        measured_tok_s=4.5,
    )
    side = Resolved(query)
    at_hand = situation_of(
        Reading(Intent.DIAGNOSE, sides=(side,)), estimate(query, CATALOG), CATALOG
    )
    assert at_hand.estimate is not None
    assert at_hand.estimate.decode.high > 1.0


def test_ram_that_was_stated_stays_as_it_was_stated() -> None:
    query = Query(
        model="deepseek-v3",
        quant="q8_0",
        devices=(DeviceUse("2x-epyc-9004-numa"),),
        ram=Ram(size_bytes=64 * 10**9),
        measured_tok_s=4.5,
    )
    first = estimate(query, CATALOG)
    at_hand = situation_of(Reading(Intent.DIAGNOSE, sides=(Resolved(query),)), first, CATALOG)
    assert at_hand.estimate is first


# -- the causes ------------------------------------------------------------------------------

SPILL = """|   0  NVIDIA GeForce RTX 4060 Ti   WDDM  | 00000000:01:00.0  On |                  N/A |
| 30%   42C    P2              46W / 160W |   7870MiB /  8188MiB |     98%      Default |
"""
ON_CPU = """total duration: 5m33s
prompt eval count: 73 token(s)
prompt eval rate: 5.60 tokens/s
eval count: 859 token(s)
eval rate: 3.35 tokens/s
"""
SPLIT = "load_tensors: offloaded 20/33 layers to GPU\n"
PS = "gemma3:27b    30ddded7fba6    21 GB    61%/39% CPU/GPU    4 minutes from now\n"
KV = "ggml: cudaMalloc failed: out of memory\nllama: failed to allocate buffer for kv cache\n"
SHORT = "total duration: 1s\neval count: 2 token(s)\neval rate: 20.0 tokens/s\n"
MANY = (
    "Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 29.2 tokens/s, "
    "Running: 10 reqs, Waiting: 0 reqs, GPU KV cache usage: 57.9%\n"
)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (SPILL, "sysmem_spill"),
        (ON_CPU, "cpu_only"),
        (SPLIT, "partial_offload"),
        (PS, "partial_offload"),
        (KV, "context_memory"),
        (SHORT, "sample"),
        (MANY, "aggregate"),
    ],
)
def test_what_a_log_gives_away_comes_first(text: str, cause: str) -> None:
    found = diagnosed(Query(), log=read_log(text))
    assert codes(found)[0] == cause
    assert said(found)


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("only 1.1gb vram in use and it crawls", "cpu_only"),
        ("nvidia-smi: gpu 3%, vram full", "partial_offload"),
        ("task manager shows 5 GB shared gpu memory", "sysmem_spill"),
        ("since the last update it is slow", "engine_regression"),
        ("num_ctx 131072 and now it is 100% CPU", "context_memory"),
        ("the first token takes 40 seconds", "prefill"),
        ("MTP brings nothing", "speculative"),
        ("two sockets, numactl tried", "numa"),
        ("only one stick of ram, single channel", "ram_bandwidth"),
        ("it throttles at 95 degrees", "power_thermal"),
        ("both cards hang on x1 risers", "link"),
        ("chrome and a game are open", "vram_in_use"),
        ("seit dem Update langsam", "engine_regression"),
        ("Graka langweilt sich, VRAM voll", "partial_offload"),
        ("card rảnh mà chậm", "partial_offload"),
        ("tràn sang RAM rồi", "sysmem_spill"),
        ("càng dài càng chậm", "kv_growth"),
    ],
)
def test_what_the_words_say_is_among_the_first_two(words: str, cause: str) -> None:
    assert cause in codes(diagnosed(Query(), words))[:2]


def test_an_old_card_in_an_fp16_engine_is_named() -> None:
    query = Query(devices=(DeviceUse("tesla-p40"),), engine="exllama", measured_tok_s=3.7)
    assert codes(diagnosed(query))[0] == "old_gpu"


def test_a_card_said_to_be_split_is_a_partial_offload_even_where_all_would_fit() -> None:
    assert codes(diagnosed(measured(20.0, gpu_layers=16)))[0] == "partial_offload"


def test_too_big_says_by_how_much() -> None:
    found = diagnosed(replace(CARD, model="llama-3.3-70b"), "why is it slow")
    assert "model_size" in codes(found)[:2]
    assert "GB" in said(found)


def test_a_context_that_pushes_the_weights_out_is_named_first() -> None:
    query = replace(CARD, model="qwen3-32b", context_tokens=65_536)
    assert "context_memory" in codes(diagnosed(query))[:2]


def test_an_idle_card_under_an_engine_without_splits_waits_for_the_host() -> None:
    query = replace(CARD, engine="vLLM")
    assert codes(diagnosed(query, "gpu util only 30%"))[0] == "sampling_overhead"


def test_a_log_outranks_words_but_does_not_hide_them() -> None:
    found = diagnosed(Query(), "MTP brings nothing", log=read_log(SPLIT))
    assert codes(found)[:2] == ["partial_offload", "speculative"]


def test_at_most_four_causes_are_named() -> None:
    words = "gpu 2%, vram full, throttles, risers, MTP, since the update, single channel, numa"
    assert len(diagnosed(measured(5.0), words).causes) == 4


# -- the phrases -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "vi"])
def test_every_cause_can_be_said_checked_and_fixed_in_every_language(language: str) -> None:
    have = phrases(language, "diagnosis")
    if not have:
        pytest.skip(f"no diagnoses in {language} yet")
    wanted = {f"diagnosis.cause.{code}" for code in CAUSES}
    wanted |= {f"diagnosis.fix.{code}" for code in CAUSES}
    wanted |= {f"diagnosis.check.{code}" for code in CAUSES - WITHOUT_CHECK}
    wanted |= {f"diagnosis.{part}.{one}" for part, all_ in BY_ENGINE.items() for one in all_}
    assert wanted <= set(have)
