"""Words about symptoms in three languages, and what is no symptom."""

import pytest

from core.parse.symptom_phrases import PHRASES
from core.parse.symptom_words import ALONE, CAUSES, RULES, TAGS
from core.parse.symptoms import fold, symptoms


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("gpu util ~2%", "gpu_idle"),
        ("GPU sits idle", "gpu_idle"),
        ("Auslastung der Grafikkarte kaum messbar, Grafikkarte im Leerlauf", "gpu_idle"),
        ("cpu is pegged", "cpu_busy"),
        ("VRAM is full", "vram_full"),
        ("VRAM voll", "vram_full"),
        ("only 1.1 GB vram in use", "vram_low"),
        ("vram isn't full", "vram_free"),
        ("it's 100%GPU", "all_on_gpu"),
        ("runs 100% CPU", "all_on_cpu"),
        ("keine Graka", "no_gpu"),
        ("không có GPU", "no_gpu"),
        ("khong card", "no_gpu"),
        ("2.5GB swapped to ram", "sysmem_spill"),
        ("wird in den RAM ausgelagert", "sysmem_spill"),
        ("je laenger der chat desto langsamer, je länger", "kv_growth"),
        ("cang dai cang cham", "kv_growth"),
        ("sau khi cập nhật thì chậm", "engine_regression"),
        ("was faster a few builds ago", "engine_regression"),
        ("dual Epyc", "numa"),
        ("zwei Sockel", "numa"),
        ("hai socket", "numa"),
        ("one dimm slot of the memory is empty, not all slots", "ram_bandwidth"),
        ("nur 70W under load", "low_power"),
        ("quá nhiệt", "power_thermal"),
        ("im Akkubetrieb", "power_thermal"),
        ("ngram speculation", "speculative"),
        ("TTFT is bad", "prefill"),
        ("bis zum ersten Wort dauert es", "prefill"),
        ("vulkan vs rocm", "says_several_engines"),
        ("llama.cpp is faster than ollama", "engine_choice"),
        ("no discrete gpu", "no_gpu"),
        ("on a laptop", "says_laptop"),
        ("-t 28 on 14 cores", "threads"),
        ("total 48.0 GiB available 28.9 GiB", "vram_in_use"),
    ],
)
def test_a_symptom_is_heard(text: str, hint: str) -> None:
    assert hint in symptoms(text)


@pytest.mark.parametrize(
    "text",
    [
        "32B Q4 on a 4090?",
        "what should I run on 24 GB",
        "Welches Modell für meine 4070?",
        "máy em có 3060 12GB chạy được model nào",
        "",
        "hello",
    ],
)
def test_a_plain_question_has_no_symptom(text: str) -> None:
    assert [hint for hint in symptoms(text) if not hint.startswith("says_")] == []


def test_a_split_in_percent_is_no_idle_card() -> None:
    assert "gpu_idle" not in symptoms("25% CPU / 75% GPU")
    assert "gpu_idle" not in symptoms("45%/55% CPU/GPU")


@pytest.mark.parametrize("text", ["GPU IDLE", "gpu idle", "Gpu  IDLE!!"])
def test_case_and_spacing_change_nothing(text: str) -> None:
    assert symptoms(text) == ("gpu_idle",)


def test_words_are_folded_as_the_tables_have_them() -> None:
    every = [word for words in TAGS.values() for word in words.split()]
    every += [word for phrase in PHRASES for word in phrase.split()]
    assert [word for word in every if fold(word) != word] == []


def test_every_phrase_and_rule_leads_somewhere() -> None:
    made = {hint for hint, *_ in RULES} | set(ALONE.values())
    tags = {tag for _, *two, _ in RULES for tag in two}
    for tag in PHRASES.values():
        assert tag in CAUSES | set(ALONE) | tags, tag
    assert made >= {"gpu_idle", "kv_growth", "speculative"}


def test_a_long_text_is_read_to_a_bound() -> None:
    assert symptoms("x " * 900 + "gpu idle") == ()
