"""Pictures of a table that hardly changes: only changes are developed again.

Developing a whole picture (noise, mosaic, sharpening, JPEG) costs more than drawing the changes.
`Shots` keeps a few whole pictures, each with noise of its own, and returns them in turn; before one
is returned again, the changes since are developed into it. So no two consecutive pictures are
equal, as with a real sensor, and a table at rest costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from companion.simulator.rects import Rect, merged
from companion.simulator.sensor import Sensor


class Shots:
    """Rotating pictures, `count` of them; with 0 every picture is developed whole."""

    def __init__(self, sensor: Sensor, rng: np.random.Generator, count: int) -> None:
        self._sensor = sensor
        self._rng = rng
        self._count = count
        self._pictures: list[npt.NDArray[np.uint8]] = []
        self._stale: list[list[Rect]] = []
        self._turn = -1

    def changed(self, areas: Iterable[Rect]) -> None:
        """Mark `areas` as exposed again."""
        new = list(areas)
        self._stale = [merged([*old, *new]) for old in self._stale]

    def next(self) -> npt.NDArray[np.uint8]:
        """Return the next picture, (height, width, 3) BGR; read-only."""
        if len(self._pictures) < self._count or not self._count:
            picture = self._sensor.develop(self._rng)
            if self._count:
                self._pictures.append(picture)
                self._stale.append([])
            return picture
        self._turn = (self._turn + 1) % self._count
        picture = self._pictures[self._turn]
        if self._stale[self._turn]:
            picture = picture.copy()  # an earlier frame keeps its picture
            for area in self._stale[self._turn]:
                left, top, right, bottom = area
                picture[top:bottom, left:right] = self._sensor.develop(self._rng, area)
            self._pictures[self._turn], self._stale[self._turn] = picture, []
        return picture
