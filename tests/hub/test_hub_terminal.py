"""The terminal with a repository or a model file; the hub runs beside it in a thread."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.main import main
from catalog.load import load_catalog
from tests.fakes import hub_rows
from tests.fakes.hub_gguf import written
from tests.fakes.hub_server import FakeHub, Repository, gguf

CATALOG = load_catalog()
PATH = "unsloth/Qwen3-14B-GGUF"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeHub]:
    hub, loop, ready = FakeHub(), asyncio.new_event_loop(), threading.Event()
    stop = asyncio.Event()

    async def serve() -> None:
        async with hub.running():
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait(5)
    monkeypatch.setenv("HOWFAST_HUB", hub.url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    yield hub
    loop.call_soon_threadsafe(stop.set)
    thread.join(5)
    loop.close()


def file_of(row_id: str, folder: Path, name: str) -> Path:
    row = CATALOG.models[row_id]
    words = [f"t{i}" for i in range(row.vocab)]
    values = {**hub_rows.values(row), "tokenizer.ggml.tokens": words, "general.file_type": 15}
    path = folder / name
    path.write_bytes(written(values, hub_rows.tensors(row)))
    return path


def test_a_link_costs_no_request_the_second_time(
    fake: FakeHub, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.repositories[PATH] = gguf("qwen3-14b", "q4_k_m")
    assert main(["ask", "--json", f"https://huggingface.co/{PATH} on a 3090 at 32k?"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["query"]["model"]["id"] == f"hf.co/{PATH}".lower()
    assert "read from its header" in told["text"]
    assert len(fake.requests) == 2
    assert main([f"hf.co/{PATH}", "on", "a", "4090?"]) == 0
    assert "read from its header" in " ".join(capsys.readouterr().out.split())
    assert len(fake.requests) == 2


def test_a_closed_repository_is_answered_by_its_name(
    fake: FakeHub, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.repositories["meta-llama/Llama-3.1-8B-Instruct"] = Repository(status=401)
    asked = "https://huggingface.co/meta-llama/Llama-3.1-8B-Instruct on a 3090?"
    assert main(["ask", asked]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Llama 3.1 8B" in out
    assert "could not read it" in out


@pytest.mark.parametrize("said", ["off", "", "http://example.com"])
def test_nothing_is_asked_where_the_hub_is_off_or_wrong(
    fake: FakeHub, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("HOWFAST_HUB", said)
    assert main(["ask", "https://huggingface.co/Qwen/Qwen3-8B on a 3090?"]) == 0
    assert not fake.requests


def test_a_model_file_is_answered_from_its_header_and_its_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of("qwen3-30b-a3b", tmp_path, "my-model.gguf")
    with path.open("r+b") as file:
        file.truncate(18_600_000_000)
    assert main(["ask", "--json", "--gguf", str(path), "on a 3090 at 32k?"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["query"]["quant"] == {"id": "q4_k_m", "basis": "said"}
    assert told["query"]["model"]["params_total_b"] == pytest.approx(30.5, rel=0.01)
    assert told["estimate"]["memory_gb"]["weights"] == pytest.approx(18.6, rel=0.001)
    assert "header" in told["text"]


def test_model_shows_what_a_file_or_a_repository_says(
    fake: FakeHub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of("gemma-3-12b", tmp_path, "g.gguf")
    assert main(["model", str(path)]) == 0
    out = capsys.readouterr().out
    assert "40 SWA + 8 global, window 1,024" in out
    fake.repositories[PATH] = gguf("qwen3-14b", "q4_k_m", "q8_0")
    assert main(["model", f"https://huggingface.co/{PATH}"]) == 0
    out = capsys.readouterr().out
    assert "Q4_K_M" in out
    assert "Q8_0" in out
    assert main(["model", f"https://huggingface.co/{PATH}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"]["layers"] == 40
    assert main(["model", "hf.co/no/such"]) == 1


def test_a_split_file_is_one_model_and_needs_all_its_parts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = file_of("qwen3-14b", tmp_path, "x-Q4_K_M-00001-of-00002.gguf")
    assert main(["model", str(first)]) == 2
    assert "missing" in capsys.readouterr().err
    second = tmp_path / "x-Q4_K_M-00002-of-00002.gguf"
    second.write_bytes(b"GGUF")
    for path, size in ((first, 5_000_000_000), (second, 4_000_000_000)):
        with path.open("r+b") as file:
            file.truncate(size)
    assert main(["model", str(second), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["files"] == [{"quant": "q4_k_m", "size_bytes": 9_000_000_000}]


@pytest.mark.parametrize("bad", [b"", b"GGUF", b"not a model at all", b"GGUF" + bytes(64)])
def test_a_file_that_is_no_model_is_refused_in_a_line(
    bad: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(bad)
    assert main(["ask", "--gguf", str(path), "on a 3090?"]) == 2
    assert capsys.readouterr().err.startswith("howfast: --gguf")
    assert main(["model", str(path)]) == 2
    assert main(["model", str(tmp_path / "none.gguf")]) == 2
