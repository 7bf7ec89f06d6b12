"""What a diagnosis must never say, whatever the setup and the number."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from catalog.load import load_catalog
from core.diagnose import diagnose
from core.estimate import estimate
from core.figures import Diagnosis
from core.language.pack import pack
from core.query import DeviceUse, Query
from core.reading import Intent, Reading, Resolved

CATALOG = load_catalog()
MODELS = ("llama-3.1-8b", "qwen3-32b", "qwen3-30b-a3b", "gpt-oss-20b", "llama-3.3-70b")
DEVICES = (
    "geforce-rtx-4090",
    "geforce-rtx-3060-12-gb",
    "m3-max",
    "radeon-rx-7900-xtx",
    "tesla-p40",
)
HINTS = (
    "gpu_idle",
    "vram_full",
    "kv_growth",
    "prefill",
    "comparison",
    "numa",
    "says_windows",
    "all_on_gpu",
)

setups = st.builds(
    Query,
    model=st.sampled_from(MODELS),
    quant=st.sampled_from(("q4_k_m", "q8_0", "f16")),
    devices=st.builds(
        lambda device, count: (DeviceUse(device, count),),
        st.sampled_from(DEVICES),
        st.sampled_from((1, 1, 1, 2)),
    ),
    context_tokens=st.sampled_from((None, 0, 4_096, 32_768)),
    engine=st.sampled_from((None, "ollama", "llama.cpp", "vLLM")),
)
hints = st.lists(st.sampled_from(HINTS), unique=True, max_size=4).map(tuple)
shares = st.floats(0.0, 1.0)


def of(query: Query, seen: tuple[str, ...] = ()) -> Diagnosis:
    reading = Reading(Intent.DIAGNOSE, sides=(Resolved(query),), hints=seen)
    return diagnose(reading, estimate(query, CATALOG), CATALOG)


@given(setups, hints, shares)
def test_what_lies_inside_our_interval_is_never_slow(
    query: Query, seen: tuple[str, ...], share: float
) -> None:
    decode = estimate(query, CATALOG).decode
    rate = decode.low + share * (decode.high - decode.low)
    assert of(replace(query, measured_tok_s=rate), seen).verdict == "normal"


@given(setups, st.floats(1.03, 50.0))
def test_what_lies_above_every_ceiling_is_impossible(query: Query, factor: float) -> None:
    found = estimate(query, CATALOG)
    count = query.devices[0].count
    rate = max(found.ceiling_tok_s, found.decode.high) * count * factor
    assert of(replace(query, measured_tok_s=rate)).verdict == "impossible"


@given(setups, st.floats(0.001, 0.92))
def test_what_lies_below_our_interval_is_slow_where_everything_was_said(
    query: Query, factor: float
) -> None:
    rate = estimate(query, CATALOG).decode.low * factor
    found = of(replace(query, measured_tok_s=rate))
    assert found.verdict == "slow"
    assert found.causes


@given(setups, hints, st.floats(0.001, 5_000.0))
def test_every_diagnosis_can_be_said_and_names_each_cause_once(
    query: Query, seen: tuple[str, ...], rate: float
) -> None:
    found = of(replace(query, measured_tok_s=rate), seen)
    say = pack("en").say
    assert say(found.summary)
    for cause in found.causes:
        assert say(cause.text)
        assert all(say(part) for part in (cause.check, cause.fix) if part)
    assert len({cause.code for cause in found.causes}) == len(found.causes) <= 4
