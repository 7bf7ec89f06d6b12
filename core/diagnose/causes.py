"""The likeliest causes as messages: what it is, the check that confirms it, the fix."""

from typing import Final

from core.diagnose.instead import Explanations
from core.diagnose.judge import IMPOSSIBLE, NORMAL, Verdict
from core.diagnose.situation import Situation
from core.diagnose.texts import cause_text
from core.figures import Cause
from core.message import Message

MOST: Final = 4
_LEAST_WEIGHT: Final = 1.0
_STRONG: Final = 4.0
_OUTRIGHT: Final = 7.0

ENGINES: Final[dict[str, str]] = {
    "ollama": "ollama",
    "llamacpp": "llamacpp",
    "llamaserver": "llamacpp",
    "ikllamacpp": "llamacpp",
    "koboldcpp": "koboldcpp",
    "lmstudio": "lmstudio",
    "vllm": "vllm",
    "sglang": "vllm",
}
"""Engines, as letters, and whose commands they share."""

BY_ENGINE: Final[dict[str, tuple[str, ...]]] = {
    "check.partial_offload": ("ollama", "llamacpp", "lmstudio", "koboldcpp", "vllm"),
    "fix.partial_offload": ("ollama", "llamacpp", "lmstudio", "koboldcpp", "vllm"),
    "check.cpu_only": ("ollama", "llamacpp", "lmstudio"),
    "fix.cpu_only": ("ollama", "llamacpp", "lmstudio"),
    "fix.context_memory": ("ollama", "llamacpp", "lmstudio", "vllm"),
    "check.context_memory": ("ollama", "llamacpp"),
    "fix.kv_growth": ("ollama", "llamacpp", "lmstudio"),
    "fix.threads": ("ollama", "llamacpp", "lmstudio"),
    "fix.sampling_overhead": ("vllm",),
    "fix.moe_kernels": ("ollama", "llamacpp", "lmstudio"),
}
"""Phrases that exist for some engines in words of their own."""

TO_MEND: Final = frozenset(
    {
        "partial_offload",
        "cpu_only",
        "sysmem_spill",
        "context_memory",
        "threads",
        "vram_in_use",
        "power_thermal",
    }
)
"""Causes beside which "nothing to tune" would be wrong, even at a speed that is normal for them."""

WITHOUT_CHECK: Final = frozenset({"normal"})


def causes(
    at_hand: Situation, weights: dict[str, float], verdict: Verdict, instead: Explanations
) -> tuple[Cause, ...]:
    """Return at most `MOST` causes, the likeliest first."""
    codes = sorted(weights, key=lambda code: -weights[code])
    codes = [code for code in codes if weights[code] >= _LEAST_WEIGHT]
    if verdict.code == NORMAL:
        codes = _beside_normal(codes, weights)
    mend = verdict.code != IMPOSSIBLE
    return tuple(_cause(at_hand, code, instead, mend=mend) for code in codes[:MOST])


def _beside_normal(codes: list[str], weights: dict[str, float]) -> list[str]:
    """Return "normal" first, unless what they saw has a plain explanation; then second."""
    telling = [code for code in codes if weights[code] >= _STRONG]
    if telling and weights[telling[0]] >= _OUTRIGHT:
        first, *rest = telling
        return [first, *rest[:1]] if first in TO_MEND else [first, "normal", *rest[:1]]
    return ["normal", *telling[:2]]


def _cause(at_hand: Situation, code: str, instead: Explanations, *, mend: bool) -> Cause:
    """Return the cause in messages; a number that cannot be right has nothing to mend."""
    return Cause(
        code=code,
        text=cause_text(at_hand, code, instead),
        check=None if code in WITHOUT_CHECK else _by_engine(at_hand, "check", code),
        fix=_by_engine(at_hand, "fix", code) if mend else None,
    )


def _by_engine(at_hand: Situation, part: str, code: str) -> Message:
    engine = ENGINES.get(at_hand.engine, "")
    if engine in BY_ENGINE.get(f"{part}.{code}", ()):
        return Message(f"diagnosis.{part}.{code}.{engine}")
    return Message(f"diagnosis.{part}.{code}")
