"""The pictures of Spherion: creatures of an orrery under a night sky, standing on their globe.

``pictures`` lists the names for an owner, ``draw`` draws one, and ``facts`` returns the card data
it shows. Blue is the Moon and red the Sun; power-ups are ``shared``.
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
    """Return the card ids of an owner, or of all owners, and the back.

    Every monster has a second picture for its role as a deck master: ``master-`` and its id.
    """
    cards = (
        card
        for card, scene in SCENES.items()
        if not owner or (scene.kind == "powerup") == (owner == "shared")
    )
    masters = () if owner == "shared" else names()
    return (*cards, *masters, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """Return the card data a picture is valid for: for each column its possible values.

    The values come from the scene, not from the data: after a change of the data, change the scene
    too.
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
