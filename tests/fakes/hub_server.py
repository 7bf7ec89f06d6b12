"""A model hub on this machine, with repositories shaped like real ones and some that misbehave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from catalog.load import load_catalog
from catalog.records import Model
from tests.fakes import hub_rows
from tests.fakes.hub_gguf import written

SHA = "0123456789abcdef0123456789abcdef01234567"
TOKENS = 20_000
WORDS = [f"token{i}" for i in range(TOKENS)]


@dataclass
class Repository:
    """A repository: what its card says, and the files that can be fetched."""

    card: dict[str, Any] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    status: int = 200
    slow_s: float = 0.0
    sent: bytes | None = None
    """What is sent in place of the card."""
    moved: str | None = None
    """Where files have moved to."""
    headers: dict[str, str] = field(default_factory=dict)
    whole_size: int | None = None
    """The size of files that Content-Range states."""


def listed(**sizes: int) -> list[dict[str, Any]]:
    return [{"rfilename": name, "size": size} for name, size in sizes.items()]


def header(row: Model) -> bytes:
    """Return the first bytes of a file of `row`: the tokenizer goes on behind them."""
    keys = hub_rows.values(row)
    arch = hub_rows.architecture(row)
    del keys[f"{arch}.vocab_size"]
    keys["tokenizer.ggml.model"] = "gpt2"
    raw = written({**keys, "tokenizer.ggml.tokens": WORDS}, [])
    # As in a real file, the vocabulary is far longer than what is fetched.
    short, long = (n.to_bytes(8, "little") for n in (TOKENS, row.vocab))
    at = raw.rindex(b"tokenizer.ggml.tokens")
    return raw[:at] + raw[at:].replace(short, long, 1)


def gguf(row_id: str, *quants: str, shards: int = 1) -> Repository:
    """Return a repository of GGUF files of a catalog row, with its published sizes."""
    catalog = load_catalog()
    row = catalog.models[row_id]
    name = row.name.replace(" ", "-")
    sizes: dict[str, int] = {}
    for quant in quants:
        size = round(row.params_total * catalog.quants[quant].bits_per_weight_dense / 8)
        for i in range(shards):
            tail = f"-{i + 1:05}-of-{shards:05}" if shards > 1 else ""
            sizes[f"{name}-{quant.upper()}{tail}.gguf"] = size // shards
    sizes["mmproj-F16.gguf"] = 900_000_000
    card: dict[str, Any] = {
        "sha": SHA,
        "siblings": listed(**sizes, **{"README.md": 4_000}),
        "gguf": {"total": round(row.params_total), "architecture": hub_rows.architecture(row)},
    }
    head = header(row)
    return Repository(card, {path: head for path in sizes if path.startswith(name)})


class FakeHub:
    """The hub; `requests` are the paths that were asked for."""

    def __init__(self) -> None:
        self.repositories: dict[str, Repository] = {}
        self.requests: list[str] = []
        self.url = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[FakeHub]:
        app = web.Application()
        app.router.add_get("/api/models/{owner}/{name}", self._card)
        app.router.add_get("/{owner}/{name}/resolve/{revision}/{path:.+}", self._file)
        app.router.add_get("/{rest:.*}", self._other)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            await runner.cleanup()

    def _find(self, request: web.Request) -> Repository:
        self.requests.append(request.path_qs)
        path = f"{request.match_info['owner']}/{request.match_info['name']}"
        return self.repositories.get(path, Repository(status=404))

    def _spelled_otherwise(self, request: web.Request) -> str | None:
        """Return the right spelling of a name whose letters have another case."""
        path = f"{request.match_info['owner']}/{request.match_info['name']}"
        if path in self.repositories:
            return None
        return next((one for one in self.repositories if one.lower() == path.lower()), None)

    async def _card(self, request: web.Request) -> web.StreamResponse:
        if canonical := self._spelled_otherwise(request):
            return web.Response(status=307, headers={"Location": f"/api/models/{canonical}"})
        one = self._find(request)
        await asyncio.sleep(one.slow_s)
        if one.sent is not None:
            return web.Response(body=one.sent, headers=one.headers)
        if one.status != 200:
            return web.Response(status=one.status, headers=one.headers)
        named = {"id": f"{request.match_info['owner']}/{request.match_info['name']}"}
        return web.json_response(named | one.card, headers=one.headers)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        one = self._find(request)
        if one.moved is not None:
            return web.Response(status=302, headers={"Location": one.moved})
        body = one.files.get(request.match_info["path"])
        if body is None:
            return web.Response(status=404)
        wanted = request.http_range
        part = body[wanted.start or 0 : wanted.stop]
        size = one.whole_size or self._listed(one, request.match_info["path"]) or len(body)
        said = {"Content-Range": f"bytes 0-{len(part) - 1}/{size}"}
        return web.Response(status=206 if wanted.stop else 200, body=part, headers=said)

    async def _other(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(request.path_qs)
        return web.Response(status=404)

    @staticmethod
    def _listed(one: Repository, path: str) -> int | None:
        found = (s["size"] for s in one.card.get("siblings", ()) if s["rfilename"] == path)
        return next(found, None)
