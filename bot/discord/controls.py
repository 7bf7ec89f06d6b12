"""Buttons and menus under an answer, and the window for a log. Each carries what it is for.

None is kept in memory: a press comes back as an interaction with the custom_id, and that says all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.discord.choices import Menu
from bot.discord.ids import PREFIX, Action, ControlId
from bot.discord.text import cut
from core.language.pack import pack

LABEL: Final = 80
OPTION: Final = 100
PLACEHOLDER: Final = 150
OPTIONS: Final = 25
ROWS: Final = 5
BUTTONS: Final = 5
MODAL_TITLE: Final = 45
MODAL_LABEL: Final = 45
MODAL_INPUT: Final = 4_000
MODAL_HINT: Final = 100

DIAGNOSE: Final = PREFIX + "diagnose"
LOG: Final = "log"
WORDS: Final = "words"

PLACEHOLDERS: Final = {
    Action.QUANT: "chat.select.quant",
    Action.CONTEXT: "chat.select.context",
    Action.KV: "chat.select.kv",
    Action.COUNT: "chat.select.count",
    Action.OPTION: "chat.select.option",
    Action.TRY: "chat.select.try",
}
LABELS: Final = {
    Action.MATH: "chat.button.math",
    Action.CHART: "chat.button.chart",
    Action.ADVICE: "chat.button.advice",
    Action.FEEL: "chat.button.feel",
    Action.SHARE: "chat.button.share",
    Action.FORGET: "chat.button.forget",
    Action.CANCEL: "chat.button.cancel",
}
STYLES: Final = {
    Action.FORGET: discord.ButtonStyle.danger,
    Action.OPTION: discord.ButtonStyle.primary,
}


@dataclass(frozen=True, slots=True)
class Button:
    """A button and what it says, its action's phrase unless given."""

    control: ControlId
    label: str = ""


def view(control: ControlId, menus: Sequence[Menu], buttons: Sequence[Button]) -> ui.View | None:
    """Return the menus of `control` above rows of buttons, None without any."""
    found = ui.View(timeout=None)
    for row, menu in enumerate(menus[: ROWS - 1]):
        found.add_item(_pick(control.doing(menu.action), menu, row))
    first = len(menus[: ROWS - 1])
    for place, button in enumerate(buttons[: BUTTONS * (ROWS - first)]):
        found.add_item(_press(button, first + place // BUTTONS))
    found.stop()  # so that the library forgets it; presses arrive as bare interactions
    return found if found.children else None


def _pick(control: ControlId, menu: Menu, row: int) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=cut(one.label, OPTION),
            value=one.value,
            description=cut(one.description, OPTION) or None,
            default=one.current,
        )
        for one in menu.options[:OPTIONS]
    ]
    say = pack(control.language)
    return ui.Select(
        custom_id=control.text,
        placeholder=cut(say(PLACEHOLDERS[control.action]), PLACEHOLDER),
        options=options,
        row=row,
    )


def _press(button: Button, row: int) -> ui.Button[Any]:
    control = button.control
    style = STYLES.get(control.action, discord.ButtonStyle.secondary)
    label = button.label or pack(control.language)(LABELS[control.action])
    return ui.Button(style=style, label=cut(label, LABEL), custom_id=control.text, row=row)


def diagnose_window(language: str) -> ui.Modal:
    """Return the window in which a log is pasted."""
    say = pack(language)
    modal = ui.Modal(title=cut(say("chat.modal.title"), MODAL_TITLE), custom_id=DIAGNOSE)
    modal.add_item(_input(LOG, say("chat.modal.log"), say("chat.modal.log.hint"), required=True))
    modal.add_item(
        _input(WORDS, say("chat.modal.words"), say("chat.modal.words.hint"), required=False)
    )
    modal.stop()
    return modal


def _input(custom_id: str, label: str, hint: str, *, required: bool) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=custom_id,
        label=cut(label, MODAL_LABEL),
        placeholder=cut(hint, MODAL_HINT),
        style=discord.TextStyle.paragraph if required else discord.TextStyle.short,
        max_length=MODAL_INPUT if required else 500,
        required=required,
    )
