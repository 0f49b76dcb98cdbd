"""Treasures of the tree: moss, mushrooms, water, honey, seeds, a nest, and a face in the bark."""

from __future__ import annotations

import math
from collections.abc import Sequence

from artwork.geometry import sampled
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.yggdrasil.guests.figure import Figure, Guest
from artwork.yggdrasil.palette import Palette
from printkit.pdf.drawing import Point

# fmt: off


def moss(points: Sequence[Point], seed: str) -> Guest:
    """Return moss along the upper edge of a branch, with hanging fringes."""

    def before(pen: Pen, palette: Palette) -> None:
        source = chance(seed)
        line = sampled(points, 0.7)
        top: list[Point] = []
        low: list[Point] = []
        for k, (x, y) in enumerate(line[::3]):
            top.append((float(x), float(y) - source.uniform(0.5, 1.3)))
            low.append((float(x) + 0.4, float(y) + (source.uniform(1.4, 3.0) if k % 2 else 0.7)))
        f = Figure.at(pen, palette, 0, 0)
        pen.backed(f.path([(*top[0], 1), *top[1:-1], (*top[-1], 1), *reversed(low)]), palette.moss,
                   palette.leaf_line,
                   0.24)
        for x, y in line[::2]:
            x0, y0 = float(x) + source.uniform(-0.4, 0.4), float(y) + source.uniform(-0.5, 0.7)
            f.hair([(x0, y0), (x0 + 0.1, y0 + source.uniform(0.6, 1.1))], 0.3, palette.leaf_line)

    return Guest((), before=before)


def mushrooms(spots: Sequence[tuple[float, float, float]]) -> Guest:
    """Return mushrooms, each given by the x and y of its foot and its scale."""

    def before(pen: Pen, palette: Palette) -> None:
        white = palette.sun and not palette.line_only
        spots_colour = palette.petal if white else palette.spirit_line
        for x, y, s in spots:
            f = Figure.at(pen, palette, x, y, s)
            f.body([(-0.9, -3.4), (0.9, -3.4), (0.8, -1.2), (1.3, 0.4, 1), (-1.3, 0.4, 1),
                    (-0.8, -1.2)],
                   palette.petal)
            f.body([(-3.4, -3.0, 1), (-2.8, -5.2), (0, -6.8), (2.8, -5.2), (3.4, -3.0, 1),
                    (0, -2.5)])
            for px, py, r in ((-1.5, -4.4, 0.55), (0.5, -5.5, 0.5), (1.7, -4.0, 0.45),
                              (-0.1, -3.7, 0.35)):
                f.mark(f.oval(px, py, r, r * 0.8), spots_colour)

    return Guest(tuple((x - 4 * s, y - 7.5 * s, 8 * s, 8 * s) for x, y, s in spots), before=before)


def fountain(x: float, y: float, s: float) -> Guest:
    """Return a spring that gushes out of the wood."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        jets = (
            ([(0, 0), (-1.6, -6), (-4.8, -8.6), (-7.4, -6.4), (-7.8, -3.6)],
             (1.1, 0.9, 0.8, 0.6, 0.1)),
            ([(0.4, 0), (2.0, -5), (4.6, -7), (6.6, -5.2), (7.0, -2.8)],
             (1.0, 0.85, 0.7, 0.5, 0.1)),
            ([(0.2, 0.4), (-0.2, -6), (0.8, -10.6), (3.0, -11.6), (4.0, -9.8)],
             (1.2, 1.0, 0.8, 0.5, 0.1)),
            ([(0, 0.4), (-0.8, -4.6), (-2.4, -11.0), (-4.6, -12.2), (-5.6, -10.6)],
             (1.1, 0.9, 0.7, 0.5, 0.1)),
        )
        for points, widths in jets:
            f.body(f.tube(points, widths), palette.water)
            f.hair([(px * 0.9, py * 0.96) for px, py in points[:4]], 0.34, palette.petal)
        for px, py, r in ((-8.4, -1.4, 0.7), (7.6, -0.6, 0.6), (5.0, -8.0, 0.55),
                          (-6.6, -8.9, 0.5)):
            f.body([(px, py - 1.9 * r, 1), (px + r, py), (px, py + r), (px - r, py)], palette.water)
        f.pen.backed(f.oval(0.2, 1.0, 2.6, 0.9), palette.water, palette.ink, 0.3)

    return Guest(((x - 9 * s, y - 13.5 * s, 18 * s, 15 * s),), before=before)


def comb(x: float, y: float, s: float) -> Guest:
    """Return a wild honeycomb under the bough."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        honey = palette.score_rim
        f.body([(-0.6, -6.8, 1), (3.0, -6.4), (6.6, -7.6, 1), (7.8, -4.0), (6.8, -0.2), (4.4, 2.4),
                (1.6, 1.6)], palette.bark_lit)
        f.body([(-6.4, -7.0, 1), (-3.4, -6.0), (0, -6.4), (3.2, -5.8), (5.0, -6.2, 1), (5.6, -2.6),
                (4.9, 0.2), (4.6, 2.6), (2.8, 4.2), (1.6, 6.4), (-0.4, 7.2), (-2.4, 6.0),
                (-3.6, 3.6), (-5.4, 2.2), (-5.7, -0.8), (-6.4, -3.4)], honey)
        for row in range(6):
            for column in range(-2, 3):
                cx, cy = (column + 0.5 * (row % 2)) * 2.0, -4.4 + row * 1.74
                if abs(cx) > 4.6 - max(0, row - 2) * 1.15:
                    continue
                hexagon = [(cx + 0.98 * math.sin(k * math.pi / 3),
                            cy + 0.98 * math.cos(k * math.pi / 3), 1)
                           for k in range(6)]
                dark = (row * 3 + column) % 4 == 0
                pen.shape(f.path(hexagon), palette.bark if dark else palette.score, palette.ink,
                          0.2)
        f.body([(0.6, 6.9, 1), (1.3, 8.6), (0.6, 9.5), (-0.1, 8.6)], honey)

    return Guest(((x - 6 * s, y - 7 * s, 12 * s, 16 * s),), before=before)


def pod(x: float, y: float, s: float, turn: float) -> Guest:
    """Return a long split pod with a row of seeds, and seeds that drift away."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn)
        f.body([(-9.4, -0.6, 1), (-6, -3.0), (0, -3.9), (6, -3.0), (9.6, 0.6, 1), (6, 2.8),
                (0, 3.6), (-6, 2.6)],
               palette.leaf_shade)
        f.body([(-9.0, -0.5, 1), (-5, -1.9), (0, -2.3), (5, -1.8), (9.2, 0.6, 1), (5, 2.0),
                (0, 2.4), (-5, 1.7)],
               palette.leaf_fresh)
        for k in range(-2, 3):
            size = 1.5 - abs(k) * 0.17
            f.body(f.oval(k * 2.9, 0.05, size, size * 0.9))
            f.mark(f.oval(k * 2.9 - 0.45, -0.45, 0.36, 0.26))
        f.hair([(-9.4, -0.6), (-11.0, -1.6), (-12.4, -1.4)], 0.9, palette.leaf_line)

    return Guest(((x - 10 * s, y - 10 * s, 20 * s, 20 * s),), before=before)


def plume(x: float, y: float, s: float, turn: float) -> Guest:
    """Return a seed with its parachute."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn)
        dark = palette.leaf_shade if palette.sun else palette.leaf
        if palette.line_only:
            dark = palette.leaf_line
        for k in range(-4, 5):
            a = math.radians(-90 + k * 17)
            f.hair([(0, -1.4), (1.8 * math.cos(a), -1.4 + 1.8 * math.sin(a)),
                    (3.4 * math.cos(a), -1.6 + 3.2 * math.sin(a))],
                   0.32, dark)
        f.line([(0, -1.4), (0.2, 0.6), (0, 2.0)], 0.22, dark)
        f.body([(0, 1.6, 1), (0.6, 2.8), (0, 4.4, 1), (-0.6, 2.8)])

    return Guest(((x - 4 * s, y - 5 * s, 8 * s, 10 * s),), before=before)


def nest(x: float, y: float, s: float) -> Guest:
    """Return a woven nest in the fork."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.body([(-8.0, -1.6, 1), (-4, -0.4), (0, -0.1), (4, -0.4), (8.0, -1.6, 1), (6.8, 2.4),
                (3.6, 4.6), (0, 5.2),
                (-3.6, 4.6), (-6.8, 2.4)], palette.bark_lit)
        source = chance("nest", x, y)
        for _ in range(26):
            px, py = source.uniform(-6.2, 6.2), source.uniform(0.2, 4.0)
            if abs(px) > 7 - py * 1.1:
                continue
            lean = source.uniform(-0.9, 0.9)
            f.hair([(px - 1.7, py - lean * 0.5), (px, py + 0.3), (px + 1.7, py + lean * 0.5)], 0.34,
                   palette.furrow if source.random() < 0.6 else palette.bark_edge)
        for px, lean in ((-7.6, -2.4), (-5.2, 1.4), (6.0, -1.2), (7.6, 2.2)):
            f.hair([(px, -0.2), (px + lean * 0.5, -1.2), (px + lean, -2.2)], 0.4, palette.ink)

    return Guest(((x - 9 * s, y - 3 * s, 18 * s, 9 * s),), before=before)


def bark_face(x: float, y: float, s: float) -> Guest:
    """Return the warden, with eyes, brows and a beard of furrows in the trunk itself."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        dark = palette.ink
        for g in f.sides():
            g.pen.fill(g.path([(0.9, 0.1, 1), (1.9, -1.3), (3.6, -1.1, 1), (2.7, 0.5)]), dark)
            g.glow(g.oval(2.2, -0.35, 0.62, 0.5), 0.16)
            g.mark(g.oval(2.2, -0.35, 0.26), dark)
            g.hair([(0.5, -1.2), (2.0, -2.8), (4.4, -2.4)], 0.9, dark)
            g.hair([(0.6, -3.4), (1.6, -4.6), (3.2, -4.4)], 0.4, dark)
            g.hair([(0.6, 0.2), (0.9, 2.0), (1.5, 2.9), (0.4, 3.3)], 0.5, dark)
            g.hair([(1.5, 2.4), (2.6, 3.6), (2.8, 5.6)], 0.42, dark)
            for k in range(4):
                g.hair([(0.4 + k * 0.85, 5.0 - k * 0.25), (0.7 + k * 0.95, 8 - k * 0.3),
                        (0.2 + k * 0.7, 12 - k * 1.0)],
                       0.5, dark)
        f.hair([(-2.0, 4.3), (0, 4.0), (2.0, 4.3)], 0.55, dark)

    return Guest((), before=before)
