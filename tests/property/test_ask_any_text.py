"""Whatever somebody writes, they get an answer: words, and no exception."""

import json
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.cli.json import answer_object
from catalog.load import load_catalog
from core.advisor import Advisor
from core.question import MAX_CHARS
from tests.bench.questions import HOSTILE

ADVISOR = Advisor(load_catalog())
WORDS = """
    qwen3 32b 8B 70b-a3b llama 3.1 gpt-oss 120b gemma3 r1 deepseek minimax m2 mixtral 8x7b
    q4 Q4_K_M iq3_xxs 4bit awq fp8 4.5bpw mlx f16 4090 3090 2x two dual 3060 12gb 24gb b70 m4 max
    64gb a100 80gb strix halo ddr5-6000 64GB ram cpu i5 epyc 8ch 64k -c 200000 num_ctx ctx 0
    -ngl 20 --n-cpu-moe 26 45%/55% CPU/GPU 12 tok/s 200ms/token 5 t/s why slow how fast fit compare
    or vs und wie schnell läuft chạy được không sao chậm users 20 prompt 12k draft 0.5b vllm ollama
    lm studio and at same what about ? ! , . 0 -1 1e99 99999999999 ½ ² ８Ｂ
""".split()
MOST_CALLS = 70_000
FIXED_CALLS = 8_000
NIGHTS = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check(text: str, earlier: tuple[str, ...] = (), attachment: str = "") -> None:
    answer = ADVISOR.ask_text(text, earlier=earlier, attachment=attachment)
    json.dumps(answer_object(answer, ADVISOR.catalog), allow_nan=False)
    assert answer.text.strip()
    assert answer.status in ("answered", "clarify", "declined", "error")


@NIGHTS
@given(st.text(max_size=300))
def test_any_letters_get_an_answer(text: str) -> None:
    check(text)


@NIGHTS
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_any_mixture_of_the_fields_words_gets_an_answer(text: str) -> None:
    check(text)


@NIGHTS
@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), max_size=3).map(tuple),
    st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join),
)
def test_any_follow_up_gets_an_answer(earlier: tuple[str, ...], text: str) -> None:
    check(text, earlier)


@NIGHTS
@given(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), st.text(max_size=500))
def test_any_log_gets_an_answer(text: str, log: str) -> None:
    check(text, attachment=log)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_answered_with_bounded_work(name: str) -> None:
    check(HOSTILE[name])
    assert calls(HOSTILE[name]) <= MOST_CALLS


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_hostile_text_takes_no_more_than_twice_the_work(name: str) -> None:
    half, whole = HOSTILE[name][: MAX_CHARS // 2], HOSTILE[name]
    assert calls(whole) <= 2.2 * calls(half) + FIXED_CALLS


def calls(text: str) -> int:
    """Return how many functions an ask of `text` calls: work that no clock has to measure."""
    ADVISOR.ask_text(text)  # what is built once is no work of this question
    called = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        ADVISOR.ask_text(text)
    finally:
        sys.setprofile(before)
    return called


def test_a_log_beyond_64_kb_is_refused_with_the_way_out() -> None:
    answer = ADVISOR.ask_text("why slow?", attachment="x" * 65_537)
    assert answer.status == "error"
    assert "64 KB" in answer.text
