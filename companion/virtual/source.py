"""The virtual table as a camera: scenes in, frames out, on the table's own clock."""

from __future__ import annotations

from collections.abc import Iterator

from companion.frames import Frame
from companion.virtual.render import Renderer
from companion.virtual.stage import Tick

__all__ = ["VirtualTable"]


class VirtualTable:
    """A `FrameSource` that plays ticks; frames' times advance by the ticks, not by the CPU."""

    def __init__(self, renderer: Renderer, ticks: Iterator[Tick], name: str = "virtual") -> None:
        self._renderer = renderer
        self._ticks = ticks
        self._name = name
        self._now = 0.0
        self._index = 0
        self._open = True

    @property
    def name(self) -> str:
        """What to call it in messages."""
        return self._name

    def read(self) -> Frame | None:
        """The next frame; None when the play is over."""
        tick = next(self._ticks, None) if self._open else None
        if tick is None:
            return None
        frame = Frame(self._renderer.render(tick.scene), round(self._now, 6), self._index)
        self._now += tick.seconds
        self._index += 1
        return frame

    def close(self) -> None:
        """End the play."""
        self._open = False
