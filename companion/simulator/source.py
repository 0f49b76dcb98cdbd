"""The simulated table as a camera: scenes in, frames out, on the table's own clock.

`VirtualTable` renders on demand. `PrefetchedTable` renders a few frames ahead on its own thread:
the heavy parts release the interpreter's lock, so rendering and reading use two cores.
"""

import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterator

from companion.frames import Frame
from companion.simulator.private_inputs import PrivateInputs, lots
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene, TablePose
from companion.simulator.stage import SceneFrame

_AHEAD = 6
_POLL_S = 0.2


class VirtualTable:
    """A `FrameSource` that plays scenes; its clock is that of the scenes, not the real time."""

    def __init__(
        self, renderer: Renderer, ticks: Iterator[SceneFrame], name: str = "virtual"
    ) -> None:
        self._renderer = renderer
        self._ticks = ticks
        self._name = name
        self._now = 0.0
        self._index = 0
        self._open = True
        self._mat: TablePose | None = None
        self.shown: Counter[str] = Counter()
        """Number of frames with hands, glare and dice, and of pushes of the mat."""

    @property
    def name(self) -> str:
        """The source's name in messages."""
        return self._name

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end."""
        tick = next(self._ticks, None) if self._open else None
        if tick is None:
            return None
        self._count(tick.scene)
        frame = Frame(self._renderer.render(tick.scene), round(self._now, 6), self._index)
        self._now += tick.seconds
        self._index += 1
        return frame

    def _count(self, scene: Scene) -> None:
        hands = [hand for hand in scene.hands if self._renderer.over(hand, scene.mat)]
        kinds = {"hands": hands, "glare": scene.glints, "dice": scene.dice}
        pushed = self._mat is not None and scene.mat != self._mat
        self._mat = scene.mat
        self.shown.update([kind for kind, there in kinds.items() if there])
        self.shown.update(["pushed"] * pushed)

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

    The thread starts with the first `read` and ends with the simulation or with `close`. `pages`
    are the robots' private inputs; `lot` draws as the robots expect the referee to draw.
    """

    def __init__(
        self,
        table: VirtualTable,
        pages: PrivateInputs | None = None,
        lot: Callable[[int], int] | None = None,
    ) -> None:
        self._table = table
        self.pages, self.lot = pages or PrivateInputs(), lot or lots(0)
        self._frames: queue.Queue[Frame | Exception | None] = queue.Queue(_AHEAD)
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()
        self._over = False

    @property
    def name(self) -> str:
        """The source's name in messages."""
        return self._table.name

    @property
    def table(self) -> VirtualTable:
        """The underlying table, for robots that react to each frame's notices."""
        return self._table

    @property
    def shown(self) -> Counter[str]:
        """The counts of frames rendered so far (`VirtualTable.shown`)."""
        return self._table.shown

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end."""
        if self._over:
            return None
        if self._thread is None:
            self._thread = threading.Thread(target=self._render, name="virtual-table", daemon=True)
            self._thread.start()
        item = self._frames.get()
        if isinstance(item, Frame):
            return item
        self._over = True
        if item is not None:
            raise item
        return None

    def close(self) -> None:
        """End the simulation and the thread. It is safe to call this twice."""
        self._over = True
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        self._table.close()

    def play_out(self) -> None:
        """Close, and run the robots to the end of the match, so that their script is complete."""
        self.close()
        self._table.play_out()

    def _render(self) -> None:
        item: Frame | Exception | None = None
        while not self._closed.is_set():
            try:
                item = self._table.read()
            except Exception as error:  # noqa: BLE001 - `read` raises it again
                item = error
            self._hand_on(item)
            if not isinstance(item, Frame):
                return

    def _hand_on(self, item: Frame | Exception | None) -> None:
        while not self._closed.is_set():
            try:
                self._frames.put(item, timeout=_POLL_S)
            except queue.Full:
                continue
            return
