"""Questions to measure with: the real ones where the project's data lie beside it, else our own."""

import json
from pathlib import Path
from typing import Any, Final

from core.question import MAX_CHARS

SHARED: Final = Path(__file__).parents[3] / "shared" / "data" / "questions"
OWN: Final = (
    "32B Q4 on a 4090 at 64k context?",
    "can my 3060 12gb run a 14b",
    "gpt-oss 120b on a 5090 with 96GB DDR5-6000, --n-cpu-moe 24, how fast?",
    "which quant of gemma 3 27b for a 7900xtx with 20k context",
    "3090 or two 3060 12gb for a 27b q4?",
    "only 9 tok/s on my 3080 with llama 3.1 8b q4_k_m, why",
    "what does 7 tok/s feel like",
    "how do i measure tokens per second in ollama",
    "Mistral Small 24B auf einer 4070 Ti Super, wie schnell?",
    "warum wird der Chat immer langsamer? 3090, qwen3 14b",
    "4060ti 16gb chạy qwen3 14b q4 được bao nhiêu token/giây",
    "m4 max 64gb chạy model nào ngon để viết code",
    "how long until the first word with a 30k prompt, qwen3 32b q4 on a 3090",
    "8 users on one A100 80GB with llama 3.3 70b awq in vllm",
    "why is an MoE faster than a dense model of the same size",
    "what should I buy to run a 70b at 15 tok/s",
    "how long does it take to train a lora",
    "hi",
)


def _repeated(unit: str) -> str:
    return (unit * MAX_CHARS)[:MAX_CHARS]


HOSTILE: Final = {
    name: _repeated(unit)
    for name, unit in {
        "one letter": "a",
        "digits": "9",
        "dots": ".",
        "numbers": "8b ",
        "sizes glued": "1b",
        "counts": "2x",
        "counts of cards": "2x4090 ",
        "names": "qwen3-32b-q4_k_m ",
        "families": "qwen llama gemma mistral ",
        "cards": "rtx 4090 ",
        "choices": "3090 or 4090 or ",
        "quants": "q4_k_m q5_k_s iq3_xxs fp16 ",
        "memory": "24 gb vram 64 gb ram ",
        "speeds": "9 tok/s ",
        "flags": "-ngl 20 --n-cpu-moe 3 ",
        "brackets": "([{",
        "marks": "e\u0301",
        "unordered marks": "\u0301\u0316",
        "ligatures": "\ufdfa",
        "wide digits": "２４ＧＢ ",
        "directions": "\u202e4090",
        "emoji": "😭",
        "slashes": "45%/55% ",
        "hangul": "한",
        "dashes": "3-",
        "lines": "8b\n",
    }.items()
} | {
    "spaces": " " * (MAX_CHARS - 1) + "x",
    "every number": " ".join(str(one) for one in range(1, 1_500))[:MAX_CHARS],
    "every size": " ".join(f"{one}b" for one in range(1, 1_000))[:MAX_CHARS],
}


def questions() -> list[dict[str, Any]]:
    """Return the questions as {"text", "context", "attachment"}."""
    found: list[dict[str, Any]] = []
    for name in ("dev.jsonl", "chat.jsonl"):
        path = SHARED / name
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
        found.extend(_with_log(json.loads(line)) for line in lines)
    return found or [{"text": text, "context": [], "attachment": ""} for text in OWN]


def _with_log(record: dict[str, Any]) -> dict[str, Any]:
    name = record.get("attachment")
    log = SHARED / "logs" / str(name) if name else None
    text = (
        log.read_text(encoding="utf-8", errors="replace")[:65_000] if log and log.exists() else ""
    )
    return {"text": record["text"], "context": record.get("context") or [], "attachment": text}
