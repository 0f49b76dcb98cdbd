"""The simulated table as a camera: scenes in, frames out, on the table's own clock.

`VirtualTable` renders on demand. `PrefetchedTable` renders a few frames ahead on its own thread:
the heavy parts release the interpreter's lock, so rendering and reading use two cores.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from companion.frames import Frame
from companion.referee.lots import Lots
from companion.simulator.private_inputs import PrivateInputs, seeded_lots
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.simulator.stage import SceneFrame

_AHEAD = 6


class VirtualTable:
    """A `FrameSource` that plays scenes; its clock is that of the scenes, not the real time.

    `scene` is the scene of the latest frame.
    """

    name = "virtual"

    def __init__(self, renderer: Renderer, ticks: Iterator[SceneFrame]) -> None:
        self.renderer = renderer
        self.scene = Scene()
        self._ticks = ticks
        self._now = 0.0
        self._index = 0
        self._open = True

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end."""
        tick = next(self._ticks, None) if self._open else None
        if tick is None:
            return None
        self.scene = tick.scene
        frame = Frame(self.renderer.render(tick.scene), round(self._now, 6), self._index)
        self._now += tick.seconds
        self._index += 1
        return frame

    def close(self) -> None:
        """End the simulation."""
        self._open = False

    def play_out(self) -> None:
        """Run the match to its end without rendering, so that the robots' script is complete."""
        self.close()
        for _ in self._ticks:
            pass


class PrefetchedTable:
    """A simulated table with prefetched frames; `read` raises the renderer's errors.

    The thread starts with the first `read` and ends with the simulation or with `close`. `table` is
    for robots that react to each frame's notices. `pages` are the robots' private inputs; `lots`
    are those that the robots expect the referee to draw.
    """

    name = VirtualTable.name

    def __init__(
        self,
        table: VirtualTable,
        pages: PrivateInputs | None = None,
        lots: Lots | None = None,
    ) -> None:
        self.table = table
        self.pages, self.lots = pages or PrivateInputs(), lots or seeded_lots(0)
        self._worker = ThreadPoolExecutor(1, "virtual-table")
        self._ahead: deque[Future[Frame | None]] = deque()
        self._over = False

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end and after an error."""
        if self._over:
            return None
        while len(self._ahead) < _AHEAD:
            self._ahead.append(self._worker.submit(self.table.read))
        self._over = True
        frame = self._ahead.popleft().result()
        self._over = frame is None
        return frame

    def close(self) -> None:
        """End the simulation and the thread. It is safe to call this twice."""
        self._over = True
        self._worker.shutdown(cancel_futures=True)
        self.table.close()

    def play_out(self) -> None:
        """Close, and run the robots to the end of the match, so that their script is complete."""
        self.close()
        self.table.play_out()
