from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from companion.errors import CameraLost, SourceError
from companion.frames import Frame, FrameSource
from companion.readings import TableView, Trouble
from companion.vision.camera_team import (
    CameraNews,
    CameraNote,
    CameraTeam,
    TeamCamera,
    TeamNotes,
    noted,
)
from companion.vision.merging import Merged
from tests.support.waiting import until

PICTURE = np.zeros((2, 2), np.uint8)


@dataclass
class Shown:
    """A source that sends what is put into `frames`; None in between is a lost picture."""

    frames: Iterator[Frame | None]
    name: str = "camera"
    closed: bool = False

    def read(self) -> Frame | None:
        if self.closed:
            return None
        frame = next(self.frames, "over")
        if isinstance(frame, str):
            return None
        if frame is None:
            raise CameraLost("fault.camera.lost", camera="camera")
        return frame

    def close(self) -> None:
        self.closed = True


def frames(*times: float | None) -> Iterator[Frame | None]:
    return iter([t if t is None else Frame(PICTURE, t, n) for n, t in enumerate(times)])


def camera(source: FrameSource, cell: str, seen: list[float] | None = None) -> TeamCamera:
    """Return a camera that sees one empty cell of two."""
    times = [] if seen is None else seen

    def see(frame: Frame) -> TableView:
        times.append(frame.time_s)
        rest = frozenset(("a1", "b1")) - {cell}
        return TableView(frame.time_s, frame.index, (), frozenset((cell,)), rest, mat="4x5")

    def lost(time_s: float, index: int) -> TableView:
        return TableView(time_s, index, trouble=Trouble.LOST)

    return TeamCamera(source, see, lost)


def test_recorded_pictures_are_read_in_step() -> None:
    quick: list[float] = []
    one = camera(Shown(frames(0.0, 0.1, 0.2)), "a1")
    other = camera(Shown(frames(0.0, 0.04, 0.08, 0.12, 0.16, 0.2)), "b1", quick)
    notes: list[CameraNote] = []
    team = CameraTeam((one, other), notes.append, live=False)
    times = []
    while (frame := team.read()) is not None:
        view = team.see(frame)
        times.append(view.time_s)
        assert view.empty == frozenset(("a1", "b1"))
    assert times == pytest.approx([0.0, 0.12, 0.2])
    assert quick == pytest.approx([0.0, 0.12, 0.2])
    assert not notes


def test_a_lost_camera_leaves_the_table_to_the_other() -> None:
    times = [n / 2 for n in range(16)]
    gap = [None if 2 <= n < 12 else time for n, time in enumerate(times)]
    notes: list[CameraNote] = []
    cameras = camera(Shown(frames(*gap)), "a1"), camera(Shown(frames(*times)), "b1")
    team = CameraTeam(cameras, notes.append, live=False)
    seen = []
    while (frame := team.read()) is not None:
        view = team.see(frame)
        assert view.trouble is None
        seen.append("a1" in view.empty)
    assert seen == [time is not None for time in gap]
    assert notes == [CameraNote(CameraNews.AWAY, 0), CameraNote(CameraNews.BACK, 0)]


def test_without_any_camera_the_source_is_lost() -> None:
    cameras = [camera(Shown(frames(0.0, None, None)), cell) for cell in ("a1", "b1")]
    team = CameraTeam(cameras, lambda _: None, live=False)
    assert team.read() is not None
    with pytest.raises(CameraLost):
        team.read()
    assert team.lost(1.0, 1).trouble is Trouble.LOST
    team.close()
    assert team.read() is None


@dataclass
class Live:
    """A live source on a clock of its own, which is `ahead` of the computer's; `on` switches it."""

    clock: Callable[[], float]
    ahead: float = 0.0
    name: str = "live"
    on: threading.Event = field(default_factory=threading.Event)
    closed: threading.Event = field(default_factory=threading.Event)
    count: int = 0

    def read(self) -> Frame | None:
        if self.closed.wait(0.01):
            return None
        if not self.on.is_set():
            raise CameraLost("fault.camera.lost", camera=self.name)
        self.count += 1
        return Frame(PICTURE, self.clock() + self.ahead, self.count)

    def close(self) -> None:
        self.closed.set()


def test_live_cameras_are_watched_side_by_side() -> None:
    one, other = Live(time.monotonic, 500.0), Live(time.monotonic, -3.0)
    one.on.set()
    other.on.set()
    cameras = [camera(one, "a1"), camera(other, "b1")]
    team = CameraTeam(cameras, lambda _: None, live=True)

    def sees(cells: set[str]) -> bool:
        frame = team.read()
        assert frame is not None
        view = team.see(frame)
        assert 0 <= view.time_s < 60
        return view.trouble is None and view.empty == cells

    until(lambda: sees({"a1", "b1"}))
    one.on.clear()
    until(lambda: sees({"b1"}))
    one.on.set()
    until(lambda: sees({"a1", "b1"}))
    one.on.clear()
    other.on.clear()

    def is_lost() -> bool:
        try:
            return team.read() is None
        except CameraLost:
            return team.lost(1.0, 0).trouble is Trouble.LOST

    until(is_lost)
    team.close()
    assert team.read() is None


def test_a_reader_that_cannot_start_ends_the_match() -> None:
    def broken(_: Frame) -> TableView:
        raise SourceError("fault.machine.reader", command="pip")

    one, other = Live(time.monotonic), Live(time.monotonic)
    one.on.set()
    other.on.set()
    fine = camera(one, "a1")
    team = CameraTeam((fine, replace(fine, source=other, see=broken)), lambda _: None, live=True)

    def fails() -> bool:
        try:
            team.read()
        except SourceError:
            return True
        return False

    until(fails)
    team.close()


def test_a_contradiction_is_noted_once_it_lasts() -> None:
    notes, told = TeamNotes(), []
    since = {1.0: 1.0, 3.9: 1.0, 4.0: 1.0, 5.0: 1.0, 5.2: None, 6.0: 6.0, 9.5: 6.0}
    for time_s, begun in {**since, 20.0: None, 41.0: 41.0, 45.0: 41.0}.items():
        differing = {} if begun is None else {"a1": begun}
        view = TableView(time_s, 0, mat="4x5")
        notes, due = noted(notes, Merged(view, (0, 1), differing), 2)
        told += [(time_s, note) for note in due]
    about = CameraNote(CameraNews.DIFFER, place="a1")
    assert told == [(4.0, about), (45.0, about)]
