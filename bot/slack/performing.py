"""What the sub-words do, in the slash command as in a direct message or a mention."""

from dataclasses import replace

from bot.handler import Reply
from bot.incoming import Incoming
from bot.notices import language_of, notice
from bot.slack.desk import Desk
from bot.slack.home import help_lines
from bot.slack.speech import Ask, Spoken
from core.answer import Answer
from core.language.pack import pack


async def perform(
    desk: Desk, incoming: Incoming, said: Spoken, reply: Reply, *, edit: Reply | None = None
) -> None:
    """Do what was `said`, and reply; `edit` puts another answer in the place of the first."""
    asked, handler = replace(incoming, text=said.text), desk.handler
    match said.ask:
        case Ask.RIG:
            await handler.rig(asked, reply)
        case Ask.REPORT:
            await handler.report(_reported(asked), said.rate, reply)
        case Ask.FORGET:
            await handler.forget(asked, reply)
        case Ask.HELP:
            await handler.run(asked, lambda: help_answer(desk, asked), reply)
        case Ask.FEEL:
            await handler.ask(_felt(asked, said), reply)
        case Ask.SETTINGS:
            await handler.configure(asked, said.changes, reply)
        case Ask.QUESTION:
            await handler.ask(asked, reply, edit=edit)


async def help_answer(desk: Desk, incoming: Incoming) -> Answer:
    """Return what the app can do."""
    say = pack(await desk.language(incoming))
    lines = help_lines(say)
    whole = notice("chat.help.title", say.language)
    return replace(whole, paragraphs=tuple(lines), text="\n\n".join((whole.headline, *lines)))


def _reported(incoming: Incoming) -> Incoming:
    """Return the report, about the setup in its words, else about the last answer."""
    return replace(incoming, previous_key=None) if incoming.text else incoming


def _felt(incoming: Incoming, said: Spoken) -> Incoming:
    """Return the question what a speed feels like, in the person's own language."""
    return replace(
        incoming,
        text=f"feel {said.rate.split()[0]} tok/s",
        previous_key=None,
        language=language_of(incoming.locale),
    )
