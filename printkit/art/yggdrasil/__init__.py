"""The pictures of The Yggdrasil: a world tree in two lights, cut as in wood.

``pictures`` names what there is to draw; ``draw`` draws one.
"""

from __future__ import annotations

from printkit.art.yggdrasil.back import back
from printkit.art.yggdrasil.cards import SCENES
from printkit.art.yggdrasil.compose import front
from printkit.art.yggdrasil.palette import Owner, Style
from printkit.drawing import Drawing

BACK = "back"


def pictures() -> tuple[str, ...]:
    """The card ids, and the back."""
    return (*SCENES, BACK)


def draw(name: str, owner: Owner, style: Style) -> Drawing:
    """One picture with its bleed."""
    return back(owner, style) if name == BACK else front(name, owner, style)
