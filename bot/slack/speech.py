"""How people speak to the slash command, and how its own commands are called in Slack."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.slack.lists import COMMAND

OURS: Final = re.compile(r"(?<![\w/])/(rig|report|forget-me|help|feel)\b", re.ASCII)
RATE: Final = re.compile(
    r"~?\d{1,6}(?:[.,]\d{1,3})?(?: {0,3}(?:t/s|tok/s|tokens?/s|tps))?", re.ASCII
)


class Ask(StrEnum):
    """What the first word after the command asks for."""

    QUESTION = "question"
    HELP = "help"
    RIG = "rig"
    REPORT = "report"
    FEEL = "feel"
    FORGET = "forget"


WORDS: Final = {
    "help": Ask.HELP,
    "hilfe": Ask.HELP,
    "rig": Ask.RIG,
    "report": Ask.REPORT,
    "feel": Ask.FEEL,
}
FORGET_ME: Final = frozenset(
    {"forget me", "forget-me", "forgetme", "forget", "vergiss mich", "quên tôi"}
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A command's words, taken apart. `rate` is the speed that was named, for two of them."""

    ask: Ask
    text: str = ""
    rate: str = ""


def spoken(words: str) -> Spoken:
    """Return what the words after the command ask for.

    >>> spoken("report 38,5 tok/s qwen3 8b on a 3060")
    Spoken(ask=<Ask.REPORT: 'report'>, text='qwen3 8b on a 3060', rate='38,5 tok/s')
    >>> spoken("feel the speed of 8b on a 3060?").ask, spoken(" Forget  me ").ask, spoken("").ask
    (<Ask.QUESTION: 'question'>, <Ask.FORGET: 'forget'>, <Ask.HELP: 'help'>)
    """
    text = words.strip()
    if " ".join(text[:40].lower().split()) in FORGET_ME:
        return Spoken(Ask.FORGET)
    first, _, rest = text.partition(" ")
    ask = WORDS.get(first.lower(), Ask.QUESTION) if text else Ask.HELP
    rest = rest.strip()
    match ask:
        case Ask.QUESTION:
            return Spoken(ask, text)
        case Ask.HELP if rest:
            return Spoken(Ask.QUESTION, text)
        case Ask.REPORT | Ask.FEEL:
            return _rated(ask, rest, text)
        case _:
            return Spoken(ask, rest)


def slack_words(text: str) -> str:
    """Return `text` with commands as they are called here.

    >>> slack_words("Save it with /rig, not and/or; /forget-me.")
    'Save it with /howfast rig, not and/or; /howfast forget me.'
    """
    return OURS.sub(lambda found: f"{COMMAND} {found[1].replace('-', ' ')}", text)


def _rated(ask: Ask, rest: str, text: str) -> Spoken:
    found = RATE.match(rest)
    if found is not None:
        return Spoken(ask, rest[found.end() :].strip(), found[0])
    return Spoken(Ask.QUESTION, text) if ask is Ask.FEEL else Spoken(ask, rest)
