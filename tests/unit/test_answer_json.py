"""The answer object keeps its names: other programs rely on them."""

import json
from typing import Any

import pytest

from bot.cli.json import answer_object
from catalog.load import load_catalog
from core.advisor import Advisor
from core.query import Query

ADVISOR = Advisor(load_catalog())
TOP = {
    "schema", "question", "language", "intent", "status", "query", "alternatives", "assumptions",
    "estimate", "alternative_estimates", "diagnosis", "warnings", "advice", "clarify", "sources",
    "key", "text", "followup",
}  # fmt: skip
QUERY = {
    "model", "quant", "devices", "ram", "context_tokens", "kv_quant", "engine", "gpu_layers",
    "cpu_moe_layers", "split", "prompt_tokens", "users", "draft_model", "measured_tok_s",
    "target_tok_s",
}  # fmt: skip
ESTIMATE = {
    "bytes_per_token_gb", "ceiling_tok_s", "ceiling_at_context_tok_s", "decode_tok_s", "memory_gb",
    "fits", "offload", "max_context_tokens", "prefill_tok_s", "ttft_s", "feel",
}  # fmt: skip
QUESTIONS = (
    "32B Q4 on a 4090 at 64k context?",
    "3090 or 4090 for qwen3 32b q4?",
    "only 6 tok/s with llama 3.1 8b q4_k_m on a 3090, why?",
    "which quant of gemma 3 27b for a 24gb 3090",
    "which model for a 3090",
    "what should I buy for llama 3.3 70b q4 at 10 tok/s",
    "what does 7 tok/s feel like",
    "how do I measure tok/s in ollama",
    "why does it get slower the longer the chat runs",
    "8 users on an a100 80gb with qwen3 32b awq in vllm",
    "can I run a 70b?",
    "how long does a lora take",
    "wie schnell läuft qwen3 8b auf ner 3060 12GB?",
    "",
    "?",
    "😭" * 500,
    "x" * 4_001,
)


def asked(text: str) -> Any:
    return json.loads(json.dumps(answer_object(ADVISOR.ask_text(text), ADVISOR.catalog)))


@pytest.mark.parametrize("text", QUESTIONS)
def test_every_answer_has_every_field(text: str) -> None:
    answer = asked(text)
    assert set(answer) >= TOP
    assert answer["schema"] == "howfast.answer/1"
    assert answer["status"] in ("answered", "clarify", "declined", "error")
    assert answer["text"].strip()
    if answer["query"] is not None:
        assert set(answer["query"]) >= QUERY
    for estimate in filter(None, [answer["estimate"], *answer["alternative_estimates"]]):
        assert set(estimate) >= ESTIMATE
        assert set(estimate["decode_tok_s"]) == {"low", "mid", "high"}
        assert set(estimate["memory_gb"]) == {"weights", "kv", "overhead", "needed", "available"}
    assert len(answer["alternatives"]) == len(answer["alternative_estimates"])
    if answer["status"] == "clarify":
        assert set(answer["clarify"]) == {"slot", "text", "options"}


@pytest.mark.parametrize("text", QUESTIONS[:8])
def test_what_nobody_said_stands_among_the_assumptions(text: str) -> None:
    answer = asked(text)
    assumed = {one["slot"]: one for one in answer["assumptions"]}
    for one in assumed.values():
        assert one["why"]
        assert one["value"] != ""
    query = answer["query"] or {}
    for slot in ("model", "quant"):
        if query.get(slot) and query[slot]["basis"] != "said":
            assert slot in assumed


def test_numbers_are_rounded_and_in_gigabytes() -> None:
    estimate = asked("qwen3 32b q4_k_m on a 4090 at 64k")["estimate"]
    assert estimate["memory_gb"]["weights"] == pytest.approx(19.76, rel=0.01)
    for value in (estimate["ceiling_tok_s"], *estimate["decode_tok_s"].values()):
        assert value == float(f"{value:.4g}")


def test_the_key_answers_the_same_again() -> None:
    answer = asked("qwen3 32b q4_k_m on a 4090 at 64k")
    again = ADVISOR.answer_query(Query.from_key(answer["key"]))
    assert answer_object(again, ADVISOR.catalog)["estimate"] == answer["estimate"]


def test_an_unreadable_key_is_an_error_with_a_way_out() -> None:
    answer = ADVISOR.answer_key("@@@", language="de")
    assert answer.status == "error"
    assert "Frag" in answer.text
