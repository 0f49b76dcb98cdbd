"""The pictures of Strato-Sphere: a pack of cards as an army of the upper air.

Hearts fly balloons and diamonds kites for the warm front; spades fly darts and clubs rotors for the
cold one. ``pictures`` lists the names, ``draw`` draws one, and ``facts`` returns the card data
that a picture shows.
"""

from __future__ import annotations

from typing import Final

from artwork.stratosphere.back import back
from artwork.stratosphere.compose import front
from artwork.stratosphere.palette import SUITS, Style, Suit
from printkit.pdf.drawing import Drawing

BACK: Final = "back"
OWNERS: Final[tuple[str, ...]] = ("shared",)
"""The only owner's name, because all players share one pack."""
RANKS: Final = range(1, 14)
_CARDS: Final[dict[str, tuple[Suit, int]]] = {
    f"{suit[0]}{rank:02}": (suit, rank) for suit in sorted(SUITS) for rank in RANKS
}


def pictures(owner: str = "") -> tuple[str, ...]:
    """Return the pictures' names (card ids and the back), or nothing for an unknown owner."""
    return (*_CARDS, BACK) if owner in ("", *OWNERS) else ()


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """Return the card data for which a picture is valid: each column's possible values."""
    if name == BACK:
        return {}
    suit, rank = _CARDS[name]
    colour = "red" if suit in ("hearts", "diamonds") else "black"
    return {"suit": (suit,), "rank": (str(rank),), "colour": (colour,)}


def draw(name: str, _owner: str, style: Style) -> Drawing:
    """Draw one picture with its bleed."""
    return back(style) if name == BACK else front(*_CARDS[name], style)
