"""Realized decode and prefill speed from a placed workload: the 60–75 % rule of the page."""

from core.calibration.case import DecodeCase, PrefillCase, Realized

RULE_LOW, RULE_MID, RULE_HIGH = 0.60, 0.675, 0.75


def realize_decode(case: DecodeCase) -> Realized:
    """Return the decode speed of `case` in tokens per second: a share of its own ceiling."""
    seconds = sum(
        (p.dense_bytes + p.expert_bytes + p.kv_bytes)
        / (p.bandwidth_bytes_per_s * (p.count if case.split == "tensor" else 1))
        for p in case.parts
    )
    ceiling = 1.0 / seconds
    return Realized(ceiling * RULE_LOW, ceiling * RULE_MID, ceiling * RULE_HIGH, basis="rule")


def realize_prefill(case: PrefillCase) -> Realized:
    """Return the prompt-processing speed of `case` in tokens per second."""
    flop_per_s = max((p.flop_per_s or 0.0) for p in case.parts) or 1e11
    n, depth = case.prompt_tokens, case.context_tokens
    flop = 2.0 * case.params_active * n + 4.0 * case.attention_width * n * (depth + n / 2)
    moved_s = (
        case.moved_bytes / case.link_bytes_per_s * -(-n // case.micro_batch_tokens)
        if case.link_bytes_per_s
        else 0.0
    )
    speed = n / (flop / (0.35 * flop_per_s) + moved_s)
    return Realized(speed * 0.5, speed, speed * 1.6, basis="rule")
