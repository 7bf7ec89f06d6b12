"""Slack's client: one Bolt app with the same listeners over Socket Mode or HTTP."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from aiohttp import ClientSession
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import FrontEndError, Service
from bot.settings import SlackSettings
from bot.slack import actions, commands, events
from bot.slack.desk import Desk
from bot.slack.door import Door
from bot.slack.files import Files
from bot.slack.installing import authorized
from bot.slack.link import Link, greet
from bot.slack.locales import Locales
from bot.slack.pictures import Pictures
from bot.slack.replies import retry_handlers
from bot.slack.taking import Taking
from bot.threads import Threads
from core.suggest import suggesters

SLACK_API: Final = "https://slack.com/api/"
CHECK_S: Final = 1.0
RETRY_S: Final = 5.0
PROBE_AFTER_S: Final = 5.0
"""A socket gone for so long [s] has Slack asked whether it still wants us."""

SETTLE_S: Final = 7.0
"""How long what was acked may take to be answered before the rest is drained [s]."""

log = logging.getLogger(__name__)


def create(service: Service) -> "SlackFrontEnd":
    """Return Slack's front end for `service`."""
    return SlackFrontEnd(service)


class SlackFrontEnd:
    """Connects, serves, pauses and closes; all that is said and done is in the listeners."""

    def __init__(self, service: Service) -> None:
        if service.settings.slack is None:
            raise FrontEndError("Slack is not configured: set HOWFAST_SLACK_BOT_TOKEN")
        self._service = service
        self._settings: SlackSettings = service.settings.slack
        self._taking = Taking()
        self._link: Link | None = None
        self._door: Door | None = None
        self._session: ClientSession | None = None
        self._drawing: Pictures | None = None
        self._closed = asyncio.Event()
        self._alive = False

    @property
    def connected(self) -> bool:
        """Return whether Slack can reach us."""
        return self._alive

    async def run(self) -> None:
        """Connect and serve until closed.

        Raises
        ------
        FrontEndError
            If Slack refuses a token, or the address cannot be listened on.
        """
        self._session = ClientSession()
        client = self._client(self._session)
        app = authorized(self._settings, self._service.store, client)
        desk = self._desk(self._session)
        self._drawing = desk.pictures
        for part in (events, commands, actions):
            part.register(app, desk, self._taking)
        await asyncio.to_thread(suggesters, desk.advisor.catalog)
        if self._settings.http is not None:
            await self._serve(app, desk.pictures)
        await self._greet(client)
        if self._settings.http is None:
            await self._connect(app, client)
        await self._watch()

    async def pause(self) -> None:
        """Take no new deliveries; what was taken can still be answered."""
        self._alive = False
        if self._door is not None:
            self._door.shut()
        if self._link is not None:
            await self._link.shut()
        await self._taking.idle(SETTLE_S)

    async def close(self) -> None:
        """Disconnect."""
        self._alive = False
        self._closed.set()
        if self._door is not None:
            await self._door.close()
        if self._link is not None:
            await self._link.close()
        if self._drawing is not None:
            self._drawing.close()
        if self._session is not None:
            await self._session.close()

    def _client(self, session: ClientSession) -> AsyncWebClient:
        token = self._settings.bot_token
        return AsyncWebClient(
            token=token.reveal() if token else None,
            base_url=self._settings.api or SLACK_API,
            session=session,
            retry_handlers=retry_handlers(),
        )

    def _pictures(self) -> Pictures | None:
        public, secret = self._settings.public, self._settings.signing_secret
        if public is None or secret is None:
            return None
        handler = self._service.handler
        return Pictures(public, secret, handler.advisor, handler.thinking)

    def _desk(self, session: ClientSession) -> Desk:
        return Desk(
            handler=self._service.handler,
            threads=Threads(self._service.store),
            locales=Locales(),
            files=Files(session, self._settings.api),
            session=session,
            pictures=self._pictures(),
        )

    async def _serve(self, app: AsyncApp, pictures: Pictures | None) -> None:
        address, secret = self._settings.http, self._settings.signing_secret
        if address is None or secret is None:
            raise FrontEndError("HOWFAST_SLACK_SIGNING_SECRET is missing")
        self._door = Door(app, secret, address, pictures)
        try:
            await self._door.open()
        except OSError:
            raise FrontEndError(
                f"HOWFAST_SLACK_HTTP: {address.host}:{address.port} cannot be listened on"
            ) from None

    async def _greet(self, client: AsyncWebClient) -> None:
        """Return when Slack has accepted the token; behind an open door once is enough."""
        while client.token and not self._closed.is_set():
            if await greet(client) or self._door is not None:
                return
            await self._pause_s(RETRY_S)

    async def _connect(self, app: AsyncApp, client: AsyncWebClient) -> None:
        token = self._settings.app_token
        if token is None:
            raise FrontEndError("HOWFAST_SLACK_APP_TOKEN is missing: Socket Mode needs it")
        self._link = Link(app, token, client)
        await self._link.open()

    async def _watch(self) -> None:
        """Keep knowing whether Slack can reach us, until closed."""
        dead_s = 0.0
        while not self._closed.is_set():
            was, self._alive = self._alive, await self._is_alive()
            if was is not self._alive:
                log.info("connected" if self._alive else "disconnected", extra={"what": "slack"})
            dead_s = 0.0 if self._alive else dead_s + CHECK_S
            if self._link is not None and dead_s >= PROBE_AFTER_S:
                dead_s = 0.0
                await self._link.probe()
            await self._pause_s(CHECK_S)

    async def _is_alive(self) -> bool:
        if self._link is not None:
            return await self._link.is_open()
        return self._door is not None and self._door.is_open

    async def _pause_s(self, seconds: float) -> None:
        """Return after `seconds` [s], or as soon as we are closed."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), seconds)
