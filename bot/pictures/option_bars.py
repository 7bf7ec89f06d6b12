"""The picture of a comparison: one bar a setup, with the interval the speed lies in."""

from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation

from bot.pictures import style
from bot.pictures.sides import labelled
from core.figures import Estimate, Fits
from core.language.pack import Pack
from core.message import Message
from core.physics.feel import feel_of

TOP_PX, BOTTOM_PX = 118, 92
ROW_PX: Final = 96
BAR_AT, BAR_HEIGHT = 0.68, 0.34
VALUE_ROOM: Final = 1.62
WHISKER_PX: Final = 3


def option_bars(estimates: Sequence[Estimate], say: Pack) -> Figure:
    """Return bars of the likely speed, each with its interval, in the order given."""
    shared, labels = labelled(estimates, say)
    height = TOP_PX + BOTTOM_PX + ROW_PX * len(estimates)
    figure, down = style.card(say("pic.options"), shared, height)
    axes = style.plot_area(
        figure, left=style.MARGIN_PX, right=style.MARGIN_PX, top=TOP_PX + down, bottom=BOTTOM_PX
    )
    axes.set_facecolor(style.CARD)
    most = max(one.decode.high for one in estimates) or 1.0
    axes.set_xlim(0, most * VALUE_ROOM)
    axes.set_ylim(len(estimates), 0)
    axes.set_yticks([])
    axes.set_xticks([t for t in axes.get_xticks() if 0 <= t <= most * 1.05])
    axes.xaxis.set_major_formatter(lambda value, _: say.number("bits", value))
    style.name_axis(axes, x=say("pic.axis.speed"))
    for i, (one, label) in enumerate(zip(estimates, labels, strict=True)):
        _row(axes, i, one, label, say)
    return figure


def _row(axes: Axes, index: int, one: Estimate, label: str, say: Pack) -> None:
    low, mid, high = one.decode
    is_whole = one.fits in (Fits.YES, Fits.TIGHT)
    at = index + BAR_AT
    bar = axes.barh(at, mid, BAR_HEIGHT, color=style.SKY, zorder=3, gid=f"bar:{index}")
    if not is_whole:
        bar.patches[0].set(hatch="//", edgecolor=style.CARD, linewidth=0, facecolor=style.ORANGE)
    axes.plot(
        (low, high),
        (at, at),
        "|-",
        color=style.INK,
        markersize=18,
        markeredgewidth=WHISKER_PX,
        linewidth=WHISKER_PX,
        zorder=5,
        gid=f"range:{index}",
    )
    name = _text(axes, label, (0, index + 0.26), bold=True)
    style.squeeze(name, style.WIDTH_PX - 2 * style.MARGIN_PX)
    feel = Message(f"feel.short.{feel_of(mid).value}")
    words = [say("pic.speed.range", rate=mid, range=one.decode)]
    words.append(say.say(feel) if is_whole else say("pic.not_fit"))
    value = _text(axes, " · ".join(words), (max(high, mid), at), offset=14)
    value.set_gid(f"value:{index}")
    room = axes.transData.transform((axes.get_xlim()[1], 0)) - axes.transData.transform((high, 0))
    style.squeeze(value, room[0] - 14 + style.MARGIN_PX / 2)


def _text(
    axes: Axes, text: str, at: tuple[float, float], *, bold: bool = False, offset: int = 0
) -> Annotation:
    return axes.annotate(
        text,
        at,
        (offset, 0),
        textcoords="offset pixels",
        color=style.INK,
        va="center",
        fontproperties=style.font(bold=bold),
        fontsize=style.points(style.SMALL_PX),
        annotation_clip=False,
        parse_math=False,
        zorder=6,
    )
