"""Absurd configurations: an estimate of ordered finite numbers, or a refusal, never a crash."""

import random
from math import isfinite
from typing import Any

import pytest

from bot.cli.structured import StructureError, read_structured
from catalog.load import load_catalog
from core.advise import advise
from core.errors import HowfastError
from core.estimate import estimate

CATALOG = load_catalog()
COUNTS = (None, None, None, 0, 1, 2, 7, 512, 4_096, 10**5, 10**9, 10**15)


def absurd(chance: random.Random) -> dict[str, Any]:
    pick = chance.choice
    card = {
        "name": pick(list(CATALOG.devices)),
        "count": pick([1, 1, 2, 8, 1_024]),
        "memory_gb": pick([None, None, 8, 24, 1e-6, 1e6]),
    }
    unnamed = {"memory_gb": pick([1e-6, 24, 1e7]), "bandwidth_gb_s": pick([None, 1e-6, 1e9])}
    return {
        "model": pick([None, *CATALOG.models]),
        "params_b": pick([None, 1e-9, 0.001, 30, 1e12]),
        "active_params_b": pick([None, None, 1e-9, 3, 1e6]),
        "quant": pick([None, *CATALOG.quants]),
        "file_size_gb": pick([None, None, None, 1e-9, 100, 1e9]),
        "devices": pick([[card], [card], [card, unnamed], [unnamed], []]),
        "engine": pick([None, "ollama", "vllm", "mlx", "exllamav2", "?"]),
        "backend": pick([None, None, "cpu", "cuda", "mlx", "vllm"]),
        "kv_quant": pick([None, *CATALOG.kv_quants]),
        "split": pick([None, "layer", "tensor", "row"]),
        "ram": pick([None, 16, 1e6, {"type": "x-1"}, {"bandwidth_gb_s": 1e-6}]),
        "draft_model": pick([None, None, "mtp", *CATALOG.models]),
    } | {
        name: pick(COUNTS)
        for name in (
            "context_tokens",
            "gpu_layers",
            "cpu_moe_layers",
            "draft_tokens",
            "users",
            "prompt_tokens",
        )
    }


@pytest.mark.parametrize("seed", range(20))
def test_absurd_configurations_are_estimated_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        try:
            query = read_structured(absurd(chance), CATALOG)
            found = estimate(query, CATALOG)
        except (StructureError, HowfastError):
            continue
        assert len(advise(found, CATALOG)) <= 4
        for low, mid, high in (found.decode, found.prefill, found.ttft_s or (0, 0, 0)):
            assert 0 <= low <= mid <= high
            assert isfinite(high)
        assert found.decode.high <= found.ceiling_at_context_tok_s * (1 + 1e-9)
