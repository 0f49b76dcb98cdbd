"""The cards as values: five elements, three items, who beats whom (JGS-1, JGS-2).

A set has eight *slots*, the same for both players.  Slots 0 to 4 are the beasts in the order of
generation, wood fire earth metal water (JGS-2.1), so that an item is a shift on that circle;
slots 5 to 7 are Mother, Child and Unmoved.  A hand is a set of slots, eight bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from rules.catalog.pool import load_pool, read_facts
from rules.errors import Fault
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.core.card_data import Card as Row
    from rules.core.card_data import Catalog

SLUG: Final = "jiguan"
ELEMENTS: Final = ("wood", "fire", "earth", "metal", "water")
"""The circle of generation (JGS-2.1); an element's number is its place here."""
ROLES: Final = ("mother", "child", "unmoved")
"""The items (JGS-1.3), in the order of slots 5 to 7."""
SHIFTS: Final = (0, 0, 0, 0, 0, -1, 1, 0)
"""How far the card of a slot moves an element on the circle (JGS-2.5)."""
BEASTS: Final = 0b000_11111
ITEMS: Final = 0b111_00000
ALL: Final = BEASTS | ITEMS
STAND_IN_FOR: Final = {"water": 5, "wood": 6, "earth": 7}
"""The element of a stand-in and the slot it fills (JGS-1.7)."""
STANDARD: Final = ("jb3", "jb1", "jb4", "jb2", "jb5", "ji1", "ji2", "ji3")
"""The shipped set by slot: what a player plays who has named no other."""

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
"""`BEATS[a][b]`: 1 if element a beats b, −1 if it loses, 0 if they tie (JGS-2.3)."""

_KINDS = ("beast", "item", "reference")
_FILE = "card_data/jiguan/cards.csv"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pool; `slot` is the place in a set that it fills by itself, −1 for none."""

    id: str
    kind: str
    element: str
    slot: int


@cache
def pool() -> Mapping[str, Card]:
    """Every card by id; raises `DataError` with all faults of the facts."""
    return load_pool(SLUG, read_cards)


def read_cards(catalog: Catalog) -> tuple[dict[str, Card], tuple[Fault, ...]]:
    """The cards of a catalogue, and every fault of their facts."""
    return read_facts(catalog, _read)


def _read(row: Row, faults: list[Fault]) -> Card:
    def word(field: str, known: tuple[str, ...]) -> str:
        text = row.facts.get(field, "")
        if text not in known:
            what = Message("fact_unknown", text=text)
            faults.append(Fault(_FILE, row.line, field, what, did_you_mean(text, known)))
            return known[0]
        return text

    kind = word("kind", _KINDS)
    element = "" if kind == "reference" else word("element", ELEMENTS)
    slot = -1
    if kind == "beast":
        slot = ELEMENTS.index(element)
    elif kind == "item":
        slot = 5 + ROLES.index(word("role", ROLES))
    return Card(row.id, kind, element, slot)


_BITS = tuple(tuple(i for i in range(8) if mask >> i & 1) for mask in range(256))


def bits(mask: int) -> Iterator[int]:
    """The slots of a set of slots, ascending."""
    return iter(_BITS[mask])
