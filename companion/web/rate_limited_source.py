"""A rate-limited source, for a simulated table in real time."""

import time

from companion.frames import Frame, FrameSource


class RateLimitedSource:
    """A `FrameSource` that delays each frame until its own time.

    Lost time is not made up: after a delay, the clock starts again.
    """

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._ahead: float | None = None

    @property
    def name(self) -> str:
        """The source's name in messages."""
        return self._source.name

    def read(self) -> Frame | None:
        """Return the next frame when it is due."""
        frame = self._source.read()
        if frame is None:
            return None
        now = time.monotonic()
        begun = now - frame.time_s
        if self._ahead is None or begun > self._ahead:
            self._ahead = begun
        else:
            time.sleep(self._ahead - begun)
        return frame

    def close(self) -> None:
        """Close the source."""
        self._source.close()
