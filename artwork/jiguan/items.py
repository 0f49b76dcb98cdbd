"""The three items: a one-eyed jellyfish, a polyp with its bud, and a tortoise like a mountain."""

from __future__ import annotations

import math

import numpy as np

from artwork.inks import press
from artwork.jiguan.figure import CONTOUR, Figure, bar, tube
from artwork.jiguan.palette import GILT, TONES, VERMILION, WHITE
from artwork.outlines import Knot, mirrored, through
from artwork.shapes import polar
from printkit.pdf.drawing import Path, Point, ellipse, polygon

# fmt: off

_PALE = press("#CFE3EE")
_SHEEN = press("#5F93BC")
_BLOSSOM = press("#E59A8A")
_RAY = press("#7A4A10")
_STEM = press("#5FA67C")
_FACE = press("#E9F2E2")
_CHEEK = press("#E9A48F")
_STONE = press("#CF9A45")
_LIGHT = press("#EED9A6")
_RIM = press("#8A5A1A")
_EYE_WHITE = press("#FFF8E6")
_STRATA = (TONES["earth"].dark, _RIM, TONES["earth"].main, _STONE, press("#DDB368"), _LIGHT,
           press("#F7EBCB"))


def jelly(f: Figure) -> None:
    """Draw Eye Jelly (Mother) with one large eye and a court lady's hairpin."""
    t = TONES["water"]
    for side in f.sides():
        for k, (x, length, sway) in enumerate(((1.2, 17, 1.4), (3.4, 15.5, 1.8), (5.6, 13, 2.0),
                                               (7.6, 10, 1.9))):
            s = np.linspace(0, 1, 12)
            points: list[Point] = [
                (x + sway * math.sin(v * 7 + k * 0.9) * v + v * x * 0.34,
                 1.6 + v * length) for v in s]
            side.area(tube(points, (0.85, 0.5, 0.14)), t.main if k % 2 else t.light, 0.32)
        for k in range(7):
            side.edged(ellipse(1.1 + 0.35 * math.sin(k), 3.4 + k * 1.25, 1.05 - 0.08 * k), _PALE,
                       t.main,
                       0.24)
    f.whole([(0, -10.4), (5.2, -9.6), (9.4, -5.6), (10.8, -0.4), (10.4, 2.2, 1), (8.8, 1.2),
             (7.4, 2.6, 1),
             (5.8, 1.5), (4.4, 2.9, 1), (2.9, 1.7), (1.5, 3.0, 1), (0, 1.9)], t.main, CONTOUR)
    for k in range(5):
        f.lines([(k * 0.55, -9.9 + k * 0.35), (2.4 + k * 1.5, -6.8 + k * 0.9),
                 (1.4 + k * 1.95, 1.2)], 0.3,
                t.light)
    f.whole([(0, -8.9), (3.4, -8.4), (6, -6.6), (7.2, -5.0, 1), (4.8, -6.6), (2.4, -7.4),
             (0, -7.6)],
            _SHEEN, 0)
    f.area([(-6.2, -2.4, 1), (-2.6, -5.3), (2.6, -5.3), (6.2, -2.4, 1), (2.6, 0.2), (-2.6, 0.2)],
           _EYE_WHITE, CONTOUR)
    f.area(ellipse(0, -2.55, 2.35), GILT, 0.35)
    rays = Path(())
    for k in range(16):
        rays += bar([polar(0, -2.55, 1.3, k * 22.5), polar(0, -2.55, 2.1, k * 22.5)])
    f.trace(rays, 0.22, _RAY)
    f.black(ellipse(0, -2.55, 1.2))
    f.glow(ellipse(-0.5, -3.1, 0.42), WHITE)
    for side in f.sides():
        for k in range(4):
            side.trace(bar([(1.2 + k * 1.25, -5.3 + k * 0.34), (1.6 + k * 1.5, -6.4 + k * 0.5)]),
                       0.3)
    f.trace(bar([(-5.5, -10.6), (5.5, -11.6)]), 0.95)
    f.trace(bar([(-5.5, -10.6), (5.5, -11.6)]), 0.5, GILT)
    for k in range(5):
        f.area(ellipse(*polar(4.4, -11.5, 1.25, -90 + (k - 2) * 72), 0.85), _BLOSSOM, 0.2)
    f.area(ellipse(4.4, -11.5, 0.6), GILT, 0.15)
    for k in range(3):
        f.area(ellipse(-5.2, -9.8 + k * 0.95, 0.36), _BLOSSOM, 0.14)


def _tentacle(f: Figure, points: list[Point], wide: float) -> None:
    t = TONES["wood"]
    (x0, y0), (x1, y1) = points[-2:]
    for side in f.sides():
        side.area(tube(points, (wide, wide * 0.6, 0.22)), t.main, 0.4)
        side.line(points, 0.22, t.light)
        tip = side.moved(x1, y1, turn=math.degrees(math.atan2(y1 - y0, x1 - x0)))
        tip.area([(-0.2, 0, 1), (1, -0.85), (3.0, 0, 1), (1, 0.85)], t.light, 0.25)


def polyp(f: Figure) -> None:
    """Draw Budling (Child) with two hair buns, red ribbons, and a bud of its own."""
    t = TONES["wood"]
    for side in f.sides():
        side.area([(0, 12.4, 1), (4.5, 10.2), (10.6, 11.4, 1), (6.0, 14.4), (0, 14.4, 1)], t.dark,
                  0.4)
        side.line([(0.6, 13.3), (4.6, 12.2), (9, 11.9)], 0.25, t.light)
    _tentacle(f, [(1.2, -4.6), (2.4, -9.4), (1.6, -13.6)], 0.85)
    _tentacle(f, [(2.6, -4.0), (6.2, -8.2), (7.0, -12.6), (4.8, -14.4)], 0.85)
    _tentacle(f, [(3.2, -2.8), (8.4, -4.6), (11.6, -8.4), (10.6, -11.6)], 0.85)
    _tentacle(f, [(3.4, -1.4), (8.4, -0.8), (12.4, -2.8), (13.4, -6.0)], 0.8)
    _bud(f)
    body: list[Knot] = [(0, -5.0), (2.8, -4.4), (4.3, -1.8), (3.9, 2.0), (3.0, 5.4), (2.8, 9.0),
                        (4.2, 12.2, 1), (0, 13.0, 1)]
    f.whole(body, _STEM, CONTOUR)
    with f.pen.clipped(f.path(mirrored(body))):
        for k in range(-4, 5):
            f.line([(k * 0.85, -5), (k * 1.05, -1), (k * 0.8, 4), (k * 0.62, 9), (k, 13)], 0.24,
                   t.main)
    f.whole([(0, -3.6), (2.5, -3.0), (3.1, -0.8), (2.2, 1.6), (0, 2.2)], _FACE, 0.35)
    for sign in (1, -1):
        f.black(ellipse(sign * 1.25, -1.0, 0.58))
        f.glow(ellipse(sign * 1.25 - 0.16, -1.2, 0.19), WHITE)
        f.area(ellipse(sign * 2.1, 0.25, 0.5), _CHEEK, 0)
    f.line([(-0.8, 0.55), (0, 1.05), (0.8, 0.55)], 0.3)
    for side in f.sides():
        side.black(ellipse(2.3, -5.2, 1.4))
        side.trace(bar([(1.4, -4.35), (3.0, -4.05)]), 0.7, VERMILION)
    f.black(mirrored([(0, -4.9), (1.4, -4.6), (2.3, -3.4, 1), (1.0, -3.0, 1), (0.4, -2.5, 1),
                      (0, -3.1, 1)]))


def _bud(f: Figure) -> None:
    """Draw the bud on the polyp's right side, waving its five arms."""
    t = TONES["wood"]
    for turn in (-150, -115, -80, -45, -10):
        arm = f.moved(6.7, 4.0, turn=turn)
        arm.area(tube([(0, 0), (1.7, -0.3), (3.1, 0.3)], (0.5, 0.3, 0.16)), t.light, 0.3)
    f.area([(3.0, 7.6, 1), (4.4, 5.6), (5.2, 3.4), (7.4, 3.2), (8.2, 4.8), (6.8, 7.0), (4.6, 9.0),
            (3.0, 9.8, 1)], _STEM, 0.45)
    for x in (6.1, 7.4):
        f.black(ellipse(x, 4.6, 0.34))
    f.line([(6.2, 5.4), (6.6, 5.7), (7.1, 5.35)], 0.24)


def tortoise(f: Figure) -> None:
    """Draw Unmoved Tortoise with a three-peaked shell, a pine tree, and half-shut eyes."""
    t = TONES["earth"]
    for side in f.sides():
        side.area([(7.2, 7.0, 1), (10.4, 7.2), (12.6, 10.4), (12.2, 13.4, 1), (7.6, 13.4, 1)],
                  _STONE, 0.5)
        for k in range(4):
            side.line([(8.2, 8.6 + k * 1.3), (10.0, 8.2 + k * 1.4), (11.8, 9.2 + k * 1.2)], 0.22,
                      t.dark)
    shell: list[Knot] = [
        (-14.6, 8.4, 1), (-13.2, 3.8), (-10.2, -1.6), (-8.4, -5.2, 1), (-6.4, -2.6), (-4.6, -5.8),
        (-2.2, -11.2), (-0.4, -13.4, 1), (1.6, -10.6), (4.0, -5.0), (5.4, -3.4), (7.6, -7.8, 1),
        (9.4, -4.2), (11.6, 0.4), (13.6, 4.4), (14.6, 8.4, 1)]
    f.area(shell, t.main, 0)
    with f.pen.clipped(f.path(shell)):
        xs = np.linspace(-16, 16, 15)
        for k in range(9):
            wave = 0.9 * np.cos(xs * 0.42 + k * 0.8) + 0.5 * np.sin(xs * 0.95 + k * 1.9)
            level = 7.4 - k * 2.3 - wave
            line: list[Point] = [(float(x), float(y)) for x, y in zip(xs, level, strict=True)]
            curve = through(line)
            contour = curve.contours[0]
            above = Path((type(contour)(contour.start,
                                        (*contour.segments, (16.0, -17.0), (-16.0, -17.0))),))
            f.area(above, _STRATA[min(6, (k + 1) * 7 // 9)], 0)
            f.trace(curve, 0.3)
    f.pen.stroke(f.path(shell), f.ink, 0.65)
    f.whole([(0, 7.4, 1), (14.9, 7.0, 1), (15.4, 8.6), (14.2, 9.8, 1), (0, 10.2, 1)], _RIM, 0.5)
    for k in range(7):
        f.lines([(1.1 + k * 2.1, 7.6), (1.1 + k * 2.05, 9.9)], 0.28, _LIGHT)
    f.trace(bar([(-8.4, -5.2), (-8.8, -8.0), (-7.8, -10.0)]), 0.55)
    for x, y, r in ((-8.0, -10.6, 2.5), (-10.0, -8.6, 1.9), (-6.6, -8.4, 1.7)):
        f.area([(x - r, y + 0.4, 1), (x - r * 0.6, y - 0.9), (x, y - 1.3), (x + r * 0.6, y - 0.9),
                (x + r, y + 0.4, 1)], TONES["wood"].main, 0.35)
    _calm_head(f)


def _calm_head(f: Figure) -> None:
    t = TONES["earth"]
    f.whole([(0, 4.6), (2.6, 4.9), (4.3, 6.6), (4.5, 8.8), (3.2, 11.2), (1.5, 13.2), (0, 14.2, 1)],
            _STONE,
            CONTOUR)
    f.whole([(0, 9.4, 1), (1.5, 9.9), (2.7, 11.0, 1), (1.4, 13.0), (0, 13.9, 1)], _LIGHT, 0.3)
    f.line([(-2.8, 10.9), (-1.3, 11.7), (0, 11.3), (1.3, 11.7), (2.8, 10.9)], 0.35)
    for side in f.sides():
        side.area([(1.3, 8.5, 1), (2.5, 7.3), (4.0, 8.0, 1), (2.8, 9.1)], _EYE_WHITE, 0.32)
        side.black(ellipse(2.7, 8.4, 0.56))
        side.area([(1.2, 8.5, 1), (2.4, 6.9), (4.2, 7.8, 1), (2.7, 8.1)], t.main, 0.3)
        side.black(ellipse(0.45, 10.2, 0.24))
        for k in range(3):
            side.trace(bar([(3.9 - k * 0.45, 9.9 + k * 0.95), (3.2 - k * 0.35, 9.6 + k * 0.9)]),
                       0.2, t.dark)
    for k in range(3):
        scale = polygon([(-0.7 + k * 0.12, 5.4 + k * 0.95), (0, 5.0 + k * 0.95),
                         (0.7 - k * 0.12, 5.4 + k * 0.95), (0, 5.9 + k * 0.95)])
        f.area(scale, t.dark, 0)
