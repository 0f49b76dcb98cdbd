"""Secret plans: each seat's orders so far and the commitment to them.

A seat plans while the game lets it *declare*. Its orders are the declarations that change nothing
public; `undo` removes the previous one. READY commits the orders, and the log contains the
commitment. The next turn discards the plan.
"""

from dataclasses import dataclass
from typing import Any

from companion.referee.commitments import Commitment, written
from companion.referee.notices import Accepted, Notice
from rules import Seat
from rules.core.match import MatchState


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat's orders of this turn, committed once the seat is ready."""

    orders: tuple[str, ...] = ()
    sealed: Commitment | None = None


@dataclass(frozen=True, slots=True)
class SeatCommitment:
    """A seat's commitment, its turn and the number of its ply."""

    seat: Seat
    turn: int
    ply: int
    seal: Commitment


def seals_after(
    seals: tuple[SeatCommitment, ...], notice: Notice, match: MatchState[Any]
) -> tuple[SeatCommitment, ...]:
    """Return the commitments after a notice; an undo discards those of the undone plies."""
    kept = tuple(each for each in seals if each.ply <= len(match.plies))
    if not isinstance(notice, Accepted) or notice.action is None or notice.commitment is None:
        return kept
    seat, ply = notice.action.seat, notice.ply
    before = written(match.game, match.plies[: ply - 1], seat)
    orders = () if before.ply else before.orders
    seal = Commitment(notice.commitment["digest"], notice.commitment["salt"], orders)
    return (*kept, SeatCommitment(seat, match.turn_at(ply - 1), ply, seal))


def plan_of(match: MatchState[Any], seat: Seat, seals: tuple[SeatCommitment, ...]) -> SeatPlan:
    """Return a seat's plan."""
    found = written(match.game, match.plies, seat)
    sealed = next((each.seal for each in seals if each.ply == found.ply), None)
    return SeatPlan(found.orders, sealed)
