"""Birds, perched or on the wing."""

from __future__ import annotations

import math

from printkit.art.pen import Pen
from printkit.art.yggdrasil.guests.figure import Figure, Guest
from printkit.art.yggdrasil.palette import Palette

# fmt: off


def owl(x: float, y: float, s: float) -> Guest:
    """Frontal on the bough, wide awake."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.whole([(0, -8.7, 1), (2.0, -9.2), (4.9, -11.4, 1), (5.7, -7.6), (5.9, -4.6), (6.9, -1.2),
                 (7.0, 3), (5.6, 7.2), (3.6, 10.2, 1), (2.8, 8.6), (2.0, 12.2, 1), (0, 12.8, 1)])
        for g in f.sides():
            g.part([(5.6, -4.0, 1), (6.9, -1.2), (7.0, 3), (5.6, 7.2), (3.6, 10.2, 1), (3.1, 5), (3.7, 0)])
            for k in range(4):
                g.hair([(6.7 - k * 0.25, k * 2.0), (5.0, 1.8 + k * 2.1), (3.4, 2.0 + k * 2.1)], 0.42)
        for row in range(5):
            for column in range(-2, 3):
                cx = column * 1.35 + (0.67 if row % 2 else 0)
                if abs(cx) <= 2.6 - row * 0.15 and abs(column) + (row > 3) <= 2:
                    f.straight([(cx - 0.45, -1 + row * 1.75), (cx, -0.35 + row * 1.75),
                                (cx + 0.45, -1 + row * 1.75)], 0.3)
        for g in f.sides():
            g.part(g.oval(2.55, -5.7, 2.75), 0.32)
            for k in range(18):
                a = k * math.pi / 9
                g.straight([(2.55 + 1.75 * math.cos(a), -5.7 + 1.75 * math.sin(a)),
                            (2.55 + 2.4 * math.cos(a), -5.7 + 2.4 * math.sin(a))], 0.18)
            g.glow(g.oval(2.55, -5.7, 1.3), 0.3)
            g.mark(g.oval(2.55, -5.7, 0.65), palette.ink)
            g.mark(g.oval(2.3, -6.0, 0.22), palette.petal)
            g.hair([(5.0, -11.0), (2.4, -8.4), (0, -5.4)], 0.5)
        f.glow([(0, -5.4, 1), (0.75, -4.3), (0, -2.9, 1), (-0.75, -4.3)], 0.2)
        for g in f.sides():
            for k in (-1, 0, 1):
                g.glow(g.oval(1.7 + k * 0.75, 12.4, 0.42, 1.0), 0.2)

    return Guest(((x - 8.5, y - 13, 17, 28),), before=before)
