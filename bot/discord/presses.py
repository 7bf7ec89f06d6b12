"""What a press of a button or a pick from a menu does.

The asker's own press changes the answer in its place; anyone else's gives them a copy of their own.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.discord.choices import changed
from bot.discord.deliveries import of_interaction
from bot.discord.desk import Desk, Interaction, can_post, mine
from bot.discord.ids import Action, ControlId, asker_of
from bot.discord.outlets import Rendered, ResponseOutlet
from bot.handler import Reply, Result
from bot.incoming import Incoming
from bot.notices import notice
from bot.pictures.draw import kinds_of
from bot.pictures.lanes import rate_lanes
from bot.pictures.picture import Kind, Picture, PictureError
from core.answer import Answer
from core.errors import HowfastError
from core.query import Query

CHANGES: Final = (Action.QUANT, Action.CONTEXT, Action.KV, Action.COUNT)
OWN_PAGE: Final = (Action.MATH, Action.ADVICE)
PICTURES: Final = (Action.CHART, Action.FEEL)

Showing = Callable[[Answer], Awaitable[Rendered]]


@dataclass(frozen=True, slots=True)
class Press:
    """One press: by whom, on what, with which value, in which language."""

    interaction: Interaction
    control: ControlId
    value: str
    mine: bool
    language: str

    @classmethod
    def of(cls, interaction: Interaction, control: ControlId, value: str) -> "Press":
        """Return the press behind `interaction`."""
        message = interaction.message
        hidden = message is not None and message.flags.ephemeral
        is_mine = hidden or control.asker == asker_of(interaction.user.id)
        language = control.language if is_mine else mine(interaction) or control.language
        return cls(interaction, control, value, is_mine, language)

    def incoming(self, text: str = "", key: str | None = None) -> Incoming:
        """Return it as a delivery."""
        return of_interaction(self.interaction, text, language=self.language, previous_key=key)


async def pressed(desk: Desk, interaction: Interaction, control: ControlId, value: str) -> None:
    """Do what `control` is for."""
    press = Press.of(interaction, control, value)
    match control.action:
        case Action.FORGET:
            incoming = press.incoming()
            outlet = ResponseOutlet(interaction, ephemeral=True, edits=True)
            desk.last.forget(incoming.user_id)
            result = await desk.handler.forget(incoming, desk.replying(outlet, incoming))
            await desk.finish(interaction, incoming, result)
        case Action.CANCEL:
            await _cancelled(desk, press)
        case Action.OPTION:
            await _option(desk, press)
        case Action.SHARE:
            await _share(desk, press)
        case action if action in PICTURES:
            await _picture(desk, press)
        case action if action in OWN_PAGE:
            await _page(desk, press)
        case _:
            await _change(desk, press)


async def _change(desk: Desk, press: Press) -> None:
    """Answer the changed setup, or the one that was picked from a list."""
    outlet = _outlet(press)
    try:
        key = _key(desk, press)
    except HowfastError:
        await _old(desk, press)
        return
    incoming = press.incoming(key=key)
    reply = desk.replying(outlet, incoming, shareable=_shareable(press))
    result = await desk.handler.show(incoming, key, reply, working=outlet.working)
    await desk.finish(press.interaction, incoming, result)


def _key(desk: Desk, press: Press) -> str:
    """Return the key of the setup that a pick asks for; raises where it is none."""
    keys, control = desk.replies.keys, press.control
    if control.action is Action.TRY:
        return keys.expand(press.value)
    whole = keys.expand(control.keys[0] if control.keys else "")
    try:
        key = changed(Query.from_key(whole), control.action, press.value).key
    except ValueError:
        raise HowfastError(press.value) from None
    if key is None:
        raise HowfastError(whole)
    return key


async def _option(desk: Desk, press: Press) -> None:
    """Ask on with the answer that was picked."""
    try:
        short, *words = press.control.keys or ("",)
        key = desk.replies.keys.expand(short) if short else None
    except HowfastError:
        await _old(desk, press)
        return
    outlet = _outlet(press)
    incoming = press.incoming(press.value or " ".join(words), key)
    reply = desk.replying(outlet, incoming, shareable=_shareable(press))
    result = await desk.handler.ask(incoming, reply, working=outlet.working)
    await desk.finish(press.interaction, incoming, result)


async def _page(desk: Desk, press: Press) -> None:
    """Show the arithmetic, or all of the advice, beside the answer."""

    async def shown(answer: Answer) -> Rendered:
        if press.control.action is Action.MATH:
            return desk.replies.math(answer)
        return await desk.replies.advice(answer, asker_of(press.interaction.user.id))

    await _again(desk, press, ResponseOutlet(press.interaction, ephemeral=True), shown)


async def _picture(desk: Desk, press: Press) -> None:
    """Put a picture into the answer, or into a copy of it."""
    outlet = _outlet(press)

    async def shown(answer: Answer) -> Rendered:
        picture = await _drawn(desk, press.control.action, answer)
        asker = asker_of(press.interaction.user.id)
        if picture is None:
            return await desk.replies.answer(notice("chat.nothing_drawn", press.language), asker)
        page = await desk.replies.answer(answer, asker, picture=picture)
        return _kept(press, page, picture)

    await outlet.working()
    await _again(desk, press, outlet, shown)


def _kept(press: Press, page: Rendered, picture: Picture) -> Rendered:
    """Return the answer as it stands, with the picture: a control does not carry all its words."""
    message = press.interaction.message
    if message is None or not message.embeds:
        return page
    embed = message.embeds[0].copy()
    embed.set_image(url=f"attachment://{picture.name}")
    if not press.mine:
        return Rendered(embed, page.view, picture, page.text)
    view = discord.ui.View.from_message(message, timeout=None)
    view.stop()
    return Rendered(embed, view, picture, page.text)


async def _drawn(desk: Desk, action: Action, answer: Answer) -> Picture | None:
    kinds = kinds_of(answer)
    try:
        if action is Action.FEEL:
            query = answer.resolved.query if answer.resolved else None
            rate = query.measured_tok_s if query else None
            if answer.estimate is None and rate:
                return await desk.studio.feel(rate_lanes((rate,)), answer.language)
            return await desk.studio.draw(Kind.FEEL, answer)
        first = next((kind for kind in kinds if kind is not Kind.FEEL), None)
        return None if first is None else await desk.studio.draw(first, answer)
    except PictureError:
        return None


async def _share(desk: Desk, press: Press) -> None:
    """Show in the channel what only the asker sees."""
    message = press.interaction.message
    if message is None or not message.embeds:
        await _old(desk, press)
        return

    async def shown(answer: Answer) -> Rendered:
        page = await desk.replies.answer(answer, asker_of(press.interaction.user.id))
        page = Rendered(message.embeds[0].copy(), page.view, None, page.text)
        page.embed.set_image(url=None)
        name = press.interaction.user.display_name
        return desk.replies.shared(page, name, press.language)

    await _again(desk, press, ResponseOutlet(press.interaction), shown)


async def _again(desk: Desk, press: Press, outlet: ResponseOutlet, shown: Showing) -> None:
    """Answer the setups of the control anew and send what `shown` makes of it."""
    incoming = press.incoming()

    async def act() -> Answer:
        def work() -> Answer:
            try:
                return desk.replies.rebuilt(press.control.keys, press.language)
            except HowfastError:
                return notice("chat.old_button", press.language, status="error")

        return await desk.handler.thinking.of(work)

    async def reply(answer: Answer, /) -> None:
        usable = answer.status == "answered"
        page = shown(answer) if usable else desk.replies.answer(answer, asker_of(incoming.user_id))
        await outlet.send(await page)

    result: Result = await desk.handler.run(incoming, act, reply, working=outlet.working)
    await desk.finish(press.interaction, incoming, result)


async def _old(desk: Desk, press: Press) -> None:
    """Say that the control is of another age."""
    await _told(desk, press, "chat.old_button", edits=False)


async def _cancelled(desk: Desk, press: Press) -> None:
    await _told(desk, press, "chat.forget.cancelled", edits=True)


async def _told(desk: Desk, press: Press, code: str, *, edits: bool) -> None:
    incoming = press.incoming()
    outlet = ResponseOutlet(press.interaction, ephemeral=True, edits=edits)
    reply: Reply = desk.replying(outlet, incoming)

    async def act() -> Answer:
        return notice(code, press.language)

    await desk.finish(press.interaction, incoming, await desk.handler.run(incoming, act, reply))


def _outlet(press: Press) -> ResponseOutlet:
    return ResponseOutlet(press.interaction, ephemeral=True, edits=press.mine)


def _shareable(press: Press) -> bool:
    """Return whether the new answer is one that only its asker sees, and could be shared."""
    message: Any = press.interaction.message
    hidden = not press.mine or (message is not None and message.flags.ephemeral)
    return hidden and press.interaction.guild_id is not None and can_post(press.interaction)


async def press_old(desk: Desk, interaction: Interaction) -> None:
    """Say that a control is of another age."""
    nobody = ControlId(Action.CANCEL, mine(interaction) or "en", "aaaa")
    await _old(desk, Press.of(interaction, nobody, ""))
