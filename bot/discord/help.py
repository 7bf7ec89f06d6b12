"""What there is to ask, and the question before everything of a person goes."""

from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.discord.controls import Button, view
from bot.discord.embed import BLUE
from bot.discord.ids import Action, ControlId, asker_of
from bot.discord.outlets import Rendered
from core.answer import Answer, ClarifyText
from core.language.pack import pack
from core.reading import Intent

PARAGRAPHS: Final = ("what", "examples", "followup", "rig", "privacy")
PROMPTS: Final = ("fit", "speed", "slow", "model")


def help_answer(language: str) -> Callable[[], Awaitable[Answer]]:
    """Return what answers with the help, its examples to be picked."""
    say = pack(language)
    lines = tuple(say(f"chat.help.{code}") for code in PARAGRAPHS)
    title = say("chat.help.title")
    options = tuple(say(f"chat.help.prompt.{code}") for code in PROMPTS)

    async def act() -> Answer:
        return Answer(
            question="",
            language=language,
            intent=Intent.OFFTOPIC,
            status="answered",
            headline=title,
            paragraphs=lines,
            clarify=ClarifyText("question", title, options),
            text="\n".join((title, *lines)),
        )

    return act


def forget_page(language: str, user_id: int) -> Rendered:
    """Return the question whether everything shall go, with two buttons."""
    text = pack(language)("chat.forget.ask")
    control = ControlId(Action.FORGET, language, asker_of(user_id))
    return Rendered(
        discord.Embed(title=text, colour=BLUE),
        view(control, (), [Button(control), Button(control.doing(Action.CANCEL))]),
        text=text,
    )
