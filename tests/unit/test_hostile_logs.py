"""Logs that were written to hurt: bounded work, no exception, nothing invented."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import logs
from core.logs import FORMATS, MAX_CHARS, MAX_LINE_CHARS, MAX_LINES, read_log

CUES = [cue for cues in FORMATS.values() for cue in cues]


@pytest.mark.parametrize("cue", CUES)
def test_cues_alone_repeated_to_the_limit_invent_no_speed(cue: str) -> None:
    for glue in ("", " ", "\n", "\t|", '":'):
        reading = read_log((cue + glue) * (MAX_CHARS // (len(cue) + 1)))
        assert reading is None or reading.decode_tok_s is None


@pytest.mark.parametrize("cue", CUES)
def test_a_cue_with_endless_filling_raises_nothing(cue: str) -> None:
    for filling in ("1", " ", "a ", "| 1 ", '",1', "= 1.0 / 9 ", "９", "\x00"):
        read_log((cue + filling * 3_000 + "\n") * 8)


def test_lines_and_their_length_are_bounded() -> None:
    lines = logs._lines("x" * 9_000 + "\n" + "y\n" * 50_000)
    assert len(lines) <= MAX_LINES
    assert max(map(len, lines)) <= MAX_LINE_CHARS


def test_of_a_long_log_the_first_and_the_last_lines_are_read() -> None:
    head = "load_tensors: offloaded 20/33 layers to GPU\n"
    tail = "       eval time =   10000.00 ms /   250 tokens (   40.00 ms per token, "
    reading = read_log(head + "noise line\n" * 3_000 + tail)
    assert reading is not None
    assert reading.query.gpu_layers == 20
    assert reading.decode_tok_s == pytest.approx(25.0)


def test_what_stands_behind_the_limit_is_not_read() -> None:
    tail = "\neval rate:            11.99 tokens/s\ntotal duration: 1s"
    assert read_log("x" * MAX_CHARS + tail) is None


@pytest.mark.parametrize(
    "line",
    [
        "eval time = 0.00 ms / 128 runs",
        "eval time = 0.01 ms / 999999999 tokens",
        "total duration: 1s\neval rate: 0.00 tokens/s",
        "total duration: 1s\neval rate: 99999999999 tokens/s",
    ],
)
def test_a_speed_of_nothing_or_beyond_any_machine_is_no_speed(line: str) -> None:
    reading = read_log(line)
    assert reading is None or reading.decode_tok_s is None


@given(st.text(max_size=400), st.sampled_from(CUES), st.text(max_size=400))
def test_any_text_around_a_cue_raises_nothing(before: str, cue: str, after: str) -> None:
    read_log(f"{before}\n{cue}{after}\n{before}{cue} {after}")


@given(st.lists(st.sampled_from([*CUES, "1.0", "12", "|", "\n", " ", "ms / ", "GiB"]), max_size=60))
def test_cues_in_any_order_raise_nothing(parts: list[str]) -> None:
    read_log("".join(parts))


def _patterns() -> list[re.Pattern[str]]:
    from importlib import import_module  # noqa: PLC0415

    found: list[re.Pattern[str]] = []
    for name in FORMATS:
        for value in vars(import_module(f"core.logs.{name}")).values():
            many = value if isinstance(value, tuple) else (value,)
            found += [one for one in many if isinstance(one, re.Pattern)]
    return found


def test_every_pattern_is_ascii_and_bounded() -> None:
    assert len(_patterns()) > 30
    for pattern in _patterns():
        assert pattern.flags & re.ASCII, pattern.pattern
        bare = re.sub(r"\\.|\[[^\]]*\]", "x", pattern.pattern)
        assert "*" not in bare, pattern.pattern
        assert "+" not in bare, pattern.pattern
