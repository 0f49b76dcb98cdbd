"""Middleware that checks every request and hardens every response.

It is plain ASGI, because it handles WebSockets as well as pages. It checks the requested host and
the sender's origin (`companion.web.auth.roles`), adds the cookie's `Pass` to the scope, and
restricts the browser to what the page needs.
"""

from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from companion.web.auth.roles import AccessControl, Pass
from companion.web.http_errors import error_response

PASS = "companion.pass"
"""Scope key of the requester's `Pass`, or None."""


def cookie_name(host: str) -> str:
    """Return the cookie's name, which contains the port because cookies ignore ports."""
    port = host.rpartition(":")[2]
    return f"companion-{port}" if port.isdigit() else "companion"


class AccessMiddleware:
    """ASGI middleware that protects the page."""

    def __init__(self, app: ASGIApp, access: AccessControl) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse foreign requests; forward the others with their `Pass`."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        host, origin = "".join(hosts[:1]), next(iter(origins), None)
        foreign = len(hosts) != 1 or len(origins) > 1 or not self._access.answers(host, origin)
        if foreign or (headers.get("sec-fetch-site") == "cross-site" and _acts(scope)):
            if scope["type"] == "websocket":
                await WebSocketClose(1008)(scope, receive, send)
            else:
                answer = error_response(HTTPConnection(scope), "foreign")
                await answer(scope, receive, _hardened(send, host))
            return
        scope[PASS] = self._known(headers, host)
        await self._app(scope, receive, _hardened(send, host))

    def _known(self, headers: Headers, host: str) -> Pass | None:
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return None
        found = cookies.get(cookie_name(host))
        return self._access.known(found.value) if found else None


def _acts(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")


def _hardened(send: Send, host: str) -> Send:
    """Add headers that restrict the browser to what this page needs."""

    async def hardened(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _headers(host).items():
                headers.setdefault(name, value)
        await send(message)

    return hardened


def _headers(host: str) -> dict[str, Any]:
    own = host if host and all(c.isalnum() or c in ".:[]-" for c in host) else ""
    sockets = f" ws://{own} wss://{own}" if own else ""
    return {
        "content-security-policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
            f"img-src 'self' blob:; media-src 'self' blob:; connect-src 'self'{sockets}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "permissions-policy": "camera=(self), microphone=(), geolocation=()",
        "cache-control": "no-store",
    }
