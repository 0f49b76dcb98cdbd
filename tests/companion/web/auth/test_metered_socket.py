"""Guests that flood their web socket: they are disconnected before it costs anything."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

from companion.web.auth import connection_limits as gates
from companion.web.auth.connection_limits import Gate
from companion.web.auth.metered_socket import MeteredSocket
from companion.web.auth.roles import Role
from companion.web.serve import MatchPage, open_page
from tests.support.waiting import PATIENCE_S
from tests.support.web.match_page import Table

PING = b"\x89\xfd" + bytes(4 + 125)
TEXT = b"\x81\x8b" + bytes(4) + b'{"drawn":1}'
FRAGMENT = b"\x00\x80" + bytes(4)
_CLOSED = b"\x88\x02\x03\xf0"
"""A frame that closes the socket with 1008."""
_MUCH = 1 << 25
OPEN_TEXT = b"\x01\x80" + bytes(4)


@pytest.fixture
def table() -> Table:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(8)
    table.look()
    return table


@pytest.fixture
def page(table: Table) -> Iterator[MatchPage]:
    page = open_page(table.viewing, table.mailbox, port=0)
    yield page
    page.close()


def head(page: MatchPage, *more: str) -> bytes:
    """Return the request of a spectator's web socket."""
    found = page.access.enter(page.access.invite(Role.SPECTATOR))
    assert found is not None
    lines = [
        "GET /live HTTP/1.1",
        f"Host: 127.0.0.1:{page.port}",
        f"Cookie: companion-{page.port}={found[0]}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def opened(page: MatchPage) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", page.port), timeout=PATIENCE_S)
    client.sendall(head(page))
    assert b"101" in client.recv(12)
    return client


@pytest.mark.parametrize(
    ("begin", "frame"),
    [(b"", PING), (b"", TEXT), (OPEN_TEXT, FRAGMENT)],
    ids=["pings", "texts", "fragments"],
)
def test_a_flood_ends_the_socket_before_it_is_parsed(
    page: MatchPage, begin: bytes, frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: 200 MB became 356 MB in ten seconds, and the table waited for seconds."""
    parsed = 0
    receive = ServerProtocol.receive_data

    def counted(self: ServerProtocol, data: bytes) -> None:
        nonlocal parsed
        parsed += len(data)
        receive(self, data)

    client = opened(page)
    monkeypatch.setattr(ServerProtocol, "receive_data", counted)
    with client:
        client.sendall(begin)
        with suppress(ConnectionError):
            client.sendall(frame * ((1 << 24) // len(frame)))
        drain(client)
    assert parsed <= gates._BYTES[0]


def test_while_answers_are_not_read_nothing_more_is_read(
    page: MatchPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check this without the limit of bytes, which would end the socket before."""
    monkeypatch.setattr(Gate, "takes_bytes", lambda *_: True)
    with opened(page) as client:
        client.settimeout(1.0)
        sent = send(client, PING, _MUCH)
        reading = threading.Thread(target=drain, args=(client,))
        reading.start()
        client.settimeout(PATIENCE_S)
        after = send(client, PING, _MUCH)
        client.shutdown(socket.SHUT_RDWR)
        reading.join()
    assert sent < _MUCH
    assert after >= _MUCH


def send(client: socket.socket, frame: bytes, size: int) -> int:
    """Send frames of at least `size` bytes, until that takes too long; return how many."""
    sent = 0
    with suppress(TimeoutError):
        while sent < size:
            sent += client.send(frame * 1000)
    return sent


def drain(client: socket.socket) -> None:
    """Read until the server closes the connection."""
    with suppress(ConnectionError):
        while client.recv(65536):
            pass


def test_nothing_is_compressed(page: MatchPage) -> None:
    """Check this because a guest could make the server inflate and deflate for him."""
    with socket.create_connection(("127.0.0.1", page.port), timeout=PATIENCE_S) as client:
        client.sendall(head(page, "Sec-WebSocket-Extensions: permessage-deflate"))
        answer = client.recv(1000).partition(b"\r\n\r\n")[0].lower()
    assert b"101" in answer
    assert b"extensions" not in answer


class Line(asyncio.Transport):
    """A transport whose other side never reads, so that closing it takes for ever."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.9", 1), "sockname": ("127.0.0.1", 2)})
        self.aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep nothing."""

    def is_closing(self) -> bool:
        return self.aborted

    def close(self) -> None:
        """Wait for the other side."""

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        """Read nothing anyway."""

    resume_reading = pause_reading


def test_a_client_that_answers_no_ping_is_disconnected_though_it_reads_nothing(
    page: MatchPage,
) -> None:
    """Regression: such a client kept its place, because the last bytes waited for it."""

    async def go() -> bool:
        async def app(_: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass

        config = uvicorn.Config(app, ws=MeteredSocket, lifespan="off", log_config=None)
        config.load()
        with Gate(socket.create_server(("127.0.0.1", 0)), 8) as gate:
            protocol = MeteredSocket(
                gate=gate, config=config, server_state=ServerState(), app_state={}
            )
            line = Line()
            protocol.connection_made(line)
            protocol.data_received(head(page))
            protocol.keepalive_timeout()
            protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)
        return line.aborted

    assert asyncio.run(go())


def test_a_guests_page_may_not_talk_as_much_as_the_tables(page: MatchPage) -> None:
    """Check this because each change of the language makes the server send a whole view."""
    texts = [b'{"lang":"ja"}', b'{"lang":"en"}'] * 10
    with opened(page) as client:
        client.sendall(b"".join(b"\x81\x8d" + bytes(4) + text for text in texts))
        received = b""
        while _CLOSED not in received:
            part = client.recv(65536)
            assert part
            received += part
