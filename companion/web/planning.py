"""Secret plans: each seat's orders so far and the commitment to them.

It runs in the match loop's thread. A seat plans while the game lets it *declare*. Its orders are
the declarations that change nothing public; `undo` removes the previous one. READY commits the
orders, and the log contains the commitment. The next turn discards the plan.
"""

from dataclasses import dataclass, field
from typing import Any

from companion.referee.commitments import Commitment, written
from companion.referee.notices import Accepted, Notice
from rules import CHANCE, Seat
from rules.core.match import MatchState


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat's orders of this turn, committed once the seat is ready."""

    orders: tuple[str, ...] = ()
    sealed: Commitment | None = None


@dataclass(frozen=True, slots=True)
class SeatCommitment:
    """A seat's commitment and its turn."""

    seat: Seat
    turn: int
    seal: Commitment


@dataclass(slots=True)
class Planning:
    """The plans of all seats of one match, and all commitments.

    `noted`: the digest and salt of each reported commitment, by the number of its ply.
    """

    noted: dict[int, tuple[str, str]] = field(default_factory=dict)
    plans: dict[Seat, SeatPlan] = field(default_factory=dict)
    seals: list[SeatCommitment] = field(default_factory=list)
    _plies: int = 0

    def receive(self, record: Notice) -> None:
        """Store the commitment in a record, if there is one."""
        if isinstance(record, Accepted) and record.commitment is not None:
            self.noted[record.ply] = record.commitment["digest"], record.commitment["salt"]

    def follow(self, match: MatchState[Any]) -> None:
        """Process the new plies; start over after an undo."""
        game, plies = match.game, match.plies
        if len(plies) < self._plies:
            self.seals.clear()
            self._plies = 0
        for ply in plies[self._plies :]:
            if ply.number in self.noted and ply.action is not None:
                seat = ply.action.seat
                orders = written(game, plies[: ply.number - 1], seat).orders
                turn = match.turn_at(ply.number - 1)
                self.seals.append(
                    SeatCommitment(seat, turn, Commitment(*self.noted[ply.number], orders))
                )
        self._plies = len(plies)
        self.plans = {seat: self._plan(match, seat) for seat in game.seats(match.setup)}

    def _plan(self, match: MatchState[Any], seat: Seat) -> SeatPlan:
        if seat == CHANCE:
            return SeatPlan()
        found = written(match.game, match.plies, seat)
        kept = self.noted.get(found.ply)
        return SeatPlan(found.orders, Commitment(*kept, found.orders) if kept else None)
