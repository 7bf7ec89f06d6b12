"""KV bytes of every kind of attention."""

import pytest

from catalog.load import load_catalog
from core.physics.kv_cache import kv_bytes

MODELS = load_catalog().models
Q8, Q4 = 34 / 32, 18 / 32


@pytest.mark.parametrize(
    ("model", "elements_a_token"),
    [
        ("llama-3.1-8b", 2 * 32 * 8 * 128),  # grouped queries
        ("llama-2-7b", 2 * 32 * 32 * 128),  # a KV head for each query head
        ("deepseek-r1", 61 * 576),  # one latent vector a layer
        ("qwen3.5-27b", 2 * 16 * 4 * 256),  # every fourth layer attends, the others hold a state
    ],
)
def test_a_token_takes_two_bytes_an_element(model, elements_a_token):
    assert kv_bytes(MODELS[model], 1) == 2 * elements_a_token


def test_the_page_example_64k_of_a_32b_takes_17_gigabytes():
    assert kv_bytes(MODELS["qwen3-32b"], 65_536) == pytest.approx(17.18e9, rel=0.001)


def test_window_layers_stop_growing_at_their_window():
    gemma = MODELS["gemma-3-27b"]
    inside = kv_bytes(gemma, 1_024)
    per_global = 2 * gemma.kv_elems_global
    assert kv_bytes(gemma, 32_768) - inside == pytest.approx(per_global * (32_768 - 1_024))


def test_a_quantized_cache_is_as_small_as_its_blocks():
    model = MODELS["llama-3.1-8b"]
    half = kv_bytes(model, 8_192)
    assert kv_bytes(model, 8_192, bytes_per_element=Q8) == pytest.approx(half * 0.53125)
    assert kv_bytes(model, 8_192, bytes_per_element=Q4) == pytest.approx(half * 0.28125)


@pytest.mark.parametrize("model", sorted(MODELS))
def test_every_model_has_a_cache_that_grows_with_the_context(model):
    sizes = [kv_bytes(MODELS[model], depth) for depth in (0, 1, 4_096, 65_536)]
    assert sizes[0] == 0
    assert sizes == sorted(set(sizes))
