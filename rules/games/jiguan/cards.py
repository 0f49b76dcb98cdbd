"""Cards as values: five elements, three items, and the relation between elements (JGS-1, JGS-2).

A set has eight *slots*, the same for both players. Slots 0 to 4 are the beasts in the order of
generation, wood fire earth metal water (JGS-2.1), so that an item is a shift on that circle. Slots
5 to 7 are Mother, Child and Unmoved. A hand is a set of slots, stored as eight bits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.core.columns import Column, OneOf, Report
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

SLUG: Final = "jiguan"
ELEMENTS: Final = ("wood", "fire", "earth", "metal", "water")
"""Circle of generation (JGS-2.1); an index in this tuple is an element number."""
ROLES: Final = ("mother", "child", "unmoved")
"""Items (JGS-1.3) in the order of slots 5 to 7."""
SHIFTS: Final = (0, 0, 0, 0, 0, -1, 1, 0)
"""Shift on the circle that the card in each slot applies to an element (JGS-2.5)."""
BEASTS: Final = 0b000_11111
ITEMS: Final = 0b111_00000
ALL: Final = BEASTS | ITEMS
STAND_IN_FOR: Final = {"water": 5, "wood": 6, "earth": 7}
"""Slot that a stand-in of each element fills (JGS-1.7)."""
STANDARD: Final = ("jb3", "jb1", "jb4", "jb2", "jb5", "ji1", "ji2", "ji3")
"""Shipped set by slot, used by a player without a deck."""

_LOSERS = {
    "fire": ("metal", "wood", "earth"),
    "metal": ("wood", "earth", "water"),
    "wood": ("earth", "water"),
    "earth": ("water",),
    "water": ("fire",),
}
BEATS: Final = tuple(
    tuple((b in _LOSERS[a]) - (a in _LOSERS[b]) for b in ELEMENTS) for a in ELEMENTS
)
"""Relation of elements at `[a][b]`: 1 if a beats b, −1 if b beats a, otherwise 0 (JGS-2.3)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pool; `slot` is the slot that it fills by itself, or −1 for none."""

    id: str
    kind: str
    element: str
    slot: int


_WORDS = {"element": ELEMENTS, "role": ROLES}
COLUMNS: Final[Mapping[str, Column[Any]]] = {
    "kind": OneOf(("beast", "item", "reference")),
    **{name: OneOf(words, optional=True) for name, words in _WORDS.items()},
}


@cache
def pool() -> Mapping[str, Card]:
    """Return every card by id; raise `DataError` with all faults in the facts."""
    return load_pool(SLUG, COLUMNS, make_card)


def make_card(row: Row, values: Mapping[str, Any], report: Report) -> Card:
    """Return the card in a catalogue row; report a fact that its kind requires."""
    kind, element, role = values["kind"], values["element"], values["role"]
    required = {"beast": ("element",), "item": ("element", "role")}.get(kind, ())
    lacking = [name for name in required if not values[name]]
    for name in lacking:
        report(name, Message("fact_unknown", text=""), did_you_mean("", _WORDS[name]))
    slot = -1
    if kind == "beast" and not lacking:
        slot = ELEMENTS.index(element)
    elif kind == "item" and not lacking:
        slot = 5 + ROLES.index(role)
    return Card(row.id, kind, "" if kind == "reference" else element, slot)


_BITS = tuple(tuple(i for i in range(8) if mask >> i & 1) for mask in range(256))


def bits(mask: int) -> Iterator[int]:
    """Yield the slots in a bit set of slots, in ascending order."""
    return iter(_BITS[mask])
