"""The four machines, each shaped like the sign of its suit: balloon, kite, dart and rotor.

Each is drawn around the origin in units of its size, the distance from its middle to its top. Line
widths have a minimum, so that a small machine has no hairlines.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from artwork.pen import Pen
from artwork.stratosphere.cold_machines import dart, rotor
from artwork.stratosphere.machine_pen import MachinePen
from artwork.stratosphere.palette import Palette, Suit
from artwork.stratosphere.warm_machines import balloon, kite
from printkit.pdf.drawing import Form

NEAR: Final = 4.0
FAR: Final = 2.1


@cache
def machine_form(palette: Palette, *, near: bool) -> Form:
    """Return a machine's form at the size NEAR or FAR, used for machines of about that size."""
    pen, size = Pen(), NEAR if near else FAR
    draw_machine(pen, palette, size)
    reach = 2 * size
    kind = "near" if near else "far"
    return pen.form(f"machine-{palette.suit}-{kind}", (-reach, -reach, reach, reach))


def draw_machine(pen: Pen, palette: Palette, size: float) -> None:
    """Draw the suit's machine around the origin, `size` mm from its middle to its top."""
    _MACHINES[palette.suit](MachinePen(pen, palette, size))


_MACHINES: Final[dict[Suit, Callable[[MachinePen], None]]] = {
    "hearts": balloon,
    "diamonds": kite,
    "spades": dart,
    "clubs": rotor,
}
