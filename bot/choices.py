"""What can be changed about an answer with one click: each choice is the key of its own query."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.hardware import setup_text
from catalog.load import Catalog
from catalog.record import replace
from core.answer import Answer
from core.errors import KeyFormatError
from core.language.pack import pack
from core.query import DeviceUse, Query

GGUF_LADDER: Final = (
    "iq2_m",
    "iq3_xxs",
    "q3_k_m",
    "iq4_xs",
    "q4_k_m",
    "q5_k_m",
    "q6_k",
    "q8_0",
    "f16",
)
MLX_LADDER: Final = (
    "mlx-3bit-gs64",
    "mlx-4bit-gs64",
    "mlx-5bit-gs64",
    "mlx-6bit-gs64",
    "mlx-8bit-gs64",
    "f16",
)
SERVING_LADDER: Final = ("awq-int4-g128", "gptq-int4-g128", "fp8-per-block-128", "f16")
LADDERS: Final = {"mlx": MLX_LADDER, "vllm": SERVING_LADDER, "sglang": SERVING_LADDER}
CONTEXTS: Final = (2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144)
COUNTS: Final = (1, 2, 3, 4, 8)
KV_TYPES: Final = ("f16", "q8_0", "q4_0")
MOST_LABEL: Final = 75
"""Characters of a label: Slack's limit; Discord takes 100."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is shown, the query it leads to, and whether that is how it stands."""

    label: str
    key: str
    current: bool = False


def asked(answer: Answer) -> Query | None:
    """Return the query behind `answer`, None where nothing of it can be changed."""
    if answer.key is None or answer.estimate is None:
        return None
    try:
        query = Query.from_key(answer.key)
    except KeyFormatError:
        return None
    return query if query.model and query.devices else None


def quants(answer: Answer, catalog: Catalog) -> tuple[Choice, ...]:
    """Return the quants of the engine's kind, smallest first, with the one that was taken."""
    query = asked(answer)
    if query is None or answer.estimate is None:
        return ()
    now = answer.estimate.query.quant or ""
    ladder = LADDERS.get(answer.estimate.query.engine or "", GGUF_LADDER)
    ids = ladder if now in ladder else (now, *ladder)
    plain = replace(query, file_size_bytes=None, bits_per_weight=None)
    return _choices(
        (catalog.quants[one].name, plain if one != now else query, {"quant": one}, one == now)
        for one in ids
        if one in catalog.quants
    )


def contexts(answer: Answer) -> tuple[Choice, ...]:
    """Return contexts up to what the model was made for, with the one that was taken."""
    query = asked(answer)
    if query is None or answer.estimate is None:
        return ()
    now = answer.estimate.query.context_tokens or 0
    most = answer.estimate.model.context_max or CONTEXTS[-1]
    sizes = sorted({now, *(one for one in CONTEXTS if one <= most)})
    say = pack(answer.language)
    return _choices(
        (
            say("chat.option.context", context=one),
            query,
            {"context_tokens": one},
            one == now,
        )
        for one in sizes
    )


def counts(answer: Answer) -> tuple[Choice, ...]:
    """Return numbers of cards, for one kind of card that can be had more than once."""
    query = asked(answer)
    if query is None or len(query.devices) != 1 or not _is_card(answer):
        return ()
    use, say = query.devices[0], pack(answer.language)
    return _choices(
        (
            say("chat.option.count", count=one),
            query,
            {"devices": (replace(use, count=one),)},
            one == use.count,
        )
        for one in sorted({use.count, *COUNTS})
    )


def kv_types(answer: Answer) -> tuple[Choice, ...]:
    """Return types of the KV cache."""
    query = asked(answer)
    if query is None or answer.estimate is None:
        return ()
    now = answer.estimate.query.kv_quant or "f16"
    kinds = KV_TYPES if now in KV_TYPES else (now, *KV_TYPES)
    return _choices((f"KV {one}", query, {"kv_quant": one}, one == now) for one in kinds)


def ways(answer: Answer, catalog: Catalog) -> tuple[Choice, ...]:
    """Return the configurations that the advice or the table of `answer` leads to."""
    found: list[str | None] = [one.key for one in answer.advice]
    found += answer.table.keys if answer.table else ()
    keys = [one for one in dict.fromkeys(found) if one and one != answer.key]
    named = [(_way(one, answer, catalog), one) for one in keys]
    return tuple(Choice(label[:MOST_LABEL], one) for label, one in named if label)


def with_model(key: str, model: str) -> str | None:
    """Return `key` with another model: its quant and file are the old one's, so they go."""
    query = Query.from_key(key)
    return replace(query, model=model, quant=None, bits_per_weight=None, file_size_bytes=None).key


def with_device(key: str, device: str) -> str | None:
    """Return `key` on another device: what was said of the old placement goes."""
    query = Query.from_key(key)
    none = {"gpu_layers": None, "gpu_share": None, "cpu_moe_layers": None, "backend": None}
    return replace(query, devices=(DeviceUse(device),), **none).key


def _way(key: str, answer: Answer, catalog: Catalog) -> str:
    """Return the setup behind `key` in words, without the parts that all of them share."""
    say = pack(answer.language)
    try:
        query = Query.from_key(key)
        text = setup_text(key, catalog, answer.language)
    except KeyFormatError:
        return ""
    if query.context_tokens is not None:
        text += " · " + say("chat.option.context", context=query.context_tokens)
    return text if query.kv_quant in (None, "f16") else f"{text} · KV {query.kv_quant}"


def _is_card(answer: Answer) -> bool:
    placed = answer.estimate.placed if answer.estimate else ()
    return bool(placed) and placed[0].device.kind == "gpu"


def _choices(
    rows: Iterable[tuple[str, Query, dict[str, object], bool]],
) -> tuple[Choice, ...]:
    """Return the rows whose query has a key; where only one is left there is no choice."""
    found = []
    for label, query, change, current in rows:
        key = replace(query, **change).key
        if key is not None:
            found.append(Choice(label[:MOST_LABEL], key, current))
    return _distinct(found)


def _distinct(found: Sequence[Choice]) -> tuple[Choice, ...]:
    alike = any(a.label == b.label for a, b in pairwise(found))
    return () if len(found) <= 1 or alike else tuple(found)
