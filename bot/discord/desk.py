"""What is done with a delivery: asked of the handler, rendered, sent where it came from."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

import discord

from bot.app import Service
from bot.discord.deliveries import PLATFORM, of_interaction, tenant_id_of
from bot.discord.ids import asker_of
from bot.discord.last import LastKeys
from bot.discord.outlets import MessageOutlet, Outlet, ResponseOutlet
from bot.discord.replies import Replies
from bot.handler import Outcome, Reply, Result
from bot.incoming import Incoming, tenant
from bot.notices import language_of, notice
from bot.pictures.lanes import asked_rates, rate_lanes
from bot.pictures.picture import Picture, PictureError
from bot.pictures.studio import Studio
from bot.store import StoreUnavailableError, TenantSettings
from core.answer import Answer

WAIT_S: Final = 10.0
"""How long someone who sent too much is told to wait [s], where it is told at all."""

Interaction = discord.Interaction[Any]
Act = Callable[[], Awaitable[Answer]]


class Desk:
    """Everything a command, a message or a press needs, once for the client."""

    def __init__(self, service: Service) -> None:
        self.handler = service.handler
        self.store = service.store
        self.advisor = service.handler.advisor
        self.replies = Replies(self.advisor, service.handler.thinking)
        self.studio = Studio(self.advisor.estimate)
        self.last = LastKeys()

    async def settings(self, tenant_id: str) -> TenantSettings:
        """Return what the server's owner chose, the defaults while the database is away."""
        try:
            return await self.store.settings.get(tenant(PLATFORM, tenant_id))
        except StoreUnavailableError:
            return TenantSettings()

    async def ask(
        self,
        interaction: Interaction,
        text: str,
        *,
        attachment: str = "",
        language: str | None = None,
        quote: str = "",
        ephemeral: bool = False,
    ) -> None:
        """Answer a command in its channel, for the asker's eyes only where that is wanted."""
        incoming = of_interaction(
            interaction, text, attachment=attachment, language=language, previous_key=None
        )
        hidden = ephemeral or await self.is_hidden(interaction)
        outlet = ResponseOutlet(interaction, ephemeral=hidden)
        shareable = hidden and interaction.guild_id is not None and can_post(interaction)
        reply = self.replying(outlet, incoming, quote=quote, shareable=shareable)
        result = await self.handler.ask(incoming, reply, working=outlet.working, edit=reply)
        await self.finish(interaction, incoming, result)

    async def ask_message(
        self, message: discord.Message, incoming: Incoming, settings: TenantSettings
    ) -> None:
        """Answer a mention or a direct message with a reply."""
        language = language_of(incoming.locale) or settings.language or "en"
        outlet = MessageOutlet(message, language=language, in_thread=settings.place == "thread")
        reply = self.replying(outlet, incoming)
        result = await self.handler.ask(incoming, reply, working=outlet.working, edit=reply)
        self.remember(incoming, result)

    async def run(
        self, interaction: Interaction, incoming: Incoming, act: Act, *, ephemeral: bool = True
    ) -> None:
        """Do `act` and show what it returns."""
        outlet = ResponseOutlet(interaction, ephemeral=ephemeral)
        reply = self.replying(outlet, incoming)
        result = await self.handler.run(incoming, act, reply, working=outlet.working)
        await self.finish(interaction, incoming, result)

    async def rig(self, interaction: Interaction, words: str) -> None:
        """Show, set or forget the person's hardware, for their eyes only."""
        incoming = of_interaction(interaction, words, language=mine(interaction))
        reply = self.replying(ResponseOutlet(interaction, ephemeral=True), incoming)
        await self.finish(interaction, incoming, await self.handler.rig(incoming, reply))

    async def report(self, interaction: Interaction, rate: float, setup: str) -> None:
        """Take a measured speed for `setup`, or for what was last answered here."""
        place = str(interaction.channel_id), str(interaction.user.id)
        key = None if setup else self.last.get(*place)
        incoming = of_interaction(interaction, setup, language=mine(interaction), previous_key=key)
        reply = self.replying(ResponseOutlet(interaction, ephemeral=True), incoming)
        await self.finish(interaction, incoming, await self.handler.report(incoming, rate, reply))

    async def configure(self, interaction: Interaction, changes: Mapping[str, object]) -> None:
        """Change the server's settings and show them."""
        incoming = of_interaction(interaction, language=mine(interaction))
        reply = self.replying(ResponseOutlet(interaction, ephemeral=True), incoming)
        result = await self.handler.configure(incoming, changes, reply)
        await self.finish(interaction, incoming, result)

    def replying(
        self, outlet: Outlet, incoming: Incoming, *, quote: str = "", shareable: bool = False
    ) -> Reply:
        """Return what sends an answer to `outlet`."""
        asker = asker_of(incoming.user_id)

        async def reply(answer: Answer, /) -> None:
            picture = await self._felt(answer, outlet)
            page = await self.replies.answer(
                answer, asker, quote=quote, shareable=shareable, picture=picture
            )
            await outlet.send(page)

        return reply

    async def finish(self, interaction: Interaction, incoming: Incoming, result: Result) -> None:
        """Remember what was answered; tell a person whom nothing was told."""
        self.remember(incoming, result)
        if interaction.response.is_done():
            return
        language = mine(interaction) or "en"
        if result.outcome is Outcome.CLOSING:
            said = notice("chat.restarting", language)
        elif result.outcome is Outcome.SILENT:
            said = notice("chat.limit.user", language, wait=WAIT_S)
        else:
            return
        await interaction.response.send_message(said.text, ephemeral=True)

    def remember(self, incoming: Incoming, result: Result) -> None:
        """Keep the key of what was answered, for what follows."""
        if result.answer is not None:
            asks = result.answer.status == "clarify"
            self.last.put(incoming.channel_id, incoming.user_id, result.answer.key, asks=asks)

    async def is_hidden(self, interaction: Interaction) -> bool:
        """Return whether commands are answered for the asker only, here."""
        if interaction.guild_id is None:
            return False
        settings = await self.settings(tenant_id_of(interaction))
        return settings.ephemeral or not is_allowed(settings, interaction.channel)

    async def _felt(self, answer: Answer, outlet: Outlet) -> Picture | None:
        """Return the animation of a speed that was asked about."""
        rates = asked_rates(answer)
        if not rates or answer.status != "answered":
            return None
        await outlet.working()
        try:
            return await self.studio.feel(rate_lanes(rates), answer.language)
        except PictureError:
            return None


def desk_of(interaction: Interaction) -> Desk:
    """Return the desk of the client that took `interaction`."""
    return cast("Desk", cast("Any", interaction.client).desk)


def mine(interaction: Interaction) -> str | None:
    """Return the reader's language, None where it is none of ours."""
    return language_of(str(interaction.locale))


def is_allowed(settings: TenantSettings, channel: object) -> bool:
    """Return whether answers may stand in `channel`, a thread counting as its parent."""
    allowed = settings.allowed_channels
    ids = {str(getattr(channel, "id", "")), str(getattr(channel, "parent_id", ""))}
    return not allowed or not ids.isdisjoint(allowed)


def can_post(interaction: Interaction) -> bool:
    """Return whether the app may write where the command was given."""
    return interaction.app_permissions.send_messages or interaction.app_permissions.administrator
