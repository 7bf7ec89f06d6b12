"""A Slack on loopback: Web API, response addresses, Socket Mode and files, and who signs for it."""

import asyncio
import hmac
import itertools
import json
import time
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

import aiohttp
from aiohttp import WSMsgType, web

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
TEAM = {"id": "T1", "domain": "acme"}
USER = {"id": "U77", "name": "alice", "team_id": "T1"}


@dataclass
class Call:
    """One call of the Web API."""

    method: str
    args: dict[str, Any]
    token: str


@dataclass
class FakeSlack:
    """Takes note of everything, and fails on demand."""

    calls: list[Call] = field(default_factory=list)
    responses: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    failures: list[tuple[str, int, dict[str, Any], dict[str, str]]] = field(default_factory=list)
    locales: dict[str, str] = field(default_factory=dict)
    admins: set[str] = field(default_factory=set)
    files: dict[str, str] = field(default_factory=dict)
    sockets: list[web.WebSocketResponse] = field(default_factory=list)
    acks: dict[str, asyncio.Future[Any]] = field(default_factory=dict)
    opened: int = 0
    port: int = 0
    is_down: bool = False

    async def start(self, port: int = 0) -> None:
        app = web.Application()
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_post("/response/{id}", self._response)
        app.router.add_get("/files/{name}", self._file)
        app.router.add_get("/link", self._link)
        self._ids = itertools.count(1)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port or self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        for socket in self.sockets:
            await socket.close()
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def api(self) -> str:
        return f"{self.url}/api/"

    def of(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method == method]

    @property
    def posts(self) -> list[dict[str, Any]]:
        return [call.args for call in self.of("chat.postMessage")]

    async def envelope(self, kind: str, payload: dict[str, Any], **extra: Any) -> Any:
        """Send `payload` through the newest socket; return what the ack carries."""
        await until(lambda: self.sockets and not self.sockets[-1].closed, 15)
        name = f"e{next(self._ids)}"
        ack = self.acks[name] = asyncio.get_running_loop().create_future()
        body = {"envelope_id": name, "type": kind, "payload": payload, **extra}
        await self.sockets[-1].send_json({**body, "accepts_response_payload": True})
        return await asyncio.wait_for(ack, 5)

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if request.content_type == "application/json":
            args = await request.json()
        else:
            args = {**request.query, **await request.post()}
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if isinstance(args.get("blocks"), str):
            args["blocks"] = json.loads(args["blocks"])
        if isinstance(args.get("view"), str):
            args["view"] = json.loads(args["view"])
        for failure in list(self.failures):
            if failure[0] == method:
                self.failures.remove(failure)
                if failure[1] >= 500:
                    return web.Response(status=failure[1], text="<html>Bad Gateway</html>")
                return web.json_response(failure[2], status=failure[1], headers=failure[3])
        self.calls.append(Call(method, args, token))
        return web.json_response({"ok": True, **self._result(method, args)})

    def _result(self, method: str, args: dict[str, Any]) -> dict[str, Any]:
        match method:
            case "auth.test":
                return {
                    "url": "https://acme.slack.com/",
                    "team": "Acme",
                    "user": "howfast",
                    "team_id": "T1",
                    "user_id": "UBOT",
                    "bot_id": "B1",
                }
            case "users.info":
                locale = self.locales.get(args["user"], "en-US")
                is_admin = args["user"] in self.admins
                return {"user": {"id": args["user"], "locale": locale, "is_admin": is_admin}}
            case "chat.postMessage":
                return {"ts": f"{time.time():.6f}", "channel": args.get("channel")}
            case "apps.connections.open":
                self.opened += 1
                return {"url": f"ws://127.0.0.1:{self.port}/link?ticket={self.opened}"}
            case "oauth.v2.access":
                return {
                    "app_id": "A1",
                    "authed_user": {"id": "U77"},
                    "scope": "commands,chat:write",
                    "token_type": "bot",
                    "access_token": f"xoxb-{args['code']}",
                    "bot_user_id": "UBOT",
                    "team": {"id": args["code"], "name": "Two"},
                    "enterprise": None,
                    "is_enterprise_install": False,
                }
            case _:
                return {}

    async def _response(self, request: web.Request) -> web.StreamResponse:
        for failure in list(self.failures):
            if failure[0] == "response":
                self.failures.remove(failure)
                return web.Response(status=failure[1], headers=failure[3])
        self.responses.append((request.match_info["id"], await request.json()))
        return web.Response(text="ok")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        if not request.headers.get("Authorization"):
            return web.Response(text="<html>sign in</html>", content_type="text/html")
        return web.Response(text=self.files[request.match_info["name"]])

    async def _link(self, request: web.Request) -> web.StreamResponse:
        if self.is_down:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"type": "hello", "num_connections": 1})
        self.sockets.append(socket)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                said = json.loads(message.data)
                ack = self.acks.get(said.get("envelope_id"))
                if ack and not ack.done():
                    ack.set_result(said.get("payload"))
        return socket


def sign(body: bytes, stamp: str, secret: str = SECRET) -> str:
    """Return the signature Slack would send."""
    base = b"v0:" + stamp.encode() + b":" + body
    return "v0=" + hmac.new(secret.encode(), base, sha256).hexdigest()


class Sender:
    """Posts to the app over HTTP as Slack does."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session

    async def raw(self, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
        async with self.session.post(self.url, data=body, headers=headers) as answer:
            return answer.status, await answer.text()

    async def post(self, body: str, kind: str, *, age_s: float = 0) -> tuple[int, str]:
        stamp = str(int(time.time() - age_s))
        signed = {
            "Content-Type": kind,
            "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": sign(body.encode(), stamp),
        }
        return await self.raw(body.encode(), signed)

    async def form(self, values: dict[str, str], *, age_s: float = 0) -> tuple[int, str]:
        return await self.post(urlencode(values), "application/x-www-form-urlencoded", age_s=age_s)

    async def interactive(self, payload: dict[str, Any]) -> tuple[int, str]:
        return await self.form({"payload": json.dumps(payload)})

    async def event(self, body: dict[str, Any]) -> tuple[int, str]:
        return await self.post(json.dumps(body), "application/json")


async def until(holds: Any, within_s: float = 5.0) -> None:
    """Return as soon as `holds()`."""
    end = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)
