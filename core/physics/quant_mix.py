"""Which type llama.cpp gives each kind of tensor in a quantization mix, as data.

A mix like Q4_K_M is a default type and exceptions: more bits for some tensors in some layers.
The facts are those of llama.cpp's own choice by tensor (`src/llama-quant.cpp`, 2026); the table
says them once more as rows (kind of tensor → share of the layers → type).

Symbols: kinds are q, k, v, o (attention), qkv (fused), down, up, gate (feed-forward), embed,
output. A kind with a ``4`` behind it (v4) is the one for models with four or more query heads a
KV head.
"""

from typing import Final

BITS: Final = {
    "iq1_s": 1.5625,
    "iq1_m": 1.75,
    "iq2_xxs": 2.0625,
    "iq2_xs": 2.3125,
    "iq2_s": 2.5625,
    "iq3_xxs": 3.0625,
    "iq3_s": 3.4375,
    "iq4_xs": 4.25,
    "iq4_nl": 4.5,
    "q2_k": 2.625,
    "q3_k": 3.4375,
    "q4_k": 4.5,
    "q5_k": 5.5,
    "q6_k": 6.5625,
    "q4_0": 4.5,
    "q4_1": 5.0,
    "q5_0": 5.5,
    "q5_1": 6.0,
    "q8_0": 8.5,
    "mxfp4": 4.25,
    "nvfp4": 4.5,
    "tq1_0": 1.6875,
    "tq2_0": 2.0625,
    "q1_0": 1.125,
    "q2_0": 2.25,
    "f16": 16.0,
    "bf16": 16.0,
    "f32": 32.0,
}  # bits per weight of one block type with its scales (ggml, GGML_QUANT_SIZES)
SUPER_BLOCK: Final = 256  # weights in a block of the K and IQ types; rows must divide by it
FALLBACK: Final = {
    "q2_k": "q4_0",
    "q3_k": "q4_0",
    "q4_k": "q5_0",
    "q5_k": "q5_1",
    "q6_k": "q8_0",
    "tq1_0": "q4_0",
    "tq2_0": "q4_0",
}  # where a row does not divide by 256; every IQ type falls back on iq4_nl
SMALL_BLOCK_TYPES: Final = frozenset(
    (
        "iq4_nl",
        "q4_0",
        "q4_1",
        "q5_0",
        "q5_1",
        "q8_0",
        "mxfp4",
        "nvfp4",
        "f16",
        "bf16",
        "f32",
        "q1_0",
    )
)

Rules = dict[str, tuple[tuple[str, str], ...]]


def _rules(text: str) -> Rules:
    """Return the rules of one mix from words like ``v:more=q6_k``, the first that fits wins."""
    rules: dict[str, list[tuple[str, str]]] = {}
    for word in text.split():
        kind, _, rule = word.partition(":")
        where, _, type_ = rule.partition("=")
        rules.setdefault(kind, []).append((where, type_))
    return {kind: tuple(some) for kind, some in rules.items()}


_TINY: Final = "output:all=q5_k v4:all=q4_k "
_TINY_2: Final = _TINY + "embed:all=q2_k v:all=q2_k down:eighth=q2_k "
_TINY_3: Final = _TINY + "embed:all=iq3_s v:all=iq3_s down:eighth=iq3_s o:all=iq3_s"
MIXES: Final[dict[str, tuple[str, Rules]]] = {
    name: (default, _rules(rules))
    for name, default, rules in (
        ("iq1_s", "iq1_s", _TINY_2 + "o:all=iq2_xxs"),
        ("iq1_m", "iq1_m", _TINY_2 + "o:all=iq2_xxs"),
        ("iq2_xxs", "iq2_xxs", _TINY_2),
        ("iq2_xs", "iq2_xs", _TINY_2),
        ("iq2_s", "iq2_xs", _TINY_3),
        ("iq2_m", "iq2_s", _TINY_3),
        ("q2_k", "q2_k", "v4:all=q4_k v:all=q3_k down:all=q3_k o:all=q3_k"),
        ("q2_k_s", "q2_k", "v4:all=q4_k down:eighth=q4_k"),
        (
            "iq3_xxs",
            "iq3_xxs",
            "output:all=q5_k embed:all=iq3_s v4:all=q4_k q:all=iq2_s k:all=iq2_s o:all=iq3_s",
        ),
        (
            "iq3_xs",
            "iq3_s",
            "v4:all=q4_k q:all=iq3_xxs k:all=iq3_xxs gate:middle=iq3_xxs up:middle=iq3_xxs",
        ),
        ("iq3_s", "iq3_s", "v4:all=q4_k"),
        ("iq3_m", "iq3_s", "v:all=q4_k o:all=q4_k qkv:all=q4_k down:eighth=q4_k"),
        ("q3_k_s", "q3_k", ""),
        (
            "q3_k_m",
            "q3_k",
            "v:two=q5_k v:all=q4_k o:all=q4_k qkv:all=q4_k down:sixteenth=q5_k down:all=q4_k",
        ),
        ("q3_k_l", "q3_k", "v:all=q5_k o:all=q5_k qkv:all=q4_k down:all=q5_k"),
        ("iq4_xs", "iq4_xs", "v4:all=q5_k"),
        ("iq4_nl", "iq4_nl", "v4:all=q5_k"),
        ("q4_0", "q4_0", "down:imatrix=q4_1"),
        ("q4_1", "q4_1", ""),
        ("q4_k_s", "q4_k", "v:four=q5_k down:eighth=q5_k"),
        ("q4_k_m", "q4_k", "v:more=q6_k qkv:all=q5_k down:more=q6_k"),
        ("q5_0", "q5_0", "down:imatrix=q5_1"),
        ("q5_1", "q5_1", ""),
        ("q5_k_s", "q5_k", ""),
        ("q5_k_m", "q5_k", "v:more=q6_k qkv:all=q6_k down:more=q6_k"),
        ("q6_k", "q6_k", ""),
        ("q8_0", "q8_0", "output:all=q8_0 embed:all=q8_0"),
        ("tq1_0", "tq1_0", "embed:all=q4_k"),
        ("tq2_0", "tq2_0", "embed:all=q4_k"),
        ("q1_0", "q1_0", ""),
        ("q2_0", "q2_0", "embed:all=q4_k"),
        ("nvfp4", "nvfp4", "output:all=q8_0 embed:all=q8_0"),
        ("f16", "f16", "output:all=f16 embed:all=f16"),
        ("bf16", "bf16", "output:all=bf16 embed:all=bf16"),
        ("f32", "f32", "output:all=f32 embed:all=f32"),
    )
}
LARGE_HEADS: Final = {
    "q2_k_l": "q2_k",
    "q3_k_xl": "q3_k_l",
    "q4_k_l": "q4_k_m",
    "q5_k_l": "q5_k_m",
    "q6_k_l": "q6_k",
}  # "_L", "_XL" beside a plain mix: embeddings and output kept in Q8_0
DEFAULT_OUTPUT: Final = "q6_k"


def share_of_layers(where: str, layers: int, *, imatrix: bool) -> float:
    """Return the share of `layers` that a rule's `where` covers, from 0 to 1.

    ``more`` are the first and last eighth and every third layer between.

    >>> share_of_layers("more", 32, imatrix=True)
    0.5
    """
    eighth = layers // 8
    if where == "all":
        return 1.0
    if where == "more":
        last = 7 * layers // 8
        chosen = sum(i < eighth or i >= last or (i - eighth + 1) % 3 == 0 for i in range(layers))
    elif where == "imatrix":
        chosen = eighth if imatrix else 0
    elif where == "middle":
        chosen = 7 * layers // 8 - eighth
    else:
        chosen = {"eighth": eighth, "sixteenth": layers // 16, "two": 2, "four": 4}[where]
    return min(chosen / layers, 1.0)


def bits_of(type_: str, row_length: int) -> float:
    """Return the bits per weight of a type for rows of `row_length`, with its fallback.

    >>> bits_of("q4_k", 4096), bits_of("q4_k", 896)
    (4.5, 5.5)
    """
    if row_length % SUPER_BLOCK and type_ not in SMALL_BLOCK_TYPES:
        type_ = FALLBACK.get(type_, "iq4_nl")
    return BITS[type_]


def mixed_bits(
    mix: str, kind: str, layers: int, *, row_length: int, gqa: float, imatrix: bool
) -> float:
    """Return the mean bits per weight of tensors of one `kind` over all layers of a model."""
    default, rules = MIXES[mix]
    chosen = rules.get(f"{kind}4", ()) if gqa >= 4 else ()  # noqa: PLR2004  (llama.cpp's n_gqa() >= 4)
    chosen = chosen or rules.get(kind, ())
    bits, covered = 0.0, 0.0
    for where, type_ in chosen:
        share = share_of_layers(where, layers, imatrix=imatrix)
        bits += max(share - covered, 0.0) * bits_of(type_, row_length)
        covered = max(covered, share)
    return bits + (1 - covered) * bits_of(default, row_length)
