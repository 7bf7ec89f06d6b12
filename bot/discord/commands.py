"""The commands: what each takes, and what is asked with it."""

from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.discord import manage
from bot.discord.attachments import UnreadableFileError, log_of
from bot.discord.controls import DIAGNOSE, LOG, WORDS, diagnose_window
from bot.discord.deliveries import of_interaction
from bot.discord.desk import Desk, Interaction, mine
from bot.discord.help import forget_page, help_answer
from bot.discord.suggestions import Choice, names, questions
from bot.discord.text import words_of
from bot.discord.translate import arguments, choice, named, said
from core.language.pack import pack

LONGEST: Final = 4_000
NAME: Final = 100
LINES_OF_A_LOG: Final = 2
CHARS_OF_A_LOG: Final = 400
"""What is shorter are somebody's words about the speed."""

Text = app_commands.Range[str, 1, LONGEST]
Name = app_commands.Range[str, 1, NAME]


def desk_of(interaction: Interaction) -> Desk:
    """Return the client's desk."""
    return cast("Desk", cast("Any", interaction.client).desk)


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
        attachment = await _file(interaction, list(message.attachments), ephemeral=True)
    except UnreadableFileError as error:
        await _unread(interaction, error.code, ephemeral=True)
        return
    text = words_of(message.content)
    if not text and not attachment:
        await _unread(interaction, "chat.empty", ephemeral=True)
        return
    await desk.ask(interaction, text, attachment=attachment, ephemeral=True)


async def submitted(desk: Desk, interaction: Interaction, custom_id: str) -> None:
    """Answer the window that was sent."""
    if custom_id != DIAGNOSE:
        return
    typed = dict(_typed_in(interaction))
    words, log = typed.get(WORDS, ""), typed.get(LOG, "")
    if log.count("\n") < LINES_OF_A_LOG and len(log) < CHARS_OF_A_LOG:
        words, log = f"{words} {log}".strip(), ""
    await desk.ask(interaction, words, attachment=log, language=mine(interaction), quote=words)


async def with_log(
    interaction: Interaction, text: str, log: discord.Attachment | None, *, quote: str = ""
) -> None:
    """Answer `text` with what stands in the file."""
    try:
        attachment = await _file(interaction, [log] if log else [], ephemeral=False)
    except UnreadableFileError as error:
        await _unread(interaction, error.code, ephemeral=True)
        return
    await desk_of(interaction).ask(interaction, text, attachment=attachment, quote=quote)


async def _file(
    interaction: Interaction, files: list[discord.Attachment], *, ephemeral: bool
) -> str:
    """Return the text of a file; fetching it may take longer than Discord waits."""
    if not files:
        return ""
    hidden = ephemeral or await desk_of(interaction).is_hidden(interaction)
    await interaction.response.defer(ephemeral=hidden, thinking=True)
    return await log_of(files)


async def _unread(interaction: Interaction, code: str, *, ephemeral: bool) -> None:
    text = pack(mine(interaction) or "en")(code)
    if interaction.response.is_done():
        await interaction.edit_original_response(content=text)
    else:
        await interaction.response.send_message(text, ephemeral=ephemeral)


async def _typed(interaction: Interaction, text: str) -> None:
    """Ask what was put together from options, in the reader's language."""
    await desk_of(interaction).ask(interaction, text, language=mine(interaction))


def _typed_in(interaction: Interaction) -> list[tuple[str, str]]:
    """Return the fields of a window by their ids."""
    rows = cast("Any", interaction.data or {}).get("components", ())
    parts = [
        part
        for row in rows
        for part in (*row.get("components", ()), row.get("component") or {})
        if "custom_id" in part
    ]
    return [(part["custom_id"], str(part.get("value") or "")) for part in parts]


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Put all commands into `tree`."""
    ours: tuple[app_commands.Command[Any, ..., Any], ...] = (
        *(howfast, fit, compare, diagnose, feel),
        *(rig, report, help_, forget_me, manage.settings),
    )
    for one in ours:
        tree.add_command(one)
    tree.add_command(check)
