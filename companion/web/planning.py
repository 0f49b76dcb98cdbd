"""What each seat plans in secret: its own orders so far, and the seal it is committed by.

Runs beside the match, in the loop's thread.  A seat plans while the game lets it *declare*; its
orders are the declarations that nobody else could notice, one that reads `undo` takes the one
before it back.  With READY the orders are sealed, and the seal is in the log; with the next turn
they are done with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.referee.commitments import Commitment, read_commitment, written
from rules import CHANCE

if TYPE_CHECKING:
    from companion.referee.records import Notice
    from rules import Match, Seat


@dataclass(frozen=True, slots=True)
class Plan:
    """A seat's orders of this turn so far; sealed once it is ready."""

    orders: tuple[str, ...] = ()
    sealed: Commitment | None = None


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a seat committed itself to, in which turn."""

    seat: Seat
    turn: int
    seal: Commitment


@dataclass(slots=True)
class Planning:
    """The plans of all seats of one match, and every seal there was.

    `noted`: by the number of its ply, digest and salt of each seal that was heard of.
    """

    noted: dict[int, tuple[str, str]] = field(default_factory=dict)
    plans: dict[Seat, Plan] = field(default_factory=dict)
    seals: list[Sealed] = field(default_factory=list)
    _plies: int = 0

    def hear(self, record: Notice) -> None:
        """Take in the seal a record keeps."""
        found = read_commitment(record.data)
        if found is not None:
            self.noted[record.ply] = found

    def follow(self, match: Match[Any]) -> None:
        """Take in what was said since; after a take-back everything is told from the beginning."""
        game, plies = match.game, match.plies
        if len(plies) < self._plies:
            self.seals.clear()
            self._plies = 0
        for ply in plies[self._plies :]:
            if ply.number in self.noted and ply.action is not None:
                seat = ply.action.seat
                orders = written(game, plies[: ply.number - 1], seat).orders
                turn = match.turn_at(ply.number - 1)
                self.seals.append(Sealed(seat, turn, Commitment(*self.noted[ply.number], orders)))
        self._plies = len(plies)
        self.plans = {seat: self._plan(match, seat) for seat in game.seats(match.setup)}

    def _plan(self, match: Match[Any], seat: Seat) -> Plan:
        if seat == CHANCE:
            return Plan()
        found = written(match.game, match.plies, seat)
        kept = self.noted.get(found.ply)
        return Plan(found.orders, Commitment(*kept, found.orders) if kept else None)
