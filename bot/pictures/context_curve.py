"""The picture of speed against context: band, ceiling, the asked point, and where memory ends."""

from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.text import Annotation

from bot.pictures import style
from bot.pictures.sides import labelled, title_of
from bot.pictures.speed_axes import LEFT_PX, RIGHT_PX, shown, speed_axes
from bot.pictures.sweep import Curve
from core.language.pack import Pack
from core.message import Message
from core.physics.feel import feel_of

TOP_PX: Final = 124
LEGEND_AT_PX: Final = 134
LEGEND_ROW_PX: Final = 38
NEAR_TOP: Final = 0.88
CEILING_AT: Final = 0.7
NEVER_AT: Final = 0.6


def context_curve(curve: Curve, say: Pack) -> Figure:
    """Return the chart of one setup."""
    asked = curve.asked
    figure, down = style.card(title_of(curve.estimate, say), _subtitle(curve, say))
    axes = speed_axes(figure, (curve,), say, top=TOP_PX + down)
    _memory_end(axes, curve, say)
    _line(axes, curve, style.SKY, "-", index=0, alpha=0.32)
    _ceiling(axes, curve, say)
    axes.plot(
        asked.context_tokens,
        shown(asked.decode.mid),
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
    figure, down = style.card(say("pic.sides"), shared, style.HEIGHT_PX + LEGEND_ROW_PX * rows)
    axes = speed_axes(figure, curves, say, top=TOP_PX + down + LEGEND_ROW_PX * rows)
    for i, (curve, label) in enumerate(zip(curves, labels, strict=True)):
        colour, dash = style.SIDES[i], style.DASHES[i % len(style.DASHES)]
        _line(axes, curve, colour, dash, index=i, alpha=0.18)
        _end_mark(axes, curve, colour, i)
        y = LEGEND_AT_PX + down + LEGEND_ROW_PX * i
        _legend_row(figure, y, (label, f": {_point_text(curve, say)}"), colour, dash)
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


def _line(
    axes: Axes, curve: Curve, colour: str, dash: style.Dash, *, index: int, alpha: float
) -> None:
    x = [point.context_tokens for point in curve.points]
    low, mid, high = (
        [shown(getattr(p.decode, end)) for p in curve.points] for end in ("low", "mid", "high")
    )
    axes.fill_between(x, low, high, color=colour, alpha=alpha, linewidth=0, gid=f"band:{index}")
    axes.plot(x, mid, color=colour, linestyle=dash, linewidth=3.5, zorder=4, gid=f"likely:{index}")


def _ceiling(axes: Axes, curve: Curve, say: Pack) -> None:
    x = [point.context_tokens for point in curve.points]
    y = [shown(point.ceiling_tok_s) for point in curve.points]
    axes.plot(x, y, color=style.ORANGE, linestyle=(0, (5, 3)), linewidth=2.5, gid="ceiling")
    is_beside = curve.asked.context_tokens > CEILING_AT * curve.last_tokens / 2
    wanted = curve.last_tokens * (1 - CEILING_AT if is_beside else CEILING_AT)
    at = min(range(len(x)), key=lambda i: abs(x[i] - wanted))
    is_high = (
        axes.transAxes.inverted().transform(axes.transData.transform((0, y[at])))[1] > NEAR_TOP
    )
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
        (cliff, NEVER_AT if is_never else 0),
        (-10 if is_left else 10, 14),
        xycoords=("data", "axes fraction"),
        textcoords="offset pixels",
        color=style.INK,
        ha="right" if is_left else "left",
        va="bottom",
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
        shown(point.decode.mid),
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
    at = (asked.context_tokens, shown(asked.decode.mid))
    offset = (-16 if is_right else 16, 14)
    ha = "right" if is_right else "left"
    _label(axes, text, at, offset, style.INK, ha=ha, bold=True).set_gid("asked label")


def _label(
    axes: Axes,
    text: str,
    at: tuple[float, float],
    offset: tuple[float, float],
    colour: str,
    *,
    ha: str,
    bold: bool = False,
) -> Annotation:
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


def _legend_row(
    figure: Figure, y: float, words: tuple[str, str], colour: str, dash: style.Dash
) -> None:
    width, height = figure.get_size_inches() * style.DPI
    figure.add_artist(
        Line2D(
            (style.MARGIN_PX / width, (style.MARGIN_PX + 60) / width),
            (1 - y / height, 1 - y / height),
            color=colour,
            linestyle=dash,
            linewidth=5,
        )
    )
    label, numbers = words
    style.write(figure, style.MARGIN_PX + 76, y, label, size=style.SMALL_PX, tail=numbers).set_gid(
        "side"
    )
