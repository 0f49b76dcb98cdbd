"""The pictures of Spherion: creatures of an orrery that stand on their globe under a night sky.

``pictures`` lists the names for an owner, ``draw`` draws one, and ``facts`` returns the card data
that a picture shows. Moon's cards are blue, Sun's are red, and power-ups are ``shared``.
"""

from __future__ import annotations

from typing import Final

from artwork.spherion.back import back
from artwork.spherion.compose import front
from artwork.spherion.masters import master, names
from artwork.spherion.palette import Owner, Style
from artwork.spherion.scenes import SCENES
from printkit.pdf.drawing import Drawing

OWNERS: Final[tuple[Owner, ...]] = ("blue", "red", "shared")
BACK: Final = "back"
MASTER: Final = "master-"


def pictures(owner: str = "") -> tuple[str, ...]:
    """Return the names of an owner's pictures, or of all pictures: the card ids and the back.

    Every monster has a second picture, named ``master-`` and its id, for its role as deck master.
    """
    cards = (
        card
        for card, scene in SCENES.items()
        if not owner or (scene.kind == "powerup") == (owner == "shared")
    )
    masters = () if owner == "shared" else names()
    return (*cards, *masters, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """Return the card data for which a picture is valid: each column's possible values.

    The values come from the scene, not from the card data. After a change of the data, change the
    scene too.
    """
    if name == BACK or name.startswith(MASTER):
        return {}
    scene = SCENES[name]
    found: dict[str, tuple[str, ...]] = {
        "kind": (scene.kind,),
        "element": (scene.element,),
        "level": (str(scene.level) if scene.level else "",),
    }
    if scene.materials:
        found["materials"] = (scene.materials,)
    return found


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """Draw one picture with its bleed."""
    if name.startswith(MASTER):
        return master(name, owner, style)
    return back(owner, style) if name == BACK else front(name, owner, style)
