"""The events of one action while they come about, and the steps still to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.event import Event
from rules.core.resolution import Resolution
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import bonus, lying_at
from rules.games.dicebattle.resolve.fold import fold
from rules.games.dicebattle.state import State

if TYPE_CHECKING:
    from rules.games.dicebattle.state import Phase, Step


class Run(Resolution[State]):
    """The events so far, the state they lead to, and what is left to do."""

    def __init__(self, state: State) -> None:
        super().__init__(state, fold)
        self.steps: list[Step] = list(state.agenda)

    def ask(self, phase: Phase, seat: int, due: int = 0, spot: str = "") -> None:
        """Put the next question; the steps left become the agenda."""
        items = tuple([str(step) for step in self.steps])
        value = phase.value
        self.emit(Event("asked", SEATS[seat], cell=spot, value=value, number=due, items=items))

    def level(self, seat: int, level: int) -> None:
        """A battle level changes, never below 0 (DBM-8.8)."""
        self.emit(Event("level", SEATS[seat], number=max(0, level)))

    def purge(self, cell: str) -> None:
        """A grant is sent away; a permanent one takes its bonus along (DBM-7.10)."""
        laid = lying_at(self.state, cell)
        if laid is None:
            msg = f"no grant lies on {cell}"
            raise LookupError(msg)
        seat = SEATS.index(cell[0])
        lost = bonus(self.state, seat, laid)
        self.emit(Event("purged", SEATS[seat], laid.card, cell))
        if lost:
            self.level(seat, self.state.battle.levels[seat] - lost)
