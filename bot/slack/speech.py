"""How people speak to the slash command, and how its own commands are called in Slack."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.slack.lists import COMMAND
from core.language.pack import LANGUAGES

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
    SETTINGS = "settings"


WORDS: Final = {
    "help": Ask.HELP,
    "hilfe": Ask.HELP,
    "rig": Ask.RIG,
    "report": Ask.REPORT,
    "feel": Ask.FEEL,
    "settings": Ask.SETTINGS,
}
FORGET_ME: Final = frozenset(
    {"forget me", "forget-me", "forgetme", "forget", "vergiss mich", "quên tôi"}
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A command's words, taken apart.

    `rate` is the speed that was named, for two of them; `changes` are those of the settings.
    """

    ask: Ask
    text: str = ""
    rate: str = ""
    changes: Mapping[str, object] = field(default_factory=dict)


def spoken(words: str) -> Spoken:
    """Return what the words after the command ask for.

    >>> report = spoken("report 38,5 tok/s qwen3 8b on a 3060")
    >>> report.ask, report.rate, report.text
    (<Ask.REPORT: 'report'>, '38,5 tok/s', 'qwen3 8b on a 3060')
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
        case Ask.SETTINGS:
            return Spoken(ask, rest, changes=_changes(rest))
        case _:
            return Spoken(ask, rest)


def spoken_to(words: str) -> Spoken:
    """Return what words without a command ask for: mostly they are a question.

    >>> spoken_to("rig 4090").ask, spoken_to("rig with a 4090: 8b?").ask, spoken_to("report").ask
    (<Ask.RIG: 'rig'>, <Ask.QUESTION: 'question'>, <Ask.QUESTION: 'question'>)
    """
    said = spoken(words)
    is_question = "?" in said.text or "\n" in said.text
    rateless = said.ask is Ask.REPORT and not said.rate
    if is_question or rateless or said.ask in (Ask.FEEL, Ask.SETTINGS):
        return Spoken(Ask.QUESTION, words)
    return said


def _changes(text: str) -> dict[str, object]:
    """Return the settings that `text` changes, none where it only asks for them.

    >>> _changes("language de"), _changes("sharing on"), _changes("language auto"), _changes("")
    ({'language': 'de'}, {'share_measurements': True}, {'language': None}, {})
    """
    match text.lower().split():
        case ["language", "auto"]:
            return {"language": None}
        case ["language", tongue] if tongue in LANGUAGES:
            return {"language": tongue}
        case ["sharing", "on" | "off" as switch]:
            return {"share_measurements": switch == "on"}
        case _:
            return {}


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
