"""The commands: which words mean what, and with which status they end."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Final

ANSWERED, ASKED_BACK, UNUSABLE = 0, 1, 2
_FRONT_ENDS: Final = ("discord", "slack", "serve")

HELP: Final = """\
howfast - how fast will this model run on my card, does it fit, why is mine slow?

  howfast 32B Q4 on a 4090 at 64k context?      just ask, in words
  howfast ask "…" [--why] [--json] [--lang en|de|vi] [--log FILE] [--plot FILE]
  howfast feel 7                                watch 7 tokens per second
  howfast estimate --model … --device … [--quant …] [--count N] [--context N]
                   [--kv q8_0] [--engine …] [--json]
  howfast ask --gguf FILE "on a 3090 at 32k?"   about a model file of yours
  howfast model FILE|LINK                       what a file or repository says of itself
  howfast catalog models|devices|quants [WORDS] what it knows, with sources
  howfast discord | slack | serve               run a front end, or all of them
  howfast discord --sync | --invite             tell Discord the commands; print the link

  --why shows the whole arithmetic      --log reads a log beside the question
  --plot draws it as .png, .svg or .gif (- draws a line of text here)
  --json gives the answer to programs   --batch takes JSON lines on stdin
  A lone - reads the log from stdin:    ollama run qwen3 --verbose 2>&1 | howfast why so slow -

  Ends with 0 when answered, 1 when it asked back or declined, 2 when the
  arguments were unusable. NO_COLOR is respected.
"""


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    sys.excepthook = _no_traceback
    args = sys.argv[1:] if argv is None else argv
    try:
        status = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; what Python would flush at exit must not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except KeyboardInterrupt:
        return 130
    return status


def _run(args: list[str]) -> int:
    match args:
        case [] | ["--help" | "-h" | "help"]:
            sys.stdout.write(HELP)
            return ANSWERED if args else UNUSABLE
        case ["--version" | "-V"]:
            return _version()
        case [command, *_, "--help" | "-h"] if command in ("ask", "feel", *_FRONT_ENDS):
            sys.stdout.write(HELP)
            return ANSWERED
        case ["ask", *words]:
            return _ask(words)
        case ["estimate" | "catalog" | "measurements" as command, *rest]:
            return _command(command, rest)
        case ["model", name, *rest] if not rest or rest == ["--json"]:
            from bot.cli import model  # noqa: PLC0415

            if model.is_meant(name):
                return model.run(name, as_json=bool(rest))
            return _ask(args)
        case ["feel", rate, *rest] if not rest or rest[0] == "--lang":
            from bot.cli import feel  # noqa: PLC0415

            return feel.run(rate, rest[1] if len(rest) > 1 else None)
        case [front_end, *rest] if front_end in _FRONT_ENDS and all(
            a.startswith("-") for a in rest
        ):
            from bot import app  # noqa: PLC0415

            return app.run(front_end, rest)
        case words:
            return _ask(words)


def _command(name: str, rest: list[str]) -> int:
    """Run a command that has a module of its own; each command loads only that."""
    from importlib import import_module  # noqa: PLC0415

    return int(import_module(f"bot.cli.{name}").run(rest))


def _ask(words: list[str]) -> int:
    from bot.cli import ask  # noqa: PLC0415

    return ask.run(words)


def _version() -> int:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        number = version("howfast")
    except PackageNotFoundError:
        number = "(not installed)"
    print(f"howfast {number}")
    return ANSWERED


def _no_traceback(
    kind: type[BaseException], wrong: BaseException, trace: TracebackType | None
) -> None:
    """Say in one line that something broke, and where; HOWFAST_DEBUG shows everything."""
    if os.environ.get("HOWFAST_DEBUG"):
        sys.__excepthook__(kind, wrong, trace)
        return
    while trace and trace.tb_next:
        trace = trace.tb_next
    name = trace.tb_frame.f_code.co_filename.rpartition("/")[2] if trace else "?"
    where = f"{name}:{trace.tb_lineno}" if trace else name
    sys.stderr.write(
        f"howfast: something went wrong inside ({kind.__name__}, {where}). "
        "HOWFAST_DEBUG=1 shows more; please report it with your question.\n"
    )
