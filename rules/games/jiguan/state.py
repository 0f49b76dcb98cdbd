"""State of a game.

Theory of operation. A game has five rounds of five phases (JGS-3.4). A phase without a decision is
never entered:

    LOT → BEASTS → [REVEAL] → ITEMS → [TURN_UP] → [CLEAR] → BEASTS …
                └→ RELAY → BEASTS                   JGS-10.2, `misplay: relay`
                └→ DISCARD → CLEAR → BEASTS         JGS-10.2, `misplay: forfeit`

Identities become known in one of two ways (JGS, section 13). If all cards are known when they are
placed (two devices, a simulation), the last decision of a phase also turns them up, compares them
and clears them. In that case, the phases in brackets do not occur. If a card is placed as `?` (a
camera), the round is *watched*, because a camera observes each step. The owner turns each card up
by an action that names it, and the players clear the field. The lot is the only random event.

Each player's remaining cards are open information (JGS-9.1): `held` is the set of cards that are
not on the spent pile, whether in hand or on the field. A hidden card is one slot in its owner's
`held`, so a view hides the card by hiding its slot.
"""

import enum
from typing import Final, NamedTuple

from rules.core.fast import fast_replace
from rules.core.values import UNKNOWN
from rules.games.jiguan.cards import ALL, BEATS, ITEMS
from rules.games.jiguan.config import SEATS, Config

ROUNDS: Final = 5
PLACES: Final = 6
"""Number of places in an item row, enough for the items of both players (JGS-5.8)."""
HIDDEN: Final = -1
"""Slot of a card of unknown identity."""
CELLS: Final = tuple((f"{s}.beast", *(f"{s}.item{i}" for i in range(1, PLACES + 1))) for s in SEATS)
"""Cell names by row (a seat's number) and place (0: the beast)."""
WHERE: Final = {cell: (row, at) for row, cells in enumerate(CELLS) for at, cell in enumerate(cells)}
"""Row and place of each cell."""


class Phase(enum.StrEnum):
    """Kind of the pending decision or reveal."""

    LOT = "lot"
    BEASTS = "lay"
    REVEAL = "reveal"
    ITEMS = "items"
    TURN_UP = "turn_up"
    CLEAR = "clear"
    RELAY = "relay"
    DISCARD = "discard"
    END = "end"


@fast_replace
class Placed(NamedTuple):
    """A card on the field: owner, row and place, slot (`HIDDEN` if unknown), ply, and facing.

    Place 0 is the beast place, 1 to 6 the item row.
    """

    owner: int
    row: int
    place: int
    slot: int
    ply: int
    up: bool

    @property
    def cell(self) -> str:
        """The name of the card's cell."""
        return CELLS[self.row][self.place]


@fast_replace
class State(NamedTuple):
    """One position. Seats are numbers: 0 is A, 1 is B.

    `held`: slots not on the spent pile. `items` are in the order of placement. `turn` is the seat
    to place or decline in phase 3; `turns` counts the turns in that phase. `declined`: seats whose
    token shows "declined". `results`: the winner of each finished round, −1 if drawn.
    `must_discard`: seats that must still discard as a penalty. `watched`: a card of this round was
    placed unseen. `ordered`: A places before B, as JGS section 12 requires for counting. `ply`
    counts actions.
    """

    config: Config
    phase: Phase = Phase.LOT
    held: tuple[int, int] = (ALL, ALL)
    beasts: tuple[Placed | None, Placed | None] = (None, None)
    items: tuple[Placed, ...] = ()
    turn: int = 0
    turns: int = 0
    declined: tuple[bool, bool] = (False, False)
    marker: int = 0
    results: tuple[int, ...] = ()
    must_discard: tuple[bool, bool] = (False, False)
    watched: bool = False
    ordered: bool = False
    ply: int = 0

    def cards_on_field(self) -> tuple[Placed, ...]:
        """Return every card on the field: the beasts, then the items in the order of placement."""
        return (*filter(None, self.beasts), *self.items)

    def at(self, cell: str) -> Placed | None:
        """Return the card on a cell, or None."""
        where = WHERE.get(cell)
        return next((p for p in self.cards_on_field() if (p.row, p.place) == where), None)

    def card(self, placed: Placed) -> str:
        """Return the id of a card on the field; `UNKNOWN` if it is hidden."""
        return UNKNOWN if placed.slot == HIDDEN else self.config.cards[placed.owner][placed.slot]

    def possible(self, seat: int) -> int:
        """Return the slots that may be in a seat's hand or among its unknown cards on the field."""
        out = self.held[seat]
        for placed in self.cards_on_field():
            if placed.owner == seat and placed.slot != HIDDEN:
                out &= ~(1 << placed.slot)
        return out

    def faces(self, placed: Placed) -> int:
        """Return the slots that a card on the field may have (JGS-9.1)."""
        return self.possible(placed.owner) if placed.slot == HIDDEN else 1 << placed.slot

    def hand_size(self, seat: int) -> int:
        """Return the number of cards in a seat's hand (JGS-9.2)."""
        on_field = sum(placed.owner == seat for placed in self.cards_on_field())
        return self.held[seat].bit_count() - on_field

    def items_left(self, seat: int) -> int:
        """Return the number of items in hand; an unknown card in a row counts as an item."""
        out = (self.held[seat] & ITEMS).bit_count()
        for placed in self.items:
            if placed.owner == seat and (placed.slot == HIDDEN or placed.slot > 4):
                out -= 1
        return out

    def opening(self) -> int:
        """Return 1 if A's beast beats B's, −1 if B's beats A's, 0 for a tie (JGS-4.5)."""
        a, b = self.beasts
        return BEATS[a.slot if a else 0][b.slot if b else 0]

    def first(self) -> int:
        """Return phase 3's first seat: the opening's loser or the marker's holder (JGS-5.2)."""
        ahead = self.opening()
        return self.marker if ahead == 0 else int(ahead > 0)

    def wins(self) -> tuple[int, int]:
        """Return the numbers of rounds that A and B have won."""
        return self.results.count(0), self.results.count(1)

    def is_decided(self) -> bool:
        """Return True if no more rounds are played (JGS-3.4, JGS-8.4)."""
        played, (a, b) = len(self.results), self.wins()
        return played == ROUNDS or (self.config.early_stop and abs(a - b) > ROUNDS - played)
