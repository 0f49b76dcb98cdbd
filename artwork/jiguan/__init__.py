"""The pictures of 機官算盡: court portraits of five elements, a beast in robe and hat of office.

``pictures`` names what there is to draw; ``draw`` draws one, ``facts`` says what it is true for.
What draws the fronts needs numpy and is loaded only to draw; mats and pieces do without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from artwork.jiguan.palette import Owner, Style
    from printkit.pdf.drawing import Drawing

OWNERS: Final = ("sun", "moon")
BACK: Final = "back"


def pictures(_owner: str = "") -> tuple[str, ...]:
    """The card ids, and the back."""
    from artwork.jiguan.cards import SCENES  # noqa: PLC0415 - needs numpy

    return (*SCENES, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have.

    They come from the scene, not from the data: who edits the data must change the scene too.
    """
    from artwork.jiguan.cards import SCENES  # noqa: PLC0415 - needs numpy

    return {} if name == BACK else SCENES[name].facts()


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """One picture with its bleed."""
    from artwork.jiguan.back import back  # noqa: PLC0415 - needs numpy
    from artwork.jiguan.compose import front  # noqa: PLC0415 - needs numpy

    return back(owner, style) if name == BACK else front(name, owner, style)
