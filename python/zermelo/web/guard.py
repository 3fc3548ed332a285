"""The guard before the page: who may speak to it, in what form, and what its answers allow the browser.

A page on this machine can be reached by every web site that its user visits. So each request must name an address that
was really served (against DNS rebinding), nothing changes at the request of another site, and bodies are small JSON.
"""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
LARGEST_BODY = 1 << 20

HEADERS = {
    b"content-security-policy": b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}

_log = logging.getLogger("zermelo.web")


class _RefusedError(Exception):
    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Guard:
    """Pure ASGI middleware; the application behind it sees only requests that passed.

    Args:
        app: The application.
        hosts: The host names that are served, without port; None allows every name and needs a token.
        port: The port that is served.
        token: Every request must show this, in a header, a cookie, or once in the address.
    """

    def __init__(
        self, app: Application, *, hosts: Iterable[str] | None = LOOPBACK, port: int = 8765, token: str | None = None
    ) -> None:
        if hosts is None and token is None:
            raise ValueError("a page under every host name needs a token")
        self.app = app
        self.token = token
        self.cookie = f"zermelo-{port}"
        names = None if hosts is None else {name.lower() for name in hosts}
        self.hosts = names and {f"{name}:{port}" for name in names} | (names if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request pass, or answers it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        answered = False

        async def guarded(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                message["headers"] = _headers(scope["path"], message.get("headers", []))
            await send(message)

        try:
            headers = _single(scope["headers"])
            self._check_host(headers)
            self._check_origin(scope, headers)
            entering = self._check_token(scope, headers)
            if entering is not None:
                await _answer(guarded, 303, "", {b"location": entering, b"set-cookie": self._new_cookie()})
                return
            _check_type(scope, headers)
            await self.app(scope, await _whole_body(headers, receive), guarded)
        except _RefusedError as refused:
            extra = {b"www-authenticate": b"Bearer"} if refused.status == 401 else {b"connection": b"close"}
            await _answer(guarded, refused.status, str(refused), extra)
        except Exception as error:
            # A fault of ours: one line for whoever runs the server, one sentence for whoever asked.
            _log.error("%s %s failed: %s: %s", scope["method"], scope["path"], type(error).__name__, error)
            if answered:
                raise
            await _answer(guarded, 500, "something went wrong inside zermelo; please report it", {})

    def _check_host(self, headers: dict[bytes, bytes]) -> None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not host or (self.hosts is not None and host not in self.hosts):
            names = ", ".join(sorted(self.hosts or {"any name"}))
            raise _RefusedError(400, f'the host "{host[:100]}" is not served here: it must be {names}')

    def _check_origin(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        """Other sites may link to the page, but neither read nor change anything."""
        changes = scope["method"] not in {"GET", "HEAD"}
        if not changes and not scope["path"].startswith("/api/"):
            return
        if headers.get(b"sec-fetch-site", b"none") not in {b"same-origin", b"none"}:
            raise _RefusedError(403, "another site may not ask this")
        origin = headers.get(b"origin")
        own = f"{scope.get('scheme', 'http')}://".encode() + headers[b"host"].lower()
        if origin is not None and origin.lower() != own:
            raise _RefusedError(403, "another site may not ask this")

    def _check_token(self, scope: Scope, headers: dict[bytes, bytes]) -> bytes | None:
        """Checks the token; the address to go on to when it stood in this one."""
        if self.token is None:
            return None
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        given = query.pop("token", None)
        if given is not None and scope["method"] == "GET":
            self._compare(given[0])
            rest = urlencode(query, doseq=True)
            # One slash only: "//name" would lead to another site.
            path = "/" + str(scope["path"]).lstrip("/\\")
            return (quote(path) + (f"?{rest}" if rest else "")).encode("ascii")
        authorization = headers.get(b"authorization", b"").decode("latin-1")
        if authorization.startswith("Bearer "):
            self._compare(authorization.removeprefix("Bearer "))
            return None
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            cookies.clear()
        self._compare(cookies[self.cookie].value if self.cookie in cookies else "")
        return None

    def _compare(self, given: str) -> None:
        if not hmac.compare_digest(given.encode(), (self.token or "").encode()):
            raise _RefusedError(401, "this needs the token that the server was started with")

    def _new_cookie(self) -> bytes:
        return f"{self.cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/".encode()


def _single(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """The headers by name; one that decides over access must not come twice."""
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in found and name in {b"host", b"origin", b"authorization", b"content-type"}:
            raise _RefusedError(400, f"the header {name.decode('latin-1')} was given twice")
        found[name] = value
    return found


def _check_type(scope: Scope, headers: dict[bytes, bytes]) -> None:
    kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
    if scope["method"] not in {"GET", "HEAD"} and kind != b"application/json":
        raise _RefusedError(415, "send JSON, with the header Content-Type: application/json")


async def _whole_body(headers: dict[bytes, bytes], receive: Receive) -> Receive:
    """Reads the body before anyone works on it, and gives up when it grows too long."""
    too_long = _RefusedError(413, f"a body has at most {LARGEST_BODY:,} bytes")
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or int(length[:20]) > LARGEST_BODY:
        raise too_long
    if length == b"0" and b"transfer-encoding" not in headers:
        return receive
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return _replay(message, receive)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
        if size > LARGEST_BODY:
            raise too_long
    return _replay({"type": "http.request", "body": b"".join(parts), "more_body": False}, receive)


def _replay(first: Message, receive: Receive) -> Receive:
    waiting = [first]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _headers(path: str, given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    # Files of the page are asked for again, cheaply, so that a new version shows at once.
    caching = b"no-cache" if path.startswith("/static/") else b"no-store"
    ours = HEADERS | {b"cache-control": caching}
    return [(name, value) for name, value in given if name.lower() not in ours] + list(ours.items())


async def _answer(send: Send, status: int, sentence: str, extra: dict[bytes, bytes]) -> None:
    body = json.dumps({"error": sentence}).encode() if sentence else b""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *extra.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
