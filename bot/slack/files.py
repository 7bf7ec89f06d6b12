"""Logs that people attach: text files and snippets, as far as Slack lets them be read."""

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, StreamReader

from core.question import MAX_ATTACHMENT_CHARS

SLACK_HOST: Final = "files.slack.com"
FETCH_S: Final = 5.0
MOST_FILES: Final = 3
TEXT: Final = ("text/plain", "text/csv", "application/json", "text/x-log", "text/markdown")


class Files:
    """Reads attached text with the workspace's own token; nothing else is fetched.

    The whole file needs the scope ``files:read``, which the app does not ask for; without it
    Slack's preview of a snippet, which comes with the message, has to do.
    """

    def __init__(self, session: ClientSession, api: str | None = None) -> None:
        self._session = session
        self._hosts = {SLACK_HOST} | ({urlsplit(api).netloc} if api else set())

    async def text(self, files: Iterable[dict[str, Any]], token: str | None) -> str:
        """Return the text of the first few files, "" where none can be read."""
        found = [await self._one(one, token) for one in list(files)[:MOST_FILES]]
        return "\n".join(one for one in found if one)[:MAX_ATTACHMENT_CHARS]

    async def _one(self, file: dict[str, Any], token: str | None) -> str:
        kind = str(file.get("mimetype") or "text/plain")
        if not kind.startswith("text/") and kind not in TEXT:
            return ""
        whole = await self._fetched(str(file.get("url_private_download") or ""), token)
        return whole or str(file.get("preview") or "")

    async def _fetched(self, url: str, token: str | None) -> str:
        if not token or not self._allowed(url):
            return ""
        head = {"Authorization": f"Bearer {token}"}
        wait = ClientTimeout(total=FETCH_S)
        try:
            async with self._session.get(
                url, headers=head, timeout=wait, allow_redirects=False
            ) as got:
                if got.status != 200 or got.content_type not in TEXT:  # noqa: PLR2004
                    return ""
                return (await _most(got.content)).decode("utf-8", "replace")
        except (ClientError, TimeoutError, OSError):
            return ""

    def _allowed(self, url: str) -> bool:
        parts = urlsplit(url)
        secure = parts.scheme == "https" or parts.netloc != SLACK_HOST
        return secure and parts.netloc in self._hosts


async def _most(stream: StreamReader) -> bytes:
    """Return the first `MAX_ATTACHMENT_CHARS` bytes of `stream`."""
    data = b""
    async for chunk in stream.iter_chunked(16_384):
        data += chunk
        if len(data) >= MAX_ATTACHMENT_CHARS:
            break
    return data[:MAX_ATTACHMENT_CHARS]
