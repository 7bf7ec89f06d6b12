"""Structured queries: the fields of `design`'s interface, there and back, and what is refused."""

import io
import json
from typing import Any

import pytest

from bot.cli import estimate as command
from bot.cli.structured import StructureError, read_structured
from catalog.load import load_catalog
from core.errors import UnknownNameError
from core.query import CustomModel, DeviceUse, Query, Ram

CATALOG = load_catalog()
GB = 10**9
FULL = {
    "model": "Llama 3 8B",
    "params_b": None,
    "quant": "Q4_K_M",
    "file_size_gb": None,
    "devices": [{"name": "RTX 3090", "count": 1, "memory_gb": 24}],
    "engine": "llama.cpp",
    "backend": "cuda",
    "context_tokens": 0,
    "gpu_layers": None,
    "cpu_moe_layers": None,
    "kv_quant": "f16",
    "flash_attention": True,
    "split": None,
    "ram": None,
    "draft_model": None,
    "users": 1,
    "prompt_tokens": 512,
}


def batch(*lines: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    text = "".join(line + "\n" for line in lines)
    assert command.run(["--json", "--batch"], io.StringIO(text), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_example_of_the_interface_is_read_as_it_says() -> None:
    assert read_structured(FULL, CATALOG) == Query(
        model="llama-3-8b",
        quant="q4_k_m",
        devices=(DeviceUse("geforce-rtx-3090", 1, 24 * GB),),
        engine="llama.cpp",
        backend="cuda",
        context_tokens=0,
        kv_quant="f16",
        flash_attention=True,
        users=1,
        prompt_tokens=512,
        prompt_depth_tokens=0,
    )


def test_sizes_ram_and_drafts_are_read() -> None:
    item = {
        "params_b": 30,
        "active_params_b": 3,
        "file_size_gb": 18.5,
        "devices": [{"memory_gb": 24, "bandwidth_gb_s": 1000}],
        "ram": {"gb": 64, "type": "DDR5-6000", "channels": 2},
        "draft_model": "MTP",
    }
    found = read_structured(item, CATALOG)
    assert found.model == CustomModel(30e9, 3e9)
    assert found.file_size_bytes == 18_500_000_000
    assert found.devices == (DeviceUse("", 1, 24 * GB, 1e12),)
    assert found.ram == Ram(64 * GB, "ddr5", 6_000, 2)
    assert found.draft_model == "mtp"
    assert read_structured({"model": "qwen3-8b", "ram": 32}, CATALOG).ram == Ram(32 * GB)


def test_the_memory_tells_variants_apart() -> None:
    item = {"devices": [{"name": "RTX 3060", "memory_gb": 8}]}
    assert read_structured(item, CATALOG).devices[0].id == "geforce-rtx-3060-8-gb"


@pytest.mark.parametrize(
    "item",
    [
        [],
        "text",
        {"context_tokens": "64k"},
        {"context_tokens": -1},
        {"context_tokens": 1.5},
        {"context_tokens": True},
        {"file_size_gb": float("inf")},
        {"file_size_gb": float("nan")},
        {"params_b": 0},
        {"model": 7},
        {"model": "x" * 500},
        {"devices": "RTX 3090"},
        {"devices": ["RTX 3090"]},
        {"devices": [{}]},
        {"devices": [{"name": "RTX 3090", "count": 0}]},
        {"devices": [{"name": "RTX 3090"}] * 99},
        {"backend": "quantum"},
        {"split": "diagonal"},
        {"flash_attention": 1},
        {"ram": "lots"},
    ],
)
def test_what_is_no_structured_query_is_refused_with_the_reason(item: object) -> None:
    with pytest.raises(StructureError) as refused:
        read_structured(item, CATALOG)
    assert str(refused.value)


def test_an_unknown_name_is_asked_about_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as unknown:
        read_structured({"model": "llana 3.1 80b"}, CATALOG)
    assert unknown.value.slot == "model"


def test_a_batch_answers_every_line_in_order_whatever_it_holds() -> None:
    answers = batch(
        json.dumps(FULL),
        "not json",
        json.dumps({"model": "gibberish 99b", "devices": [{"name": "RTX 3090"}]}),
        "[" * 5_000,
        json.dumps({"model": "qwen3-8b"}),
        json.dumps(FULL | {"devices": [{"name": "RTX 4090"}]}),
    )
    assert [one["status"] for one in answers] == [
        "answered",
        "error",
        "clarify",
        "error",
        "clarify",
        "answered",
    ]
    first = answers[0]["estimate"]
    assert 0 < first["decode_tok_s"]["low"] <= first["decode_tok_s"]["high"]
    assert first["ttft_s"]["mid"] > 0
    assert answers[0]["query"]["devices"][0]["id"] == "geforce-rtx-3090"


def test_flags_say_the_same_as_fields() -> None:
    out = io.StringIO()
    args = "--model qwen3-32b --quant=q4_k_m --device 4090 --count 2 --context 8192 --json"
    assert command.run(args.split(), io.StringIO(), out) == 0
    query = json.loads(out.getvalue())["query"]
    assert query["devices"][0]["count"] == 2
    assert query["context_tokens"] == 8_192
    assert query["quant"]["id"] == "q4_k_m"


@pytest.mark.parametrize("args", [["--model"], ["--colour", "red"], ["--count", "two"]])
def test_unusable_flags_end_with_two_and_one_line(args: list[str], capsys) -> None:
    assert command.run(args, io.StringIO(), io.StringIO()) == 2
    assert capsys.readouterr().err.startswith("howfast: ")


def test_people_get_words_and_the_whole_arithmetic_when_they_ask_why() -> None:
    out = io.StringIO()
    args = ["--model", "llama 3.1 8b", "--device", "rtx 4090", "--why"]
    assert command.run(args, io.StringIO(), out) == 0
    assert "1,008 GB/s" in out.getvalue()
    assert "tok/s" in out.getvalue()
