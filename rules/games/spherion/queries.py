"""Answers to questions about a position; see `rules.core.position`."""

from collections.abc import Mapping

from rules.core.rules import QueryRules
from rules.core.values import Seat
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.state import State, attack_of, defence_of, territory


def _neighbours(state: State) -> Mapping[str, tuple[str, ...]]:
    """Return the adjacent cells; a wall between two cells does not matter to distances."""
    globe = state.config.globe
    return {
        name: tuple(globe.names[c] for c in around)
        for name, around in zip(globe.names, globe.around, strict=True)
    }


def cell_owners(state: State) -> Mapping[str, Seat]:
    """Return the colour of every cell (SPH-13.1)."""
    names = state.config.globe.names
    return {name: SEATS[state.colours >> cell & 1] for cell, name in enumerate(names)}


def _facts(state: State) -> Mapping[str, Mapping[str, int | str]]:
    """Return the ATK and the defending value of each face-up card (SPH-9.3)."""
    names = state.config.globe.names
    return {
        names[unit.cell]: {"attack": attack_of(state, unit), "defence": defence_of(state, unit)}
        for player in state.players
        for unit in player.units
        if unit is not None and unit.up and unit.cell != NOWHERE
    }


def _cards(state: State) -> Mapping[str, tuple[str, ...]]:
    cards = {"pile": state.pile}
    for seat, player in zip(SEATS, state.players, strict=True):
        cards |= {f"{seat}.hand": player.hand, f"{seat}.deck": player.deck}
        cards[f"{seat}.extra"] = player.extra
    return cards


def _score_parts(state: State) -> Mapping[Seat, Mapping[str, int]]:
    """Return each seat's cells and life points, in the order of comparison (SPH-14.5)."""
    counted = zip(SEATS, territory(state), state.players, strict=True)
    return {seat: {"cells": cells, "lp": player.lp} for seat, cells, player in counted}


def _units(state: State) -> Mapping[Seat, Mapping[str, str]]:
    """Return the cell of each unit: the deck master, and the numbered ones (SPH-17.1)."""
    names = state.config.globe.names
    return {
        seat: {
            str(slot or "dm"): names[unit.cell]
            for slot, unit in enumerate(player.units)
            if unit is not None and unit.cell != NOWHERE
        }
        for seat, player in zip(SEATS, state.players, strict=True)
    }


QUERIES: QueryRules[State] = QueryRules(
    neighbours=_neighbours,
    controllers=cell_owners,
    facts=_facts,
    cards=_cards,
    score_parts=_score_parts,
    units=_units,
)
