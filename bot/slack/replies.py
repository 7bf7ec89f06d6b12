"""How a message gets to Slack: into a conversation, or to the address that came with a click."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from aiohttp import ClientConnectorError, ClientSession
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.slack.render import Message
from core.errors import HowfastError

RETRIES: Final = 5


class NotDeliveredError(HowfastError):
    """A reply that Slack did not take."""


Blocks = list[dict[str, Any]]
Send = Callable[[Message], Awaitable[None]]


def retry_handlers() -> list[AsyncRetryHandler]:
    """Return when to try again: told to wait, or never reached.

    A connection that broke after sending is left alone: the message may have arrived.
    """
    return [
        AsyncRateLimitErrorRetryHandler(max_retry_count=RETRIES),
        AsyncConnectionErrorRetryHandler(
            max_retry_count=RETRIES, error_types=[ClientConnectorError]
        ),
    ]


def to_conversation(client: AsyncWebClient, channel: str, thread: str | None) -> Send:
    """Return what posts into `channel`, in `thread` where there is one.

    What is sent after that takes the place of the first.
    """
    posted: list[tuple[str, str]] = []

    async def post(text: str, blocks: Blocks) -> None:
        if posted:
            where, ts = posted[0]
            await client.chat_update(channel=where, ts=ts, text=text, blocks=blocks)
            return
        told = await client.chat_postMessage(
            channel=channel,
            thread_ts=thread,
            text=text,
            blocks=blocks,
            unfurl_links=False,
            unfurl_media=False,
        )
        posted.append((str(told.get("channel") or channel), str(told.get("ts"))))

    return lambda message: _tried(message, post)


def to_address(session: ClientSession, url: str, *, shown: str = "ephemeral", **how: Any) -> Send:
    """Return what answers at a response address.

    `shown` is "ephemeral" (to the asker) or "in_channel"; `how` may say ``replace_original`` or
    ``thread_ts``.
    """

    async def post(text: str, blocks: Blocks) -> None:
        address = AsyncWebhookClient(url, session=session, retry_handlers=retry_handlers())
        body = {"response_type": shown, "text": text, "blocks": blocks}
        given = {name: value for name, value in how.items() if value is not None}
        answer = await address.send_dict(body | given)
        if answer.status_code != 200:  # noqa: PLR2004
            raise NotDeliveredError(f"Slack answered {answer.status_code}")

    return lambda message: _tried(message, post)


async def _tried(message: Message, post: Callable[[str, Blocks], Awaitable[None]]) -> None:
    """Send `message`; where Slack refuses it with its picture, without."""
    *first, last = message.tries
    for blocks in first:
        with suppress(SlackApiError, NotDeliveredError):
            await post(message.text, blocks)
            return
    await post(message.text, last)
