"""Targets in the network: bytes sent to the page's server, before and after a web socket opens.

In the bytes, `{port}` and the name of a role, such as `{table}`, become the server's port and a
cookie's key.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.web import http_errors
from companion.web.auth.roles import Role
from companion.web.phone import Inbox
from companion.web.serve import MatchPage, open_page
from tests.support.waiting import PATIENCE_S
from tests.support.web.match_page import Table

_CHUNK = 1 << 16
_PAUSE_S = 0.02
_UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: companion-{port}={table}\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@dataclass(frozen=True, slots=True)
class _Server:
    """A page with a match, and its visitors' keys."""

    page: MatchPage
    table: Table
    keys: dict[str, str]
    broken: list[str]


@cache
def _server() -> _Server:
    table = Table.of("yggdrasil", 1)
    list(table.play(8))
    table.look()
    inbox = Inbox(lambda: table.mailbox.glance)
    page = open_page(table.viewing, table.mailbox, port=0, take=inbox.put)
    keys = {"port": str(page.port)}
    for role in Role:
        seat = "A" if role is Role.SEAT else ""
        entered = page.access.enter(page.access.invite(role, seat))
        assert entered is not None
        keys[role.value] = entered[0]
    broken: list[str] = []
    _watch(page, broken)
    return _Server(page, table, keys, broken)


def close() -> None:
    """Stop the server if it runs."""
    if _server.cache_info().currsize:
        _server().page.close()
        _server.cache_clear()


def _watch(page: MatchPage, broken: list[str]) -> None:
    """Collect what the event loop reports as unhandled."""
    loop: Any = page.servers[0].servers[0].get_loop()

    def handle(_loop: object, context: dict[str, Any]) -> None:
        broken.append(f"{context.get('message')}: {context.get('exception')!r}")

    loop.call_soon_threadsafe(loop.set_exception_handler, handle)


def http(data: bytes) -> None:
    """Send the bytes as requests; each answer is one of the page's own, never a fault."""
    _visit(data, upgrade=False)


def sockets(data: bytes) -> None:
    """Send the bytes on a web socket of the table's page; then the page still answers."""
    _visit(data, upgrade=True)


def _visit(data: bytes, *, upgrade: bool) -> None:
    server = _server()
    http_errors._noted.clear()
    data = _filled(data, server.keys)
    with socket.create_connection(("127.0.0.1", server.page.port), PATIENCE_S) as client:
        if upgrade:
            client.sendall(_filled(_UPGRADE, server.keys))
            assert client.recv(12) == b"HTTP/1.1 101"
        answer = _exchange(client, data, _PAUSE_S)
    if answer and not upgrade:
        assert answer.startswith(b"HTTP/1.1 "), answer[:80]
    server.table.mailbox.take()
    with socket.create_connection(("127.0.0.1", server.page.port), PATIENCE_S) as client:
        head = "GET /view HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: companion-{port}={table}"
        asked = _filled(f"{head}\r\nConnection: close\r\n\r\n".encode(), server.keys)
        assert _exchange(client, asked).startswith(b"HTTP/1.1 200 OK")
    assert not http_errors._noted, http_errors._noted
    assert not server.broken, server.broken.pop()


def _exchange(client: socket.socket, data: bytes, patience_s: float = PATIENCE_S) -> bytes:
    """Send everything; return what comes until the server closes.

    After a pause without an answer, stop sending, because the server may wait for more.
    """
    parts = []
    try:
        client.sendall(data)
        client.settimeout(patience_s)
        while part := client.recv(_CHUNK):
            parts.append(part)
    except TimeoutError:
        client.settimeout(PATIENCE_S)
        return b"".join((*parts, _rest(client)))
    except (ConnectionResetError, BrokenPipeError):
        pass  # a server may hang up on a client that breaks the protocol
    return b"".join(parts)


def _rest(client: socket.socket) -> bytes:
    parts = []
    try:
        client.shutdown(socket.SHUT_WR)
        while part := client.recv(_CHUNK):
            parts.append(part)
    except (ConnectionResetError, OSError):
        pass
    return b"".join(parts)


def _filled(data: bytes, keys: dict[str, str]) -> bytes:
    for name, key in keys.items():
        data = data.replace(f"{{{name}}}".encode(), key.encode())
    return data
