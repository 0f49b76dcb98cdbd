"""Neighbours who take connections and ask nothing: over real sockets, from several addresses."""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from companion.texts import load_texts
from companion.web import serve
from companion.web.auth import connection_limits as gates
from companion.web.auth.certificate import find_certificate
from companion.web.auth.connection_limits import (
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    TOLD,
    Gate,
    most_open,
    shares,
)
from companion.web.auth.roles import Role
from companion.web.live import MOST_PLAYERS
from companion.web.serve import Page, open_page
from tests.support.web.match_page import Table

LAN, BAD, GOOD = "127.0.0.2", "127.0.0.3", "127.0.0.4"
"""Where a page is, and two neighbours of it; Linux has all of 127.0.0.0/8 without asking."""
HALF = b"GET / HTTP/1.1\r\nHost: "

linux = pytest.mark.skipif(sys.platform != "linux", reason="there is only one loopback address")


@pytest.fixture
def table() -> Table:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(8)
    table.look()
    return table


@pytest.fixture
def page(table: Table, tmp_path: Path) -> Iterator[Page]:
    page = open_page(
        table.viewing,
        table.desk,
        port=0,
        lan=LAN,
        certificate=find_certificate(LAN, tmp_path),
    )
    yield page
    page.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is hung up on for taking his time, however slow this computer is."""
    monkeypatch.setattr(gates, "HEAD_S", math.inf)


def listening(most: int, each: int | None = None) -> Gate:
    gate = Gate(socket.create_server(("127.0.0.1", 0), backlog=64), most, each)
    gate.settimeout(0.0)
    return gate


def let_in(gate: Gate) -> socket.socket | None:
    try:
        return gate.accept()[0]
    except ConnectionAbortedError:
        return None


def ask(page: Page, host: str, come_from: str, head: bytes = b"") -> bytes:
    with socket.create_connection((host, page.port), 10, (come_from, 0)) as client:
        client.sendall(
            b"GET /words/en HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n%s\r\n"
            % (host.encode(), page.port, head)
        )
        parts = []
        with suppress(ConnectionError):
            while part := client.recv(65536):
                parts.append(part)
        return b"".join(parts)


def take(stack: ExitStack, page: Page, come_from: str, count: int) -> list[socket.socket]:
    """So many connections that have begun to ask, and go on no further."""
    taken = []
    for _ in range(count):
        idle = stack.enter_context(socket.create_connection((LAN, page.port), 10, (come_from, 0)))
        with suppress(ConnectionError):
            idle.sendall(HALF)
        taken.append(idle)
    return taken


def gone(connection: socket.socket) -> bool:
    """Whether the other side hangs up within some seconds."""
    try:
        connection.settimeout(10)
        return connection.recv(100) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


# The gate by itself.


def test_so_many_are_let_in_and_there_is_room_again_when_one_goes() -> None:
    with ExitStack() as stack:
        gate = stack.enter_context(listening(8))
        callers = [
            stack.enter_context(socket.create_connection(gate.getsockname(), 5)) for _ in range(12)
        ]
        inside = [let_in(gate) for _ in callers]
        here = [each for each in inside if each is not None]
        for each in here:
            stack.callback(each.close)
        assert len(here) == 8
        told = [gate.crowded(each.getsockname()) for each in callers[:8]]
        assert told == [False] * 6 + [True] * 2, "who was here before is not sent away"
        for each in here[3:]:
            each.close()
        stack.enter_context(socket.create_connection(gate.getsockname(), 5))
        late = let_in(gate)
        assert late is not None
        assert not gate.crowded(late.getpeername())
        late.close()


def test_over_time_is_whoever_has_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(gates.time, "monotonic", lambda: now[0])
    with ExitStack() as stack:
        gate = stack.enter_context(listening(9))
        callers = [
            stack.enter_context(socket.create_connection(gate.getsockname(), 5)) for _ in range(3)
        ]
        for caller in callers:
            inside = let_in(gate)
            assert inside is not None
            stack.callback(inside.close)
            caller.settimeout(0.5)
        gate.hold(callers[1].getsockname(), gates.ANSWER_S)
        gate.hold(callers[2].getsockname(), math.inf)
        gate.sweep()
        ended = []
        for wait in (gates.HEAD_S + 1, gates.ANSWER_S):
            now[0] += wait
            gate.sweep()
            ended.append([_ended(caller) for caller in callers])
    assert ended == [[True, False, False], [True, True, False]]


def _ended(caller: socket.socket) -> bool:
    try:
        return caller.recv(1) == b""
    except TimeoutError:
        return False


def test_a_gate_without_descriptors_complains_once_and_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def spent(self: socket.socket) -> tuple[socket.socket, Any]:
        asked.append(self)
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket.socket, "accept", spent)
    with listening(9) as gate:
        with pytest.raises(OSError, match="Too many"):
            gate.accept()
        for _ in range(50):
            with pytest.raises(BlockingIOError):
                gate.accept()
    assert len(asked) == 1


def test_the_same_trouble_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    handle: Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None] = serve._once()
    with closing(asyncio.new_event_loop()) as loop, caplog.at_level(logging.ERROR):
        for _ in range(100):
            handle(loop, {"message": "no descriptor", "exception": OSError("x")})
        handle(loop, {"message": "something else"})
    assert [each.getMessage().splitlines()[0] for each in caplog.records] == [
        "no descriptor",
        "something else",
    ]


@pytest.mark.parametrize("others", [0, 1, 2])
@pytest.mark.parametrize("descriptors", [256, 512, 1024, 4096])
def test_all_connections_together_leave_descriptors_for_the_rest(
    descriptors: int, others: int
) -> None:
    own, other = shares(descriptors, others)

    assert own + others * other <= descriptors - 128
    assert min(own, other) >= 32


def test_with_the_usual_descriptors_everybody_finds_room() -> None:
    assert most_open() >= 256
    for others in (1, 2):
        assert shares(1024, others) == (MOST_CONNECTIONS + TOLD,) * 2
    assert MOST_FROM_ONE > MOST_PLAYERS


# A page behind it.


@linux
@pytest.mark.usefixtures("patient")
def test_one_neighbour_who_takes_all_connections_leaves_the_others_theirs(
    page: Page,
) -> None:
    with ExitStack() as stack:
        taken = take(stack, page, BAD, MOST_CONNECTIONS + TOLD + 40)
        assert all(gone(each) for each in taken[-40:]), "hung up on before anything was asked"
        assert ask(page, LAN, GOOD).startswith(b"HTTP/1.1 200")
        assert ask(page, "127.0.0.1", "127.0.0.1").startswith(b"HTTP/1.1 200")


@linux
@pytest.mark.usefixtures("patient")
def test_who_is_here_already_is_not_sent_away_by_those_who_come(
    page: Page,
) -> None:
    with ExitStack() as stack:
        phone = stack.enter_context(closing(HTTPConnection(LAN, page.port, 10, (GOOD, 0))))
        phone.request("GET", "/nothing")
        first = phone.getresponse()
        first.read()
        own = phone.sock
        for n in range(8):
            take(stack, page, f"127.0.1.{n + 1}", MOST_FROM_ONE)
        assert not ask(page, LAN, BAD).startswith(b"HTTP/1.1 200"), "it is full"
        phone.request("GET", "/nothing")
        assert (first.status, phone.getresponse().status) == (404, 404)
        assert phone.sock is own


@linux
@pytest.mark.usefixtures("patient")
def test_who_has_too_many_connections_himself_is_told_so_in_his_language(
    page: Page,
) -> None:
    with ExitStack() as stack:
        take(stack, page, BAD, MOST_FROM_ONE)
        answer = ask(page, LAN, BAD, b"Accept-Language: ja\r\n")
        assert ask(page, LAN, GOOD).startswith(b"HTTP/1.1 200")
    assert answer.startswith(b"HTTP/1.1 503")
    assert load_texts("ja", "refused").say("text.crowded") in answer.decode()


@linux
@pytest.mark.parametrize("half", [HALF, b"\x16\x03\x01"], ids=["head", "handshake"])
def test_who_does_not_finish_asking_is_hung_up_on(
    page: Page, monkeypatch: pytest.MonkeyPatch, half: bytes
) -> None:
    monkeypatch.setattr(gates, "HEAD_S", 0.3)
    port = page.port if half == HALF else page.secure_port
    if not port:
        pytest.skip("there is no openssl")
    with socket.create_connection((LAN, port), 10) as idle:
        idle.sendall(half)
        assert gone(idle)


@linux
def test_who_shakes_hands_and_then_says_nothing_is_hung_up_on(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "HEAD_S", 3.0)
    if not page.secure_port:
        pytest.skip("there is no openssl")
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((LAN, page.secure_port), 10) as plain,
        trusting.wrap_socket(plain) as silent,
    ):
        assert gone(silent)


@linux
def test_a_second_half_a_head_on_an_answered_connection_is_hung_up_on(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "SENT_S", 0.5)
    with socket.create_connection((LAN, page.port), 10) as client:
        client.sendall(b"GET /nothing HTTP/1.1\r\nHost: %s:%d\r\n\r\n" % (LAN.encode(), page.port))
        assert client.recv(65536).startswith(b"HTTP/1.1 404")
        client.sendall(HALF)
        while client.recv(65536):
            pass  # until the server has hung up; a timeout fails


@linux
def test_who_looks_on_is_never_hung_up_on(
    table: Table, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "HEAD_S", 0.2)
    monkeypatch.setattr(gates, "SENT_S", 0.2)
    monkeypatch.setattr(gates, "ANSWER_S", 0.2)
    found = page.doors.enter(page.doors.invite(Role.SPECTATOR))
    assert found is not None
    with socket.create_connection((LAN, page.port), 10) as client:
        client.sendall(
            f"GET /live HTTP/1.1\r\nHost: {LAN}:{page.port}\r\n"
            f"Cookie: companion-{page.port}={found[0]}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b"101" in client.recv(65536)
        until = time.monotonic() + 2.5  # the gates are swept twice
        client.settimeout(0.1)
        while time.monotonic() < until:
            with suppress(TimeoutError):
                assert client.recv(65536), "hung up on"
        *_, _ = table.play(1)
        client.settimeout(10)
        assert client.recv(65536)
