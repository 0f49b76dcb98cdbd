"""The pictures of The Yggdrasil: a world tree in two lights, cut as in wood.

``pictures`` names what there is to draw; ``draw`` draws one, ``facts`` says what it is true for.
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
"""The power from which a spirit stands on the card."""
_NO_EFFECT = ("", "—", "-")


def pictures(_owner: str = "") -> tuple[str, ...]:
    """The card ids, and the back; the same for both owners."""
    return (*SCENES, BACK)


def facts(name: str) -> dict[str, tuple[str, ...]]:
    """The card data a picture is true for: column → the values it may have.

    They come from the scene, not from the data: who edits the data must change the scene too.
    """
    if name == BACK:
        return {}
    scene = SCENES[name]
    found: dict[str, tuple[str, ...]] = {
        "kind": ("root" if scene.root else "branch",),
        "pattern": (scene.pattern,),
        "fruits": (str(len(scene.fruit)),),
    }
    if not scene.guests:  # the strong have a spirit
        found["power"] = tuple(map(str, range(STRONG)))
    if not (scene.text or scene.root):  # the column of an effect is kept calm
        found["effect"] = _NO_EFFECT
    return found


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """One picture with its bleed."""
    return back(owner, style) if name == BACK else front(name, owner, style)
