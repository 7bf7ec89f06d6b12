"""The terminal's ``--plot FILE``: the most telling picture of an answer, as PNG, SVG or GIF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.pictures.draw import curves_of, draw, kinds_of
from bot.pictures.picture import Format, Kind, NothingToDrawError, PictureFormatError
from bot.pictures.sparkline import context_sparkline
from core.answer import Answer

if TYPE_CHECKING:
    from core.advisor import Advisor

FORMATS: Final = {f".{form.value}": form for form in Format}


def plot(answer: Answer, path: str | Path, advisor: Advisor, *, kind: Kind | None = None) -> str:
    """Write a picture of `answer` to `path` and return what it shows, in words.

    The ending of `path` says the format; a GIF is the animation of how it feels.

    Raises
    ------
    PictureFormatError
        If `path` ends in none of .png, .svg and .gif.
    NothingToDrawError
        If the answer holds no estimate.
    OSError
        If the file cannot be written.
    """
    file = Path(path)
    form = FORMATS.get(file.suffix.lower())
    if form is None:
        raise PictureFormatError(f"the ending is .png, .svg or .gif, not {file.suffix or 'none'}")
    if kind is None:
        kind = _fitting(answer, form)
    picture = draw(kind, answer, advisor.estimate, form=form)
    file.write_bytes(picture.data)
    return picture.alt


def spark(answer: Answer, advisor: Advisor, *, ascii_only: bool = False) -> str:
    """Return the answer's speed over contexts as one line of text, or "" where it has none."""
    if Kind.CONTEXT not in kinds_of(answer):
        return ""
    curve = curves_of(answer, advisor.estimate)[0]
    return context_sparkline(curve, answer.language, ascii_only=ascii_only)


def _fitting(answer: Answer, form: Format) -> Kind:
    fitting = [kind for kind in kinds_of(answer) if (kind is Kind.FEEL) is (form is Format.GIF)]
    if not fitting:
        raise NothingToDrawError("this answer holds nothing to draw")
    return fitting[0]
