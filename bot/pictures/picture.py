"""A finished picture, and every way that drawing one can be refused."""

from dataclasses import dataclass
from enum import StrEnum

from core.errors import HowfastError


class Kind(StrEnum):
    """What a picture shows."""

    CONTEXT = "context"
    MEMORY = "memory"
    OPTIONS = "options"
    FEEL = "feel"


class Format(StrEnum):
    """How a picture is written."""

    PNG = "png"
    SVG = "svg"
    GIF = "gif"

    @property
    def mime(self) -> str:
        """The media type."""
        return "image/svg+xml" if self is Format.SVG else f"image/{self.value}"


@dataclass(frozen=True, slots=True)
class Picture:
    """Bytes to attach, and the words that stand for them where they cannot be seen."""

    kind: Kind
    format: Format
    data: bytes
    alt: str

    @property
    def name(self) -> str:
        """A file name."""
        return f"howfast-{self.kind.value}.{self.format.value}"


class PictureError(HowfastError):
    """A picture that is not made; the text of the answer stands without it."""


class NothingToDrawError(PictureError):
    """The answer holds no estimate that this kind of picture shows."""


class PictureFormatError(PictureError):
    """A file name that ends in no format this kind of picture has."""


class PicturesBusyError(PictureError):
    """Too many pictures wait already."""
