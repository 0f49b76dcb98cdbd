"""Guests that send requests without waiting for answers, or break the protocol."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

from companion.web import http_errors
from companion.web.mailbox import Mailbox
from companion.web.serve import MatchPage, open_page
from tests.support.waiting import PATIENCE_S


@pytest.fixture
def page() -> Iterator[MatchPage]:
    page = open_page(None, Mailbox(lambda *_: b""), port=0)
    yield page
    page.close()


def answers(page: MatchPage, requests: int) -> int:
    """Send equal requests at once; return the number of answers."""
    head = f"GET /words/en HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", page.port), PATIENCE_S) as client:
        with suppress(OSError):  # after a reset, a shutdown fails with a bare ENOTCONN
            client.sendall(requests * head)
            client.shutdown(socket.SHUT_WR)
        found = drained(client)
    return found.count(b"HTTP/1.1 200 OK")


def test_a_few_requests_ahead_are_answered(page: MatchPage) -> None:
    assert answers(page, 5) == 5


def test_who_sends_far_ahead_is_disconnected_before_it_fills_memory(page: MatchPage) -> None:
    assert answers(page, 4_000) < 2_000


CHUNKED = "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_request_whose_body_is_not_http_is_refused_once(page: MatchPage) -> None:
    """Regression: the page reported a fault of its own, because it answered twice."""
    http_errors._noted.clear()
    with socket.create_connection(("127.0.0.1", page.port), PATIENCE_S) as client:
        client.sendall(CHUNKED.format("/words/en", page.port).encode() + b"no size\r\n")
        answer = drained(client)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1
    assert answers(page, 1) == 1
    assert not http_errors._noted


@pytest.mark.parametrize("path", ["/files/NotoSansJP-Regular.ttf", "/words/en"])
def test_a_body_that_stops_being_http_ends_the_answer(
    page: MatchPage, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Regression: a second answer after the first one's head raised an error in the event loop."""
    http_errors._noted.clear()
    with socket.create_connection(("127.0.0.1", page.port), PATIENCE_S) as client:
        client.sendall(CHUNKED.format(path, page.port).encode())
        begun = client.recv(12)
        client.sendall(b"no size\r\n")
        rest = drained(client)
    assert begun == b"HTTP/1.1 200"
    assert b"HTTP/1.1" not in rest
    assert answers(page, 1) == 1
    assert not http_errors._noted
    assert not caplog.records


def drained(client: socket.socket) -> bytes:
    """Return what comes until the server closes the connection."""
    found = b""
    with suppress(ConnectionError):
        while part := client.recv(1 << 16):
            found += part
    return found
