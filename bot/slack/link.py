"""The socket to Slack, and the tokens that Slack may refuse."""

import logging
from typing import Final

from aiohttp import ClientError
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import FrontEndError
from bot.secret import Secret

PING_S: Final = 5.0
"""How often the socket is asked whether it lives [s]; four silences make a new one."""

UNREACHABLE: Final = (ClientError, TimeoutError, OSError)

FATAL: Final = frozenset(
    {
        "invalid_auth",
        "not_authed",
        "account_inactive",
        "token_revoked",
        "token_expired",
        "not_allowed_token_type",
        "missing_scope",
        "no_permission",
    }
)

log = logging.getLogger(__name__)


class Link:
    """Keeps one socket; what breaks is made anew by the client of slack_sdk."""

    def __init__(self, app: AsyncApp, token: Secret, client: AsyncWebClient) -> None:
        self._token = token.reveal()
        self._client = client
        self._handler = AsyncSocketModeHandler(
            app, self._token, web_client=client, ping_interval=PING_S
        )

    async def is_open(self) -> bool:
        """Return whether Slack reaches us."""
        return await self._handler.client.is_connected()

    async def open(self) -> None:
        """Connect, trying until it works.

        Raises
        ------
        FrontEndError
            If Slack refuses the token.
        """
        await self.probe()
        await self._handler.connect_async()  # type: ignore[no-untyped-call]

    async def probe(self) -> None:
        """Ask for a socket only to know whether Slack still lets us have one.

        Raises
        ------
        FrontEndError
            If it does not.
        """
        try:
            await self._client.apps_connections_open(app_token=self._token)
        except SlackApiError as refused:
            raise_fatal("HOWFAST_SLACK_APP_TOKEN", refused)
        except UNREACHABLE:
            log.warning("unreachable", extra={"platform": "slack", "what": "apps.connections.open"})

    async def shut(self) -> None:
        """Take no more: what has no ack yet is delivered again, elsewhere or later."""
        await self._handler.client.disconnect()  # type: ignore[no-untyped-call]
        self._handler.client.closed = True

    async def close(self) -> None:
        """Let go of everything."""
        await self._handler.close_async()  # type: ignore[no-untyped-call]


async def greet(client: AsyncWebClient) -> bool:
    """Return whether Slack accepts the bot's token, False where it cannot be asked now.

    Raises
    ------
    FrontEndError
        If it refuses the token.
    """
    try:
        await client.auth_test()
    except SlackApiError as refused:
        raise_fatal("HOWFAST_SLACK_BOT_TOKEN", refused)
    except UNREACHABLE:
        log.warning("unreachable", extra={"platform": "slack", "what": "auth.test"})
    else:
        return True
    return False


def raise_fatal(name: str, refused: SlackApiError) -> None:
    """Raise what ends the process for a token that will never do.

    Raises
    ------
    FrontEndError
        If it will not.
    """
    said = getattr(refused.response, "data", None)  # a page of a proxy's has none
    code = said.get("error", "") if isinstance(said, dict) else ""
    if code in FATAL:
        raise FrontEndError(
            f"Slack refused {name} ({code}): copy the token anew from your app's settings"
        ) from None
    log.warning("refused", extra={"platform": "slack", "what": name})
