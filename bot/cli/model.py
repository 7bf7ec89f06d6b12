"""`howfast model`: what a model file or a repository says of itself."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.cli.catalog import in_full
from bot.cli.main import ANSWERED, ASKED_BACK, UNUSABLE
from bot.hub import terminal
from bot.hub.address import base_of
from bot.hub.errors import HubError
from bot.hub.found import Found
from bot.hub.link import reference_in
from bot.hub.local import local_file
from catalog.load import Catalog, load_catalog
from core.errors import HowfastError
from core.language.pack import pack

GIGA = 1e9


def is_meant(name: str) -> bool:
    """Return whether `name` is a file or a repository, and not a word of a question."""
    return name.endswith(".gguf") or "/" in name or Path(name).is_file()


def run(name: str, *, as_json: bool = False) -> int:
    """Show what was read of the file or repository `name`; return the exit status."""
    from bot.cli.ask import system_language  # noqa: PLC0415

    say = pack(system_language())
    catalog = load_catalog()
    try:
        found = _found(name, catalog)
    except HubError as why:
        sys.stderr.write(f"howfast: {say.say(why.why)}\n")
        return ASKED_BACK
    except (HowfastError, OSError) as wrong:
        sys.stderr.write(f"howfast: {name}: {wrong}\n")
        return UNUSABLE
    if found is None:
        sys.stderr.write(f"howfast: {name} names no file and no repository that I may read\n")
        return UNUSABLE
    if as_json:
        sys.stdout.write(_json(found))
        return ANSWERED
    sys.stdout.write(in_full(found.model, found.catalog) + "\n")
    for file in found.files:
        quant = catalog.quants[file.quant].name
        sys.stdout.write(f"  {'file':<13}{quant:<12}{file.size_bytes / GIGA:>9,.2f} GB\n")
    for note in found.notes:
        sys.stdout.write(say.say(note) + "\n")
    return ANSWERED


def _found(name: str, catalog: Catalog) -> Found | None:
    if Path(name).is_file() or (name.endswith(".gguf") and "://" not in name):
        return local_file(name, catalog)
    said = terminal.setting()
    one = reference_in(name, frozenset({name.partition("/")[0].lower()}))
    return terminal.found(one, base_of(said), catalog) if said and one else None


def _json(found: Found) -> str:
    import json  # noqa: PLC0415

    shown = {field: getattr(found.model, field) for field in type(found.model).__match_args__}
    files = [{"quant": one.quant, "size_bytes": one.size_bytes} for one in found.files]
    return json.dumps({"model": shown, "files": files}, indent=2, ensure_ascii=False) + "\n"
