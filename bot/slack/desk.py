"""What the listeners work with, and what they all do: know the person, ask, send, remember."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from aiohttp import ClientSession
from slack_sdk.models.blocks import ImageBlock
from slack_sdk.web.async_client import AsyncWebClient

from bot.handler import Handler, Reply
from bot.incoming import Incoming
from bot.notices import language_of
from bot.slack.files import Files
from bot.slack.incoming import Payload, team
from bot.slack.locales import Locales
from bot.slack.pictures import Pictures
from bot.slack.render import Message, message, words
from bot.slack.replies import Send
from bot.slack.text import clip, escape
from bot.store import StoreUnavailableError
from bot.thinking import AdvisorLike
from bot.threads import Threads
from core.answer import Answer
from core.reading import Intent

PLACE_CHARS: Final = 80
MOST_ALT: Final = 1_900


@dataclass(frozen=True, slots=True)
class Desk:
    """The handler with what Slack needs beside it."""

    handler: Handler
    threads: Threads
    locales: Locales
    files: Files
    session: ClientSession
    pictures: Pictures | None = None

    @property
    def advisor(self) -> AdvisorLike:
        """Return the core."""
        return self.handler.advisor

    async def known(self, incoming: Incoming, client: AsyncWebClient, *places: str) -> Incoming:
        """Return `incoming` with the person's language and what it goes on from.

        That is what the first of `places` that was ever about something was last about.
        """
        locale = await self.locales.of(client, incoming.tenant_id, incoming.user_id)
        key = None
        for place in dict.fromkeys(places):
            key = key or await self.threads.key(incoming.tenant, place)
        return replace(incoming, locale=locale, previous_key=key)

    async def locale(self, body: Payload, client: AsyncWebClient, user: str) -> str | None:
        """Return the locale of `user` in the workspace of `body`."""
        return await self.locales.of(client, team(body), user)

    async def language(self, incoming: Incoming) -> str:
        """Return the language for words of ours: the person's, else the workspace's."""
        mine = incoming.language or language_of(incoming.locale)
        if mine is not None:
            return mine
        try:
            settings = await self.handler.store.settings.get(incoming.tenant)
        except StoreUnavailableError:
            return "en"
        return settings.language or "en"

    def reply(
        self, incoming: Incoming, place: str, send: Send, *, may_share: bool = False
    ) -> Reply:
        """Return what sends an answer, and remembers that `place` is about it."""

        async def reply(answer: Answer, /) -> None:
            if answer.key and answer.status in ("answered", "clarify"):
                await self.threads.remember(incoming.tenant, place, incoming.user_id, answer.key)
            said = message(answer, self.advisor.catalog, may_share=may_share)
            feels = answer.intent is Intent.FEEL
            await send(self.pictured(said, answer, answer.text) if feels else said)

        return reply

    def pictured(self, said: Message, answer: Answer, alt: str) -> Message:
        """Return `said` with the picture of `answer`, where Slack can fetch one from us."""
        where = self.pictures.address(answer) if self.pictures else None
        if where is None:
            return said
        picture = ImageBlock(image_url=where, alt_text=clip(escape(alt), MOST_ALT))
        return replace(said, picture=picture.to_dict())

    def rendered(self, send: Send, render: Callable[[Answer], Awaitable[Message]]) -> Reply:
        """Return what sends something else made of an answer: its arithmetic, its chart."""

        async def reply(answer: Answer, /) -> None:
            whole = answer.status == "answered" and bool(answer.arithmetic)
            await send(await render(answer) if whole else words(answer.text))

        return reply


def place_of(channel: str, under: str | None) -> str:
    """Return the name of a conversation: a channel with its thread, or with a person.

    >>> place_of("C1", "171.2"), place_of("D1", None)
    ('C1:171.2', 'D1')
    """
    return (f"{channel}:{under}" if under else channel)[:PLACE_CHARS]
