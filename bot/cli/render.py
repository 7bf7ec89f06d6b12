"""An answer on the terminal: aligned, within 80 columns, coloured only where a person looks."""

from __future__ import annotations

import os
from typing import Final, TextIO

from catalog.record import record
from core.answer import Answer, Table
from core.compose.plain import causes_title, table_lines
from core.figures import Feel, Fits
from core.language.pack import Pack, pack

WIDTH: Final = 80
_NARROWEST: Final = 40
_BOLD, _DIM, _RED, _GREEN, _YELLOW, _CYAN = "1", "2", "31", "32", "33", "36"
_BAD: Final = (Feel.BROKEN, Feel.PAINFUL)
_UNITS: Final = frozenset(
    "B kB MB GB GB/s tok/s Tok/s Token/s token/s token/giây giây phút giờ s ms min h %".split()
)


@record
class Screen:
    """How wide the output is, and whether it shows colours."""

    width: int = WIDTH
    colour: bool = False

    def paint(self, text: str, *codes: str) -> str:
        """Return `text` in colour, or as it is."""
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and text else text


def screen(out: TextIO) -> Screen:
    """Return what is known of `out`: a pipe is 80 columns wide and has no colours."""
    if not out.isatty():
        return Screen()
    try:
        columns = os.get_terminal_size(out.fileno()).columns
    except OSError:
        columns = WIDTH
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Screen(max(_NARROWEST, min(WIDTH, columns)), colour=not plain)


def rendered(answer: Answer, on: Screen, *, why: bool = False) -> str:
    """Return the whole answer, ready to be written."""
    words = pack(answer.language)
    blocks = [
        _head(answer, on),
        _facts(answer, on),
        [line for text in answer.paragraphs for line in wrapped(text, on.width)],
        _table(answer.table, on) if answer.table else [],
        _causes(answer, on, words),
        _listed(words("section.warnings"), [one.text for one in answer.warnings], on, _YELLOW),
        _listed(words("section.advice"), [one.text for one in answer.advice], on, _GREEN),
        _options(answer, on, words),
        _listed(words("section.assumed"), list(answer.assumed_lines), on, _DIM),
        _arithmetic(answer, on, words) if why else [],
        _foot(answer, on),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _head(answer: Answer, on: Screen) -> list[str]:
    colour = _tone(answer)
    lines = [on.paint(line, _BOLD, *colour) for line in wrapped(answer.headline, on.width)]
    return lines + [on.paint(line, _DIM) for line in wrapped(answer.subject, on.width)]


def _tone(answer: Answer) -> tuple[str, ...]:
    """Return green for what runs well, red for what does not, nothing where nothing was rated."""
    if answer.diagnosis is not None:
        return (_GREEN,) if answer.diagnosis.verdict == "normal" else (_YELLOW,)
    if answer.estimate is None or answer.status != "answered":
        return ()
    if answer.estimate.feel in _BAD or answer.estimate.fits is Fits.NO:
        return (_RED,)
    return (_YELLOW,) if answer.estimate.fits is Fits.OFFLOAD else (_GREEN,)


def _facts(answer: Answer, on: Screen) -> list[str]:
    width = max((len(fact.label) for fact in answer.facts), default=0)
    lines = []
    for fact in answer.facts:
        first, *rest = wrapped(fact.value, on.width - width - 2)
        lines.append(f"{on.paint(fact.label.ljust(width), _CYAN)}  {first}")
        lines += [" " * (width + 2) + line for line in rest]
    return lines


def _table(table: Table, on: Screen) -> list[str]:
    head, *rows = table_lines(table)
    if max(map(len, (head, *rows))) > on.width:
        return _stacked(table, on)
    return [on.paint(head, _CYAN), *rows]


def _stacked(table: Table, on: Screen) -> list[str]:
    """Return a table that is too wide as one short block a row."""
    lines = []
    for row in table.rows:
        lines += [on.paint(line, _BOLD) for line in wrapped(row[0], on.width)]
        rest = " · ".join(
            f"{head} {cell}" for head, cell in zip(table.heads[1:], row[1:], strict=True) if cell
        )
        lines += ["  " + line for line in wrapped(rest, on.width - 2)]
    return lines


def _causes(answer: Answer, on: Screen, words: Pack) -> list[str]:
    if not answer.causes:
        return []
    lines = [on.paint(words(causes_title(answer)), _BOLD)]
    for number, cause in enumerate(answer.causes, 1):
        lines += _hanging(f"{number}. ", cause.text, on)
        fix = f"{words('section.fix')}: {cause.fix}" if cause.fix else ""
        for text in (cause.check, fix):
            lines += _hanging("   ", text, on)
    return lines


def _listed(title: str, texts: list[str], on: Screen, colour: str) -> list[str]:
    if not texts:
        return []
    return [
        on.paint(title, _BOLD, colour),
        *(line for text in texts for line in _hanging("• ", text, on)),
    ]


def _options(answer: Answer, on: Screen, words: Pack) -> list[str]:
    options = list(answer.clarify.options) if answer.clarify else []
    return _listed(words("section.options"), options, on, _CYAN)


def _arithmetic(answer: Answer, on: Screen, words: Pack) -> list[str]:
    if not answer.arithmetic:
        return []
    lines = [line for text in answer.arithmetic for line in (_hanging("  ", text, on) or [""])]
    return [on.paint(words("section.arithmetic"), _BOLD), *lines]


def _foot(answer: Answer, on: Screen) -> list[str]:
    texts = [*answer.notes, answer.source_line]
    return [on.paint(line, _DIM) for text in texts for line in wrapped(text, on.width)]


def _hanging(mark: str, text: str, on: Screen) -> list[str]:
    lines = wrapped(text, on.width - len(mark))
    return [(mark if i == 0 else " " * len(mark)) + line for i, line in enumerate(lines)]


def wrapped(text: str, width: int) -> list[str]:
    """Return `text` in lines of at most `width`; a number stays with its unit.

    >>> wrapped("needs 38.1 GB of memory", 12)
    ['needs', '38.1 GB of', 'memory']
    """
    lines: list[str] = []
    line = ""
    for word in _glued(text.split(" ")):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [one for one in [*lines, line] if one]


def _glued(words: list[str]) -> list[str]:
    """Return the words, each unit together with the number before it."""
    found: list[str] = []
    for word in words:
        if found and found[-1][-1:].isdecimal() and word.rstrip(".,;:)!?") in _UNITS:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
