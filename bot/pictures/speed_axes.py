"""The axes that curves of speed against context are drawn on: linear or logarithmic, with feel."""

from collections.abc import Sequence
from math import ceil, log2
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.pictures import style
from bot.pictures.sweep import KIBI, Curve
from core.figures import Feel
from core.language.pack import Pack
from core.physics.feel import BORDERS_TOK_S

LEFT_PX, RIGHT_PX, BOTTOM_PX = 104, 196, 96
MOST_TICKS: Final = 6
LOG_SPREAD: Final = 6.0
LOG_TICKS: Final = tuple(m * 10.0**p for p in range(-3, 5) for m in (1, 2, 5))
LEAST_SHOWN_TOK_S: Final = 0.01
ZONE_LEAST_PX: Final = 26


def speed_axes(figure: Figure, curves: Sequence[Curve], say: Pack, *, top: int) -> Axes:
    """Return axes of contexts against speeds that hold `curves`, with how speeds feel behind."""
    axes = style.plot_area(figure, left=LEFT_PX, right=RIGHT_PX, top=top, bottom=BOTTOM_PX)
    last = max(one.last_tokens for one in curves)
    axes.set_xlim(0, last)
    step = _step(last)
    ticks = range(0, last + 1, step)
    axes.set_xticks(list(ticks), [say.number("tokens", n) for n in ticks])
    low, high = _speed_limits(axes, curves)
    ticks_y = _speed_ticks(low, high, is_log=axes.get_yscale() == "log")
    axes.set_yticks(ticks_y, [say.number("bits", v) for v in ticks_y])
    axes.set_yticks([], minor=True)
    style.name_axis(axes, x=say("pic.axis.context"), y=say("pic.axis.speed"))
    _zones(axes, low, high, say)
    return axes


def _step(last: int) -> int:
    """Return a step of ticks in tokens, a power of two, so that at most `MOST_TICKS` are needed."""
    return int(2 ** ceil(log2(max(last, KIBI) / MOST_TICKS)))


def _speed_limits(axes: Axes, curves: Sequence[Curve]) -> tuple[float, float]:
    """Set the speed axis: logarithmic where the speeds spread, else from zero."""
    points = [point for one in curves for point in one.points]
    least = shown(min(point.decode.low for point in points))
    most = max(point.decode.high for point in points)
    if len(curves) == 1:
        most = max(point.ceiling_tok_s for point in points)
    most = shown(most)
    if most / least > LOG_SPREAD:
        axes.set_yscale("log")
        low, high = least / 1.3, most * 1.25
    else:
        low, high = 0.0, most * 1.12
    axes.set_ylim(low, high)
    return low, high


def _speed_ticks(low: float, high: float, *, is_log: bool) -> list[float]:
    if is_log:
        return [v for v in LOG_TICKS if low <= v <= high]
    step = next(v for v in LOG_TICKS if high / v <= MOST_TICKS)
    return [step * i for i in range(int(high / step) + 1)]


def _zones(axes: Axes, low: float, high: float, say: Pack) -> None:
    """Shade how speeds feel, and name each beside the chart where there is room."""
    bottom, pixels = 0.0, axes.transData.transform
    for i, (top, feel) in enumerate((*BORDERS_TOK_S, (float("inf"), Feel.INSTANT))):
        shown = max(bottom, low), min(top, high)
        bottom = top
        if shown[0] >= shown[1]:
            continue
        shade = "#FFFFFF0D" if i % 2 else "#FFFFFF00"
        axes.axhspan(*shown, color=shade, linewidth=0, zorder=0.5, gid=f"zone:{feel.value}")
        from_px, to_px = (pixels((1, y))[1] for y in shown)
        if to_px - from_px >= ZONE_LEAST_PX:
            middle = axes.transData.inverted().transform((0, (from_px + to_px) / 2))[1]
            label = axes.annotate(
                say(f"feel.short.{feel.value}"),
                (1, middle),
                (20, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset pixels",
                color=style.MUTED,
                va="center",
                fontproperties=style.font(),
                fontsize=style.points(style.SMALL_PX),
                annotation_clip=False,
                gid=f"feel:{feel.value}",
            )
            style.squeeze(label, RIGHT_PX - 26)


def shown(tok_s: float) -> float:
    """Return a speed as it can be drawn on a logarithmic axis."""
    return max(tok_s, LEAST_SHOWN_TOK_S)
