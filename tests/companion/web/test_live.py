"""Sockets without a server: a client's messages and the answers."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from starlette.websockets import WebSocket

from companion.web.auth.roles import Pass, Role
from companion.web.live import Live
from companion.web.mailbox import Mailbox
from tests.support.web.match_page import Table

Message = dict[str, Any]


class Browser:
    """A client that sends a message while a picture is being encoded for it.

    The picture is ready after the server has closed the socket, or else right away.
    """

    def __init__(self, answer: Message) -> None:
        self.sent: list[Message] = []
        self._answer = answer
        self._loop = asyncio.get_running_loop()
        self._coming: asyncio.Queue[Message] = asyncio.Queue()
        self._coming.put_nowait({"type": "websocket.connect"})
        self._closing, self._encoded = threading.Event(), threading.Event()

    def encode(self, *_: object) -> bytes:
        """Encode a picture in one of the server's threads."""
        self._loop.call_soon_threadsafe(self._coming.put_nowait, self._answer)
        self._closing.wait()
        self._encoded.set()
        return b"\xff\xd8"

    async def send(self, message: Message) -> None:
        """Record a message that the server sends, as the `send` function of its ASGI scope."""
        if message["type"] == "websocket.close":
            self._closing.set()
            await asyncio.to_thread(self._encoded.wait)
            # a send takes a few rounds of the event loop, in which the picture arrives
            for _ in range(10):
                await asyncio.sleep(0)
        self.sent.append(message)

    async def stay(self, live: Live) -> None:
        """Use the socket until the server is done with it."""
        socket = WebSocket({"type": "websocket"}, self._coming.get, self.send)  # type: ignore[arg-type]
        await live.serve(socket, Pass(Role.TABLE), "en")
        self._closing.set()


def stay(answer: Message) -> list[str]:
    """Return the kinds of messages that a browser gets if it sends `answer` during encoding."""
    table = Table.of("yggdrasil", 1)
    *_, snapshot = table.play(4)
    table.look()
    assert table.mailbox.glance is not None
    glance = table.mailbox.glance

    async def go() -> list[str]:
        browser = Browser(answer)
        mailbox = Mailbox(browser.encode)
        mailbox.post(snapshot)
        mailbox.look(glance)
        live = Live(mailbox, table.viewing)
        await browser.stay(live)
        assert live.viewers() == 0
        return [message["type"] for message in browser.sent]

    return asyncio.run(go())


def test_a_bad_message_closes_the_socket_though_a_picture_is_due() -> None:
    kinds = stay({"type": "websocket.receive", "bytes": b"\x00\xff"})

    assert kinds[-1] == "websocket.close"


def test_nothing_more_is_sent_to_a_client_that_disconnected() -> None:
    kinds = stay({"type": "websocket.disconnect", "code": 1001})

    assert set(kinds) == {"websocket.accept", "websocket.send"}
