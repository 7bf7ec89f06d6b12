"""Speculative decoding: what a draft gains, and when it may be used at all."""


def speed_up(*, acceptance: float, draft_tokens: int, draft_cost: float) -> float:
    """Return the speed-up of decoding with a draft.

    s = (1 − α^(k+1)) / ((1 − α) · (k · c + 1)), with α the `acceptance` rate, k the
    `draft_tokens` proposed and c the `draft_cost`: time of a draft step ÷ time of a target step.

    References
    ----------
    Y. Leviathan et al., "Fast Inference from Transformers via Speculative Decoding",
    arXiv:2211.17192, eq. 1 and theorem 3.8.

    >>> round(speed_up(acceptance=0.8, draft_tokens=4, draft_cost=0.05), 2)
    2.8
    """
    if acceptance >= 1:
        return (draft_tokens + 1) / (draft_tokens * draft_cost + 1)
    made = (1 - acceptance ** (draft_tokens + 1)) / (1 - acceptance)
    return made / (draft_tokens * draft_cost + 1)
