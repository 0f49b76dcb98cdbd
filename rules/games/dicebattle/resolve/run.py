"""Events of one action so far, with the remaining steps."""

from functools import lru_cache

from rules.core.event import Event, Resolution
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import bonus, card_at
from rules.games.dicebattle.resolve.fold import fold
from rules.games.dicebattle.state import Phase, State, Step


@lru_cache(maxsize=1024)
def _asked(phase: Phase, seat: int, due: int, spot: str, steps: tuple[Step, ...]) -> Event:
    items, value = tuple(map(str, steps)), phase.value
    return Event("asked", SEATS[seat], cell=spot, value=value, number=due, items=items)


class Run(Resolution[State]):
    """Resolution of one action, with the remaining steps of the agenda."""

    def __init__(self, state: State) -> None:
        super().__init__(state, fold)
        self.steps: list[Step] = list(state.agenda)

    def ask(self, phase: Phase, seat: int, due: int = 0, spot: str = "") -> None:
        """Ask a seat for the next decision; the remaining steps become the agenda."""
        self.emit(_asked(phase, seat, due, spot, tuple(self.steps)))

    def level(self, seat: int, level: int) -> None:
        """Set a battle level, at least 0 (DBM-8.8)."""
        self.emit(Event("level", SEATS[seat], number=max(0, level)))

    def purge(self, cell: str) -> None:
        """Remove a grant and, if it is permanent, its bonus (DBM-7.10)."""
        placed = card_at(self.state, cell)
        if placed is None:
            raise LookupError(f"no grant lies on {cell}")
        seat = SEATS.index(cell[0])
        lost = bonus(self.state, seat, placed)
        self.emit(Event("purged", SEATS[seat], placed.card, cell))
        if lost:
            self.level(seat, self.state.battle.levels[seat] - lost)
