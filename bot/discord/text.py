"""Plain text made safe for Discord's markdown, and cut to its limits."""

import re
from typing import Final

MORE: Final = "…"
_SPECIAL: Final = re.compile(r"[\\*_~`|<>\[\]#@]|(?<=https):|(?<=http):", re.ASCII)
_AT_START: Final = re.compile(r"^( {0,8})([-+]) ", re.ASCII | re.MULTILINE)
_MARKUP: Final = re.compile(r"<(?:@[!&]?|#|a?:\w{1,32}:)\d{1,20}>|@everyone|@here", re.ASCII)


def escaped(text: str) -> str:
    r"""Return `text` so that Discord shows it as it is: no markup, no mention, no link.

    One pass, linear in the length.

    >>> escaped("Q4_K_M <@1> https://a.b")
    'Q4\\_K\\_M \\<\\@1\\> https\\://a.b'
    """
    return _AT_START.sub(r"\1\\\2 ", _SPECIAL.sub(r"\\\g<0>", text))


def cut(text: str, most: int) -> str:
    """Return plain `text` in at most `most` characters, "…" at its end where it was cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + MORE


def escaped_within(text: str, most: int) -> str:
    """Return `text` escaped in at most `most` characters, never cut inside an escape."""
    whole = escaped(text[:most])
    if len(whole) <= most and len(text) <= most:
        return whole
    room = most - len(MORE)
    shown = whole[:room]
    slashes = len(shown) - len(shown.rstrip("\\"))
    if slashes % 2:
        shown = shown[:-1]
    return shown.rstrip() + MORE


def words_of(content: str) -> str:
    """Return what a person wrote without the mentions, channels and emoji of Discord's markup."""
    return _MARKUP.sub(" ", content).strip()
