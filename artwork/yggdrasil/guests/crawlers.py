"""Reptiles, frogs, snails and insects."""

from __future__ import annotations

import numpy as np

from artwork.geometry import lengths, ribbon, sampled, shifted
from artwork.pen import Pen
from artwork.yggdrasil.guests.figure import Figure, Guest
from artwork.yggdrasil.palette import Palette
from printkit.pdf.drawing import Point, placed

# fmt: off


def serpent(path: list[Point], front: tuple[tuple[Point, Point], ...], head: float) -> Guest:
    """Return a serpent that coils around the wood, partly behind it and partly in front of it.

    ``front`` lists the stretches in front of the wood by their ends; ``head`` is the head's
    direction.
    """
    line = sampled(path, 0.4)
    share = lengths(line) / lengths(line)[-1]
    half = 1.95 * np.interp(share, [0, 0.12, 0.5, 0.85, 0.93, 1], [0.12, 0.55, 1, 0.8, 0.62, 0.62])

    def nearest(point: Point) -> int:
        return int(np.argmin(np.hypot(*(line - np.array(point)).T)))

    def stretch(pen: Pen, palette: Palette, first: int, last: int) -> None:
        part, wide = line[first:last], half[first:last]
        pen.fill(ribbon(part, wide + 0.3), palette.ink)
        pen.fill(ribbon(part, wide), palette.spirit)
        f = Figure.at(pen, palette, 0, 0)
        upper, lower = shifted(line, half * 0.78), shifted(line, -half * 0.78)
        for k in range(-(-first // 4) * 4 + 1, last - 3, 4):
            corners = (line[k - 1], upper[k], line[k + 1], lower[k]) if k else ()
            if corners:
                f.mark([(float(p[0]), float(p[1]), 1) for p in corners])

    def behind(pen: Pen, palette: Palette) -> None:
        stretch(pen, palette, 0, len(line))

    def before(pen: Pen, palette: Palette) -> None:
        for start, end in front:
            stretch(pen, palette, nearest(start), nearest(end) + 1)
        x, y = map(float, line[-1])
        _serpent_head(Figure(pen, palette, placed(x, y, turn=head, scale=1.3)))

    xs, ys = [p[0] for p in path], [p[1] for p in path]
    return Guest(((min(xs) + 6, min(ys) - 4, max(xs) - min(xs) - 2, 28),), behind, before)


def _serpent_head(f: Figure) -> None:
    f.line([(4.2, 0), (6, 0.1), (7.2, -0.5)], 0.3, f.palette.eye)
    f.line([(6, 0.1), (7.3, 0.6)], 0.3, f.palette.eye)
    f.body([(-1.6, -1.0), (0.2, -1.9), (2.4, -1.5), (4.2, -0.5), (4.5, 0), (4.2, 0.5), (2.4, 1.5),
            (0.2, 1.9), (-1.6, 1.0)])
    for side in (1, -1):
        f.glow(f.oval(1.7, 0.85 * side, 0.5, 0.42))
        f.mark(f.oval(1.8, 0.85 * side, 0.13, 0.36), f.palette.ink)
        f.hair([(2.6, 0.5 * side), (4, 0.25 * side)], 0.26)
    f.mark([(-0.6, 0, 1), (0.4, -0.6, 1), (1.2, 0, 1), (0.4, 0.6, 1)])


def tortoise(x: float, y: float, s: float) -> Guest:
    """Return a tortoise with a shell of bark plates."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.limb([(-9.6, 4.6), (-12.0, 5.6), (-13.2, 7.0)], (1.0, 0.7, 0.1))
        for foot, lean in ((-6.4, -0.8), (5.8, 0.8)):
            f.body([(foot - 1.9, 3.6), (foot + 1.9, 3.6), (foot + 1.9 + lean, 8.6, 1),
                    (foot - 1.9 + lean, 8.6, 1)])
            for k in (-0.8, 0, 0.8):
                f.hair([(foot + lean + k, 7.4), (foot + lean + k, 8.5)], 0.34)
        f.body([(7.6, 2.6), (10.4, 1.8), (11.4, -1.0), (12.2, -3.4), (14.6, -4.4), (16.8, -3.2),
                (17.4, -1.6, 1),
                (16.2, -0.6), (14.6, 0.2), (13.8, 2.6), (11.6, 5.2), (7.6, 5.6)])
        f.glow(f.oval(14.7, -2.6, 0.78), 0.2)
        f.mark(f.oval(14.9, -2.6, 0.4), palette.ink)
        f.hair([(13.6, -3.7), (14.8, -4.0), (15.9, -3.4)], 0.36)
        f.line([(17.2, -1.5), (16.0, -1.3), (15.0, -1.4)], 0.26)
        for k in range(3):
            f.hair([(10.6 + k * 0.4, 4.2 - k * 1.5), (11.9 + k * 0.3, 3.6 - k * 1.5)], 0.32)
        f.body([(-11, 4.2, 1), (-10.0, -1.6), (-6.4, -6.6), (-0.6, -8.6), (5.2, -6.8), (9.0, -1.8),
                (10.2, 4.2, 1),
                (5, 5.6), (-5.6, 5.6)])
        f.line([(-10.4, 2.2), (-5.4, 3.5), (0, 3.8), (5.0, 3.5), (9.6, 2.2)], 0.34)
        plates = (
            [(-3.0, -5.8), (1.8, -5.8), (3.4, -2.4), (1.4, 0.8), (-2.6, 0.8), (-4.6, -2.4)],
            [(-5.6, -5.6), (-4.0, -5.2), (-5.6, -2.2), (-3.8, 1.0), (-5.0, 2.6), (-8.6, 1.8),
             (-8.8, -1.6)],
            [(4.4, -5.6), (2.8, -5.2), (4.4, -2.2), (2.6, 1.0), (3.8, 2.6), (7.6, 1.8),
             (7.6, -1.6)],
        )
        for plate in plates:
            f.part([(px, py, 1) for px, py in plate], 0.32)
            cx = sum(p[0] for p in plate) / len(plate)
            cy = sum(p[1] for p in plate) / len(plate)
            for share in (0.66, 0.34):
                f.straight([(cx + (px - cx) * share, cy + (py - cy) * share) for px,
                            py in (*plate, plate[0])], 0.24)
        for k in range(9):
            px = -8.8 + k * 2.2
            f.hair([(px, 3.2), (px - 0.2, 5.0)], 0.3)

    return Guest(((x - 14 * s, y - 9.5 * s, 32 * s, 19 * s),), before=before)


def frog(x: float, y: float, s: float) -> Guest:
    """Return a frog, seen from the front."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        for g in f.sides():
            g.body([(2.0, 1.2), (5.6, 0.4), (7.4, 2.8), (6.6, 5.2), (8.6, 6.4, 1), (6.4, 6.9),
                    (3.0, 6.6)])
        f.whole([(0, -2.6), (2.6, -3.4), (4.8, -1.2), (4.4, 2.6), (3.2, 5.8), (0, 6.6)])
        f.mark([(0, 1.6), (2.2, 1.2), (2.6, 3.4), (1.8, 5.6), (0, 6.1), (-1.8, 5.6), (-2.6, 3.4),
                (-2.2, 1.2)])
        for g in f.sides():
            g.limb([(3.4, 2.4), (4.0, 4.6), (3.0, 6.6)], (0.9, 0.7, 0.6))
            g.glow([(2.0, 6.4, 1), (2.6, 7.4), (3.2, 6.8), (3.8, 7.4), (4.2, 6.4, 1)], 0.18)
            g.body(g.oval(2.5, -3.3, 1.5))
            g.glow(g.oval(2.5, -3.4, 0.95), 0.2)
            g.mark(g.oval(2.5, -3.4, 0.62, 0.32), palette.ink)
            g.mark(g.oval(0.5, -1.9, 0.2))
        f.line([(-3.5, -0.8), (-1.6, 0.3), (0, 0.4), (1.6, 0.3), (3.5, -0.8)], 0.34)

    return Guest(((x - 9 * s, y - 5.5 * s, 18 * s, 13 * s),), before=before)


def snail(x: float, y: float, s: float, *, flip: bool = False) -> Guest:
    """Return a snail with its shell, on a horizontal branch."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip)
        for tip in (-8.6, -6.6):
            f.line([(-6.4, 0.2), ((tip - 6.6) / 2, -2.2), (tip, -4.0)], 0.9, palette.ink)
            f.line([(-6.4, 0.2), ((tip - 6.6) / 2, -2.2), (tip, -4.0)], 0.45, f.flat)
            f.glow(f.oval(tip, -4.2, 0.55), 0.18)
        f.body([(-8.2, 1.0), (-7.0, -0.9), (-5.0, -0.2), (-3.0, 2.0), (3.4, 2.6), (8.6, 4.2, 1),
                (3, 4.8), (-4.0, 4.8),
                (-7.4, 3.4)])
        f.body(f.oval(1.2, -1.4, 4.9, 4.5))
        spiral = [(1.2 + r * float(np.cos(t)), -1.4 + 0.92 * r * float(np.sin(t)))
                  for t in np.linspace(0.6, 13.6, 40) for r in [4.2 * (1 - (t - 0.6) / 14.4)]]
        f.line(spiral, 0.4)
        for k in range(9):
            a = 0.9 + k * 0.62
            inner = (1.2 + 3.2 * float(np.cos(a)), -1.4 + 2.9 * float(np.sin(a)))
            rim = (1.2 + 4.4 * float(np.cos(a + 0.1)), -1.4 + 4.0 * float(np.sin(a + 0.1)))
            f.hair([inner, rim], 0.28)
        f.line([(-7.8, 1.6), (-7.0, 2.0), (-6.2, 1.8)], 0.28)

    return Guest(((x - 10 * s, y - 6.5 * s, 20 * s, 12 * s),), before=before)


def butterfly(x: float, y: float, s: float, turn: float = 0, *, moth: bool = False) -> Guest:
    """Return a butterfly with open wings, or a moth with broader wings and feathered antennae."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn)
        for g in f.sides():
            if moth:
                g.body([(0.4, 0.6, 1), (3.4, 1.6), (4.6, 4.2), (2.6, 5.6), (0.6, 3.4, 1)])
                g.body([(0.4, -1.4, 1), (3.4, -4.0), (7.4, -4.2, 1), (6.6, -0.6), (4.8, 2.0),
                        (0.5, 1.4, 1)])
                g.hair([(1.4, -1.4), (4.2, -2.2), (6.6, -2.2)], 0.5)
                g.hair([(1.2, 0.0), (3.4, -0.2), (5.6, 0.2)], 0.4)
                g.mark(g.oval(4.3, -0.9, 0.62))
                g.hair([(1.4, 2.4), (2.6, 3.6), (3.4, 4.2)], 0.36)
                g.hair([(0.3, -2.2), (1.2, -3.8), (2.4, -4.6)], 0.5, palette.ink)
            else:
                g.body([(0.4, 0.4, 1), (3.4, 0.8), (4.6, 3.6), (3.4, 5.6, 1), (1.6, 4.6),
                        (0.5, 2.4, 1)])
                g.body([(0.4, -0.6, 1), (1.8, -4.4), (5.0, -6.2), (6.2, -4.8, 1), (5.6, -2.0),
                        (3.6, 0.6), (0.4, 0.8, 1)])
                g.mark([(3.9, -4.6, 1), (5.2, -5.0), (5.3, -3.4, 1), (4.2, -3.4)])
                g.hair([(0.9, -0.6), (2.2, -2.6), (3.4, -4.0)], 0.38)
                g.hair([(0.9, 0.0), (2.8, -0.6), (4.4, -2.0)], 0.38)
                g.mark(g.oval(3.2, 3.0, 0.6))
                g.line([(0.1, -2.4), (0.8, -3.8), (2.0, -4.8)], 0.2, palette.ink)
        f.body([(0, -2.6), (0.55, -1.6), (0.5, 1.4), (0, 4.0), (-0.5, 1.4), (-0.55, -1.6)])

    return Guest(((x - 7 * s, y - 7 * s, 14 * s, 14 * s),), before=before)


def bee(x: float, y: float, s: float, turn: float, *, flip: bool = False) -> Guest:
    """Return a bee in flight."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn, flip=flip)
        for wing in ((-1.2, -1.6, 2.4, 1.2, -125), (0.6, -1.6, 2.4, 1.2, -70)):
            wx, wy, long, wide, lean = wing
            rad = np.radians(lean)
            cx, cy = wx + long * 0.8 * float(np.cos(rad)), wy + long * 0.8 * float(np.sin(rad))
            f.pen.shape(f.oval(cx, cy, long, wide, lean), palette.petal, palette.ink, 0.22)
        f.pen.backed(f.oval(0, 0, 2.7, 1.7), palette.score_rim, palette.ink, 0.24)
        for k in (-1.0, 0.2, 1.3):
            high = 1.6 * (1 - (k / 2.8) ** 2) ** 0.5
            f.line([(k, -high), (k - 0.35, 0), (k, high)], 0.5, palette.ink)
        f.mark(f.oval(-2.5, 0.1, 1.0), palette.ink)

    return Guest(((x - 4 * s, y - 5 * s, 8 * s, 8 * s),), before=before)
