"""Written down, then said: the order in which a record becomes public, and the way back from it.

A record is appended to the log and on the disk (fsync) before anybody hears of it, so a power cut
loses nothing that was said.  `resume_match` folds a log again; a half-written last line is dropped
(nobody heard of it), any other damage refuses the log by its line and offers the good prefix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.errors import SessionError, SourceError
from companion.referee.notices import SPOKEN_KINDS, Notice, NoticeKind, notice_data
from rules import fold_log
from rules.records.log import parse_log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from companion.referee.words.speaker import Speaker
    from rules import LogWriter, Match


@dataclass(frozen=True, slots=True)
class Utterance:
    """A record that is on the disk, in words; `seq` is its number in the log (-1: no log)."""

    record: Notice
    seq: int
    lang: str
    caption: str

    @property
    def declared(self) -> bool:
        """Whether it is said aloud, not only shown."""
        return bool(self.caption) and self.record.kind in SPOKEN_KINDS


class Journal:
    """Writes records down and hands them on, in this order, one after the other."""

    def __init__(
        self, speaker: Speaker, tell: Callable[[Utterance], None], writer: LogWriter | None = None
    ) -> None:
        """Tell `tell` in the words of `speaker`; without a writer nothing is kept."""
        self._speaker = speaker
        self._tell = tell
        self._writer = writer

    def note(self, records: Iterable[Notice]) -> None:
        """Write, then tell; raises `SourceError` for a record that cannot be written, unsaid."""
        for record in records:
            seq = -1
            if self._writer is not None:
                seq = self._append(self._writer, record)
            if record.kind is NoticeKind.LANGUAGE:
                self._speaker.next_language()
            caption = self._speaker.caption(record)
            self._tell(Utterance(record, seq, self._speaker.lang, caption))

    @staticmethod
    def _append(writer: LogWriter, record: Notice) -> int:
        try:
            return writer.append(record.kind.value, **notice_data(record)).seq
        except OSError as error:
            raise SourceError.about("match.full", file=writer.path, why=error) from error


def utterance_data(utterance: Utterance) -> dict[str, Any]:
    """The JSON object of an utterance: kind, facts as in the log, language and caption."""
    return {
        "kind": utterance.record.kind.value,
        **notice_data(utterance.record),
        "lang": utterance.lang,
        "caption": utterance.caption,
        "spoken": utterance.declared,
    }


def resume_match(path: Path, game: str) -> Match[Any]:
    """The match a log tells of, to be gone on with; of any game, if none is named.

    Raises `LogError` with the line of the first damage, `OSError` if the file cannot be read,
    `SessionError` if there is nothing to go on with.
    """
    data = path.read_bytes()
    records, error = parse_log(data[: data.rfind(b"\n") + 1])
    if error is not None:
        raise error
    if not records:
        raise SessionError.about("match.none", file=path)
    match = fold_log(records)
    if match.setup.game != (game or match.setup.game):
        raise SessionError.about("match.other_game", file=path, game=match.setup.game, wanted=game)
    if match.outcome is not None:
        raise SessionError.about("match.over", file=path)
    return match
