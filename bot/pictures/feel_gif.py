"""The animation that types one answer at the speeds of its lanes, all at once and in true time."""

from importlib.util import find_spec
from math import floor
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.gif import COLOURS, written
from bot.pictures.lanes import Clock, Lane
from bot.pictures.timeline import Frame, frames_of
from core.language.pack import Pack
from core.message import Message
from core.physics.feel import feel_of

CARD_RGB: Final = (0x1B, 0x1E, 0x24)
INK_RGB: Final = (0xF4, 0xF5, 0xF7)
ACCENTS_RGB: Final = ((0x56, 0xB4, 0xE9), (0xE6, 0x9F, 0x00), (0x00, 0x9E, 0x73))

SHADES: Final = 8
"""Levels from card to ink; the colours of the lanes stand behind them in the palette."""
INK: Final = 255
MUTED: Final = 176

WIDTH: Final = 760
MARGIN: Final = 28
TEXT_SIZE: Final = 26
LINE: Final = 38
HEADER: Final = 54
LINES_OF_LANE: Final = {1: 7, 2: 5, 3: 4}
MARK: Final = 20
CLOCK: Final = 124
CLOCK_STEP_S: Final = 0.5
_TITLE_ROOM: Final = WIDTH - 2 * MARGIN - MARK - 12 - CLOCK


def feel_gif(lanes: tuple[Lane, ...], pieces: list[str], say: Pack) -> bytes:
    """Return the animation of `lanes` typing `pieces`, the tokens of one answer, as a GIF."""
    clock = Clock.of(lanes)
    frames = frames_of(lanes, len(pieces), clock)
    stage = _Stage(lanes, pieces, say, clock)
    return written(((stage.drawn(frame), frame.duration) for frame in frames), _PALETTE)


class _Stage:
    """The card with its lanes; each frame adds the tokens that came since the one before."""

    def __init__(self, lanes: tuple[Lane, ...], pieces: list[str], say: Pack, clock: Clock) -> None:
        self._lanes, self._pieces, self._say, self._clock = lanes, pieces, say, clock
        self._lines = LINES_OF_LANE[len(lanes)]
        self._font, self._bold = _font("DejaVuSans.ttf"), _font("DejaVuSans-Bold.ttf")
        titles = [f"{lane.label}: {_speed(lane, say)}" for lane in lanes if lane.label]
        is_long = any(self._bold.getlength(title) > _TITLE_ROOM for title in titles)
        self._header = HEADER + LINE * is_long
        self._height = self._header + LINE * self._lines + MARGIN // 2
        self._places = _laid_out(pieces, self._font)
        self._shown = [-1] * len(lanes)
        self._clocks = [""] * len(lanes)
        self._image = Image.new("L", (WIDTH, self._height * len(lanes) + MARGIN // 2), 0)
        self._draw = ImageDraw.Draw(self._image)
        for i, lane in enumerate(lanes):
            self._title(i, lane)

    def drawn(self, frame: Frame) -> Image.Image:
        """Return the card at one moment."""
        for i, (lane, count) in enumerate(zip(self._lanes, frame.tokens, strict=True)):
            self._clock_text(i, lane, frame, count)
            self._body(i, lane, frame.told_s, count)
        return self._coloured()

    def _title(self, index: int, lane: Lane) -> None:
        x, y = MARGIN + MARK + 12, self._top(index) + HEADER // 2
        speed = _speed(lane, self._say)
        if self._header == HEADER:
            text = f"{lane.label}: {speed}" if lane.label else speed
            self._draw.text((x, y), text, INK, font=self._bold, anchor="lm")
            return
        label = _cut(lane.label, self._bold, _TITLE_ROOM)
        self._draw.text((x, y), label, INK, font=self._bold, anchor="lm")
        self._draw.text((x, y + LINE), speed, INK, font=self._font, anchor="lm")

    def _clock_text(self, index: int, lane: Lane, frame: Frame, count: int) -> None:
        done_s = lane.wait_s + (len(self._pieces) - 1) / lane.tok_s
        is_done = count >= len(self._pieces)
        told = done_s if is_done else floor(frame.told_s / CLOCK_STEP_S + 1e-6) * CLOCK_STEP_S
        text = self._say("pic.clock", time=told) if told else ""
        if text == self._clocks[index]:
            return
        self._clocks[index] = text
        y = self._top(index) + HEADER // 2
        self._draw.rectangle((WIDTH - MARGIN - CLOCK, y - 20, WIDTH, y + 20), 0)
        self._draw.text((WIDTH - MARGIN, y), text, MUTED, font=self._font, anchor="rm")

    def _body(self, index: int, lane: Lane, told_s: float, count: int) -> None:
        if count == 0:
            self._wait(index, lane, told_s)
            return
        first = max(0, self._shown[index])
        line = self._places[count - 1][0]
        scrolled = max(0, line - self._lines + 1)
        was = max(0, self._places[first - 1][0] - self._lines + 1) if first else -1
        if was != scrolled:
            self._clear(index)
            first = next(i for i, place in enumerate(self._places) if place[0] >= scrolled)
        for i in range(first, count):
            row, x = self._places[i]
            y = self._top(index) + self._header + LINE * (row - scrolled)
            self._draw.text((x, y), self._pieces[i].strip(" "), INK, font=self._font)
        self._shown[index] = count

    def _wait(self, index: int, lane: Lane, told_s: float) -> None:
        code = "pic.waiting" if told_s < lane.ttft_s or not lane.thinking_tokens else "pic.thinking"
        text = self._say(code)
        if self._clock.cut_s and told_s >= self._clock.cut_from_s + self._clock.cut_s:
            text += " " + self._say("pic.skipped", time=self._clock.cut_s)
        self._clear(index)
        at = (MARGIN, self._top(index) + self._header)
        self._draw.text(at, text, MUTED, font=self._font)
        self._shown[index] = 0

    def _clear(self, index: int) -> None:
        top = self._top(index) + self._header
        self._draw.rectangle((0, top, WIDTH, top + LINE * self._lines), 0)

    def _top(self, index: int) -> int:
        return MARGIN // 4 + self._height * index

    def _coloured(self) -> Image.Image:
        image = self._image.point(_STEPS)
        draw = ImageDraw.Draw(image)
        for i in range(len(self._lanes)):
            y = self._top(i) + (HEADER - MARK) // 2
            draw.rectangle((MARGIN, y, MARGIN + MARK, y + MARK), SHADES + i)
        image.putpalette(_PALETTE)
        return image


def _speed(lane: Lane, say: Pack) -> str:
    feel = Message(f"feel.short.{feel_of(lane.tok_s).value}")
    return say("pic.speed.feel", rate=lane.tok_s, feel=feel)


def _blend(share: float) -> list[int]:
    return [round(a + (b - a) * share) for a, b in zip(CARD_RGB, INK_RGB, strict=True)]


_STEPS: Final = [round(level / 255 * (SHADES - 1)) for level in range(256)]
_PALETTE: Final = [v for i in range(SHADES) for v in _blend(i / (SHADES - 1))] + [
    v for colour in ACCENTS_RGB for v in colour
]
assert len(_PALETTE) < 3 * COLOURS  # noqa: S101  (one is left for what is transparent)


def _font(name: str) -> ImageFont.FreeTypeFont:
    """Return a face of DejaVu as the chart library brings it, without loading that library."""
    found = find_spec("matplotlib")
    assert found is not None  # noqa: S101  (a dependency)
    assert found.origin is not None  # noqa: S101
    path = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf" / name
    return ImageFont.truetype(str(path), TEXT_SIZE)


def _laid_out(pieces: list[str], font: ImageFont.FreeTypeFont) -> list[tuple[int, float]]:
    """Return line and left edge of each token; a word is never broken."""
    places: list[tuple[int, float]] = []
    row, x, i = 0, float(MARGIN), 0
    space = font.getlength(" ")
    while i < len(pieces):
        end = i + 1
        while end < len(pieces) and not pieces[end].startswith(" "):
            end += 1
        word = [piece.strip(" ") for piece in pieces[i:end]]
        gap = space if x > MARGIN and pieces[i].startswith(" ") else 0.0
        if x + gap + font.getlength("".join(word)) > WIDTH - MARGIN:
            row, x, gap = row + 1, float(MARGIN), 0.0
        places += [(row, x + gap + _left(word, n, font)) for n in range(len(word))]
        x += gap + font.getlength("".join(word))
        i = end
    return places


def _left(word: list[str], n: int, font: ImageFont.FreeTypeFont) -> float:
    """Return where the nth part of a word begins, kerned against the part before."""
    return font.getlength("".join(word[: n + 1])) - font.getlength(word[n])


def _cut(text: str, font: ImageFont.FreeTypeFont, width: float) -> str:
    """Return `text`, cut in its middle with "…" where it is too wide: both ends tell something."""
    if font.getlength(text) <= width:
        return text
    half = len(text) // 2
    left, right = text[:half], text[half:]
    while font.getlength(f"{left}…{right}") > width and right:
        left, right = left[:-1], right[1:]
    return f"{left.rstrip()}…{right.lstrip()}"
