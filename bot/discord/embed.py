"""An answer as an embed: the verdict first, at most six facts, then what to do."""

from collections.abc import Iterable
from typing import Final

import discord

from bot.discord.text import MORE, cut, escaped, escaped_within
from core.answer import Answer, Table
from core.compose.plain import causes_title
from core.figures import Feel, Fits
from core.language.pack import Pack, pack

TITLE: Final = 256
DESCRIPTION: Final = 4_096
FIELD_NAME: Final = 256
FIELD_VALUE: Final = 1_024
FOOTER: Final = 2_048
ALTOGETHER: Final = 6_000

FACTS: Final = 6
ADVICE: Final = 3
BODY: Final = 2_400
"""Characters under the verdict: what a person still reads on a phone."""

QUOTED: Final = 200
GREEN: Final = 0x2E9E6B
YELLOW: Final = 0xE0A100
RED: Final = 0xD1433F
BLUE: Final = 0x5865F2
_BAD: Final = (Feel.BROKEN, Feel.PAINFUL)


class Page:
    """An embed that is filled from the top and never exceeds what Discord takes."""

    def __init__(self, title: str, colour: int, body: int = BODY) -> None:
        self.embed = discord.Embed(colour=colour)
        self.left = ALTOGETHER
        self.is_cut = False
        self._lines: list[str] = []
        self._body = body
        shown = escaped_within(title, TITLE)
        if shown.endswith("…") and not title.endswith("…"):
            self.line(f"**{escaped_within(title, 1_500)}**")
        elif shown:
            self.embed.title = shown
            self.left -= len(shown)

    def line(self, text: str) -> None:
        """Add one line of finished markdown under the title, if there is room."""
        if len(text) + 1 > min(self._body, self.left):
            self.is_cut = True
            return
        self._lines.append(text)
        self._body -= len(text) + 1
        self.left -= len(text) + 1

    def field(self, name: str, lines: Iterable[str], *, inline: bool = False) -> None:
        """Add a field of as many `lines` of finished markdown as there is room for."""
        label = escaped_within(name, FIELD_NAME)
        room = min(FIELD_VALUE, self.left - len(label))
        kept: list[str] = []
        for one in lines:
            if sum(map(len, kept)) + len(kept) + len(one) > room:
                self.is_cut = True
                break
            kept.append(one)
        if kept:
            value = "\n".join(kept)
            self.embed.add_field(name=label, value=value, inline=inline)
            self.left -= len(label) + len(value)

    def done(self, footer: str, more: str) -> discord.Embed:
        """Return the embed, with `more` at its foot where something was left out."""
        if self._lines:
            self.embed.description = "\n".join(self._lines)
        text = "\n".join(part for part in (more if self.is_cut else "", footer) if part)
        if text:
            self.embed.set_footer(text=cut(text, max(1, min(FOOTER, self.left))))
        return self.embed


def embed(answer: Answer, *, quote: str = "") -> discord.Embed:
    """Return `answer` as an embed; `quote` is a question that nobody else can see."""
    say = pack(answer.language)
    page = Page(answer.headline, tone(answer))
    page.left -= len(say("chat.more")) + 1
    if quote:
        page.line(f"> {escaped_within(one_line(quote), QUOTED)}")
        page.line("")
    if answer.subject:
        page.line(escaped(answer.subject))
    for text in answer.paragraphs:
        page.line(escaped(text))
    _facts(page, answer)
    if answer.table is not None:
        _table(page, answer.table, say)
    _causes(page, answer, say)
    page.field(say("section.warnings"), _bullets(one.text for one in answer.warnings))
    page.field(say("section.advice"), _bullets(one.text for one in answer.advice[:ADVICE]))
    footer = "\n".join(_small_print(answer, say))
    page.left += len(say("chat.more")) + 1
    return page.done(footer, say("chat.more"))


def tone(answer: Answer) -> int:
    """Return green for what runs well, red for what does not, blue where nothing was rated."""
    if answer.diagnosis is not None:
        return GREEN if answer.diagnosis.verdict == "normal" else YELLOW
    if answer.estimate is None or answer.status != "answered" or answer.alternatives:
        return BLUE
    if answer.estimate.feel in _BAD or answer.estimate.fits is Fits.NO:
        return RED
    return YELLOW if answer.estimate.fits is Fits.OFFLOAD else GREEN


def listed(title: str, lines: Iterable[str], footer: str = "") -> discord.Embed:
    """Return plain `lines` as points under `title`; one that ends in a colon heads the next."""
    page = Page(title, BLUE, DESCRIPTION)
    for text in lines:
        shown = escaped_within(text, FIELD_VALUE)
        page.line(f"**{shown}**" if text.endswith(":") else f"• {shown}")
    return page.done(footer, MORE)


def one_line(text: str) -> str:
    """Return `text` with its line breaks and runs of blanks as single blanks."""
    return " ".join(text.split())


def _facts(page: Page, answer: Answer) -> None:
    """Add a fact as one line, since a phone shows few of them."""
    if answer.facts:
        page.line("")
    for fact in answer.facts[:FACTS]:
        page.line(f"**{escaped(fact.label)}** {escaped_within(fact.value, FIELD_VALUE)}")


def _table(page: Page, table: Table, say: Pack) -> None:
    """Add a row as two lines, since a phone is too narrow for columns."""
    page.line("")
    for name, *cells in table.rows:
        page.line(f"**{escaped(name)}**")
        pairs = zip(table.heads[1:], cells, strict=False)
        page.line(escaped(" · ".join(cell_text(head, cell, say) for head, cell in pairs if cell)))


def cell_text(head: str, cell: str, say: Pack) -> str:
    """Return "26–37 tok/s" for a speed, "Needs 21.6 GB" for anything else."""
    speeds = (say("head.speed"), say("head.each"), say("head.total"))
    return f"{cell} {head}" if head in speeds else f"{head} {cell}"


def _causes(page: Page, answer: Answer, say: Pack) -> None:
    lines = []
    for number, cause in enumerate(answer.causes, 1):
        lines.append(f"{number}. **{escaped_within(cause.text, 400)}**")
        fix = f"{say('section.fix')}: {cause.fix}" if cause.fix else ""
        lines += [escaped_within(text, 400) for text in (cause.check, fix) if text]
    page.field(say(causes_title(answer)), lines)


def _bullets(texts: Iterable[str]) -> Iterable[str]:
    return (f"• {escaped_within(text, 500)}" for text in texts)


def _small_print(answer: Answer, say: Pack) -> Iterable[str]:
    """Return what stands at the foot, where Discord shows plain small letters."""
    if answer.assumed_lines:
        first, *rest = answer.assumed_lines
        yield f"{say('section.assumed')}: {first}"
        yield from rest
    yield from (part for part in (*answer.notes, answer.source_line) if part)
