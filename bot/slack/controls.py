"""The menus and buttons under an answer."""

from collections.abc import Iterable, Sequence
from typing import Final

from slack_sdk.models.blocks import (
    ActionsBlock,
    ButtonElement,
    ExternalDataSelectElement,
    InteractiveElement,
    Option,
    StaticSelectElement,
)

from bot import choices
from bot.choices import Choice
from bot.pictures.draw import kinds_of
from bot.slack.ids import (
    CHART,
    CONTEXT,
    COUNT,
    DEVICE,
    LEAD,
    MATH,
    MODEL,
    PICK,
    QUANT,
    SHARE,
    WAY,
    Act,
    again,
)
from bot.slack.text import plain
from catalog.load import Catalog
from core.answer import Answer
from core.language.pack import pack
from core.reading import Intent

MOST_OPTIONS: Final = 100
MOST_BUTTONS: Final = 8
OPTION_CHARS: Final = 75
VALUE_CHARS: Final = 150
PLACEHOLDER_CHARS: Final = 150

ORDER: Final = (MODEL, QUANT, DEVICE, COUNT, CONTEXT, WAY)

BY_KEY: Final = frozenset({Intent.SPEED, Intent.FIT})
"""What a key alone gives again; other answers need the words too."""


def rows(answer: Answer, catalog: Catalog, *, may_share: bool) -> list[ActionsBlock]:
    """Return the rows of controls: what to pick, what to change, what to see."""
    found = (
        _picks(answer),
        _ordered([*_menus(answer, catalog), *_names(answer, catalog)]),
        _buttons(answer, may_share=may_share),
    )
    return [ActionsBlock(elements=list(one)) for one in found if one]


def options(found: Iterable[Choice]) -> list[Option]:
    """Return choices as Slack's options."""
    return [_option(one) for one in list(found)[:MOST_OPTIONS]]


def value_of(answer: Answer) -> str:
    """Return what a button carries so that this answer can be made again."""
    if answer.key and answer.intent in BY_KEY:
        return again(answer.key, "")
    return again(answer.key if answer.followup else None, answer.question)


def _ordered(menus: list[InteractiveElement]) -> list[InteractiveElement]:
    """Return the menus as a setup is read: model, quant, device, count, context."""
    starts = [f"{LEAD}:{what}:" for what in ORDER]
    return sorted(
        menus,
        key=lambda one: next(
            n for n, s in enumerate(starts) if (one.action_id or "").startswith(s)
        ),
    )


def _option(one: Choice) -> Option:
    return Option(text=plain(one.label, OPTION_CHARS), value=one.key)


def _picks(answer: Answer) -> list[InteractiveElement]:
    """Return a button for each answer to the question back."""
    if answer.clarify is None:
        return []
    return [
        ButtonElement(
            text=plain(text, OPTION_CHARS),
            value=again(answer.key, text),
            action_id=Act(PICK, answer.language, f"{n}:{answer.key or ''}").id,
        )
        for n, text in enumerate(answer.clarify.options[:MOST_BUTTONS])
    ]


def _menus(answer: Answer, catalog: Catalog) -> list[InteractiveElement]:
    menus = (
        (QUANT, choices.quants(answer, catalog)),
        (CONTEXT, choices.contexts(answer)),
        (COUNT, choices.counts(answer)),
        (WAY, choices.ways(answer, catalog)),
    )
    return [_menu(answer, what, found) for what, found in menus if found]


def _menu(answer: Answer, what: str, found: Sequence[Choice]) -> StaticSelectElement:
    label = "chat.button.advice" if what == WAY else f"chat.select.{what}"
    return StaticSelectElement(
        action_id=Act(what, answer.language, answer.key or "").id,
        placeholder=plain(pack(answer.language)(label), PLACEHOLDER_CHARS),
        options=options(found),
        initial_option=next((_option(one) for one in found if one.current), None),
    )


def _names(answer: Answer, catalog: Catalog) -> list[InteractiveElement]:
    """Return the menus of all models and all devices, for an answer about one of each."""
    query = choices.asked(answer)
    if query is None or answer.key is None:
        return _wanted(answer)
    model = catalog.models.get(query.model) if isinstance(query.model, str) else None
    device = catalog.devices.get(query.devices[0].id) if len(query.devices) == 1 else None
    known = ((MODEL, model), (DEVICE, device))
    return [_search(answer, what, one.name if one else None) for what, one in known]


def _wanted(answer: Answer) -> list[InteractiveElement]:
    """Return the menu of what the question back asks for."""
    slot = answer.clarify.slot if answer.clarify else ""
    what = {"devices": DEVICE, "model": MODEL}.get(slot)
    return [_search(answer, what, None)] if what and answer.key else []


def _search(answer: Answer, what: str, name: str | None) -> ExternalDataSelectElement:
    key = answer.key or ""
    now = _option(Choice(name, key)) if name else None
    return ExternalDataSelectElement(
        action_id=Act(what, answer.language, key).id,
        placeholder=plain(pack(answer.language)(f"chat.select.{what}"), PLACEHOLDER_CHARS),
        min_query_length=0,
        initial_option=now,
    )


def _buttons(answer: Answer, *, may_share: bool) -> list[InteractiveElement]:
    found = []
    if answer.arithmetic:
        found.append(_button(answer, MATH))
    if answer.estimate and kinds_of(answer):
        found.append(_button(answer, CHART))
    if may_share and answer.status == "answered" and (answer.key or answer.question):
        found.append(_button(answer, SHARE))
    return found


def _button(answer: Answer, what: str) -> InteractiveElement:
    return ButtonElement(
        text=plain(pack(answer.language)(f"chat.button.{what}"), OPTION_CHARS),
        value=value_of(answer),
        action_id=Act(what, answer.language, answer.key or "").id,
    )
