"""Guests in profile: curled, crawling, climbing."""

from __future__ import annotations

from printkit.art.geometry import lengths, ribbon, sampled, shifted
from printkit.art.pen import Pen
from printkit.art.yggdrasil.guests.figure import Figure, Guest
from printkit.art.yggdrasil.palette import Palette
from printkit.drawing import Point, placed

import numpy as np

# fmt: off


def fox(x: float, y: float, s: float) -> Guest:
    """Curled up in the bend, one eye not quite shut."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.body([(-9, 2.2, 1), (-8.6, -2), (-5, -5.8), (1, -6.6), (6.6, -4.2), (9.2, 0.8), (7.6, 5),
                (2, 6.4), (-4, 6.2), (-8, 5)])
        for k in range(5):
            f.hair([(1 + k * 1.6, -5.4 + k * 0.6), (2.4 + k * 1.5, -3 + k * 0.8),
                    (2.0 + k * 1.4, -0.2 + k * 0.5)], 0.38)
        tail = [(8.8, 0), (8.4, 4.6), (3.2, 6.6), (-3.2, 5.8), (-7.6, 3.2), (-9.6, 0.4)]
        f.part(f.tube(tail, (0.9, 1.5, 2.1, 2.2, 1.7, 0.1)), 0.35)
        f.mark(f.tube([(-4.6, 5.2), (-7.6, 3.2), (-9.6, 0.4)], (1.95, 1.55, 0.1)))
        for k in range(3):
            f.hair([(5.5 - k * 2.6, 5.2 + k * 0.2), (3.5 - k * 2.6, 6.4), (1.6 - k * 2.4, 6.2 - k * 0.4)], 0.34)
        f.part([(-8.6, 1.4, 1), (-6, -0.6), (-4.6, -3.2), (-5.0, -6.6, 1), (-2.6, -4.4), (-0.8, -4.6),
                (0.9, -6.4, 1), (1.3, -3), (0.6, 0.2), (-2.4, 2.2), (-5.6, 2.4)], 0.35)
        f.mark([(-4.3, -3.6, 1), (-4.6, -5.4, 1), (-3.3, -4.2, 1)])
        f.mark([(-0.6, -4, 1), (0.5, -5.3, 1), (0.5, -3.4, 1)])
        f.mark([(-8.6, 1.4, 1), (-6.4, 1.0), (-4.4, 1.4), (-2.6, 0.6), (-0.4, 0.8, 1), (-2.4, 2.2), (-5.6, 2.4)])
        f.line([(-4.9, -0.9), (-3.9, -0.2), (-2.7, -0.7)], 0.42, palette.eye)
        f.mark(f.oval(-8.3, 1.3, 0.55), palette.ink)

    return Guest(((x - 10, y - 7, 20, 14.5),), before=before)


def serpent(path: list[Point], front: tuple[tuple[Point, Point], ...], head: float) -> Guest:
    """Coils round the wood: whole behind it, and the stretches of ``front`` again before it.

    ``front`` names stretches by points they run between; ``head`` is the head's direction.
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


def squirrel(x: float, y: float, s: float, *, flip: bool = False) -> Guest:
    """The gossip that runs up and down the tree, resting with an acorn."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip)
        tail = [(3.4, 7.6), (8.2, 6.0), (8.6, 0.2), (5.6, -5.6), (6.8, -11.2), (11.4, -11.6)]
        f.limb(tail, (1.2, 2.5, 3.0, 3.1, 2.6, 0.2))
        for k in range(4):
            off = (k - 1.5) * 1.15
            f.hair([(7.6 + off * 0.7, 4.6 + off * 0.6), (8.5 + off, 0), (5.8 + off, -5.6), (7.0 + off * 0.9, -9.6)],
                   0.42)
        f.body([(-3.4, -8.4, 1), (-4.2, -11.8, 1), (-1.8, -9.2)])
        f.body([(-1.6, -5.2), (1.4, -3.2), (4.4, 1.2), (4.9, 5.6), (2.6, 8.4), (-3.8, 8.6, 1), (-4.4, 7.6),
                (-2.4, 6.6), (-3.4, 2.4), (-3.8, -2.4)])
        f.part(f.oval(1.7, 4.9, 2.7, 3.0), 0.32)
        for k in range(3):
            f.hair([(0.4 + k * 0.9, 3.2 + k * 0.3), (1.4 + k * 0.9, 4.8), (1.0 + k * 0.9, 6.6 - k * 0.3)], 0.36)
        f.body([(-7.0, -5.2, 1), (-6.2, -7.2), (-4.2, -8.8), (-2.9, -8.9), (-1.6, -12.0, 1), (-0.9, -8.6),
                (-0.2, -6.4), (-1.4, -4.0), (-3.8, -3.4), (-6.2, -4.2)])
        f.mark([(-1.9, -8.9, 1), (-1.5, -10.8, 1), (-1.1, -8.4, 1)])
        f.glow(f.oval(-3.9, -6.7, 0.72, 0.78), 0.2)
        f.mark(f.oval(-4.0, -6.7, 0.42), palette.ink)
        f.mark(f.oval(-6.7, -5.2, 0.42), palette.ink)
        f.mark([(-3.2, -2.8, 1), (-1.8, 0), (-2.4, 4.6, 1), (-3.2, 1.6), (-3.6, -1)])
        f.part([(-6.9, -1.4), (-6.1, -2.4), (-4.9, -2.2), (-4.5, -0.8), (-5.8, 0.9, 1)], 0.26, palette.bark)
        f.mark([(-7.1, -1.6), (-6.0, -2.9), (-4.6, -2.2), (-4.5, -1.4), (-5.8, -1.2)], palette.ink)
        f.part(f.tube([(-1.4, -1.6), (-3.6, 0.4), (-5.2, -0.4)], (1.0, 0.75, 0.6)), 0.3)

    return Guest(((x - (12.5 if flip else 8) * s, y - 13 * s, 20.5 * s, 22 * s),), before=before)


def hare(x: float, y: float, s: float, *, flip: bool = False) -> Guest:
    """Up on its haunches, quick to be gone."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip)
        f.body(f.oval(5.3, 5.2, 1.5), palette.spirit_line)
        f.body([(-1.6, -6.6, 1), (-0.2, -10.4), (3.0, -13.8, 1), (2.5, -9.4), (0.2, -5.6, 1)])
        f.mark([(-0.4, -7.6, 1), (0.6, -10.4), (2.3, -12.4, 1), (1.7, -9.4)])
        f.body([(-2.4, -3.4), (1.4, -2.6), (4.6, 1.8), (5.2, 5.2), (3.6, 7.2), (-4.4, 7.3, 1), (-5.0, 6.4),
                (-3.0, 5.4), (-3.8, 1.6)])
        f.part(f.oval(1.9, 4.1, 3.1, 2.9), 0.32)
        for k in range(3):
            f.hair([(0.6 + k, 2.6 + k * 0.3), (1.6 + k, 4.0), (1.4 + k, 5.6 - k * 0.3)], 0.36)
        f.body([(-6.6, -4.2), (-5.4, -6.6), (-3.6, -7.5), (-4.0, -10.6), (-2.8, -14.6, 1), (-1.3, -11),
                (-1.5, -7.2), (-0.5, -5.4), (-1.0, -3.2), (-3.2, -2.2), (-5.8, -2.8)])
        f.mark([(-2.9, -8, 1), (-3.2, -10.6), (-2.7, -12.8, 1), (-2.0, -10.6)])
        f.glow(f.oval(-3.7, -5.3, 0.72, 0.78), 0.2)
        f.mark(f.oval(-3.8, -5.3, 0.42), palette.ink)
        f.mark(f.oval(-6.3, -4.2, 0.4), palette.ink)
        for k in (0, 1):
            f.hair([(-5.4, -3.6 + k * 0.5), (-6.8, -3.2 + k * 0.9), (-8.0, -3.4 + k * 1.2)], 0.18, palette.ink)
        f.line([(-2.7, 0.4), (-3.0, 3.6), (-3.8, 6.2)], 0.3)
        f.hair([(-2.0, -1.2), (-1.6, 1.4), (-2.2, 4.2)], 0.4)

    return Guest(((x - 8.5 * s, y - 15 * s, 17 * s, 23 * s),), before=before)


def hedgehog(x: float, y: float, s: float) -> Guest:
    """All burr but for the nose."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        for foot in (-4.6, 1.0, 8.4):
            f.body(f.oval(foot, 8.4, 1.9, 1.2))
        spines: list[tuple[float, float, int]] = []
        for k in range(25):
            a = np.radians(188 + k * 8.0)
            r, lean = (1.0, 0.0) if k % 2 == 0 else (1.2, 0.07)
            spines.append((3.0 + 10.2 * r * float(np.cos(a + lean)), 3.2 + 10.2 * r * float(np.sin(a + lean)), 1))
        f.body([*spines, (11.6, 7.6, 1), (6, 8.8), (-3, 8.6), (-7, 6.4)])
        for row, (rx, count) in enumerate(((8.4, 13), (6.4, 10), (4.4, 7), (2.4, 4))):
            for k in range(count):
                a = np.radians(196 + (k + 0.5 * (row % 2)) * 160 / count)
                ca, sa = float(np.cos(a)), float(np.sin(a))
                f.hair([(3.0 + (rx - 0.9) * ca, 3.8 + (rx - 0.9) * sa),
                        (3.0 + (rx + 1.2) * float(np.cos(a + 0.06)), 3.8 + (rx + 1.2) * float(np.sin(a + 0.06)))], 0.46)
        for k in range(6):
            f.hair([(-2 + k * 2.2, 6.8 - (k % 2) * 1.6), (-0.2 + k * 2.2, 5.4 - (k % 2) * 1.4)], 0.42)
        f.part([(-12.4, 5.2, 1), (-10.6, 2.6), (-8.2, 0.2), (-5.2, -0.6), (-3.4, 1.4), (-3.4, 5.0), (-5.4, 7.9),
                (-9.0, 8.0), (-11.4, 6.8)], 0.32)
        f.part(f.oval(-4.9, 0.9, 1.5, 1.7), 0.3)
        f.mark(f.oval(-4.8, 1.1, 0.7, 0.9))
        f.mark(f.oval(-12.2, 5.2, 0.8), palette.ink)
        f.glow(f.oval(-8.2, 3.2, 0.85, 0.9), 0.2)
        f.mark(f.oval(-8.4, 3.2, 0.5), palette.ink)
        f.line([(-11.2, 6.6), (-9.8, 6.9), (-8.4, 6.2)], 0.28)

    return Guest(((x - 13.5 * s, y - 9.6 * s, 29 * s, 19.5 * s),), before=before)


def tortoise(x: float, y: float, s: float) -> Guest:
    """A shell of bark plates, older than the tree."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.limb([(-9.6, 4.6), (-12.0, 5.6), (-13.2, 7.0)], (1.0, 0.7, 0.1))
        for foot, lean in ((-6.4, -0.8), (5.8, 0.8)):
            f.body([(foot - 1.9, 3.6), (foot + 1.9, 3.6), (foot + 1.9 + lean, 8.6, 1), (foot - 1.9 + lean, 8.6, 1)])
            for k in (-0.8, 0, 0.8):
                f.hair([(foot + lean + k, 7.4), (foot + lean + k, 8.5)], 0.34)
        f.body([(7.6, 2.6), (10.4, 1.8), (11.4, -1.0), (12.2, -3.4), (14.6, -4.4), (16.8, -3.2), (17.4, -1.6, 1),
                (16.2, -0.6), (14.6, 0.2), (13.8, 2.6), (11.6, 5.2), (7.6, 5.6)])
        f.glow(f.oval(14.7, -2.6, 0.78), 0.2)
        f.mark(f.oval(14.9, -2.6, 0.4), palette.ink)
        f.hair([(13.6, -3.7), (14.8, -4.0), (15.9, -3.4)], 0.36)
        f.line([(17.2, -1.5), (16.0, -1.3), (15.0, -1.4)], 0.26)
        for k in range(3):
            f.hair([(10.6 + k * 0.4, 4.2 - k * 1.5), (11.9 + k * 0.3, 3.6 - k * 1.5)], 0.32)
        f.body([(-11, 4.2, 1), (-10.0, -1.6), (-6.4, -6.6), (-0.6, -8.6), (5.2, -6.8), (9.0, -1.8), (10.2, 4.2, 1),
                (5, 5.6), (-5.6, 5.6)])
        f.line([(-10.4, 2.2), (-5.4, 3.5), (0, 3.8), (5.0, 3.5), (9.6, 2.2)], 0.34)
        plates = (
            [(-3.0, -5.8), (1.8, -5.8), (3.4, -2.4), (1.4, 0.8), (-2.6, 0.8), (-4.6, -2.4)],
            [(-5.6, -5.6), (-4.0, -5.2), (-5.6, -2.2), (-3.8, 1.0), (-5.0, 2.6), (-8.6, 1.8), (-8.8, -1.6)],
            [(4.4, -5.6), (2.8, -5.2), (4.4, -2.2), (2.6, 1.0), (3.8, 2.6), (7.6, 1.8), (7.6, -1.6)],
        )
        for plate in plates:
            f.part([(px, py, 1) for px, py in plate], 0.32)
            cx = sum(p[0] for p in plate) / len(plate)
            cy = sum(p[1] for p in plate) / len(plate)
            for share in (0.66, 0.34):
                f.straight([(cx + (px - cx) * share, cy + (py - cy) * share) for px, py in (*plate, plate[0])], 0.24)
        for k in range(9):
            px = -8.8 + k * 2.2
            f.hair([(px, 3.2), (px - 0.2, 5.0)], 0.3)

    return Guest(((x - 14 * s, y - 9.5 * s, 32 * s, 19 * s),), before=before)


def marten(x: float, y: float, s: float) -> Guest:
    """Runs along the branch, tail up."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        f.limb([(8.4, -1.0), (12.0, -1.8), (12.8, -6.2), (10.6, -10.2), (11.8, -14.6)], (1.0, 1.9, 2.3, 2.1, 0.2))
        for k in (-0.8, 0.2, 1.1):
            f.hair([(11.4 + k, -2.6), (12.6 + k, -6.2), (10.8 + k, -10.0), (11.2 + k * 0.6, -12.6)], 0.4)
        for leg in ([(6.4, 0.4), (7.8, 3.4), (6.4, 6.4)], [(-7.0, 1.2), (-8.8, 4.0), (-10.6, 6.2)]):
            f.limb(leg, (1.4, 0.95, 0.75))  # type: ignore[arg-type] # whole numbers are points too
        f.body([(-10.4, -3.6), (-7.6, -2.6), (-3.0, -3.6), (2.4, -5.0), (7.0, -4.2), (9.4, -0.8), (8.2, 2.6),
                (4.6, 2.4), (0, 1.2), (-4.6, 2.6), (-8.4, 2.4), (-10.8, 0)])
        f.limb([(4.4, 0.6), (4.0, 3.8), (2.2, 6.4)], (1.7, 1.0, 0.75))
        f.limb([(-6.4, 0.6), (-5.6, 3.8), (-6.4, 6.4)], (1.5, 0.95, 0.7))
        f.body([(-17.6, -2.6, 1), (-16.0, -4.4), (-13.6, -5.8), (-13.4, -7.6), (-12.0, -8.0), (-11.2, -6.2),
                (-9.4, -4.4), (-8.8, -1.4), (-10.6, 0.2), (-13.6, -0.2), (-16.4, -1.0)])
        f.mark([(-15.0, -0.7, 1), (-12.6, -1.0), (-9.6, -1.8), (-8.2, 0.8), (-9.6, 2.4, 1), (-11.4, 0.6)])
        f.mark(f.oval(-12.4, -6.7, 0.55, 0.7))
        f.glow(f.oval(-13.9, -3.9, 0.68), 0.2)
        f.mark(f.oval(-14.0, -3.9, 0.38), palette.ink)
        f.mark(f.oval(-17.2, -2.6, 0.55), palette.ink)
        for k in range(5):
            f.hair([(-4.4 + k * 2.3, -2.4 - k * 0.2), (-3.0 + k * 2.3, -0.8), (-3.4 + k * 2.3, 0.8)], 0.4)

    return Guest(((x - 18 * s, y - 15 * s, 33 * s, 22 * s),), before=before)


def frog(x: float, y: float, s: float) -> Guest:
    """Frontal, content."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s)
        for g in f.sides():
            g.body([(2.0, 1.2), (5.6, 0.4), (7.4, 2.8), (6.6, 5.2), (8.6, 6.4, 1), (6.4, 6.9), (3.0, 6.6)])
        f.whole([(0, -2.6), (2.6, -3.4), (4.8, -1.2), (4.4, 2.6), (3.2, 5.8), (0, 6.6)])
        f.mark([(0, 1.6), (2.2, 1.2), (2.6, 3.4), (1.8, 5.6), (0, 6.1), (-1.8, 5.6), (-2.6, 3.4), (-2.2, 1.2)])
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
    """House and all along the level branch."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, flip=flip)
        for tip in (-8.6, -6.6):
            f.line([(-6.4, 0.2), ((tip - 6.6) / 2, -2.2), (tip, -4.0)], 0.9, palette.ink)
            f.line([(-6.4, 0.2), ((tip - 6.6) / 2, -2.2), (tip, -4.0)], 0.45, f.flat)
            f.glow(f.oval(tip, -4.2, 0.55), 0.18)
        f.body([(-8.2, 1.0), (-7.0, -0.9), (-5.0, -0.2), (-3.0, 2.0), (3.4, 2.6), (8.6, 4.2, 1), (3, 4.8), (-4.0, 4.8),
                (-7.4, 3.4)])
        f.body(f.oval(1.2, -1.4, 4.9, 4.5))
        spiral = [(1.2 + r * float(np.cos(t)), -1.4 + 0.92 * r * float(np.sin(t)))
                  for t in np.linspace(0.6, 13.6, 40) for r in [4.2 * (1 - (t - 0.6) / 14.4)]]
        f.line(spiral, 0.4)
        for k in range(9):
            a = 0.9 + k * 0.62
            f.hair([(1.2 + 3.2 * float(np.cos(a)), -1.4 + 2.9 * float(np.sin(a))),
                    (1.2 + 4.4 * float(np.cos(a + 0.1)), -1.4 + 4.0 * float(np.sin(a + 0.1)))], 0.28)
        f.line([(-7.8, 1.6), (-7.0, 2.0), (-6.2, 1.8)], 0.28)

    return Guest(((x - 10 * s, y - 6.5 * s, 20 * s, 12 * s),), before=before)


def butterfly(x: float, y: float, s: float, turn: float = 0, *, moth: bool = False) -> Guest:
    """Open wings seen from above; a moth has broader wings and feathered horns."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn)
        for g in f.sides():
            if moth:
                g.body([(0.4, 0.6, 1), (3.4, 1.6), (4.6, 4.2), (2.6, 5.6), (0.6, 3.4, 1)])
                g.body([(0.4, -1.4, 1), (3.4, -4.0), (7.4, -4.2, 1), (6.6, -0.6), (4.8, 2.0), (0.5, 1.4, 1)])
                g.hair([(1.4, -1.4), (4.2, -2.2), (6.6, -2.2)], 0.5)
                g.hair([(1.2, 0.0), (3.4, -0.2), (5.6, 0.2)], 0.4)
                g.mark(g.oval(4.3, -0.9, 0.62))
                g.hair([(1.4, 2.4), (2.6, 3.6), (3.4, 4.2)], 0.36)
                g.hair([(0.3, -2.2), (1.2, -3.8), (2.4, -4.6)], 0.5, palette.ink)
            else:
                g.body([(0.4, 0.4, 1), (3.4, 0.8), (4.6, 3.6), (3.4, 5.6, 1), (1.6, 4.6), (0.5, 2.4, 1)])
                g.body([(0.4, -0.6, 1), (1.8, -4.4), (5.0, -6.2), (6.2, -4.8, 1), (5.6, -2.0), (3.6, 0.6), (0.4, 0.8, 1)])
                g.mark([(3.9, -4.6, 1), (5.2, -5.0), (5.3, -3.4, 1), (4.2, -3.4)])
                g.hair([(0.9, -0.6), (2.2, -2.6), (3.4, -4.0)], 0.38)
                g.hair([(0.9, 0.0), (2.8, -0.6), (4.4, -2.0)], 0.38)
                g.mark(g.oval(3.2, 3.0, 0.6))
                g.line([(0.1, -2.4), (0.8, -3.8), (2.0, -4.8)], 0.2, palette.ink)
        f.body([(0, -2.6), (0.55, -1.6), (0.5, 1.4), (0, 4.0), (-0.5, 1.4), (-0.55, -1.6)])

    return Guest(((x - 7 * s, y - 7 * s, 14 * s, 14 * s),), before=before)


def bee(x: float, y: float, s: float, turn: float, *, flip: bool = False) -> Guest:
    """Homeward bound."""

    def before(pen: Pen, palette: Palette) -> None:
        f = Figure.at(pen, palette, x, y, s, turn=turn, flip=flip)
        for wing in ((-1.2, -1.6, 2.4, 1.2, -125), (0.6, -1.6, 2.4, 1.2, -70)):
            wx, wy, long, wide, lean = wing
            rad = np.radians(lean)
            cx, cy = wx + long * 0.8 * float(np.cos(rad)), wy + long * 0.8 * float(np.sin(rad))
            f.pen.shape(f.oval(cx, cy, long, wide, lean), palette.petal, palette.ink, 0.22)
        f.pen.backed(f.oval(0, 0, 2.7, 1.7), palette.shield_rim if palette.style == "full" else palette.eye,
                     palette.ink, 0.24)
        for k in (-1.0, 0.2, 1.3):
            high = 1.6 * (1 - (k / 2.8) ** 2) ** 0.5
            f.line([(k, -high), (k - 0.35, 0), (k, high)], 0.5, palette.ink)
        f.mark(f.oval(-2.5, 0.1, 1.0), palette.ink)

    return Guest(((x - 4 * s, y - 5 * s, 8 * s, 8 * s),), before=before)
