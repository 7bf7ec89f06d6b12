import random
import time
import tracemalloc
from contextlib import suppress
from struct import pack

import pytest

from catalog.load import load_catalog
from core.gguf import config
from core.gguf.header import GgufError, read_header
from core.gguf.model import model_of
from tests.fakes import hub_rows
from tests.fakes.hub_gguf import written

MOST_S = 0.05
MOST_BYTES = 20_000_000
START = b"GGUF" + pack("<I", 3)
CATALOG = load_catalog()
SEEDS = tuple(
    written(
        {**hub_rows.values(row), "tokenizer.ggml.tokens": [f"t{i}" for i in range(300)]},
        hub_rows.tensors(row),
    )
    for row in (
        CATALOG.models[name]
        for name in ("llama-3.1-8b", "qwen3-30b-a3b", "gemma-3-12b", "deepseek-v3", "lfm2-1.2b")
    )
)


def key(name: str) -> bytes:
    return pack("<Q", len(name)) + name.encode()


def one(kind: int, value: bytes) -> bytes:
    return START + pack("<QQ", 0, 1) + key("general.architecture") + pack("<I", kind) + value


HOSTILE = {
    "empty": b"",
    "wrong magic": b"GGML" + bytes(100),
    "big endian": b"GGUF" + pack(">IQQ", 3, 1, 1) + bytes(64),
    "version": b"GGUF" + pack("<IQQ", 99, 1, 1),
    "cut": START + b"\0\0",
    "keys": START + pack("<QQ", 0, 2**63),
    "tensors": START + pack("<QQ", 2**60, 1),
    "long key": START + pack("<QQQ", 0, 1, 2**62) + bytes(100),
    "long text": one(8, pack("<Q", 2**40)),
    "cut text": one(8, pack("<Q", 1_000) + b"llama"),
    "long array": one(9, pack("<IQ", 4, 2**50)),
    "many texts": one(9, pack("<IQ", 8, 3_999_999)) + bytes(19_000_000),
    "arrays in arrays": one(9, pack("<IQ", 9, 1) + pack("<IQ", 9, 1) * 100_000),
    "unknown type": one(77, bytes(8)),
    "no layers": one(8, key("llama")),
    "key twice": START + pack("<QQ", 0, 2) + (key("a") + pack("<IB", 0, 1)) * 2,
    "dimensions": SEEDS[0][:0] + written({"general.architecture": "x", "x.block_count": 2}, [])
    .replace(pack("<QQ", 0, 2), pack("<QQ", 1, 2)) + key("t") + pack("<I", 400),
    "no vocabulary": written(
        {"general.architecture": "x", "x.block_count": 2, "x.embedding_length": 64,
         "x.attention.head_count": 4, "x.attention.head_count_kv": 4},
        [("token_embd.weight", 3)],
    ),
    "huge tensor": written({"general.architecture": "x", "x.block_count": 2}, [("t", 2**60)]),
}  # fmt: skip


def tried(data: bytes) -> float:
    """Read `data`, which may only ever end in a model or in a GgufError; return the seconds."""
    start = time.perf_counter()
    with suppress(GgufError):
        model_of(read_header(data), id_="hf.co/a/b", models=CATALOG.models)
    return time.perf_counter() - start


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_header_is_refused_at_once_and_in_little_memory(name: str) -> None:
    with pytest.raises(GgufError):
        model_of(read_header(HOSTILE[name]), id_="hf.co/a/b", models=CATALOG.models)
    assert min(tried(HOSTILE[name]) for _ in range(3)) <= MOST_S
    tracemalloc.start()
    tried(HOSTILE[name])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= MOST_BYTES


def mutated(chance: random.Random) -> bytes:
    """Return a real header with some of its bytes, lengths or ends changed."""
    data = bytearray(chance.choice(SEEDS))
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                data[at : at + 8] = pack("<Q", chance.choice((0, 1, 2**31, 2**63, 2**64 - 1)))
            case 2:
                del data[at : at + chance.randint(1, 400)]
            case _:
                data[at:at] = data[at : at + chance.randint(1, 400)]
        if len(data) < 2:
            break
    return bytes(data)


def fuzz(count: int, seed: int) -> float:
    chance = random.Random(seed)
    return max(min(tried(data), tried(data)) for data in (mutated(chance) for _ in range(count)))


def test_500_broken_headers_end_in_a_model_or_a_refusal() -> None:
    assert fuzz(500, 1) <= MOST_S


@pytest.mark.nightly
def test_50_000_broken_headers_end_in_a_model_or_a_refusal() -> None:
    assert fuzz(50_000, 2) <= MOST_S


JUNK: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    2**70,
    1.5,
    float("nan"),
    "x" * 400,
    [],
    {},
    ["y"] * 50,
    [None] * 50,
)
BASE = {
    "model_type": "gemma3_text", "num_hidden_layers": 48, "hidden_size": 3_840, "head_dim": 256,
    "num_attention_heads": 16, "num_key_value_heads": 8, "vocab_size": 262_208, "layer_types": [],
    "sliding_window": 1_024, "intermediate_size": 15_360, "num_experts": 128, "text_config": {},
    "num_experts_per_tok": 8, "moe_intermediate_size": 768, "kv_lora_rank": 512,
    "num_kv_shared_layers": 4, "cross_attention_layers": [], "hybrid_override_pattern": "M*-",
    "full_attention_interval": 4, "attn_layer_period": 8, "tie_word_embeddings": True,
}  # fmt: skip


def test_broken_configurations_end_in_a_model_or_a_refusal() -> None:
    chance = random.Random(3)
    for _ in range(1_000):
        broken = {**BASE, **{name: chance.choice(JUNK) for name in chance.sample(sorted(BASE), 4)}}
        with suppress(GgufError):
            config.model_of(broken, id_="hf.co/a/b", name="b", params_total=12e9)
