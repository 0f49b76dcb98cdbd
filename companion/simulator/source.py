"""The simulated table as a camera: scenes in, frames out, on the table's own clock."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from companion.frames import Frame
from companion.referee.lots import Lots
from companion.simulator.private_inputs import PrivateInputs, seeded_lots
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.simulator.stage import SceneFrame


class VirtualTable:
    """A `FrameSource` that plays scenes; its clock is that of the scenes, not the real time.

    A thread renders up to `ahead` frames in advance: the heavy parts release the interpreter's
    lock, so rendering and reading use two cores. It starts with the first `read` and ends with
    `close`. With 1, robots can react to each frame's notices. `scene` is the scene of the latest
    frame. `pages` are the robots' private inputs; `lots` are those that the robots expect the
    referee to draw.
    """

    name = "virtual"

    def __init__(
        self,
        renderer: Renderer,
        ticks: Iterator[SceneFrame],
        pages: PrivateInputs | None = None,
        lots: Lots | None = None,
        ahead: int = 1,
    ) -> None:
        self.renderer, self.scene = renderer, Scene()
        self.pages, self.lots = pages or PrivateInputs(), lots or seeded_lots(0)
        self._ticks, self._ahead = ticks, ahead
        self._now, self._index = 0.0, 0
        self._worker = ThreadPoolExecutor(1, "virtual-table")
        self._coming: deque[Future[tuple[Frame, Scene] | None]] = deque()
        self._over = False
        self.latest: Frame | None = None
        """The latest frame."""

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end; raise an error of the renderer once."""
        if self._over:
            return None
        while len(self._coming) < self._ahead:
            self._coming.append(self._worker.submit(self._render))
        self._over = True  # also after an error
        rendered = self._coming.popleft().result()
        if rendered is None:
            return None
        self._over = False
        self.latest, self.scene = rendered
        return self.latest

    def _render(self) -> tuple[Frame, Scene] | None:
        tick = next(self._ticks, None)
        if tick is None:
            return None
        frame = Frame(self.renderer.render(tick.scene), round(self._now, 6), self._index)
        self._now += tick.seconds
        self._index += 1
        return frame, tick.scene

    def close(self) -> None:
        """End the simulation and the thread. It is safe to call this twice."""
        self._over = True
        self._worker.shutdown(cancel_futures=True)

    def play_out(self) -> None:
        """Close, and run the robots to the end of the match, so that their script is complete."""
        self.close()
        for _ in self._ticks:
            pass


class OtherCamera:
    """A `FrameSource` that shows a virtual table's latest scene through another camera.

    Read it after the table. `renderer` draws the same mat and papers for the other camera.
    """

    name = "virtual"

    def __init__(self, table: VirtualTable, renderer: Renderer) -> None:
        self.renderer, self._table = renderer, table

    def read(self) -> Frame | None:
        """Return the table's latest scene, at the time of the table's latest frame."""
        latest = self._table.latest
        if latest is None:
            return None
        return replace(latest, image=self.renderer.render(self._table.scene))

    def close(self) -> None:
        """Close the source; the table has its own life."""
