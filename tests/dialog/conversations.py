"""Whole conversations as data: what is said, and what must be true of the reply.

Each turn is (said, expected). `expected` maps a dotted path into the answer object to the value
there, or to a test of it. Earlier turns of the person travel along, as a front end sends them.
"""

from collections.abc import Callable
from typing import Any

Expected = dict[str, Any]
Conversation = list[tuple[str, Expected]]


def over(least: float) -> Callable[[float], bool]:
    return lambda value: value > least


def under(most: float) -> Callable[[float], bool]:
    return lambda value: value < most


def has(*words: str) -> Callable[[str], bool]:
    return lambda text: all(word in text for word in words)


CONVERSATIONS: dict[str, Conversation] = {
    "a quant, a context and a second card, one after the other": [
        (
            "how fast is qwen3 32b q4_k_m on a 4090",
            {
                "status": "answered",
                "intent": "speed",
                "query.model.id": "qwen3-32b",
                "query.devices.0.id": "geforce-rtx-4090",
                "estimate.fits": "yes",
                "followup": False,
            },
        ),
        (
            "and at Q8?",
            {
                "followup": True,
                "query.quant.id": "q8_0",
                "query.model.id": "qwen3-32b",
                "estimate.fits": "offload",
                "text": has("Against before", "GB over"),
            },
        ),
        (
            "what about 2 of them",
            {
                "followup": True,
                "query.devices.0.count": 2,
                "query.quant.id": "q8_0",
                "estimate.fits": "yes",
                "text": has("Against before"),
            },
        ),
        (
            "same but 32k",
            {
                "followup": True,
                "query.context_tokens": 32_768,
                "query.devices.0.count": 2,
            },
        ),
        ("why?", {"intent": "explain", "status": "answered", "text": has("GB")}),
    ],
    "a missing card is asked for, and the answer is taken up": [
        ("can I run a 70b q4?", {"status": "clarify", "clarify.slot": has("device")}),
        (
            "2x 3090",
            {
                "status": "answered",
                "query.devices.0.id": "geforce-rtx-3090",
                "query.devices.0.count": 2,
                "query.quant.id": "q4_k_m",
                "estimate.fits": has("t"),
            },
        ),
    ],
    "Deutsch, mit Nachfrage": [
        (
            "läuft qwen3 14b q4_k_m auf ner 3060 12GB?",
            {
                "language": "de",
                "intent": "fit",
                "status": "answered",
                "text": has("Token/s", "Speicher"),
            },
        ),
        (
            "und mit q8?",
            {
                "language": "de",
                "followup": True,
                "query.quant.id": "q8_0",
                "text": has("Gegenüber vorher"),
            },
        ),
    ],
    "tiếng Việt, hỏi tiếp": [
        (
            "3060 12gb chạy qwen3 14b q4 được bao nhiêu token/giây?",
            {"language": "vi", "status": "answered", "text": has("token/giây", "Bộ nhớ")},
        ),
        (
            "còn con 8b thì sao",
            {"language": "vi", "followup": True, "estimate.decode_tok_s.mid": over(30)},
        ),
    ],
    "a slow card, a log, a second card remembered": [
        (
            "only 6 tok/s with llama 3.1 8b q4_k_m on a 3090, is that normal?",
            {
                "intent": "diagnose",
                "diagnosis.verdict": "slow",
                "query.measured_tok_s": 6,
                "diagnosis.causes.0.check": has("Check"),
            },
        ),
    ],
    "one friendly line for what it is not for": [
        (
            "how long does it take to train a lora on a 3090",
            {"status": "declined", "intent": "offtopic", "estimate": None},
        ),
        ("what does 7 tok/s feel like", {"intent": "feel", "text": has("read")}),
    ],
    "as many people as it serves": [
        (
            "how many users can one a100 80gb serve with qwen3 14b fp8 in vllm, 4k each?",
            {"intent": "concurrency", "query.users": None, "table.rows.0.0": "2"},
        ),
    ],
    "manners": [
        ("hi", {"status": "declined", "text": has("Hi!")}),
    ],
    "thanks": [("danke dir!", {"status": "declined", "intent": "offtopic"})],
    "measuring": [
        (
            "how do I measure tok/s in ollama?",
            {"intent": "measure", "status": "answered", "text": has("--verbose", "200 tokens")},
        ),
    ],
    "which model, then something faster": [
        (
            "which model for a 24gb 3090 for coding?",
            {"intent": "recommend_model", "status": "answered", "table": bool},
        ),
    ],
    "two cards against one": [
        (
            "3090 or 4090 for qwen3 32b q4?",
            {
                "intent": "compare",
                "status": "answered",
                "alternatives.0.devices.0.id": "geforce-rtx-4090",
                "alternative_estimates.0.decode_tok_s.mid": over(20),
                "text": has("bandwidth"),
            },
        ),
    ],
    "hello and thanks in the reader's language": [
        ("xin chào", {"language": "vi", "status": "declined", "text": has("Chào")}),
        ("danke dir", {"language": "de", "status": "declined", "text": has("Gern")}),
        ("cam on", {"language": "vi", "text": has("Không có gì")}),
    ],
    "general questions name no hardware and are explained": [
        ("is q4 really 4 bits?", {"intent": "explain", "status": "answered"}),
        ("prefill vs decode?", {"intent": "explain", "status": "answered"}),
        ("layer split vs tensor parallel?", {"intent": "explain", "status": "answered"}),
        (
            "why does it get slower the longer i chat?",
            {"intent": "explain", "status": "answered", "text": has("KV")},
        ),
        ("how do i measure my speed", {"intent": "measure", "status": "answered"}),
    ],
    "a draft with another tokenizer is refused": [
        (
            "qwen3 32b with draft llama 3.2 1b on 4090",
            {"query.draft_model": "llama-3.2-1b", "text": has("tokenizer")},
        ),
        (
            "qwen3 32b q4 with draft qwen3 0.6b on 5090",
            {"query.draft_model": "qwen3-0.6b", "text": has("With the draft")},
        ),
    ],
    "a normal speed has no fault to look for": [
        (
            "8b q4 on 4090 getting 130 tok/s normal?",
            {
                "diagnosis.verdict": "normal",
                "text": lambda text: "What limits it" in text and "Likeliest causes" not in text,
            },
        ),
    ],
    "a Mac is asked for MLX or Metal, a CPU for nothing": [
        (
            "llama 70b q4 on m2 ultra 192gb",
            {"text": lambda text: "ROCm" not in text and "VRAM" not in text},
        ),
    ],
    "a model is recommended that people know, for what it is wanted": [
        ("best model for long context on a 4060 ti 16gb", {"text": has("gpt-oss 20B", "32k")}),
        ("which model for coding on 24gb 3090?", {"text": has("Coder")}),
    ],
    "a size behind tensor parallel is the model": [
        (
            "2x4090 tensor parallel 70b q4 vllm",
            {"query.model.id": "llama-3.3-70b", "query.split": "tensor"},
        ),
    ],
    "who has no GPU is not told to look for it": [
        ("llama 3 8b on ryzen 5600g cpu only", {"status": "answered", "diagnosis": None}),
    ],
    "a Mac that is too small has one memory, and no experts on a CPU": [
        (
            "gpt-oss 120b on m3 pro 36gb",
            {
                "text": lambda text: "system RAM" not in text and "VRAM" not in text,
                "assumptions": lambda taken: all(o["slot"] != "cpu_moe_layers" for o in taken),
            },
        ),
    ],
    "an unknown card is answered with the nearest": [
        (
            "qwen3 32b on rtx 4095",
            {"status": "clarify", "clarify.slot": "devices", "text": has("RTX 4095", "RTX 4090")},
        ),
    ],
    "why, after an answer that does not fit": [
        ("qwen3 32b q4 on a 4090 at 64k", {"estimate.fits": "offload"}),
        (
            "why?",
            {
                "intent": "explain",
                "followup": True,
                "text": has("if the device held it all, 27 tok/s", "61 % of the weights"),
            },
        ),
    ],
    "how to measure, in Vietnamese": [("đo tốc độ thế nào?", {"intent": "measure"})],
}
