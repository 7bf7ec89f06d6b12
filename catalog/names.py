"""How a name becomes an id."""

import re
from typing import Final

_OTHER: Final = re.compile(r"[^a-z0-9.]+", re.ASCII)
_OTHER_QUANT: Final = re.compile(r"[^a-z0-9._]+", re.ASCII)


def slug(name: str) -> str:
    """Return the id of a model or device name.

    >>> slug("GeForce RTX 4090")
    'geforce-rtx-4090'
    """
    return _OTHER.sub("-", name.lower()).strip("-")


def quant_slug(name: str) -> str:
    """Return the id of a quant name; quants keep their underscores.

    >>> quant_slug("Q4_K_M")
    'q4_k_m'
    """
    return _OTHER_QUANT.sub("-", name.lower()).strip("-")
