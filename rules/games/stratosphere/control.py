"""Control of nodes, reach, forces, the order of seats, and the winner.

No function of this module depends on a hidden card.
"""

from collections.abc import Mapping
from functools import cache

from rules.games.stratosphere.cards import pool
from rules.games.stratosphere.state import Node, State


@cache
def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers in a bit set, in ascending order."""
    return tuple(p for p in range(mask.bit_length()) if mask >> p & 1)


@cache
def _holders(forces: tuple[int, ...]) -> Mapping[str, int]:
    """Return the seat that has a card's force, for each card that has one."""
    cards = {card.id: card.force(len(forces)) for card in pool().values()}
    return {card: forces.index(force) for card, force in cards.items() if force in forces}


def control(nodes: tuple[Node, ...], forces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the bit set of the nodes that each seat controls (STR-4.7)."""
    holders, held = _holders(forces), [0] * len(forces)
    for p, (up, _) in enumerate(nodes):
        if up in holders:
            held[holders[up]] |= 1 << p
    return tuple(held)


def rivals(state: State) -> int:
    """Return the nodes that rivals of the seat to move control."""
    return sum(state.held) - state.held[state.seat]


def adjacent(state: State, nodes: int) -> int:
    """Return the nodes that are adjacent to one of a bit set (STR-2.5)."""
    last = len(state.nodes) - 1
    return (nodes << 1 | nodes >> 1 | nodes << last | nodes >> last) & (2 << last) - 1


def reach(state: State) -> int:
    """Return the nodes where the seat to move may supply, reveal or command (STR-3.11)."""
    config, own = state.config, state.held[state.seat]
    if config.anywhere:
        return sum(config.zones)
    return config.zones[state.seat] | state.fought | own | adjacent(state, own)


def revealable(state: State, within: int) -> list[int]:
    """Return the nodes of the bit set `within` whose top card is face down (STR-3.6)."""
    return [p for p in bits(within) if not state.nodes[p].up]


def free_forces(state: State) -> tuple[int, ...]:
    """Return the unassigned forces in ascending order."""
    return tuple(f for f in range(len(state.config.forces)) if f not in state.forces)


def allotted(state: State, seat: int, force: int) -> tuple[tuple[int, int], ...]:
    """Return (`seat`, `force`) and, if one other seat has no force, its pair, too (STR-4.4)."""
    without = [s for s, f in enumerate(state.forces) if f < 0 and s != seat]
    if len(without) != 1:
        return ((seat, force),)
    rest = [f for f in free_forces(state) if f != force]
    return ((seat, force), (without[0], rest[0]))


def needs_force(state: State) -> bool:
    """Return True if the seat to move has no force and no card to reveal in its zone (STR-4.8)."""
    if state.forces[state.seat] >= 0:
        return False
    return all(state.nodes[p].up for p in bits(state.config.zones[state.seat]))


def following(state: State, seat: int) -> int:
    """Return the next seat clockwise that has not conceded."""
    seat = (seat + 1) % len(state.forces)
    return following(state, seat) if state.out >> seat & 1 else seat


def answering(state: State, after: int = -1) -> int:
    """Return the first seat to answer an attack, or the next after `after`; −1: none (STR-6.4)."""
    players, attacker = len(state.forces), state.seat
    clockwise = [(attacker + k) % players for k in range(1, players)]
    order = sorted(clockwise, key=lambda seat: not state.held[seat] >> state.target & 1)
    rest = order[order.index(after) + 1 :] if after >= 0 else order
    return next((s for s in rest if not state.out >> s & 1), -1)


def winner(state: State) -> int:
    """Return the seat that controls a rival's whole zone, −1 for none (STR-7.1, STR-7.4)."""
    zones, players = state.config.zones, len(state.held)
    for seat in ((state.seat + k) % players for k in range(players)):
        foreign = state.held[seat] & ~zones[seat]
        whole = foreign.bit_count() > 2 and any(foreign & zone == zone for zone in zones)
        if whole and not state.out >> seat & 1:
            return seat
    return -1
