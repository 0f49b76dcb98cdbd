"""The pictures of Spherion: creatures of an orrery under a night sky, standing on their globe.

``pictures`` names what there is to draw for an owner; ``draw`` draws one, ``facts`` says what it
is true for. Blue is the Moon, red the Sun; power-ups belong to nobody (``shared``).
What draws the cards needs numpy and is loaded only to draw; mats and pieces do without.
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
    """The card ids that an owner has, and the back; all of them without an owner.

    Every monster has a second picture, ``master-`` and its id, for the deck master it may be.
    """
    cards = (
        card
        for card, scene in SCENES.items()
        if not owner or (scene.kind == "powerup") == (owner == "shared")
    )
    masters = () if owner == "shared" else names()
    return (*cards, *masters, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have.

    They come from the scene, not from the data: who edits the data must change the scene too.
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
    """One picture with its bleed."""
    if name.startswith(MASTER):
        return master(name, owner, style)
    return back(owner, style) if name == BACK else front(name, owner, style)
