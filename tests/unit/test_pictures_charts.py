"""What the charts say, read back from what was drawn."""

import struct
from collections.abc import Callable
from io import BytesIO

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from bot.pictures import style
from bot.pictures.context_curve import context_curve, context_curves
from bot.pictures.memory_bar import memory_bar, rows_of
from bot.pictures.option_bars import option_bars
from bot.pictures.picture import Format
from bot.pictures.sweep import Curve, sweep
from catalog.load import Catalog, load_catalog
from core.estimate import estimate
from core.figures import Estimate
from core.language.pack import pack
from core.query import DeviceUse, Query

CLIFF = "qwen3-32b:q4_k_m@geforce-rtx-4090#65536"
FITS = "llama-3.1-8b:q4_k_m@geforce-rtx-4090#4096"
NEVER = "llama-3.1-nemotron-ultra-253b:q4_k_m@geforce-rtx-4090#4096"
TWO = "llama-3.3-70b:q4_k_m@geforce-rtx-3090*2#8192"
LANGUAGES = ("en", "de", "vi")
DISCORD_MOST_BYTES = 8 * 2**20


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="module")
def estimated(catalog: Catalog) -> Callable[[Query], Estimate]:
    return lambda query: estimate(query, catalog)


@pytest.fixture(scope="module")
def curve(estimated) -> Callable[[str], Curve]:
    return lambda key: sweep(Query.from_key(key), estimated)


@pytest.fixture(scope="module")
def longest(catalog: Catalog) -> Query:
    """The longest names of the catalog together."""
    model = max(catalog.models.values(), key=lambda one: len(one.name))
    device = max(catalog.devices.values(), key=lambda one: len(one.name))
    quant = max(
        (q for q in catalog.quants.values() if not q.is_kv and q.bits_per_weight_dense),
        key=lambda one: len(one.name),
    )
    return Query(model=model.id, quant=quant.id, devices=(DeviceUse(device.id, 2),))


def drawn(figure: Figure, gid: str):
    found = [artist for artist in figure.findobj() if artist.get_gid() == gid]
    assert len(found) == 1, gid
    return found[0]


def texts(figure: Figure) -> str:
    return "\n".join(one.get_text() for one in figure.findobj(Text))


def test_the_marked_point_is_the_estimate_that_was_asked_for(curve, estimated) -> None:
    mark = drawn(context_curve(curve(CLIFF), pack("en")), "asked")
    asked = estimated(Query.from_key(CLIFF))
    assert list(mark.get_xdata()) == [65536]
    assert list(mark.get_ydata()) == pytest.approx([asked.decode.mid])


@pytest.mark.parametrize("key", [CLIFF, FITS, TWO])
def test_the_band_is_the_interval_at_every_context_drawn(key: str, curve, estimated) -> None:
    figure = context_curve(curve(key), pack("en"))
    outline = drawn(figure, "band:0").get_paths()[0].vertices
    likely = drawn(figure, "likely:0")
    for tokens, mid in zip(likely.get_xdata(), likely.get_ydata(), strict=True):
        query = Query.from_key(key.split("#", maxsplit=1)[0] + f"#{tokens:.0f}")
        at = outline[outline[:, 0] == tokens][:, 1]
        expected = estimated(query).decode
        assert (min(at), mid, max(at)) == pytest.approx(tuple(expected)), tokens


def test_the_ceiling_is_the_ceiling_at_each_context(curve, estimated) -> None:
    line = drawn(context_curve(curve(FITS), pack("en")), "ceiling")
    first, last = line.get_ydata()[0], line.get_ydata()[-1]
    assert first == pytest.approx(estimated(Query.from_key(FITS)).ceiling_tok_s)
    end = Query.from_key(f"{FITS.split('#', maxsplit=1)[0]}#{line.get_xdata()[-1]:.0f}")
    assert last == pytest.approx(estimated(end).ceiling_at_context_tok_s)


def test_the_cliff_is_where_memory_is_full(curve, estimated) -> None:
    one = curve(CLIFF)
    shade = drawn(context_curve(one, pack("en")), "cliff")
    begins = shade.get_x()
    base = CLIFF.split("#", maxsplit=1)[0]
    assert begins == one.cliff_tokens
    assert estimated(Query.from_key(f"{base}#{begins:.0f}")).offload is None
    assert estimated(Query.from_key(f"{base}#{begins + 257:.0f}")).offload is not None
    assert begins + shade.get_width() == one.last_tokens


def test_what_is_tight_begins_where_the_answer_says_that_context_ends(curve, estimated) -> None:
    one = curve(CLIFF)
    shade = drawn(context_curve(one, pack("en")), "tight")
    assert shade.get_x() == estimated(Query.from_key(CLIFF)).max_context_tokens
    assert shade.get_x() + shade.get_width() == one.cliff_tokens


def test_no_cliff_is_drawn_where_all_fits(curve) -> None:
    figure = context_curve(curve(FITS), pack("en"))
    assert curve(FITS).cliff_tokens is None
    assert not [one for one in figure.findobj() if one.get_gid() == "cliff"]


def test_all_is_shaded_where_nothing_fits(curve) -> None:
    one = curve(NEVER)
    shade = drawn(context_curve(one, pack("en")), "cliff")
    assert (shade.get_x(), shade.get_width()) == (0, one.last_tokens)


def test_a_wide_spread_is_logarithmic_and_a_narrow_one_begins_at_zero(curve) -> None:
    wide = context_curve(curve(CLIFF), pack("en")).axes[0]
    narrow = context_curve(curve("qwen3-14b:q8_0@geforce-rtx-4090#4096"), pack("en")).axes[0]
    assert wide.get_yscale() == "log"
    assert narrow.get_yscale() == "linear"
    assert narrow.get_ylim()[0] == 0


def test_feel_zones_lie_at_their_borders(curve) -> None:
    zone = drawn(context_curve(curve(CLIFF), pack("en")), "zone:usable")
    assert (zone.get_y(), zone.get_y() + zone.get_height()) == (10, 20)


def test_several_sides_share_a_chart_with_their_own_cliffs(curve) -> None:
    keys = (CLIFF, "qwen3-32b:q4_k_m@geforce-rtx-3090*2#65536")
    figure = context_curves([curve(key) for key in keys], pack("en"))
    mark = drawn(figure, "cliff:0")
    assert list(mark.get_xdata()) == [curve(CLIFF).cliff_tokens]
    assert "GeForce RTX 4090: " in texts(figure)
    assert "2× GeForce RTX 3090: " in texts(figure)


def test_axes_have_units(curve, estimated) -> None:
    axes = context_curve(curve(CLIFF), pack("de")).axes[0]
    assert axes.get_xlabel() == "Kontext (Token)"
    assert axes.get_ylabel() == "Tempo (tok/s)"
    memory = memory_bar(estimated(Query.from_key(CLIFF)), pack("vi")).axes[0]
    assert memory.get_xlabel() == "bộ nhớ (GB)"


def test_the_memory_bar_holds_the_bytes_of_the_estimate(estimated) -> None:
    one = estimated(Query.from_key(CLIFF))
    figure = memory_bar(one, pack("en"))
    widths = [drawn(figure, f"{part}:0").get_width() for part in ("weights", "kv", "overhead")]
    memory = one.memory
    expected = (memory.weights_bytes, memory.kv_bytes, memory.overhead_bytes)
    assert [w * 1e9 for w in widths] == pytest.approx(expected)
    assert drawn(figure, "size:0").get_width() * 1e9 == pytest.approx(memory.available_bytes)
    spill = drawn(figure, "spill:0")
    assert spill.get_x() * 1e9 == pytest.approx(memory.available_bytes)
    assert spill.get_width() * 1e9 == pytest.approx(memory.needed_bytes - memory.available_bytes)


def test_what_does_not_stay_on_the_card_lies_beside_it(estimated) -> None:
    one = estimated(Query.from_key(CLIFF))
    need, card, beside = rows_of(one, pack("en"))
    assert card.bytes + beside.bytes == pytest.approx(need.bytes)
    assert beside.size_bytes is None


def test_a_model_that_fits_has_one_bar_and_no_spill(estimated) -> None:
    figure = memory_bar(estimated(Query.from_key(FITS)), pack("en"))
    assert len(rows_of(estimated(Query.from_key(FITS)), pack("en"))) == 1
    assert not [one for one in figure.findobj() if one.get_gid() == "spill:0"]


def test_bars_and_whiskers_are_the_interval(estimated) -> None:
    options = [estimated(Query.from_key(key)) for key in (CLIFF, FITS, TWO)]
    figure = option_bars(options, pack("en"))
    for i, one in enumerate(options):
        bars = [p for c in figure.axes[0].containers for p in c if p.get_gid() == f"bar:{i}"]
        assert bars[0].get_width() == pytest.approx(one.decode.mid)
        ends = drawn(figure, f"range:{i}").get_xdata()
        assert list(ends) == pytest.approx([one.decode.low, one.decode.high])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_names_stay_on_the_card(language: str, longest: Query, estimated) -> None:
    say = pack(language)
    one = estimated(longest)
    other = estimated(Query.from_key(FITS))
    figures = [
        context_curve(sweep(longest, estimated), say),
        context_curves([sweep(longest, estimated), sweep(Query.from_key(FITS), estimated)], say),
        memory_bar(one, say),
        option_bars([one, other], say),
    ]
    for figure in figures:
        data = style.written(figure, Format.PNG)
        assert len(data) < DISCORD_MOST_BYTES / 20
        width, height = struct.unpack(">II", data[16:24])
        assert width == style.WIDTH_PX
        assert 250 < height < 1_200
        for text in [*figure.texts, *(one for axes in figure.axes for one in axes.texts)]:
            box = text.get_window_extent()
            assert box.x0 >= -1, text.get_text()
            assert box.x1 <= width + 1, text.get_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_every_language_is_in_the_font(language: str, curve, recwarn) -> None:
    style.written(context_curve(curve(CLIFF), pack(language)), Format.PNG)
    assert not [w for w in recwarn if "Glyph" in str(w.message)]


def test_text_stands_out_from_the_card() -> None:
    for colour in (style.INK, style.MUTED, style.SKY, style.ORANGE, style.PURPLE):
        assert contrast(colour, style.CARD) >= 4.5, colour
    for colour in style.SIDES:
        assert contrast(colour, style.CARD) >= 3.0, colour


def test_the_card_brings_its_own_background(curve) -> None:
    data = style.written(context_curve(curve(FITS), pack("en")), Format.PNG)
    image = Image.open(BytesIO(data)).convert("RGBA")
    corners = [(0, 0), (image.width - 1, 0), (0, image.height - 1)]
    assert {image.getpixel(at) for at in corners} == {(0x1B, 0x1E, 0x24, 255)}


def test_svg_needs_no_font_and_is_the_same_each_time(curve) -> None:
    first, second = (
        style.written(context_curve(curve(FITS), pack("vi")), Format.SVG) for _ in range(2)
    )
    assert first.lstrip().startswith(b"<?xml")
    assert b"<text" not in first
    assert len(first) < 2**20
    assert len(first) == len(second)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
