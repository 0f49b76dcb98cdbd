"""A source that people watch: a virtual table at its own pace, not as fast as it can."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.frames import Frame, FrameSource


class Paced:
    """A `FrameSource` whose frames come no sooner than their own clock says.

    A table that was too slow for a while is not made up for: its clock starts again.
    """

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._ahead: float | None = None

    @property
    def name(self) -> str:
        """What to call it in messages."""
        return self._source.name

    def read(self) -> Frame | None:
        """The next frame, when it is time."""
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
        """Let go of the source."""
        self._source.close()
