"""The pictures of Dice Battle Monsters: everything is thrown.

``pictures`` names what there is to draw; ``draw`` draws one, ``facts`` says what it is true for.
"""

from __future__ import annotations

from typing import Final

from printkit.art.dicebattle.back import back
from printkit.art.dicebattle.cards import CARDS
from printkit.art.dicebattle.compose import front
from printkit.art.dicebattle.palette import Dress, Owner, Style
from printkit.drawing import Drawing

BACK: Final = "back"
OWNERS: Final[tuple[Owner, ...]] = ("sun", "moon")


def pictures(owner: str = "") -> tuple[str, ...]:  # noqa: ARG001 - both owners have the whole pool
    """The card ids, and the back."""
    return (*CARDS, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have."""
    if name == BACK:
        return {}
    scene = CARDS[name]
    return {
        "kind": (scene.kind,),
        "level": (str(scene.level) if scene.level else "",),
        "effect": (scene.effect,),
        "grant_level": (str(scene.grant_level) if scene.grant_level else "",),
        "exception": (scene.exception,),
    }


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """One picture with its bleed, origin at the trim's top left."""
    dress = Dress(owner, style)
    return back(dress) if name == BACK else front(name, dress)
