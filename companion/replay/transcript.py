"""A match for replay: its log, its moments, and their captions in any language."""

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.errors import SessionError
from companion.lookup.boards import drawn_mat
from companion.match_setup.players import names_in
from companion.referee.fold import fold_match
from companion.replay.moments import ReplayFrame, moments
from companion.replay.sessions import PlaySession, play_sessions
from companion.web.auth.roles import Pass, Role
from companion.web.views.board import BoardView
from companion.web.views.log import caption, state_of
from companion.web.views.view import ViewBuilder
from rules import CHANCE, Catalog, LogError, Match, Record, Seat, load_catalog
from rules.records.log import parse_log

TABLE = Pass(Role.TABLE)


@dataclass(frozen=True, slots=True)
class WordedFrame:
    """A moment with its number, its caption and its light.

    `resumed` is the session that begins with this moment, if the match was interrupted before it.
    """

    number: int
    moment: ReplayFrame
    text: str
    state: str
    clauses: tuple[str, ...]
    resumed: PlaySession | None = None


def _fold_prefix(records: tuple[Record, ...]) -> tuple[Match[Any] | None, LogError | None]:
    """Return the match in the longest valid prefix, and the fault in the record after it."""
    fault: LogError | None = None
    while True:
        try:
            return fold_match(records), fault
        except LogError as error:
            if not records:
                return None, fault or error
            fault = error
            records = records[: error.line - 1]


class Transcript:
    """The match in a log up to the first fault. `fault` describes the faulty line."""

    def __init__(self, data: bytes, name: str, names: Mapping[Seat, str] | None = None) -> None:
        """Read a log's bytes. Players' names in `names` replace those in the log."""
        records, broken = parse_log(data)
        match, wrong = _fold_prefix(records)
        self.name = name
        self.digest = hashlib.sha256(data).hexdigest()[:16]
        self.records = records
        self.match = match
        self.fault = (wrong or broken) if records else (broken or wrong)
        self.good = records if wrong is None else records[: wrong.line - 1]
        self._names = dict(names or {})

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The players' names, from the command or else from the log."""
        return {**names_in(self.good, self.catalog), **self._names}

    @cached_property
    def play_sessions(self) -> tuple[PlaySession, ...]:
        """The sessions of the match."""
        return play_sessions(self.good)

    @cached_property
    def moments(self) -> tuple[ReplayFrame, ...]:
        """All moments of the match."""
        return tuple(moments(self.good)) if self.match is not None else ()

    @property
    def over(self) -> bool:
        """True if the match has ended under the rules, so that nothing is secret any longer."""
        return self.match is not None and self.match.outcome is not None

    @property
    def position(self) -> str:
        """The last position, or only its public view while the match is not over."""
        match = self.played
        state = match.state if self.over else match.game.view(match.state, None)
        return match.game.notation.format(state)

    @property
    def catalog(self) -> Catalog:
        """The game's catalogue. The log must contain a match."""
        return load_catalog(self.played.setup.game)

    @property
    def played(self) -> Match[Any]:
        """The match. Raises `LogError` if the log does not contain one."""
        if self.match is None:
            raise self.fault or LogError("holds no match", 1)
        return self.match

    @cached_property
    def viewing(self) -> ViewBuilder:
        """The builder of page views. Raises `SessionError` for a game without a mat."""
        match = self.played
        drawn = drawn_mat(match.game, match.setup)
        if drawn is None:
            raise SessionError("fault.match.no_mat", file=self.name)
        mat, card = drawn
        return ViewBuilder(
            self.catalog, BoardView(mat, match.game.table.form(match.setup), card), self.names
        )

    def shown(self, lang: str, *, whole: bool = False) -> tuple[WordedFrame, ...]:
        """Return the moments that have a caption, numbered from 1. `whole` lists all effects."""
        words = self.viewing.words(lang)
        if whole:
            words.wording = replace(words.wording, most=sys.maxsize)
        later = list(self.play_sessions[1:])
        found: list[WordedFrame] = []
        for moment in self.moments:
            text = caption(moment.entry, words, spectator=False)
            if text:
                record = moment.entry.record
                state = state_of(record)
                begun = None
                while later and later[0].seq <= moment.seq:
                    begun = later.pop(0)
                found.append(
                    WordedFrame(len(found) + 1, moment, text, state, record.clauses, begun)
                )
        return tuple(found)

    def view(self, moment: ReplayFrame, lang: str) -> dict[str, Any]:
        """Return the web page's view of a moment."""
        return self.viewing.view(moment.snapshot, TABLE, lang)

    def seats(self, lang: str) -> dict[Seat, str]:
        """Return the players' names by seat."""
        words, match = self.viewing.words(lang), self.played
        return {s: words.seat(s) for s in match.game.seats(match.setup) if s != CHANCE}
