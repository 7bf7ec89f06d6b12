"""Writes an animated GIF frame by frame, holding two frames at a time.

The drawing library's own writer keeps all of them, which costs 150 MB for a large animation; here
each frame is the box that changed, with what did not change in it left transparent.
Format: CompuServe, "Graphics Interchange Format, version 89a", 1990.
"""

from collections.abc import Iterable
from struct import pack
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

COLOURS: Final = 16
TRANSPARENT: Final = COLOURS - 1
GLOBAL_TABLE: Final = 0x80 | 0x70 | 3  # a table of 2^(3+1) colours for all frames
LOOP_FOR_EVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
END: Final = b"\x3b"
KEEP: Final = 1  # disposal: the next frame is drawn over this one


def written(frames: Iterable[tuple[Image.Image, int]], palette: list[int]) -> bytes:
    """Return `frames`, palette images with how long each stands [1/100 s], as a GIF that loops."""
    out: list[bytes] = []
    before: Image.Image | None = None
    shown: tuple[Image.Image, tuple[int, int]] | None = None
    lasts = 0
    for image, duration in frames:
        if before is None:
            out.append(_header(image.size, palette))
            change: tuple[Image.Image, tuple[int, int]] | None = (image, (0, 0))
        else:
            change = _changed(before, image)
        if change is not None:
            if shown is not None:
                out += _frame(*shown, lasts)
            shown, lasts = change, 0
        lasts += duration
        before = image
    if shown is not None:
        out += _frame(*shown, lasts)
    return b"".join([*out, END])


def _header(size: tuple[int, int], palette: list[int]) -> bytes:
    table = bytes(palette).ljust(3 * COLOURS, b"\0")
    return b"GIF89a" + pack("<HHBBB", *size, GLOBAL_TABLE, 0, 0) + table + LOOP_FOR_EVER


def _changed(before: Image.Image, now: Image.Image) -> tuple[Image.Image, tuple[int, int]] | None:
    """Return the box in which two frames differ, and its corner; None where they do not."""
    difference = ImageChops.difference(_levels(before), _levels(now))
    box = difference.getbbox()
    if box is None:
        return None
    part = now.crop(box)
    same = difference.crop(box).point([255] + [0] * 255)
    part.paste(TRANSPARENT, mask=same)
    return part, (box[0], box[1])


def _levels(image: Image.Image) -> Image.Image:
    """Return the palette's indices as a grey image, without a look at the palette."""
    return Image.frombytes("L", image.size, image.tobytes())


def _frame(image: Image.Image, corner: tuple[int, int], duration: int) -> list[bytes]:
    return getdata(
        image,
        corner,
        duration=duration * 10,
        disposal=KEEP,
        transparency=TRANSPARENT,
        interlace=0,
    )
