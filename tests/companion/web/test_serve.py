"""The page over real sockets: many clients, broken ones, and a match that does not notice them."""

from __future__ import annotations

import errno
import gc
import json
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from companion.errors import SourceError
from companion.web import serve
from companion.web.auth.certificate import find_certificate
from companion.web.auth.connection_limits import MOST_CONNECTIONS
from companion.web.auth.roles import Role
from companion.web.live import MOST_SOCKETS
from companion.web.serve import MatchPage, lan_address, open_page
from rules import Message
from tests.support.waiting import PATIENCE_S, until
from tests.support.web.match_page import Table

ROOT = Path(__file__).resolve().parents[3]


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
    assert page.thread is not None
    assert not page.thread.is_alive()


def cookie(page: MatchPage, role: Role, seat: str = "") -> str:
    found = page.access.enter(page.access.invite(role, seat))
    assert found is not None
    return f"companion-{page.port}={found[0]}"


def watch(page: MatchPage, key: str) -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{page.port}/live?lang=en",
        additional_headers={"cookie": key},
        open_timeout=PATIENCE_S,
        max_size=None,
        proxy=None,
    )


def next_view(client: ClientConnection) -> dict[str, object]:
    while True:
        message = client.recv(timeout=PATIENCE_S)
        if isinstance(message, str) and "view" in (report := json.loads(message)):
            return dict(report)


def test_every_viewer_gets_what_is_new(table: Table, page: MatchPage) -> None:
    player, guest = cookie(page, Role.TABLE), cookie(page, Role.SPECTATOR)
    with watch(page, player) as one, watch(page, guest) as two:
        before = [next_view(one), next_view(two)]
        *_, _ = table.play(1)
        after = [next_view(one), next_view(two)]

    for old, new in zip(before, after, strict=True):
        assert new["verdict"] != old["verdict"]


def test_a_picture_comes_when_the_last_one_was_drawn(table: Table, page: MatchPage) -> None:
    with watch(page, cookie(page, Role.TABLE)) as client:
        pictures = 0
        for n in range(6):
            table.look()
            while True:
                message = client.recv(timeout=PATIENCE_S)
                if isinstance(message, bytes):
                    pictures += 1
                    client.send(json.dumps({"drawn": n}))
                    break
    assert pictures == 6


def test_a_slow_disk_under_a_new_key_delays_no_other_visitor(page: MatchPage) -> None:
    reached, let_go = threading.Event(), threading.Event()

    def write(_: object) -> None:
        reached.set()
        assert let_go.wait(PATIENCE_S)

    page.access.keep(lambda keys: write(keys) if keys else None)
    key, token = cookie(page, Role.TABLE), page.access.invite(Role.SEAT, "A")

    def join() -> int:
        body = json.dumps({"token": token})
        with closing(HTTPConnection("127.0.0.1", page.port, timeout=PATIENCE_S)) as visitor:
            visitor.request("POST", "/join", body, {"content-type": "application/json"})
            return visitor.getresponse().status

    joining = ThreadPoolExecutor(1).submit(join)
    try:
        assert reached.wait(PATIENCE_S)
        with watch(page, key) as players:
            assert next_view(players)
        assert not joining.done(), "the key is not stored yet"
    finally:
        let_go.set()
    assert joining.result(PATIENCE_S) == 200


def test_two_hundred_clients_do_not_disturb_the_match(table: Table, page: MatchPage) -> None:
    key = cookie(page, Role.SPECTATOR)
    with ExitStack() as stack, watch(page, cookie(page, Role.TABLE)) as players:
        next_view(players)
        opened = refused = 0
        for _ in range(200):
            try:
                stack.enter_context(watch(page, key))
                opened += 1
            except (InvalidStatus, InvalidMessage, ConnectionClosed, OSError):
                refused += 1
        *_, snapshot = table.play(1)
        view = next_view(players)

    assert opened == MOST_SOCKETS
    assert refused == 200 - MOST_SOCKETS
    verdict = view["verdict"]
    assert isinstance(verdict, dict)
    assert snapshot.story.verdict is not None
    assert verdict["n"] == snapshot.story.verdict.n


def test_a_client_that_never_reads_holds_up_nobody(table: Table, page: MatchPage) -> None:
    key = cookie(page, Role.TABLE)
    with socket.create_connection(("127.0.0.1", page.port)) as mute:
        mute.sendall(
            f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nCookie: {key}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        with watch(page, cookie(page, Role.TABLE)) as client:
            next_view(client)
            for _ in range(20):
                table.look()
                list(table.play(1))
            assert next_view(client)["view"] == 1


@pytest.mark.parametrize(
    "frame",
    [
        b"\x81\xfe\xff\xff\x00\x00\x00\x00",  # announces a text of 65,535 characters
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # announces one without end
        b"\x81\x05hello",  # not masked
        b"\xff\xff\xff\xff",  # reserved bits
        b"\x83\x80\x00\x00\x00\x00",  # an unknown kind
        b"\x89\xfe\x01\x00\x00\x00\x00\x00" + bytes(256),  # an overlong ping
        b"\x81\x82\x00\x00\x00\x00\xc3\x28",  # not UTF-8
        b"\x00\x80\x00\x00\x00\x00",  # a continuation without a beginning
    ],
)
def test_a_malformed_frame_ends_its_own_socket_only(
    table: Table, page: MatchPage, frame: bytes
) -> None:
    key = cookie(page, Role.SPECTATOR)
    with watch(page, cookie(page, Role.TABLE)) as players:
        next_view(players)
        with socket.create_connection(("127.0.0.1", page.port), timeout=PATIENCE_S) as broken:
            broken.sendall(
                f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nCookie: {key}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            assert b"101" in broken.recv(4096)
            broken.sendall(frame)
            with suppress(ConnectionError):
                while broken.recv(65536):
                    pass  # until the server has closed the connection; a timeout fails
        *_, _ = table.play(1)
        assert next_view(players)["view"] == 1


def test_half_a_request_keeps_nobody_from_looking(page: MatchPage) -> None:
    with ExitStack() as stack:
        for _ in range(40):
            idle = stack.enter_context(socket.create_connection(("127.0.0.1", page.port)))
            idle.sendall(b"GET / HTTP/1.1\r\nHost: ")
        with watch(page, cookie(page, Role.TABLE)) as client:
            assert next_view(client)["view"] == 1


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /press HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    ],
)
def test_a_broken_request_is_answered_or_hung_up_on(page: MatchPage, request_: bytes) -> None:
    with (
        socket.create_connection(("127.0.0.1", page.port), timeout=PATIENCE_S) as broken,
        suppress(ConnectionError),
    ):
        broken.sendall(request_)
        answer = broken.recv(65536)
        assert not answer or answer.split()[1][:1] == b"4"
    with watch(page, cookie(page, Role.TABLE)) as client:
        assert next_view(client)["view"] == 1


def test_by_default_only_this_computer_is_answered(page: MatchPage) -> None:
    bound = {s.getsockname()[0] for each in page.servers for s in each.servers[0].sockets}

    assert bound == {"127.0.0.1"}
    assert page.origin(Role.SPECTATOR) == ""
    address = lan_address()
    if address:
        with socket.socket() as outside:
            outside.settimeout(2)
            assert outside.connect_ex((address, page.port)) != 0


def test_who_comes_when_it_is_full_is_refused_in_his_language(
    page: MatchPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.web.auth.connection_limits.HEAD_S", 600.0
    )  # however slow this computer is
    line = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept-Language: ja\r\n" % page.port
    report = Message("http.text.crowded").render("ja")
    with ExitStack() as stack:
        for _ in range(MOST_CONNECTIONS):
            stack.enter_context(socket.create_connection(("127.0.0.1", page.port), PATIENCE_S))
        answers = [
            _answer(page, line + accept + b"\r\n") for accept in (b"", b"Accept: text/html\r\n")
        ]
    for answer in answers:
        assert answer.startswith("HTTP/1.1 503")
        assert report in answer
    assert "<h1>" in answers[1]
    until(lambda: "503" not in _answer(page, line + b"\r\n").partition("\r\n")[0])


def _answer(page: MatchPage, request_: bytes) -> str:
    with socket.create_connection(("127.0.0.1", page.port), PATIENCE_S) as client:
        client.sendall(request_.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        parts = []
        while part := client.recv(65536):
            parts.append(part)
    return b"".join(parts).decode("utf-8")


@pytest.mark.skipif(not lan_address(), reason="this computer is in no network")
def test_who_uses_up_the_networks_connections_leaves_the_players_theirs(
    table: Table, tmp_path: Path
) -> None:
    lan = lan_address()
    page = open_page(
        table.viewing,
        table.mailbox,
        port=0,
        lan=lan,
        certificate=find_certificate(lan, tmp_path),
    )
    try:
        with ExitStack() as stack:
            for _ in range(MOST_CONNECTIONS + 20):
                idle = stack.enter_context(socket.create_connection((lan, page.port), PATIENCE_S))
                with suppress(ConnectionError):  # most connections are closed immediately
                    idle.sendall(b"GET / HTTP/1.1\r\nHost: ")
            with watch(page, cookie(page, Role.TABLE)) as client:
                assert next_view(client)["view"] == 1
                list(table.play(1))
                assert next_view(client)["view"] == 1
    finally:
        page.close()


@pytest.mark.skipif(not lan_address(), reason="this computer is in no network")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")
def test_the_secure_page_shows_the_same_match(table: Table, tmp_path: Path) -> None:
    lan = lan_address()
    certificate = find_certificate(lan, tmp_path)
    page = open_page(table.viewing, table.mailbox, port=0, lan=lan, certificate=certificate)
    trusting = ssl.create_default_context(cafile=certificate[0] if certificate else None)
    key = cookie(page, Role.SPECTATOR).replace(str(page.port), str(page.secure_port))
    try:
        with (
            connect(
                f"wss://{lan}:{page.secure_port}/live",
                additional_headers={"cookie": key},
                ssl=trusting,
                proxy=None,
            ) as secure,
            watch(page, cookie(page, Role.TABLE)) as plain,
        ):
            assert [next_view(secure)["who"], next_view(plain)["who"]] == ["spectator", "table"]
            list(table.play(1))
            first, second = next_view(secure)["verdict"], next_view(plain)["verdict"]
            assert isinstance(first, dict)
            assert isinstance(second, dict)
            assert first["n"] == second["n"]
    finally:
        page.close()


@pytest.mark.skipif(not lan_address(), reason="this computer is in no network")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")
@pytest.mark.parametrize("taken", [False, True])
def test_the_secure_page_is_on_the_next_port_if_that_is_free(
    table: Table,
    taken: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Regression: the secure page was on a random port, so phones lost it after a restart."""
    bind, asked = serve._bind, []

    def bound(hosts: tuple[str, ...], port: int) -> list[socket.socket]:
        asked.append(port)
        if taken and len(asked) == 2:
            raise OSError(errno.EADDRINUSE, "taken")
        return bind(hosts, 0)

    monkeypatch.setattr(serve, "_bind", bound)
    lan = lan_address()
    certificate = find_certificate(lan, tmp_path)
    page = open_page(table.viewing, table.mailbox, port=0, lan=lan, certificate=certificate)
    page.close()
    assert certificate is not None
    assert asked == [0, page.port + 1, *([0] if taken else [])]
    assert page.secure_port not in (0, page.port)


def test_a_port_that_is_taken_is_reported_and_the_usual_one_replaced(
    table: Table, page: MatchPage
) -> None:
    with pytest.raises(SourceError, match="--port"):
        open_page(table.viewing, table.mailbox, port=page.port)

    first = open_page(table.viewing, table.mailbox)
    second = open_page(table.viewing, table.mailbox)
    try:
        assert first.port != second.port
    finally:
        first.close()
        second.close()


@pytest.mark.parametrize("failing", ["create_server", "socketpair"])
def test_a_page_without_a_descriptor_to_spare_is_reported_in_one_sentence(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    failing: str,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket, failing, refuse)
    with pytest.raises(SourceError) as caught:
        open_page(table.viewing, table.mailbox)
    assert "\n" not in caught.value.message.render("en")
    gc.collect()
    assert capfd.readouterr().err == ""


def test_closing_twice_is_no_fault(table: Table) -> None:
    page = open_page(table.viewing, table.mailbox, port=0)
    threads = threading.active_count()
    page.close()
    page.close()

    assert threading.active_count() < threads


FIRST = """
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from companion.web.mailbox import Mailbox
from companion.web.auth.roles import Role
from companion.web.serve import open_page
from rules import Message

page = open_page(None, Mailbox(lambda *_: b""), port=0)
found = page.access.enter(page.access.invite(Role.SPECTATOR))
cookie = {"cookie": f"companion-{page.port}={found[0]}"}
def ask(path):
    try:
        with urlopen(Request(f"http://127.0.0.1:{page.port}{path}", headers=cookie)) as answer:
            answer.read()
            return answer.status
    except HTTPError as error:
        return error.code
ask("/words/none")  # what the one who asks needs himself
before = set(sys.modules)
paths = ("/join", "/", "/files/enter.js", "/files/NotoSansJP-Regular.ttf", "/view")
print([ask(path) for path in paths], sorted(set(sys.modules) - before))
page.close()
"""


def test_the_first_visitor_is_answered_out_of_what_is_loaded_already() -> None:
    """Regression: while the installation was rewritten, /join and its fonts returned 500."""
    words = [sys.executable, "-c", FIRST]
    spoken = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert spoken.stdout.strip() == "[200, 200, 200, 200, 503] []"
