"""Repositories that were read before, on disk: a second question costs no request."""

from __future__ import annotations

import json
import os
import time
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.hub.link import Reference
from bot.hub.repository import Raw

FRESH_S: Final = 86_400.0
MOST_BYTES: Final = 2_000_000


def folder() -> Path:
    """Return where they are kept: a cache, which may be deleted at any time."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "howfast" / "hub"


def kept(one: Reference, base: str) -> tuple[Raw | None, bool]:
    """Return what was read of `one` before, and whether it is fresh enough to need no request."""
    path = _path(one)
    try:
        if path.stat().st_size > MOST_BYTES:
            return None, False
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["base"] != base:
            return None, False
        raw = Raw(
            card=dict(told["card"]),
            read=str(told["read"]),
            header=b64decode(told["header"]),
            config=told["config"],
            whole_size=told["whole_size"],
        )
        return raw, 0 <= time.time() - float(told["at"]) < FRESH_S
    except (OSError, ValueError, KeyError, TypeError):
        return None, False


def keep(one: Reference, base: str, raw: Raw) -> None:
    """Keep `raw`, where the disk lets us."""
    told = {
        "base": base,
        "at": time.time(),
        "card": raw.card,
        "read": raw.read,
        "header": b64encode(raw.header).decode(),
        "config": raw.config,
        "whole_size": raw.whole_size,
    }
    path = _path(one)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_text(json.dumps(told), encoding="utf-8")
        unfinished.replace(path)


def _path(one: Reference) -> Path:
    return folder() / f"{one.owner}--{one.name}--{one.quant or ''}.json".lower()
