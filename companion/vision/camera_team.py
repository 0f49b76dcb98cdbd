"""Several cameras as one source of pictures and one watcher.

Theory of operation

Each camera has its own watcher and its own mat pose. A `CameraTeam` behaves like one source: `read`
returns the shown camera's picture, and `see` the merged view (`merging`).

Recorded and simulated pictures are read in step; the first source that sends one sets the pace.
Live cameras have one thread each, which reads a picture, has it watched, and keeps the newest view.
`read` waits until every camera that sends pictures has a new view, or until one of them is
`_ROUND_S` late.

Clocks are aligned: all times are those of this computer. The shortest delay between a picture's
time and its arrival is the difference between the two clocks. A source whose clock falls behind by
more than `_LAG_S` has stopped its clock, so the difference is measured again.

A camera that sends no pictures, or whose last view is older than `_STALE_S`, is left out. The
others go on, and `report` receives a note once the camera has been missing for `_NOTE_S`, and
another when it is back. A contradiction between cameras is noted once it has lasted as long.
"""

import enum
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.errors import CameraLost
from companion.frames import Frame, FrameSource
from companion.readings import TableView, Trouble
from companion.vision.merging import Merged, merge

_ROUND_S: Final = 0.3
_STALE_S: Final = 1.5
_SILENT_S: Final = 2.0
_LAG_S: Final = 1.0
_NOTE_S: Final = 3.0
_AGAIN_S: Final = 30.0
"""Time for which cameras must agree about a place before it can be noted again."""
_PAUSE_S: Final = 0.1


class CameraNews(enum.StrEnum):
    """The kinds of notes about cameras."""

    AWAY = "away"
    BACK = "back"
    DIFFER = "differ"


@dataclass(frozen=True, slots=True)
class CameraNote:
    """A note about a camera, by its number in the team, or a place about which cameras differ."""

    news: CameraNews
    camera: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True)
class TeamCamera:
    """One camera of a team: its pictures, and its watcher's functions."""

    source: FrameSource
    see: Callable[[Frame], TableView]
    lost: Callable[[float, int], TableView]
    close: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class _WatchedFrame:
    """A camera's view, the picture (None if it is missing), its time, and its number."""

    view: TableView
    frame: Frame | None
    time_s: float
    number: int


@dataclass(frozen=True, slots=True)
class TeamNotes:
    """The notes about cameras and contradictions, given and pending.

    `away` maps cameras to the times since when their views do not count; those in `missed` were
    noted. `places` maps the places that were noted to the last time at which cameras differed.
    """

    away: Mapping[int, float] = field(default_factory=dict)
    missed: frozenset[int] = frozenset()
    places: Mapping[str, float] = field(default_factory=dict)


def noted(
    before: TeamNotes, merged: Merged, count: int
) -> tuple[TeamNotes, tuple[CameraNote, ...]]:
    """Return the notes after a merge of `count` cameras, and those that are due now."""
    now = merged.view.time_s
    away = {i: before.away.get(i, now) for i in range(count) if i not in merged.used}
    if not merged.used:
        return replace(before, away=away), ()  # The referee reports the picture's trouble.
    gone = {i for i, since in away.items() if now - since >= _NOTE_S}
    known = {place: last for place, last in before.places.items() if now - last < _AGAIN_S}
    unlike = {place for place, since in merged.differing.items() if now - since >= _NOTE_S}
    notes = (
        *(CameraNote(CameraNews.AWAY, i) for i in sorted(gone - before.missed)),
        *(CameraNote(CameraNews.BACK, i) for i in merged.used if i in before.missed),
        *(CameraNote(CameraNews.DIFFER, place=each) for each in sorted(unlike - known.keys())),
    )
    places = {each: now for each in merged.differing if each in known or each in unlike}
    missed = (before.missed & away.keys()) | gone
    return TeamNotes(away, frozenset(missed), {**known, **places}), notes


class CameraTeam:
    """A `FrameSource` for several cameras. `see` and `lost` return the merged views.

    `report` receives the notes. Sources are `live` if each has its own pace.
    """

    def __init__(
        self,
        cameras: Sequence[TeamCamera],
        report: Callable[[CameraNote], None],
        *,
        live: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._cameras, self._report, self._live = tuple(cameras), report, live
        self._clock, self._start_s = clock, clock()
        self.name = " + ".join(each.source.name for each in cameras)
        self._looks: dict[int, _WatchedFrame] = {}
        self._taken: dict[int, int] = {}
        self._news = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._error: Exception | None = None
        self._ended = self._closed = False
        self._merged: Merged | None = None
        self._notes = TeamNotes()
        self._index = 0
        self._time_s = 0.0

    def read(self) -> Frame | None:
        """Return the shown camera's picture once the cameras have new views, or None at the end.

        Raise `CameraLost` if no camera sends pictures.
        """
        if not self._live:
            return self._in_step()
        if not self._threads and not self._closed:
            self._threads = [
                threading.Thread(target=self._watch, args=(i,), daemon=True)
                for i in range(len(self._cameras))
            ]
            for thread in self._threads:
                thread.start()
        with self._news:
            if self._news.wait_for(lambda: self._over() or self._fresh(), _SILENT_S):
                self._news.wait_for(lambda: self._over() or self._round_is_whole(), _ROUND_S)
            if self._error is not None:
                raise self._error
            if self._ended or self._closed:
                return None
            fresh = self._fresh()
            self._taken |= {i: look.number for i, look in fresh.items()}
            self._time_s = max(self._now(), self._time_s)
            return self._shown_frame()

    def see(self, frame: Frame) -> TableView:
        """Return the merged view of the cameras' latest views."""
        return self._merge(frame.time_s, frame.index)

    def lost(self, time_s: float, frame: int) -> TableView:
        """Return the view to report while no camera sends pictures."""
        return self._merge(time_s, frame)

    def close(self) -> None:
        """Close all cameras and their watchers. It is safe to call this twice."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        for each in self._cameras:
            each.source.close()
        for thread in self._threads:
            thread.join(_SILENT_S)
        for each in self._cameras:
            each.close()

    def _merge(self, time_s: float, index: int) -> TableView:
        with self._news:
            looks = dict(self._looks)
        shown = next((i for i, look in looks.items() if look.frame is not None), 0)
        views = {
            i: look.view
            for i, look in sorted(looks.items())
            if not self._live or self._now() - look.time_s <= _STALE_S or look.frame is None
        }
        views = views or {i: replace(look.view, trouble=Trouble.LOST) for i, look in looks.items()}
        views = views or {0: TableView(time_s, index, trouble=Trouble.LOST)}
        self._merged = merge(views, shown, time_s, index, self._merged)
        self._notes, notes = noted(self._notes, self._merged, len(self._cameras))
        for note in notes:
            self._report(note)
        return self._merged.view

    def _shown_frame(self) -> Frame:
        """Return the first camera's picture, or that of the next one that has any."""
        for _, look in sorted(self._looks.items()):
            if look.frame is not None:
                self._index += 1
                return Frame(look.frame.image, self._time_s, self._index - 1)
        raise CameraLost("fault.camera.lost", camera=self.name)

    # Sources in step.

    def _in_step(self) -> Frame | None:
        """Watch the next pictures; the first source that sends one sets the pace."""
        led = False
        for i in range(len(self._cameras)):
            last = self._looks.get(i)
            if not led or last is None or last.time_s < self._time_s:
                led |= self._step(i, self._time_s if led else 0.0)
            if self._closed or self._ended:
                return None
        return self._shown_frame()

    def _step(self, number: int, due_s: float) -> bool:
        """Watch a source's first picture that is due; return True if it sends one."""
        camera, last = self._cameras[number], self._looks.get(number)
        count = last.number + 1 if last else 0
        try:
            frame = camera.source.read()
            while frame is not None and frame.time_s < due_s:
                frame = camera.source.read()
        except CameraLost:
            view = camera.lost(self._time_s, count)
            self._looks[number] = _WatchedFrame(view, None, self._time_s, count)
            return False
        if frame is None:
            self._ended = True
            return False
        self._time_s = max(self._time_s, frame.time_s)
        self._looks[number] = _WatchedFrame(camera.see(frame), frame, frame.time_s, count)
        return True

    # Live sources.

    def _now(self) -> float:
        return self._clock() - self._start_s

    def _over(self) -> bool:
        return self._ended or self._closed or self._error is not None

    def _fresh(self) -> dict[int, _WatchedFrame]:
        """Return the views that no merge has used yet."""
        return {i: look for i, look in self._looks.items() if self._taken.get(i) != look.number}

    def _round_is_whole(self) -> bool:
        """Return True if every camera that sends pictures has a new view."""
        present = {i for i, look in self._looks.items() if look.frame is not None}
        return present <= self._fresh().keys() and len(self._looks) == len(self._cameras)

    def _watch(self, number: int) -> None:
        """Read and watch one camera until the team is closed."""
        camera, ahead, count = self._cameras[number], None, 0
        while not self._closed:
            try:
                frame = camera.source.read()
                now = self._now()
                if frame is None:
                    break
                delay = now - frame.time_s
                ahead = delay if ahead is None or delay - ahead > _LAG_S else min(ahead, delay)
                look = _WatchedFrame(camera.see(frame), frame, frame.time_s + ahead, count)
            except CameraLost:
                time.sleep(_PAUSE_S)
                now = self._now()
                view = camera.lost(now, count)
                look = _WatchedFrame(view, None, now, count)
            except Exception as error:  # noqa: BLE001 - `read` raises it in the match's thread
                self._error = error
                break
            count += 1
            with self._news:
                self._looks[number] = look
                self._news.notify_all()
        with self._news:
            self._ended = self._ended or not self._closed
            self._news.notify_all()
