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
