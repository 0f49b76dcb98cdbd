"""Writes a recording, in a thread of its own."""

import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from companion.frames import Frame
from companion.readings import TableView
from companion.recorder.archive import END, append, inputs_part, picture_part
from companion.recorder.events import ANSWER, WITHHELD, InputCodec, dump_notice, withholds
from companion.referee.inputs import Input
from companion.referee.notices import Notice
from rules.core.match import MatchState

BYTES_PER_HOUR: Final = 200e6
_CHUNK_S: Final = 1.0
_MOST_SPOOL: Final = 400_000_000
_QUALITY: Final = 92


@dataclass(frozen=True, slots=True)
class RecordedInput:
    """One input and what it caused, with the match after it; no input if a page was answered."""

    item: Input | None
    notices: tuple[Notice, ...]
    match: MatchState[Any]
    lots: tuple[int, ...]
    salts: tuple[str, ...]


@dataclass(slots=True)
class PictureBudget:
    """A budget of bytes that grows with the match's clock, from `begun_s` to `now_s`."""

    hourly: float = BYTES_PER_HOUR
    begun_s: float | None = None
    now_s: float = 0.0

    def tick(self, now_s: float) -> None:
        """Set the clock."""
        self.begun_s = now_s if self.begun_s is None else self.begun_s
        self.now_s = now_s

    @property
    def allowance(self) -> float:
        """The budget so far, in bytes; a sixth of an hour's share is granted in advance."""
        begun_s = self.now_s if self.begun_s is None else self.begun_s
        return self.hourly * (1 + 5 * (self.now_s - begun_s) / 3600) / 6


@dataclass(slots=True, eq=False)
class RecordingWriter:
    """The writer of one match. With `standby`, a recording may begin in mid-match.

    `head` returns the first parts. Inputs are always written; pictures share what remains of the
    budget.
    """

    head: Callable[[], bytes]
    secrets: bool = False
    standby: bool = False
    budget: PictureBudget = field(default_factory=PictureBudget)
    size: int = 0
    """Size of the recording, in bytes."""
    _file: BinaryIO | None = None
    _spool: BinaryIO | None = None
    _parts: int = 0
    _lines: list[dict[str, Any]] = field(default_factory=list)
    _codec: InputCodec = field(default_factory=InputCodec)
    _flushed_s: float = 0.0
    _pictured: int = -1

    def begin(self, file: BinaryIO) -> None:
        """Begin a recording in a new file, with all inputs since the match began."""
        self._flush()
        self._file, self.size, self._pictured = file, 0, -1
        if self._spool is not None:
            self._spool.seek(0)
            while data := self._spool.read(1 << 20):
                self._append(data)

    def end(self) -> None:
        """End and close the recording."""
        self._flush()
        self._append(END)
        self.abandon()

    def abandon(self) -> str:
        """Close the recording as it is; return its name, or "" if there is none."""
        file, self._file = self._file, None
        if file is None:
            return ""
        with suppress(OSError):
            file.close()
        return str(file.name)

    def forget(self) -> None:
        """Delete the temporary file."""
        spool, self._spool, self.standby = self._spool, None, False
        if spool is not None:
            spool.close()

    def take(self, inputs: list[RecordedInput], pictures: list[Frame]) -> None:
        """Write inputs, and the pictures that led to their notices, the newest first."""
        if inputs and not self._parts:
            if self.standby:
                self._spool = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - until the end
            self._write(self.head())
        self._lines += map(self._line, inputs)
        if pictures or time.monotonic() - self._flushed_s > _CHUNK_S:
            self._flush()
        fresh = [frame for frame in pictures if frame.index > self._pictured]
        for frame in fresh if self._file is not None else ():
            self._picture(frame, 1 if frame is pictures[0] else 0.5)
        self._pictured = max((self._pictured, *(frame.index for frame in fresh)))

    def _line(self, event: RecordedInput) -> dict[str, Any]:
        item = event.item
        if isinstance(item, TableView):
            self.budget.tick(item.time_s)
        notices = [dump_notice(n, event.match, secrets=self.secrets) for n in event.notices]
        if not self.secrets and withholds(item, event.notices, event.match):
            return {"input": type(item).__name__, WITHHELD: True, "notices": notices}
        dumped = self._codec.dump(item) if item is not None else {"input": ANSWER}
        line = {**dumped, "notices": notices, "lots": event.lots}
        line |= {"salts": event.salts} if self.secrets else {}
        return {key: value for key, value in line.items() if value or key == "data"}

    def _picture(self, frame: Frame, share: float) -> None:
        """Write a picture unless a share of the budget is used up."""
        allowed = self.budget.allowance * share
        if self.size > allowed:
            return
        import cv2  # noqa: PLC0415 - loads OpenCV

        _, jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        data = picture_part(frame.index, jpeg.tobytes())
        if self.size + len(data) <= allowed:
            self._append(data)

    def _flush(self) -> None:
        lines, self._lines = self._lines, []
        self._flushed_s = time.monotonic()
        if lines:
            self._write(inputs_part(self._parts, lines))

    def _write(self, data: bytes) -> None:
        """Write to the recording, and to the temporary file while there is room."""
        self._parts += 1
        if self._spool is not None:
            try:
                append(self._spool, data)
                full = self._spool.tell() > _MOST_SPOOL
            except OSError:
                full = True
            if full:
                self.forget()
        self._append(data)

    def _append(self, data: bytes) -> None:
        if self._file is not None:
            append(self._file, data)
            self.size += len(data)
