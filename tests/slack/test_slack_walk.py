"""Every message that can be made is one that Slack takes: by its own models, by size, by markup."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from bot.slack.chart import chart
from bot.slack.controls import options
from bot.slack.home import home, prompts
from bot.slack.ids import act_of
from bot.slack.render import Message, math, message, words
from catalog.load import load_catalog
from core.advisor import Advisor
from core.answer import Answer, Fact, Remark
from core.language.pack import LANGUAGES, pack
from tests.fakes.slack_payloads import elements, texts

CATALOG = load_catalog()
ADVISOR = Advisor(CATALOG)
QUESTIONS = (
    "32B Q4 on a 4090 at 64k context?",
    "which quant of gemma 3 27b for 16 GB?",
    "3090 or two 3060s for 27b q4?",
    "qwen3 8b q4 on 3080 only 9 tok/s, why?",
    "gpt-oss 120b on a strix halo 128GB at 32k, 4 users",
    "deepseek r1 671b on 8x H100 vllm fp8",
    "llama 3.3 70b exl2 4.5 bpw on two 3090s with tensor split",
    "qwen3 8b mlx 4bit on an m4 max 64GB",
    "how long until the first token with a 30k prompt, qwen3 14b q4 on a 3060 12GB",
    "which model for 16 GB VRAM and coding?",
    "what do I need for 70b at 10 tok/s",
    "how many users can a 4090 serve with qwen3 8b",
    "why is bandwidth important",
    "what does 7 tok/s feel like",
    "how do I measure mine",
    "32b",
    "4090",
    "hello there",
    "<!channel> <@U1> & <https://x|y> 8b on a 4090",
    "a 13b on an RTX 9999 Ultra",
    "x" * 3_900,
)


def _laws(sent: Message) -> None:
    """Assert what Slack asks of a message."""
    assert sent.text
    assert 1 <= len(sent.blocks) <= 50
    assert len(sent.text) + len(json.dumps(sent.blocks, ensure_ascii=False)) <= 12_000
    assert len(json.dumps(sent.blocks)) <= 12_000
    _valid(sent.blocks)


def _valid(blocks: list[dict[str, Any]]) -> None:
    for block in blocks:
        parsed = Block.parse(block)
        assert parsed is not None
        parsed.validate_json()
    for one in texts(blocks):
        assert "<" not in one
        assert ">" not in one
    ids = [one["action_id"] for one in elements(blocks)]
    assert len(ids) == len(set(ids))
    for element in elements(blocks):
        assert act_of(element["action_id"])
        for option in element.get("options", ()):
            assert len(option["value"]) <= 150
            assert len(option["text"]["text"]) <= 75
        if element.get("initial_option") and "options" in element:
            assert element["initial_option"] in element["options"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_is_a_message_that_slack_takes(question: str, language: str):
    answer = ADVISOR.ask_text(question, language=language)
    for may_share in (True, False):
        _laws(message(answer, CATALOG, may_share=may_share))
    _laws(math(answer))
    if answer.estimate:
        _laws(chart(answer, ADVISOR.estimate))
    if answer.key:
        _laws(message(ADVISOR.answer_key(answer.key, language=language), CATALOG))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_and_the_prompts_are_ones_that_slack_takes(language: str):
    view = home(language, "<b> & 4090")
    view.validate_json()
    blocks = view.to_dict()["blocks"]
    assert View(**view.to_dict()).to_dict() == view.to_dict()
    assert all("<" not in one for one in texts(blocks))
    assert len(prompts(pack(language))) == 4


def test_every_click_leads_to_an_answer_that_slack_takes():
    first = ADVISOR.ask_text(QUESTIONS[0])
    for element in elements(message(first, CATALOG).blocks):
        for option in element.get("options", ()):
            _laws(message(ADVISOR.answer_key(option["value"], language="de"), CATALOG))


def test_a_short_answer_says_the_verdict_first_and_at_most_six_facts():
    sent = message(ADVISOR.ask_text(QUESTIONS[0]), CATALOG)
    assert sent.blocks[0]["text"]["text"].startswith("🔴 *")
    assert len(sent.blocks[1]["fields"]) <= 6
    kinds = [block["type"] for block in sent.blocks]
    assert kinds == sorted(kinds, key=["section", "context", "actions"].index)


NASTY = st.text(alphabet=st.sampled_from("<>&@#!|*_~`\n abcé﷽😀"), max_size=4_000)


def _stuffed(said: str, count: int) -> Answer:
    base = ADVISOR.ask_text(QUESTIONS[0])
    return replace(
        base,
        headline=said,
        subject=said,
        text=said or "-",
        question=said,
        facts=tuple(Fact("x", said, said) for _ in range(count)),
        paragraphs=(said,) * count,
        warnings=tuple(Remark("x", said) for _ in range(count)),
        assumed_lines=(said,) * count,
        notes=(said,) * count,
        arithmetic=(said,) * count,
    )


@settings(max_examples=25, deadline=None)
@given(NASTY, st.integers(0, 12))
def test_whatever_an_answer_says_slack_takes_it(said: str, count: int):
    answer = _stuffed(said, count)
    _laws(message(answer, CATALOG, may_share=True))
    _laws(math(answer))
    _laws(words(said or "-"))


@pytest.mark.nightly
@settings(max_examples=10_000, deadline=None)
@given(NASTY)
def test_of_10000_texts_none_leaves_a_mark(said: str):
    _valid(message(_stuffed(said, 1), CATALOG).blocks)


def test_options_are_at_most_a_hundred():
    from bot.choices import Choice  # noqa: PLC0415

    many: Iterable[Choice] = (Choice(f"{n}", f"k{n}") for n in range(300))
    assert len(options(many)) == 100
