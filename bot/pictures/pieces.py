"""A text in pieces about as large as a tokenizer's, for typing it at a speed."""

import re
from typing import Final

LETTERS_PER_TOKEN: Final = 4


def tokens(text: str) -> list[str]:
    """Return `text` cut about as a tokenizer would: short words whole, long ones in pieces.

    >>> tokens("It reads weights.")
    ['It', ' reads', ' weig', 'hts', '.']
    """
    found = []
    for piece in re.findall(r" ?[^\W_]+|[^\w ]| ", text):
        word = piece
        while len(word.strip()) > LETTERS_PER_TOKEN + 2:
            cut = LETTERS_PER_TOKEN + word.startswith(" ")
            found.append(word[:cut])
            word = word[cut:]
        found.append(word)
    return found
