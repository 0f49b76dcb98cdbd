"""Analysis of a played match: the winning chances by ply, mistakes, and luck.

Each decision is searched with what its seat knew. The difference between the best action and the
one that was played is lost by the decision; every other change of the chances, by dice, draws and
what the rivals did not know, is luck.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rules.core.action import Action
from rules.core.match import MatchState, Ply
from rules.core.values import CHANCE, Seat
from rules.players.search import Budget, Thought, search, unnamed

_WHOLE: Final = 40_000
"""Number of nodes for a whole match, which is half a minute on one core."""
_LEAST: Final = 10
_MOST: Final = 300
"""Limits of the number of nodes of one search."""
_SURE: Final = 4
"""An action with less than this part of the visits is searched again by itself."""


class JudgedPly(NamedTuple):
    """One decision: the ply, the best action with the winning chance after it, and the loss.

    `lost` is the part of the chance that the played action gave away, at least 0.
    """

    ply: int
    seat: Seat
    played: Action
    best: Action
    chance: float
    lost: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """Decisions of a match in order, and the result of each seat (1 won, 0 lost, None: running)."""

    seats: tuple[Seat, ...]
    decisions: tuple[JudgedPly, ...]
    result: Mapping[Seat, float] | None

    def turning_points(self, most: int = 3) -> tuple[JudgedPly, ...]:
        """Return the decisions that lost most, at least a twentieth of a game, in match order."""
        costly = [each for each in self.decisions if each.lost >= 0.05]
        return tuple(sorted(sorted(costly, key=lambda each: -each.lost)[:most]))

    def curve(self, seat: Seat) -> tuple[tuple[int, float], ...]:
        """Return a seat's winning chance before each decision, by ply, and its result."""
        points = [(each.ply, self._of(seat, each, each.chance)) for each in self.decisions]
        if self.result is not None and points:
            points.append((points[-1][0] + 1, self.result[seat]))
        return tuple(points)

    def lost(self, seat: Seat) -> float:
        """Return the sum of what a seat's decisions lost."""
        return sum(each.lost for each in self.decisions if each.seat == seat)

    def luck(self, seat: Seat) -> float:
        """Return the sum of a seat's changes that no decision explains."""
        curve = self.curve(seat)
        after = [self._of(seat, each, each.chance - each.lost) for each in self.decisions]
        return sum(point[1] - value for point, value in zip(curve[1:], after, strict=False))

    def _of(self, seat: Seat, decision: JudgedPly, chance: float) -> float:
        if decision.seat == seat:
            return chance
        return (1 - chance) / max(1, len(self.seats) - 1)


def analyse(
    match: MatchState[Any],
    nodes: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Analysis:
    """Return the analysis of a match, with `nodes` a search, or a fixed number for all searches.

    No clock limits it, so the same match has the same analysis everywhere.
    """
    game = match.game
    seats = game.seats(match.setup)
    choices = [ply for ply in match.plies if _is_choice(match, ply)]
    share = _WHOLE // max(1, 2 * len(choices))
    budget = Budget(nodes or max(_LEAST, min(_MOST, share)))
    found = []
    for number, ply in enumerate(choices, 1):
        decision = _judged(match, ply, budget)
        if decision is not None:
            found.append(decision)
        if progress is not None:
            progress(number)
    outcome = match.outcome
    result = None
    if outcome is not None:
        winners = outcome.winners or seats
        result = {seat: (seat in winners) / len(winners) for seat in seats}
    return Analysis(seats, tuple(found), result)


def _is_choice(match: MatchState[Any], ply: Ply[Any]) -> bool:
    if ply.action is None or ply.action.seat == CHANCE:
        return False
    return sum(action.seat == ply.action.seat for action in match.game.legal(ply.before)) > 1


def _judged(match: MatchState[Any], ply: Ply[Any], budget: Budget) -> JudgedPly | None:
    assert ply.action is not None, "chosen so"  # noqa: S101 - for the type checker
    game, seat, played = match.game, ply.action.seat, unnamed(ply.action)
    view = game.view(ply.before, seat)

    def thought(only: Action | None = None) -> Thought | None:
        rng = random.Random(f"analysis/{ply.number}")
        return search(game, view, seat, budget, rng, only=only)

    free = thought()
    if free is None or not free.nodes:
        return None
    best = free.lines[0]
    line = next((each for each in free.lines if each.action == played), None)
    if line is None or line.visits * _SURE < free.nodes:
        alone = thought(played)
        if alone is None or not alone.nodes:
            return None  # a hidden card of this seat, which no world contained
        line = alone.lines[0]
    if line.chance >= best.chance:
        best = line._replace(action=played)
    return JudgedPly(ply.number, seat, played, best.action, best.chance, best.chance - line.chance)
