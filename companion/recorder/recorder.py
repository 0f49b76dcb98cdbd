"""Records a running match.

Theory of operation

The match's thread only collects: each input with its notices, lots and salts, and references to a
few recent frames. After the notices have been announced, it hands them to the recorder's own
thread, which converts, compresses and writes (`companion.recorder.writer`). A failure there ends
the recording and is reported once. The match does not notice it.
"""

import hashlib
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError, SessionError, SourceError
from companion.frames import Frame
from companion.match_setup.app import MatchLoop
from companion.readings import TableView
from companion.recorder.archive import FORMAT, HEADER, LOG, json_part, part
from companion.recorder.events import WITHHELD
from companion.recorder.writer import RecordedInput, RecordingWriter
from companion.referee.inputs import Input
from companion.referee.live import LiveReferee
from companion.referee.notices import TRAITS, Moment, Notice
from companion.referee.ruling import Context
from companion.referee.state import Transition
from companion.replay.bundle import first_secret
from companion.replay.transcript import Transcript
from companion.web.snapshot import Recording
from rules import Message, load_catalog
from rules.core.match import MatchState
from rules.messages.system import reason
from rules.process.disk import PRIVATE_FOLDER, create_private, make_folder
from rules.records.log import started_data
from rules.version import __version__

_SPACING_S: Final = 0.6
_PICTURES: Final = 4
"""Maximum number of pictures before a notice."""
_BACKLOG: Final = 12
"""Number of waiting jobs from which a notice keeps one picture, and four times as many none."""
_CONTEXT: Final = ("match_info", "resumable", "new_session", "backs_visible")


@dataclass(slots=True)
class _Draws:
    """The lots and salts that a referee has drawn since its last input."""

    lots: list[int] = field(default_factory=list)
    salts: list[str] = field(default_factory=list)

    def watched(self, context: Context) -> Context:
        """Return a context whose draws are noted here."""

        def lots(match: MatchState[Any]) -> Callable[[int], int]:
            draw = context.lots(match)

            def draw_lot(count: int) -> int:
                self.lots.append(draw(count))
                return self.lots[-1]

            return draw_lot

        make_salt = context.make_salt
        if make_salt is None:
            return replace(context, lots=lots)

        def salt(now: Moment) -> str:
            self.salts.append(make_salt(now))
            return self.salts[-1]

        return replace(context, lots=lots, make_salt=salt)


class Recorder:
    """The recorder of one match; it is called in the match's thread."""

    def __init__(
        self,
        referee: LiveReferee,
        manifests: Sequence[Path],
        path: Path,
        report: Callable[[Message], None],
        *,
        log: bytes = b"",
        secrets: bool = False,
        standby: bool = False,
    ) -> None:
        """Prepare to record a match that has not begun.

        `path`: the file to write. `report` receives sentences for the table's owner. `log`: the
        lines before a resume. With `standby`, recording may be switched on in mid-match.
        """
        self.state = Recording()
        self.writer = RecordingWriter(self._head, secrets, standby)
        self._referee, self._path, self._report = referee, path, report
        self._manifests, self._log = manifests, log
        self._inputs: list[RecordedInput] = []
        self._draws = _Draws()
        self._recent: list[Frame] = []
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="recorder", daemon=True)

    def attach(self, loop: MatchLoop) -> None:
        """Follow the match of a loop that has not begun."""
        others = loop.observer

        def look(frame: Frame | None, view: TableView) -> Iterable[Transition]:
            # Of a phone's photos, a few are hundreds of megabytes.
            recent = thinned(self._recent, frame) if frame is not None else self._recent
            self._recent = recent if self.state.on else []
            self._hand_over()
            return others(frame, view) if others is not None else ()

        self._referee.context = self._draws.watched(self._referee.context)
        self._referee.witness, loop.observer = self._receive, look
        self._thread.start()

    def start(self) -> None:
        """Start recording into a new file; raise an error if it cannot be created."""
        self._start(self._path)

    def switch(self, *, on: bool) -> None:
        """Start or stop recording for the page; the file of an earlier start is kept."""
        if on == self.state.on:
            return
        if not on:
            self._hand_over()
            self._jobs.put(self.writer.end)
            self._stop()
            return
        number, free = 1, self._path
        while free.exists():
            number += 1
            free = self._path.with_stem(f"{self._path.stem}-{number}")
        try:
            if not self.writer.standby:
                raise SessionError(Message("fault.recording.late"))
            self._start(free)
        except CompanionError as error:
            self.state = Recording(failed=True)
            self._report(error.message)

    def close(self) -> None:
        """Write everything, and close the files."""
        self._hand_over()
        self._jobs.put(None)
        self._thread.join()
        self._stop()

    def _start(self, path: Path) -> None:
        try:
            make_folder(path.parent, PRIVATE_FOLDER)
            file = create_private(path)
        except FileExistsError as error:
            raise SessionError("fault.file.there", file=path) from error
        except OSError as error:
            raise SourceError("fault.file.unwritten", file=path, why=reason(error)) from error
        self.state = Recording(on=True, file=str(path))
        self._report(Message("referee.console.recording", path=str(path)))
        self._jobs.put(lambda: self.writer.begin(file))

    def _stop(self) -> None:
        if self.state.on:
            self._report(Message("referee.console.recorded", path=self.state.file))
            self.state = Recording()

    def _receive(self, item: Input | None, notices: tuple[Notice, ...]) -> None:
        """Note an input; the referee calls this before its notices are announced."""
        if self.state.on or self.writer.standby:
            match, lots, salts = self._referee.at.match, self._draws.lots, self._draws.salts
            self._inputs.append(RecordedInput(item, notices, match, tuple(lots), tuple(salts)))
        self._draws.lots.clear()
        self._draws.salts.clear()

    def _hand_over(self) -> None:
        inputs, self._inputs = self._inputs, []
        if not inputs:
            return
        announced = any(TRAITS[type(n)].announced for each in inputs for n in each.notices)
        waiting = self._jobs.qsize()
        most = _PICTURES if waiting < _BACKLOG else int(waiting < 4 * _BACKLOG)
        pictures = self._recent[::-1][:most] if announced and self.state.on else []
        self._jobs.put(lambda: self.writer.take(inputs, pictures))

    def _head(self) -> bytes:
        """Return the first parts: the set-up, the manifests, the log before a resume."""
        setup, log, secret = self._referee.at.match.setup, self._log, None
        if log and not self.writer.secrets:
            secret = first_secret(Transcript(log, ""))
        if secret is not None:
            log = b"".join(log.splitlines(keepends=True)[: secret - 1])
        files = [path.read_bytes() for path in self._manifests]
        header: dict[str, Any] = {
            "recording": FORMAT,
            "tool": f"companion {__version__}",
            "setup": started_data(setup, load_catalog(setup.game).digest),
            "manifests": [hashlib.sha256(data).hexdigest() for data in files],
            "resumed": bool(self._log),
            "context": {key: getattr(self._referee.context, key) for key in _CONTEXT},
            "secrets": self.writer.secrets,
            WITHHELD: secret is not None,
        }
        parts = [part(f"manifests/{n}.json", data) for n, data in enumerate(files)]
        return b"".join((json_part(HEADER, header), *parts, part(LOG, log) if log else b""))

    def _work(self) -> None:
        """Do the jobs, in the recorder's own thread."""
        while (job := self._jobs.get()) is not None:
            self._try(job)
        self._try(self.writer.end)
        self.writer.forget()

    def _try(self, job: Callable[[], None]) -> None:
        """Do a job; an error ends the recording and is reported once."""
        try:
            job()
        except Exception as error:  # noqa: BLE001 - the match goes on, whatever fails here
            self.state = Recording(failed=True)
            if not isinstance(error, OSError):
                self.writer.forget()  # an input may be missing from now on
            if path := self.writer.abandon():
                facts = {"path": path, "why": reason(error)}
                self._report(Message("referee.console.record_failed", **facts))


@contextmanager
def recorded(recorder: Recorder | None, loop: MatchLoop, *, begin: bool) -> Iterator[None]:
    """Follow the match of a loop to its end; `begin` to record it from the start."""
    if recorder is None:
        yield
        return
    recorder.attach(loop)
    try:
        if begin:
            recorder.start()
        yield
    finally:
        recorder.close()


def thinned(frames: Sequence[Frame], newest: Frame) -> list[Frame]:
    """Return the recent frames: the newest, and earlier ones at some distance from each other."""
    kept = [f for f in frames if newest.time_s - f.time_s < _PICTURES * _SPACING_S]
    if len(kept) > 1 and kept[-1].time_s - kept[-2].time_s < _SPACING_S:
        kept.pop()
    return [*kept, newest]
