"""What an estimate says of placements, contradictions, drafts, users and stated hardware."""

from dataclasses import fields
from math import isfinite

import pytest

from catalog.load import load_catalog
from core.errors import UnknownNameError
from core.estimate import estimate
from core.figures import Estimate, Fits
from core.language.pack import pack
from core.query import CustomModel, DeviceUse, Query, Ram
from core.reading import Basis

CATALOG = load_catalog()
GB = 10**9
RTX_4090 = DeviceUse("geforce-rtx-4090")
RTX_3090 = DeviceUse("geforce-rtx-3090")
RTX_3060 = DeviceUse("geforce-rtx-3060-12-gb")


def of(model: str | CustomModel | None = "llama-3.1-8b", *devices: DeviceUse, **said) -> Estimate:
    said.setdefault("quant", "q4_k_m")
    return estimate(Query(model=model, devices=devices or (RTX_4090,), **said), CATALOG)


def codes(found: Estimate) -> list[str]:
    return [one.code for one in found.warnings]


def taken(found: Estimate) -> dict[str, str]:
    return {one.slot: one.value for one in found.assumptions}


def test_what_nobody_said_is_a_default_and_says_so() -> None:
    found = estimate(Query(model="llama-3.1-8b", devices=(RTX_4090,)), CATALOG)
    assert taken(found) == {
        "quant": "q4_k_m",
        "backend": "cuda",
        "engine": "llama.cpp",
        "context_tokens": "4096",
        "kv_quant": "f16",
    }
    assert all(one.basis is Basis.DEFAULT for one in found.assumptions)


def test_what_was_said_is_no_assumption() -> None:
    found = of(context_tokens=8_192, kv_quant="q8_0", engine="Ollama", backend="cuda")
    assert taken(found) == {}


def test_gpt_oss_stays_mxfp4_where_no_quant_is_named() -> None:
    found = estimate(Query(model="gpt-oss-20b", devices=(RTX_4090,)), CATALOG)
    assert found.quant.id == "mxfp4"


def test_system_memory_is_only_spoken_of_where_something_lies_in_it() -> None:
    assert "ram" not in taken(of())
    assert taken(of("qwen3-32b", RTX_3060))["ram"] == "64 GB DDR5-5600"


def test_a_model_too_big_for_the_card_keeps_whole_layers_and_names_the_cliff() -> None:
    found = of("llama-3.3-70b", RTX_3090)
    assert found.fits is Fits.OFFLOAD
    assert found.offload is not None
    assert found.offload.kind == "layers"
    assert 0 < found.offload.gpu_layers < found.offload.total_layers == 80
    assert found.offload.cliff
    assert "warn.offload_cliff" in codes(found)


def test_a_mixture_of_experts_moves_only_experts_and_says_that_it_did() -> None:
    found = of("qwen3-30b-a3b", RTX_3060)
    assert found.offload is not None
    assert found.offload.kind == "experts"
    assert found.offload.gpu_layers == found.offload.total_layers
    assert not found.offload.cliff
    assert taken(found)["cpu_moe_layers"] == str(found.offload.cpu_moe_layers)
    layers = of("qwen3-30b-a3b", RTX_3060, engine="Ollama")
    assert layers.offload is not None
    assert layers.offload.kind == "layers"
    assert layers.decode.mid < found.decode.mid


def test_the_stated_placement_is_honoured() -> None:
    assert of(gpu_layers=99).offload is None
    part = of(gpu_layers=20).offload
    assert part is not None
    assert (part.gpu_layers, part.total_layers) == (20, 32)
    share = of(gpu_share=0.5).offload
    assert share is not None
    assert share.gpu_layers == 16
    experts = of("qwen3-30b-a3b", cpu_moe_layers=26).offload
    assert experts is not None
    assert experts.cpu_moe_layers == 26


def test_an_offload_that_is_not_needed_is_named_as_the_persons_setting() -> None:
    assert "warn.offload_cliff.chosen" in codes(of(gpu_layers=20))


def test_all_layers_forced_onto_a_card_that_is_too_small_spill_over_the_bus() -> None:
    forced = of("qwen3-32b", quant="q8_0", gpu_layers=99)
    assert forced.offload is not None
    assert forced.offload.kind == "spill"
    assert "warn.spill_risk" in codes(forced)
    assert forced.decode.high < 5


def test_no_memory_for_it_at_all_means_no_and_the_disk() -> None:
    found = of("deepseek-r1-0528", RTX_4090, ram=Ram(64 * GB, "ddr5", 5_600, 2))
    assert found.fits is Fits.NO
    assert "warn.disk_streaming" in codes(found)
    assert 0 < found.decode.mid < 2


def test_an_engine_that_needs_all_on_the_card_does_not_offload() -> None:
    found = of("llama-3.3-70b", RTX_3090, quant="awq-int4-g128", engine="vLLM")
    assert found.fits is Fits.NO
    assert "warn.engine_needs_all" in codes(found)


def test_vllm_splits_by_tensor_and_llama_cpp_by_layer() -> None:
    pair = DeviceUse("geforce-rtx-3090", 2)
    assert "warn.layer_split_adds_capacity" in codes(of("llama-3.1-8b", pair))
    many = of("llama-3.1-8b", pair, quant="awq-int4-g128", engine="vLLM")
    assert taken(many)["split"] == "tensor"
    assert "warn.tensor_not_linear" in codes(many)


def test_contradictions_are_named() -> None:
    cpu = DeviceUse("desktop-dual-channel-ddr5-6000")
    assert "warn.ngl_without_gpu" in codes(of("llama-3.1-8b", cpu, gpu_layers=20))
    assert "warn.context_over_model_max" in codes(of("llama-3-8b", context_tokens=200_000))
    assert "warn.moe_flag_on_dense" in codes(of(cpu_moe_layers=10))
    assert "warn.tensor_needs_two" in codes(of(split="tensor"))


def test_laptops_and_two_sockets_come_with_a_warning() -> None:
    assert "warn.laptop_card" in codes(of("llama-3.1-8b", DeviceUse("geforce-rtx-4090-mobile")))
    assert "warn.numa" in codes(of("llama-3.1-8b", DeviceUse("2x-epyc-9004-numa")))


def test_the_smallest_memory_that_holds_it_is_chosen_and_said() -> None:
    found = of("llama-3.3-70b", DeviceUse("m4-max"))
    assert taken(found)["memory_gb"] == "64 GB"
    assert found.query.devices[0].memory_bytes == 64 * GB
    assert of("llama-3.1-8b", DeviceUse("m4-max")).query.devices[0].memory_bytes == 48 * GB


def test_the_stated_memory_tells_the_chip_apart() -> None:
    small = of("llama-3.1-8b", DeviceUse("m3-max", memory_bytes=36 * GB))
    assert small.placed[0].device.id == "m3-max-30-core-gpu"
    assert small.placed[0].bandwidth_bytes_per_s == 300e9
    unified = of("llama-3.1-8b", DeviceUse("m3-max"), ram=Ram(36 * GB))
    assert unified.placed[0].bandwidth_bytes_per_s == 300e9
    card = of("llama-3.1-8b", DeviceUse("geforce-rtx-3060-12-gb", memory_bytes=8 * GB))
    assert card.placed[0].bandwidth_bytes_per_s == 240e9


@pytest.mark.parametrize(("size", "share"), [(16, 2 / 3), (36, 2 / 3), (64, 3 / 4), (128, 3 / 4)])
def test_a_mac_gives_its_gpu_two_thirds_or_three_quarters(size: int, share: float) -> None:
    chip = DeviceUse("m4-max" if size > 36 else "m3-pro", memory_bytes=size * GB)
    assert of("llama-3.2-3b", chip).memory.available_bytes == pytest.approx(share * size * GB)


def test_a_card_known_by_its_memory_gets_a_typical_bandwidth_and_says_so() -> None:
    found = of("llama-3.1-8b", DeviceUse("", memory_bytes=24 * GB))
    assert "bandwidth" in taken(found)
    assert 600e9 < found.placed[0].bandwidth_bytes_per_s < 1_100e9
    stated = of("llama-3.1-8b", DeviceUse("", memory_bytes=24 * GB, bandwidth_bytes_per_s=1_000e9))
    assert "bandwidth" not in taken(stated)
    assert stated.placed[0].bandwidth_bytes_per_s == 1_000e9


def test_system_memory_alone_is_a_machine_too() -> None:
    found = estimate(
        Query(model="llama-3.1-8b", quant="q4_k_m", ram=Ram(32 * GB, "ddr4", 3_200, 2)), CATALOG
    )
    assert found.placed[0].device.kind == "cpu"
    assert found.placed[0].bandwidth_bytes_per_s == pytest.approx(51.2e9)
    assert taken(found)["devices"].startswith("desktop-dual-channel-ddr4")


def test_the_cpu_backend_leaves_the_card_alone() -> None:
    found = of(backend="cpu")
    assert found.placed[0].device.kind == "cpu"
    assert found.decode.high < 25


def test_a_server_board_beside_a_card_tells_the_memory_bandwidth() -> None:
    board = DeviceUse("epyc-9004-genoa-bergamo")
    ram = Ram(768 * GB)
    with_board = of("deepseek-r1-0528", RTX_4090, board, ram=ram)
    desktop = of("deepseek-r1-0528", RTX_4090, ram=Ram(768 * GB, "ddr5", 5_600, 2))
    assert len(with_board.placed) == 1
    assert with_board.decode.mid > 2 * desktop.decode.mid


def test_a_bare_file_size_becomes_a_model_and_says_so() -> None:
    found = of(None, file_size_bytes=13 * GB)
    assert found.memory.weights_bytes == 13 * GB
    assert taken(found)["model"] == "21.4B"


def test_a_stated_file_size_outranks_the_catalog() -> None:
    assert of(file_size_bytes=6 * GB).memory.weights_bytes == 6 * GB


def test_a_stated_shape_is_kept() -> None:
    found = of(CustomModel(30e9, layers=48, kv_heads=8, head_dim=128), context_tokens=1_000)
    assert found.kv_read_bytes == pytest.approx(2 * 48 * 8 * 128 * 2 * 1_000)
    sparse = of(CustomModel(30e9, 3e9))
    assert 1.2e9 < sparse.weights_read_bytes < 3e9
    assert sparse.memory.weights_bytes == pytest.approx(18e9, rel=0.06)


@pytest.mark.parametrize(
    "query",
    [
        Query(),
        Query(model="llama-3.1-8b"),
        Query(model="no-such", devices=(RTX_4090,)),
        Query(model="llama-3.1-8b", devices=(DeviceUse("no-such"),)),
        Query(model="llama-3.1-8b", devices=(DeviceUse(""),)),
        Query(model="llama-3.1-8b", devices=(RTX_4090,), quant="no-such"),
        Query(model="llama-3.1-8b", devices=(RTX_4090,), kv_quant="no-such"),
    ],
)
def test_what_is_missing_or_unknown_is_an_error_of_the_persons_world(query: Query) -> None:
    with pytest.raises(UnknownNameError):
        estimate(query, CATALOG)


def test_a_prompt_gives_a_wait_and_the_default_context_holds_it() -> None:
    found = of(prompt_tokens=12_000)
    assert found.ttft_s is not None
    assert found.ttft_s.low <= found.ttft_s.mid <= found.ttft_s.high
    assert found.query.context_tokens == 12_000
    assert of().ttft_s is None


def test_many_users_share_the_reading_but_not_the_caches() -> None:
    one, many = of(context_tokens=4_096), of(context_tokens=4_096, users=8)
    assert many.throughput is not None
    assert many.throughput.per_user.mid < one.decode.mid < many.throughput.total.mid
    assert many.throughput.total.mid < 8 * one.decode.mid
    assert many.memory.kv_bytes == pytest.approx(8 * one.memory.kv_bytes)


def test_the_advantage_of_a_mixture_shrinks_with_the_users() -> None:
    def gain(model: str) -> float:
        many = of(model, users=16, context_tokens=1_024)
        assert many.throughput is not None
        return many.throughput.total.mid / of(model, context_tokens=1_024).decode.mid

    assert gain("qwen3-30b-a3b") < gain("qwen3-14b")


def test_a_draft_takes_memory_and_its_length_can_be_said() -> None:
    without, drafted = of("qwen3-32b"), of("qwen3-32b", draft_model="qwen3-0.6b")
    assert drafted.memory.needed_bytes > without.memory.needed_bytes
    assert drafted.speculation is not None
    assert 2.0 <= drafted.speculation.greedy_speedup.mid <= 3.0
    assert drafted.speculation.high_temperature.mid < drafted.speculation.greedy.mid
    said = of("qwen3-32b", draft_model="qwen3-0.6b", draft_tokens=3).speculation
    assert said is not None
    assert said.draft_tokens == 3


def test_built_in_prediction_needs_no_second_model() -> None:
    drafted = of("qwen3.6-27b", draft_model="mtp").speculation
    assert drafted is not None
    assert drafted.refused is None
    assert drafted.memory_bytes < 1e9
    assert drafted.greedy_speedup.mid > 1.3


def test_mixed_cards_share_by_their_memory() -> None:
    found = of("llama-3.3-70b", RTX_3090, RTX_3060, quant="iq2_xxs")
    large, small = found.placed
    assert large.weights_bytes == pytest.approx(2 * small.weights_bytes)


def test_the_longest_context_fits_and_one_step_more_does_not() -> None:
    most = of("qwen3-32b").max_context_tokens
    assert 8_192 < most < 16_384
    room = of("qwen3-32b", context_tokens=most)
    assert room.memory.needed_bytes <= room.memory.available_bytes
    over = of("qwen3-32b", context_tokens=most + 512)
    assert over.memory.needed_bytes > over.memory.available_bytes


def test_every_step_and_warning_has_a_phrase() -> None:
    say = pack("en").say
    for found in (
        of("qwen3-32b", context_tokens=65_536, prompt_tokens=2_000, users=3),
        of("deepseek-r1-0528", RTX_4090),
        of("gemma-3-27b", DeviceUse("geforce-rtx-3090", 2), split="tensor", context_tokens=40_000),
        of("qwen3-32b", quant="q8_0", gpu_layers=99, draft_model="qwen3-0.6b"),
        of("qwen3-14b", DeviceUse("tesla-p40"), engine="vLLM", quant="gptq-int4-g128"),
        of("qwen3-30b-a3b", RTX_3060, draft_model="llama-3.2-1b"),
        of(None, file_size_bytes=9 * GB),
    ):
        for message in (*found.steps, *found.warnings, *(a.why for a in found.assumptions)):
            assert say(message)


def test_a_short_estimate_agrees_with_the_full_one() -> None:
    query = Query(model="qwen3-32b", devices=(RTX_3060,), context_tokens=8_192)
    short, full = estimate(query, CATALOG, in_full=False), estimate(query, CATALOG)
    same = {"decode", "fits", "offload", "memory", "feel", "ceiling_tok_s"}
    assert all(getattr(short, name) == getattr(full, name) for name in same)
    assert isfinite(full.prefill.high)
    assert {one.name for one in fields(Estimate)} >= same


def test_more_memory_than_a_desktop_holds_is_taken_for_eight_channels_and_said() -> None:
    found = of("deepseek-r1-0528", RTX_4090, ram=Ram(512 * GB, "ddr4"))
    assert taken(found)["ram_speed"] == "8 × DDR4-3200"
    told = of("deepseek-r1-0528", RTX_4090, ram=Ram(512 * GB, "ddr4", 3_200, 8))
    assert "ram_speed" not in taken(told)
    assert told.decode.mid == pytest.approx(found.decode.mid)
