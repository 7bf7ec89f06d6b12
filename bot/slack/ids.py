"""What the ids of buttons and menus say: what to do, in which language, with which query."""

from dataclasses import dataclass
from typing import Final

LEAD: Final = "hf"
MOST_CHARS: Final = 255
MOST_VALUE: Final = 2_000

MATH: Final = "math"
CHART: Final = "chart"
SHARE: Final = "share"
PICK: Final = "pick"
QUANT: Final = "quant"
CONTEXT: Final = "context"
COUNT: Final = "count"
MODEL: Final = "model"
DEVICE: Final = "device"
WAY: Final = "way"
RIG: Final = "rig"
FORGET: Final = "forget"

SHOWN: Final = (QUANT, CONTEXT, COUNT, MODEL, DEVICE, WAY)
"""Menus whose chosen option is the key of what to show."""

SUGGESTED: Final = (MODEL, DEVICE)
"""Menus whose options are looked up while somebody types."""


@dataclass(frozen=True, slots=True)
class Act:
    """One button or menu. `key` is the query it stands under, "" where there is none."""

    what: str
    language: str
    key: str = ""

    @property
    def id(self) -> str:
        """Return it as an action id.

        >>> Act("quant", "en", "qwen3-8b:q8_0@m4-max").id
        'hf:quant:en:qwen3-8b:q8_0@m4-max'
        """
        return f"{LEAD}:{self.what}:{self.language}:{self.key}"


def act_of(action_id: str) -> Act | None:
    """Return the act of an action id, None where it is none of ours.

    >>> act_of("hf:pick:de::3")
    Act(what='pick', language='de', key=':3')
    """
    lead, *rest = action_id.split(":", 3)
    if lead != LEAD or len(rest) != 3 or len(action_id) > MOST_CHARS:  # noqa: PLR2004
        return None
    return Act(*rest)


def again(key: str | None, question: str) -> str:
    """Return the value of a button that needs the whole answer again: its key, then its words.

    The words stay with Slack, in the message; `question` is "" where the key says it all.
    """
    return f"{key or ''}\n{question}"[:MOST_VALUE]


def split_again(value: str) -> tuple[str | None, str]:
    """Return the key and the words of `again`.

    >>> split_again(again("@m4-max", "what runs on it?")), split_again(again(None, "hi"))
    (('@m4-max', 'what runs on it?'), (None, 'hi'))
    """
    key, _, question = value.partition("\n")
    return key or None, question
