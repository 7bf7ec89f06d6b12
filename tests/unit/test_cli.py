"""The terminal: exit codes, pipes, batches, and answers within 80 columns."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import ask, batch, feel
from bot.cli.main import main
from bot.cli.render import Screen, rendered, wrapped
from bot.pictures.pieces import tokens
from catalog.load import load_catalog
from core.advisor import Advisor
from core.language.pack import pack

ROOT = Path(__file__).parents[2]
QUESTION = "32B Q4 on a 4090 at 64k context?"


def howfast(*args: str, text: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "bot", *args],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", **env},
        timeout=60,
        check=False,
    )


def test_a_question_in_loose_words_is_answered_with_0() -> None:
    done = howfast("32B", "Q4", "on", "a", "4090")
    assert done.returncode == 0
    assert "tok/s" in done.stdout
    assert "\x1b" not in done.stdout
    assert not done.stderr


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["--help"], 0),
        (["--version"], 0),
        ([], 2),
        (["ask", "can", "I", "run", "a", "70b?"], 1),
        (["ask", "how long does it take to train a lora"], 1),
        (["ask", "--lang", "fr", "hi"], 2),
        (["ask", "--lang"], 2),
        (["feel", "fast"], 2),
        (["feel", "0"], 2),
        (["ask", "x" * 4_001], 2),
    ],
)
def test_the_status_says_how_it_went(args, status, capsys) -> None:
    assert main(args) == status
    shown = capsys.readouterr()
    assert shown.out or shown.err
    assert "Traceback" not in shown.err


def test_flags_of_engines_stay_in_the_question() -> None:
    asked = ask.parsed(["gpt-oss", "120b", "--n-cpu-moe", "26", "-ngl", "99", "--why"])
    assert asked.text == "gpt-oss 120b --n-cpu-moe 26 -ngl 99"
    assert asked.why


def test_json_is_one_object(capsys) -> None:
    assert main(["ask", "--json", QUESTION]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == "howfast.answer/1"


def test_why_shows_the_arithmetic(capsys) -> None:
    main(["ask", QUESTION])
    short = capsys.readouterr().out
    main(["ask", QUESTION, "--why"])
    long = capsys.readouterr().out
    assert "× 65,536 tokens" in long
    assert "× 65,536 tokens" not in short


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m bot ask '{QUESTION}' | true"
    done = subprocess.run(  # noqa: S602
        command, shell=True, capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert not done.stderr


def test_a_batch_answers_every_line_and_goes_on_after_bad_ones() -> None:
    lines = [
        json.dumps(QUESTION),
        "not json",
        "{}",
        '{"text": 5}',
        '{"text": "hi", "context": "x"}',
        '{"text": "hi", "attachment": "' + "x" * 70_000 + '"}',
        '{"text": "hi", "lang": "fr"}',
        "[" * 5_000,
        json.dumps({"text": "and at Q8?", "context": ["qwen3 8b q4_k_m on a 3090"]}),
        json.dumps({"text": "wie schnell ist qwen3 8b auf ner 3090?", "lang": None}),
    ]
    out = io.StringIO()
    assert batch.run(io.StringIO("\n".join(lines) + "\n"), out, None) == 0
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    statuses = [one["status"] for one in answers]
    assert statuses == ["answered", *["error"] * 7, "answered", "answered"]
    assert answers[8]["query"]["quant"]["id"] == "q8_0"
    assert answers[9]["language"] == "de"


def test_the_system_language_is_the_last_resort(monkeypatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert ask.system_language() == "de"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert ask.system_language() == "en"


@pytest.mark.parametrize("language", ["en", "de", "vi"])
@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_wider_than_the_terminal(language, width) -> None:
    advisor = Advisor(load_catalog())
    for text in (QUESTION, "3090 or 4090 for qwen3 32b q4?", "which model for a 3090"):
        answer = advisor.ask_text(text, language=language)
        for line in rendered(answer, Screen(width), why=True).splitlines():
            assert len(line) <= width + 4 * (width < 80), line  # one long number may stick out


def test_colours_only_where_asked_for() -> None:
    answer = Advisor(load_catalog()).ask_text(QUESTION)
    assert "\x1b" not in rendered(answer, Screen())
    assert "\x1b[" in rendered(answer, Screen(colour=True))


def test_a_number_stays_with_its_unit() -> None:
    lines = wrapped("it needs 38.1 GB and runs at 12 tok/s", 13)
    assert any("38.1 GB" in line for line in lines)
    assert any("12 tok/s" in line for line in lines)


def test_feel_keeps_the_pace() -> None:
    class Clock:
        now = 0.0

        def sleep(self, seconds: float) -> None:
            self.now += seconds

    clock, out = Clock(), io.StringIO()
    feel.stream(7.0, "en", out, lambda: clock.now, clock.sleep)
    count = len(feel.broken(tokens(pack("en")("terminal.sample"))))
    assert clock.now == pytest.approx((count - 1) / 7.0)
    assert max(map(len, out.getvalue().splitlines())) <= 80


def test_feel_stops_at_ctrl_c_without_a_word_of_python() -> None:
    def stop(_: float) -> None:
        raise KeyboardInterrupt

    out = io.StringIO()
    feel.stream(7.0, "vi", out, lambda: 0.0, stop)
    assert out.getvalue().endswith(" token trong 0 ms.\n")


def test_plot_draws_the_answer_and_says_in_words_what_it_shows(tmp_path, capsys):
    picture = tmp_path / "curve.png"
    assert main(["ask", "--plot", str(picture), "8B Q4 on a 4090"]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "GeForce RTX 4090" in capsys.readouterr().out


def test_plot_refuses_an_ending_it_cannot_draw(capsys):
    assert main(["ask", "--plot", "curve.txt", "8B Q4 on a 4090"]) == 2
    assert ".png, .svg or .gif" in capsys.readouterr().err
