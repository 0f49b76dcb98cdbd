"""Answers to questions about a position; see `rules.core.position`."""

from collections.abc import Mapping

from rules.core.rules import QueryRules
from rules.core.values import Seat
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.score import points
from rules.games.yggdrasil.state import Phase, State
from rules.games.yggdrasil.tree import attack, defence, targets


def _neighbours(state: State) -> Mapping[str, tuple[str, ...]]:
    grid = state.config.grid
    return {
        name: tuple(grid.names[j] for j in near if j >= 0)
        for name, near in zip(grid.names, grid.near, strict=True)
    }


def _controllers(state: State) -> Mapping[str, Seat]:
    pairs = zip(state.config.grid.names, state.field, strict=True)
    return {name: SEATS[placed.owner] for name, placed in pairs if placed is not None}


def _facts(state: State) -> Mapping[str, Mapping[str, int | str]]:
    """Return each card's defence power, and the attack power where it may be invaded (YGG-9)."""
    names = state.config.grid.names
    facts: dict[str, dict[str, int | str]] = {
        names[i]: {"defence": defence(state, i)}
        for i, placed in enumerate(state.field)
        if placed is not None
    }
    if state.phase is Phase.INVADE:
        for i in targets(state, state.spot):
            facts[names[i]]["attack"] = attack(state, state.spot, i)
    return facts


def _cards(state: State) -> Mapping[str, tuple[str, ...]]:
    pairs = [*zip(SEATS, state.players, strict=True)]
    hands = {f"{seat}.hand": player.hand for seat, player in pairs}
    return hands | {f"{seat}.deck": player.deck for seat, player in pairs}


def _score_parts(state: State) -> Mapping[Seat, Mapping[str, int]]:
    """Return the world-tree points as numbers of cards and fruits (YGG-11.4)."""
    parts = {}
    for number, seat in enumerate(SEATS):
        total, fruits = points(state, number)
        parts[seat] = {"cards": total - fruits, "fruits": fruits}
    return parts


QUERIES: QueryRules[State] = QueryRules(
    neighbours=_neighbours,
    controllers=_controllers,
    facts=_facts,
    cards=_cards,
    score_parts=_score_parts,
)
