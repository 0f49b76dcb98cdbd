"""Waiting for pictures of live sources, without assumptions about the machine's speed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.errors import CameraLost

if TYPE_CHECKING:
    from companion.frames import Frame, FrameSource


def first_picture(source: FrameSource) -> Frame:
    """Return the next picture of a live source, however late it comes."""
    while True:
        with suppress(CameraLost):
            frame = source.read()
            assert frame is not None
            return frame
