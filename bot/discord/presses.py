"""What a press of a button or a pick from a menu does.

The asker's own press changes the answer in its place; anyone else's gives them a copy of their own.
"""

from typing import Any, Final

from bot.discord.choices import changed
from bot.discord.desk import Desk, Interaction, can_post, mine
from bot.discord.drawing import draw
from bot.discord.ids import Action, ControlId, asker_of
from bot.discord.outlets import Rendered, ResponseOutlet
from bot.discord.press import Press, shown_again
from bot.handler import Reply
from bot.notices import notice
from core.answer import Answer
from core.errors import HowfastError
from core.query import Query

OWN_PAGE: Final = (Action.MATH, Action.ADVICE)
PICTURES: Final = (Action.CHART, Action.FEEL)


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
            await draw(desk, press)
        case action if action in OWN_PAGE:
            await _page(desk, press)
        case _:
            await _change(desk, press)


async def _change(desk: Desk, press: Press) -> None:
    """Answer the changed setup, or the one that was picked from a list."""
    outlet = press.outlet()
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
    outlet = press.outlet()
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

    await shown_again(desk, press, ResponseOutlet(press.interaction, ephemeral=True), shown)


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

    await shown_again(desk, press, ResponseOutlet(press.interaction), shown)


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


def _shareable(press: Press) -> bool:
    """Return whether the new answer is one that only its asker sees, and could be shared."""
    message: Any = press.interaction.message
    hidden = not press.mine or (message is not None and message.flags.ephemeral)
    return hidden and press.interaction.guild_id is not None and can_post(press.interaction)


async def press_old(desk: Desk, interaction: Interaction) -> None:
    """Say that a control is of another age."""
    nobody = ControlId(Action.CANCEL, mine(interaction) or "en", "aaaa")
    await _old(desk, Press.of(interaction, nobody, ""))
