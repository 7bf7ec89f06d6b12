"""How llama.cpp describes a model's quantization in its own tables and load lines."""

import re
from typing import Final

_DESCRIPTION: Final = re.compile(
    r"^(?P<name>.{1,80}?) (?P<quant>"
    r"(?:I?Q[0-9]_[A-Z0-9]{1,3}|I?Q[0-9]_[01]|MXFP4|F16|BF16|F32|TQ[12]_0|all F32)"
    r"(?:_[A-Z]{1,3})?)(?P<rest>(?: - [A-Za-z0-9. ]{1,24}| MoE)?)",
    re.ASCII,
)
_SIZES: Final = {"small": "S", "medium": "M", "large": "L"}


def from_description(text: str) -> tuple[str | None, str | None]:
    """Return model and quant of a description such as ``qwen2 14B Q4_K - Medium``.

    A bare ``F16`` of gpt-oss names the few tensors that are not MXFP4.

    >>> from_description("qwen2 14B Q4_K - Medium")
    ('qwen2 14B', 'Q4_K_M')
    >>> from_description("gpt-oss ?B F16")
    ('gpt-oss ?B', 'MXFP4')
    """
    match = _DESCRIPTION.match(text[:160])
    if not match:
        return text.strip()[:80] or None, None
    name = match["name"]
    quant = plain_quant(match["quant"] + match["rest"])
    if quant in {"F16", "BF16"} and "gpt-oss" in name:
        quant = "MXFP4"
    return name, quant


def plain_quant(text: str) -> str:
    """Return a quant as files are named: ``Q4_K - Medium`` is Q4_K_M, ``IQ4_XS - 4.25 bpw`` IQ4_XS.

    >>> plain_quant("Q4_K - Medium"), plain_quant("IQ4_XS - 4.25 bpw"), plain_quant("MXFP4 MoE")
    ('Q4_K_M', 'IQ4_XS', 'MXFP4')
    """
    head, _, tail = text.partition(" - ")
    size = _SIZES.get(tail.strip().lower())
    head = head.replace(" MoE", "").removeprefix("all ").strip()
    return f"{head}_{size}" if size else head
