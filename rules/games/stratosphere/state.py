"""The state of a game: phases, nodes, hands and piles.

Theory of operation.  A game passes through phases, each of which asks one seat (or chance) for
one decision:

    deal → turn …
    turn:  [name] → move → move → move → next turn
    move:  draw → [recycle] | supply | reveal | command | attack → window …

`deal` and `recycle` ask chance for an order of cards, `name` a seat without a force for one,
`window` each seat in turn whether it prevents the attack.  A phase in which there is nothing to
decide is never entered: `flow` says which comes next and writes it down as an event, so folding
needs no rules.  The events themselves: `fold`.
"""

import enum
from typing import NamedTuple

from rules.games.stratosphere.config import Config


class Phase(enum.StrEnum):
    """Phases of a turn."""

    DEAL = "deal"
    NAME = "name"
    MOVE = "move"
    WINDOW = "window"
    RECYCLE = "recycle"
    END = "end"


class Down(NamedTuple):
    """A face-down card: who supplied it at which ply (−1 and the ply of the deal if dealt)."""

    card: str
    by: int = -1
    ply: int = 0


class Node(NamedTuple):
    """A pile: its controlling card ("" if the top is face-down), the others from the top."""

    up: str
    down: tuple[Down, ...]


class State(NamedTuple):
    """One position; a frozen value.

    Seats are numbers from 0, nodes numbers of the ring (`config`).  `seat` has the turn, number
    `turn` (0 before the first) in round `round`, with `left` moves left; `asked` answers the
    attack from `source` on `target` (−1: there is none).  `forces[s]` is a seat's force, −1 for
    none.  `fought`: nodes that took part in attacks in this turn.  `idle`: turns in a row that
    went by without a move.  `out`: seats that conceded, as a bit set.  `ply` counts actions.
    `ending` is the clause that ended the game, `winner` the seat that won (−1: a draw).
    """

    config: Config
    nodes: tuple[Node, ...]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    discard: tuple[str, ...]
    forces: tuple[int, ...]
    phase: Phase
    seat: int = 0
    turn: int = 0
    round: int = 1
    left: int = 0
    asked: int = -1
    source: int = -1
    target: int = -1
    fought: int = 0
    idle: int = 0
    out: int = 0
    ply: int = 0
    ending: str = ""
    winner: int = -1


def first_state(config: Config) -> State:
    """Return the first state: nothing is dealt yet."""
    players = len(config.seats)
    return State(
        config,
        nodes=(Node("", ()),) * len(config.names),
        hands=((),) * players,
        pile=config.pack,
        discard=(),
        forces=(-1,) * players,
        phase=Phase.DEAL,
    )


def put(values: tuple[Node, ...], at: int, node: Node) -> tuple[Node, ...]:
    """Return the nodes with one replaced."""
    return (*values[:at], node, *values[at + 1 :])
