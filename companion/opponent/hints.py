"""Hints for the people at a drawn table: the same search as the computer's seats use.

A hint is thought about with what its seat may know. The log keeps that it was given, but not what
it says, so a resumed match knows how many remain.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final

from companion.drawn_table.values import DrawnTable
from companion.opponent.decisions import position_of, undecided
from companion.opponent.thinking import Position, Thinker, chosen
from companion.referee.live import LiveReferee
from companion.referee.notices import HintGiven
from companion.referee.phases import IN_ORDER
from companion.referee.state import Referee, Transition
from companion.web.hints import Hints
from rules import Action, Seat
from rules.players.levels import USUAL
from rules.players.search import Thought

_MOST_S: Final = 1.5
"""Longest time that the search for a hint takes, s."""


@dataclass(slots=True)
class _Question:
    """A seat's question: the state, the position as the seat knows it, and the answer."""

    state: Any
    position: Position
    thought: "Future[Thought | None]"
    action: Action | None = None


class HintGiver:
    """Gives at most `most` hints to each seat that is not in `computers`."""

    def __init__(
        self,
        referee: LiveReferee,
        table: DrawnTable,
        thinker: Thinker,
        most: int,
        computers: Iterable[Seat] = (),
    ) -> None:
        self._referee, self._table, self._thinker = referee, table, thinker
        self._most, self._computers = most, frozenset(computers)
        self._question: _Question | None = None
        self._last: tuple[Referee, Mapping[Seat, int]] | None = None

    @property
    def hints(self) -> Hints:
        """The hints now."""
        question = self._open
        if question is None:
            return Hints(self._remaining())
        position = question.position
        return Hints(self._remaining(), position.seat, position.view, question.action)

    def ask(self, seat: Seat) -> None:
        """Begin to think about a seat's hint, unless it has one or may not ask."""
        question = self._open
        if question is not None and (question.action is None or question.position.seat == seat):
            return
        if not self._remaining().get(seat):
            return
        at = self._referee.at
        position = position_of(at, self._table, seat, USUAL, "hint")._replace(seconds=_MOST_S)
        self._question = _Question(at.match.state, position, self._thinker.submit(position))

    def look(self) -> tuple[Transition, ...]:
        """Return the notice about a hint that is ready."""
        question, referee = self._open, self._referee
        if question is None or question.action is not None or not question.thought.done():
            return ()
        position = question.position
        action = chosen(referee.at.match.game, position, question.thought.result())
        if action is None:
            self._question = None
            return ()
        question.action = action
        left = self._most - referee.at.memory.hints.get(position.seat, 0) - 1
        return referee.announce(HintGiven(**referee.now(), seat=position.seat, remaining=left))

    @property
    def _open(self) -> _Question | None:
        """The question, as long as the match has not moved on."""
        question = self._question
        same = question is not None and question.state == self._referee.at.match.state
        return question if same else None

    def _remaining(self) -> Mapping[Seat, int]:
        """Return the seats that may ask now, with the number of their hints."""
        at = self._referee.at
        if self._last is None or self._last[0] is not at:
            self._last = at, self._counted(at)
        return self._last[1]

    def _counted(self, at: Referee) -> Mapping[Seat, int]:
        if at.phase not in IN_ORDER or at.overlays.paused or at.match.outcome is not None:
            return {}
        seats = (seat for seat in undecided(at) if seat not in self._computers)
        left = {seat: self._most - at.memory.hints.get(seat, 0) for seat in seats}
        return {seat: count for seat, count in left.items() if count > 0}
