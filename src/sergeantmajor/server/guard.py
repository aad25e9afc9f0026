"""
What stands before every request: whose host it names, where it comes from, how large it is.

- `Host` must be an address, this machine's name or `localhost`: a page of another site whose name
  was bent to our address (DNS rebinding) names its own.
- A POST or a socket that a browser sends from another origin is refused; what is no browser sends
  no `Origin`, and has no cookie of anybody's either.
- Each answer carries headers by which browsers guess no types, allow no frames, tell no referrer.
- A fault that nobody foresaw gives status 500 and a log line without data.
"""

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sergeantmajor.server.logs import say, say_fault

MOST_BODY: Final = 4096
"""Bytes of a request's body."""
BODY_PATIENCE: Final = 10.0
"""Seconds that a body may take to come."""

_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
}


def answer(body: Any, status: int = 200) -> Response:
    """Return a JSON answer of a struct or plain values."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def refusal(status: int, code: str, params: Mapping[str, str] | None = None) -> Response:
    """Return a refusal: a code that the browser says in words, with what its sentence needs."""
    return answer({"code": code, "params": params or {}}, status)


class Refused(Exception):
    """A request that is not carried out; becomes a `refusal`."""

    def __init__(self, status: int, code: str, params: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.params = params


async def read_body(request: Request, kind: type[Any]) -> Any:
    """
    Return the JSON body of a request as a struct.

    Raises:
        Refused: No JSON by its header, too large, or not of that shape.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(400, "malformed")
    data = b""
    try:
        async with asyncio.timeout(BODY_PATIENCE):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BODY:
                    raise Refused(413, "too-large", {"most": str(MOST_BODY)})
    except (TimeoutError, ClientDisconnect):
        raise Refused(400, "malformed") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Refused(400, "malformed") from None


class Guard:
    """
    ASGI middleware; see the module.

    Args:
        app: What is guarded.
        hosts: Names besides addresses and `localhost` under which this server may be called.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self._app = app
        self._hosts = {"localhost", *(host.lower() for host in hosts if host)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                begun = True
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        code = self._code_against(scope)
        if code is not None:
            await _refuse(scope, receive, send_guarded, 403, code)
            return
        try:
            await self._app(scope, receive, send_guarded)
        except Exception as error:  # noqa: BLE001 (logged without data, where a server would print it)
            say_fault("request-failed", error, path=ascii(scope["path"][:80]))
            if scope["type"] == "http" and not begun:
                await _refuse(scope, receive, send_guarded, 500, "internal")

    def _code_against(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            say(logging.WARNING, "host-refused")
            return "wrong-host"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and _place(origin) != host.lower():
            say(logging.WARNING, "origin-refused")
            return "wrong-origin"
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or name.endswith(".localhost") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _place(origin: str) -> str:
    """Return host and port of an origin; the empty text if it has none (`null`)."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, code: str) -> None:
    if scope["type"] == "websocket":
        # A browser learns no more of a socket that was never opened.
        await send({"type": "websocket.close", "code": 1008})
        return
    await refusal(status, code)(scope, receive, send)


def own_names() -> list[str]:
    """Return this machine's names on its network."""
    name = socket.gethostname().lower()
    return [name, f"{name}.local"]


class Rate:
    """
    A bucket of tokens: so many at once, so many a second after that.

    Args:
        most: Tokens in a full bucket.
        per_second: Tokens that come back each second.
        clock: Seconds, never running back.
    """

    def __init__(self, most: float, per_second: float, clock: Callable[[], float]) -> None:
        self._most = self._left = most
        self._per_second = per_second
        self._clock = clock
        self._seen = clock()

    @property
    def full(self) -> bool:
        """Whether nothing is missing: such a bucket may be forgotten."""
        return self._refill() >= self._most

    def take(self) -> bool:
        """Take a token; whether there was one."""
        if self._refill() < 1:
            return False
        self._left -= 1
        return True

    def _refill(self) -> float:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._seen) * self._per_second)
        self._seen = now
        return self._left
