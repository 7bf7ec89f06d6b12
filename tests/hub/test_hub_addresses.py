import pytest

from bot.hub.address import base_of, is_public, may_stand_behind
from bot.hub.enrich import Hub
from bot.hub.errors import HubError
from bot.hub.link import reference_in
from bot.hub.owners import owners_of
from catalog.load import load_catalog
from core.question import Question
from tests.fakes.hub_server import FakeHub

CATALOG = load_catalog()
OWNERS = owners_of(CATALOG)
TRAPS = (
    "https://huggingface.co@evil.example/unsloth/Qwen3-14B-GGUF",
    "https://huggingface.co:443@evil.example/unsloth/Qwen3-14B-GGUF",
    "https://huggingface.co.evil.example/unsloth/Qwen3-14B-GGUF",
    "https://evil.example/huggingface.co/unsloth/Qwen3-14B-GGUF",
    "https://evil.example/?u=huggingface.co/unsloth/Qwen3-14B-GGUF",
    "https://evil-huggingface.co/unsloth/Qwen3-14B-GGUF",
    "https://huggingface.co:8080/unsloth/Qwen3-14B-GGUF",
    "http://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:22/unsloth/Qwen3-14B-GGUF",
    "http://[::1]/unsloth/Qwen3-14B-GGUF",
    "http://0x7f000001/unsloth/Qwen3-14B-GGUF",
    "file:///etc/passwd",
    "gopher://huggingface.co/unsloth/Qwen3-14B-GGUF@evil.example",
    "https://huggingface.co/../../etc/passwd",
    "https://huggingface.co/unsloth/..%2f..%2fapi",
    "https://huggingface.co/%2e%2e/%2e%2e/api",
    "https://huggingface.co\\@evil.example/unsloth/Qwen3-14B-GGUF",
    "https://hugging\u200bface.co.evil.example/unsloth/Qwen3-14B-GGUF",
    "https://xn--hggingface-d9a.co/unsloth/Qwen3-14B-GGUF",
    "//evil.example/unsloth/Qwen3-14B-GGUF",
    "https://huggingface.co/datasets/secret?url=http://10.0.0.1/",
)


@pytest.mark.parametrize("trap", TRAPS)
async def test_no_trap_makes_a_request_anywhere_but_to_the_hub(trap: str) -> None:
    async with FakeHub().running() as evil, FakeHub().running() as fake:
        hub = Hub(base_of(fake.url), CATALOG)
        words = trap.replace("evil.example", evil.url.removeprefix("http://"))
        for text in (trap, words):
            question = Question.of(f"{text} on a 3090?")
            if one := hub.named(question.text):
                await hub.within(one, 5)
        assert not evil.requests
        for path in fake.requests:
            assert path.startswith(("/api/models/unsloth/Qwen3-14B-GGUF?", "/api/models/"))
            assert ".." not in path
            assert "passwd" not in path


def test_there_are_21_traps() -> None:
    assert len(set(TRAPS)) == 21


NAMED = {
    "https://huggingface.co/unsloth/Qwen3-14B-GGUF on a 3090": ("unsloth/Qwen3-14B-GGUF", None),
    "hf.co/bartowski/Qwen2.5-7B-Instruct-GGUF:Q4_K_M?": (
        "bartowski/Qwen2.5-7B-Instruct-GGUF",
        "q4_k_m",
    ),
    "(https://hf.co/Qwen/Qwen3-8B).": ("Qwen/Qwen3-8B", None),
    "https://huggingface.co/unsloth/X-GGUF/blob/main/X-UD-Q4_K_XL.gguf": (
        "unsloth/X-GGUF",
        "ud-q4_k_xl",
    ),
    "https://huggingface.co/unsloth/X-GGUF/tree/main": ("unsloth/X-GGUF", None),
    "ollama run hf.co/unsloth/X-GGUF:IQ3_XXS": ("unsloth/X-GGUF", "iq3_xxs"),
    "llama-server -hf unsloth/gemma-3-12b-it-GGUF:Q8_0": ("unsloth/gemma-3-12b-it-GGUF", "q8_0"),
    "is mistralai/Ministral-8B-Instruct-2410 ok on 12GB?": (
        "mistralai/Ministral-8B-Instruct-2410",
        None,
    ),
    "nobody-knows/Novel-12B-v2 on a 3060": ("nobody-knows/Novel-12B-v2", None),
}


@pytest.mark.parametrize("text", NAMED)
def test_a_repository_is_found_in_what_people_paste(text: str) -> None:
    found = reference_in(text, OWNERS)
    assert found is not None
    assert (found.path, found.quant) == NAMED[text]


@pytest.mark.parametrize(
    "text",
    [
        "8 tok/s on a 3090/4090", "Q4_K_M/Q8_0 difference?", "qwen3-14b/qwen3-32b which one",
        "CPU/GPU split", "llama-3.1-8b/70b on 24GB", "7B/13B", "RTX-3090/RTX-4090 for 8B",
        "input/output 12k/1k", "and/or", "24GB/s", "70B Q4 50%/50% split", "30b-a3b/32b",
        "https://huggingface.co/docs/transformers", "https://huggingface.co/spaces/a/b-7b",
        "I/O bound?", "w/ llama-8b", "4090/5090-32gb",
    ],
)  # fmt: skip
def test_other_slashes_name_no_repository(text: str) -> None:
    found = reference_in(text, OWNERS)
    assert found is None, found


@pytest.mark.parametrize(
    "setting",
    ["http://example.com", "ftp://x", "https://10.0.0.1", "https://192.168.1.1", "https://[fd00::1]",
     "https://169.254.169.254", "x", "https://a:b@example.com", "https://example.com/path",
     "https://example.com:99999", "https://0.0.0.0", "https://[::ffff:10.0.0.1]"],
)  # fmt: skip
def test_a_hub_is_encrypted_or_on_this_machine(setting: str) -> None:
    with pytest.raises(HubError):
        base_of(setting)


def test_a_public_name_that_leads_to_a_private_machine_is_refused() -> None:
    hub = base_of("https://huggingface.co")
    for address in ("10.1.2.3", "127.0.0.1", "::1", "169.254.169.254", "fe80::1%eth0", "0.0.0.0"):  # noqa: S104
        assert not may_stand_behind(hub, address)
        assert not is_public(address)
    assert may_stand_behind(hub, "1.1.1.1")
    local = base_of("http://127.0.0.1:8080")
    assert may_stand_behind(local, "127.0.0.1")
    assert not may_stand_behind(local, "1.1.1.1")
