"""The one question back, and the words that stayed unread."""

from __future__ import annotations

from typing import Final

from core.message import Message
from core.reading import Clarify, Intent, Resolved
from core.resolve.words import Words

NEEDS_MODEL: Final = (
    Intent.SPEED,
    Intent.FIT,
    Intent.TTFT,
    Intent.CONCURRENCY,
    Intent.RECOMMEND_QUANT,
)


_MODELS: Final = ("8B", "14B", "27B", "32B", "70B", "gpt-oss 20b", "Qwen3 30B-A3B")


_DEVICES: Final = ("RTX 3060 12GB", "RTX 3090", "RTX 4090", "M4 Pro 48GB", "Strix Halo 128GB")


def clarify(side: Resolved, intent: Intent, words: Words) -> Clarify | None:
    """Return the question that the answer hinges on, or None."""
    query = side.query
    if intent is Intent.RECOMMEND_HARDWARE:
        return (
            None
            if query.model or query.devices
            else Clarify("model", Message("clarify.model"), _MODELS)
        )
    if intent is Intent.DIAGNOSE and not (
        query.model
        or any(one.id for one in query.devices)
        or words.said.quants
        or words.said.speeds
        or words.said.engines
        or words.said.contexts
    ):
        return Clarify("model", Message("clarify.model"), _MODELS)
    has_device = bool(query.devices or query.ram or words.said.cpu_only)
    if intent is Intent.RECOMMEND_MODEL:
        return None if has_device else Clarify("devices", Message("clarify.device"), _DEVICES)
    if intent not in NEEDS_MODEL:
        return None
    if not query.model and not query.file_size_bytes and (has_device or not words.said.models):
        return Clarify("model", Message("clarify.model"), _MODELS)
    if not has_device:
        return Clarify("devices", Message("clarify.device"), _DEVICES)
    return None


def unread(words: Words) -> tuple[str, ...]:
    """Return words that look as if they meant something here and were not understood."""
    found = list(words.said.unread)
    tokens = words.tokens
    for at, token in enumerate(tokens[:-1]):
        after = tokens[at + 1]
        if (
            token.text in ("q", "iq")
            and after.is_number
            and after.joined
            and not {at, at + 1} & words.said.used
        ):
            found.append(token.text + after.text)
    return tuple(dict.fromkeys(found))[:3]
