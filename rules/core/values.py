"""Plain values that every game shares: seats, cards on the table, layouts, set-up.

The values are frozen and contain no rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from rules.core.reprs import Word, short_repr

Seat = Annotated[str, "seat"]
"""Name of a player within the game (`"A"`, `"blue"`, `"1"`), or `CHANCE`."""

CardId = Annotated[str, "card"]
CellId = Annotated[str, "cell"]
"""Ids in a state whose text form follows from its types (`rules.notation.plain`)."""

CHANCE: Seat = "chance"
"""Seat whose actions are dice rolls, shuffles and draws."""

UNKNOWN = "?"
"""Id of a card whose identity is unknown."""


class Facing(Word):
    """Side of a card that faces up."""

    UP = "up"
    DOWN = "down"


UP, DOWN = Facing
"""Constants, because looking up a member of an enum takes a quarter of a microsecond."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """One card on the table.

    `turn` counts quarter turns clockwise, seen from above, from upright for `owner` (0–3). A
    face-down card may have `card == UNKNOWN`.
    """

    card: str
    owner: Seat
    facing: Facing = Facing.UP
    turn: int = 0

    __repr__ = short_repr


Layout = Mapping[str, tuple[PlacedCard, ...]]
"""Pile on each occupied cell, by the cell's id, bottom card first."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Meaning of one cell of a mat in a game's table form.

    `tracked`: the referee compares the cell with the state. A deck or discard pile that players may
    keep anywhere is not tracked. `owner` is the seat that owns the zone ("" for the field). `pile`:
    several cards may be stacked on the cell, and only the top card is visible. `oriented`: a card's
    orientation matters. In a zone without it, a card need not be straight, and a card without a
    printed owner colour belongs to the zone's owner. `turn` is the usual orientation of a card on
    the cell, in quarter turns clockwise from upright. `dice` lists the kinds of dice rolled there;
    a die that shows 4 is the piece `die.4`.
    """

    cell: str
    tracked: bool = True
    owner: Seat = ""
    pile: bool = False
    oriented: bool = True
    dice: tuple[str, ...] = ()
    turn: int = 0

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Deck:
    """Deck list: card ids in no particular order, and named extras (`root`, `extra`, `side`, …)."""

    cards: tuple[str, ...]
    extras: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    name: str = ""

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Setup:
    """Agreement before a match: settings (name → text) and each seat's deck.

    A seat without an entry in `decks` plays a deck unknown to the referee. Omitted `settings` have
    default values. A set-up is part of the log.
    """

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    decks: Mapping[Seat, Deck] = field(default_factory=dict)

    __repr__ = short_repr
