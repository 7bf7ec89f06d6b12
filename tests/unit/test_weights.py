"""What weights take and what a token reads of them, against the sizes that were published."""

import statistics
from collections import defaultdict

import pytest

from catalog.load import load_catalog
from core.physics.rule import parts_of
from core.physics.weights import weigh

CATALOG = load_catalog()


class NoFiles:
    """A shelf without a single file, so that the rule has to speak."""

    def sizes(self, _model, _quant):
        return ()


def weighed(model, quant, **known):
    return weigh(CATALOG.models[model], CATALOG.quants[quant], files=CATALOG.files, **known)


def ruled(model, quant, **known):
    return weigh(CATALOG.models[model], CATALOG.quants[quant], files=NoFiles(), **known)


def errors_by_publisher():
    found = defaultdict(list)
    for (model, quant), files in CATALOG.files.by_model_and_quant.items():
        if quant not in CATALOG.quants:
            continue
        for file in files:
            parts = parts_of(CATALOG.models[model], CATALOG.quants[quant], publisher=file.publisher)
            if parts is None:
                continue
            kind = "dynamic" if quant.startswith("ud-") else file.publisher
            found[kind].append(abs(parts.total / file.size_bytes - 1))
    return found


ERRORS = errors_by_publisher()
LARGE = ("bartowski", "unsloth", "MaziyarPanahi", "mradermacher", "lmstudio-community", "ggml-org")


def ninetieth(errors):
    return sorted(errors)[int(len(errors) * 0.9)]


@pytest.mark.parametrize("publisher", LARGE)
def test_the_rule_meets_published_sizes_without_seeing_them(publisher):
    assert statistics.median(ERRORS[publisher]) <= 0.005
    assert ninetieth(ERRORS[publisher]) <= 0.05


def test_the_rule_over_all_files_errs_by_half_a_percent_at_most():
    every = [error for errors in ERRORS.values() for error in errors]
    assert len(every) > 9_000
    assert statistics.median(every) <= 0.005
    assert ninetieth(every) <= 0.05


def test_dynamic_quants_follow_a_recipe_each_so_the_rule_is_looser():
    assert statistics.median(ERRORS["dynamic"]) <= 0.015
    assert ninetieth(ERRORS["dynamic"]) <= 0.09


def test_an_exact_file_outranks_the_rule_and_a_stated_size_outranks_both():
    assert weighed("llama-3.1-8b", "q4_k_m").basis == "file"
    assert weighed("llama-3.1-8b", "q4_k_m").stored_bytes == pytest.approx(4.92e9, rel=0.005)
    stated = weighed("llama-3.1-8b", "q4_k_m", file_size_bytes=6_000_000_000)
    assert (stated.basis, stated.stored_bytes) == ("stated", 6e9)
    assert ruled("llama-3.1-8b", "q4_k_m").basis == "rule"


def test_q4_k_m_is_nearly_five_bits_and_f16_sixteen():
    four, sixteen = ruled("llama-3.1-8b", "q4_k_m"), ruled("llama-3.1-8b", "f16")
    assert four.stored_bytes * 8 / 8.03e9 == pytest.approx(4.9, abs=0.05)
    assert sixteen.stored_bytes == pytest.approx(16.06e9, rel=0.005)


def test_a_mixture_of_experts_stores_all_and_reads_the_chosen_ones():
    moe = weighed("qwen3-30b-a3b", "q4_k_m")
    assert 1.5e9 <= moe.read_bytes <= 2.5e9
    assert moe.stored_bytes == pytest.approx(18.5e9, rel=0.02)
    assert moe.expert_read_bytes == pytest.approx(moe.expert_stored_bytes * 8 / 128)


@pytest.mark.parametrize("label", ["q2_k", "q4_k_m", "q8_0", "f16", "ud-q4_k_xl"])
def test_gpt_oss_stays_mxfp4_whatever_the_label_says(label):
    assert ruled("gpt-oss-120b", label).stored_bytes == pytest.approx(63e9, rel=0.05)


def test_an_untied_input_embedding_is_looked_up_and_a_tied_one_read():
    untied, tied = ruled("llama-3.1-8b", "f16"), ruled("llama-3.2-3b", "f16")
    assert untied.stored_bytes - untied.read_bytes >= 128_256 * 4_096 * 2
    assert tied.read_bytes == pytest.approx(tied.stored_bytes, rel=0.005)


def test_per_layer_embeddings_are_not_read():
    weights = ruled("gemma-4-e2b", "f16")
    assert weights.read_bytes == pytest.approx(2 * 2.28e9, rel=0.02)
    assert weights.stored_bytes == pytest.approx(2 * 4.63e9, rel=0.02)


def test_prediction_layers_are_stored_and_not_read():
    weights = ruled("glm-4.5-air-106b-a12b", "q8_0")
    assert weights.stored_bytes == pytest.approx(117.5e9, rel=0.01)
    assert weights.read_bytes == pytest.approx(12.8e9 * 8.5 / 8, rel=0.03)


def test_gptq_leaves_the_attention_of_a_hybrid_model_in_half_precision():
    text_only = 30.235e9 - 2 * (27.781e9 - 26.896e9)  # published, less vision tower and MTP
    assert ruled("qwen3.5-27b", "gptq-int4-g128").stored_bytes == pytest.approx(text_only, rel=0.01)


def test_mlx_quantizes_the_embedding_too():
    published = 69.593e9 - 2 * 0.452e9  # less the vision tower, which stays in half precision
    assert ruled("qwen3.5-122b-a10b", "mlx-4bit-gs64").stored_bytes == pytest.approx(
        published, rel=0.01
    )


def test_awq_keeps_embedding_and_head_in_half_precision():
    weights = ruled("qwen3-8b", "awq-int4-g128")
    assert weights.embedding_bytes == pytest.approx(2 * 151_936 * 4_096)
    assert 5.9e9 < weights.stored_bytes < 6.3e9


def test_exl3_takes_the_stated_bits_for_the_body():
    three = ruled("qwen3-32b", "exl3-n-bpw", bits_per_weight=3.0)
    four = ruled("qwen3-32b", "exl3-n-bpw", bits_per_weight=4.0)
    assert four.stored_bytes - three.stored_bytes == pytest.approx(31.2e9 / 8, rel=0.01)


@pytest.mark.parametrize("model", sorted(CATALOG.models))
def test_no_model_reads_more_than_it_stores(model):
    for quant in ("q4_k_m", "q8_0", "ud-q4_k_xl", "awq-int4-g128", "mlx-4bit-gs64"):
        weights = weighed(model, quant)
        assert 0 < weights.read_bytes <= weights.stored_bytes
        assert weights.expert_read_bytes <= weights.read_bytes
        assert weights.expert_stored_bytes <= weights.stored_bytes


@pytest.mark.parametrize("model", ["llama-3.1-8b", "qwen3-30b-a3b", "qwen3-32b", "gemma-3-27b"])
def test_fewer_bits_never_read_more_bytes(model):
    falling = ("f16", "q8_0", "q6_k", "q5_k_m", "q4_k_m", "q3_k_m", "q2_k")
    sizes = [ruled(model, quant).read_bytes for quant in falling]
    assert sizes == sorted(sizes, reverse=True)
