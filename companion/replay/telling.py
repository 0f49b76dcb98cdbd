"""A match for replay: its log, its moments, and their words in any language."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.errors import SessionError
from companion.lookup.boards import drawn_mat
from companion.match_setup.players import names_in
from companion.replay.moments import ReplayFrame, moments
from companion.replay.sittings import PlaySession, sittings
from companion.web.auth.roles import Pass, Role
from companion.web.views.board import BoardView
from companion.web.views.log import caption, state_of
from companion.web.views.view import ViewBuilder
from rules import CHANCE, Catalog, LogError, Match, Message, Record, Seat, fold_log, load_catalog
from rules.records.log import parse_log

TABLE = Pass(Role.TABLE)


@dataclass(frozen=True, slots=True)
class WordedFrame:
    """A moment in words: its number, and the light that goes with it.

    `resumed`: the match was interrupted before it, and is resumed with this session.
    """

    number: int
    moment: ReplayFrame
    text: str
    state: str
    clauses: tuple[str, ...]
    resumed: PlaySession | None = None


def _fold_prefix(records: tuple[Record, ...]) -> tuple[Match[Any] | None, LogError | None]:
    """Return the match of the longest prefix that folds, and the fault of the next record."""
    fault: LogError | None = None
    while True:
        try:
            return fold_log(records), fault
        except LogError as error:
            if not records:
                return None, fault or error
            fault = error
            records = records[: error.line - 1]


class Transcript:
    """A log's match as far as it is good; `fault` is what is wrong with the next line."""

    def __init__(self, data: bytes, name: str, names: Mapping[Seat, str] | None = None) -> None:
        """Read a log's bytes; `names`: what the players are called, whatever the log says."""
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
        """Return the players' names from the log or the command."""
        return {**names_in(self.good, self.catalog), **self._names}

    @cached_property
    def sittings(self) -> tuple[PlaySession, ...]:
        """When it was played, sitting by sitting."""
        return sittings(self.good)

    @cached_property
    def moments(self) -> tuple[ReplayFrame, ...]:
        """Return every notice."""
        return tuple(moments(self.good)) if self.match is not None else ()

    @property
    def over(self) -> bool:
        """Return whether the rules have ended the match: then nothing of it is secret any more."""
        return self.match is not None and self.match.outcome is not None

    @property
    def position(self) -> str:
        """The last position, as the public knows it while the match is not over."""
        match = self.played
        state = match.state if self.over else match.game.view(match.state, None)
        return match.game.format(state)

    @property
    def catalog(self) -> Catalog:
        """The game's data; there is a match."""
        return load_catalog(self.played.setup.game)

    @property
    def played(self) -> Match[Any]:
        """The match; raises `LogError` if the log holds none."""
        if self.match is None:
            raise self.fault or LogError("holds no match", 1)
        return self.match

    @cached_property
    def viewing(self) -> ViewBuilder:
        """Return the view builder; a game without a mat has an empty board."""
        match = self.played
        drawn = drawn_mat(match.game, match.setup)
        if drawn is None:
            raise SessionError(Message("fault.match.no_mat", file=self.name))
        mat, card = drawn
        return ViewBuilder(
            self.catalog, BoardView(mat, match.game.table(match.setup), card), self.names
        )

    def shown(self, lang: str, *, whole: bool = False) -> tuple[WordedFrame, ...]:
        """Return the moments that have words, numbered from 1; `whole`: with all that followed."""
        words = self.viewing.words(lang)
        if whole:
            words.speaker.most = sys.maxsize
        later = list(self.sittings[1:])
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
        """Return the page's own view of a moment."""
        return self.viewing.view(moment.snapshot, TABLE, lang)

    def seats(self, lang: str) -> dict[Seat, str]:
        """Return the players' names."""
        words, match = self.viewing.words(lang), self.played
        return {s: words.seat(s) for s in match.game.seats(match.setup) if s != CHANCE}
