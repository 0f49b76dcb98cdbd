"""Connection limits: a total, limits per address, and deadlines.

Theory of operation
-------------------
The page's visitors use the same file descriptors of this process as the table's own page, the
camera and the log. A server that runs out of descriptors answers no requests, and by default it
waits without limit for the rest of a request's head. The listening socket itself therefore
enforces the limits. `Gate.accept` closes excess connections before any work is done for them (over
TLS, before the handshake). Every connection has a deadline for its request (`HEAD_S`), for the
response (`ANSWER_S`) and for the next request (`SENT_S`); `sweep` closes those past their
deadline. Close to the limit, `CapacityMiddleware` answers that the server is full.

All visitors share one event loop with the table's own page. A network address has a budget of
requests and of bytes on its web sockets, so that one guest cannot keep the loop busy. A connection
and a request cost one each, a font `_FONT_COST`, a new web socket `_SOCKET_COST`. Once the budget
is used up, the next request on each connection is refused and the connection closed; new ones are
closed immediately. Of one address, `_AT_ONCE` requests are answered at a time, so that the table's
page waits for these only. This computer's own page has no budget of requests, and one of bytes for
each web socket.

Only the event loop's thread uses a `Gate`. The loop must call its `accept` directly, as
`SelectorEventLoop` does, also on Windows.
"""

import asyncio
import errno
import math
import socket
import sys
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from companion.web.auth.rate_limit import RateLimit
from companion.web.http_errors import error_response

if sys.platform != "win32":
    import resource


MOST_CONNECTIONS: Final = 256
MOST_FROM_ONE: Final = 40
"""Limit per network address. A browser opens seven connections, and several browsers may share a
router.
"""
MOST_REFUSED: Final = 32
"""Number of connections beyond the limit that receive a readable refusal; any more are closed."""
_REFUSED_EACH: Final = 8
HEAD_S: Final = 10.0
"""Deadline for a request's head, s; longer than the server keeps an idle connection."""
SENT_S: Final = 30.0
"""Deadline after a response, whose end may still be in transit over a slow network, s."""
ANSWER_S: Final = 300.0
"""Deadline for a response, s; enough to upload and process a 48-megapixel photo on a slow network.
"""
_REQUESTS: Final = 240, 24.0
"""Budget of an address, as burst and refill per second. A page makes 50 requests at first, a
filming phone ten per second.
"""
_SOCKET_COST: Final = 8
_FONT_COST: Final = 8
"""A font has up to 7 MB, and a browser keeps it for a day; a page uses at most four."""
_AT_ONCE: Final = 6
"""A browser makes as many requests at a time."""
_BYTES: Final = 8192, 4096.0
"""Budget of bytes on web sockets. The table's page sends 2.6 kB/s if it draws 120 pictures/s."""
_WAIT_S: Final = 0.5
"""Pause after descriptors have run out, s; shorter than the second after which the event loop
retries.
"""
_WANTED_OPEN: Final = 1024
_KEPT: Final = 128
"""Descriptors reserved for camera, log, the watcher's pipes and libraries."""
_SPENT: Final = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))


@dataclass(slots=True)
class _Guest:
    """A connection with its deadline. `over` is True if it was accepted beyond the limit."""

    connection: socket.socket
    until: float
    over: bool


class Gate(socket.socket):
    """A listening socket that accepts `most` connections at a time, at most `each` per address."""

    def __init__(self, listening: socket.socket, most: int, each: int | None = None) -> None:
        """Take over `listening`; with `each` None, there are no limits per address."""
        # The event loop sends small answers at once (TCP_NODELAY) only if the protocol is named.
        kind, proto = listening.type, socket.IPPROTO_TCP
        super().__init__(listening.family, kind, proto, listening.detach())
        self._each, self._most = each, most
        self._refusals = min(MOST_REFUSED, most // 4)
        self._guests: dict[tuple[str, int], _Guest] = {}
        self._tired_until = 0.0
        self._requests = RateLimit(*_REQUESTS)
        self._bytes = RateLimit(*_BYTES)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection; raise `ConnectionAbortedError` for one beyond the limits."""
        now = time.monotonic()
        if now < self._tired_until:
            # Otherwise the event loop would log an error for each waiting connection.
            raise BlockingIOError
        try:
            connection, address = super().accept()
        except OSError as error:
            if error.errno in _SPENT:
                self._tired_until = now + _WAIT_S
            raise
        self._forget()
        if self._full(address[0], self._refusals, _REFUSED_EACH) or not self.takes(address):
            connection.close()
            raise ConnectionAbortedError
        over = self._full(address[0], 0, 0)
        self._guests[address[:2]] = _Guest(connection, now + HEAD_S, over)
        return connection, address

    def crowded(self, client: tuple[str, int]) -> bool:
        """Return True if the connection exceeds the limit, and was accepted only to be refused."""
        guest = self._guests.get(client)
        return guest is not None and guest.over

    def takes(self, client: tuple[str, int], cost: float = 1.0) -> bool:
        """Return True if the client's address may make another request, which costs `cost`."""
        return self._each is None or self._requests.take(client[0], cost)

    def turn(self, client: tuple[str, int]) -> AbstractAsyncContextManager[None]:
        """Return a context that begins once fewer than `_AT_ONCE` of the address are entered."""
        if self._each is None:
            return nullcontext()
        return self._turns.setdefault(client[0], asyncio.Semaphore(_AT_ONCE))

    def takes_bytes(self, client: tuple[str, int] | None, size: int) -> bool:
        """Return True if a web socket may send `size` more bytes."""
        whose = client if self._each is None or client is None else client[0]
        return self._bytes.take(whose, size)

    def hold(self, client: tuple[str, int], seconds: float) -> None:
        """Set the connection's deadline to `seconds` from now."""
        if guest := self._guests.get(client):
            guest.until = time.monotonic() + seconds

    def sweep(self) -> None:
        """Close every connection past its deadline."""
        self._forget()
        now = time.monotonic()
        for guest in self._guests.values():
            if guest.until < now:
                guest.until = math.inf
                try:
                    guest.connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # the other side closed it

    def _full(self, host: str, more: int, more_each: int) -> bool:
        """Return True if one more connection exceeds a limit plus `more` or `more_each`."""
        if len(self._guests) >= self._most - self._refusals + more:
            return True
        here = sum(known == host for known, _ in self._guests)
        return self._each is not None and here >= self._each + more_each

    def _forget(self) -> None:
        """Drop closed connections, whose sockets have no descriptor."""
        gone = [key for key, guest in self._guests.items() if guest.connection.fileno() < 0]
        for key in gone:
            del self._guests[key]


class CapacityMiddleware:
    """Middleware that refuses requests beyond the limits and sets their deadlines."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app, self._gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request beyond the limits before any other work."""
        client = scope.get("client")
        if client is None:
            await self._app(scope, receive, send)
            return
        client = (client[0], client[1])
        http = scope["type"] == "http"
        self._gate.hold(client, ANSWER_S if http else math.inf)
        try:
            asking = HTTPConnection(scope)
            if not self._gate.takes(client, _cost(scope)):
                answer: ASGIApp = error_response(asking, "too_fast") if http else WebSocketClose()
            elif http and self._gate.crowded(client):
                answer = error_response(asking, "crowded")
            else:
                answer = self._app
            if isinstance(answer, Response):
                answer.headers["connection"] = "close"
            async with self._gate.turn(client) if http else nullcontext():
                await answer(scope, receive, send)
        finally:
            self._gate.hold(client, SENT_S)


def _cost(scope: Scope) -> float:
    """Return the cost of a request for its address's budget."""
    if scope["type"] != "http":
        return _SOCKET_COST
    return _FONT_COST if scope["path"].endswith(".ttf") else 1.0


def most_open() -> int:
    """Return the process's limit of open descriptors; increase it on macOS, where it is 256."""
    if sys.platform == "win32":
        return 512  # the maximum number of sockets for select() on Windows
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    if soft == endless:
        return 4 * _WANTED_OPEN
    wanted = _WANTED_OPEN if hard == endless else min(_WANTED_OPEN, hard)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
        return wanted
    return soft


def shares(descriptors: int, others: int) -> tuple[int, int]:
    """Return two connection limits: the local page's, and that of each of `others` addresses."""
    room = max(4 * MOST_REFUSED, descriptors - _KEPT)
    own = min(MOST_CONNECTIONS + MOST_REFUSED, room // 2)
    return own, min(MOST_CONNECTIONS + MOST_REFUSED, (room - own) // max(1, others))
