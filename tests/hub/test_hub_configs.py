"""Configurations as published (the keys that count), against the catalog's rows."""

from typing import Any

import pytest

from catalog.load import load_catalog
from core.gguf.config import model_of

CATALOG = load_catalog()
PERIOD_2 = ["sliding_attention", "full_attention"] * 12
GEMMA_3N = (["sliding_attention"] * 4 + ["full_attention"]) * 7
LFM2 = ["full_attention" if i in {2, 5, 8, 10, 12, 14} else "conv" for i in range(16)]  # LFM2 1.2B

CONFIGS: dict[str, dict[str, Any]] = {
    "qwen3-8b": {
        "model_type": "qwen3", "hidden_size": 4096, "num_hidden_layers": 36, "head_dim": 128,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 12288,
        "vocab_size": 151936, "tie_word_embeddings": False, "use_sliding_window": False,
    },
    "qwen3-30b-a3b": {
        "model_type": "qwen3_moe", "hidden_size": 2048, "num_hidden_layers": 48, "head_dim": 128,
        "num_attention_heads": 32, "num_key_value_heads": 4, "intermediate_size": 6144,
        "num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 768,
        "vocab_size": 151936, "tie_word_embeddings": False, "decoder_sparse_step": 1,
    },
    "gemma-3-4b": {
        "model_type": "gemma3", "vision_config": {"hidden_size": 1152, "num_hidden_layers": 27},
        "text_config": {
            "model_type": "gemma3_text", "hidden_size": 2560, "num_hidden_layers": 34,
            "intermediate_size": 10240, "sliding_window": 1024,
        },
    },
    "gpt-oss-20b": {
        "model_type": "gpt_oss", "hidden_size": 2880, "num_hidden_layers": 24, "head_dim": 64,
        "num_attention_heads": 64, "num_key_value_heads": 8, "intermediate_size": 2880,
        "num_local_experts": 32, "num_experts_per_tok": 4, "sliding_window": 128,
        "layer_types": PERIOD_2, "vocab_size": 201088, "tie_word_embeddings": False,
        "quantization_config": {"quant_method": "mxfp4"},
    },
    "deepseek-v3": {
        "model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61,
        "num_attention_heads": 128, "num_key_value_heads": 128, "kv_lora_rank": 512,
        "q_lora_rank": 1536, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128,
        "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_routed_experts": 256,
        "num_experts_per_tok": 8, "n_shared_experts": 1, "first_k_dense_replace": 3,
        "vocab_size": 129280, "num_nextn_predict_layers": 1, "tie_word_embeddings": False,
    },
    "qwen3-next-80b-a3b": {
        "model_type": "qwen3_next", "hidden_size": 2048, "num_hidden_layers": 48, "head_dim": 256,
        "num_attention_heads": 16, "num_key_value_heads": 2, "full_attention_interval": 4,
        "num_experts": 512, "num_experts_per_tok": 10, "moe_intermediate_size": 512,
        "shared_expert_intermediate_size": 512, "intermediate_size": 5120, "vocab_size": 151936,
        "tie_word_embeddings": False,
    },
    "llama-4-scout-109b-a17b": {
        "model_type": "llama4",
        "text_config": {
            "model_type": "llama4_text", "hidden_size": 5120, "num_hidden_layers": 48,
            "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128,
            "num_local_experts": 16, "num_experts_per_tok": 1, "intermediate_size": 8192,
            "intermediate_size_mlp": 16384, "attention_chunk_size": 8192,
            "interleave_moe_layer_step": 1, "vocab_size": 202048, "tie_word_embeddings": False,
        },
    },
    "gemma-3n-e4b": {
        "model_type": "gemma3n",
        "text_config": {
            "model_type": "gemma3n_text", "hidden_size": 2048, "num_hidden_layers": 35,
            "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 256,
            "intermediate_size": [16384] * 35, "layer_types": GEMMA_3N, "sliding_window": 512,
            "num_kv_shared_layers": 15, "hidden_size_per_layer_input": 256,
            "vocab_size_per_layer_input": 262144, "vocab_size": 262400,
        },
    },
    "lfm2-1.2b": {
        "model_type": "lfm2", "hidden_size": 2048, "num_hidden_layers": 16,
        "num_attention_heads": 32, "num_key_value_heads": 8, "layer_types": LFM2,
        "intermediate_size": 12288, "vocab_size": 65536,
    },
    "mixtral-8x7b": {
        "model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
        "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 32000,
        "sliding_window": None, "tie_word_embeddings": False,
    },
    "gemma-2-9b": {
        "model_type": "gemma2", "hidden_size": 3584, "num_hidden_layers": 42, "head_dim": 256,
        "num_attention_heads": 16, "num_key_value_heads": 8, "intermediate_size": 14336,
        "sliding_window": 4096, "vocab_size": 256000,
    },
}  # fmt: skip


@pytest.mark.parametrize("row_id", CONFIGS)
def test_a_published_configuration_gives_the_dimensions_of_the_row(row_id: str) -> None:
    row = CATALOG.models[row_id]
    total = row.params_total
    found = model_of(CONFIGS[row_id], id_="hf.co/a/b", name="b", params_total=total)
    for field in (
        "kv_elems_global", "kv_elems_swa", "sliding_window", "attention", "experts_total",
        "experts_active", "moe_intermediate", "linear_layers", "tied_embeddings",
    ):  # fmt: skip
        assert getattr(found, field) == getattr(row, field), field
    assert found.params_total == pytest.approx(row.params_total, rel=0.02)
    assert found.params_active == pytest.approx(row.params_active, rel=0.03)


def test_prediction_layers_are_told_from_a_total_with_or_without_them() -> None:
    known = CATALOG.models["deepseek-v3"]
    without, mtp = known.params_total, 14e9 - 7_168 * 129_280 * 2  # as published: 671 + 14 B
    for stated in (without, without + mtp):
        config = CONFIGS["deepseek-v3"]
        found = model_of(config, id_="hf.co/a/b", name="b", params_total=stated)
        assert found.params_total == pytest.approx(without, rel=0.002)
        assert found.params_active == pytest.approx(known.params_active, rel=0.02)
