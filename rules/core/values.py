"""The plain values every game shares: seats, cards on the table, layouts, set-up.

Nothing here knows a rule.  Everything is frozen; a change makes a new value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.reprs import Word, short_repr

Seat = str
"""A player's name in the game: `"A"`, `"blue"`, `"1"`; or `CHANCE`."""

CHANCE: Seat = "chance"
"""The seat whose actions are dice and shuffles."""

UNKNOWN = "?"
"""The id of a card that nobody has seen."""


class Facing(Word):
    """Which side of a card is up."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """One card as it lies on the table.

    `turn` counts quarter turns clockwise, seen from above, from the way the card lies upright
    for `owner` (0 to 3).  A face-down card may have `card == UNKNOWN`.
    """

    card: str
    owner: Seat
    facing: Facing = Facing.UP
    turn: int = 0

    __repr__ = short_repr


Layout = Mapping[str, tuple[PlacedCard, ...]]
"""Cell id → the pile there, bottom first; empty cells are left out."""


@dataclass(frozen=True, slots=True)
class Zone:
    """What a cell of a mat is to a game's table form.

    `tracked`: the referee compares it with the state; a deck or discard pile that players keep
    where they like is not tracked.  `owner` is the seat whose zone it is ("" for the field).
    `pile`: several cards may lie there and only the top one is seen.
    `oriented`: it means something how a card is turned there; where it does not, nobody has to lay
    it straight, and a card without a printed colour belongs to the zone's owner.
    `turn`: by how many quarter turns clockwise from upright a card is laid there.
    `dice`: the sorts of dice that are thrown there; one that shows 4 is the piece `die.4`.
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
    """A deck list: card ids in no order, and named extras (`root`, `extra`, `side` …)."""

    cards: tuple[str, ...]
    extras: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    name: str = ""

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a match: settings (name → text) and each seat's deck.

    A seat without an entry in `decks` plays a deck the referee was not told.  `settings` left
    out take their defaults.  Frozen and part of the log.
    """

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    decks: Mapping[Seat, Deck] = field(default_factory=dict)

    __repr__ = short_repr
