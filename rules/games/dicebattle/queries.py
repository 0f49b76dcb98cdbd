"""Answers to questions about a position; see `rules.core.position`."""

from collections.abc import Mapping

from rules.core.rules import QueryRules
from rules.core.values import Seat
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.state import State


def _facts(state: State) -> Mapping[str, Mapping[str, int | str]]:
    """Return the level of each face-up card in the main zones (DBM-8.2)."""
    cards = state.config.cards
    return {
        placed.cell: {"level": cards[placed.card].level}
        for player in state.players
        for placed in player.main
        if placed.up
    }


def _cards(state: State) -> Mapping[str, tuple[str, ...]]:
    pairs = [*zip(SEATS, state.players, strict=True)]
    hands = {f"{seat}.hand": player.hand for seat, player in pairs}
    return hands | {f"{seat}.deck": player.deck for seat, player in pairs}


def _score_parts(state: State) -> Mapping[Seat, Mapping[str, int]]:
    """Return the win stars and, in a battle, the battle level as it stands (DBM-8.2, DBM-10.1)."""
    battle = state.battle
    counted = zip(SEATS, state.players, battle.levels, strict=True)
    return {
        seat: {"stars": player.stars} | ({"level": level} if battle.stage else {})
        for seat, player, level in counted
    }


QUERIES: QueryRules[State] = QueryRules(facts=_facts, cards=_cards, score_parts=_score_parts)
