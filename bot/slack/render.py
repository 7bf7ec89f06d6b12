"""From an answer to Slack's blocks, with the same in plain words for those who see none."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from slack_sdk.models.blocks import Block, ContextBlock, SectionBlock

from bot.slack.controls import rows
from bot.slack.speech import slack_words
from bot.slack.text import bold, clip, escape, mrkdwn, pages
from catalog.load import Catalog
from core.answer import Answer, CauseText, Table
from core.compose.plain import causes_title
from core.figures import Estimate, Feel, Fits
from core.language.pack import Pack, pack
from core.reading import Intent

MOST_BLOCKS: Final = 50
MOST_CHARS: Final = 11_500
"""Of one message, its plain text included; Slack refuses about 13,000."""

SECTION_CHARS: Final = 2_900
FIELD_CHARS: Final = 600
FALLBACK_CHARS: Final = 2_500
CONTEXT_CHARS: Final = 1_500
MOST_SECTIONS: Final = 12

SPEEDS: Final = frozenset({Intent.SPEED, Intent.FIT, Intent.TTFT, Intent.CONCURRENCY})
SLOW: Final = frozenset({Feel.BROKEN, Feel.PAINFUL})


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent: blocks as Slack takes them, and the words for notifications and readers."""

    text: str
    blocks: list[dict[str, Any]]
    picture: dict[str, Any] | None = None
    """A block with a picture; left out where Slack cannot fetch it."""

    @property
    def tries(self) -> list[list[dict[str, Any]]]:
        """Return the blocks to send, and those to send where Slack refuses the first."""
        return [[*self.blocks, self.picture], self.blocks] if self.picture else [self.blocks]


def message(answer: Answer, catalog: Catalog, *, may_share: bool = False) -> Message:
    """Return `answer` as a message; `may_share` adds the button that shows it to the channel."""
    say = pack(answer.language)
    said = _said(answer, say)
    controls: list[Block] = list(rows(answer, catalog, may_share=may_share))
    return bounded(slack_words(answer.text or answer.headline), said, controls)


def math(answer: Answer) -> Message:
    """Return the arithmetic of `answer`, step by step."""
    say = pack(answer.language)
    lines = [f"• {escape(line)}" for line in answer.arithmetic]
    title = bold(say("section.arithmetic"))
    head = [title, escape(answer.subject)] if answer.subject else [title]
    text = "\n".join((say("section.arithmetic"), *answer.arithmetic))
    return bounded(text, sections([*head, *lines]), [])


def words(text: str) -> Message:
    """Return a few words as a message."""
    return bounded(text, sections([escape(text)]), [])


def bounded(text: str, said: list[Block], controls: list[Block]) -> Message:
    """Return the message of these blocks; what is too much goes from the end of what is said."""
    fallback = clip(escape(text), FALLBACK_CHARS)
    said = said[: MOST_BLOCKS - len(controls)]
    while True:
        blocks = [block.to_dict() for block in (*said, *controls)]
        if _chars(fallback, blocks) <= MOST_CHARS or len(said) + len(controls) <= 1:
            return Message(fallback, blocks)
        (said if len(said) > 1 else controls).pop()


def _chars(fallback: str, blocks: list[dict[str, Any]]) -> int:
    """Return how many characters a message has, the way of counting that finds the most."""
    seen = len(fallback) + len(json.dumps(blocks, ensure_ascii=False))
    return max(seen, len(json.dumps(blocks)))


def sections(lines: Iterable[str]) -> list[Block]:
    """Return escaped lines as sections."""
    texts = pages((line for line in lines if line), SECTION_CHARS)
    return [SectionBlock(text=mrkdwn(one)) for one in texts[:MOST_SECTIONS]]


def _said(answer: Answer, say: Pack) -> list[Block]:
    head = [_mark(answer) + bold(slack_words(answer.headline)), escape(answer.subject)]
    return [
        *sections(head),
        *_facts(answer),
        *sections(escape(one) for one in answer.paragraphs),
        *sections(_table(answer.table)),
        *_titled(say(causes_title(answer)), _causes(answer.causes, say)),
        *_titled(say("section.warnings"), [f"⚠️ {escape(one.text)}" for one in answer.warnings]),
        *_titled(say("section.advice"), [f"• {escape(one.text)}" for one in answer.advice]),
        *_small(answer, say),
    ]


def _mark(answer: Answer) -> str:
    """Return the sign before a verdict, for whoever only glances."""
    found = answer.estimate
    if found is None or answer.intent not in SPEEDS or answer.status != "answered":
        return ""
    return _sign(found) + " "


def _sign(found: Estimate) -> str:
    if found.fits is Fits.NO or found.feel in SLOW:
        return "🔴"
    return "🟢" if found.fits is Fits.YES else "🟡"


def _facts(answer: Answer) -> list[Block]:
    fields = [
        mrkdwn(f"{bold(one.label)}\n{clip(escape(one.value), FIELD_CHARS)}") for one in answer.facts
    ]
    return [SectionBlock(fields=list(fields[:10]))] if fields else []


def _table(table: Table | None) -> list[str]:
    """Return a table row by row: aligned columns break on a phone."""
    if table is None:
        return []
    lines = []
    for name, *cells in table.rows:
        rest = [f"{head} {cell}" for head, cell in zip(table.heads[1:], cells, strict=True) if cell]
        lines.append(f"• {bold(name)}: {escape(' · '.join(rest))}")
    return lines


def _causes(causes: tuple[CauseText, ...], say: Pack) -> list[str]:
    lines = []
    for number, cause in enumerate(causes, 1):
        lines.append(f"{number}. {escape(cause.text)} {escape(cause.check)}".rstrip())
        if cause.fix:
            lines.append(f"{bold(say('section.fix'))}: {escape(cause.fix)}")
    return lines


def _titled(title: str, lines: list[str]) -> list[Block]:
    return sections([bold(title), *lines]) if lines else []


def _small(answer: Answer, say: Pack) -> list[Block]:
    """Return what may be read or not: assumptions, notes and sources, in small print."""
    lines = [escape(one) for one in answer.assumed_lines]
    if lines:
        lines = [f"{bold(say('section.assumed'))}: {lines[0]}", *lines[1:]]
    lines += [escape(one) for one in (*answer.notes, answer.source_line) if one]
    texts = pages(lines, CONTEXT_CHARS)[:3]
    return [ContextBlock(elements=[mrkdwn(one)]) for one in texts]
