"""Plain text made safe for Slack's mrkdwn, and cut where a place has too little room."""

from collections.abc import Iterable
from typing import Final

from slack_sdk.models.blocks import MarkdownTextObject, PlainTextObject

MORE: Final = " …"


def escape(text: str) -> str:
    """Return `text` with the three characters that Slack gives a meaning replaced.

    >>> escape("<!channel> & <@U1>")
    '&lt;!channel&gt; &amp; &lt;@U1&gt;'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    """Return what a person wrote of what Slack sends.

    >>> unescape("8b &gt; 4b &amp;amp;")
    '8b > 4b &amp;'
    """
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def bold(text: str) -> str:
    """Return `text`, escaped and bold; a star in it would end that too soon.

    >>> bold("2*3090 <b>")
    '*2∗3090 &lt;b&gt;*'
    """
    line = escape(text.replace("*", "∗")).strip()
    return f"*{line}*" if line else ""


def clip(text: str, most: int) -> str:
    """Return `text` in at most `most` characters, cut at a line or word and never in an entity.

    >>> clip("one two three", 9)
    'one two …'
    """
    if len(text) <= most:
        return text
    cut = text[: most - len(MORE) + 1]
    at = max(cut.rfind("\n"), cut.rfind(" "))
    cut = cut[:at] if at > 0 else cut[:-1]
    entity = cut.rfind("&")
    if entity >= 0 and ";" not in cut[entity:]:
        cut = cut[:entity]
    return cut.rstrip() + MORE


def pages(lines: Iterable[str], most: int) -> list[str]:
    """Return `lines` joined into as few texts as hold at most `most` characters each."""
    found: list[str] = []
    for line in (clip(one, most) for one in lines):
        if found and len(found[-1]) + 1 + len(line) <= most:
            found[-1] += "\n" + line
        else:
            found.append(line)
    return found


def mrkdwn(text: str) -> MarkdownTextObject:
    """Return the text object; names of channels, people and pages in it stay plain words."""
    return MarkdownTextObject(text=text, verbatim=True)


def plain(text: str, most: int) -> PlainTextObject:
    """Return `text` as it is, clipped; Slack shows plain text with entities undone."""
    return PlainTextObject(text=clip(escape(text), most))
