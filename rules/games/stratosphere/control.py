"""Control of nodes, reach, possible attacks and the winner.

No function of this module depends on a hidden card.
"""

from collections.abc import Iterator

from rules.games.stratosphere.state import State


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers in a bit set, in ascending order."""
    while mask:
        low = mask & -mask
        mask ^= low
        yield low.bit_length() - 1


def controls(state: State) -> tuple[int, ...]:
    """Return the seat that controls each node, −1 for none (STR-4.7)."""
    force, forces = state.config.force, state.forces
    return tuple(
        [
            forces.index(force[node.up]) if node.up and force[node.up] in forces else -1
            for node in state.nodes
        ]
    )


def reach(state: State) -> int:
    """Return the nodes where the seat to move may supply, reveal or command (STR-3.11)."""
    config, seat = state.config, state.seat
    if config.anywhere:
        return (1 << len(config.names)) - 1
    mask = config.zones[seat] | state.fought
    mine = state.forces[seat]
    if mine >= 0:
        force, around = config.force, config.around
        for p, node in enumerate(state.nodes):
            if node.up and force[node.up] == mine:
                mask |= around[p]
    return mask


def revealable(state: State, within: int) -> int:
    """Return the nodes in the bit set `within` whose top card is face down (STR-3.6)."""
    return sum(1 << p for p, node in enumerate(state.nodes) if not node.up) & within


def can_draw(state: State) -> bool:
    """Return True if there is a card to draw (STR-3.4, STR-3.10), ignoring the hand limit."""
    return bool(state.pile or (state.config.recycle and state.discard))


def attacks(state: State) -> Iterator[tuple[int, int]]:
    """Yield every attack that the seat to move may declare (STR-5.1), as source and target."""
    config, nodes, seat = state.config, state.nodes, state.seat
    mine = state.forces[seat]
    if mine < 0:
        return
    force, value, forces = config.force, config.value, state.forces
    for x, node in enumerate(nodes):
        if not node.up or not node.down or force[node.up] != mine:
            continue
        for y in config.near[x]:
            other = nodes[y]
            if not other.up or not other.down or value[other.up] > value[node.up]:
                continue
            if force[other.up] != mine and force[other.up] in forces:
                yield x, y


def can_move(state: State) -> bool:
    """Return True if the seat to move has a legal move (STR-3.2).

    A card in hand can always be supplied to the seat's own zone.
    """
    if state.hands[state.seat] or can_draw(state):
        return True
    return bool(revealable(state, reach(state))) or next(attacks(state), None) is not None


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
    players = len(state.config.seats)
    steps = ((seat + k) % players for k in range(1, players + 1))
    return next(s for s in steps if not state.out >> s & 1)


def answering(state: State, after: int = -1) -> int:
    """Return the first seat to answer an attack, or the next after `after`; −1: none (STR-6.4)."""
    players, attacker = len(state.config.seats), state.seat
    defender = controls(state)[state.target]
    clockwise = [(attacker + k) % players for k in range(1, players)]
    order = [defender, *(s for s in clockwise if s != defender)]
    rest = order[order.index(after) + 1 :] if after >= 0 else order
    return next((s for s in rest if not state.out >> s & 1), -1)


def winner(state: State) -> int:
    """Return the seat that controls a rival's whole zone, −1 for none (STR-7.1, STR-7.4)."""
    held = controls(state)
    players = len(state.config.seats)
    for k in range(players):
        seat = (state.seat + k) % players
        if state.out >> seat & 1:
            continue
        for zone in range(0, 3 * players, 3):
            if held[zone] == held[zone + 1] == held[zone + 2] == seat and zone != 3 * seat:
                return seat
    return -1
