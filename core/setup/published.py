"""Which models people can get: how many files of the common quants are published."""

from functools import lru_cache
from typing import Final

from catalog.load import Catalog
from catalog.records import Model
from core.physics.weights import is_native_mxfp4

COMMON: Final = ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "iq4_xs", "q3_k_m", "iq3_xxs", "iq2_m")
LEAST_FILES, MANY_FILES = 5, 18
WELL_KNOWN: Final = (
    "qwen", "gpt-oss", "gemma", "glm", "mistral", "ministral", "devstral", "magistral", "llama",
    "phi", "deepseek",
)  # fmt: skip
"""Makes that people run locally and every engine supports; advised before others."""


def is_well_known(model: Model) -> bool:
    """Return whether `model` is of a make that people know."""
    return model.id.startswith(WELL_KNOWN)


@lru_cache(maxsize=1_024)
def published(model: Model, catalog: Catalog) -> int:
    """Return how many files of the common quants are published; many for one that has its own."""
    if is_native_mxfp4(model):
        return MANY_FILES
    return sum([len(catalog.files.sizes(model.id, quant)) for quant in COMMON])
