"""State of a game: phase, hands, the field and its bit sets.

Theory of operation. Each phase asks one seat (or chance) for one decision:

    begin → [root root] → deal deal → [mulligan [redeal] mulligan [redeal]] → turn …
    turn:  place → [effect] → [invade] → [extra → [effect] → [invade]] → next turn
           place → exchange → [refill → …] → next turn

A phase without a decision is never entered: `flow` determines the next phase and records it as an
event, so that folding needs no rules. `fold.EVENTS` declares the events.
"""

import enum
from typing import NamedTuple

from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import FieldCard
from rules.games.yggdrasil.config import Config
from rules.games.yggdrasil.grid import EMPTY_SIDE, Side


class Phase(enum.StrEnum):
    """Kind of the pending decision."""

    BEGIN = "begin"
    ROOT = "root"
    DEAL = "deal"
    MULLIGAN = "mulligan"
    REDEAL = "redeal"
    PLACE = "place"
    REFILL = "refill"
    SWAP = "swap"
    DRAW = "draw"
    LOOT = "loot"
    DISCARD = "discard"
    SCRY = "scry"
    RECOVER = "recover"
    WITHER = "wither"
    INVADE = "invade"
    EXTRA = "extra"
    END = "end"


class Player(NamedTuple):
    """One seat's cards: the sorted hand, the deck from the top, the discards from the bottom."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


Field = tuple["FieldCard | None", ...]


class State(NamedTuple):
    """One position.

    `seat` (0 is A, 1 is B) decides or is dealt cards. `turn` counts from 1 (0 before the first
    turn). `idle` counts consecutive complete turns without a placement. `placed` counts the cards
    placed in this turn, and `spot` is the last card's cell (−1: none). `due` is the number of cards
    that an effect still requires to be discarded. `ending` is the clause that ended the game.
    """

    config: Config
    field: Field
    sides: tuple[Side, Side]
    players: tuple[Player, Player]
    phase: Phase
    seat: int = 0
    turn: int = 0
    first: int = 0
    idle: int = 0
    placed: int = 0
    spot: int = -1
    due: int = 0
    ending: str = ""

    @property
    def taken(self) -> int:
        """The bit set of occupied cells."""
        return self.sides[0][0] | self.sides[1][0]


def first_state(config: Config) -> State:
    """Return the state before the game, with roots on the field unless their column is chosen."""
    players = [Player(deck=d or (UNKNOWN,) * config.deck_size) for d in config.decks]
    empty: Field = (None,) * len(config.grid.names)
    state = State(
        config, empty, (EMPTY_SIDE, EMPTY_SIDE), (players[0], players[1]), phase=Phase.BEGIN
    )
    for seat, root in enumerate(config.roots):
        cells = config.root_cells(seat)
        if len(cells) == 1:
            field, sides = with_cards(state, ((cells[0], config.field_card(root, seat, 0)),))
            state = state._replace(field=field, sides=sides)
    return state


def with_cards(
    state: State, changes: tuple[tuple[int, FieldCard | None], ...]
) -> tuple[Field, tuple[Side, Side]]:
    """Return the field and its bit sets after `changes`; all changed cells are cleared first."""
    field = list(state.field)
    sides = [list(side) for side in state.sides]
    for i, _ in changes:
        field[i] = None
        for side in sides:
            for k in range(5):
                side[k] &= ~(1 << i)
    for i, card in changes:
        if card is not None:
            field[i] = card
            _add(sides[card.owner], i, card.arms)
    a, b = sides
    return tuple(field), ((a[0], a[1], a[2], a[3], a[4]), (b[0], b[1], b[2], b[3], b[4]))


def _add(side: list[int], i: int, arms: int) -> None:
    bit = 1 << i
    side[0] |= bit
    for direction in range(4):
        if arms >> direction & 1:
            side[direction + 1] |= bit


def stone(field: Field, i: int) -> FieldCard:
    """Return the card on an occupied cell; raise `LookupError` if the cell is empty."""
    placed = field[i] if i >= 0 else None
    if placed is None:
        raise LookupError(f"no card lies on cell number {i}")
    return placed
