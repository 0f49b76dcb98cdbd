"""The Vermilion Bird as monarch, drawn in S-curves, and the White Tiger as minister, in facets."""

from __future__ import annotations

import math

from artwork.inks import press
from artwork.jiguan.figure import CONTOUR, Figure, bar, collar, eyes, robe
from artwork.jiguan.palette import GILT, JADE, TONES, VERMILION, WHITE
from artwork.outlines import Knot
from printkit.pdf.drawing import ellipse

# fmt: off

_HONEY = press("#F8D48A")
_BEAK = press("#E9B23A")
_EMBER_EYE = press("#8A1E10")
_FUR = press("#F2F1EC")
_FUR_1 = press("#DADDE0")
_FUR_2 = press("#C6CBD1")
_FUR_3 = press("#B5BCC5")
_NOSE = press("#B98078")
_AMBER = press("#C9992E")


def _wing(f: Figure) -> None:
    """Draw a wing of flames in three rows, the longest at the back."""
    t = TONES["fire"]
    rows = ((9, 13.0, 8.0, 72, -34, t.dark), (8, 10.0, 6.0, 70, -28, t.main),
            (6, 7.0, 4.0, 66, -20, t.mid))
    for row, (count, least, more, low, high, colour) in enumerate(rows):
        for k in range(count):
            share = k / (count - 1)
            length = least + more * math.sin(math.pi * (0.15 + share * 0.7))
            half = 1.6 - 0.2 * row
            plume: list[Knot] = [
                (0, 0, 1), (length * 0.3, -half), (length * 0.66, -half * 0.9),
                (length * 0.86, -half * 0.1), (length, -half * 1.2, 1), (length * 0.93, half * 0.5),
                (length * 0.6, half * 0.9), (length * 0.25, half * 0.7)]
            turn = low + (high - low) * share
            feather = f.moved(5 + share * 1.5, 8.5 - share * 5, turn=turn)
            if row == 0:
                feather.area(plume, colour, 0.3)
            else:
                feather.edged(plume, colour, t.light, 0.2)
            feather.line([(length * 0.2, 0), (length * 0.55, -half * 0.1),
                          (length * 0.8, -half * 0.2)],
                         0.18, t.light if row == 0 else t.dark)


def bird(f: Figure, foot: float) -> None:
    """Draw the Vermilion Bird, an imperious monarch in a flat crown with strings of beads."""
    t = TONES["fire"]
    for side in f.sides():
        _wing(side)
    robe(f, "fire", foot)
    for k, colour in enumerate((t.mid, t.light, _HONEY)):
        f.whole([(0, 3 + k * 0.4, 1), (5.4 - k * 1.1, 2.2), (6.6 - k * 1.2, 5.6, 1), (4.4 - k, 6.2),
                 (3.2 - k * 0.8, 8.6 - k, 1), (1.6, 7.2 - k), (0, 9.6 - k, 1)], colour, 0.25)
    f.whole([(0, -6.4), (3.2, -6.0), (5.4, -3.4), (5.8, -0.4), (4.6, 2.8), (2.2, 5.0), (0, 5.6)],
            t.main, CONTOUR)
    f.whole([(0, -2.6, 1), (1.5, -3.4), (4.4, -3.4, 1), (6.6, -4.6, 1), (5.0, -1.0), (3.4, 1.2),
             (1.7, 1.8), (0, -0.2, 1)], _HONEY, 0.25)
    for k in range(5):
        f.lines([(3.7 + 0.25 * k, 1.9 - 0.75 * k), (4.9 + 0.12 * k, 2.2 - 0.85 * k)], 0.2, t.dark)
    eyes(f, 3.0, -1.5, 1.35, 0.8, _EMBER_EYE, 0.5)
    f.lines([(1.2, -1.9), (2.8, -3.1), (5.2, -3.4)], 0.5, t.dark)
    for k, colour in enumerate((t.mid, t.light, _HONEY)):
        for side in f.sides():
            side.area([(4.2 - 0.5 * k, 2.2 + k * 0.9, 1), (6.2 - 0.4 * k, 2.2 + k),
                       (8.2 - k * 0.9, 0.6 + k * 1.5, 1), (6.8 - 0.6 * k, 3.2 + k * 1.2),
                       (4.6 - 0.6 * k, 3.8 + k * 0.8, 1)], colour, 0.22)
    f.whole([(0, -2.6, 1), (1.3, -0.8), (1.55, 1.2), (1.0, 3.8), (0.3, 5.4), (0, 6.8, 1)], _BEAK,
            0.4)
    f.lines([(0, 1.9), (1.2, 1.1)], 0.28)
    collar_tips(f)
    _flat_crown(f)


def collar_tips(f: Figure) -> None:
    """Draw the part of the crossed collar that a ruff leaves visible."""
    collar(f.moved(0, 0.4, scale=0.98))
    t = TONES["fire"]
    f.whole([(0, 4.6, 1), (3.2, 4.2), (4.6, 6.0, 1), (2.8, 6.6), (1.6, 8.4, 1), (0.8, 7.4),
             (0, 9.2, 1)],
            _HONEY, 0.25)
    f.whole([(0, 3.4, 1), (1.0, 3.8), (0.3, 5.4), (0, 6.8, 1)], _BEAK, 0.3)
    f.lines([(2.0, 6.3), (1.5, 7.4)], 0.18, t.dark)


def _flat_crown(f: Figure) -> None:
    """Draw the mian crown, a flat board with strings of three to six beads on each side."""
    t = TONES["fire"]
    beads = (_HONEY, VERMILION, WHITE, TONES["wood"].main, TONES["water"].main, _HONEY)
    for turn, length in ((0, 3.8), (24, 2.8), (-24, 2.8)):
        crest = f.moved(turn * 0.09, -10.4, turn=turn)
        crest.area([(-0.9, 0, 1), (-0.9, -length * 0.4), (0.1, -length * 0.7), (0.2, -length, 1),
                    (0.8, -length * 0.6), (1.0, -length * 0.3), (0.9, 0, 1)],
                   t.mid if turn else t.light, 0.3)
    f.black([(-4.8, -5.3, 1), (0, -5.9), (4.8, -5.3, 1), (4.6, -8.2, 1), (0, -8.8),
             (-4.6, -8.2, 1)],
            GILT, 0.35)
    f.glow([(0, -6.4, 1), (1.0, -7.3, 1), (0, -8.2, 1), (-1.0, -7.3, 1)], GILT)
    f.area([(-7.6, -8.5, 1), (0, -9.0), (7.6, -8.5, 1), (8.3, -9.9, 1), (0, -10.6),
            (-8.3, -9.9, 1)],
           t.dark, 0.4)
    f.trace(bar([(-7.8, -9.5), (7.8, -9.5)]), 0.25, GILT)
    for side in f.sides():
        for k in range(4):
            x, count = 7.4 - k * 0.95, 6 - k
            side.trace(bar([(x, -8.5), (x, -8.4 + count * 0.95)]), 0.18, GILT)
            for j in range(count):
                side.area(ellipse(x, -7.9 + j * 0.95, 0.36), beads[j], 0.12)


def tiger(f: Figure, foot: float) -> None:
    """Draw the White Tiger, a minister with 王 cut into a level brow, and with a winged hat."""
    t = TONES["metal"]
    robe(f, "metal", foot)
    collar(f)
    for side in f.sides():
        side.area([(4.2, -6.0, 1), (5.4, -9.2, 1), (8.4, -7.6, 1), (8.0, -3.4, 1)], _FUR, CONTOUR)
        side.area([(5.3, -6.2, 1), (6.0, -7.9, 1), (7.6, -7.0, 1), (7.2, -4.6, 1)], t.main, 0)
    half: list[Knot] = [
        (0, -7.0, 1), (4.4, -6.6, 1), (7.2, -3.4, 1), (8.2, 0.2, 1), (9.4, 2.2, 1), (7.6, 3.0, 1),
        (8.2, 5.2, 1), (5.8, 5.4, 1), (4.2, 7.8, 1), (1.8, 9.2, 1), (0, 9.4, 1)]
    f.whole(half, _FUR, CONTOUR)
    facets: tuple[tuple[list[Knot], object], ...] = (
        ([(4.4, -6.6, 1), (7.2, -3.4, 1), (3.4, -2.2, 1)], _FUR_1),
        ([(7.2, -3.4, 1), (8.2, 0.2, 1), (5.2, 1.4, 1), (3.4, -2.2, 1)], _FUR_2),
        ([(8.2, 0.2, 1), (9.4, 2.2, 1), (7.6, 3.0, 1), (5.2, 1.4, 1)], _FUR_1),
        ([(7.6, 3.0, 1), (8.2, 5.2, 1), (5.8, 5.4, 1), (5.2, 1.4, 1)], _FUR_3),
        ([(5.8, 5.4, 1), (4.2, 7.8, 1), (2.4, 5.0, 1), (5.2, 1.4, 1)], _FUR_1))
    for facet, colour in facets:
        f.pair(facet, colour)  # type: ignore[arg-type]
    stripes: tuple[list[Knot], ...] = (
        [(7.4, -2.8, 1), (4.7, -1.7, 1), (7.7, -1.5, 1)],
        [(8.3, 0.7, 1), (5.4, 1.5, 1), (8.7, 1.8, 1)],
        [(8.1, 4.2, 1), (5.6, 3.3, 1), (7.7, 5.1, 1)],
        [(5.1, 6.7, 1), (4.1, 4.7, 1), (4.1, 7.7, 1)],
        [(5.9, -5.2, 1), (3.7, -3.6, 1), (6.5, -4.2, 1)])
    for stripe in stripes:
        for side in f.sides():
            side.black(stripe)
    for wide, y in ((1.5, -6.0), (1.2, -4.9), (1.6, -3.75)):
        f.black([(-wide, y - 0.1, 1), (0, y - 0.34, 1), (wide, y - 0.1, 1),
                 (wide * 0.8, y + 0.28, 1),
                 (0, y + 0.12, 1), (-wide * 0.8, y + 0.28, 1)])
    f.black([(-0.28, -6.1, 1), (0.28, -6.1, 1), (0.22, -3.6, 1), (-0.22, -3.6, 1)])
    f.area([(-1.1, -2.6, 1), (1.1, -2.6, 1), (1.7, 2.4, 1), (-1.7, 2.4, 1)], press("#E4E6E8"), 0)
    f.area([(0, -2.6, 1), (1.1, -2.6, 1), (1.7, 2.4, 1), (0, 2.4, 1)], _FUR_2, 0)
    f.whole([(0, 2.2, 1), (1.8, 2.2, 1), (3.9, 4.4, 1), (3.4, 6.8, 1), (1.2, 7.6, 1), (0, 6.9, 1)],
            WHITE, 0.3)
    f.whole([(0, 2.0, 1), (1.8, 2.0, 1), (1.2, 3.3, 1), (0, 4.1, 1)], _NOSE, 0.3)
    f.trace(bar([(0, 4.1), (0, 5.4)]), 0.32)
    for side in f.sides():
        side.trace(bar([(0, 5.4), (1.6, 6.4), (2.8, 5.9)]), 0.32)
        for k in range(3):
            side.trace(bar([(2.4, 4.9 + k * 0.6), (7.6, 4.3 + k * 1.2)]), 0.18)
    eyes(f, 3.4, -1.0, 1.65, 0.95, _AMBER, 0.5)
    for side in f.sides():
        side.trace(bar([(1.4, -1.7), (3.2, -2.6), (5.4, -2.3)]), 0.45)
    _winged_hat(f)


def _winged_hat(f: Figure) -> None:
    """Draw the black hat; its long wings kept ministers from whispering at court."""
    for side in f.sides():
        side.black([(4.6, -8.6, 1), (9, -9.4), (15.4, -9.9), (17.6, -9.2), (17.6, -8.0),
                    (15.4, -7.6),
                    (9, -7.8), (4.6, -7.6, 1)], GILT, 0.35)
        side.pen.stroke(side.path(bar([(6.2, -8.2), (16.4, -8.7)])), side.theme.on_black(GILT), 0.2)
    f.black([(-3.4, -9.2, 1), (-3.2, -12.6), (0, -13.6), (3.2, -12.6), (3.4, -9.2, 1)], GILT, 0.3)
    f.black([(-4.9, -6.0, 1), (0, -6.6), (4.9, -6.0, 1), (4.7, -9.6, 1), (0, -10.2),
             (-4.7, -9.6, 1)],
            GILT, 0.3)
    f.area([(-1, -8.3, 1), (0, -9.2, 1), (1, -8.3, 1), (0, -7.4, 1)], JADE, 0.25)
