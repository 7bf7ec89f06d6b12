"""The feel animation is true to time, and small; the sparkline and words beside the pictures."""

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.pictures.alt import alt_of_curves, alt_of_feel, alt_of_memory, alt_of_options
from bot.pictures.draw import draw_feel
from bot.pictures.feel_gif import CARD_RGB
from bot.pictures.gif import written
from bot.pictures.lanes import Clock, Lane, before_after, lanes_of, rate_lanes, tokens_at
from bot.pictures.pieces import tokens
from bot.pictures.sparkline import context_sparkline, sparkline, speed_at
from bot.pictures.sweep import sweep
from bot.pictures.timeline import frames_of
from catalog.load import load_catalog
from core.advisor import Advisor
from core.language.pack import pack
from core.query import Query

LANGUAGES = ("en", "de", "vi")
CLIFF = "qwen3-32b:q4_k_m@geforce-rtx-4090#65536"
FITS = "llama-3.1-8b:q4_k_m@geforce-rtx-4090#4096"
TEXT = 400
GIF_MOST_BYTES = 2 * 10**6


@pytest.fixture(scope="module")
def advisor() -> Advisor:
    return Advisor(load_catalog())


def frames(data: bytes) -> list[tuple[int, Image.Image]]:
    image = Image.open(BytesIO(data))
    found = []
    for i in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(i)
        found.append((image.info["duration"], image.convert("RGB")))
    return found


@pytest.mark.parametrize("rate", [0.4, 2, 3.3, 7, 12, 20, 33, 50, 100, 177, 400])
def test_tokens_come_at_the_asked_rate_within_five_per_cent(rate: float) -> None:
    lanes = rate_lanes((rate,))
    at = 0
    moments: list[tuple[float, int]] = []
    for frame in frames_of(lanes, TEXT, Clock.of(lanes)):
        if not moments or frame.tokens[0] > moments[-1][1]:
            moments.append((at / 100, frame.tokens[0]))
        at += frame.duration
    if len(moments) > 2:
        (start, first), (end, last) = moments[0], moments[-1]
        shown = (last - first) / (end - start)
        assert shown == pytest.approx(rate, rel=0.05)
        for moment, count in moments[5:]:
            assert count == pytest.approx(1 + moment * rate, abs=1.01 + 0.05 * moment * rate)


@pytest.mark.parametrize("rate", [2, 12, 60, 400])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gif_lasts_as_long_as_the_answer_takes(rate: float, language: str) -> None:
    picture = draw_feel(rate_lanes((rate,)), language)
    found = frames(picture.data)
    changed = [
        i
        for i in range(1, len(found))
        if ImageChops.difference(found[i][1], found[i - 1][1]).crop((0, 60, 760, 340)).getbbox()
    ]
    typed_s = sum(length for length, _ in found[: changed[-1]]) / 1000
    count = len(tokens(pack(language)("terminal.sample")))
    told_s = min((count - 1) / rate, 8.0)
    assert typed_s == pytest.approx(told_s, rel=0.05, abs=1.0 / rate + 0.04)


def test_no_frame_is_shorter_than_viewers_keep() -> None:
    for rate in (2, 12, 60, 400):
        data = draw_feel(rate_lanes((rate, rate * 1.37, rate * 1.7)), "en").data
        assert min(length for length, _ in frames(data)) >= 40


def test_it_loops_for_ever_and_is_small() -> None:
    picture = draw_feel((Lane("low", 15), Lane("likely", 20), Lane("high", 26)), "de")
    assert Image.open(BytesIO(picture.data)).info["loop"] == 0
    assert len(picture.data) < GIF_MOST_BYTES
    assert picture.name == "howfast-feel.gif"


def test_the_wait_for_the_prompt_comes_before_the_first_word() -> None:
    lanes = (Lane("", 20.0, ttft_s=2.5),)
    found = frames_of(lanes, TEXT, Clock.of(lanes))
    waited = sum(frame.duration for frame in found if frame.tokens == (0,))
    assert waited / 100 == pytest.approx(2.5, rel=0.05)


def test_thinking_waits_in_true_time_where_it_is_short() -> None:
    lane = Lane("", 100.0, ttft_s=0.5, thinking_tokens=500)
    assert lane.wait_s == pytest.approx(5.5)
    found = frames_of((lane,), TEXT, Clock.of((lane,)))
    waited = sum(frame.duration for frame in found if frame.tokens == (0,))
    assert waited / 100 == pytest.approx(5.5, rel=0.05)


def test_a_long_wait_is_cut_and_says_how_much() -> None:
    lanes = (Lane("", 12.0, ttft_s=1.0, thinking_tokens=2_000),)
    clock = Clock.of(lanes)
    assert clock.cut_s == pytest.approx(2_000 / 12 + 1 - 8)
    found = frames_of(lanes, TEXT, clock)
    waited = sum(frame.duration for frame in found if frame.tokens == (0,)) / 100
    assert waited == pytest.approx(8.0, rel=0.05)
    typing = [frame.told_s for frame in found if frame.tokens[0] > 0]
    assert typing[0] == pytest.approx(lanes[0].wait_s, abs=0.05)


def test_nothing_is_cut_while_a_lane_types() -> None:
    clock = Clock.of((Lane("", 100, ttft_s=1.0), Lane("", 2, ttft_s=100.0)))
    assert clock.cut_s == 0


def test_the_first_token_ends_the_wait() -> None:
    lane = Lane("", 10.0, ttft_s=1.0)
    assert [tokens_at(lane, s) for s in (0.0, 0.99, 1.0, 1.1, 2.0)] == [0, 0, 1, 2, 11]


def test_all_lanes_type_the_same_answer_to_the_end() -> None:
    fast = frames(draw_feel(rate_lanes((200.0,)), "en").data)[-1][1]
    slower = frames(draw_feel(rate_lanes((60.0,)), "en").data)[-1][1]
    body = (0, 60, 760, 340)
    assert ImageChops.difference(fast.crop(body), slower.crop(body)).getbbox() is None
    assert fast.getpixel((0, 0)) == CARD_RGB


def test_an_answer_is_felt_at_its_interval(advisor: Advisor) -> None:
    answer = advisor.answer_query(Query.from_key(CLIFF), language="de")
    lanes = lanes_of(answer, pack("de"))
    assert answer.estimate is not None
    assert tuple(lane.tok_s for lane in lanes) == tuple(answer.estimate.decode)
    assert [lane.label for lane in lanes] == ["niedrig", "wahrscheinlich", "hoch"]


def test_a_long_prompt_is_waited_for(advisor: Advisor) -> None:
    answer = advisor.answer_query(Query.from_key(FITS + ";pp=8192"))
    assert answer.estimate is not None
    assert answer.estimate.ttft_s is not None
    lanes = lanes_of(answer, pack("en"))
    assert {lane.ttft_s for lane in lanes} == {answer.estimate.ttft_s.mid}


def test_a_bare_speed_is_felt_too(advisor: Advisor) -> None:
    answer = advisor.ask_text("what does 12 tok/s feel like?")
    assert [lane.tok_s for lane in lanes_of(answer, pack("en"))] == [12.0]


def test_before_and_after_stand_side_by_side(advisor: Advisor) -> None:
    before, after = (advisor.estimate(Query.from_key(key)) for key in (CLIFF, FITS))
    lanes = before_after(before, after, pack("vi"))
    assert [(lane.label, lane.tok_s) for lane in lanes] == [
        ("trước", before.decode.mid),
        ("sau", after.decode.mid),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_labels_stay_beside_the_clock(language: str) -> None:
    name = "Llama 3.3 Nemotron Super 49B v1.5 · 2× AM5 Ryzen 7000/9000 single-CCD (practical)"
    picture = draw_feel((Lane(name, 1.5), Lane(name, 40)), language)
    assert frames(picture.data)[0][1].width == 760


def test_a_sparkline_has_a_bar_for_each_value() -> None:
    assert sparkline([1, 2, 4]) == "▃▅█"
    assert sparkline([100, 10, 1]) == "█▅▁"
    assert sparkline([]) == ""
    assert sparkline([0, 0]) == "▁▁"


def test_the_sparkline_falls_with_context_and_marks_the_cliff(advisor: Advisor) -> None:
    curve = sweep(Query.from_key(CLIFF), advisor.estimate)
    line = context_sparkline(curve, "en")
    bars = re.search(r"[▁▂▃▄▅▆▇█|]{10,}", line)
    assert bars is not None
    before, after = bars.group().split("|")
    assert min(before) > max(after)
    assert list(bars.group().replace("|", "")) == sorted(before + after, reverse=True)
    assert len(before + after) == 24
    assert line.startswith("0: ")
    assert context_sparkline(curve, "en", ascii_only=True).isascii()


def test_the_speed_between_two_points_lies_between_theirs(advisor: Advisor) -> None:
    curve = sweep(Query.from_key(FITS), advisor.estimate)
    a, b = curve.points[3:5]
    middle = speed_at(curve.points, (a.context_tokens + b.context_tokens) // 2)
    assert b.decode.mid < middle < a.decode.mid


@pytest.mark.parametrize("language", LANGUAGES)
def test_alt_texts_say_the_numbers_in_every_language(language: str, advisor: Advisor) -> None:
    say, estimate = pack(language), advisor.estimate(Query.from_key(CLIFF))
    curve = sweep(Query.from_key(CLIFF), advisor.estimate, asked=estimate)
    other = sweep(Query.from_key(FITS), advisor.estimate)
    rate = say.number("rate", estimate.decode.mid)
    one = alt_of_curves((curve,), say)
    for part in (rate, "64k", "17", say.number("range", estimate.decode), "Qwen3 32B"):
        assert part in one
    both = alt_of_curves((curve, other), say)
    bars = alt_of_options((estimate, other.estimate), say)
    assert rate in both
    assert rate in bars
    assert "Llama 3.1 8B" in bars
    assert say.number("gb", estimate.memory.weights_bytes) in alt_of_memory(estimate, say)
    feel = alt_of_feel((Lane("x", 12, ttft_s=3.0),), say)
    assert "12" in feel
    assert say.number("seconds", 3.0) in feel
    assert all(len(text) <= 1_000 for text in (one, both, bars, feel))


def test_a_gif_shows_each_frame_as_it_was_drawn() -> None:
    palette = [v for i in range(12) for v in (i * 20, 255 - i * 20, i)]
    drawn = []
    for i, duration in enumerate((5, 7, 9, 4)):
        image = Image.frombytes("P", (40, 20), bytes((x * (i // 2 + 1)) % 12 for x in range(800)))
        image.putpalette(palette)
        drawn.append((image, duration))
    found = frames(written(iter(drawn), palette))
    assert [length for length, _ in found] == [120, 130]
    for (_, shown), (image, _) in zip(found, drawn[::2], strict=True):
        assert ImageChops.difference(shown, image.convert("RGB")).getbbox() is None
