"""The pictures of The Yggdrasil: a world tree by day and night, in the style of a woodcut.

``pictures`` lists the names, ``draw`` draws one, and ``facts`` returns the card data that a
picture shows.
"""

from __future__ import annotations

from artwork.yggdrasil.back import back
from artwork.yggdrasil.cards import SCENES
from artwork.yggdrasil.compose import front
from artwork.yggdrasil.palette import Owner, Style
from printkit.pdf.drawing import Drawing

OWNERS = ("sun", "moon")
BACK = "back"
STRONG = 4
"""Minimum power of a card with a spirit."""
_NO_EFFECT = ("", "—", "-")


def pictures(_owner: str = "") -> tuple[str, ...]:
    """Return the pictures' names: the card ids and the back, the same for both owners."""
    return (*SCENES, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """Return the card data for which a picture is valid: each column's possible values.

    The values come from the scene, not from the card data. After a change of the data, change the
    scene too.
    """
    if name == BACK:
        return {}
    scene = SCENES[name]
    found: dict[str, tuple[str, ...]] = {
        "kind": ("root" if scene.root else "branch",),
        "pattern": (scene.pattern,),
        "fruits": (str(len(scene.fruit)),),
    }
    if not scene.guests:  # strong branches have a spirit
        found["power"] = tuple(map(str, range(STRONG)))
    if not (scene.text or scene.root):  # the background of an effect's text is plain
        found["effect"] = _NO_EFFECT
    return found


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """Draw one picture with its bleed."""
    return back(owner, style) if name == BACK else front(name, owner, style)
