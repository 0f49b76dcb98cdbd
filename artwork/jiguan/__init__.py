"""The pictures of 機官算盡: court portraits of beasts in the robes and hats of their offices.

``pictures`` lists the names, ``draw`` draws one, and ``facts`` returns the card data it shows.
"""

from __future__ import annotations

from typing import Final

from artwork.jiguan.back import back
from artwork.jiguan.cards import SCENES
from artwork.jiguan.compose import front
from artwork.jiguan.palette import Owner, Style
from printkit.pdf.drawing import Drawing

OWNERS: Final = ("sun", "moon")
BACK: Final = "back"


def pictures(_owner: str = "") -> tuple[str, ...]:
    """Return the names of an owner's pictures: the card ids and the back."""
    return (*SCENES, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """Return the card data for which a picture is valid: each column's possible values.

    The values come from the scene, not from the card data. After a change of the data, change the
    scene too.
    """
    return {} if name == BACK else SCENES[name].facts()


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """Draw one picture with its bleed."""
    return back(owner, style) if name == BACK else front(name, owner, style)
