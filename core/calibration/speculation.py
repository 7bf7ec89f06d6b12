"""How often a draft's token is accepted, by kind of work, and what a drafted token costs.

Fitted from 906 published runs (`measurements_speculation.csv` has those with a baseline or a
stated acceptance): acceptances are turned into the chance α of each further token being right,
and costs follow from the speed-ups of the same machine with and without a draft.
"""

from typing import Final, Literal, NamedTuple

Method = Literal["mtp", "draft", "ngram", "eagle", "dflash"]
Work = Literal["greedy", "chat", "high_temperature"]


class Acceptance(NamedTuple):
    """The chance that one more drafted token is right: nine in ten runs lie between the ends."""

    low: float
    mid: float
    high: float


ACCEPTANCE: Final[dict[Method, dict[Work, Acceptance]]] = {
    "mtp": {  # Qwen3.6-27B: 0.80 of 2 and 0.74 of 3 tokens overall; prompts 0.43–0.95
        "greedy": Acceptance(0.78, 0.89, 0.96),
        "chat": Acceptance(0.58, 0.76, 0.88),
        "high_temperature": Acceptance(0.30, 0.52, 0.70),
    },
    "draft": {  # code: 0.79 of 2, 0.69 of 4, 0.56 of 8 tokens
        "greedy": Acceptance(0.75, 0.85, 0.93),
        "chat": Acceptance(0.50, 0.70, 0.86),
        "high_temperature": Acceptance(0.20, 0.42, 0.62),
    },
    "ngram": {  # code 0.46 of 4, prose 0.36 of 4 tokens
        "greedy": Acceptance(0.55, 0.68, 0.82),
        "chat": Acceptance(0.30, 0.50, 0.68),
        "high_temperature": Acceptance(0.12, 0.30, 0.48),
    },
    "eagle": {  # Spec-Bench: EAGLE-3 3.0x, EAGLE-2 2.2–2.6x
        "greedy": Acceptance(0.72, 0.83, 0.92),
        "chat": Acceptance(0.55, 0.72, 0.85),
        "high_temperature": Acceptance(0.30, 0.50, 0.68),
    },
    "dflash": {  # 0.20 of 7, 0.10 of 15 tokens in long contexts
        "greedy": Acceptance(0.60, 0.76, 0.88),
        "chat": Acceptance(0.40, 0.60, 0.76),
        "high_temperature": Acceptance(0.20, 0.40, 0.58),
    },
}
TOKEN_COST: Final[dict[Method, float]] = {
    "mtp": 0.15,  # 2 tokens at 0.80 gave 1.6–2.1x on CUDA, Vulkan and ROCm
    "draft": 0.08,  # beside the draft's own bytes
    "ngram": 0.05,
    "eagle": 0.10,
    "dflash": 0.06,
}
MOE_COST: Final = 0.35  # 35B-A3B gained 1.27–1.38x where the dense 27B gained 2.1x
METAL_COST: Final = 0.45  # verification is compute-bound there: M3 Ultra gained 1.06x
DRAFT_LAUNCHES: Final = (
    0.05  # a small draft is launches, not bandwidth; 32B + 0.5B gained 1.4–1.6x mixed
)


def method_of(name: str) -> Method:
    """Return the method that a draft's name stands for; a model's name is a draft model.

    >>> method_of("mtp"), method_of("qwen3-0.6b"), method_of("EAGLE3")
    ('mtp', 'draft', 'eagle')
    """
    low = name.lower()
    if low.startswith(("mtp", "nextn")):
        return "mtp"
    if low.startswith(("ngram", "n-gram", "lookup", "lookahead", "pld")):
        return "ngram"
    if low.startswith("eagle"):
        return "eagle"
    return "dflash" if low.startswith("dflash") else "draft"


def token_cost(method: Method, *, draft_share: float, moe: bool, backend: str) -> float:
    """Return the cost of one drafted token ÷ a plain decoding step, verification included.

    `draft_share` is the draft's bytes ÷ the bytes that the target reads per token (0 for heads
    inside the model). The answer goes into `core.physics.speculative.speed_up` as `draft_cost`.
    """
    own = draft_share + DRAFT_LAUNCHES * (method == "draft")
    slow = backend in {"metal", "mlx"}
    return TOKEN_COST[method] + own + MOE_COST * moe + METAL_COST * slow
