import asyncio
import gzip
import json
import time

import pytest

from bot.hub.address import base_of
from bot.hub.enrich import Hub
from bot.hub.errors import HubError
from bot.hub.found import Found, ask
from bot.hub.link import Reference
from catalog.load import load_catalog
from core.advisor import Advisor
from core.answer import Answer
from core.question import Question
from tests.fakes.hub_server import FakeHub, Repository, gguf, listed

CATALOG = load_catalog()
WORDS = " on a 3090 at 32k?"


@pytest.fixture
async def fake():
    async with FakeHub().running() as one:
        yield one


def hub_of(fake: FakeHub) -> Hub:
    return Hub(base_of(fake.url), CATALOG)


async def told(hub: Hub, text: str, previous_key: str | None = None) -> Answer:
    question = Question.of(text, previous_key=previous_key)
    one = hub.named(question.text, previous_key)
    assert one is not None
    return hub.told(question, await hub.within(one, 5), Advisor(CATALOG).ask)


async def answered(fake: FakeHub, text: str) -> Answer:
    return await told(hub_of(fake), text)


SHAPES = {
    "dense": ("qwen3-14b", "unsloth/Qwen3-14B-GGUF", 1),
    "moe": ("qwen3-30b-a3b", "unsloth/Qwen3-30B-A3B-GGUF", 1),
    "swa": ("gemma-3-12b", "bartowski/gemma-3-12b-it-GGUF", 1),
    "mla": ("deepseek-v2-lite", "bartowski/DeepSeek-V2-Lite-GGUF", 1),
    "hybrid": ("qwen3-next-80b-a3b", "unsloth/Qwen3-Next-80B-A3B-GGUF", 1),
    "sharded": ("qwen3-32b", "unsloth/Qwen3-32B-GGUF", 3),
}


@pytest.mark.parametrize("shape", SHAPES)
async def test_a_link_is_answered_from_its_header_and_its_files(fake: FakeHub, shape: str) -> None:
    row_id, path, shards = SHAPES[shape]
    fake.repositories[path] = gguf(row_id, "q4_k_m", "q8_0", shards=shards)
    answer = await answered(fake, f"https://huggingface.co/{path}{WORDS}")
    row = CATALOG.models[row_id]
    assert answer.status == "answered"
    assert answer.estimate is not None
    found = answer.estimate.model
    assert found.id == f"hf.co/{path}".lower()
    assert (found.kv_elems_global, found.kv_elems_swa) == (row.kv_elems_global, row.kv_elems_swa)
    assert found.params_total == pytest.approx(row.params_total)
    assert found.params_active == pytest.approx(row.params_active, rel=0.01)
    size = row.params_total * CATALOG.quants["q4_k_m"].bits_per_weight_dense / 8
    assert answer.estimate.memory.weights_bytes == pytest.approx(size, rel=1e-3)
    assert "read from its header" in answer.text
    assert answer.key is not None
    assert answer.key.startswith(f"hf.co/{path}@".lower())


async def test_reading_takes_two_requests_and_a_second_question_none(fake: FakeHub) -> None:
    path = "unsloth/Qwen3-14B-GGUF"
    fake.repositories[path] = gguf("qwen3-14b", "q4_k_m")
    hub = hub_of(fake)
    first = await told(hub, f"hf.co/{path} on a 4090")
    assert len(fake.requests) == 2
    assert (await told(hub, f"{path} on a 3060 12GB")).status == "answered"
    again = await told(hub, "and at 64k?", first.key)
    assert again.estimate is not None
    assert again.estimate.query.context_tokens == 65_536
    assert len(fake.requests) == 2


async def test_many_who_ask_at_once_share_one_reading(fake: FakeHub) -> None:
    fake.repositories["unsloth/Qwen3-14B-GGUF"] = gguf("qwen3-14b", "q4_k_m")
    hub = hub_of(fake)
    one = Reference("unsloth", "Qwen3-14B-GGUF")
    await asyncio.gather(*(hub.read(one) for _ in range(20)))
    assert len(fake.requests) == 2


async def test_a_file_of_another_quant_is_taken_where_it_is_named(fake: FakeHub) -> None:
    fake.repositories["a-b/My-14B-GGUF"] = gguf("qwen3-14b", "q4_k_m", "q8_0")
    for text in ("hf.co/a-b/My-14B-GGUF:Q8_0 on a 3090", "hf.co/a-b/My-14B-GGUF in Q8_0, 3090?"):
        answer = await answered(fake, text)
        assert answer.estimate is not None
        assert answer.estimate.quant.id == "q8_0"


async def test_the_only_quant_of_a_repository_is_the_one_asked_about(fake: FakeHub) -> None:
    fake.repositories["a-b/My-14B-GGUF"] = gguf("qwen3-14b", "iq4_xs")
    answer = await answered(fake, "hf.co/a-b/My-14B-GGUF on a 3090")
    assert answer.estimate is not None
    assert answer.estimate.quant.id == "iq4_xs"


QWEN3_8B = {
    "architectures": ["Qwen3ForCausalLM"], "head_dim": 128, "hidden_size": 4_096,
    "intermediate_size": 12_288, "max_position_embeddings": 40_960, "model_type": "qwen3",
    "num_attention_heads": 32, "num_hidden_layers": 36, "num_key_value_heads": 8,
    "sliding_window": None, "tie_word_embeddings": False, "use_sliding_window": False,
    "vocab_size": 151_936,
}  # fmt: skip


def with_config(config: dict[str, object], **card: object) -> Repository:
    files = listed(**{"config.json": 700, "model.safetensors": 16_381_516_800})
    return Repository(
        {"sha": "abc", "siblings": files, **card}, {"config.json": json.dumps(config).encode()}
    )


async def test_a_repository_without_gguf_is_answered_from_its_configuration(fake: FakeHub) -> None:
    total = {"safetensors": {"parameters": {"BF16": 8_190_735_360}, "total": 8_190_735_360}}
    fake.repositories["some-lab/Novel-8B"] = with_config(QWEN3_8B, **total)
    answer = await answered(fake, "some-lab/Novel-8B Q4_K_M on a 3090 at 32k?")
    assert answer.estimate is not None
    found, row = answer.estimate.model, CATALOG.models["qwen3-8b"]
    assert found.kv_elems_global == row.kv_elems_global
    assert found.params_total == 8_190_735_360
    assert "config.json" in answer.text


async def test_files_on_another_host_are_left_alone_and_the_base_is_read(fake: FakeHub) -> None:
    one = gguf("qwen3-14b", "q4_k_m")
    one.moved = "https://cdn.example.com/file"
    one.card["cardData"] = {"base_model": ["some-lab/Novel-8B"]}
    fake.repositories["unsloth/Novel-8B-GGUF"] = one
    one.card["gguf"] = {"total": 8_190_735_360}
    fake.repositories["some-lab/Novel-8B"] = with_config(QWEN3_8B)
    answer = await answered(fake, "hf.co/unsloth/Novel-8B-GGUF on a 3090?")
    assert answer.estimate is not None
    assert answer.estimate.model.layers == 36
    assert "config.json" in answer.text


async def test_a_renamed_repository_is_followed_on_the_same_host(fake: FakeHub) -> None:
    one = gguf("qwen3-14b", "q4_k_m")
    fake.repositories["new/Name-14B-GGUF"] = one
    path = next(iter(one.files))
    fake.repositories["old/Name-14B-GGUF"] = Repository(
        one.card, moved=f"/new/Name-14B-GGUF/resolve/main/{path}"
    )
    answer = await answered(fake, "hf.co/old/Name-14B-GGUF on a 3090?")
    assert "read from its header" in answer.text


BAD = {
    "gated": (Repository(status=401), "gated"),
    "forbidden": (Repository(status=403), "gated"),
    "missing": (Repository(status=404), "missing"),
    "busy": (Repository(status=429, headers={"Retry-After": "9"}), "busy"),
    "broken": (Repository(status=500), "unreachable"),
    "no json": (Repository(sent=b"<html>"), "unreadable"),
    "a list": (Repository(sent=b"[1]"), "unreadable"),
    "deep": (Repository(sent=b"[" * 200_000), "unreadable"),
    "huge": (Repository(sent=b'{"a":"' + b"x" * 1_500_000 + b'"}'), "unreadable"),
    "packed": (
        Repository(sent=gzip.compress(b"{}"), headers={"Content-Encoding": "gzip"}),
        "unreadable",
    ),
    "nothing": (Repository({"sha": "a", "siblings": []}), "no_model"),
    "odd": (Repository({"sha": 5, "siblings": [3, {"rfilename": 7}], "gguf": []}), "no_model"),
}


@pytest.mark.parametrize("name", BAD)
async def test_what_cannot_be_read_ends_in_a_sentence(fake: FakeHub, name: str) -> None:
    one, code = BAD[name]
    fake.repositories["unsloth/Qwen3-14B-GGUF"] = one
    hub, words = hub_of(fake), "hf.co/unsloth/Qwen3-14B-GGUF on a 3090?"
    plain = await told(hub, words)
    assert plain.status == "answered"
    why = hub.ready(Reference("unsloth", "Qwen3-14B-GGUF"))
    assert isinstance(why, HubError)
    assert why.code == code
    assert plain.text.endswith(plain.notes[-1])
    asked = len(fake.requests)
    await told(hub, words)
    assert len(fake.requests) == asked, "a refusal is remembered for a while"


async def test_a_slow_hub_is_given_up_on(fake: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.hub.visit.TIME_S", 0.3)
    fake.repositories["unsloth/Qwen3-14B-GGUF"] = Repository(slow_s=30)
    start = time.monotonic()
    with pytest.raises(HubError) as refused:
        await hub_of(fake).read(Reference("unsloth", "Qwen3-14B-GGUF"))
    assert refused.value.code == "slow"
    assert time.monotonic() - start < 2


async def test_a_truncated_header_is_refused(fake: FakeHub) -> None:
    one = gguf("qwen3-14b", "q4_k_m")
    one.files = {path: body[:200] for path, body in one.files.items()}
    fake.repositories["unsloth/Qwen3-14B-GGUF"] = one
    with pytest.raises(HubError) as refused:
        await hub_of(fake).read(Reference("unsloth", "Qwen3-14B-GGUF"))
    assert refused.value.code == "no_model"


@pytest.mark.parametrize("lie", [7, 10**15, -5])
async def test_sizes_that_cannot_be_true_are_not_used(fake: FakeHub, lie: int) -> None:
    one = gguf("qwen3-14b", "q4_k_m", "q8_0")
    one.card["siblings"][0]["size"] = lie
    one.card["gguf"]["total"] = 10**13
    one.whole_size = lie if lie > 0 else None
    fake.repositories["unsloth/Qwen3-14B-GGUF"] = one
    answer = await answered(fake, "hf.co/unsloth/Qwen3-14B-GGUF:Q4_K_M on a 3090?")
    assert answer.estimate is not None
    assert answer.estimate.model.params_total == CATALOG.models["qwen3-14b"].params_total
    assert answer.estimate.memory.weights_bytes == pytest.approx(9.0e9, rel=0.03)


async def test_a_server_that_sends_more_than_was_asked_for_is_cut_off(fake: FakeHub) -> None:
    one = gguf("qwen3-14b", "q4_k_m")
    one.files = {path: body + bytes(3_000_000) for path, body in one.files.items()}
    fake.repositories["unsloth/Qwen3-14B-GGUF"] = one
    found = await hub_of(fake).read(Reference("unsloth", "Qwen3-14B-GGUF"))
    assert isinstance(found, Found)


async def test_the_answer_to_other_words_is_the_same_with_and_without_the_overlay(
    fake: FakeHub,
) -> None:
    fake.repositories["unsloth/Qwen3-14B-GGUF"] = gguf("qwen3-14b", "q4_k_m")
    found = await hub_of(fake).read(Reference("unsloth", "Qwen3-14B-GGUF"))
    question = Question.of("Llama 3.1 8B Q4 on a 4090 at 16k?")
    assert ask(found, question, None).text == Advisor(CATALOG).ask(question).text
