"""State of a game: phase, hands, the field and its bit sets.

Theory of operation. Each phase asks one seat (or chance) for one decision:

    begin → [root root] → deal deal → [mulligan [redeal] mulligan [redeal]] → turn …
    turn:  place → [effect] → [invade] → [extra → [effect] → [invade]] → next turn
           place → exchange → [refill → …] → next turn

A phase without a decision is never entered: `flow` determines the next phase and records it as an
event, so that folding needs no rules. `fold.EVENTS` declares the events.
"""

import enum
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from rules.core.fast import fast_replace, setter
from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import Field, FieldCard
from rules.games.yggdrasil.config import Config
from rules.games.yggdrasil.grid import Grid, Side


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


@fast_replace
class Player(NamedTuple):
    """One seat's cards: the sorted hand, the deck from the top, the discards from the bottom."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


T = TypeVar("T")


def for_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Return a pair of both seats' values with a new value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


@fast_replace
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

    def with_player(self, seat: int, player: Player) -> "State":
        """Return the state with other cards of a seat."""
        return _with_players(self, for_seat(self.players, seat, player))

    @property
    def taken(self) -> int:
        """The bit set of occupied cells."""
        return self.sides[0].own | self.sides[1].own

    def room(self, seat: int) -> int:
        """Return the empty cells at which one of a seat's branches points."""
        a, b = self.sides
        return self.sides[seat].aimed & ~(a.own | b.own)


_with_players = setter(State, "players")


def first_state(config: Config) -> State:
    """Return the state before the game, with roots on the field unless their column is chosen."""
    a, b = (Player(deck=deck or (UNKNOWN,) * config.deck_size) for deck in config.decks)
    grid = config.grid
    field = (None,) * len(grid.names)
    state = State(config, field, (grid.bare, grid.bare), (a, b), Phase.BEGIN)
    for seat, root in enumerate(config.roots):
        cells = config.root_cells(seat)
        if len(cells) == 1:
            state = with_cards(state, (cells[0], config.field_card(root, seat, 0)))
    return state


def with_cards(state: State, *changes: tuple[int, FieldCard | None]) -> State:
    """Return the state after changes of cells."""
    field, grid = list(state.field), state.config.grid
    changed = {card.owner for i, new in changes for card in (field[i], new) if card is not None}
    for i, card in changes:
        field[i] = card
    a, b = (
        side_of(grid, field, owner) if owner in changed else side
        for owner, side in enumerate(state.sides)
    )
    return state._replace(field=tuple(field), sides=(a, b))


def side_of(grid: Grid, field: Sequence[FieldCard | None], owner: int) -> Side:
    """Return what one player's cards leave for the next card."""
    own, aimed, fits = grid.bare
    for i, placed in enumerate(field):
        if placed is not None and placed.owner == owner:
            own |= 1 << i
            aimed |= grid.ends[placed.arms][i]
            fits &= grid.kept[placed.arms][i]
    return Side(own, aimed, fits)
