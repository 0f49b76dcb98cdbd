"""The general, the remonstrator and the strongman: Azure Dragon, Xiezhi, Dark Ox."""

from __future__ import annotations

import math

from artwork.geometry import directions, sampled
from artwork.inks import press
from artwork.jiguan.figure import CONTOUR, Figure, bar, collar, eyes, leaf, robe, tube
from artwork.jiguan.palette import CREAM, GILT, TONES, VERMILION
from artwork.outlines import Knot, mirrored
from artwork.shapes import arc
from printkit.pdf.drawing import Point, ellipse

# fmt: off

_AMBER = press("#C9992E")
_BRANCH = press("#B9894E")
_BRANCH_LINE = press("#6B4522")
_FANG = press("#FBF6E6")
_WOOL = press("#F0D79A")
_HIDE = press("#3C5570")
_MUZZLE = press("#6E8CA6")
_HORN = press("#D8D2C0")
_HORN_LINE = press("#8A8672")
_FOAM = press("#E5F0F4")

_ANTLER: tuple[tuple[list[Point], float], ...] = (
    ([(2.6, -6.4), (4.6, -10.2), (8.2, -12.4), (11.4, -16.6)], 0.95),
    ([(6.2, -11.3), (6.2, -14.4), (7.6, -17.4)], 0.6),
    ([(8.6, -12.8), (12, -13.0), (14.4, -15.2)], 0.6),
    ([(4.0, -9.2), (3.2, -11.8), (3.8, -14)], 0.5))
_BUDS = ((11.4, -16.6, -60), (7.6, -17.4, -80), (14.4, -15.2, -30), (3.8, -14, -95), (10, -13, 20))


def _antlers(f: Figure) -> None:
    """Draw branching antlers with buds."""
    for side in f.sides():
        for points, wide in _ANTLER:
            side.area(tube(points, (wide, wide * 0.6, 0.14)), _BRANCH, 0.5)
        for points, wide in _ANTLER:
            side.area(tube(points, (wide, wide * 0.6, 0.14)), _BRANCH, 0)
            side.line(points[:-1] if len(points) > 3 else points, 0.18, _BRANCH_LINE)
        for x, y, turn in _BUDS:
            side.moved(x, y, turn=turn).area(leaf(2.7, 0.8), TONES["wood"].light, 0.25)


def _leaf_mane(f: Figure) -> None:
    t = TONES["wood"]
    rows = ((9, 5.6, 7.4, t.dark), (8, 5.0, 5.8, t.main), (7, 4.6, 4.4, t.mid))
    for row, (count, radius, length, colour) in enumerate(rows):
        for side in f.sides():
            for k in range(count):
                turn = -62 + k * (150 / (count - 1))
                a = math.radians(turn)
                x, y = radius * math.cos(a) * 1.05, 0.8 + radius * math.sin(a) * 1.05
                blade = side.moved(x, y, turn=turn + 14)
                if row == 0:
                    blade.area(leaf(length, length * 0.2), colour, 0.3)
                else:
                    blade.edged(leaf(length, length * 0.2), colour, t.light, 0.2)


def shoulder_plates(f: Figure) -> None:
    """Draw a general's armour: leaf-shaped plates in three overlapping rows."""
    t = TONES["wood"]
    plate: list[Knot] = [(-1.5, 0, 1), (-1.3, 1.6), (0, 3.0, 1), (1.3, 1.6), (1.5, 0, 1)]
    for side in f.sides():
        for row in reversed(range(3)):
            for k in range(4):
                x, y = 9.6 + k * 1.9 - row * 0.3, 8.0 + k * 1.15 + row * 2.1
                side.moved(x, y).area(plate, t.mid if (k + row) % 2 else t.light, 0.28)
                side.moved(x, y).line([(0, 0.5), (0, 2.1)], 0.18, t.dark)


def helmet(f: Figure) -> None:
    """Draw a gilt brow plate and a red plume of three feathers."""
    t = TONES["wood"]
    for k in (-1, 1, 0):
        plume = f.moved(k * 0.7, -9.2, turn=k * 26)
        plume.area([(-0.5, 0, 1), (-1.1, -3.4), (-0.2, -6.4), (0.9, -7.6, 1), (1.0, -4),
                    (0.5, 0, 1)],
                   VERMILION, 0.25)
    f.whole([(0, -9.6, 1), (2.0, -8.4), (3.6, -6.2, 1), (2.6, -4.6), (0, -3.9, 1)], GILT, 0.4)
    f.whole([(0, -8.4, 1), (0.9, -6.6), (0, -4.8, 1)], t.dark, 0)


def dragon(f: Figure, foot: float) -> None:
    """Draw the Azure Dragon, a general with a mane of leaves, budding antlers and whiskers."""
    t = TONES["wood"]
    _antlers(f)
    _leaf_mane(f)
    robe(f, "wood", foot)
    collar(f)
    shoulder_plates(f)
    f.whole([(0, -6.6), (3.0, -6.2), (5.4, -4.0), (6.0, -1.2), (4.6, 1.2), (4.2, 3.6), (5.2, 6.0),
             (4.2, 8.8), (2.0, 10.2), (0, 10.6)], t.main, CONTOUR)
    f.whole([(0, -5.6, 1), (1.2, -3.4), (1.9, 0.6), (2.6, 3.6), (0, 4.4)], t.mid, 0)
    for k in range(5):
        f.lines([(0, -4.4 + k * 1.5), (1.15 + k * 0.16, -5.0 + k * 1.5)], 0.25, t.dark)
    for side in f.sides():
        side.area([(1.2, -2.2, 1), (2.6, -4.4), (5.6, -5.2), (7.8, -7.4, 1), (7.2, -4.0),
                   (5.6, -2.4),
                   (3.2, -2.0)], t.light, 0.35)
    eyes(f, 3.3, -0.9, 1.6, 1.05, _AMBER, 0.35)
    f.whole([(0, 3.6), (2.2, 3.4), (4.4, 4.4), (4.8, 6.4), (3.4, 7.9), (1.2, 7.4), (0, 7.2)],
            t.light,
            0.4)
    f.pair([(0.9, 5.2), (1.8, 4.5), (2.9, 4.9), (2.6, 5.9), (1.5, 6.1)], t.dark)
    f.lines([(0, 7.3), (1.6, 8.3), (3.6, 8.0), (4.6, 6.9)], 0.35)
    for k in range(2):
        for side in f.sides():
            x = 1.5 + k * 1.3
            side.area([(x, 8.1, 1), (x + 0.35, 9.3, 1), (x + 0.7, 8.0, 1)], _FANG, 0.15)
    for side in f.sides():
        whisker: list[Point] = [(4.2, 5.2), (7.4, 3.6), (10.2, 5.2), (11.8, 9.4), (14.8, 9.6),
                                (16.6, 7.0)]
        side.limb(whisker, (0.55, 0.34, 0.1), GILT, 0.4)
        side.limb(whisker, (0.55, 0.34, 0.1), GILT, 0)
    for turn in (-28, 28, -10, 10):
        f.moved(turn * 0.05, 9.6, turn=90 + turn).area(leaf(3.8, 0.5), t.light, 0.22)
    helmet(f)


def _curl(f: Figure, x: float, y: float, radius: float, start: float) -> None:
    """Draw a lock of wool: a disc of three nested arcs."""
    t = TONES["earth"]
    f.area(ellipse(x, y, radius), t.main, 0)
    for n, share in enumerate((0.76, 0.5, 0.24)):
        f.trace(arc(x, y, radius * share, start + n * 40, start + n * 40 + 285), 0.26, _WOOL)


def judge_band(f: Figure) -> None:
    """Draw the remonstrator's hat band with a red tassel on each side."""
    f.black([(-5.6, -5.8, 1), (0, -5.4), (5.6, -5.8, 1), (5.4, -7.7, 1), (0, -7.3),
             (-5.4, -7.7, 1)],
            GILT, 0.3)
    for side in f.sides():
        cord: list[Point] = [(5.7, -6.4), (8.6, -2), (9.2, 4), (8.2, 10.4)]
        side.limb(cord, (0.3, 0.3), VERMILION, 0.3)
        side.area([(7.8, 10.2, 1), (8.6, 10.0, 1), (9.0, 12.8), (8.2, 14.4, 1), (7.4, 12.6)],
                  VERMILION,
                  0.22)
        side.area(ellipse(8.2, 10.1, 0.55), GILT, 0.2)


def xiezhi(f: Figure, foot: float) -> None:
    """Draw Xiezhi, a remonstrator with a curled mane and one layered horn for butting liars."""
    t = TONES["earth"]
    locks = [(7.0 * math.cos(math.radians(a)), 0.6 + 8.0 * math.sin(math.radians(a)), a)
             for a in range(-64, 88, 25)]
    outer = [(10.4 * math.cos(math.radians(a)), 0.8 + 9.8 * math.sin(math.radians(a)), a)
             for a in range(-48, 74, 24)]
    for side in f.sides():
        for x, y, _ in (*outer, *locks):
            side.area(ellipse(x, y, 2.85), t.main, 1.0)
        for x, y, a in (*outer, *locks):
            _curl(side, x, y, 2.85, a)
    robe(f, "earth", foot)
    collar(f)
    for side in f.sides():  # Small ears, folded back.
        side.area([(5.6, -4.6, 1), (7.6, -6.4), (10.4, -6.6, 1), (9.2, -4.2), (6.6, -2.6, 1)],
                  t.mid, 0.45)
        side.area([(7.0, -4.7, 1), (8.2, -5.6), (9.6, -5.9, 1), (8.6, -4.4)], t.dark, 0)
    f.whole([(0, -6.8, 1), (5.0, -6.6, 1), (6.6, -3.6), (6.9, 0.4), (6.6, 3.6), (7.4, 6.0, 1),
             (5.4, 6.6),
             (4.6, 8.6, 1), (0, 9.8, 1)], t.mid, CONTOUR)
    for k in range(4):  # Folds of the brow.
        y = -5.4 + k * 0.85
        f.lines([(0, y + 0.35), (1.2, y - 0.1), (2.3 - 0.1 * k, y + 0.25)], 0.28, t.dark)
    # Broad muzzle of a guardian lion, with two lower fangs.
    f.whole([(0, 1.4), (2.0, 1.2), (4.6, 2.6), (5.5, 5.0), (4.6, 7.0), (2.2, 7.4), (0, 6.6)],
            _WOOL, 0.4)
    f.whole([(0, 0.6, 1), (1.6, 0.2), (3.0, 1.2), (2.9, 2.4), (1.2, 3.6), (0, 3.9)], t.dark, 0.35)
    f.trace(bar([(0, 3.9), (0, 5.3)]), 0.35)
    f.lines([(0, 5.3), (1.6, 6.1), (3.6, 5.6), (4.8, 4.2)], 0.4)
    for side in f.sides():
        side.area([(2.6, 6.0, 1), (3.1, 4.2, 1), (3.8, 5.6, 1)], _FANG, 0.22)
        for k in range(3):
            side.area(ellipse(2.7 + k * 0.75, 3.6 + (k % 2) * 0.6, 0.17), t.dark, 0)
        # Brow whiskers like petrified flames.
        side.area([(1.3, -2.6, 1), (2.8, -4.4), (5.0, -4.6), (7.6, -6.2, 1), (6.9, -3.6),
                   (5.6, -2.9),
                   (3.4, -2.6)], t.dark, 0.3)
        side.area([(6.2, 1.0, 1), (8.6, 0.6, 1), (7.0, 2.2), (8.8, 3.0, 1), (6.6, 3.8, 1)], _WOOL,
                  0.3)
    eyes(f, 3.6, -1.2, 1.6, 1.2, press("#7A3E12"), 0.15)
    for k in range(3):  # Layered beard.
        f.whole([(0, 8.6 + k * 1.5, 1), (2.9 - k * 0.6, 8.0 + k * 1.5, 1),
                 (2.1 - k * 0.6, 10.4 + k * 1.5, 1),
                 (0, 11.2 + k * 1.5, 1)], _WOOL, 0.28)
    judge_band(f)
    f.whole([(0, -5.6, 1), (2.3, -6.4, 1), (1.7, -11.4), (0, -17.6, 1)], _WOOL, 0.5)
    for k, wide in enumerate((1.95, 1.8, 1.6, 1.4, 1.15, 0.85, 0.5)):
        y = -7.2 - k * 1.3
        f.lines([(0, y + 0.45), (wide * 0.98, y)], 0.3, t.dark)


def ox(f: Figure, foot: float) -> None:
    """Draw the Dark Ox, a strongman with crescent horns, a calm brow, and waves for shoulders."""
    t = TONES["water"]
    horn: list[Point] = [(3.0, -4.6), (9.4, -6.2), (13.8, -9.4), (15.2, -14.2), (12.2, -17.4)]
    for side in f.sides():
        side.limb(horn, (2.1, 2.0, 1.9, 1.3, 0.1), _HORN, CONTOUR)
        for k in range(7):
            x, y, a = _along(horn, 0.22 + k * 0.085)
            mark = side.moved(x, y, turn=a)
            mark.line([(-0.1, -1.75 + k * 0.08), (0.5, 0), (-0.1, 1.75 - k * 0.08)], 0.25,
                      _HORN_LINE)
        side.area([(5.2, -2.8, 1), (8.6, -3.2), (13.0, -1.0, 1), (10.2, 1.2), (6.2, 0.4, 1)],
                  _HIDE, 0.5)
        side.area([(7, -1.8, 1), (9, -1.9), (11.6, -0.8, 1), (9.4, 0.2)], t.dark, 0)
    robe(f, "water", foot)
    collar(f)
    for side in f.sides():
        side.area(ellipse(11.6, 11.6, 5.0), t.main, 0)
        side.trace(arc(11.6, 11.6, 5.0, 150, 400), CONTOUR)
        for k in range(4):
            side.trace(arc(11.6, 11.6, 4.6 - k * 1.1, 150, 345 - k * 10), 0.45 - 0.05 * k, _FOAM)
    f.whole([(0, -6.4), (3.6, -6.2), (6.2, -4.2), (6.4, -1.0), (5.2, 2.4), (4.8, 5.0), (5.4, 7.4),
             (3.8, 9.8), (0, 10.6)], _HIDE, CONTOUR)
    f.whole([(0, 3.9), (3.0, 3.8), (5.0, 5.8), (4.8, 8.4), (2.6, 9.9), (0, 10.2)], _MUZZLE, 0.4)
    f.pair([(1.5, 5.6), (2.8, 5.0), (3.7, 5.8), (3.1, 6.7), (2.0, 6.5)], t.dark)
    f.lines([(0, 8.1), (1.8, 8.7), (3.8, 8.0)], 0.35)
    f.trace(arc(0, 6.6, 1.9, 15, 165), 1.0)
    f.pen.stroke(f.path(arc(0, 6.6, 1.9, 15, 165)), f.theme.on_black(GILT), 0.62)
    for k in range(3):
        f.lines([(5.0 - 0.2 * k, 1.2 + k * 1.1), (4.2 - 0.2 * k, 1.9 + k * 1.1),
                 (4.6 - 0.25 * k, 2.7 + k * 1.1)], 0.28, t.light)
    for k in range(4):
        f.lines([(0, -3.2 + k * 1.5), (1.5, -2.6 + k * 1.5), (2.6, -3.0 + k * 1.5)], 0.28, t.light)
    eyes(f, 3.9, -1.6, 1.45, 1.0, t.mid, -0.1)
    for side in f.sides():
        side.black([(2.2, -2.6, 1), (3.6, -3.5), (5.8, -3.0, 1), (4.0, -2.7)])
    f.black(mirrored([(0, -7.6), (2.4, -7.4), (3.4, -6.0), (2.2, -4.6, 1), (1.5, -5.4),
                      (0.9, -3.8, 1),
                      (0, -5.0)]))
    headband(f)


def headband(f: Figure) -> None:
    """Draw the strongman's red band with its pearl."""
    f.whole([(0, -5.7, 1), (5.3, -5.0, 1), (5.6, -6.2, 1), (0, -7.0, 1)], VERMILION, 0.35)
    f.area(ellipse(0, -6.35, 0.9), CREAM, 0.3)


def _along(points: list[Point], share: float) -> tuple[float, float, float]:
    """Return a smooth line's point at ``share`` (0 to 1), and its direction there in degrees."""
    line = sampled(points, 0.3)
    at = round(share * (len(line) - 1))
    tangent, _ = directions(line)
    return float(line[at, 0]), float(line[at, 1]), math.degrees(math.atan2(tangent[at, 1],
            tangent[at, 0]))
