"""A key says the whole query, for every query that has one."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import KeyFormatError
from core.key import MAX_CHARS, ShortKeys
from core.query import CustomModel, DeviceUse, Query, Ram

ids = st.from_regex(r"[a-z][a-z0-9.\-]{0,24}", fullmatch=True).filter(lambda t: t != "gpu")
counts = st.integers(1, 64)
whole = st.none() | st.integers(0, 2_000_000)
sizes = st.integers(1, 600).map(lambda n: n * 10**9) | st.integers(1, 10**12)
positive = st.floats(0.01, 1e13, allow_nan=False)
maybe = st.none()
models = (
    maybe
    | ids
    | st.builds(
        CustomModel, positive, maybe | positive, *[maybe | st.integers(1, 999) for _ in range(3)]
    )
)
devices = st.builds(DeviceUse, ids | st.just(""), counts, maybe | sizes, maybe | positive)
rams = st.builds(Ram, maybe | sizes, maybe | ids, maybe | counts, maybe | counts, maybe | positive)
queries = st.builds(
    Query,
    model=models,
    quant=maybe | ids,
    devices=st.lists(devices, max_size=2).map(tuple),
    ram=maybe | rams,
    context_tokens=whole,
    kv_quant=maybe | st.sampled_from(["q8_0", "f16"]),
    engine=maybe | st.sampled_from(["llama.cpp", "LM Studio"]),
    flash_attention=maybe | st.booleans(),
    gpu_layers=whole,
    users=whole,
    measured_tok_s=maybe | positive,
    gpu_share=maybe | st.floats(0, 1),
)


@given(queries)
def test_every_query_that_has_a_key_comes_back_from_it(query):
    if (key := query.key) is not None:
        assert len(key) <= MAX_CHARS
        assert Query.from_key(key) == query


@given(st.text(max_size=120))
def test_any_other_text_is_refused_with_one_error(text):
    with contextlib.suppress(KeyFormatError):
        Query.from_key(text)


def test_the_key_of_the_first_question_is_the_published_one():
    query = Query(
        model="qwen3-32b",
        quant="q4_k_m",
        devices=(DeviceUse("geforce-rtx-4090"),),
        context_tokens=65_536,
    )
    assert query.key == "qwen3-32b:q4_k_m@geforce-rtx-4090#65536"


def test_a_name_with_a_sign_of_the_grammar_has_no_key():
    assert Query(model="a;b").key is None
    assert Query(model="a", engine="").key is None


@pytest.mark.parametrize(
    "bad", ["", "a#", "a@", "a:", "a;x=1", "~b", "a@/24", "a;ngl=x", "a" * 101]
)
def test_a_broken_key_names_itself_in_the_error(bad):
    with pytest.raises(KeyFormatError):
        Query.from_key(bad)


def test_a_long_key_is_shortened_and_comes_back_whole():
    model, device = "llama-3.3-nemotron-super-49b-v1.5", "am5-ryzen-7000-9000-single-ccd-practical"
    short = ShortKeys([model, device])
    key = f"{model}:q4_k_m@{device}#65536"
    cut = short.shorten(key, 60)
    assert cut is not None
    assert len(cut) <= 60
    assert short.expand(cut) == key
    assert short.shorten(key, 20) is None
    with pytest.raises(KeyFormatError):
        short.expand("!aaaaa:q4_0")
