"""A picture for an answer, put into it or into a copy of it."""

import discord

from bot.discord.desk import Desk
from bot.discord.ids import Action, asker_of
from bot.discord.outlets import Rendered
from bot.discord.press import Press, shown_again
from bot.notices import notice
from bot.pictures.draw import kinds_of
from bot.pictures.lanes import rate_lanes
from bot.pictures.picture import Kind, Picture, PictureError
from core.answer import Answer


async def draw(desk: Desk, press: Press) -> None:
    """Put a picture into the answer, or into a copy of it."""
    outlet = press.outlet()

    async def shown(answer: Answer) -> Rendered:
        picture = await _drawn(desk, press.control.action, answer)
        asker = asker_of(press.interaction.user.id)
        if picture is None:
            return await _nothing(desk, press)
        page = await desk.replies.answer(answer, asker, picture=picture)
        return _kept(press, page, picture)

    await outlet.working()
    await shown_again(desk, press, outlet, shown)


async def _nothing(desk: Desk, press: Press) -> Rendered:
    """Say that there is nothing to draw, and leave the answer as it stands."""
    said = notice("chat.nothing_drawn", press.language)
    message = press.interaction.message
    if not press.mine or message is None or not message.embeds:
        return await desk.replies.answer(said, asker_of(press.interaction.user.id))
    await press.interaction.followup.send(said.text, ephemeral=True)
    return Rendered(message.embeds[0], _view(message))


def _kept(press: Press, page: Rendered, picture: Picture) -> Rendered:
    """Return the answer as it stands, with the picture: a control does not carry all its words."""
    message = press.interaction.message
    if message is None or not message.embeds:
        return page
    embed = message.embeds[0].copy()
    embed.set_image(url=f"attachment://{picture.name}")
    if not press.mine:
        return Rendered(embed, page.view, picture, page.text)
    return Rendered(embed, _view(message), picture, page.text)


def _view(message: discord.Message) -> discord.ui.View:
    """Return the controls of `message` as they are."""
    view = discord.ui.View.from_message(message, timeout=None)
    view.stop()
    return view


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
