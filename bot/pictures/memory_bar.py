"""The picture of memory: what weights, KV cache and overhead need, and what each device holds."""

from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bot.pictures import style
from bot.pictures.sides import device_of, title_of
from core.figures import Estimate, Placed
from core.language.numbers import GIGA
from core.language.pack import Pack

PARTS: Final = (("weights", style.SKY), ("kv", style.ORANGE), ("overhead", style.PURPLE))
TOP_PX, BOTTOM_PX = 172, 92
LEGEND_AT_PX: Final = 138
ROW_PX: Final = 112
BAR_TOP, BAR_HEIGHT = 0.42, 0.46
LEAST_BESIDE_BYTES: Final = 0.1 * GIGA


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: bytes of weights, KV cache and overhead, and the bytes there are for them."""

    label: str
    parts: tuple[float, float, float]
    size_bytes: float | None

    @property
    def bytes(self) -> float:
        """All parts together."""
        return sum(self.parts)


def memory_bar(estimate: Estimate, say: Pack) -> Figure:
    """Return the bar of what is needed against what there is, and where it lies if not whole."""
    rows = rows_of(estimate, say)
    height = TOP_PX + BOTTOM_PX + ROW_PX * len(rows)
    figure, down = style.card(title_of(estimate, say), _subtitle(estimate, say), height)
    _legend(figure, LEGEND_AT_PX + down, estimate, say)
    axes = style.plot_area(
        figure, left=style.MARGIN_PX, right=style.MARGIN_PX, top=TOP_PX + down, bottom=BOTTOM_PX
    )
    axes.set_facecolor(style.CARD)
    axes.set_xlim(0, max(max(row.bytes, row.size_bytes or 0) for row in rows) / GIGA * 1.03)
    axes.set_ylim(len(rows), 0)
    axes.set_yticks([])
    axes.xaxis.set_major_formatter(lambda value, _: say.number("bits", value))
    style.name_axis(axes, x=say("pic.axis.memory"))
    for i, row in enumerate(rows):
        _bar(axes, i, row, say)
    return figure


def over_bytes(estimate: Estimate) -> float:
    """Return what is needed beyond what there is [B]; negative where some stays spare."""
    return estimate.memory.needed_bytes - estimate.memory.available_bytes


def rows_of(estimate: Estimate, say: Pack) -> list[Row]:
    """Return the need, and where it does not lie whole on one device, what each memory holds."""
    memory = estimate.memory
    need = (memory.weights_bytes, memory.kv_bytes, memory.overhead_bytes)
    label = say("pic.memory.needed", needed=memory.needed_bytes)
    rows = [Row(label, need, memory.available_bytes)]
    if len(estimate.placed) == 1 and estimate.offload is None:
        return rows
    rows += [_held(part, say) for part in estimate.placed]
    beside = [max(0.0, n - sum(row.parts[i] for row in rows[1:])) for i, n in enumerate(need)]
    if sum(beside) > LEAST_BESIDE_BYTES:
        label = say("pic.memory.beside", held=sum(beside))
        rows.append(Row(label, (beside[0], beside[1], beside[2]), None))
    return rows


def _held(part: Placed, say: Pack) -> Row:
    parts = (part.weights_bytes, part.kv_bytes, part.overhead_bytes)
    label = say(
        "pic.memory.held", name=device_of(part, say), held=sum(parts), size=part.usable_bytes
    )
    return Row(label, parts, part.usable_bytes)


def _subtitle(estimate: Estimate, say: Pack) -> str:
    memory, over = estimate.memory, over_bytes(estimate)
    context = say("subject.context", context=estimate.query.context_tokens or 0)
    needs = say("pic.needs", needed=memory.needed_bytes, available=memory.available_bytes)
    rest = say("pic.spill", bytes=over) if over > 0 else say("pic.spare", bytes=-over)
    return f"{context}: {needs} · {rest}"


def _legend(figure: Figure, y: float, estimate: Estimate, say: Pack) -> None:
    width, height = figure.get_size_inches() * style.DPI
    memory = estimate.memory
    x = float(style.MARGIN_PX)
    sizes = (memory.weights_bytes, memory.kv_bytes, memory.overhead_bytes)
    for (code, colour), size in zip(PARTS, sizes, strict=True):
        figure.add_artist(
            Rectangle(
                (x / width, 1 - (y + 11) / height), 22 / width, 22 / height, color=colour, zorder=3
            )
        )
        text = say("pic.part", name=say(f"pic.{code}"), bytes=size)
        line = style.write(figure, x + 34, y, text, size=style.SMALL_PX)
        line.set_gid(f"legend:{code}")
        x += 34 + style.width_of(line) + 34


def _bar(axes: Axes, index: int, row: Row, say: Pack) -> None:
    """Draw one bar, what there is as an outline, and what is too much hatched."""
    top, left = index + BAR_TOP, 0.0
    for (code, colour), size in zip(PARTS, row.parts, strict=True):
        width = size / GIGA
        gid = f"{code}:{index}"
        axes.add_patch(
            Rectangle((left, top), width, BAR_HEIGHT, facecolor=colour, zorder=3, gid=gid)
        )
        left += width
    _text(axes, row.label, (0, index + BAR_TOP / 2 + 0.03), ha="left")
    if row.size_bytes is None:
        return
    size = row.size_bytes / GIGA
    outline = Rectangle((0, top), size, BAR_HEIGHT, gid=f"size:{index}")
    outline.set(facecolor="none", edgecolor=style.INK, linewidth=3, zorder=5)
    axes.add_patch(outline)
    if left > size * 1.001:
        _spill(axes, index, size, left, say)


def _spill(axes: Axes, index: int, size: float, end: float, say: Pack) -> None:
    shade = Rectangle((size, index + BAR_TOP), end - size, BAR_HEIGHT, gid=f"spill:{index}")
    shade.set(facecolor="none", edgecolor=style.CARD, hatch="//", linewidth=0, zorder=4)
    axes.add_patch(shade)
    edge = Rectangle((size, index + BAR_TOP), end - size, BAR_HEIGHT)
    edge.set(facecolor="none", edgecolor=style.VERMILLION, linewidth=4, zorder=6)
    axes.add_patch(edge)
    text = say("pic.spill", bytes=(end - size) * GIGA)
    _text(axes, text, (end, index + BAR_TOP / 2 + 0.03), ha="right", bold=True)


def _text(axes: Axes, text: str, at: tuple[float, float], *, ha: str, bold: bool = False) -> None:
    axes.text(
        *at,
        text,
        color=style.INK,
        ha=ha,
        va="center",
        fontproperties=style.font(bold=bold),
        fontsize=style.points(style.SMALL_PX),
        parse_math=False,
    )
