"""Charts in lines of text: to upload pictures takes a right that we do not ask for."""

from typing import Final

from bot.pictures.alt import alt_of_curves, alt_of_options
from bot.pictures.draw import curves_of, kinds_of
from bot.pictures.picture import Kind
from bot.pictures.sides import Estimator, labelled, options_of
from bot.pictures.sparkline import context_sparkline
from bot.slack.render import Message, bounded, sections
from bot.slack.text import bold, escape
from core.answer import Answer
from core.figures import Estimate
from core.language.pack import Pack, pack

WIDTH: Final = 16
BAR: Final = "█"


def chart(answer: Answer, estimate: Estimator) -> Message:
    """Return speed against context, or the options side by side, with what it shows in words."""
    say = pack(answer.language)
    if Kind.OPTIONS in kinds_of(answer)[:1]:
        found = options_of(answer, estimate)
        lines, told = _bars(found, say), alt_of_options(found, say)
    else:
        curves = curves_of(answer, estimate)
        told = alt_of_curves(curves, say)
        _, names = labelled([one.estimate for one in curves], say)
        lines = []
        for name, curve in zip(names, curves, strict=True):
            title = name if len(curves) > 1 else answer.subject
            lines += [bold(title), f"`{context_sparkline(curve, answer.language)}`"]
    return bounded(told, sections([*lines, escape(told)]), [])


def _bars(found: tuple[Estimate, ...], say: Pack) -> list[str]:
    most = max(one.decode.mid for one in found) or 1.0
    _, names = labelled(found, say)
    lines = []
    for name, one in zip(names, found, strict=True):
        bar = BAR * max(1, round(WIDTH * one.decode.mid / most))
        speed = say("pic.speed.range", rate=one.decode.mid, range=one.decode)
        lines += [bold(name), f"`{bar}` {escape(speed)}"]
    return lines
