"""The picture of speed against context: band, ceiling, the asked point, and where memory ends."""

from collections.abc import Sequence
from math import ceil, log2
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from bot.pictures import style
from bot.pictures.sides import labelled, title_of
from bot.pictures.sweep import KIBI, Curve
from core.figures import Feel
from core.language.pack import Pack
from core.message import Message
from core.physics.feel import BORDERS_TOK_S, feel_of

LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX = 104, 196, 124, 96
LEGEND_AT_PX: Final = 134
LEGEND_ROW_PX: Final = 38
MOST_TICKS: Final = 6
LOG_SPREAD: Final = 6.0
LOG_TICKS: Final = tuple(m * 10.0**p for p in range(-3, 5) for m in (1, 2, 5))
LEAST_SHOWN_TOK_S: Final = 0.01
ZONE_LEAST_PX: Final = 26
NEAR_TOP: Final = 0.88


def context_curve(curve: Curve, say: Pack) -> Figure:
    """Return the chart of one setup."""
    asked = curve.asked
    figure, down = style.card(title_of(curve.estimate, say), _subtitle(curve, say))
    axes = _axes(figure, (curve,), say, top=TOP_PX + down)
    _memory_end(axes, curve, say)
    _line(axes, curve, style.SKY, "-", index=0, alpha=0.32)
    _ceiling(axes, curve, say)
    axes.plot(
        asked.context_tokens,
        _shown(asked.decode.mid),
        "o",
        color=style.INK,
        markeredgecolor=style.CARD,
        markeredgewidth=3,
        markersize=16,
        zorder=6,
        clip_on=False,
        gid="asked",
    )
    _point_label(axes, curve, say)
    return figure


def context_curves(curves: Sequence[Curve], say: Pack) -> Figure:
    """Return the chart of several setups, each with its band, and a mark where its memory ends."""
    shared, labels = labelled([one.estimate for one in curves], say)
    rows = len(curves)
    figure, down = style.card(
        say("pic.sides"), shared, style.HEIGHT_PX + LEGEND_ROW_PX * rows
    )
    axes = _axes(figure, curves, say, top=TOP_PX + down + LEGEND_ROW_PX * rows)
    for i, (curve, label) in enumerate(zip(curves, labels, strict=True)):
        colour, dash = style.SIDES[i], style.DASHES[i % len(style.DASHES)]
        _line(axes, curve, colour, dash, index=i, alpha=0.18)
        _end_mark(axes, curve, colour, i)
        y = LEGEND_AT_PX + down + LEGEND_ROW_PX * i
        _legend_row(figure, y, f"{label}: {_point_text(curve, say)}", colour, dash)
    return figure


def _subtitle(curve: Curve, say: Pack) -> str:
    asked = curve.asked
    return say(
        "pic.subtitle",
        context=asked.context_tokens,
        rate=asked.decode.mid,
        range=asked.decode,
        feel=Message(f"feel.short.{feel_of(asked.decode.mid).value}"),
    )


def _point_text(curve: Curve, say: Pack) -> str:
    parts = [say("pic.speed.range", rate=curve.asked.decode.mid, range=curve.asked.decode)]
    if curve.cliff_tokens == 0:
        parts.append(say("pic.cliff.always"))
    elif curve.cliff_tokens:
        parts.append(say("pic.cliff", context=curve.cliff_tokens))
    return ", ".join(parts)


def _axes(figure: Figure, curves: Sequence[Curve], say: Pack, *, top: int) -> Axes:
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
    least = _shown(min(point.decode.low for point in points))
    most = max(point.decode.high for point in points)
    if len(curves) == 1:
        most = max(point.ceiling_tok_s for point in points)
    most = _shown(most)
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


def _line(axes: Axes, curve: Curve, colour: str, dash: object, *, index: int, alpha: float) -> None:
    x = [point.context_tokens for point in curve.points]
    low, mid, high = (
        [_shown(getattr(p.decode, end)) for p in curve.points] for end in ("low", "mid", "high")
    )
    axes.fill_between(x, low, high, color=colour, alpha=alpha, linewidth=0, gid=f"band:{index}")
    axes.plot(x, mid, color=colour, linestyle=dash, linewidth=3.5, zorder=4, gid=f"likely:{index}")


def _ceiling(axes: Axes, curve: Curve, say: Pack) -> None:
    x = [point.context_tokens for point in curve.points]
    y = [_shown(point.ceiling_tok_s) for point in curve.points]
    axes.plot(x, y, color=style.ORANGE, linestyle=(0, (5, 3)), linewidth=2.5, gid="ceiling")
    at = len(x) // 2
    is_high = axes.transAxes.inverted().transform(axes.transData.transform((0, y[at])))[1] > NEAR_TOP
    offset = (0, -36) if is_high else (0, 10)
    _label(axes, say("pic.ceiling"), (x[at], y[at]), offset, style.ORANGE, ha="center")


def _memory_end(axes: Axes, curve: Curve, say: Pack) -> None:
    """Shade where memory is tight, and darker where it is full."""
    cliff, tight, last = curve.cliff_tokens, curve.tight_tokens, curve.last_tokens
    if tight is not None:
        axes.axvspan(
            tight, cliff or last, color=style.VERMILLION, alpha=0.08, linewidth=0, gid="tight"
        )
    if cliff is None:
        return
    axes.axvspan(cliff, last, color=style.VERMILLION, alpha=0.18, linewidth=0, gid="cliff")
    if cliff:
        axes.axvline(cliff, color=style.VERMILLION, linewidth=2.5, gid="cliff line")
    is_left, is_never = cliff > last / 2, cliff == 0
    label = axes.annotate(
        _end_text(curve, say),
        (cliff, 1 if is_never else 0),
        (-10 if is_left else 10, -14 if is_never else 14),
        xycoords=("data", "axes fraction"),
        textcoords="offset pixels",
        color=style.INK,
        ha="right" if is_left else "left",
        va="top" if is_never else "bottom",
        fontproperties=style.font(),
        fontsize=style.points(style.SMALL_PX),
        path_effects=[withStroke(linewidth=4, foreground=style.PANEL)],
        zorder=7,
        gid="cliff label",
    )
    style.squeeze(label, style.WIDTH_PX - LEFT_PX - RIGHT_PX - 20)


def _end_text(curve: Curve, say: Pack) -> str:
    if not curve.cliff_tokens:
        return say("pic.cliff.always")
    full = say("pic.cliff", context=curve.cliff_tokens)
    if curve.tight_tokens is None:
        return full
    return f"{say('pic.tight', context=curve.tight_tokens)}\n{full}"


def _end_mark(axes: Axes, curve: Curve, colour: str, index: int) -> None:
    if not curve.cliff_tokens:
        return
    point = next(p for p in curve.points if p.context_tokens == curve.cliff_tokens)
    axes.plot(
        point.context_tokens,
        _shown(point.decode.mid),
        "X",
        color=colour,
        markeredgecolor=style.CARD,
        markeredgewidth=2,
        markersize=17,
        zorder=6,
        gid=f"cliff:{index}",
    )


def _point_label(axes: Axes, curve: Curve, say: Pack) -> None:
    asked = curve.asked
    is_right = asked.context_tokens > curve.last_tokens * 0.6
    text = say("pic.asked", context=asked.context_tokens, rate=asked.decode.mid)
    at = (asked.context_tokens, _shown(asked.decode.mid))
    offset = (-16 if is_right else 16, 14)
    ha = "right" if is_right else "left"
    _label(axes, text, at, offset, style.INK, ha=ha, bold=True).set_gid("asked label")


def _label(  # noqa: PLR0913
    axes: Axes,
    text: str,
    at: tuple[float, float],
    offset: tuple[float, float],
    colour: str,
    *,
    ha: str,
    bold: bool = False,
):  # type: ignore[no-untyped-def]
    return axes.annotate(
        text,
        at,
        offset,
        textcoords="offset pixels",
        color=colour,
        ha=ha,
        va="bottom",
        fontproperties=style.font(bold=bold),
        fontsize=style.points(style.SMALL_PX),
        path_effects=[withStroke(linewidth=4, foreground=style.PANEL)],
        zorder=7,
    )


def _legend_row(figure: Figure, y: float, text: str, colour: str, dash: object) -> None:
    width, height = figure.get_size_inches() * style.DPI
    figure.add_artist(
        _stroke(
            (style.MARGIN_PX / width, (style.MARGIN_PX + 60) / width),
            (1 - y / height, 1 - y / height),
            colour,
            dash,
        )
    )
    style.write(figure, style.MARGIN_PX + 76, y, text, size=style.SMALL_PX).set_gid("side")


def _stroke(x: tuple[float, float], y: tuple[float, float], colour: str, dash: object):  # type: ignore[no-untyped-def]
    from matplotlib.lines import Line2D

    return Line2D(x, y, color=colour, linestyle=dash, linewidth=5)


def _shown(tok_s: float) -> float:
    """Return a speed as it can be drawn on a logarithmic axis."""
    return max(tok_s, LEAST_SHOWN_TOK_S)
