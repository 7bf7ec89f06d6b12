"""Models that the catalog does not know, read from a model hub: dimensions and file sizes only."""

from typing import Final

SHORTEST: Final = 9  # characters of "a/b-7b-v1"; "tok/s" and "30b/32b" are shorter


def may_name_repository(text: str) -> bool:
    """Return whether it is worth loading what finds repositories in `text`."""
    return "/" in text and any("/" in word and len(word) >= SHORTEST for word in text.split())
