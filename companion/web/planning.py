"""What each seat plans in secret: its own orders so far, and the seal it is committed by.

Runs beside the match, in the loop's thread.  A seat plans while the game lets it *declare*; its
orders are the declarations that nobody else could notice, one that reads `undo` takes the one
before it back.  With READY the orders are sealed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.referee.secrecy import unnoticed
from companion.web.seals import Seal, seal
from rules import CHANCE, Verb

if TYPE_CHECKING:
    from rules import Game, Match, Ply, Seat

__all__ = ["Plan", "Planning"]

UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Plan:
    """A seat's orders so far; sealed once it is ready."""

    orders: tuple[str, ...] = ()
    sealed: Seal | None = None


@dataclass(slots=True)
class Planning:
    """The plans of all seats of one match, and every seal there was."""

    plans: dict[Seat, Plan] = field(default_factory=dict)
    seals: list[tuple[Seat, Seal]] = field(default_factory=list)
    _plies: int = 0

    def follow(self, match: Match[Any]) -> None:
        """Take in what was said since; after a take-back the plans are told from the beginning."""
        plies = match.plies
        if len(plies) < self._plies:
            self.plans.clear()
            self._plies = len(plies)
        for ply in plies[self._plies :]:
            self._take(match.game, ply)
        self._plies = len(plies)

    def _take(self, game: Game[Any], ply: Ply[Any]) -> None:
        action = ply.action
        if action is None or action.seat == CHANCE:
            return
        plan = self.plans.get(action.seat, Plan())
        if action.verb is Verb.DECLARE and unnoticed(game, ply):
            orders = () if plan.sealed else plan.orders
            orders = orders[:-1] if action.value == UNDO else (*orders, action.value)
            self.plans[action.seat] = Plan(orders)
        elif action.verb is Verb.READY and plan.orders and plan.sealed is None:
            sealed = seal(plan.orders)
            self.plans[action.seat] = Plan(plan.orders, sealed)
            self.seals.append((action.seat, sealed))
