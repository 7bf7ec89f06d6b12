"""Speed against context in a line of text: to upload pictures takes a right we do not ask for."""

from bot.pictures.alt import alt_of_curves
from bot.pictures.draw import curves_of
from bot.pictures.sides import Estimator, labelled
from bot.pictures.sparkline import context_sparkline
from bot.slack.render import Message, bounded, sections
from bot.slack.text import bold, escape
from core.answer import Answer
from core.language.pack import pack


def chart(answer: Answer, estimate: Estimator) -> Message:
    """Return the curve of each side of `answer`, with what it shows in words."""
    say = pack(answer.language)
    curves = curves_of(answer, estimate)
    shared, labels = labelled([one.estimate for one in curves], say)
    lines = []
    for label, curve in zip(labels, curves, strict=True):
        lines += [
            bold(label if len(curves) > 1 else shared or label),
            f"`{context_sparkline(curve, answer.language)}`",
        ]
    told = alt_of_curves(curves, say) if curves else say("chat.old_button")
    return bounded(told, sections([*lines, escape(told)]), [])
