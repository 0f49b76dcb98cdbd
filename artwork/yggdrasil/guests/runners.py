"""Furry guests in profile, at rest or running."""

from __future__ import annotations

import numpy as np

from artwork.pen import Pen
from artwork.yggdrasil.guests.figure import Figure, Guest
from artwork.yggdrasil.palette import Palette

# fmt: off


def fox(x: float, y: float, s: float) -> Guest:
    """Return a fox that sits in a bend of the branch, with its ears up and its tail curled."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        tail = [(2.6, 6.0), (8.0, 6.2), (10.4, 2.0), (9.2, -2.8), (6.0, -6.4)]
        f.limb(tail, (1.0, 2.0, 2.7, 2.3, 0.1))
        f.mark(f.tube([(9.7, -1.0), (8.6, -3.9), (6.0, -6.4)], (2.1, 1.6, 0.1)))
        for k in range(3):
            f.hair([(6.0 + k * 1.3, 6.0 - k * 0.4), (8.2 + k * 0.9, 4.2 - k * 0.3),
                    (8.8 + k * 0.8, 0.6 - k * 0.3)], 0.36)
        f.body([(-3.6, 6.6, 1), (-3.0, 3.4), (-4.2, 0.2), (-3.0, -3.0), (0.4, -3.2), (3.6, -0.2),
                (5.4, 3.6), (4.8, 6.4), (1.0, 6.8)])
        f.mark([(-4.1, -0.6, 1), (-2.2, -1.2), (-1.4, 1.6), (-2.6, 4.4, 1), (-3.3, 2.4)])
        f.part(f.oval(2.5, 4.1, 2.6, 2.5), 0.34)
        f.line([(-1.6, 2.4), (-1.4, 4.6), (-1.9, 6.6)], 0.34)
        f.body([(-9.4, -3.4, 1), (-6.8, -5.0), (-5.2, -6.4), (-5.2, -10.2, 1), (-3.2, -7.4),
                (-1.9, -7.4), (0.2, -10.2, 1), (0.5, -6.2), (1.6, -3.0, 1), (-0.8, -1.8),
                (-3.6, -0.8, 1), (-6.4, -2.2)])
        f.mark([(-4.6, -7.0, 1), (-4.9, -9.0, 1), (-3.6, -7.0, 1)])
        f.mark([(-1.5, -7.0, 1), (-0.2, -9.0, 1), (0.0, -6.6, 1)])
        f.mark([(-9.2, -3.2, 1), (-6.4, -3.4), (-4.2, -3.6), (-2.0, -3.0), (1.0, -2.9, 1),
                (-1.0, -1.9), (-3.6, -1.1, 1), (-6.4, -2.4)])
        f.glow(f.oval(-4.9, -4.9, 0.75, 0.6), 0.22)
        f.mark(f.oval(-5.0, -4.9, 0.36, 0.5), palette.ink)
        f.glow(f.oval(-1.3, -4.9, 0.75, 0.6), 0.22)
        f.mark(f.oval(-1.4, -4.9, 0.36, 0.5), palette.ink)
        f.mark(f.oval(-9.1, -3.3, 0.62), palette.ink)

    return Guest(((x - 9.5, y - 10, 22, 17),), before=before)


def squirrel(x: float, y: float, s: float, *, flip: bool = False) -> Guest:
    """Return a squirrel at rest with an acorn."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip)
        tail = [(3.4, 7.6), (8.2, 6.0), (8.6, 0.2), (5.6, -5.6), (6.8, -11.2), (11.4, -11.6)]
        f.limb(tail, (1.2, 2.5, 3.0, 3.1, 2.6, 0.2))
        for k in range(4):
            off = (k - 1.5) * 1.15
            f.hair([(7.6 + off * 0.7, 4.6 + off * 0.6), (8.5 + off, 0), (5.8 + off, -5.6),
                    (7.0 + off * 0.9, -9.6)],
                   0.42)
        f.body([(-3.4, -8.4, 1), (-4.2, -11.8, 1), (-1.8, -9.2)])
        f.body([(-1.6, -5.2), (1.4, -3.2), (4.4, 1.2), (4.9, 5.6), (2.6, 8.4), (-3.8, 8.6, 1),
                (-4.4, 7.6),
                (-2.4, 6.6), (-3.4, 2.4), (-3.8, -2.4)])
        f.part(f.oval(1.7, 4.9, 2.7, 3.0), 0.32)
        for k in range(3):
            f.hair([(0.4 + k * 0.9, 3.2 + k * 0.3), (1.4 + k * 0.9, 4.8),
                    (1.0 + k * 0.9, 6.6 - k * 0.3)], 0.36)
        f.body([(-7.0, -5.2, 1), (-6.2, -7.2), (-4.2, -8.8), (-2.9, -8.9), (-1.6, -12.0, 1),
                (-0.9, -8.6),
                (-0.2, -6.4), (-1.4, -4.0), (-3.8, -3.4), (-6.2, -4.2)])
        f.mark([(-1.9, -8.9, 1), (-1.5, -10.8, 1), (-1.1, -8.4, 1)])
        f.glow(f.oval(-3.9, -6.7, 0.72, 0.78), 0.2)
        f.mark(f.oval(-4.0, -6.7, 0.42), palette.ink)
        f.mark(f.oval(-6.7, -5.2, 0.42), palette.ink)
        f.mark([(-3.2, -2.8, 1), (-1.8, 0), (-2.4, 4.6, 1), (-3.2, 1.6), (-3.6, -1)])
        f.part([(-6.9, -1.4), (-6.1, -2.4), (-4.9, -2.2), (-4.5, -0.8), (-5.8, 0.9, 1)], 0.26,
               palette.bark)
        f.mark([(-7.1, -1.6), (-6.0, -2.9), (-4.6, -2.2), (-4.5, -1.4), (-5.8, -1.2)], palette.ink)
        f.part(f.tube([(-1.4, -1.6), (-3.6, 0.4), (-5.2, -0.4)], (1.0, 0.75, 0.6)), 0.3)

    return Guest(((x - (12.5 if flip else 8) * s, y - 13 * s, 20.5 * s, 22 * s),), before=before)


def hare(x: float, y: float, s: float, *, flip: bool = False) -> Guest:
    """Return a hare up on its haunches."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip)
        f.body(f.oval(5.3, 5.2, 1.5), palette.spirit_line)
        f.body([(-1.6, -6.6, 1), (-0.2, -10.4), (3.0, -13.8, 1), (2.5, -9.4), (0.2, -5.6, 1)])
        f.mark([(-0.4, -7.6, 1), (0.6, -10.4), (2.3, -12.4, 1), (1.7, -9.4)])
        f.body([(-2.4, -3.4), (1.4, -2.6), (4.6, 1.8), (5.2, 5.2), (3.6, 7.2), (-4.4, 7.3, 1),
                (-5.0, 6.4),
                (-3.0, 5.4), (-3.8, 1.6)])
        f.part(f.oval(1.9, 4.1, 3.1, 2.9), 0.32)
        for k in range(3):
            f.hair([(0.6 + k, 2.6 + k * 0.3), (1.6 + k, 4.0), (1.4 + k, 5.6 - k * 0.3)], 0.36)
        f.body([(-6.6, -4.2), (-5.4, -6.6), (-3.6, -7.5), (-4.0, -10.6), (-2.8, -14.6, 1),
                (-1.3, -11),
                (-1.5, -7.2), (-0.5, -5.4), (-1.0, -3.2), (-3.2, -2.2), (-5.8, -2.8)])
        f.mark([(-2.9, -8, 1), (-3.2, -10.6), (-2.7, -12.8, 1), (-2.0, -10.6)])
        f.glow(f.oval(-3.7, -5.3, 0.72, 0.78), 0.2)
        f.mark(f.oval(-3.8, -5.3, 0.42), palette.ink)
        f.mark(f.oval(-6.3, -4.2, 0.4), palette.ink)
        for k in (0, 1):
            f.hair([(-5.4, -3.6 + k * 0.5), (-6.8, -3.2 + k * 0.9), (-8.0, -3.4 + k * 1.2)], 0.18,
                   palette.ink)
        f.line([(-2.7, 0.4), (-3.0, 3.6), (-3.8, 6.2)], 0.3)
        f.hair([(-2.0, -1.2), (-1.6, 1.4), (-2.2, 4.2)], 0.4)

    return Guest(((x - 8.5 * s, y - 15 * s, 17 * s, 23 * s),), before=before)


def hedgehog(x: float, y: float, s: float) -> Guest:
    """Return a hedgehog with spines everywhere but on its face."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        for foot in (-4.6, 1.0, 8.4):
            f.body(f.oval(foot, 8.4, 1.9, 1.2))
        spines: list[tuple[float, float, int]] = []
        for k in range(25):
            a = np.radians(188 + k * 8.0)
            r, lean = (1.0, 0.0) if k % 2 == 0 else (1.2, 0.07)
            spines.append((3.0 + 10.2 * r * float(np.cos(a + lean)),
                           3.2 + 10.2 * r * float(np.sin(a + lean)), 1))
        f.body([*spines, (11.6, 7.6, 1), (6, 8.8), (-3, 8.6), (-7, 6.4)])
        for row, (rx, count) in enumerate(((8.4, 13), (6.4, 10), (4.4, 7), (2.4, 4))):
            for k in range(count):
                a = np.radians(196 + (k + 0.5 * (row % 2)) * 160 / count)
                ca, sa = float(np.cos(a)), float(np.sin(a))
                f.hair([(3.0 + (rx - 0.9) * ca, 3.8 + (rx - 0.9) * sa),
                        (3.0 + (rx + 1.2) * float(np.cos(a + 0.06)),
                         3.8 + (rx + 1.2) * float(np.sin(a + 0.06)))], 0.46)
        for k in range(6):
            f.hair([(-2 + k * 2.2, 6.8 - (k % 2) * 1.6), (-0.2 + k * 2.2, 5.4 - (k % 2) * 1.4)],
                   0.42)
        f.part([(-12.4, 5.2, 1), (-10.6, 2.6), (-8.2, 0.2), (-5.2, -0.6), (-3.4, 1.4), (-3.4, 5.0),
                (-5.4, 7.9),
                (-9.0, 8.0), (-11.4, 6.8)], 0.32)
        f.part(f.oval(-4.9, 0.9, 1.5, 1.7), 0.3)
        f.mark(f.oval(-4.8, 1.1, 0.7, 0.9))
        f.mark(f.oval(-12.2, 5.2, 0.8), palette.ink)
        f.glow(f.oval(-8.2, 3.2, 0.85, 0.9), 0.2)
        f.mark(f.oval(-8.4, 3.2, 0.5), palette.ink)
        f.line([(-11.2, 6.6), (-9.8, 6.9), (-8.4, 6.2)], 0.28)

    return Guest(((x - 13.5 * s, y - 9.6 * s, 29 * s, 19.5 * s),), before=before)


def marten(x: float, y: float, s: float) -> Guest:
    """Return a marten that runs along the branch with its tail up."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.limb([(8.4, -1.0), (12.0, -1.8), (12.8, -6.2), (10.6, -10.2), (11.8, -14.6)],
               (1.0, 1.9, 2.3, 2.1, 0.2))
        for k in (-0.8, 0.2, 1.1):
            f.hair([(11.4 + k, -2.6), (12.6 + k, -6.2), (10.8 + k, -10.0), (11.2 + k * 0.6, -12.6)],
                   0.4)
        for leg in ([(6.4, 0.4), (7.8, 3.4), (6.4, 6.4)], [(-7.0, 1.2), (-8.8, 4.0), (-10.6, 6.2)]):
            f.limb(leg, (1.4, 0.95, 0.75))
        f.body([(-10.4, -3.6), (-7.6, -2.6), (-3.0, -3.6), (2.4, -5.0), (7.0, -4.2), (9.4, -0.8),
                (8.2, 2.6),
                (4.6, 2.4), (0, 1.2), (-4.6, 2.6), (-8.4, 2.4), (-10.8, 0)])
        f.limb([(4.4, 0.6), (4.0, 3.8), (2.2, 6.4)], (1.7, 1.0, 0.75))
        f.limb([(-6.4, 0.6), (-5.6, 3.8), (-6.4, 6.4)], (1.5, 0.95, 0.7))
        f.body([(-17.6, -2.6, 1), (-16.0, -4.4), (-13.6, -5.8), (-13.4, -7.6), (-12.0, -8.0),
                (-11.2, -6.2),
                (-9.4, -4.4), (-8.8, -1.4), (-10.6, 0.2), (-13.6, -0.2), (-16.4, -1.0)])
        f.mark([(-15.0, -0.7, 1), (-12.6, -1.0), (-9.6, -1.8), (-8.2, 0.8), (-9.6, 2.4, 1),
                (-11.4, 0.6)])
        f.mark(f.oval(-12.4, -6.7, 0.55, 0.7))
        f.glow(f.oval(-13.9, -3.9, 0.68), 0.2)
        f.mark(f.oval(-14.0, -3.9, 0.38), palette.ink)
        f.mark(f.oval(-17.2, -2.6, 0.55), palette.ink)
        for k in range(5):
            f.hair([(-4.4 + k * 2.3, -2.4 - k * 0.2), (-3.0 + k * 2.3, -0.8),
                    (-3.4 + k * 2.3, 0.8)], 0.4)

    return Guest(((x - 18 * s, y - 15 * s, 33 * s, 22 * s),), before=before)
