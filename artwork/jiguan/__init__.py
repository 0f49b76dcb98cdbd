"""The pictures of 機官算盡: court portraits of five elements, a beast in robe and hat of office.

``pictures`` names what there is to draw; ``draw`` draws one, ``facts`` says what it is true for.
What draws the fronts needs numpy and is loaded only to draw; mats and pieces do without.
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
    """The card ids, and the back."""
    return (*SCENES, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have.

    They come from the scene, not from the data: who edits the data must change the scene too.
    """
    return {} if name == BACK else SCENES[name].facts()


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """One picture with its bleed."""
    return back(owner, style) if name == BACK else front(name, owner, style)
