"""Evaluation of a position for a seat, used by greedy players only.

A seat wins by controlling the three nodes of one rival's zone (STR-7.1). Therefore the nodes that a
seat has or may soon have are counted in each zone, and their number is squared: two of three are
worth four times as much as one. The best of the rivals' zones counts for the seat, and the worst
attack on its own zone counts against it.

The value of a node without a controlling card depends on the card that a reveal is likely to show.
A seat knows the cards it supplied itself (STR-8.2); any other card may be of any force. A declared
attack will free both nodes (STR-5.5), or only the attacker's (STR-6.3).

A card in hand has a small value, because it can be supplied and can prevent attacks (STR-6.1).
"""

from collections.abc import Sequence
from typing import Final

from rules.core.event import REVEALED, Event
from rules.core.values import UNKNOWN, Seat
from rules.games.stratosphere.state import Node, Phase, State

_KNOWN: Final = 0.7
"""Value of a node whose face-down top card is of the seat's force and known to the seat."""
_MAYBE: Final = 0.1
_ALLOWED: Final = 0.6
"""Assumed probability that an attack is not prevented."""
_READY: Final = 0.06
"""Bonus for a controlling card that can attack because cards are below it (STR-5.8)."""
_REACH: Final = 0.15
"""Value of any controlled node, because it brings others within reach (STR-3.11)."""
_CARD: Final = 0.05


def evaluate(state: State, seat: int) -> float:
    """Return the value of a running game: the seat's best attack minus the worst attack on it."""
    if state.phase is Phase.DEAL:
        return 0.0
    players = range(len(state.forces))
    held = [_holds(state, s, seat) for s in players]
    best = max(_zone(held[seat], zone) for zone in players if zone != seat)
    worst = max(_zone(held[s], seat) for s in players if s != seat)
    nodes = sum(held[seat]) - max(sum(held[s]) for s in players if s != seat)
    return best - worst + _REACH * nodes + _CARD * len(state.hands[seat])


def knows_in_advance(state: State, event: Event, seat: Seat) -> bool:
    """Return True if a seat supplied the revealed card and therefore knows it (STR-8.2)."""
    config = state.config
    if event.kind != REVEALED:
        return False
    return state.nodes[config.index[event.cell]].down[0].by == config.seats.index(seat)


def _zone(held: Sequence[float], zone: int) -> float:
    count = sum(held[3 * zone : 3 * zone + 3])
    return count * count


def _holds(state: State, owner: int, seat: int) -> list[float]:
    """Return the degree to which `owner` controls each node, as far as `seat` knows."""
    held, force = state.held[owner], state.forces[owner]
    found = []
    for p, node in enumerate(state.nodes):
        if node.up:
            mine = held >> p & 1
            sure = (1.0 + _READY * bool(node.down)) if mine else 0.0
            found.append(sure * _stays(state, p) + (1 - _stays(state, p)) * _MAYBE)
        else:
            found.append(_hopes(state, node, force, seat))
    return found


def _stays(state: State, p: int) -> float:
    """Return the probability that a controlling card survives the declared attack."""
    if p == state.source:
        return 0.0
    return 1 - _ALLOWED if p == state.target else 1.0


def _hopes(state: State, node: Node, force: int, seat: int) -> float:
    """Return the probability that a reveal gives control of the node to `force`."""
    top = node.down[0]
    if top.by != seat or force < 0 or top.card == UNKNOWN:
        return _MAYBE
    return _KNOWN if state.config.force[top.card] == force else 0.0
