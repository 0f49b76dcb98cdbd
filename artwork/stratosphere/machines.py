"""The four machines, each the silhouette of its suit: balloon, kite, dart and rotor.

All are drawn about the origin, 1 from the middle to the top, and scaled by the caller; lines
grow by a floor, so that a small machine is not drawn in hairs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from artwork.pen import Pen
from artwork.stratosphere.bench import Bench
from artwork.stratosphere.cold_machines import dart, rotor
from artwork.stratosphere.palette import Palette, Suit
from artwork.stratosphere.warm_machines import balloon, kite
from printkit.pdf.drawing import Form

NEAR: Final = 4.0
FAR: Final = 2.1


@cache
def machine_form(palette: Palette, *, near: bool) -> Form:
    """A machine at the size NEAR or FAR, to be placed at about that size."""
    pen, size = Pen(), NEAR if near else FAR
    draw_machine(pen, palette, size)
    reach = 2 * size
    kind = "near" if near else "far"
    return pen.form(f"machine-{palette.suit}-{kind}", (-reach, -reach, reach, reach))


def draw_machine(pen: Pen, palette: Palette, size: float) -> None:
    """The suit's machine about the origin, `size` mm from its middle to its top."""
    _MACHINES[palette.suit](Bench(pen, palette, size))


_MACHINES: Final[dict[Suit, Callable[[Bench], None]]] = {
    "hearts": balloon,
    "diamonds": kite,
    "spades": dart,
    "clubs": rotor,
}
