"""The pictures of Dice Battle Monsters: everything is thrown.

``pictures`` names what there is to draw; ``draw`` draws one, ``facts`` says what it is true for.
What draws the cards needs numpy and is loaded only to draw; mats and pieces do without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from artwork.dicebattle.palette import Owner, Style
    from printkit.pdf.drawing import Drawing

OWNERS: Final = ("sun", "moon")
BACK: Final = "back"


def pictures(_owner: str = "") -> tuple[str, ...]:
    """The card ids, and the back."""
    from artwork.dicebattle.cards import CARDS  # noqa: PLC0415 - needs numpy

    return (*CARDS, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have.

    They come from the scene, not from the data: who edits the data must change the scene too.
    """
    from artwork.dicebattle.cards import CARDS  # noqa: PLC0415 - needs numpy

    return {} if name == BACK else CARDS[name].facts()


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """One picture with its bleed, origin at the trim's top left."""
    from artwork.dicebattle.back import back  # noqa: PLC0415 - needs numpy
    from artwork.dicebattle.compose import front  # noqa: PLC0415 - needs numpy
    from artwork.dicebattle.palette import Dress  # noqa: PLC0415 - as late as its users

    dress = Dress(owner, style)
    return back(dress) if name == BACK else front(name, dress)
