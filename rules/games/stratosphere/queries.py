"""Answers to questions about a position; see `rules.core.position`."""

from collections.abc import Mapping

from rules.core.rules import QueryRules
from rules.core.values import Seat
from rules.games.stratosphere.control import bits
from rules.games.stratosphere.state import State


def _neighbours(state: State) -> Mapping[str, tuple[str, ...]]:
    config = state.config
    return {
        name: tuple(config.names[p] for p in near)
        for name, near in zip(config.names, config.near, strict=True)
    }


def _controllers(state: State) -> Mapping[str, Seat]:
    """Return the seat that controls each node (STR-4.7)."""
    config, seats = state.config, zip(state.config.seats, state.held, strict=True)
    return {config.names[p]: seat for seat, held in seats for p in bits(held)}


def _facts(state: State) -> Mapping[str, Mapping[str, int | str]]:
    """Return the value and the force of each controlling card."""
    config = state.config
    return {
        name: {"value": config.value[node.up], "force": config.forces[config.force[node.up]]}
        for name, node in zip(config.names, state.nodes, strict=True)
        if node.up
    }


def _cards(state: State) -> Mapping[str, tuple[str, ...]]:
    hands = zip(state.config.seats, state.hands, strict=True)
    return {**{f"{seat}.hand": hand for seat, hand in hands}, "pile": state.pile}


QUERIES: QueryRules[State] = QueryRules(
    neighbours=_neighbours, controllers=_controllers, facts=_facts, cards=_cards
)
