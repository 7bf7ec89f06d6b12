"""Model rows from `config.json`: dimensions, KV elements, experts; parameters recomputed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from catalog.load import CatalogError
from catalog.refresh.changes import Change, differences

MOST_BYTES: Final = 1_000_000
TIMEOUT_S: Final = 5.0
_REPOSITORY: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}", re.ASCII)

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "n_layers": ("num_hidden_layers", "n_layer", "num_layers"),
    "hidden": ("hidden_size", "n_embd", "d_model"),
    "n_heads": ("num_attention_heads", "n_head"),
    "n_kv_heads": ("num_key_value_heads", "num_kv_heads", "multi_query_group_num"),
    "head_dim": ("head_dim", "kv_channels"),
    "sliding_window": ("sliding_window",),
    "experts_total": ("num_experts", "num_local_experts", "n_routed_experts"),
    "experts_active": ("num_experts_per_tok", "moe_topk", "num_experts_per_token"),
    "n_shared_experts": ("n_shared_experts", "num_shared_experts"),
    "n_dense_lead_layers": ("first_k_dense_replace",),
    "intermediate": ("intermediate_size", "ffn_hidden_size"),
    "moe_intermediate": ("moe_intermediate_size", "expert_ffn_hidden_size"),
    "ctx_max": ("max_position_embeddings", "seq_length"),
    "vocab": ("vocab_size",),
}  # column → the names it has in config.json, the first found counts


class Config(NamedTuple):
    """A model's configuration as it was read: from where, in which revision, when."""

    repository: str
    values: Mapping[str, Any]
    revision: str = ""
    date: str = ""

    @property
    def source(self) -> str:
        """What to write into a row's sources."""
        return " ".join(
            part for part in (f"config.json of {self.repository}", self.revision, self.date) if part
        )


def changes(rows: list[dict[str, str]], configs: Mapping[str, Config]) -> Iterator[Change]:
    """Yield where a configuration contradicts the row of its repository.

    A value that only knowledge stood for is replaced; one that was read before, or that a note
    explains, counts as curated and is shown for a person to decide.
    """
    for row in rows:
        config = configs.get(row["hf_id"])
        if config is not None:
            curated = row["confidence"].startswith("read") or bool(row["note"])
            yield from differences(
                row["name"], row, columns(config.values), source=config.source, curated=curated
            )


def columns(config: Mapping[str, Any]) -> dict[str, str]:
    """Return the columns that a configuration gives; models with a tower nest the text part."""
    text = config.get("text_config") or config.get("language_config") or config
    found = {
        column: str(value)
        for column, names in FIELDS.items()
        if isinstance(value := _first(text, names), int) and not isinstance(value, bool)
    }
    if text.get("use_sliding_window") is False:
        found.pop("sliding_window", None)
    _add_head(found)
    _add_latent(found, text)
    tied = text.get("tie_word_embeddings", config.get("tie_word_embeddings"))
    if isinstance(tied, bool):
        found["tied_embeddings"] = "yes" if tied else "no"
    return found


def read_configs(sources: list[str]) -> dict[str, Config]:
    """Return the configurations found in files and folders, by repository.

    A folder holds files called ``org--name.json``; a file is one dump ``{"org/name": {…}}``.

    Raises
    ------
    CatalogError
        If a file is not what it should be.
    """
    found: dict[str, Config] = {}
    for source in sources:
        path = Path(source)
        files = sorted(path.glob("*.json")) if path.is_dir() else [path]
        for file in files:
            found.update(_from_file(file))
    return found


def fetch_config(repository: str, base: str | None = None) -> Config:
    """Return the configuration of `repository` from the hub at `base` (HOWFAST_HUB).

    Raises
    ------
    CatalogError
        If the name is no repository's, no hub is set, or the answer is no configuration.
    """
    hub = base or os.environ.get("HOWFAST_HUB", "")
    if not hub.startswith(("https://", "http://127.0.0.1:")):
        raise CatalogError("set HOWFAST_HUB to the address of a model hub")
    if not _REPOSITORY.fullmatch(repository):
        raise CatalogError(f"not a repository: {repository}")
    from urllib.request import urlopen  # noqa: PLC0415  (build time only)

    url = f"{hub.rstrip('/')}/{repository}/resolve/main/config.json"
    try:
        with urlopen(url, timeout=TIMEOUT_S) as answer:  # noqa: S310  (scheme checked above)
            text = answer.read(MOST_BYTES)
            headers = dict(answer.headers.items())
    except OSError as error:
        raise CatalogError(f"{repository}: {error}") from error
    revision = headers.get("X-Repo-Commit", "")[:12]
    return Config(repository, _parsed(text, repository), revision, headers.get("Date", ""))


def _from_file(file: Path) -> dict[str, Config]:
    values = _parsed(file.read_bytes(), str(file))
    if "--" in file.stem and not any("/" in key for key in values):
        repository = file.stem.replace("--", "/", 1)
        return {repository: Config(repository, values, str(values.get("_commit_hash", ""))[:12])}
    return {
        repository: Config(repository, config)
        for repository, config in values.items()
        if _REPOSITORY.fullmatch(repository) and isinstance(config, dict)
    }


def _parsed(text: bytes, name: str) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except ValueError as error:
        raise CatalogError(f"{name}: {error}") from error
    if not isinstance(values, dict):
        raise CatalogError(f"{name}: no JSON object")
    return values


def _first(values: Mapping[str, Any], names: tuple[str, ...]) -> object:
    return next((values[name] for name in names if values.get(name) is not None), None)


def _add_head(found: dict[str, str]) -> None:
    """Add a head's width where it is only implied: hidden ÷ heads."""
    if "head_dim" not in found and {"hidden", "n_heads"} <= found.keys():
        found["head_dim"] = str(int(found["hidden"]) // int(found["n_heads"]))
    found.setdefault("n_kv_heads", found.get("n_heads", ""))


def _add_latent(found: dict[str, str], text: Mapping[str, Any]) -> None:
    """Add what latent attention stores: one vector of rank and rope a layer."""
    rank, rope = text.get("kv_lora_rank"), text.get("qk_rope_head_dim", 0)
    if not isinstance(rank, int) or not isinstance(rope, int):
        return
    width = rank + rope
    found |= {"mla_kv_dim": f"{rank}+{rope}={width}", "head_dim": str(width), "n_kv_heads": "1"}
    if "n_layers" in found:
        found["kv_elems_per_token_global"] = str(int(found["n_layers"]) * width)
