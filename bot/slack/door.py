"""The HTTP door: a request without Slack's valid signature gets 401 and is not looked at."""

import hmac
import re
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest

from bot.secret import Secret
from bot.settings import Address
from bot.slack.lists import EVENTS_PATH, INSTALL_PATH, PICTURES_PATH, REDIRECT_PATH
from bot.slack.pictures import Pictures

WINDOW_S: Final = 300
"""How old or how far ahead a signed request may be [s], as Slack advises."""

MOST_BYTES: Final = 1_048_576
STAMP: Final = re.compile(r"\d{1,12}", re.ASCII)
BACKLOG: Final = 512


def is_signed(
    secret: Secret, headers: Mapping[str, str], body: bytes, now: Callable[[], float] = time.time
) -> bool:
    """Return whether Slack signed `body`, lately; whatever the headers hold, it raises nothing."""
    stamp = headers.get("X-Slack-Request-Timestamp", "")
    given = headers.get("X-Slack-Signature", "")
    if not STAMP.fullmatch(stamp) or abs(int(now()) - int(stamp)) > WINDOW_S:
        return False
    signed = hmac.new(secret.reveal().encode(), b"v0:" + stamp.encode() + b":" + body, sha256)
    return hmac.compare_digest(
        f"v0={signed.hexdigest()}".encode(), given.encode("utf-8", "surrogateescape")
    )


class Door:
    """Serves Slack's requests, and the pages of an installation where there is one."""

    def __init__(
        self, app: AsyncApp, secret: Secret, address: Address, pictures: Pictures | None = None
    ) -> None:
        self._app = app
        self._pictures = pictures
        self._secret = secret
        self._address = address
        self._runner: web.AppRunner | None = None
        self._is_open = False

    @property
    def is_open(self) -> bool:
        """Return whether requests are taken."""
        return self._is_open

    async def open(self) -> None:
        """Listen."""
        pages = web.Application(client_max_size=MOST_BYTES)
        pages.router.add_post(EVENTS_PATH, self._post)
        if self._pictures is not None:
            pages.router.add_get(PICTURES_PATH, self._pictures.serve)
        if self._app.oauth_flow is not None:
            pages.router.add_get(INSTALL_PATH, self._install)
            pages.router.add_get(REDIRECT_PATH, self._installed)
        self._runner = web.AppRunner(pages, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._address.host, self._address.port, backlog=BACKLOG)
        await site.start()
        self._is_open = True

    def shut(self) -> None:
        """Take no more: Slack delivers again, to another process or to the next one."""
        self._is_open = False

    async def close(self) -> None:
        """Listen no more."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _post(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        if not is_signed(self._secret, request.headers, body):
            return web.Response(status=401, text="not signed by Slack\n")
        if not self._is_open:
            return web.Response(status=503, headers={"Retry-After": "1"})
        try:
            asked = AsyncBoltRequest(
                body=body.decode(),
                query=request.query_string,
                headers=dict(request.headers),
            )
        except ValueError:  # not UTF-8, or not JSON: signed, and still nothing we can read
            return web.Response(status=400, text="unreadable\n")
        return await to_aiohttp_response(await self._app.async_dispatch(asked))

    async def _install(self, request: web.Request) -> web.StreamResponse:
        flow = self._app.oauth_flow
        if flow is None:
            raise web.HTTPNotFound
        answer = await flow.handle_installation(await to_bolt_request(request))
        return await to_aiohttp_response(answer)

    async def _installed(self, request: web.Request) -> web.StreamResponse:
        flow = self._app.oauth_flow
        if flow is None:
            raise web.HTTPNotFound
        answer = await flow.handle_callback(await to_bolt_request(request))
        return await to_aiohttp_response(answer)
