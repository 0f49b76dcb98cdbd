"""HTTP connections on which few requests can wait for the answers before them.

A browser sends a request after the last answer. The library reads again after each answer, and
keeps everything that it cannot parse yet: a guest who sends requests without a pause would fill
memory, however few of them are answered. Such a connection is closed.
"""

from typing import Final

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
