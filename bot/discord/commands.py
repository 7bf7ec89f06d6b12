"""The commands: what each takes, and what is asked with it."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.discord import manage
from bot.discord.attachments import UnreadableFileError
from bot.discord.controls import diagnose_window
from bot.discord.deliveries import of_interaction
from bot.discord.desk import Interaction, desk_of, mine
from bot.discord.help import forget_page, help_answer
from bot.discord.pasted import file_of, unread, with_log
from bot.discord.suggestions import Choice, names, questions
from bot.discord.text import words_of
from bot.discord.translate import arguments, choice, named, said

LONGEST: Final = 4_000
NAME: Final = 100
Text = app_commands.Range[str, 1, LONGEST]
Name = app_commands.Range[str, 1, NAME]


@app_commands.command(**named("howfast"))
@arguments(question="question", log="log")
async def howfast(
    interaction: Interaction, question: Text, log: discord.Attachment | None = None
) -> None:
    """Answer a question in the asker's own words."""
    text = words_of(question)
    await with_log(interaction, text, log, quote=text)


@howfast.autocomplete("question")
async def _question(interaction: Interaction, typed: str) -> list[Choice]:
    return questions(desk_of(interaction).advisor.catalog, typed, mine(interaction) or "en")


@app_commands.command(**named("fit"))
@arguments(model="model", device="device", quant="quant", context="context")
async def fit(
    interaction: Interaction,
    model: Name,
    device: Name,
    quant: Name | None = None,
    context: Name | None = None,
) -> None:
    """Say whether a model fits."""
    at = f" with {context} context" if context else ""
    text = f"does {model} {quant or ''} fit on {device}{at}?"
    await _typed(interaction, text)


@app_commands.command(**named("compare"))
@arguments(first="first", second="second")
async def compare(interaction: Interaction, first: Text, second: Text) -> None:
    """Hold two setups against each other."""
    quote = f"{first} / {second}"
    await desk_of(interaction).ask(
        interaction,
        words_of(f"compare {first} vs {second}"[:LONGEST]),
        language=mine(interaction),
        quote=quote,
    )


@fit.autocomplete("model")
async def _model(interaction: Interaction, typed: str) -> list[Choice]:
    return names(desk_of(interaction).advisor.catalog, "model", typed)


@fit.autocomplete("device")
async def _device(interaction: Interaction, typed: str) -> list[Choice]:
    return names(desk_of(interaction).advisor.catalog, "device", typed)


@fit.autocomplete("quant")
async def _quant(interaction: Interaction, typed: str) -> list[Choice]:
    return names(desk_of(interaction).advisor.catalog, "quant", typed)


@compare.autocomplete("first")
@compare.autocomplete("second")
async def _side(interaction: Interaction, typed: str) -> list[Choice]:
    return questions(desk_of(interaction).advisor.catalog, typed, mine(interaction) or "en")


@app_commands.command(**named("diagnose"))
@arguments(log="log")
async def diagnose(interaction: Interaction, log: discord.Attachment | None = None) -> None:
    """Open a window for a log, or read the one that came along."""
    language = mine(interaction) or "en"
    if log is None:
        await interaction.response.send_modal(diagnose_window(language))
        return
    await with_log(interaction, "", log)


@app_commands.command(**named("feel"))
@arguments(rate="rate")
async def feel(interaction: Interaction, rate: app_commands.Range[float, 0.1, 10_000.0]) -> None:
    """Show what a speed looks like."""
    await _typed(interaction, f"what does {rate:g} tok/s feel like?")


@app_commands.command(**named("rig"))
@app_commands.choices(
    action=[choice("rig.show", "show"), choice("rig.set", "set"), choice("rig.forget", "forget")]
)
@arguments(action="action", hardware="hardware")
async def rig(
    interaction: Interaction,
    action: app_commands.Choice[str] | None = None,
    hardware: app_commands.Range[str, 1, 200] | None = None,
) -> None:
    """Show, set or forget the person's hardware."""
    does = action.value if action else ("set" if hardware else "show")
    words = {"show": "", "forget": "forget"}.get(does, hardware or "?")
    await desk_of(interaction).rig(interaction, words)


@app_commands.command(**named("report"))
@arguments(rate="rate", setup="setup")
async def report(
    interaction: Interaction,
    rate: app_commands.Range[float, 0.01, 100_000.0],
    setup: app_commands.Range[str, 1, 500] | None = None,
) -> None:
    """Take a measured speed."""
    await desk_of(interaction).report(interaction, rate, setup or "")


@app_commands.command(**named("help"))
async def help_(interaction: Interaction) -> None:
    """Say what there is to ask."""
    language = mine(interaction) or "en"
    incoming = of_interaction(interaction, language=language)
    await desk_of(interaction).run(interaction, incoming, help_answer(language))


@app_commands.command(**named("forget-me"))
async def forget_me(interaction: Interaction) -> None:
    """Ask whether everything of the person shall go."""
    page = forget_page(mine(interaction) or "en", interaction.user.id)
    await interaction.response.send_message(
        embed=page.embed, view=page.view or discord.utils.MISSING, ephemeral=True
    )


@app_commands.context_menu(name=said("command.check.name"))
async def check(interaction: Interaction, message: discord.Message) -> None:
    """Answer anyone's message, for who asked only."""
    desk = desk_of(interaction)
    try:
        attachment = await file_of(interaction, list(message.attachments), ephemeral=True)
    except UnreadableFileError as error:
        await unread(interaction, error.code, ephemeral=True)
        return
    text = words_of(message.content)
    if not text and not attachment:
        await unread(interaction, "chat.empty", ephemeral=True)
        return
    await desk.ask(interaction, text, attachment=attachment, ephemeral=True)


async def _typed(interaction: Interaction, text: str) -> None:
    """Ask what was put together from options, in the reader's language."""
    await desk_of(interaction).ask(interaction, text, language=mine(interaction))


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Put all commands into `tree`."""
    ours: tuple[app_commands.Command[Any, ..., Any], ...] = (
        *(howfast, fit, compare, diagnose, feel),
        *(rig, report, help_, forget_me, manage.settings),
    )
    for one in ours:
        tree.add_command(one)
    tree.add_command(check)
