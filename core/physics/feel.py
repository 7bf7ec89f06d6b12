"""How a decode speed feels to a person who reads along."""

from typing import Final

from core.figures import Feel

BORDERS_TOK_S: Final = (
    (3.0, Feel.BROKEN),
    (5.0, Feel.PAINFUL),
    (10.0, Feel.READING),
    (20.0, Feel.USABLE),
    (50.0, Feel.COMFORTABLE),
    (100.0, Feel.FAST),
)


def feel_of(tok_per_s: float) -> Feel:
    """Return how `tok_per_s` feels. People read 5–10 tokens per second.

    >>> feel_of(2.0), feel_of(7.0)
    (<Feel.BROKEN: 'broken'>, <Feel.READING: 'reading'>)
    """
    for border, feel in BORDERS_TOK_S:
        if tok_per_s < border:
            return feel
    return Feel.INSTANT
