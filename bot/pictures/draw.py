"""From an answer to a picture, on this thread; loads the drawing library when called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.alt import alt_of_curves, alt_of_feel, alt_of_memory, alt_of_options
from bot.pictures.lanes import Lane, asked_rates, lanes_of
from bot.pictures.picture import Format, Kind, NothingToDrawError, Picture, PictureFormatError
from bot.pictures.pieces import tokens
from bot.pictures.sides import Estimator, option_queries, options_of, sides_of
from bot.pictures.sweep import Curve, shown_tokens, sweep
from core.answer import Answer
from core.language.pack import Pack, pack
from core.reading import Intent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_CURVES: Final = 4
LEAST_OPTIONS: Final = 2


def kinds_of(answer: Answer) -> tuple[Kind, ...]:
    """Return the kinds of picture that `answer` can have, the most telling first."""
    if asked_rates(answer):
        return (Kind.FEEL,)
    if not any(side.estimate.decode.mid > 0 for side in sides_of(answer)):
        return ()
    kinds = [Kind.CONTEXT, Kind.MEMORY, Kind.FEEL]
    if len(option_queries(answer)) >= LEAST_OPTIONS:
        kinds.append(Kind.OPTIONS)
    first = {
        Intent.FIT: Kind.MEMORY,
        Intent.FEEL: Kind.FEEL,
        Intent.COMPARE: Kind.OPTIONS,
        Intent.RECOMMEND_QUANT: Kind.OPTIONS,
        Intent.RECOMMEND_MODEL: Kind.OPTIONS,
        Intent.RECOMMEND_HARDWARE: Kind.OPTIONS,
    }.get(answer.intent, Kind.CONTEXT)
    return tuple(sorted(kinds, key=lambda kind: kind is not first))


def draw(
    kind: Kind,
    answer: Answer,
    estimate: Estimator,
    *,
    form: Format | None = None,
    thinking_tokens: int = 0,
) -> Picture:
    """Return the picture of `kind` for `answer`, in the answer's language.

    Raises
    ------
    NothingToDrawError
        If the answer holds nothing that this kind shows.
    PictureFormatError
        If this kind cannot be written as `form`: only the feel moves, and it is a GIF.
    """
    say = pack(answer.language)
    form = form or (Format.GIF if kind is Kind.FEEL else Format.PNG)
    if (kind is Kind.FEEL) is not (form is Format.GIF):
        raise PictureFormatError(form.value)
    if kind is Kind.FEEL:
        return draw_feel(lanes_of(answer, say, thinking_tokens=thinking_tokens), answer.language)
    figure, alt = _chart(kind, answer, estimate, say)
    from bot.pictures.style import written  # noqa: PLC0415  (loads the drawing library)

    return Picture(kind, form, written(figure, form), alt)


def draw_feel(lanes: tuple[Lane, ...], language: str) -> Picture:
    """Return the animation of `lanes`.

    Raises
    ------
    NothingToDrawError
        If there is no lane.
    """
    if not lanes:
        raise NothingToDrawError(Kind.FEEL.value)
    from bot.pictures.feel_gif import feel_gif  # noqa: PLC0415  (loads the drawing library)

    say = pack(language)
    data = feel_gif(lanes, tokens(say("terminal.sample")), say)
    return Picture(Kind.FEEL, Format.GIF, data, alt_of_feel(lanes, say))


def curves_of(answer: Answer, estimate: Estimator) -> tuple[Curve, ...]:
    """Return the curve of each side of `answer`, all over the same contexts."""
    sides = sides_of(answer)[:MOST_CURVES]
    last = max((shown_tokens(side.estimate) for side in sides), default=0)
    return tuple(
        sweep(
            side.query,
            estimate,
            asked=side.estimate,
            to_tokens=min(last, side.estimate.model.context_max or last),
        )
        for side in sides
    )


def _chart(kind: Kind, answer: Answer, estimate: Estimator, say: Pack) -> tuple[Figure, str]:
    if kind not in kinds_of(answer):
        raise NothingToDrawError(kind.value)
    if kind is Kind.MEMORY:
        from bot.pictures.memory_bar import memory_bar  # noqa: PLC0415

        first = sides_of(answer)[0].estimate
        return memory_bar(first, say), alt_of_memory(first, say)
    if kind is Kind.OPTIONS:
        from bot.pictures.option_bars import option_bars  # noqa: PLC0415

        options = options_of(answer, estimate)
        return option_bars(options, say), alt_of_options(options, say)
    from bot.pictures.context_curve import context_curve, context_curves  # noqa: PLC0415

    curves = curves_of(answer, estimate)
    figure = context_curve(curves[0], say) if len(curves) == 1 else context_curves(curves, say)
    return figure, alt_of_curves(curves, say)
