"""What an explanation is about, by the words of the question; numbers are none of its business."""

from typing import Final

from core.compose.case import Case
from core.figures import Estimate

DEEP_TOKENS: Final = 16_384
_CUES: Final = {
    "speculative": (
        "speculat", "spekulativ", "draft", " mtp", "multi-token", "nháp", "suy đoán",
    ),
    "two_cards": (
        "nvlink", "pcie", "two cards", "two gpu", "2 gpu", "dual", "second card", "second gpu",
        "tensor parallel", " tp2", "x16", " x4", " x8", "multi-gpu", "zwei karten",
        "zweite karte", "zwei gpu", "hai card", "2 card", "hai con", "2 con", "8 cards", "two 3090",
    ),
    "split": (
        "layer split", "split layer", "split row", "split mode", "split_mode", "tensor split",
        "-sm ",
    ),
    "moe": (
        "moe", "a3b", "a22b", "a4b", "active param", "expert", "mixture", "aktive param",
        "kích hoạt",
        "kich hoat",
    ),
    "prefill": (
        "prefill", "vs decode", "prompt processing",
        "prompt eval", "ttft", "first token", "first word", "pp512",
        "tg128", "pp and tg", "erste wort", "erste token", "token đầu", "chữ đầu", "chu dau",
    ),
    "kv_growth": (
        "longer", "gets slow", "slower and slower", "slows down", "kv cache", "kv-cache", "num_ctx",
        "n_ctx", "je länger", "je laenger", "immer langsamer", "kontext", "càng dài", "cang dai",
        "chậm dần", "cham dan", "context", "ngữ cảnh", "ngu canh",
    ),
    "quant_bits": (
        "really 4", "wirklich 4", "thật sự là 4", "4 bits",
        "bits per weight", " bpw", "4.85", "not 4 bit", "bigger than", "4.5 bit", "größer als",
    ),
    "offload": (
        "offload", "-ngl", " ngl", "on the cpu", "cpu/gpu", "shared memory", "spill", "auslager",
        "layers", "system ram", "tràn", "tran ram", "sang ram", "auf der cpu",
    ),
    "bandwidth": (
        "bandwidth", "tflops", "flops", "bandbreite", "băng thông", "bang thong", "roofline",
    ),
    "quant_speed": ("quant", "q4", "q8", "fp16", "bf16", "8 bit", "4 bit", "lượng tử"),
}  # fmt: skip


def topic_of_words(text: str) -> str | None:
    """Return the topic that `text` names first in the order of the list, or None.

    >>> topic_of_words("why is the MoE faster?")
    'moe'
    """
    padded = f" {text.casefold()} "
    for topic, cues in _CUES.items():
        if any(cue in padded for cue in cues):
            return topic
    return None


def topic_of_setup(own: Estimate) -> str:
    """Return what most likely puzzles a person about this setup, for a bare "why?"."""
    if own.offload is not None:
        return "offload"
    if (own.query.context_tokens or 0) >= DEEP_TOKENS:
        return "kv_growth"
    return "moe" if own.model.is_moe else "bandwidth"


def chosen(case: Case, own: Estimate | None) -> str:
    """Return the topic to explain."""
    found = topic_of_words(case.question.text)
    if found is None and own is not None:
        found = topic_of_setup(own)
    return found or "bandwidth"
