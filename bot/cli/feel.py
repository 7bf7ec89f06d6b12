"""`howfast feel 7`: a sample answer at 7 tokens per second, so that a number becomes a feeling."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from bot.cli.ask import never_fail, system_language
from bot.cli.main import ANSWERED, UNUSABLE
from bot.pictures.pieces import tokens
from core.language.pack import LANGUAGES, pack
from core.message import Message
from core.physics.feel import feel_of

MOST_TOK_S: Final = 2_000.0
_WIDTH: Final = 78


def run(rate: str, language: str | None) -> int:
    """Stream the sample at `rate` and return the exit status."""
    try:
        tok_s = float(rate.replace(",", ".").removesuffix("tok/s"))
    except ValueError:
        tok_s = 0.0
    if not 0 < tok_s <= MOST_TOK_S or language not in (None, *LANGUAGES):
        sys.stderr.write(
            f"howfast: feel takes tokens per second, up to {MOST_TOK_S:.0f}: howfast feel 7\n"
        )
        return UNUSABLE
    never_fail(sys.stdout)
    stream(tok_s, language or system_language(), sys.stdout, time.monotonic, time.sleep)
    return ANSWERED


def stream(
    tok_s: float,
    language: str,
    out: TextIO,
    now: Callable[[], float],
    sleep: Callable[[float], None],
) -> None:
    """Write the sample at `tok_s`; each token waits for its own moment, so the pace stays true."""
    words = pack(language)
    feel = Message(f"feel.{feel_of(tok_s).value}")
    out.write(words("terminal.feel.title", rate=tok_s, feel=feel) + "\n\n")
    start, written = now(), 0
    try:
        for token in broken(tokens(words("terminal.sample"))):
            sleep(max(0.0, start + written / tok_s - now()))
            out.write(token)
            out.flush()
            written += 1
    except KeyboardInterrupt:
        pass
    out.write("\n\n" + words("terminal.feel.done", count=written, time=now() - start) + "\n")


def broken(pieces: list[str]) -> list[str]:
    """Return the tokens with line breaks in place of the spaces where a line is full."""
    found, column = [], 0
    for index, token in enumerate(pieces):
        rest = len(token)
        for later in pieces[index + 1 :]:
            if later.startswith(" "):
                break
            rest += len(later)
        if token.startswith(" ") and column + rest > _WIDTH:
            found.append("\n" + token[1:])
            column = len(token) - 1
        else:
            found.append(token)
            column += len(token)
    return found
