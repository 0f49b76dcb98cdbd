"""Birds, perched or in flight."""

from __future__ import annotations

import math

from artwork.outlines import Knot
from artwork.pen import Pen
from artwork.yggdrasil.guests.figure import Figure, Guest
from artwork.yggdrasil.palette import Palette

# fmt: off


def owl(x: float, y: float, s: float) -> Guest:
    """Return an owl on the bough, with wide-open eyes, seen from the front."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.whole([(0, -8.7, 1), (2.0, -9.2), (4.9, -11.4, 1), (5.7, -7.6), (5.9, -4.6), (6.9, -1.2),
                 (7.0, 3), (5.6, 7.2), (3.6, 10.2, 1), (2.8, 8.6), (2.0, 12.2, 1), (0, 12.8, 1)])
        for g in f.sides():
            g.part([(5.6, -4.0, 1), (6.9, -1.2), (7.0, 3), (5.6, 7.2), (3.6, 10.2, 1), (3.1, 5),
                    (3.7, 0)])
            for k in range(4):
                g.hair([(6.7 - k * 0.25, k * 2.0), (5.0, 1.8 + k * 2.1), (3.4, 2.0 + k * 2.1)],
                       0.42)
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


def _eagle_wing(f: Figure) -> None:
    """Draw an eagle's wing: three rows of coverts over long primaries."""
    wing: list[Knot] = [(-0.2, -6.6, 1), (3.6, -5.2), (6.8, -0.6), (7.8, 5), (7.0, 11),
                        (5.6, 17.4, 1), (2.6, 12.4), (0.6, 7.4), (-1.0, 2), (-1.2, -3)]
    f.part(wing, 0.34)
    for row in range(3):
        for column in range(4):
            cx, cy = 0.2 + column * 1.5 + row * 0.25, -3.6 + row * 2.0 + column * 0.55
            f.line([(cx - 0.6, cy - 0.2), (cx + 0.1, cy + 1.1), (cx + 0.8, cy)], 0.3)
    for k in range(6):
        f.hair([(0.2 + k * 1.2, 3.0 + k * 0.5), (2.6 + k * 0.9, 8.6 + k * 0.5),
                (5.0 + k * 0.3, 15.4 - k)],
               0.42)


def eagle(x: float, y: float, s: float) -> Guest:
    """Return an eagle that sits on the bough with folded wings and looks back."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.body([(-6.0, -10.6, 1), (-4.8, -12.8), (-2.2, -14.4), (0.6, -14.0), (2.6, -11.8),
                (3.4, -9.4, 1),
                (3.9, -8.0), (5.0, -6.6, 1), (5.0, -5.2), (7.0, -1.6), (8.2, 4), (7.6, 10), (6.6,
                                                                                             14.4),
                (6.0, 20.6, 1), (4.0, 18.4), (3.4, 21.4, 1), (1.6, 18.0), (1.0, 14), (0, 12.6, 1),
                (-1.6, 13.2), (-3.6, 12.6, 1), (-4.6, 8.6), (-5.9, 3), (-5.6, -2.4), (-4.4, -6.0),
                (-4.0, -8.6, 1)])
        for k in range(3):
            f.hair([(3.2 + k * 0.9, 14), (3.4 + k, 17), (3.2 + k * 1.1, 19.4 - abs(k - 1))], 0.34)
        for row in range(5):
            for column in range(4 - (row > 3)):
                cx, cy = -4.9 + column * 1.25 + (row % 2) * 0.6, -2.6 + row * 1.9
                if cx < -1.2 + row * 0.16:
                    f.straight([(cx - 0.4, cy), (cx, cy + 0.75), (cx + 0.4, cy)], 0.3)
        for k in range(4):
            f.hair([(-3.9 + k * 0.9, 8.4), (-3.6 + k * 0.85, 10.4), (-3.3 + k * 0.7, 12.2)], 0.4)
        _eagle_wing(f)
        for k in range(4):
            f.hair([(-1.6 + k * 1.2, -11.4 + k * 0.5), (-0.9 + k * 1.3, -9.8 + k * 0.3),
                    (-1.0 + k * 1.5, -7.8 + k * 0.2)], 0.42)
        f.glow([(-3.4, -12.2, 1), (-5.4, -12.2), (-7.2, -10.6), (-7.2, -8.2, 1), (-6.2, -9.2),
                (-3.8, -9.2, 1)], 0.28)
        f.line([(-6.4, -9.9), (-5, -10.2), (-3.7, -10.1)], 0.22, palette.ink)
        f.glow(f.oval(-2.5, -11.4, 0.72), 0.22)
        f.mark(f.oval(-2.6, -11.4, 0.34), palette.ink)
        f.hair([(-4.4, -12.6), (-2.6, -12.6), (-0.8, -11.9)], 0.6)
        for foot in (-2.8, 0.9):
            for k in (-1, 0, 1):
                f.glow([(foot + k * 0.95 - 0.45, 12.6, 1), (foot + k * 1.1 + 0.45, 12.6, 1),
                        (foot + k * 1.3 + 0.2, 14.6), (foot + k * 1.3 - 0.1, 15.6, 1),
                        (foot + k * 1.2 - 0.5, 14.2)], 0.22)

    return Guest(((x - 8.5, y - 15.5, 18, 36),), before=before)


def heron(x: float, y: float, s: float) -> Guest:
    """Return a motionless heron with a lance-like beak."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.limb([(0.9, 5.6), (1.5, 10.6), (0.8, 16.6)], (0.62, 0.42, 0.36))
        f.limb([(-1.4, 5.6), (1.0, 8.8), (-2.6, 10.8), (-2.0, 13.6)], (0.6, 0.45, 0.36, 0.3))
        for k in (-1, 0, 1):
            f.hair([(0.8, 16.4), (1.0 + k * 0.8, 17.0), (1.0 + k * 1.9, 17.3)], 0.55, f.flat)
        for crest in ([(1.6, -22.6), (-2.6, -22.6), (-6.8, -19.4)],
                      [(1.2, -21.8), (-1.6, -21.4), (-4.8, -17.6)]):
            f.pen.stroke(f.course(crest), palette.ink, 0.95)
            f.pen.stroke(f.course(crest), f.flat, 0.5)
        f.body([(2.2, -6.4), (4.4, -2.8), (4.5, 1.2), (2.6, 5), (-1.2, 6.8), (-5.4, 8.6),
                (-10.2, 10.6, 1),
                (-7.4, 5.0), (-5.4, 0.6), (-2.6, -4.0), (0.2, -6.6)])
        neck = [(1.2, -3.0), (4.2, -8.2), (2.6, -12.4), (-0.8, -15.6), (-0.6, -19.4), (2.8, -21.8)]
        f.limb(neck, (2.6, 1.75, 1.45, 1.35, 1.35, 1.5))
        f.glow([(4.0, -23.2, 1), (9, -23.5), (14.6, -24.0, 1), (9, -21.9), (4.2, -20.6, 1)], 0.28)
        f.hair([(4.4, -21.8), (9, -22.8), (13.4, -23.8)], 0.3, palette.ink)
        f.body([(5.0, -23.0, 1), (3.6, -23.9), (1.6, -23.6), (0.4, -21.8), (1.2, -20.0),
                (3.4, -19.8), (5.2, -20.8, 1)])
        f.glow(f.oval(3.1, -22.1, 0.62), 0.2)
        f.mark(f.oval(3.2, -22.1, 0.28), palette.ink)
        f.mark([(3.8, -23.5, 1), (1.9, -23.4), (0.7, -22.0, 1), (2.0, -22.7)])
        f.part([(1.8, -4.6, 1), (2.6, 0), (0.4, 4), (-4.4, 7.0), (-8.6, 9.2, 1), (-5.0, 3.2),
                (-2.6, -1.6)], 0.32)
        for k in range(5):
            f.hair([(0.8 - k * 0.4, -2.4 + k * 0.9), (-1.0 - k * 0.5, 1.4 + k * 0.9),
                    (-4.2 - k * 0.8, 4.6 + k * 0.7)],
                   0.4)
        for k in range(4):
            f.hair([(2.4 + k * 0.4, -7.0 + k * 0.5), (3.4 + k * 0.2, -2.8 + k),
                    (3.0 - k * 0.1, 1.4 + k * 0.7)], 0.36)
        for k in range(4):
            f.hair([(-0.6 + k * 0.9, -18.6 + k * 1.9), (0.6 + k * 0.8, -16.4 + k * 1.7)], 0.32)

    return Guest(((x - 10.5, y - 25 * s, 24, 44 * s),), before=before)


def songbird(
    x: float, y: float, s: float, *, flip: bool = False, tail: float = 0.0, turn: float = 0,
    singing: bool = False, long: float = 1.0,
) -> Guest:
    """Return a small bird; ``tail`` raises the tail (mm), and a larger ``long`` lengthens it."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip, turn=turn)
        for k in (-0.9, 0.9):
            f.line([(k, 3.6), (k - 0.2, 5.2)], 0.36, palette.ink)
        end = 4.2 + 4.2 * long
        f.body([(3.4, -0.2), (end, -0.6 - tail, 1), (end + 0.5, 1.0 - tail, 1), (3.6, 2.8)])
        for k in range(2):
            f.hair([(4.4, 0.8 + k * 0.6), (end - 0.6, 0.0 - tail + k * 0.5)], 0.3)
        if singing:
            f.glow([(-3.9, -3.6, 1), (-6.6, -4.4, 1), (-4.3, -2.5, 1)], 0.18)
            f.glow([(-4.2, -2.6, 1), (-6.2, -1.7, 1), (-3.7, -1.7, 1)], 0.18)
        else:
            f.glow([(-4.0, -3.4, 1), (-6.2, -2.5, 1), (-4.0, -1.8, 1)], 0.18)
        f.body([(-4.3, -2.6), (-3.6, -4.1), (-2.0, -4.7), (-0.2, -3.7), (2.4, -1.1), (4.2, 1.0),
                (3.6, 3.0),
                (1.6, 4.2), (-1.4, 4.2), (-3.6, 2.2), (-4.2, -0.4)])
        f.mark([(-4.1, -0.9, 1), (-2.8, -0.6), (-2.2, 1.2), (-0.4, 3.8, 1), (-2.2, 3.6),
                (-3.8, 1.6)])
        f.part([(-1.5, -0.9, 1), (0.9, -1.5), (3.2, 0.4), (5.0, 2.2, 1), (2.2, 2.6), (-0.4, 1.8)],
               0.3)
        for k in range(3):
            f.hair([(0.2 + k * 0.9, -0.2 + k * 0.4), (1.6 + k * 0.8, 0.7 + k * 0.3),
                    (3.2 + k * 0.5, 1.9)], 0.3)
        f.glow(f.oval(-2.7, -2.9, 0.58), 0.18)
        f.mark(f.oval(-2.8, -2.9, 0.3), palette.ink)

    reach = (7 + 4 * long) * s
    return Guest(((x - reach, y - 6.5 * s - tail * s, 2 * reach, 12 * s + tail * s),),
                 before=before)


def magpie(x: float, y: float, s: float, *, flip: bool = False) -> Guest:
    """Return a magpie with a long tail and white shoulders."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip)
        for k in (-0.9, 0.8):
            f.line([(k, 3.4), (k - 0.2, 5.3)], 0.42, palette.ink)
        f.body([(2.6, -0.4), (7.4, 0.8), (13.4, 1.6, 1), (14.6, 3.2, 1), (8.0, 3.6), (2.6, 2.6)])
        for k in range(3):
            f.hair([(4.4, 0.9 + k * 0.6), (8.4, 1.4 + k * 0.6), (12.8, 2.1 + k * 0.35)], 0.34)
        f.glow([(-4.2, -5.6, 1), (-7.4, -4.2, 1), (-4.2, -3.6, 1)], 0.2)
        f.body([(-4.6, -4.6), (-3.9, -6.2), (-2.2, -6.9), (-0.5, -5.9), (1.0, -3.2), (3.6, -0.2),
                (4.4, 1.6),
                (3.2, 3.4), (0.8, 4.2), (-1.8, 3.6), (-3.6, 1.2), (-4.2, -2.2)])
        f.mark([(-3.4, 0.4, 1), (-2.2, -0.6), (-0.6, 0.8), (1.6, 2.6), (2.6, 3.6, 1), (0.8, 4.0),
                (-1.7, 3.4)])
        f.part([(-1.9, -2.2, 1), (0.8, -2.7), (3.2, -0.6), (6.4, 2.2, 1), (2.4, 2.3), (-0.6, 0.8)],
               0.3)
        f.mark([(-1.2, -1.7, 1), (0.4, -2.0), (1.6, -0.9, 1), (0.2, -0.6)])
        for k in range(3):
            f.hair([(0.9 + k * 0.9, 0.3 + k * 0.2), (2.6 + k * 0.7, 1.1), (4.8, 1.9)], 0.32)
        f.glow(f.oval(-2.9, -5.1, 0.66), 0.2)
        f.mark(f.oval(-3.0, -5.1, 0.34), palette.ink)

    left = x - (15 if flip else 8) * s
    return Guest(((left, y - 7.5 * s, 23 * s, 13.5 * s),), before=before)


def swallow(x: float, y: float, s: float, turn: float, *, flip: bool = False) -> Guest:
    """Return a swallow in flight, facing right by default."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn, flip=flip)
        f.body([(0.8, 1.0, 1), (-1.6, 4.6), (-6.4, 9.4, 1), (-0.2, 7.0), (3.8, 1.4, 1)])
        f.body([(7.0, -0.2, 1), (5.2, -1.4), (3.4, -1.8), (0.6, -6.6), (-6.2, -11.6, 1),
                (-3.0, -6.0),
                (-0.8, -1.8, 1), (-4.4, -0.9), (-12.2, -2.4, 1), (-7.0, 0.5, 1), (-11.6, 3.8, 1),
                (-4.4, 1.7), (0.6, 2.2), (4.0, 1.5), (5.6, 0.6)])
        for k in range(3):
            f.hair([(1.6 - k * 0.9, -2.4 - k * 0.5), (-0.6 - k * 0.6, -5.0 - k * 0.4),
                    (-4.0 + k * 0.3, -9.0 + k * 1.2)], 0.34)
        f.hair([(0.6, 3.2), (-1.2, 5.6), (-4.6, 8.4)], 0.32)
        f.hair([(-1.6, 0.2), (-5, -0.4), (-9.4, -1.6)], 0.3)
        f.mark([(5.9, 0.3, 1), (4.6, 0.3), (3.2, 1.0, 1), (4.4, 1.2)])
        f.glow(f.oval(4.9, -0.6, 0.42), 0.14)

    return Guest(((x - 12 * s, y - 12 * s, 22 * s, 22 * s),), before=before)
