"""Several streams in one step: which experts they touch, and how long the step takes."""


def experts_touched(experts: int, chosen: int, streams: int) -> float:
    """Return how many experts `streams` tokens touch together.

    U = E · (1 − (1 − k/E)^N), with E `experts`, k `chosen` per token and N `streams` that choose
    independently. Real prompts choose alike, so it is an upper bound.

    >>> round(experts_touched(128, 8, 1), 6)
    8.0
    >>> round(experts_touched(128, 8, 16))
    82
    """
    return experts * (1 - (1 - chosen / experts) ** streams)


def step_seconds(*, single_s: float, bytes_ratio: float, flop: float, flop_per_s: float) -> float:
    """Return the time of one decoding step of a batch [s].

    t = t₁ · (bytes of N ÷ bytes of one) + C / F: the single stream's time `single_s` [s] grows
    with what is read, and `flop` C [FLOP] are worked off at `flop_per_s` F.

    References
    ----------
    R. Pope et al., "Efficiently Scaling Transformer Inference", arXiv:2211.05102, section 2.

    >>> step_seconds(single_s=0.01, bytes_ratio=1.5, flop=1e11, flop_per_s=1e13)
    0.025
    """
    return single_s * bytes_ratio + flop / flop_per_s
