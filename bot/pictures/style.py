"""One visual language for every picture: a dark card that reads on dark and light clients.

The colours are those of Okabe and Ito, which people with any colour vision can tell apart
(M. Okabe, K. Ito, "Color Universal Design", 2008); on the card each has a contrast of 4:1 or more.
Sizes are for a phone, where a picture 1000 pixels wide stands about 9 mm per 25 pixels of text.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Final, Literal

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text

from bot.pictures.picture import Format

CARD: Final = "#1B1E24"
PANEL: Final = "#242831"
GRID: Final = "#3B414D"
INK: Final = "#F4F5F7"
MUTED: Final = "#B9BFCA"

SKY: Final = "#56B4E9"
ORANGE: Final = "#E69F00"
GREEN: Final = "#009E73"
YELLOW: Final = "#F0E442"
VERMILLION: Final = "#D55E00"
PURPLE: Final = "#CC79A7"
SIDES: Final = (SKY, ORANGE, GREEN, PURPLE, YELLOW, VERMILLION, INK, MUTED)
Dash = Literal["-"] | tuple[float, Sequence[float]]

DASHES: Final[tuple[Dash, ...]] = ("-", (0, (6, 2)), (0, (1, 1.2)), (0, (6, 2, 1, 2)))

WIDTH_PX: Final = 1000
HEIGHT_PX: Final = 620
DPI: Final = 100
MARGIN_PX: Final = 36
TITLE_PX: Final = 34
TITLE_LEAST_PX: Final = 28
TITLE_LINE_PX: Final = 40
SUBTITLE_LINE_PX: Final = 36
TITLE_AT_PX, SUBTITLE_AT_PX = 46, 90
TEXT_PX: Final = 26
SMALL_PX: Final = 23
LEAST_PX: Final = 20
POINTS_PER_INCH: Final = 72


def points(pixels: float) -> float:
    """Return a text or line size in points from pixels."""
    return pixels * POINTS_PER_INCH / DPI


def font(*, bold: bool = False) -> FontProperties:
    """Return DejaVu Sans, which comes with the library and carries German and Vietnamese."""
    return FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")


def card(title: str, subtitle: str, height_px: int = HEIGHT_PX) -> tuple[Figure, int]:
    """Return a card that says what it is of and what it shows, and where the rest begins.

    A title too long for one line takes two, and the card grows by one; the number returned is
    how many pixels all below moves down. Nothing here touches the library's global state.
    """
    lines = _title_lines(title)
    down = TITLE_LINE_PX * (len(lines) - 1) - (0 if subtitle else SUBTITLE_LINE_PX)
    figure = _empty(height_px + down)
    titles = [
        write(figure, MARGIN_PX, TITLE_AT_PX + TITLE_LINE_PX * i, line, size=TITLE_PX, bold=True)
        for i, line in enumerate(lines)
    ]
    least = min(float(one.get_fontsize()) for one in titles)
    for one in titles:
        one.set(fontsize=least, gid="title")
    if subtitle:
        line = write(figure, MARGIN_PX, SUBTITLE_AT_PX + down, subtitle, colour=MUTED)
        line.set_gid("subtitle")
    return figure, down


def _empty(height_px: int) -> Figure:
    figure = Figure(figsize=(WIDTH_PX / DPI, height_px / DPI), dpi=DPI, facecolor=CARD)
    FigureCanvasAgg(figure)
    return figure


def _title_lines(title: str) -> list[str]:
    """Return the title in one line, or in two where its last part does not fit beside the rest."""
    probe = _empty(HEIGHT_PX).text(
        0, 0, title, fontproperties=font(bold=True), fontsize=points(TITLE_LEAST_PX)
    )
    head, dot, last = title.rpartition(" · ")
    is_long = width_of(probe) > WIDTH_PX - 2 * MARGIN_PX
    return [head, last] if dot and is_long else [title]


def plot_area(figure: Figure, *, left: int, right: int, top: int, bottom: int) -> Axes:
    """Return axes whose sides lie this many pixels from the card's."""
    width, height = figure.get_size_inches() * DPI
    box = (left / width, bottom / height, 1 - (left + right) / width, 1 - (top + bottom) / height)
    axes = figure.add_axes(box, facecolor=PANEL)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(colors=MUTED, length=0, pad=8, labelsize=points(SMALL_PX), which="both")
    axes.grid(visible=True, color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    return axes


def write(
    figure: Figure,
    x_px: float,
    y_px: float,
    text: str,
    *,
    size: int = TEXT_PX,
    colour: str = INK,
    bold: bool = False,
    tail: str = "",
) -> Text:
    """Write one line up to the right margin, its middle `y_px` below the card's top edge."""
    width, height = figure.get_size_inches() * DPI
    line = figure.text(
        x_px / width,
        1 - y_px / height,
        text + tail,
        color=colour,
        fontproperties=font(bold=bold),
        fontsize=points(size),
        va="center_baseline",
        parse_math=False,
    )
    squeeze(line, width - x_px - MARGIN_PX, tail=tail)
    return line


def squeeze(line: Text, width_px: float, *, tail: str = "") -> None:
    """Make a line smaller until it fits, and where that is not enough, cut it with "…".

    The `tail` it ends in stays whole.
    """
    size = float(line.get_fontsize())
    while width_of(line) > width_px and size > points(LEAST_PX):
        size = max(size - 1, points(LEAST_PX))
        line.set_fontsize(size)
    whole = line.get_text().removesuffix(tail)
    kept = len(whole)
    while width_of(line) > width_px and kept > 1:
        kept -= 1
        line.set_text(whole[:kept].rstrip(" ·") + "…" + tail)


def width_of(line: Text) -> float:
    """Return how wide a text is drawn, in pixels."""
    figure = line.get_figure(root=True)
    assert figure is not None  # noqa: S101  (only texts on a card are measured)
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    return float(line.get_window_extent(renderer).width)


def name_axis(axes: Axes, *, x: str = "", y: str = "") -> None:
    """Name the axes, with their units."""
    for set_label, text in ((axes.set_xlabel, x), (axes.set_ylabel, y)):
        if text:
            set_label(text, color=MUTED, fontproperties=font(), fontsize=points(SMALL_PX))
    axes.xaxis.labelpad = axes.yaxis.labelpad = 8


def written(figure: Figure, form: Format) -> bytes:
    """Return the figure as a file, the same bytes each time."""
    out = BytesIO()
    if form is Format.SVG:
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None})  # type: ignore[no-untyped-call]
    else:
        FigureCanvasAgg(figure).print_png(out, metadata={"Software": None})  # type: ignore[no-untyped-call]
    return out.getvalue()
