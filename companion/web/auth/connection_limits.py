"""Who gets a connection at all: so many in all, so many from one address, and none for nothing.

Theory of operation
-------------------
All addresses of a page share this process's file descriptors with the table's own page, its camera
and its log, and a server that has none left answers nobody.  It also waits without end for the rest
of a request's head, and knows nobody before the head is there.  So the listening socket itself
counts: `Gate.accept` hangs up on what is too much before anything is set up for it (over TLS, too,
where a handshake comes first), and every connection has a time until which it must have asked
(`HEAD_S`), been answered (`ANSWER_S`) or asked again (`SENT_S`); `sweep` hangs up on those that are
over it.  A little before the gate hangs up, `Room` says in words that it is full.

A `Gate` is asked by the event loop's thread alone, and needs a loop that calls `accept` on it: a
`SelectorEventLoop`, on Windows as well.
"""

from __future__ import annotations

import errno
import math
import socket
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import HTTPConnection

from companion.web.http_errors import refusal

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

MOST_CONNECTIONS: Final = 256
MOST_FROM_ONE: Final = 40
"""From one address of the network: a browser holds seven, and a few may sit behind one router."""
TOLD: Final = 32
"""At most so many more are told in their language that it is full; the rest are hung up on."""
_ONE_TOLD: Final = 8
HEAD_S: Final = 10.0
"""So long a head may take; longer than the server keeps a connection on which nothing is asked."""
SENT_S: Final = 30.0
"""After an answer: the end of it may still be on its way over a slow network."""
ANSWER_S: Final = 300.0
"""More than a photograph of 48 megapixels over a slow network, and what is made of it, take."""
_WAIT_S: Final = 0.5
"""Less than the second after which a loop that had no descriptor left tries again."""
_WANTED_OPEN: Final = 1024
_KEPT: Final = 128
"""Descriptors for everything that is no connection: camera, log, the watcher's pipes, libraries."""
_SPENT: Final = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))


@dataclass(slots=True)
class _Guest:
    """A connection, the moment at which it is hung up on, and whether it came when it was full."""

    connection: socket.socket
    until: float
    over: bool


class Gate(socket.socket):
    """A listening socket that lets in `most` at a time, and `each` from one address."""

    def __init__(self, listening: socket.socket, most: int, each: int | None = None) -> None:
        """Takes `listening` over; `each`: None for no limit of its own."""
        family, kind, proto = listening.family, listening.type, listening.proto
        super().__init__(family, kind, proto, listening.detach())
        self._each, self._most = each, most
        self._told = min(TOLD, most // 4)
        self._guests: dict[tuple[str, int], _Guest] = {}
        self._tired_until = 0.0

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection; raises `ConnectionAbortedError` for one that is too much."""
        now = time.monotonic()
        if now < self._tired_until:
            raise BlockingIOError  # else the loop asks, and complains, once for each that waits
        try:
            connection, address = super().accept()
        except OSError as error:
            if error.errno in _SPENT:
                self._tired_until = now + _WAIT_S
            raise
        self._forget()
        if self._full(address[0], self._told, _ONE_TOLD):
            connection.close()
            raise ConnectionAbortedError
        over = self._full(address[0], 0, 0)
        self._guests[address[:2]] = _Guest(connection, now + HEAD_S, over)
        return connection, address

    def crowded(self, client: tuple[str, int]) -> bool:
        """Whether that one came when it was full; who was here before is never sent away."""
        guest = self._guests.get(client)
        return guest is not None and guest.over

    def hold(self, client: tuple[str, int], seconds: float) -> None:
        """From now on this connection has so long."""
        if guest := self._guests.get(client):
            guest.until = time.monotonic() + seconds

    def sweep(self) -> None:
        """Hang up on every connection whose time is over."""
        self._forget()
        now = time.monotonic()
        for guest in self._guests.values():
            if guest.until < now:
                guest.until = math.inf
                try:
                    guest.connection.shutdown(socket.SHUT_RDWR)  # its owner sees the end, closes it
                except OSError:
                    continue  # it went by itself

    def _full(self, host: str, more: int, more_each: int) -> bool:
        """Whether one more from there is too much; `more`: for those who are only told so."""
        if len(self._guests) >= self._most - self._told + more:
            return True
        here = sum(known == host for known, _ in self._guests)
        return self._each is not None and here >= self._each + more_each

    def _forget(self) -> None:
        """Those that are gone; a socket that was closed has no descriptor any more."""
        gone = [key for key, guest in self._guests.items() if guest.connection.fileno() < 0]
        for key in gone:
            del self._guests[key]


class Room:
    """Lets requests in as long as there is room behind its gate, and tells it what they do."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app, self._gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is too much before anything else is done for it."""
        client = scope.get("client")
        if client is None:
            await self._app(scope, receive, send)
            return
        client = (client[0], client[1])
        http = scope["type"] == "http"
        self._gate.hold(client, ANSWER_S if http else math.inf)
        try:
            if http and self._gate.crowded(client):
                answer = refusal(HTTPConnection(scope), "crowded")
                answer.headers["connection"] = "close"
                await answer(scope, receive, send)
            else:
                await self._app(scope, receive, send)
        finally:
            self._gate.hold(client, SENT_S)


def most_open() -> int:
    """How many descriptors this process may hold; on macOS, which gives 256, more are asked for."""
    if sys.platform == "win32":
        return 512  # so many sockets its select() looks at
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
    """How many connections this computer's own page may hold, and each of `others` addresses."""
    room = max(4 * TOLD, descriptors - _KEPT)
    own = min(MOST_CONNECTIONS + TOLD, room // 2)
    return own, min(MOST_CONNECTIONS + TOLD, (room - own) // max(1, others))
