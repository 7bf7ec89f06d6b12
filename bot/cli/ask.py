"""`howfast ask`: one question in words, or a batch of them as JSON lines."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO

from bot.cli.main import ANSWERED, ASKED_BACK, UNUSABLE
from bot.hub import may_name_repository
from catalog.record import mutable
from core.errors import HowfastError
from core.language.pack import LANGUAGES

if TYPE_CHECKING:
    from catalog.load import Catalog
    from core.advisor import Advisor
    from core.answer import Answer

_FLAGS: Final = {"--json": "json", "--why": "why", "--batch": "batch"}
_VALUED: Final = ("--lang", "--log", "--plot", "--gguf")
MOST_READ: Final = 16_000_000
MAX_ATTACHMENT_CHARS: Final = 65_536
_STATUS: Final = {"answered": ANSWERED, "error": UNUSABLE}


@mutable
class Asked:
    """What the arguments say. Unknown dashes stay words: people paste `-ngl 20` in a question."""

    text: str = ""
    language: str | None = None
    log_path: str | None = None
    plot_path: str | None = None
    gguf_path: str | None = None
    json: bool = False
    why: bool = False
    batch: bool = False


def run(words: list[str]) -> int:
    """Answer what `words` ask and return the exit status."""
    try:
        asked = parsed(words)
        if asked.batch:
            from bot.cli import batch  # noqa: PLC0415

            return batch.run(sys.stdin, sys.stdout, asked.language)
        log = _log(asked.log_path)
    except (ValueError, OSError) as wrong:
        sys.stderr.write(f"howfast: {wrong}\n")
        return UNUSABLE
    if not asked.text and not log:
        asked.text = "" if sys.stdin.isatty() else sys.stdin.read(70_000).strip()
        if not asked.text:
            sys.stderr.write("howfast: ask something, e.g. howfast 32B Q4 on a 4090\n")
            return UNUSABLE
    return _answer(asked, log)


def parsed(words: list[str]) -> Asked:
    """Return the arguments, with everything that is no option as the question."""
    asked, text, rest = Asked(), [], list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            text += rest
            break
        if word in _FLAGS:
            setattr(asked, _FLAGS[word], True)
        elif name in _VALUED:
            if not equals and not rest:
                raise ValueError(f"{name} needs a value")
            _set(asked, name, value if equals else rest.pop(0))
        elif word == "-":
            asked.log_path = "-"
        else:
            text.append(word)
    asked.text = " ".join(text)
    return asked


def _set(asked: Asked, name: str, value: str) -> None:
    if name == "--log":
        asked.log_path = value
    elif name == "--plot":
        asked.plot_path = value
    elif name == "--gguf":
        asked.gguf_path = value
    elif value in LANGUAGES:
        asked.language = value
    else:
        raise ValueError(f"--lang is one of {', '.join(LANGUAGES)}, not {value!r}")


def _log(path: str | None) -> str:
    """Return the log beside the question; of a long one the load lines and the timings."""
    if path is None:
        return ""
    if path == "-":
        text = sys.stdin.read(MOST_READ)
    else:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123  (pathlib costs 4 ms cold)
            text = file.read(MOST_READ)
    if len(text) <= MAX_ATTACHMENT_CHARS:
        return text
    half = MAX_ATTACHMENT_CHARS // 2
    return text[:half] + text[-half:]


def _answer(asked: Asked, log: str) -> int:
    gc.disable()  # one question makes no garbage worth the 8 ms of looking for it
    from catalog.load import load_catalog  # noqa: PLC0415
    from core.advisor import Advisor  # noqa: PLC0415

    catalog = load_catalog()
    around = {
        "attachment": log,
        "language": asked.language,
        "fallback_language": system_language(),
    }
    try:
        answer, catalog = _with_model(asked, around, catalog) or (
            Advisor(catalog).ask_text(asked.text, **around),
            catalog,
        )
    except (HowfastError, OSError) as wrong:
        sys.stderr.write(f"howfast: --gguf {asked.gguf_path}: {wrong}\n")
        return UNUSABLE
    advisor = Advisor(catalog)
    gc.enable()
    if asked.json:
        import json  # noqa: PLC0415

        from bot.cli.json import answer_object  # noqa: PLC0415

        print(json.dumps(answer_object(answer, catalog), ensure_ascii=False, indent=2))
    else:
        from bot.cli.render import rendered, screen  # noqa: PLC0415

        never_fail(sys.stdout)
        sys.stdout.write(rendered(answer, screen(sys.stdout), why=asked.why))
    if asked.plot_path:
        return _plot(answer, asked.plot_path, advisor)
    return _STATUS.get(answer.status, ASKED_BACK)


def _with_model(
    asked: Asked, around: Mapping[str, object], catalog: Catalog
) -> tuple[Answer, Catalog] | None:
    """Return the answer about a model file or a repository, None where neither is named."""
    if asked.gguf_path is None and not may_name_repository(asked.text):
        return None
    from bot.hub import terminal  # noqa: PLC0415  (few questions name either)

    if asked.gguf_path is not None:
        return terminal.answer_with_file(asked.gguf_path, asked.text, around, catalog)
    return terminal.answer_with_hub(asked.text, around, catalog)


def _plot(answer: Answer, path: str, advisor: Advisor) -> int:
    """Draw the answer into a file, or as a line of text for the path ``-``."""
    from bot.pictures.plot import plot, spark  # noqa: PLC0415  (the drawing library is heavy)

    try:
        shown = spark(answer, advisor) if path == "-" else plot(answer, path, advisor)
    except (HowfastError, OSError) as wrong:
        sys.stderr.write(f"howfast: --plot {path}: {wrong}\n")
        return UNUSABLE
    sys.stderr.write("" if path == "-" else f"howfast: wrote {path}\n")
    sys.stdout.write(f"\n{shown}\n" if shown else "")
    return _STATUS.get(answer.status, ASKED_BACK)


def never_fail(out: TextIO) -> None:
    """Let `out` show "?" for a letter that its encoding lacks, instead of an error."""
    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="replace")


def system_language() -> str:
    """Return the language the system is set to, English where it is none of ours."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return said[:2] if said[:2] in LANGUAGES else "en"
