"""Reading whole questions: intents, sides, follow-ups, names that trap, asking back."""

import pytest

from catalog.load import load_catalog
from core.query import CustomModel, DeviceUse
from core.question import Question, Rig
from core.reading import Basis, Intent
from core.resolve import read

CATALOG = load_catalog()


def heard(text, *earlier, **around):
    return read(Question.of(text, earlier=earlier, **around), CATALOG)


def query(text, *earlier, **around):
    return heard(text, *earlier, **around).sides[0].query


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        ("speed", "yo whats the toks/s for 70b q4 on 2x3090 w nvlink"),
        ("speed", "wie schnell läuft llama 3.3 70b q4 auf zwei 3090"),
        ("speed", "4090 chay llama 70b q4 nhanh khong"),
        ("fit", "whats the biggest context i can fit with gemma 3 27b q4 on a 3090"),
        ("fit", "reichen 12gb vram für gemma 3 12b q6"),
        ("fit", "card 8gb có chạy được qwen3 14b q4 không ạ"),
        ("diagnose", "getting 3 tok/s on qwen3 32b q4_k_m with a 4070, why so slow"),
        ("diagnose", "nur 4 token/s mit qwen3 32b auf meiner 4090, woran kann das liegen"),
        ("diagnose", "chay gemma3 12b tren 3060 duoc 15 tok/s co binh thuong khong"),
        ("recommend_quant", "which quant should i use for qwen3 32b on a 16gb card"),
        ("recommend_quant", "welche quantisierung nehme ich für llama 3.3 70b bei 48gb vram"),
        ("recommend_quant", "3060 12gb thi nen lay quant nao cho qwen3 14b"),
        ("recommend_model", "what can i run on 8gb vram and 32gb ram"),
        ("recommend_model", "laptop 4050 6gb chạy nổi con nào"),
        ("recommend_hardware", "what gpu do i need to run llama 3.3 70b at 15 tok/s"),
        ("recommend_hardware", "muốn chạy llama 70b q4 thì cần card gì"),
        ("compare", "how much slower is a 5060 ti 16gb than a 5070 ti for 14b q6?"),
        ("compare", "mac studio m3 ultra oder 2x 5090 für deepseek 70b?"),
        ("ttft", "how long for 100k tokens prompt on 5090 w/ qwen3 30b a3b q6"),
        ("concurrency", "1 con 4090 phục vụ được mấy người cùng lúc với llama 8b"),
        ("explain", "why is moe faster than dense"),
        ("explain", "warum sind zwei grafikkarten nicht doppelt so schnell"),
        ("explain", "sao càng chat dài càng chậm vậy mọi người"),
        ("feel", "is 8 tok/s usable for chat"),
        ("measure", "đo tốc độ token/s trong ollama thế nào"),
        ("offtopic", "wie lange dauert das training von llama 8b mit lora auf einer 3090?"),
        ("offtopic", "flux dev on 8gb how many sec per img"),
    ],
)
def test_what_is_wanted_is_heard(intent, text):
    assert heard(text).intent == intent


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("how fast is qwen3 8b on a 4090", "en"),
        ("läuft qwen3 8b auf der 4090", "de"),
        ("laeuft qwen3 8b auf der 4090 schnell", "de"),
        ("4090 chạy qwen3 8b nhanh không", "vi"),
        ("4090 chay qwen3 8b nhanh khong", "vi"),
    ],
)
def test_the_language_is_told_with_and_without_its_marks(text, language):
    assert heard(text).language == language


def test_a_few_words_are_in_the_language_of_the_talk():
    assert heard("und in q2?", "llama 70b auf 3090", "bot: passt nicht").language == "de"


# -- names that trap -------------------------------------------------------------------------


def test_minimax_is_a_model_and_m2_a_chip():
    assert query("minimax m2.5 q4 on an m2 ultra 192gb").model == "minimax-m2.5"
    assert query("minimax m2.5 q4 on an m2 ultra 192gb").devices[0].id == "m2-ultra"
    assert query("qwen3 8b on an m2 16gb").devices[0].id == "m2"


def test_b70_is_a_card():
    found = query("qwen3.8 27b on a b70")
    assert (found.model, found.devices[0].id) == ("qwen3.8-27b", "arc-pro-b70")


def test_a_processors_series_is_no_count():
    assert query("70b q4 on ryzen 9 7950x 64gb").devices[0].count == 1


def test_sticks_are_no_cards():
    found = query("r1 671b on a 4090, ddr4 2933 64g*8")
    assert found.ram.size_bytes == 512_000_000_000
    assert found.devices == (DeviceUse("geforce-rtx-4090"),)


def test_other_peoples_cards_are_not_mine():
    found = query(
        "im at 34 t/s on a 3090 w qwen2.5 32b q4_k_m, buddy says his 4090 does 40. problem?"
    )
    assert [use.id for use in found.devices] == ["geforce-rtx-3090"]
    assert found.measured_tok_s == 34


def test_a_misspelt_name_is_found_and_its_numbers_kept():
    assert query("gema 3 27b on a 3090").model == "gemma-3-27b"
    assert query("qwenn 2.5 72b on 2x3090").model == "qwen2.5-72b"
    assert query("quen3 32b on a 4090").model == "qwen3-32b"


def test_a_size_alone_is_an_assumption_with_its_rivals():
    (side,) = heard("32b q4 on a 4090, how fast").sides
    (taken,) = [one for one in side.assumptions if one.slot == "model"]
    assert taken.basis is Basis.ASSUMED
    assert taken.others


def test_a_size_that_nothing_has_is_taken_as_it_is():
    assert query("a 57b on a 4090").model == CustomModel(57e9)


def test_what_was_not_understood_is_said():
    reading = heard("llama 3.3 70b q9 on a 4090")
    assert reading.unread == ("q9",)


# -- follow-ups ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("how about q6?", "quant", "q6_k"),
        ("same but 32k context", "context_tokens", 32_768),
        ("with kv q8", "kv_quant", "q8_0"),
        ("and with 3 of them?", "devices", (DeviceUse("geforce-rtx-4090", 3),)),
        ("und mit 3?", "devices", (DeviceUse("geforce-rtx-4090", 3),)),
        ("what about gpt-oss 20b", "model", "gpt-oss-20b"),
    ],
)
def test_a_followup_changes_what_it_says_and_nothing_else(text, slot, value):
    reading = heard(text, "2x 4090, llama 3.3 70b q4_k_m", "bot: fits")
    (before, after) = (reading.before, reading.sides[0].query)
    assert reading.followup
    assert getattr(after, slot) == value
    others = [name for name in after.__match_args__ if name != slot]
    assert all(getattr(after, name) == getattr(before, name) for name in others)


def test_a_followup_goes_by_the_key_where_there_is_one():
    found = query("and at q8?", previous_key="qwen3-32b:q4_k_m@geforce-rtx-4090#65536")
    assert (found.model, found.quant, found.context_tokens) == ("qwen3-32b", "q8_0", 65_536)


def test_an_answer_to_our_question_completes_the_first():
    found = query("4090", "how fast is gemma 3 27b", "bot: on which hardware?")
    assert (found.model, found.devices[0].id) == ("gemma-3-27b", "geforce-rtx-4090")


def test_a_bare_speed_answers_for_the_ram():
    ram = query("6000", "gptoss 120b on a 5090 + 64gb ddr5?", "bot: how fast is the RAM?").ram
    assert (ram.size_bytes, ram.mt_per_s) == (64_000_000_000, 6_000)


def test_thanks_is_no_question():
    assert heard("thanks!", "3090 qwen3 32b q4").intent is Intent.OFFTOPIC


# -- sides, rig, asking back -----------------------------------------------------------------


def test_each_side_of_a_comparison_is_a_configuration():
    sides = heard("2x 3090 vs a 5090 for qwen3 32b q4").sides
    assert [side.query.devices for side in sides] == [
        (DeviceUse("geforce-rtx-3090", 2),),
        (DeviceUse("geforce-rtx-5090"),),
    ]


def test_saved_hardware_is_used_where_none_is_said():
    rig = Rig(devices=(DeviceUse("geforce-rtx-3090"),))
    reading = heard("qwen3 32b q4 how fast?", rig=rig)
    assert reading.used_rig
    assert reading.sides[0].query.devices == rig.devices
    assert not heard("qwen3 32b q4 on a 4090?", rig=rig).used_rig


@pytest.mark.parametrize(
    ("text", "slot"),
    [("how fast is qwen3 32b q4", "devices"), ("how fast is a 4090", "model")],
)
def test_what_the_answer_hinges_on_is_asked_with_options(text, slot):
    asked = heard(text).clarify
    assert asked.slot == slot
    assert asked.options
    for option in asked.options:
        assert heard(option, text).clarify is None
