"""The pictures of Strato-Sphere: a pack of cards as an army of the upper air.

Hearts fly balloons and diamonds kites for the warm front, spades darts and clubs rotors for the
cold one. ``pictures`` names what there is to draw; ``draw`` draws one, ``facts`` says what it is
true for.
"""

from __future__ import annotations

from typing import Final

from artwork.stratosphere.back import back
from artwork.stratosphere.compose import front
from artwork.stratosphere.palette import SUITS, Style, Suit
from printkit.pdf.drawing import Drawing

BACK: Final = "back"
OWNERS: Final[tuple[str, ...]] = ("shared",)
"""A pack belongs to nobody."""
RANKS: Final = range(1, 14)
_CARDS: Final[dict[str, tuple[Suit, int]]] = {
    f"{suit[0]}{rank:02}": (suit, rank) for suit in sorted(SUITS) for rank in RANKS
}


def pictures(owner: str = "") -> tuple[str, ...]:
    """The card ids, and the back; the same for the one dress there is."""
    return (*_CARDS, BACK) if owner in ("", *OWNERS) else ()


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have."""
    if name == BACK:
        return {}
    suit, rank = _CARDS[name]
    colour = "red" if suit in ("hearts", "diamonds") else "black"
    return {"suit": (suit,), "rank": (str(rank),), "colour": (colour,)}


def draw(name: str, _owner: str, style: Style) -> Drawing:
    """One picture with its bleed."""
    return back(style) if name == BACK else front(*_CARDS[name], style)
