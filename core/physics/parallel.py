"""Several devices on one stream: what working together gains."""

from math import log2
from typing import Final

GAIN_PER_DOUBLING: Final = 0.4  # of one device's speed; two good cards reach 1.2–1.6×, never 2×


def tensor_gain(devices: int) -> float:
    """Return the speed of a tensor split over `devices` equal devices ÷ the speed of one.

    g = 1 + 0.4 · log₂ n. After every layer the devices wait for each other, so it is far from n.
    Measured: two cards 1.2–1.8×, four 1.8–2.4×, eight 2.2–4.2× (gpt-fast, vLLM, llama.cpp).

    >>> tensor_gain(1), tensor_gain(2), tensor_gain(4)
    (1.0, 1.4, 1.8)
    """
    return 1.0 + GAIN_PER_DOUBLING * log2(devices)
