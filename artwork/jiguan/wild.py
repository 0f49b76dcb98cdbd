"""Beasts of the Classic of Mountains and Seas, which can replace items.

They come from outside the court, so they wear no robe. Wenyao is a carp with a
bird's wings, blue lines, a white head and a red mouth. Lushu is a horse with a white head, a
tiger's stripes and a red tail. Dangkang is a tusked boar that calls its own name before a rich
harvest.
"""

from __future__ import annotations

import math

from artwork.inks import press
from artwork.jiguan.figure import CONTOUR, Figure, bar, collar, eyes, leaf, robe, tube
from artwork.jiguan.palette import CREAM, GILT, TONES, VERMILION, WHITE
from artwork.jiguan.wood_earth_water import helmet, judge_band, shoulder_plates
from artwork.outlines import Knot, mirrored
from artwork.shapes import arc
from printkit.pdf.drawing import Point, ellipse, transformed

# fmt: off

_SHADE = press("#D9DEE2")
_AMBER = press("#C9992E")
_TAIL = press("#C23B26")
_BRISTLE = press("#6B4A1E")
_SNOUT = press("#E3B27E")
_TONGUE = press("#B5483A")
_GRAIN = press("#F0CE6E")


_SPINE: tuple[Point, ...] = ((-11.4, 9.4), (-8.4, 5.2), (-3.2, 2.9), (3.2, 1.2), (9.6, -3.0))
"""Spine of the leaping carp, from the root of its tail to its snout."""
_GIRTH = (1.7, 2.5, 4.3, 5.3, 5.2, 2.4)


def _quills(f: Figure, low: float, high: float, reach: float, *, back: bool) -> None:
    """Draw a bird's wing as a fan of three rows of quills; its shoulder is at the origin."""
    t = TONES["water"]
    rows = ((9, 1.0, 1.5, t.main), (8, 0.72, 1.4, t.mid), (6, 0.46, 1.25, t.light))
    for row, (count, share, half, colour) in enumerate(rows[:2] if back else rows):
        for k in range(count):
            at = k / (count - 1)
            length = reach * share * (0.66 + 0.34 * math.sin(math.pi * (0.12 + 0.66 * at)))
            quill = f.moved(0, 0, turn=low + (high - low) * at)
            shape: list[Knot] = [(1.0, -0.6), (length * 0.5, -half), (length * 0.9, -half * 0.95),
                                 (length, 0.1), (length * 0.86, half * 0.85),
                                 (length * 0.4, half * 0.8)]
            quill.area(shape, colour, 0.32 if row == 0 else 0.22)
            quill.line([(length * 0.3, 0), (length * 0.92, 0.05)], 0.2,
                       t.main if row == 2 else t.light)


def wenyao(f: Figure, _foot: float) -> None:
    """Draw Flying Wenyao: a leaping carp with bird's wings, a white head and a red mouth."""
    t = TONES["water"]
    _quills(f.moved(5.0, -1.6), -34, -96, 14.0, back=True)
    tail: list[Knot] = [(-10.2, 7.2, 1), (-14.4, 7.4), (-19.0, 5.4, 1), (-17.2, 9.6),
                        (-15.6, 12.0, 1), (-15.2, 14.6),
                        (-12.6, 18.4, 1), (-10.0, 14.0), (-9.2, 10.0, 1)]
    f.area(tail, t.mid, CONTOUR)
    for x, y in ((-17.4, 6.6), (-16.6, 9.0), (-14.8, 11.8), (-14.4, 14.4), (-12.6, 16.6)):
        f.line([(-11.4, 9.0), ((x - 11.4) / 2, (y + 8.2) / 2 + 0.4), (x, y)], 0.28, t.light)
    fins: tuple[list[Knot], ...] = (
        [(-6.6, 7.2, 1), (-6.8, 10.4), (-8.6, 12.4, 1), (-4.6, 11.6), (-2.2, 8.4, 1)],
        [(3.0, 6.2, 1), (3.6, 9.8), (2.0, 12.6, 1), (6.6, 10.8), (8.4, 6.4, 1)])
    for fin in fins:
        f.area(fin, t.mid, 0.42)
        x0, y0, x1, y1 = fin[0][0], fin[0][1], fin[2][0], fin[2][1]
        for k in range(4):
            f.line([(x0 + 1.0 + k * 0.8, y0 + 1.0 - k * 0.1),
                    (x1 + 1.0 + k * 1.1, y1 - 0.9 - k * 0.7)], 0.22, t.light)
    body = tube(_SPINE, _GIRTH)
    f.area(body, t.main, CONTOUR)
    with f.pen.clipped(f.path(body)):
        f.area(tube([(-12.4, 11.4), (-8.4, 8.4), (-2.6, 7.6), (4.0, 6.6), (11.0, 1.6)],
                    (0.5, 1.2, 2.2, 2.6, 2.4)),
               press("#CFE3EE"), 0)
        for row in range(17):
            for k in range(-3, 4):
                x = -12.6 + row * 1.28
                y = 9.8 - 0.62 * row + 0.011 * (row - 3) ** 2 + k * 1.66 + (0.83 if row % 2 else 0)
                f.trace(arc(x, y, 0.98, 100, 260), 0.26, t.light if k < 1 else t.mid)
        for shift, wide in ((-3.0, 0.5), (-1.2, 0.45), (0.6, 0.4)):  # Blue lines along the body.
            run: list[Point] = [(x + shift * 0.2, y + shift) for x, y in _SPINE]
            f.area(tube(run, (0.12, wide, wide, wide)), t.dark, 0)
    _wenyao_head(f.moved(6.2, -0.7, turn=-31))
    _quills(f.moved(0.6, -0.4), -176, -104, 16.0, back=False)
    shoulder: list[Knot] = [(-2.4, -1.0), (-0.6, -3.0), (1.9, -2.8), (2.4, -0.2), (0.4, 1.4)]
    f.area(shoulder, t.mid, 0.32)
    for k in range(3):
        f.trace(arc(0.5, -0.6, 0.7 + k * 0.55, 150, 260), 0.26, t.light)


def _wenyao_head(head: Figure) -> None:
    """Draw a white head with a wide eye and red lips; the snout points along the x axis."""
    t = TONES["water"]
    head.area([(-1.2, -5.5, 1), (2.4, -4.7), (5.4, -2.8), (7.0, -0.5), (5.8, 2.3), (2.8, 4.5),
               (-1.2, 5.5, 1), (1.0, 2.8),
               (1.4, 0), (0.8, -3.0)], WHITE, CONTOUR)
    head.line([(1.9, -4.0), (2.9, -1.4), (2.6, 1.8), (1.3, 4.2)], 0.3, t.mid)
    head.area([(5.7, -1.9, 1), (7.2, -2.0), (8.4, -1.0), (7.4, 0.1, 1), (8.2, 1.2), (7.0, 2.4),
               (5.5, 2.0, 1),
               (6.3, 0.1)], VERMILION, 0.35)
    head.line([(7.3, 0.1), (5.9, 0.3)], 0.28)
    for y, bend in ((-1.7, -2.0), (2.1, 2.3)):
        head.limb([(6.4, y), (8.2, y + bend * 0.6), (9.7, y + bend * 0.5), (10.4, y + bend * 1.2)],
                  (0.32, 0.26, 0.08), VERMILION, 0.22)
    head.area(ellipse(4.1, -1.4, 1.45), press("#FFF8E6"), 0.34)
    head.area(ellipse(4.2, -1.4, 1.08), _AMBER, 0.2)
    head.black(ellipse(4.3, -1.4, 0.56))
    head.glow(ellipse(4.55, -1.75, 0.22), WHITE)
    head.line([(2.7, -2.9), (4.1, -3.4), (5.4, -2.7)], 0.38)


def leap(f: Figure, foot: float) -> None:
    """Draw the sea below the leaping carp: two crests in front of its tail."""
    t = TONES["water"]
    for side in f.sides():
        for x, y, radius in ((13.2, foot + 1.4, 4.4), (6.0, foot + 1.9, 3.6)):
            side.area(ellipse(x, y, radius), t.main, CONTOUR)
            for k in range(3):
                side.trace(arc(x, y, radius * (0.8 - k * 0.26), 175, 350), 0.34, press("#E5F0F4"))
        for k, (x, y) in enumerate(((9.4, foot - 2.6), (3.4, foot - 2.4), (16.4, foot - 3.4))):
            side.area(ellipse(x, y, 0.5 - k * 0.06), WHITE, 0.22)


def _red_tail(f: Figure, foot: float) -> None:
    """Draw a red tail over the right shoulder, like a banner."""
    tail: list[Point] = [(9.0, foot + 1), (14.6, 9.6), (16.0, 2.4), (13.2, -4.2), (15.8, -10.4)]
    f.limb(tail, (1.6, 1.9, 2.2, 1.7, 0.1), _TAIL, CONTOUR)
    for shift in (-0.7, 0.1, 0.9):
        f.line([(x + shift, y + 0.6) for x, y in tail[:-1]], 0.22, press("#F2A65A"))


def _grass_mane(f: Figure) -> None:
    """Draw a mane of blades of grass that falls to both sides."""
    t = TONES["wood"]
    for side in f.sides():
        for row, (count, length, colour) in enumerate(((7, 8.2, t.dark), (6, 6.2, t.mid))):
            for k in range(count):
                blade = side.moved(2.6 + 0.2 * k, -6.6 + k * 1.5, turn=-30 + k * 17)
                if row:
                    blade.edged(leaf(length, 0.95), colour, t.light, 0.22)
                else:
                    blade.area(leaf(length, 1.1), colour, 0.3)


def lushu(f: Figure, foot: float) -> None:
    """Draw Striped Lushu with a horse's white head, a tiger's neck, and a red, banner-like tail."""
    t = TONES["wood"]
    _red_tail(f, foot)
    _grass_mane(f)
    robe(f, "wood", foot)
    collar(f)
    neck: list[Knot] = [(0, 2.0, 1), (5.6, 2.0), (6.4, 5.2), (7.6, 8.2, 1), (4.2, 8.8), (0, 10.6)]
    f.whole(neck, WHITE, CONTOUR)
    for k in range(4):
        for side in f.sides():
            y = 3.0 + k * 1.5
            side.black([(6.6 + k * 0.3, y - 0.6, 1), (3.4, y + 0.7, 1),
                        (6.9 + k * 0.3, y + 0.4, 1)])
    shoulder_plates(f)
    for side in f.sides():
        side.area([(2.6, -6.0, 1), (2.8, -9.4), (4.9, -12.6, 1), (6.2, -9.2), (5.2, -5.4, 1)],
                  WHITE, CONTOUR)
        side.area([(3.7, -6.8, 1), (3.8, -9.2), (4.8, -10.9, 1), (5.2, -8.8), (4.7, -6.6, 1)],
                  _SHADE, 0)
    f.whole([(0, -7.2), (3.4, -6.8), (5.1, -4.6), (5.2, -1.6), (4.2, 1.8), (3.3, 5.2), (3.5, 8.2),
             (2.8, 10.6), (0, 11.6)], WHITE, CONTOUR)
    f.pair([(2.4, 1.0, 1), (3.6, 1.8), (2.7, 5.4), (1.5, 6.6, 1), (1.9, 3.6)], _SHADE)
    f.whole([(0, 7.0), (1.8, 7.2), (3.1, 8.6), (2.7, 10.3), (0, 11.3)], _SHADE, 0)
    f.pair([(0.9, 8.4), (1.6, 7.9), (2.3, 8.6), (1.9, 9.3), (1.1, 9.1)], press("#3B3A36"))
    f.lines([(0, 10.4), (1.2, 10.6), (2.3, 10.0)], 0.32)
    for k in range(3):  # Stripes on cheek and brow.
        for side in f.sides():
            side.black([(5.2 - 0.3 * k, -2.2 + k * 1.5, 1), (3.2, -1.3 + k * 1.4, 1),
                        (5.0 - 0.35 * k, -1.5 + k * 1.5, 1)])
    eyes(f, 3.3, -3.2, 1.4, 1.05, press("#2C7355"), 0.05)
    f.lines([(1.6, -4.2), (3.2, -4.9), (4.8, -4.2)], 0.4)
    forelock: list[Knot] = [(-0.9, -5.4, 1), (0, -6.4), (0.9, -5.4, 1), (0.7, -2.6),
                            (0.1, -0.4, 1), (-0.5, -2.6)]
    f.area(forelock, t.mid, 0.3)
    f.lines([(0.2, -4.8), (0.2, -2.0)], 0.18, t.light)
    helmet(f.moved(0, 0.6, scale=0.94))
    for side in f.sides():  # Lines stand for its song.
        for k in range(2):
            side.trace(arc(0, 10.4, 5.2 + k * 1.3, 26, 62), 0.3, GILT)


def _sheaf(f: Figure) -> None:
    """Draw ripe ears of millet behind the shoulder."""
    t = TONES["earth"]
    for x, y, turn in ((8.6, 6.6, 34), (9.8, 7.6, 56), (7.6, 5.8, 12)):
        stalk = f.moved(x, y, turn=turn)
        for colour, width in ((f.ink, 0.9), (_GRAIN, 0.45)):
            stalk.pen.stroke(transformed(bar([(0, 2), (0, -9)]), stalk.matrix),
                             f.theme.line(colour) if colour is not f.ink else f.ink, width)
        for k in range(6):
            for sign in (1, -1):
                grain = stalk.moved(sign * 0.3, -4.6 - k * 1.15, turn=-90 + sign * 34)
                grain.area(leaf(2.1, 0.62), _GRAIN if k % 2 else t.light, 0.24)
        stalk.moved(0, -11.2, turn=-90).area(leaf(2.2, 0.6), _GRAIN, 0.24)


def dangkang(f: Figure, foot: float) -> None:
    """Draw Dangkang Boar calling, with its tusks raised and the harvest behind it."""
    t = TONES["earth"]
    for side in f.sides():
        _sheaf(side)
    spine: list[Knot] = [(0, -9.4)]
    for k in range(7):
        a = math.radians(-78 + k * 21)
        b = math.radians(-68 + k * 21)
        spine += [(9.0 * math.cos(b) * 0.78, 0.2 + 8.4 * math.sin(b)),
                  (11.4 * math.cos(a + 0.32), 0.4 + 11.2 * math.sin(a + 0.32), 1)]
    f.whole([*spine, (0, 9, 1)], _BRISTLE, CONTOUR)
    for side in f.sides():
        for k in range(6):
            a = math.radians(-70 + k * 22)
            side.trace(bar([(6.8 * math.cos(a), 0.4 + 7.0 * math.sin(a)),
                            (9.4 * math.cos(a), 0.4 + 9.4 * math.sin(a))]), 0.24, t.light)
    robe(f, "earth", foot)
    collar(f)
    for side in f.sides():
        side.area([(3.4, -5.4, 1), (6.4, -9.6), (10.4, -9.4, 1), (9.6, -5.8), (6.4, -2.6, 1)],
                  t.main, CONTOUR)
        side.area([(5.4, -5.4, 1), (7.2, -7.8), (9.2, -8.2, 1), (8.6, -5.8), (6.6, -4.0, 1)],
                  t.dark, 0)
    f.whole([(0, -6.8), (3.8, -6.4), (6.2, -4.0), (7.2, -0.4), (8.2, 2.4, 1), (6.8, 3.0),
             (7.6, 5.6, 1),
             (5.6, 6.0), (4.6, 9.6), (2.4, 11.4), (0, 11.8)], t.main, CONTOUR)
    f.whole([(0, -6.2), (1.4, -5.0), (1.8, -1.4), (2.9, 1.0), (0, 1.8)], t.mid, 0)
    # The open mouth is under the snout.
    f.black(mirrored([(0, 6.0), (3.0, 6.2), (3.7, 8.0), (2.4, 10.2), (0, 10.9)]))
    f.whole([(0, 8.6), (1.5, 8.9), (1.9, 9.8), (0, 10.6)], _TONGUE, 0)
    f.whole([(0, 1.6), (2.6, 1.5), (4.0, 3.2), (4.0, 5.2), (2.6, 6.6), (0, 6.9)], _SNOUT, 0.4)
    f.pair(ellipse(1.45, 4.0, 0.72, 1.05, 14), press("#5A3312"))
    f.lines([(0.4, 2.2), (1.8, 2.2), (3.0, 3.0)], 0.24, t.dark)
    for side in f.sides():
        side.area(tube([(3.3, 8.4), (5.2, 8.2), (6.2, 6.0), (5.7, 3.2)], (0.85, 0.8, 0.55, 0.05)),
                  CREAM, 0.4)
        for k in range(3):
            side.line([(5.0 + k * 0.3, 0.4 + k * 1.4), (6.0 + k * 0.2, 1.0 + k * 1.4),
                       (6.4 + 0.2 * k, 2.0 + k * 1.4)], 0.26, t.light)
        side.area([(1.6, -3.0, 1), (3.2, -4.4), (6.0, -4.2, 1), (6.2, -3.2), (3.6, -3.0)], t.dark,
                  0.25)
    eyes(f, 3.7, -1.7, 1.35, 0.95, press("#7A3E12"), 0.2)
    judge_band(f)
    for side in f.sides():  # Lines of its call.
        for k in range(2):
            curve = arc(0, 8.6, 6.6 + k * 1.5, 14, 44)
            side.trace(curve, 0.34, GILT)
