"""Answers without an estimate: a feel, a recipe, a question back, a friendly no."""

from itertools import pairwise
from typing import Final

from core.answer import ClarifyText
from core.compose.case import Case, Draft
from core.message import Message
from core.physics.feel import feel_of
from core.reading import Clarify, Intent

_WORDS_PER_TOKEN: Final = 0.75
_AGENT_TOK_S: Final = 30.0
_HELLO: Final = frozenset(
    ["hi", "hello", "hey", "yo", "moin", "hallo", "servus", "guten", "chào", "chao", "alo", "xin"]
)
_THANKS: Final = frozenset(
    ["thanks", "thx", "ty", "danke", "merci", "cheers", "cảm", "cám", "cam", "ơn", "thank", "dank"]
)
_SERIES: Final = ("rtx", "gtx", "rx")
_DIGITS: Final = (3, 4)
_ENGINES: Final = (
    "llama.cpp",
    "ollama",
    "lm-studio",
    "vllm",
    "sglang",
    "mlx",
    "koboldcpp",
    "exllama",
)


def feel(case: Case) -> Draft:
    """Return what a rate feels like, in words, waits and reading speed."""
    say, rate = case.say, case.query.target_tok_s or case.query.measured_tok_s
    if not rate:
        return Draft(headline=say("feel.headline.none"), show_assumptions=False)
    agent = "feel.agent.fine" if rate >= _AGENT_TOK_S else "feel.agent.slow"
    return Draft(
        headline=say("feel.headline", rate=rate, feel=Message(f"feel.{feel_of(rate).value}")),
        paragraphs=(
            say("feel.words", words=rate * 60 * _WORDS_PER_TOKEN),
            say("feel.answer", short=300 / rate, long=1_000 / rate),
            say("feel.thinking", think=2_000 / rate),
            say(agent),
            say("feel.try", rate=rate),
        ),
        show_assumptions=False,
    )


def measure(case: Case) -> Draft:
    """Return the two-minute recipe for the engine they use, and what to paste back."""
    say = case.say
    return Draft(
        headline=say("measure.headline"),
        paragraphs=(
            say(f"measure.engine.{_engine(case.query.engine)}"),
            say("measure.short"),
            say("measure.rate"),
            say("measure.ttft"),
            say("measure.gpu"),
            say("measure.paste"),
        ),
        show_assumptions=False,
    )


def _engine(said: str | None) -> str:
    name = (said or "other").lower().replace(" ", "-").replace("_", "-")
    if name.startswith(("exl", "tabby")):
        return "exllama"
    if name.startswith(("ik-llama", "llama-server", "llama-bench", "llamacpp", "llama-cpp")):
        return "llama.cpp"
    return next((known for known in _ENGINES if name.startswith(known)), "other")


def offtopic(case: Case) -> Draft:
    """Return one friendly line saying what this is for."""
    words = set(case.question.text.casefold().replace("!", " ").replace(".", " ").split()[:6])
    kind = "thanks" if words & _THANKS else "hello" if words & _HELLO else "line"
    return Draft(
        headline=case.say(f"offtopic.{kind}"),
        status="declined",
        intent=Intent.OFFTOPIC,
        show_assumptions=False,
    )


def clarify(case: Case, asked: Clarify) -> Draft:
    """Return the one question back, with answers to pick from."""
    if asked.slot == "devices" and (card := _unknown_card(case.question.text)):
        return _nearest_cards(case, card)
    text = case.pack.say(asked.text)
    return Draft(
        headline=text,
        status="clarify",
        clarify=ClarifyText(asked.slot, text, asked.options),
    )


def _unknown_card(text: str) -> tuple[str, str] | None:
    """Return the series and number of what looks like a graphics card: ("rtx", "4095")."""
    words = text.casefold().replace("?", " ").replace(",", " ").split()
    for series, number in pairwise(words):
        if series in _SERIES and number.isascii() and number.isdecimal() and len(number) in _DIGITS:
            return series, number
    return None


def _nearest_cards(case: Case, card: tuple[str, str]) -> Draft:
    """Return the question back with the three cards of the series whose numbers come closest."""
    series, number = card
    found = []
    for device in case.catalog.devices.values():
        words = device.name.casefold().split()
        at = words.index(series) + 1 if series in words else len(words)
        if at < len(words) and words[at].isdecimal() and not device.laptop:
            found.append((abs(int(words[at]) - int(number)), len(device.name), device.name))
    near = tuple(name for _, _, name in sorted(found)[:3])
    name = " ".join(card).upper()
    text = case.say("clarify.unknown", name=name, nearest=", ".join(near))
    return Draft(headline=text, status="clarify", clarify=ClarifyText("devices", text, near))
