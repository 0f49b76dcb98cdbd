"""Guests that send requests without waiting for the answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

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
    found = b""
    with socket.create_connection(("127.0.0.1", page.port), PATIENCE_S) as client:
        with suppress(OSError):  # after a reset, a shutdown fails with a bare ENOTCONN
            client.sendall(requests * head)
            client.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while part := client.recv(1 << 20):
                found += part
    return found.count(b"HTTP/1.1 200 OK")


def test_a_few_requests_ahead_are_answered(page: MatchPage) -> None:
    assert answers(page, 5) == 5


def test_who_sends_far_ahead_is_disconnected_before_it_fills_memory(page: MatchPage) -> None:
    assert answers(page, 4_000) < 2_000
