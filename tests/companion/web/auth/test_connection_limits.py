"""Clients that take connections and send no request: real sockets from several addresses."""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from companion.web import serve
from companion.web.auth import connection_limits as gates
from companion.web.auth import rate_limit
from companion.web.auth.certificate import find_certificate
from companion.web.auth.connection_limits import (
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    MOST_REFUSED,
    CapacityMiddleware,
    Gate,
    most_open,
    shares,
)
from companion.web.auth.roles import Role
from companion.web.live import MOST_PLAYERS
from companion.web.serve import MatchPage, open_page
from rules import Message
from tests.support.waiting import PATIENCE_S, until
from tests.support.web.match_page import Table

LAN, BAD, GOOD = "127.0.0.2", "127.0.0.3", "127.0.0.4"
"""The addresses of the page and of two neighbours; Linux accepts all of 127.0.0.0/8."""
HALF = b"GET / HTTP/1.1\r\nHost: "

linux = pytest.mark.skipif(sys.platform != "linux", reason="there is only one loopback address")


@pytest.fixture
def table() -> Table:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(8)
    table.look()
    return table


@pytest.fixture
def page(table: Table, tmp_path: Path) -> Iterator[MatchPage]:
    page = open_page(
        table.viewing,
        table.mailbox,
        port=0,
        lan=LAN,
        certificate=find_certificate(LAN, tmp_path),
    )
    yield page
    page.close()


class Clock:
    """The limits' clock, which only a test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Give the limits their own clock, so that a slow computer closes no connection."""
    clock = Clock()
    monkeypatch.setattr(gates, "time", clock)
    monkeypatch.setattr(rate_limit, "time", clock)
    return clock


def listening(most: int, each: int | None = None) -> Gate:
    gate = Gate(socket.create_server(("127.0.0.1", 0), backlog=64), most, each)
    gate.settimeout(0.0)
    return gate


def called(stack: ExitStack, gate: Gate) -> socket.socket:
    return stack.enter_context(socket.create_connection(gate.getsockname(), PATIENCE_S))


def let_in(gate: Gate) -> socket.socket | None:
    try:
        return gate.accept()[0]
    except ConnectionAbortedError:
        return None


def ask(page: MatchPage, host: str, come_from: str, head: bytes = b"") -> bytes:
    with socket.create_connection((host, page.port), PATIENCE_S, (come_from, 0)) as client:
        client.sendall(
            b"GET /words/en HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n%s\r\n"
            % (host.encode(), page.port, head)
        )
        parts = []
        with suppress(ConnectionError):
            while part := client.recv(65536):
                parts.append(part)
        return b"".join(parts)


def take(stack: ExitStack, page: MatchPage, come_from: str, count: int) -> list[socket.socket]:
    """Open `count` connections that begin a request and never finish it."""
    taken = []
    for _ in range(count):
        idle = socket.create_connection((LAN, page.port), PATIENCE_S, (come_from, 0))
        stack.enter_context(idle)
        with suppress(ConnectionError):
            idle.sendall(HALF)
        taken.append(idle)
    return taken


def gone(connection: socket.socket) -> bool:
    """Return True if the server closes the connection instead of answering."""
    try:
        connection.settimeout(PATIENCE_S)
        return connection.recv(100) == b""
    except ConnectionError:
        return True


def last_words(connection: socket.socket, clock: Clock, seconds: float) -> bytes:
    """Advance the clock until the server closes the connection; return its last bytes."""
    connection.settimeout(0.1)
    spoken = b""
    with suppress(ConnectionError):
        while True:
            # more than once, because the connection may not have been accepted yet
            clock.now += seconds
            with suppress(TimeoutError):
                part = connection.recv(65536)
                if not part:
                    break
                spoken += part
    return spoken


# The limit alone.


def test_so_many_are_let_in_and_there_is_room_again_when_one_goes() -> None:
    with ExitStack() as stack:
        gate = stack.enter_context(listening(8))
        callers = [called(stack, gate) for _ in range(12)]
        inside = [let_in(gate) for _ in callers]
        here = [each for each in inside if each is not None]
        for each in here:
            stack.callback(each.close)
        assert len(here) == 8
        report = [gate.crowded(each.getsockname()) for each in callers[:8]]
        assert report == [False] * 6 + [True] * 2, "who was here before is not sent away"
        for each in here[3:]:
            each.close()
        called(stack, gate)
        late = let_in(gate)
        assert late is not None
        assert not gate.crowded(late.getpeername())
        late.close()


def test_the_event_loop_sends_small_answers_at_once() -> None:
    """Regression: the second answer on a connection came 40 ms late (Nagle's algorithm)."""

    async def go() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Host(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                own = transport.get_extra_info("socket")
                accepted.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        with ExitStack() as stack:
            gate = listening(8)
            called(stack, gate)
            server = await asyncio.get_running_loop().create_server(Host, sock=gate)
            async with server:
                return await accepted

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        assert runner.run(go())


def test_over_time_is_who_has_not_asked(clock: Clock) -> None:
    with ExitStack() as stack:
        gate = stack.enter_context(listening(9))
        callers = [called(stack, gate) for _ in range(3)]
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
            clock.now += wait
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


def test_the_same_trouble_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
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
        assert shares(1024, others) == (MOST_CONNECTIONS + MOST_REFUSED,) * 2
    assert MOST_FROM_ONE > MOST_PLAYERS


ENDLESS = -1


@linux
@pytest.mark.parametrize(
    ("soft", "hard", "asked", "found"),
    [
        (1024, 4096, None, 1024),
        (ENDLESS, ENDLESS, None, 4096),
        (256, ENDLESS, (1024, ENDLESS), 1024),
        (256, 512, (512, 512), 512),
        (255, 4096, (1024, 4096), 255),  # a limit that cannot be set, see below
    ],
)
def test_the_limit_of_descriptors_is_raised_as_far_as_the_system_allows(
    soft: int,
    hard: int,
    asked: tuple[int, int] | None,
    found: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[tuple[int, int]] = []

    def set_limit(_which: int, limits: tuple[int, int]) -> None:
        tried.append(limits)
        if soft == 255:
            raise ValueError("not allowed")

    resource = pytest.importorskip("resource")  # Windows has none
    monkeypatch.setattr(resource, "RLIM_INFINITY", ENDLESS)
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert most_open() == found
    assert tried == ([] if asked is None else [asked])


# A page behind the limit.


@linux
def test_one_neighbour_who_takes_all_connections_leaves_the_others_theirs(
    page: MatchPage,
) -> None:
    with ExitStack() as stack:
        taken = take(stack, page, BAD, MOST_CONNECTIONS + MOST_REFUSED + 40)
        assert all(gone(each) for each in taken[-40:]), "hung up on before anything was asked"
        assert ask(page, LAN, GOOD).startswith(b"HTTP/1.1 200")
        assert ask(page, "127.0.0.1", "127.0.0.1").startswith(b"HTTP/1.1 200")


@linux
def test_who_is_here_already_is_not_sent_away_by_those_who_come(
    page: MatchPage,
) -> None:
    with ExitStack() as stack:
        phone = stack.enter_context(closing(HTTPConnection(LAN, page.port, PATIENCE_S, (GOOD, 0))))
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
def test_who_has_too_many_connections_himself_is_reported_in_his_language(
    page: MatchPage,
) -> None:
    with ExitStack() as stack:
        take(stack, page, BAD, MOST_FROM_ONE)
        answer = ask(page, LAN, BAD, b"Accept-Language: ja\r\n")
        assert ask(page, LAN, GOOD).startswith(b"HTTP/1.1 200")
    assert answer.startswith(b"HTTP/1.1 503")
    assert Message("http.text.crowded").render("ja") in answer.decode()


@linux
def test_a_neighbour_who_asks_without_end_is_refused_and_then_hung_up_on(
    page: MatchPage, clock: Clock
) -> None:
    """Regression: forty connections of one guest made the table's page wait a second."""
    head = b"GET /nothing HTTP/1.1\r\nHost: %s:%d\r\n\r\n" % (LAN.encode(), page.port)
    codes = []
    with closing(HTTPConnection(LAN, page.port, PATIENCE_S, (BAD, 0))) as guest:
        for _ in range(300):
            guest.request("GET", "/nothing")
            answer = guest.getresponse()
            answer.read()
            codes.append(answer.status)
            if answer.status == 429:
                break
        assert answer.headers["connection"] == "close"
    assert codes == [404] * 239 + [429]
    with socket.create_connection((LAN, page.port), PATIENCE_S, (BAD, 0)) as again:
        with suppress(ConnectionError):
            again.sendall(head)
        assert gone(again)
    assert ask(page, LAN, GOOD).startswith(b"HTTP/1.1 200")
    clock.now += 1.0
    assert ask(page, LAN, BAD).startswith(b"HTTP/1.1 200")
    with closing(HTTPConnection("127.0.0.1", page.port, PATIENCE_S)) as own:
        for _ in range(300):
            own.request("GET", "/nothing")
            answer = own.getresponse()
            answer.read()
            assert answer.status == 404


@pytest.mark.parametrize(("each", "most"), [(MOST_FROM_ONE, 6), (None, 40)])
def test_a_neighbour_is_answered_a_few_requests_at_a_time(each: int | None, most: int) -> None:
    """Regression: the table's page waited for forty answers, one on each of a guest's connections.

    This computer's own page has no such limit.
    """
    begun: list[str] = []

    async def flood(gate: Gate) -> None:
        free = asyncio.Event()

        async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
            begun.append(scope["client"][0])
            await free.wait()

        limited = CapacityMiddleware(app, gate)
        async with asyncio.TaskGroup() as group:
            for host, port in [*((BAD, port) for port in range(40)), (GOOD, 1)]:
                scope = {"type": "http", "path": "/", "headers": [], "client": (host, port)}
                group.create_task(limited(scope, never, never))
            for _ in range(10):
                await asyncio.sleep(0)
            assert (begun.count(BAD), begun.count(GOOD)) == (most, 1)
            free.set()

    with Gate(socket.socket(), 99, each) as gate:
        asyncio.run(flood(gate))
    assert begun.count(BAD) == 40


async def never(*_: object) -> Any:  # noqa: ANN401 - as ASGI's
    raise AssertionError


@linux
@pytest.mark.usefixtures("clock")
def test_a_font_costs_a_neighbour_more_than_another_file(page: MatchPage) -> None:
    codes = []
    with closing(HTTPConnection(LAN, page.port, PATIENCE_S, (BAD, 0))) as guest:
        for _ in range(30):
            guest.request("GET", "/files/none.ttf")
            answer = guest.getresponse()
            answer.read()
            codes.append(answer.status)
    assert codes == [404] * 29 + [429]


@linux
@pytest.mark.parametrize("half", [HALF, b"\x16\x03\x01"], ids=["head", "handshake"])
def test_who_does_not_finish_asking_is_hung_up_on(
    page: MatchPage, clock: Clock, half: bytes
) -> None:
    port = page.port if half == HALF else page.secure_port
    if not port:
        pytest.skip("there is no openssl")
    with socket.create_connection((LAN, port), PATIENCE_S) as idle:
        idle.sendall(half)
        assert last_words(idle, clock, gates.HEAD_S + 1) == b""


@linux
def test_who_shakes_hands_and_then_says_nothing_is_hung_up_on(
    page: MatchPage, clock: Clock
) -> None:
    if not page.secure_port:
        pytest.skip("there is no openssl")
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((LAN, page.secure_port), PATIENCE_S) as plain,
        trusting.wrap_socket(plain) as silent,
    ):
        assert last_words(silent, clock, gates.HEAD_S + 1) == b""


@linux
def test_a_second_half_a_head_on_an_answered_connection_is_hung_up_on(
    page: MatchPage, clock: Clock
) -> None:
    with socket.create_connection((LAN, page.port), PATIENCE_S) as client:
        client.sendall(b"GET /nothing HTTP/1.1\r\nHost: %s:%d\r\n\r\n" % (LAN.encode(), page.port))
        assert client.recv(65536).startswith(b"HTTP/1.1 404")
        client.sendall(HALF)
        assert b"HTTP/1.1" not in last_words(client, clock, gates.SENT_S + 1)


@linux
def test_who_looks_on_is_never_hung_up_on(
    table: Table, page: MatchPage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = 0
    sweep = Gate.sweep

    def counted(gate: Gate) -> None:
        nonlocal swept
        sweep(gate)
        swept += 1

    monkeypatch.setattr(Gate, "sweep", counted)
    found = page.access.enter(page.access.invite(Role.SPECTATOR))
    assert found is not None
    with socket.create_connection((LAN, page.port), PATIENCE_S) as client:
        client.sendall(
            f"GET /live HTTP/1.1\r\nHost: {LAN}:{page.port}\r\n"
            f"Cookie: companion-{page.port}={found[0]}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b"101" in client.recv(65536)
        looks_on(client)
        clock.now += gates.HEAD_S + gates.SENT_S + gates.ANSWER_S
        before = swept
        until(lambda: swept >= before + 4)  # both limits, completely and after that time
        looks_on(client)
        *_, _ = table.play(1)
        client.settimeout(PATIENCE_S)
        assert client.recv(65536)


def looks_on(client: socket.socket) -> None:
    """Read incoming data, and check that the connection is open."""
    client.settimeout(0.1)
    with suppress(TimeoutError):
        while True:
            assert client.recv(65536), "hung up on"
