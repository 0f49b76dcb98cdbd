"""State of a game: phase, nodes, hands and piles.

Theory of operation. Each phase asks one seat (or chance) for one decision:

    deal → turn …
    turn:  [name] → move → move → move → next turn
    move:  draw → [recycle] | supply | reveal | command | attack → window …

`deal` and `recycle` ask chance for an order of cards. `name` asks a seat without a force to choose
one. `window` asks each seat in turn whether it prevents the attack. A phase without a decision is
never entered: `flow` determines the next phase and records it as an event, so that folding needs no
rules. `fold.EVENTS` declares the events.
"""

import enum
from typing import Any, NamedTuple, TypeVar

from rules.core.fast import fast_replace
from rules.games.stratosphere.config import Config


class Phase(enum.StrEnum):
    """Kind of the pending decision."""

    DEAL = "deal"
    NAME = "name"
    MOVE = "move"
    WINDOW = "window"
    RECYCLE = "recycle"
    END = "end"


class Down(NamedTuple):
    """A face-down card, with the seat that supplied it (−1 if dealt) and the ply."""

    card: str
    by: int = -1
    ply: int = 0


@fast_replace
class Node(NamedTuple):
    """A node's pile: the controlling card ("" if the top is face down), and the cards below it."""

    up: str
    down: tuple[Down, ...]


@fast_replace
class State(NamedTuple):
    """One position.

    Seats are numbered from 0, nodes by their place in the ring (see `config`). `seat` is to move in
    turn `turn` (0 before the first) of round `round`, with `left` remaining moves. `asked` answers
    the attack from `source` on `target` (−1: there is none). `forces[s]` is seat s's force, −1 for
    none. `held[s]` is the bit set of the nodes that seat s controls, as `nodes` and `forces` decide
    (STR-4.7). `fought` is the bit set of nodes in this turn's attacks. `idle` counts consecutive
    turns without a move. `out` is the bit set of seats that conceded. `ply` counts actions.
    `ending` is the clause that ended the game, and `winner` the seat that won (−1: a draw). `shown`
    are the seats with the cards that are known to be in their hands (STR-6.6).
    """

    config: Config
    nodes: tuple[Node, ...]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    discard: tuple[str, ...]
    forces: tuple[int, ...]
    held: tuple[int, ...]
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
    shown: tuple[tuple[int, str], ...] = ()


def first_state(config: Config) -> State:
    """Return the state before the deal."""
    players = len(config.seats)
    return State(
        config,
        nodes=(Node("", ()),) * len(config.names),
        hands=((),) * players,
        pile=config.pack,
        discard=(),
        forces=(-1,) * players,
        held=(0,) * players,
        phase=Phase.DEAL,
    )


_Value = TypeVar("_Value")


def put(values: tuple[_Value, ...], at: int, value: _Value) -> tuple[_Value, ...]:
    """Return the nodes, hands or forces with one of them replaced."""
    return (*values[:at], value, *values[at + 1 :])


_FIELDS = {name: number for number, name in enumerate(State._fields)}


def changed(state: State, **values: object) -> State:
    """Return a state with other values in some fields; `_replace` takes half as long again."""
    fields: list[Any] = list(state)
    for name, value in values.items():
        fields[_FIELDS[name]] = value
    return State._make(fields)
