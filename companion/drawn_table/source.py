"""A drawn table as a frame source: fast while something changes, slow otherwise.

It uses the real clock, because people move the hands over the table. While something moves, and
until the referee has seen it settle, frames come at a webcam's rate. A table at rest is rendered a
few times per second, and only the sensor's noise is computed (`companion.simulator.render`).
"""

import math
import random
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion.drawn_table.persistence import TableStore
from companion.drawn_table.pieces import Beginning
from companion.drawn_table.table import PlayTable
from companion.frames import Frame
from companion.referee.explain.hidden_chance import advance, unseen_chance
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.render import Renderer
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.storage.files import cache_folder
from rules import CHANCE, UNKNOWN, Layout, Mat, Match, Rules

_DPI: Final = 150.0
_BUSY_S: Final = 0.08
_IDLE_S: Final = 0.3
_LIVELY_S: Final = 2.5
_PX_PER_MM: Final = 1.9
_MOST_PX: Final = 2_400_000
_MARGIN_MM: Final = 12.0
_TILT_DEG: Final = 2.0
_SHOTS: Final = 4


class PlaySource:
    """A `FrameSource` over a `PlayTable`."""

    name = "mouse"

    def __init__(self, table: PlayTable, renderer: Renderer) -> None:
        self.table, self._renderer = table, renderer
        self._begun = time.monotonic()
        self._taken, self._changed = -math.inf, 0.0
        self._version = -1
        self._index = 0
        self._open = True

    def read(self) -> Frame | None:
        """Return the next frame: immediately after a change, otherwise when it is due."""
        if not self._open:
            return None
        now = self._wait()
        scene, moving = self.table.scene(now)
        if moving or self.table.version != self._version:
            self._changed, self._version = now, self.table.version
        self._taken = now
        self._index += 1
        return Frame(self._renderer.render(scene), round(now, 6), self._index - 1)

    def close(self) -> None:
        """Stop the source. It is safe to call this twice."""
        self._open = False
        self.table.remember(None)  # later moves on the page are not judged

    def _wait(self) -> float:
        """Sleep until the next frame is due; return the time on this source's clock, s."""
        now = time.monotonic() - self._begun
        earliest = self._taken + _BUSY_S
        if now < earliest:
            time.sleep(earliest - now)
            now = time.monotonic() - self._begun
        if now - self._changed > _LIVELY_S:
            until = self._taken + _IDLE_S
            with self.table.changed:
                self.table.changed.wait_for(
                    lambda: self.table.version != self._version, max(0.0, until - now)
                )
        return time.monotonic() - self._begun


def open_play(
    manifests: Sequence[Path],
    match: Match[Any],
    *,
    memory: TableStore | None = None,
    resumed: bool = False,
) -> PlaySource:
    """Return the camera over a table with all pieces of `manifests`.

    `memory` saves the table; a `resumed` match restores it. Raises `SourceError` if a PDF is
    missing.
    """
    seed = secrets.randbits(32)
    shop = PaperShop(manifests, _DPI, cache_folder())
    form = match.game.table.form(match.setup)
    mat = shop.mats[form.mat]
    layout = first_layout(match.game, match.state, random.Random(seed))
    begun = Beginning(match.setup, form, mat, layout, [*shop.cards.values()])

    def side(tag: str, up: bool) -> npt.NDArray[np.uint8]:  # noqa: FBT001 - a `Side`
        return (shop.front(tag) if up else shop.back(tag)).image

    table = PlayTable(begun, side, seed)
    if memory is not None:
        table.remember(memory, restore=resumed)
    light = np.random.default_rng(seed)
    camera = fit_camera(_camera(mat), mat.width_mm, mat.height_mm, _MARGIN_MM)
    renderer = Renderer(shop, mat.name, camera, CONDITIONS["good"], light, _SHOTS)
    return PlaySource(table, renderer)


def _camera(mat: Mat) -> SimulatedCamera:
    """Return a camera whose picture fits the mat, upright for the first seat."""
    wide, high = mat.width_mm + 2 * _MARGIN_MM, mat.height_mm + 2 * _MARGIN_MM
    scale = min(_PX_PER_MM, math.sqrt(_MOST_PX / (wide * high)))
    width, height = (16 * round(side * scale / 16) for side in (wide, high))
    return SimulatedCamera(width=width, height=height, tilt_deg=_TILT_DEG)


def first_layout(game: Rules[Any], state: Any, rng: random.Random) -> Layout:  # noqa: ANN401 - the game's own type
    """Return a match's layout before its first action, with dealt face-down piles."""
    if (hidden := unseen_chance(game, state)) is not None:
        state = advance(game, state, hidden)
    now = game.table.layout(state)
    while game.to_act(state) == frozenset((CHANCE,)):
        state = advance(game, state, game.sample(state, lambda n: int(rng.random() * n)))
    dealt = game.table.layout(state)
    return {
        cell: dealt.get(cell, pile) if pile and pile[-1].card == UNKNOWN else pile
        for cell, pile in now.items()
    }
