"""The state of a game.

Theory of operation.  Five rounds of five phases each (JGS-3.4); a phase in which nothing is
decided is never entered:

    lot → lay → [reveal] → items → [turn_up] → [clear] → lay …
                   └→ relay → lay                     JGS-10.2, `misplay: relay`
                   └→ discard → clear → lay           JGS-10.2, `misplay: forfeit`

Identities come in one of two ways (JGS, section 13).  Where a card is known when it is laid (two
devices, simulation) it is turned up, compared and cleared as a consequence of the last decision,
and the phases in brackets do not exist.  Where a card is laid as `?` (a camera) the round is
*watched*: its owner turns each card up by an action that names the face, and the field is cleared
by hands, since that is what the table shows.  The lot is the only thing left to chance.

Which cards a player has left follows from what is open (JGS-9.1): `held` are the cards that are
not on the spent pile, in hand or lying.  A hidden card is therefore one slot of its owner's
`held`, and hiding it from a view means hiding its slot.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.games.jiguan.cards import ALL, BEATS, ELEMENTS, ITEMS, SHIFTS
from rules.games.jiguan.config import SEATS, Config

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS: Final = 5
PLACES: Final = 6
"""Places of an item row; the items of both players fill no more (JGS-5.8)."""
HIDDEN: Final = -1
"""The slot of a card that nobody has seen."""
CELLS: Final = tuple((f"{s}.beast", *(f"{s}.item{i}" for i in range(1, PLACES + 1))) for s in SEATS)
"""Cell names by row (a seat's number) and place (0: the beast)."""


class Phase(enum.StrEnum):
    """What is to be decided, or seen, now."""

    LOT = "lot"
    LAY = "lay"
    REVEAL = "reveal"
    ITEMS = "items"
    TURN_UP = "turn_up"
    CLEAR = "clear"
    RELAY = "relay"
    DISCARD = "discard"
    END = "end"


class Laid(NamedTuple):
    """A card on the field: owner, row and place, slot (`HIDDEN` if unknown), ply, and whether up.

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
        """The name of its cell."""
        return CELLS[self.row][self.place]


@dataclass(frozen=True, slots=True)
class State:
    """One position.  Seats are numbers here: 0 is A, 1 is B.

    `held`: slots not on the spent pile.  `items` in the order they were laid.  `turn` is to lay
    or decline in phase 3, in which `turns` turns were taken; `declined`: whose token says so.
    `results`: the winner of each finished round, −1 if drawn.  `owing`: has to discard.
    `watched`: a card of this round was laid unknown.  `ordered`: A lays before B, as JGS section
    12 counts.  `ply` counts actions.
    """

    config: Config
    phase: Phase = Phase.LOT
    held: tuple[int, int] = (ALL, ALL)
    beasts: tuple[Laid | None, Laid | None] = (None, None)
    items: tuple[Laid, ...] = ()
    turn: int = 0
    turns: int = 0
    declined: tuple[bool, bool] = (False, False)
    marker: int = 0
    results: tuple[int, ...] = ()
    owing: tuple[bool, bool] = (False, False)
    watched: bool = False
    ordered: bool = False
    ply: int = 0

    def lying(self) -> Iterator[Laid]:
        """Every card on the field: beasts, then items as they were laid."""
        for laid in self.beasts:
            if laid is not None:
                yield laid
        yield from self.items

    def at(self, cell: str) -> Laid | None:
        """The card on a cell."""
        return next((laid for laid in self.lying() if laid.cell == cell), None)

    def possible(self, seat: int) -> int:
        """The slots that may be in a seat's hand, or under its cards that nobody has seen."""
        out = self.held[seat]
        for laid in self.lying():
            if laid.owner == seat and laid.slot != HIDDEN:
                out &= ~(1 << laid.slot)
        return out

    def hand_size(self, seat: int) -> int:
        """The number of cards in a seat's hand (JGS-9.2)."""
        return self.held[seat].bit_count() - sum(laid.owner == seat for laid in self.lying())

    def items_left(self, seat: int) -> int:
        """The number of items in hand; a card laid unknown in a row is taken for an item."""
        out = (self.held[seat] & ITEMS).bit_count()
        for laid in self.items:
            if laid.owner == seat and (laid.slot == HIDDEN or laid.slot > 4):
                out -= 1
        return out

    def next_place(self, row: int) -> int:
        """The place at the right end of an item row (JGS-5.1); 7 when the row is full."""
        return 1 + sum(laid.row == row for laid in self.items)

    def opening(self) -> int:
        """JGS-4.5: 1 if A leads by the beasts alone, −1 if B does, 0 after a tie."""
        a, b = self.beasts
        return BEATS[a.slot if a else 0][b.slot if b else 0]

    def first(self) -> int:
        """Who acts first in phase 3: the opening's loser, or the marker's holder (JGS-5.2)."""
        ahead = self.opening()
        return self.marker if ahead == 0 else int(ahead > 0)

    def final_elements(self) -> tuple[int, int]:
        """JGS-2.7: what the beasts are after all items; an item shifts the beast of its row."""
        a, b = self.beasts
        out = [a.slot if a else 0, b.slot if b else 0]
        for laid in self.items:
            out[laid.row] += SHIFTS[laid.slot]
        return out[0] % len(ELEMENTS), out[1] % len(ELEMENTS)

    def wins(self) -> tuple[int, int]:
        """Won rounds of A and B."""
        return self.results.count(0), self.results.count(1)
