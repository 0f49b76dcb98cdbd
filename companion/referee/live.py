"""The live referee: holds the value of a match at the table, and what its cameras show.

The caller writes each notice to the log before announcing it (`companion.referee.journal`).
"""

from collections.abc import Callable

from companion.referee.answer_timer import QuestionClock
from companion.referee.decide import decide
from companion.referee.evolve import evolve
from companion.referee.input_router import counted_roll, refused_throw, unfinished_cells
from companion.referee.inputs import Input, Start
from companion.referee.notices import Moment, Notice
from companion.referee.ruling import Context, Ruling, Senses
from companion.referee.state import Referee, Transition
from rules import Action, Seat


class LiveReferee:
    """The referee of one match; give it every input in order, and log the returned notices.

    `at` is its value; `context` and `senses` are what a log does not know. `witness` receives each
    input with its notices, and None with those of `announce`.
    """

    def __init__(
        self, at: Referee, context: Context | None = None, opening: Start | None = None
    ) -> None:
        """Referee a match that was opened or resumed; `opening` is the input to begin with."""
        self.at, self.senses = at, Senses()
        self.context = context if context is not None else Context()
        self.opening = opening if opening is not None else Start()
        self.witness: Callable[[Input | None, tuple[Notice, ...]], None] | None = None

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
        return any((each.card, each.cell) == (token, cell) for each in shown)

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
