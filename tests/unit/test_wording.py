"""Three answers, read by eye once: their words stay, whatever the numbers become."""

import re

import pytest

from catalog.load import load_catalog
from core.advisor import Advisor

ADVISOR = Advisor(load_catalog())
SAID = {
    "en": (
        "Does not fit: # GB for # GB of VRAM. With # of # layers in system RAM it runs at # tok/s",
        "Qwen# #B · Q#_K_M · GeForce RTX # · #k context",
        ("Speed", "Ceiling", "Memory", "Placement", "Longest context", "Prompt reading"),
        "# tok/s empty, # at #k (all on the device)",
    ),
    "de": (
        "Passt nicht: # GB bei # GB VRAM. Mit # von # Layern im Arbeitsspeicher läuft es mit # ",
        "Qwen# #B · Q#_K_M · GeForce RTX # · #k Kontext",
        ("Tempo", "Decke", "Speicher", "Verteilung", "Längster Kontext", "Prompt lesen"),
        "# Token/s leer, # bei #k (alles auf dem Gerät)",
    ),
    "vi": (
        "Không vừa: cần # GB mà VRAM chỉ có # GB. Để # trong # tầng ở RAM thì chạy # token/giây: ",
        "Qwen# #B · Q#_K_M · GeForce RTX # · ngữ cảnh #k",
        ("Tốc độ", "Trần", "Bộ nhớ", "Phân bổ", "Ngữ cảnh dài nhất", "Đọc prompt"),
        "# token/giây khi trống, # ở #k (nếu nằm trọn trên thiết bị)",
    ),
}


def masked(text: str) -> str:
    return re.sub(r"\d[\d.,–]*(?<![.,])", "#", text)


@pytest.mark.parametrize("language", SAID)
def test_the_answer_to_the_question_reads_well(language: str) -> None:
    answer = ADVISOR.ask_text("32B Q4 on a 4090 at 64k context?", language=language)
    headline, subject, labels, ceiling = SAID[language]
    assert masked(answer.headline).startswith(headline)
    assert masked(answer.subject) == subject
    assert tuple(fact.label for fact in answer.facts) == labels
    assert masked(answer.facts[1].value) == ceiling
    assert answer.text.startswith(answer.headline)
    assert answer.text.index(answer.facts[0].value) < answer.text.index(answer.advice[0].text)


@pytest.mark.parametrize("language", SAID)
def test_no_answer_has_holes_or_doubled_signs(language: str) -> None:
    for said in (
        "32B Q4 on a 4090 at 64k context?",
        "3090 or 4090 for qwen3 32b q4?",
        "which quant of gemma 3 27b for a 3090",
        "which model for a 3090",
        "what should I buy for llama 3.3 70b q4 at 10 tok/s",
        "only 6 tok/s with llama 3.1 8b q4_k_m on a 3090",
        "what does 7 tok/s feel like",
        "how do I measure tok/s in ollama",
        "why is an MoE faster?",
        "8 users on an a100 80gb with qwen3 32b awq in vllm",
        "deepseek r1 671b q4 on a 4070 with 32gb ram",
    ):
        text = ADVISOR.ask_text(said, language=language).text
        for wrong in ("{", "}", "None", " nan", "inf ", "  .", " ,", "..", ":.", " :", "()"):
            assert wrong not in text, (said, wrong, text)
