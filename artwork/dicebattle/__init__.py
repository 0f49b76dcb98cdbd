"""The pictures of Dice Battle Monsters; dice are the theme of the whole deck.

``pictures`` lists the names, ``draw`` draws one, and ``facts`` returns the card data it shows.
"""

from __future__ import annotations

from typing import Final

from artwork.dicebattle.back import back
from artwork.dicebattle.cards import CARDS
from artwork.dicebattle.compose import front
from artwork.dicebattle.palette import Owner, Style, Theme
from printkit.pdf.drawing import Drawing

OWNERS: Final = ("sun", "moon")
BACK: Final = "back"


def pictures(_owner: str = "") -> tuple[str, ...]:
    """Return the names of an owner's pictures: the card ids and the back."""
    return (*CARDS, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """Return the card data for which a picture is valid: each column's possible values.

    The values come from the scene, not from the card data. After a change of the data, change the
    scene too.
    """
    return {} if name == BACK else CARDS[name].facts()


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """Draw one picture with its bleed; the origin is the trim's top left corner."""
    theme = Theme(owner, style)
    return back(theme) if name == BACK else front(name, theme)
