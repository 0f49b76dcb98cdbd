"""The journal: logs and then announces every notice, and loads logs.

A notice is appended to the log and synced to disk before it is announced, so that a power cut
loses nothing that was announced. `resume_match` folds a log into a match. It drops a partial last
line, which was never announced; for any other damage it rejects the log, naming the line, and
offers the intact part before it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import SessionError, SourceError
from companion.referee.fold import fold_match
from companion.referee.notices import TRAITS, LanguageChanged, Notice, notice_data
from companion.referee.state import Referee, Transition
from companion.referee.words.speaker import Speaker
from rules import LogWriter, Match
from rules.messages.system import reason
from rules.records.log import parse_log


@dataclass(frozen=True, slots=True)
class Utterance:
    """A logged notice in words; `seq` is its number in the log, or -1 if there is no log.

    `at`: the referee right after it.
    """

    record: Notice
    seq: int
    lang: str
    caption: str
    at: Referee

    @property
    def spoken(self) -> bool:
        """True if the caption is spoken aloud, not only shown."""
        return bool(self.caption) and TRAITS[type(self.record)].spoken


class Journal:
    """A writer that logs and announces notices one by one."""

    def __init__(
        self,
        speaker: Speaker,
        announce: Callable[[Utterance], None],
        writer: LogWriter | None = None,
    ) -> None:
        """Announce with `announce` in the words of `speaker`; log nothing if `writer` is None."""
        self._speaker = speaker
        self._announce = announce
        self._writer = writer

    def record(self, transitions: Iterable[Transition]) -> None:
        """Log and announce notices one by one; raise `SourceError` if one cannot be logged."""
        for notice, at in transitions:
            seq = -1 if self._writer is None else self._append(self._writer, notice)
            if not TRAITS[type(notice)].announced:
                continue
            if isinstance(notice, LanguageChanged):
                self._speaker.next_language()
            caption = self._speaker.caption(notice)
            self._announce(Utterance(notice, seq, self._speaker.lang, caption, at))

    @staticmethod
    def _append(writer: LogWriter, record: Notice) -> int:
        """Append a notice to the log and return its number."""
        try:
            # The writer makes the data, so that no record follows one that cannot be made.
            return writer.append_all((each.kind, notice_data(each)) for each in (record,))[0].seq
        except OSError as error:
            raise SourceError("fault.match.full", file=writer.path, why=reason(error)) from error


def utterance_data(utterance: Utterance) -> dict[str, Any]:
    """Return an utterance as a JSON object: kind, facts as in the log, language and caption."""
    return {
        "kind": utterance.record.kind,
        **notice_data(utterance.record),
        "lang": utterance.lang,
        "caption": utterance.caption,
        "spoken": utterance.spoken,
    }


def resume_match(path: Path, game: str) -> Match[Any]:
    """Load a log's match for resuming, of any game unless one is named.

    Raises `LogError` with the line of the first damage, `OSError` if the file cannot be read,
    `SessionError` if there is nothing to resume.
    """
    data = path.read_bytes()
    records, error = parse_log(data[: data.rfind(b"\n") + 1])
    if error is not None:
        raise error
    if not records:
        raise SessionError("fault.match.none", file=path)
    match = fold_match(records)
    if match.setup.game != (game or match.setup.game):
        raise SessionError("fault.match.other_game", file=path, game=match.setup.game, wanted=game)
    if match.outcome is not None:
        raise SessionError("fault.match.over", file=path)
    return match
