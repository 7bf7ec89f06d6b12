"""Every sample of `tests/corpus/logs` is read as its head says."""

from pathlib import Path

import pytest

from core.logs import FORMATS, read_log
from core.reading import LogReading

HERE = Path(__file__).parent / "logs"
SHARED = Path(__file__).parents[3] / "shared" / "data" / "questions" / "logs"


def samples():
    found = []
    for path in sorted(HERE.glob("*.txt")):
        for block in ("\n" + path.read_text()).split("\n=== ")[1:]:
            head, _, text = block.partition("\n")
            name, _, expected = head.partition("; ")
            found.append(pytest.param(text, expected, id=f"{path.stem}: {name}"))
    return found


def values_of(reading: LogReading) -> dict[str, object]:
    query = reading.query
    return {
        "decode": reading.decode_tok_s,
        "prefill": reading.prefill_tok_s,
        "tokens": reading.generated_tokens,
        "prompt": query.prompt_tokens or reading.prompt_tokens,
        "runs": len(reading.runs),
        "engine": query.engine and query.engine.replace(" ", "_"),
        "backend": query.backend,
        "context": query.context_tokens,
        "kv": query.kv_quant,
        "layers": query.gpu_layers,
        "total": reading.total_layers,
        "users": query.users,
        "model": reading.model_name and reading.model_name.replace(" ", "_"),
        "quant": reading.quant_name,
        "device": reading.device_names[0].replace(" ", "_") if reading.device_names else None,
        "devices": len(reading.device_names),
        "params": reading.params and reading.params / 1e9,
        "file": reading.file_size_bytes and reading.file_size_bytes / 1e9,
        "free": reading.memory_available_bytes and reading.memory_available_bytes / 1e9,
        "needed": reading.memory_needed_bytes and reading.memory_needed_bytes / 1e9,
        "share": query.gpu_share,
        "split": query.split,
        "moe": query.cpu_moe_layers,
        "fa": {True: "yes", False: "no", None: None}[query.flash_attention],
        "facts": ",".join(sorted(fact.code for fact in reading.facts)),
    }


@pytest.mark.parametrize(("text", "expected"), samples())
def test_a_sample_is_read_as_its_head_says(text: str, expected: str) -> None:
    reading = read_log(text)
    if expected == "none":
        assert reading is None
        return
    assert reading is not None
    values = values_of(reading)
    for pair in expected.split():
        key, _, want = pair.partition("=")
        have = values[key]
        if key == "facts":
            assert have == ",".join(sorted(want.replace("-", "").split(","))), reading.facts
        elif want == "-":
            assert have is None, key
        elif isinstance(have, int | float):
            assert have == pytest.approx(float(want), rel=0.003), key
        else:
            assert have == want, key


@pytest.mark.parametrize("text", [sample.values[0] for sample in samples()])
def test_a_measured_speed_is_also_in_the_query(text: object) -> None:
    reading = read_log(str(text))
    if reading is not None:
        assert reading.query.measured_tok_s == reading.decode_tok_s


def test_every_format_has_samples_of_its_own() -> None:
    kinds = {r.kind for text in samples() if (r := read_log(str(text.values[0])))}
    assert set(FORMATS) <= kinds


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared logs are not here")
def test_every_shared_log_is_read() -> None:
    unread = [path.name for path in SHARED.iterdir() if read_log(path.read_text()) is None]
    assert unread == []
