"""What a pasted log says, laid over what the words say."""

from __future__ import annotations

import re
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from core.parse.attach import attach
from core.parse.reader import parse
from core.parse.symptoms import fold
from core.query import DeviceUse, Query
from core.reading import Assumption, LogReading, Resolved
from core.resolve.models import distinct_models, meant_model
from core.resolve.sides import device_uses

_SIZE_SUFFIX: Final = re.compile(r"-[0-9]{1,3}-gb$", re.ASCII)


def with_log(side: Resolved, log: LogReading, catalog: Catalog) -> Resolved:
    """Return `side` with what the log says; a log outranks prose."""
    query, said = side.query, log.query
    changes = {
        name: value
        for name in (
            "context_tokens",
            "kv_quant",
            "gpu_layers",
            "gpu_share",
            "cpu_moe_layers",
            "engine",
            "users",
            "flash_attention",
        )
        if (value := getattr(said, name)) is not None
    }
    changes |= {
        name: value
        for name in ("model", "quant", "devices", "ram", "backend")
        if (value := getattr(said, name)) and not getattr(query, name)
    }
    if log.prompt_tokens:
        changes["prompt_tokens"] = log.prompt_tokens
    changes |= _log_names(query, changes, log, catalog)
    return replace(side, query=replace(query, **changes))


def _log_names(
    query: Query, changes: dict[str, object], log: LogReading, catalog: Catalog
) -> dict[str, object]:
    """Return model, quant and devices that the log names and the words do not."""
    found: dict[str, object] = {}
    names = " , ".join(n for n in (log.model_name, log.quant_name) if n)
    said, _ = parse(fold(names[:400]), catalog)
    if not query.model and "model" not in changes and said.models:
        taken: list[Assumption] = []
        found["model"] = meant_model(distinct_models(said)[0], catalog, taken)
    if not query.quant and "quant" not in changes and said.quants:
        found["quant"] = said.quants[0].id
    if "devices" not in changes and log.device_names:
        cards, tokens = parse(fold(" , ".join(log.device_names)[:400]), catalog)
        attach(cards, tokens, catalog)
        uses = device_uses(cards)
        if uses and (not query.devices or _same_card(query.devices, uses)):
            found["devices"] = uses
    return found


def _same_card(said: tuple[DeviceUse, ...], logged: tuple[DeviceUse, ...]) -> bool:
    """Return whether the log names the one card of the words, and with its memory."""
    if len(said) != 1 or len(logged) != 1 or said[0].count != logged[0].count:
        return False
    return _SIZE_SUFFIX.sub("", said[0].id) == _SIZE_SUFFIX.sub("", logged[0].id)
