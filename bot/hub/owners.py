"""Who publishes models: a bare "owner/name" of theirs is a repository."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog

PUBLISHERS: Final = frozenset(
    "unsloth bartowski lmstudio-community ggml-org mradermacher qwen mlx-community thebloke "
    "maziyarpanahi quantfactory ubergarm lmstudio-ai second-state".split()
)


def owners_of(catalog: Catalog) -> frozenset[str]:
    """Return who publishes models, in lower case."""
    owners = (one.hf_id.partition("/")[0].lower() for one in catalog.models.values())
    return PUBLISHERS.union(one for one in owners if one)
