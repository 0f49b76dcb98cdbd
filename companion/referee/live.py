"""The live referee: holds the value of a match at the table, and what its cameras show.

The caller writes each notice to the log before announcing it (`companion.referee.journal`).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.referee.answer_timer import QuestionClock
from companion.referee.decide import decide
from companion.referee.evolve import evolve
from companion.referee.geometry import TableGeometry
from companion.referee.input_router import counted_roll, refused_throw, unfinished_cells
from companion.referee.inputs import Input, Start
from companion.referee.notices import Moment, Notice
from companion.referee.ruling import Context, Ruling, Senses
from companion.referee.state import Referee, Transition, opened
from rules import Action, Match, Seat


class LiveReferee:
    """The referee of one match; give it every input in order, and log the returned notices.

    `at` is its value; `context` and `senses` are what a log does not know. `match` is shared with
    those who show or simulate the table. `witness` receives each
    input with its notices, and None with those of `announce`.
    """

    def __init__(
        self,
        match: Match[Any],
        geometry: TableGeometry,
        context: Context | None = None,
        *,
        at: Referee | None = None,
        opening: Start | None = None,
    ) -> None:
        """Referee `match` on `geometry`, from the value `at` of a resumed match.

        `opening` is the input to begin with.
        """
        self.match = match
        self._at = at if at is not None else opened(match.now, geometry)
        self.opening = opening if opening is not None else Start(resumed=at is not None)
        self.context = context if context is not None else Context()
        self.senses = Senses()
        self.witness: Callable[[Input | None, tuple[Notice, ...]], None] | None = None

    @property
    def at(self) -> Referee:
        """The referee's value, with the match as it is now."""
        shared = self.match.now
        return self._at if self._at.match is shared else replace(self._at, match=shared)

    @at.setter
    def at(self, value: Referee) -> None:
        self._at, self.match.now = value, value.match

    def receive(self, item: Input) -> tuple[Transition, ...]:
        """Return the notices that an input causes, in the order to announce them."""
        self.senses, transitions = decide(self.at, self.senses, item, self.context)
        if transitions:
            self.at = transitions[-1].at
        if self.witness is not None:
            self.witness(item, tuple(notice for notice, _ in transitions))
        return transitions

    def announce(self, notice: Notice) -> tuple[Transition, ...]:
        """Return a notice that answers a page's command and that no input causes."""
        self.at = evolve(self.at, notice)
        if self.witness is not None:
            self.witness(None, (notice,))
        return (Transition(notice, self.at),)

    def now(self) -> Moment:
        """Return the current time and position, for a notice."""
        return self._ruling().now()

    @property
    def clock(self) -> QuestionClock | None:
        """The timer of the open question, or None if no timed question is open."""
        return self.senses.answer_timer.clock

    def knows_token(self, token: str, cell: str) -> bool:
        """Return True if a token was seen on a cell, which means that its input was handled."""
        shown = self.senses.tokens.shown
        return any(card == token and key.startswith(f"{cell} ") for card, key in shown)

    def incomplete_cells(self) -> frozenset[str]:
        """Return the cells with incomplete inputs, or with tokens that wait for pending steps."""
        return unfinished_cells(self._ruling())

    @property
    def refused_throw(self) -> Action | None:
        """The refused throw that is still on the table, if nothing has happened since."""
        return refused_throw(self._ruling())

    def counted_roll(self, cell: str, seat: Seat) -> str:
        """Return the value of a seat's valid throw while the die is in its zone, or ""."""
        return counted_roll(self._ruling(), cell, seat)

    def _ruling(self) -> Ruling:
        return Ruling(self.at, self.context, self.senses)
