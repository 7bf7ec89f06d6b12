"""Pictures are made off the event loop, once, and never before somebody asks for one."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.pictures.draw import draw, kinds_of
from bot.pictures.lanes import rate_lanes
from bot.pictures.picture import (
    Format,
    Kind,
    NothingToDrawError,
    PictureFormatError,
    PicturesBusyError,
)
from bot.pictures.plot import plot, spark
from bot.pictures.studio import MOST_WAITING, Studio
from catalog.load import load_catalog
from core.advisor import Advisor
from core.answer import Answer
from core.query import Query

QUESTION = "32B Q4 on a 4090 at 64k context?"
CLIFF = "qwen3-32b:q4_k_m@geforce-rtx-4090#65536"


@pytest.fixture(scope="module")
def advisor() -> Advisor:
    return Advisor(load_catalog())


@pytest.fixture(scope="module")
def answer(advisor: Advisor) -> Answer:
    return advisor.answer_query(Query.from_key(CLIFF))


def loaded_after(code: str) -> str:
    report = (
        "import sys; print(*sorted({'matplotlib', 'PIL', 'numpy'} & set(sys.modules)), sep=',')"
    )
    run = subprocess.run(  # noqa: S603  (our own code)
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    return run.stdout.splitlines()[-1] if run.stdout.strip() else ""


def test_the_core_and_a_text_answer_load_no_drawing_library() -> None:
    code = (
        "from catalog.load import load_catalog\n"
        "from core.advisor import Advisor\n"
        f"Advisor(load_catalog()).ask_text({QUESTION!r})"
    )
    assert loaded_after(code) == ""


def test_an_idle_studio_a_plot_function_and_a_sparkline_load_none_either() -> None:
    code = (
        "import threading\n"
        "from catalog.load import load_catalog\n"
        "from core.advisor import Advisor\n"
        "from bot.pictures.plot import plot, spark\n"
        "from bot.pictures.studio import Studio\n"
        "advisor = Advisor(load_catalog())\n"
        "Studio(advisor.estimate)\n"
        "assert threading.active_count() == 1\n"
        f"answer = advisor.ask_text({QUESTION!r})\n"
        "assert '4090' in answer.text or answer.estimate\n"
        "assert spark(answer, advisor)"
    )
    assert loaded_after(code) == ""


def test_a_chart_needs_no_pyplot() -> None:
    code = (
        "import sys\n"
        "from catalog.load import load_catalog\n"
        "from core.advisor import Advisor\n"
        "from core.query import Query\n"
        "from bot.pictures.draw import draw\n"
        "from bot.pictures.picture import Kind\n"
        "advisor = Advisor(load_catalog())\n"
        f"answer = advisor.answer_query(Query.from_key({CLIFF!r}))\n"
        "draw(Kind.CONTEXT, answer, advisor.estimate)\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    assert "matplotlib" in loaded_after(code)


async def test_a_picture_is_drawn_while_the_loop_goes_on(advisor: Advisor, answer: Answer) -> None:
    studio = Studio(advisor.estimate)
    await studio.draw(Kind.MEMORY, answer)
    worst = 0.0

    async def beat() -> None:
        nonlocal worst
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            worst = max(worst, time.perf_counter() - before)

    pulse = asyncio.create_task(beat())
    begun = time.perf_counter()
    picture = await studio.draw(Kind.CONTEXT, answer)
    took = time.perf_counter() - begun
    pulse.cancel()
    studio.close()
    assert picture.data.startswith(b"\x89PNG")
    assert took < 3.0  # promised is 1 s warm on a quiet machine
    assert worst < 0.5


async def test_the_same_picture_is_drawn_once(advisor: Advisor, answer: Answer) -> None:
    asked = 0

    def counted(query: Query):
        nonlocal asked
        asked += 1
        return advisor.estimate(query)

    studio = Studio(counted)
    both = await asyncio.gather(*(studio.draw(Kind.CONTEXT, answer) for _ in range(4)))
    once = asked
    again = await studio.draw(Kind.CONTEXT, answer)
    german = await studio.draw(
        Kind.CONTEXT, advisor.answer_query(Query.from_key(CLIFF), language="de")
    )
    studio.close()
    assert all(one is again for one in both)
    assert asked == 2 * once
    assert german.alt != again.alt


async def test_who_gives_up_does_not_spoil_it_for_others(advisor: Advisor) -> None:
    studio = Studio(advisor.estimate)
    first = asyncio.create_task(studio.draw(Kind.OPTIONS, compared(advisor)))
    second = asyncio.create_task(studio.draw(Kind.OPTIONS, compared(advisor)))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).kind is Kind.OPTIONS
    studio.close()


async def test_too_many_at_once_are_refused(advisor: Advisor) -> None:
    studio = Studio(advisor.estimate)
    waiting = [
        asyncio.create_task(studio.feel(rate_lanes((300.0 + i,)), "en"))
        for i in range(MOST_WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(PicturesBusyError):
        await studio.feel(rate_lanes((999.0,)), "en")
    studio.close()
    await asyncio.gather(*waiting, return_exceptions=True)


def compared(advisor: Advisor) -> Answer:
    return advisor.ask_text("qwen3 32b q4 on a 4090 vs two 3090s at 16k")


def test_the_most_telling_picture_comes_first(advisor: Advisor, answer: Answer) -> None:
    assert kinds_of(answer)[0] is Kind.CONTEXT
    assert kinds_of(compared(advisor))[0] is Kind.OPTIONS
    recommended = advisor.ask_text("what can I run on a 12GB 3060?")
    assert kinds_of(recommended)[0] is Kind.OPTIONS
    assert kinds_of(advisor.ask_text("hello")) == ()


def test_what_is_recommended_can_be_compared(advisor: Advisor) -> None:
    answer = advisor.ask_text("what can I run on a 12GB 3060?")
    assert answer.table is not None
    picture = draw(Kind.OPTIONS, answer, advisor.estimate)
    for row in answer.table.rows[:3]:
        assert row[0] in picture.alt


@pytest.mark.parametrize(
    ("name", "begin"), [("a.png", b"\x89PNG"), ("a.SVG", b"<?xml"), ("a.gif", b"GIF89a")]
)
def test_plot_writes_the_format_the_name_says(
    name: str, begin: bytes, tmp_path: Path, advisor: Advisor, answer: Answer
) -> None:
    alt = plot(answer, tmp_path / name, advisor)
    assert (tmp_path / name).read_bytes().lstrip().startswith(begin)
    assert alt


def test_plot_refuses_other_formats_and_empty_answers(
    tmp_path: Path, advisor: Advisor, answer: Answer
) -> None:
    with pytest.raises(PictureFormatError):
        plot(answer, tmp_path / "a.jpeg", advisor)
    with pytest.raises(NothingToDrawError):
        plot(advisor.ask_text("hello"), tmp_path / "a.png", advisor)
    with pytest.raises(PictureFormatError):
        draw(Kind.CONTEXT, answer, advisor.estimate, form=Format.GIF)
    assert spark(advisor.ask_text("hello"), advisor) == ""
    assert list(tmp_path.iterdir()) == []
