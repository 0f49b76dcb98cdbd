"""HTTP connections on which few requests can wait, and which end where they break the protocol.

A browser sends a request after the last answer. The library reads again after each answer, and
keeps everything that it cannot parse yet: a guest who sends requests without a pause would fill
memory, however few of them are answered. Such a connection is closed.

If a request's body breaks the protocol, the library refuses it, although the application may be
answering the same request. Two answers to one request would be reported as a fault of the page.
"""

from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_MOST_AHEAD: Final = 1 << 16
"""Maximum number of bytes that wait on a connection; a body never waits."""


class MeteredRequests(H11Protocol):
    """uvicorn's HTTP protocol with a limit of waiting bytes."""

    def data_received(self, data: bytes) -> None:
        """Disconnect a client that sends too far ahead."""
        super().data_received(data)
        waiting, _ = self.conn.trailing_data
        if len(waiting) > _MOST_AHEAD:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP instead of answering its request, or break off the answer."""
        if not getattr(self.cycle, "response_complete", True):  # None before the first request
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()
