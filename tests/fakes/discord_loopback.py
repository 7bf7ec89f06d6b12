"""A Discord on loopback: REST and gateway as far as the real client needs them."""

import asyncio
import itertools
import json
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes import discord_payloads as payloads

Send = Callable[..., Awaitable[None]]


@dataclass
class Call:
    """One REST call of the bot."""

    method: str
    path: str
    body: Any
    at: float
    status: int = 200


@dataclass
class Fail:
    """An answer to give once in place of the right one."""

    method: str
    ending: str
    status: int
    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return JSON; discord.py wants the content type to be exactly this."""
    kind = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=kind)


def refused(retry_s: float) -> tuple[int, dict[str, Any], dict[str, str]]:
    """Return status, body and headers of a 429 as Discord's edge sends it."""
    body = {"message": "You are being rate limited.", "retry_after": retry_s, "global": False}
    headers = {"Retry-After": f"{retry_s}", "Via": "1.1 google", "X-RateLimit-Scope": "user"}
    return 429, body, headers


class FakeDiscord:
    """Answers the bot, and delivers to it what a test wants."""

    def __init__(self, shards: int = 1, max_concurrency: int = 1) -> None:
        self.shards, self.max_concurrency = shards, max_concurrency
        self.calls: list[Call] = []
        self.identifies: list[tuple[float, list[int], int]] = []
        self.resumes: list[dict[str, Any]] = []
        self.sockets: dict[int, tuple[web.WebSocketResponse, Send]] = {}
        self.fails: list[Fail] = []
        self.commands: list[dict[str, Any]] = []
        self.waiting: dict[str, asyncio.Future[Any]] = {}
        self.ids = itertools.count(900_000_000_000_000_000)
        self.refuse_with: int | None = None
        self.is_down = False
        self.keeps_words = True
        self.arrived = asyncio.Event()

    async def start(self) -> "FakeDiscord":
        app = web.Application()
        app.router.add_get("/gw", self._gateway)
        app.router.add_get("/gw/", self._gateway)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._rest)
        self.runner = web.AppRunner(app, access_log=None)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        port = self.runner.addresses[0][1]
        self.api = f"http://127.0.0.1:{port}/api/v10"
        self.gateway = f"ws://127.0.0.1:{port}/gw"
        return self

    async def stop(self) -> None:
        for socket, _ in self.sockets.values():
            await socket.close()
        await self.runner.cleanup()

    def environment(self) -> dict[str, str]:
        return {
            "HOWFAST_DISCORD_TOKEN": payloads.TOKEN,
            "HOWFAST_DISCORD_API": self.api,
            "HOWFAST_DISCORD_GATEWAY": self.gateway,
        }

    def posts(self) -> list[Call]:
        """Return the messages that were posted to channels."""
        return [c for c in self.calls if c.method == "POST" and c.path.endswith("/messages")]

    def edits(self, token: str) -> list[Call]:
        """Return the changes of the response to the interaction with `token`."""
        return [c for c in self.calls if c.method == "PATCH" and f"/{token}/" in c.path]

    async def until(self, holds: Callable[[], object], within_s: float = 5.0) -> None:
        """Return when `holds` does."""
        async with asyncio.timeout(within_s):
            while not holds():  # noqa: ASYNC110  (what holds is any state of the fake)
                await asyncio.sleep(0.01)

    async def event(self, name: str, data: object, shard: int = 0) -> None:
        await self.sockets[shard][1](0, data, name)

    async def message(self, content: str, **more: Any) -> str:
        """Deliver a message that mentions the bot; return its id."""
        one = payloads.message(str(next(self.ids)), f"<@{payloads.BOT_ID}> {content}", **more)
        await self.event("MESSAGE_CREATE", one)
        return str(one["id"])

    async def interact(
        self, kind: int, data: object, *, within_s: float = 3.0, **around: Any
    ) -> tuple[Any, str]:
        """Deliver an interaction; return the first response and its token."""
        token = f"tok{next(self.ids)}"
        one = payloads.interaction(str(next(self.ids)), token, kind, data, **around)
        future = self.waiting[token] = asyncio.get_running_loop().create_future()
        await self.event("INTERACTION_CREATE", one)
        return await asyncio.wait_for(future, within_s), token

    async def _rest(self, request: web.Request) -> web.Response:
        path, body = "/" + request.match_info["tail"], await _body(request)
        kept = body if self.keeps_words or not body else _reference(body)
        call = Call(request.method, path, kept, time.monotonic())
        self.calls.append(call)
        response = self._failed(call) or self._answered(call)
        call.status = response.status
        return response

    def _failed(self, call: Call) -> web.Response | None:
        for one in self.fails:
            if one.method == call.method and call.path.endswith(one.ending):
                self.fails.remove(one)
                return answer(one.body, one.status, one.headers)
        return None

    def _answered(self, call: Call) -> web.Response:
        path = call.path
        if path == "/users/@me":
            return answer(payloads.BOT)
        if path.endswith("/applications/@me"):
            return answer(payloads.APPLICATION)
        if path == "/gateway/bot":
            return answer(payloads.gateway(self.gateway, self.shards, self.max_concurrency))
        if path.endswith("/commands"):
            if call.method == "PUT":
                self.commands = [payloads.command(one, str(next(self.ids))) for one in call.body]
            return answer(self.commands)
        if path.endswith("/callback"):
            return self._responded(call)
        if path.endswith("/typing"):
            return web.Response(status=204)
        if path.startswith("/webhooks/") or path.endswith("/messages"):
            return answer(payloads.posted(str(next(self.ids)), call.body))
        return answer({"code": 0, "message": f"not here: {call.method} {path}"}, 404)

    def _responded(self, call: Call) -> web.Response:
        token = call.path.split("/")[3]
        future = self.waiting.get(token)
        if future is not None and not future.done():
            future.set_result(call.body)
        return answer(payloads.callback(call.path.split("/")[2], str(next(self.ids)), call.body))

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.is_down:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await _Session(self, socket, compressed=request.query.get("compress")).run()
        return socket


class _Session:
    """One shard's connection."""

    def __init__(
        self, fake: FakeDiscord, socket: web.WebSocketResponse, *, compressed: str | None
    ) -> None:
        self.fake, self.socket = fake, socket
        self.zlib = zlib.compressobj() if compressed == "zlib-stream" else None
        self.seq = 0

    async def send(self, op: int, data: object = None, name: str | None = None) -> None:
        if name:
            self.seq += 1
        raw = json.dumps({"op": op, "d": data, "s": self.seq if name else None, "t": name})
        if self.zlib:
            data_out = self.zlib.compress(raw.encode()) + self.zlib.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(data_out)
        else:
            await self.socket.send_str(raw)

    async def run(self) -> None:
        await self.send(10, {"heartbeat_interval": 41_250})
        async for frame in self.socket:
            if frame.type is WSMsgType.TEXT:
                got = json.loads(frame.data)
                await self._take(got["op"], got.get("d"))

    async def _take(self, op: int, data: Any) -> None:
        if op == 1:
            await self.send(11)
        elif op == 2:
            await self._identified(data)
        elif op == 6:
            self.fake.resumes.append(data)
            self.fake.sockets[0] = (self.socket, self.send)
            self.seq = data["seq"] or 0
            await self.send(0, {}, "RESUMED")

    async def _identified(self, data: Any) -> None:
        shard = data.get("shard") or [0, 1]
        self.fake.identifies.append((time.monotonic(), shard, data["intents"]))
        if self.fake.refuse_with is not None:
            await self.socket.close(code=self.fake.refuse_with)
            return
        self.fake.sockets[shard[0]] = (self.socket, self.send)
        has_guild = (payloads.GUILD_ID >> 22) % shard[1] == shard[0]
        guilds = [{"id": str(payloads.GUILD_ID), "unavailable": True}] if has_guild else []
        await self.send(0, payloads.ready(self.fake.gateway, shard, guilds), "READY")
        if has_guild:
            await self.send(0, payloads.guild(), "GUILD_CREATE")


def _reference(body: Any) -> Any:
    """Return what tells which message was answered; a load of whole answers fills the memory."""
    return {"message_reference": {"message_id": body["message_reference"]["message_id"]}}


async def _body(request: web.Request) -> Any:
    if not request.can_read_body:
        return None
    if request.content_type == "application/json":
        return await request.json()
    form = await request.post()
    return json.loads(str(form["payload_json"])) if "payload_json" in form else None
