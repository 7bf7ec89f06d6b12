"""Fetching from the hub: one host, no redirect off it, few bytes, little time."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.hub.address import Base, may_stand_behind
from bot.hub.errors import HubError
from catalog.record import mutable, record

MOST_BYTES: Final = 1_000_000  # of all answers to one question
TIME_S: Final = 5.0
MOST_REDIRECTS: Final = 2
CHUNK_BYTES: Final = 16_384
_AGENT: Final = {"User-Agent": "howfast", "Accept-Encoding": "identity"}
_REFUSALS: Final = {401: "gated", 403: "gated", 404: "missing", 410: "missing", 429: "busy"}
_OK: Final = (200, 206)
_MOVED: Final = (301, 302, 303, 307, 308)


@record
class Fetched:
    """A body, cut at what was wanted, and the whole size that the server states for it."""

    body: bytes
    whole_size: int | None


class Resolver(AbstractResolver):
    """Resolves names, and refuses machines that the hub cannot be."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self._inner = aiohttp.ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of `host`, if all of them are allowed."""
        found = await self._inner.resolve(host, port, family)
        if not all(may_stand_behind(self._base, one["host"]) for one in found):
            raise OSError("an address that is not allowed")
        return found

    async def close(self) -> None:
        """Nothing is kept open."""
        await self._inner.close()


@mutable
class _Budget:
    left: int = MOST_BYTES


class Fetch:
    """The requests of one question, within its bytes."""

    def __init__(self, base: Base, session: aiohttp.ClientSession, repository: str) -> None:
        self._base = base
        self._session = session
        self._repository = repository
        self._budget = _Budget()

    async def json(self, path: str) -> Mapping[str, Any]:
        """Return the JSON object at `path`."""
        fetched = await self.get(path)
        try:
            found = json.loads(fetched.body)
        except (ValueError, RecursionError):
            raise HubError("unreadable", self._repository) from None
        if not isinstance(found, dict):
            raise HubError("unreadable", self._repository)
        return found

    async def get(self, path: str, *, first_bytes: int | None = None) -> Fetched:
        """Return what lies at `path`, or its `first_bytes`."""
        url = self._base.url + path
        for _ in range(MOST_REDIRECTS + 1):
            found = await self._once(url, first_bytes)
            if isinstance(found, Fetched):
                return found
            url = found
        raise HubError("elsewhere", self._repository)

    async def _once(self, url: str, first_bytes: int | None) -> Fetched | str:
        """Return the body, or the address on the same host that it has moved to."""
        headers = dict(_AGENT)
        if first_bytes:
            headers["Range"] = f"bytes=0-{first_bytes - 1}"
        try:
            async with self._session.get(url, headers=headers, allow_redirects=False) as response:
                if response.status in _MOVED:
                    return self._moved(str(response.url), response.headers.get("Location", ""))
                self._check(response)
                body = await self._body(response, first_bytes)
                return Fetched(body, _whole_size(response))
        except TimeoutError:
            raise HubError("slow", self._repository) from None
        except (aiohttp.ClientError, OSError):
            raise HubError("unreachable", self._repository) from None

    def _moved(self, url: str, location: str) -> str:
        from urllib.parse import urljoin  # noqa: PLC0415

        target = urljoin(url, location[:2_000])
        if not location or not self._base.holds(target):
            raise HubError("elsewhere", self._repository)
        return target

    def _check(self, response: aiohttp.ClientResponse) -> None:
        if response.status not in _OK:
            raise HubError(_REFUSALS.get(response.status, "unreachable"), self._repository)
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise HubError("unreadable", self._repository)

    async def _body(self, response: aiohttp.ClientResponse, first_bytes: int | None) -> bytes:
        """Return the body up to what is wanted; more than is allowed is refused."""
        wanted = min(first_bytes or self._budget.left, self._budget.left)
        parts: list[bytes] = []
        size = 0
        async for part in response.content.iter_chunked(CHUNK_BYTES):
            parts.append(part)
            size += len(part)
            if size >= wanted and first_bytes:
                break
            if size > self._budget.left:
                raise HubError("unreadable", self._repository)
        self._budget.left -= min(size, wanted)
        return b"".join(parts)[:wanted]


def _whole_size(response: aiohttp.ClientResponse) -> int | None:
    """Return the size of the whole file as the server states it."""
    said = response.headers.get("Content-Range", "").rpartition("/")[2]
    if response.status == 200:  # noqa: PLR2004
        said = response.headers.get("Content-Length", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 15 else None  # noqa: PLR2004


def session_for(base: Base) -> aiohttp.ClientSession:
    """Return a session that reaches nothing but `base`; the environment's proxies are left out."""
    connector = aiohttp.TCPConnector(resolver=Resolver(base), limit=4, force_close=True)
    return aiohttp.ClientSession(
        connector=connector,
        timeout=aiohttp.ClientTimeout(total=TIME_S),
        auto_decompress=False,
        trust_env=False,
        cookie_jar=aiohttp.DummyCookieJar(),
    )
