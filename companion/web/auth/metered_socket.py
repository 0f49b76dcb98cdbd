"""Web sockets whose bytes are counted before they are parsed, and whose answers cannot pile up.

The library limits a message's size, but not the number of messages. It parses everything that
arrives, and answers each ping, even if the answers are never read. Therefore a client that sends
more bytes than a page needs is disconnected before they are parsed. While a client does not read,
its messages are not read either. If it does not even answer a ping in time, it is disconnected
without waiting until it has read the rest.
"""

from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.web.auth.connection_limits import Gate


class MeteredSocket(WebSocketsSansIOProtocol):
    """uvicorn's web socket protocol with the limits of a `Gate`."""

    def __init__(self, *, gate: Gate, **given: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(**given)
        self._gate = gate

    def data_received(self, data: bytes) -> None:
        """Disconnect a client that sends too much; the request's head is counted as a request."""
        if self.handshake_initiated and not self._gate.takes_bytes(self.client, len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    def pause_writing(self) -> None:
        """Stop reading while the answers are not read."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again, unless a message is still waiting for the application."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message, without reading more while the answers are not read."""
        message = await super().receive()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()
        return message

    def keepalive_timeout(self) -> None:
        """Disconnect a client that does not answer, even if it has not read everything."""
        super().keepalive_timeout()
        self.transport.abort()
