"""A watcher in its own process, so that a crashing decoder does not end the match.

Theory of operation

External pictures pass through much third-party code. If a picture makes it crash or hang, the
process is abandoned and another one is started. The match, its log and its clock are in this
process and continue. The new watcher reads the whole table again. Until it is ready, every view is
blind (`Trouble.READER`), as if a hand covered the lens.

  starting ──ready──► waiting ──frame──► busy ──view──► waiting
   │                                    │
   └─ timed out or dead ──► abandoned ◄─┘  ──► starting

A busy machine slows down a healthy watcher. A late watcher is therefore reported (`Trouble.BUSY`)
and given more time, and its view of the older picture is dropped. Only a stuck watcher is
abandoned.

A picture is passed in shared memory, everything else through a pipe. The memory is free again when
the view has been received. What a watcher needs to start is in shared memory, too: the spawner
writes a process's arguments into a pipe without a deadline and keeps the pipe's reading end open,
so it would wait without end if the process died before it read more than the pipe holds.

A picture that broke `_ENOUGH` watchers is not tried again. While the source repeats it, the view is
blind. No matter how many watchers break, the match continues and waits for a usable picture. If
`_GIVE_UP` watchers in a row never become ready, the cause must be elsewhere, and `SourceError` is
raised.
"""

import contextlib
import ctypes
import multiprocessing
import pickle
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import SourceError
from companion.frames import Frame
from companion.readings import TableView, Trouble
from companion.vision.mat.printed import Printed
from companion.vision.reader.image_pyramid import Image, as_image
from companion.vision.sources.lens_memory import SavedLens
from companion.vision.watcher import Watcher
from rules import Manifest
from rules.process.installing import install_command

_GIVE_UP = 5
_ENOUGH = 2
"""Number of failures after which a picture is not tried again. A single failure may be chance."""
_Shape = tuple[int, ...]
Memory = ctypes.Array[ctypes.c_uint8]
"""Shared memory that contains a picture's values, row by row, or the bytes of a pickle."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Timeouts in seconds: for a watcher to be ready, for a view, and for a view that is late."""

    ready_s: float = 30.0
    view_s: float = 2.0
    stuck_s: float = 15.0


def _values(memory: Memory) -> npt.NDArray[np.uint8]:
    return np.frombuffer(memoryview(memory).cast("B"), np.uint8)


class Serve(Protocol):
    """The type of the function that runs in the other process."""

    def __call__(self, pipe: Connection, memory: Memory, manifests: tuple[Manifest, ...]) -> None:
        """Serve views until the pipe closes."""
        ...


def serve(
    pipe: Connection,
    memory: Memory,
    manifests: tuple[Manifest, ...],
    camera: str = "",
    printed: Printed | None = None,
    dice: Mapping[str, Sequence[str]] | None = None,
    *,
    part: bool = False,
) -> None:
    """Run a watcher in the other process until the pipe is closed.

    `camera` identifies the saved lens. `printed` are the mats' pictures, and `dice` the kinds of
    dice for each cell. `part`: the camera may see only a part of the mat.
    """
    # Two threads are hardly faster than one, and use 50 % more CPU time.
    cv2.setNumThreads(1)
    # Only the main process handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lens = SavedLens(camera)
    watcher = Watcher(manifests, lens.bend, printed, dice, part=part)
    pipe.send(None)
    pixels = _values(memory)
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            shape, time_s, index = pipe.recv()
            if shape is None:
                pipe.send(watcher.lost(time_s, index))
            else:
                image = pixels[: int(np.prod(shape))].reshape(shape)
                pipe.send(watcher.see(Frame(image, time_s, index)))
                lens.note(watcher.bend)


def _start(pipe: Connection, memory: Memory, setup: Memory) -> None:
    """Serve in the other process; `setup` contains the function and its manifests."""
    run, manifests = pickle.loads(memoryview(setup).cast("B"))  # noqa: S301 - written by `_begin`
    run(pipe, memory, manifests)


class WatcherProcess:
    """A `Watcher` that survives bad pictures. Close it when the match is over.

    `see` and `lost` raise `SourceError` when watchers repeatedly fail to start.
    """

    def __init__(
        self,
        manifests: tuple[Manifest, ...],
        patience: Timeouts | None = None,
        serve: Serve = serve,
    ) -> None:
        self._setup = pickle.dumps((serve, manifests))
        self._patience = patience or Timeouts()
        self._spawn = multiprocessing.get_context("spawn")
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._memory: Memory | None = None
        self._ready = False
        self._until = 0.0
        self.failures = 0
        """Number of watchers abandoned since the last judged picture."""
        self._stillborn = 0
        self._broke: Image | None = None
        self._breaks = 0
        self._late: Image | None = None
        """The picture for which the watcher is late."""
        self._late_until = 0.0
        self._cut = False
        """True if the pipe is broken."""

    def see(self, frame: Frame) -> TableView:
        """Return the view of this frame, or a blind one while a watcher is being started."""
        try:
            image = as_image(frame.image)
        except ValueError:
            return TableView(frame.time_s, frame.index, trouble=Trouble.TINY)
        if self._breaks >= _ENOUGH and self._is_broke(image):
            return TableView(frame.time_s, frame.index, trouble=Trouble.READER)
        if self._memory is None or len(self._memory) < image.size:
            self._begin(image.size)
            self._await_ready(self._patience.ready_s)
        return self._ask(image, image.shape, frame.time_s, frame.index)

    def lost(self, time_s: float, frame: int) -> TableView:
        """Return the view to report while the source is lost."""
        if self._memory is None:
            return TableView(time_s, frame, trouble=Trouble.LOST)
        return self._ask(None, None, time_s, frame)

    def close(self) -> None:
        """End the other process. It is safe to call this twice."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join(0.5)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
            self._process.close()
        self._process = self._pipe = self._memory = self._late = None
        self._ready = self._cut = False

    def _begin(self, size: int) -> None:
        """Start a watcher for pictures of up to `size` values.

        If the system has no process, descriptor or memory to spare, there is none, as if it had
        died at once.
        """
        self.close()
        try:
            memory = self._spawn.RawArray(ctypes.c_uint8, size)
            setup = self._spawn.RawArray(ctypes.c_uint8, len(self._setup))
            memoryview(setup).cast("B")[:] = self._setup
            self._pipe, theirs = self._spawn.Pipe()
            with theirs:
                process = self._spawn.Process(
                    target=_start, args=(theirs, memory, setup), daemon=True
                )
                process.start()
            self._process, self._memory = process, memory
        except (OSError, MemoryError):
            self.close()
        self._until = time.monotonic() + self._patience.ready_s

    def _await_ready(self, seconds: float) -> bool:
        """Wait for the watcher. Return True if it is ready."""
        if not self._ready:
            gone = not self._receive(seconds, self._note_ready)
            if gone and (not self._alive() or time.monotonic() > self._until):
                self._stillborn += 1
                self._give_up()
        return self._ready

    def _note_ready(self, _: object) -> None:
        self._ready = True
        self._stillborn = 0

    def _alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def _receive(self, seconds: float, take: Callable[[object], None]) -> bool:
        """Wait for a message and pass it to `take`. Return True if one came in time."""
        if self._pipe is None:
            return False
        try:
            if not self._pipe.poll(seconds):
                return False
            take(self._pipe.recv())
        except (EOFError, OSError):
            self._cut = True
            return False
        return True

    def _ask(
        self, image: Image | None, shape: _Shape | None, time_s: float, index: int
    ) -> TableView:
        blind = TableView(time_s, index, trouble=Trouble.READER if shape else Trouble.LOST)
        if not self._await_ready(0.0) or self._memory is None or self._pipe is None:
            return blind
        if self._late is not None and not self._answered():
            return TableView(time_s, index, trouble=Trouble.BUSY) if self._late_alive() else blind
        if image is not None:
            _values(self._memory)[: image.size] = image.ravel()
        views: list[object] = []
        with contextlib.suppress(OSError):
            self._pipe.send((shape, time_s, index))
            self._receive(self._patience.view_s, views.append)
        if views and isinstance(views[0], TableView):
            self.failures = 0
            return views[0]
        # This is a copy, because a source may write the next picture into the same memory.
        self._late = np.empty(0, np.uint8) if image is None else image.copy()
        self._late_until = time.monotonic() + self._patience.stuck_s
        return TableView(time_s, index, trouble=Trouble.BUSY) if self._late_alive() else blind

    def _answered(self) -> bool:
        """Return True if a late watcher has finished its older picture."""
        if not self._receive(self._patience.view_s, lambda _: None):
            return False
        self._late, self.failures = None, 0
        return True

    def _late_alive(self) -> bool:
        """Return True if a late watcher may still answer. Abandon it otherwise."""
        if self._alive() and not self._cut and time.monotonic() < self._late_until:
            return True
        late, self._late = self._late, None
        if late is not None and late.size:
            self._breaks = self._breaks + 1 if self._is_broke(late) else 1
            self._broke = late
        self._give_up()
        return False

    def _is_broke(self, image: Image) -> bool:
        """Return True if this picture is equal to the one that broke the last watcher."""
        return self._broke is not None and np.array_equal(self._broke, image)

    def _give_up(self) -> None:
        """End a broken watcher, and start another one.

        Raise `SourceError` if too many in a row were never ready.
        """
        self.failures += 1
        size = len(self._memory) if self._memory is not None else 0
        if self._process is not None and self._process.is_alive():
            self._process.kill()
        self.close()
        if self._stillborn >= _GIVE_UP:
            raise SourceError("fault.machine.reader", command=install_command("companion"))
        if size:  # otherwise the next picture tries again
            self._begin(size)
