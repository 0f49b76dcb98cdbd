"""The pictures of Dice Battle Monsters: everything is thrown.

``pictures`` names what there is to draw; ``draw`` draws one, ``facts`` says what it is true for.
What draws the cards needs numpy and is loaded only to draw; mats and pieces do without.
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
    """The card ids, and the back."""
    return (*CARDS, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have.

    They come from the scene, not from the data: who edits the data must change the scene too.
    """
    return {} if name == BACK else CARDS[name].facts()


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """One picture with its bleed, origin at the trim's top left."""
    theme = Theme(owner, style)
    return back(theme) if name == BACK else front(name, theme)
