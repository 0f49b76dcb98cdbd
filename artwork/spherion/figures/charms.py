"""Power-ups: found objects that float over level ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from artwork.outlines import chance
from artwork.shapes import arc, at, disc, flip, ngon, polar, spiral, star
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, crescent, flame, strip
from artwork.spherion.globe import seen
from artwork.spherion.palette import (
    BONE,
    BRASS,
    BRASS_DEEP,
    BRASS_GLOW,
    ELEMENTS,
    INK,
    SEATS,
    WHITE,
    Tones,
    press,
    tint,
)
from printkit.pdf.drawing import Cmyk, Path, Point, Radial, Stop, polygon, rounded

# fmt: off
METAL: Final = (BRASS_DEEP, BRASS, BRASS_GLOW)


def _glory(b: Brush, light: Cmyk, *, y: float = -17.5, r: float = 15.0) -> None:
    """Draw rings of light, twelve rays, and the object's shadow on the ground."""
    sky = b.tones.sky
    for more, share in ((7.0, 0.16), (4.0, 0.3), (1.0, 0.46)):
        b.fill(disc(0, y, r + more), sky.mixed(light, share))
    rays = Path(())
    for i in range(12):
        turn = 30 * i + 15
        length = 5.6 if i % 2 == 0 else 3.4
        rays += at(polygon([(0, -0.55), (length, 0), (0, 0.55)]), *polar(0, y, r + 2.6, turn), turn)
    b.fill(rays, light)
    b.fill(disc(0, 1.4, 12, 1.5), b.tones.halo)


def _crystal(b: Brush, corners: list[Point], ridge: list[Point], tones: Tones) -> None:
    """Draw a crystal with a ridge from its tip to its foot and facets of different brightness."""
    whole = polygon(corners)
    b.lift(whole)
    b.flat(whole, tones.mid, 0.45)
    middle = len(corners) // 2
    b.fill(polygon([*corners[: middle + 1], *reversed(ridge)]), tones.deep.mixed(tones.mid, 0.45))
    b.fill(polygon([*corners[middle:], corners[0], *ridge]), tones.light)
    b.stroke(polygon(ridge, closed=False), WHITE, 0.35)


def edge(b: Brush) -> None:
    """Draw P01, a sliver of an ancient blade."""
    t = ELEMENTS["Fire"]
    steel = Tones(press(60, 45, 30, 40), Cmyk(38, 24, 14, 6), Cmyk(12, 6, 2, 0), WHITE, b.tones.sky)
    _glory(b, t.light)
    corners: list[Point] = [(9, -36), (10.4, -24), (5.4, -12), (-1, -1), (-4.4, 0.4), (-7, -5),
            (-5.4, -14), (0.6, -27)]
    _crystal(b, corners, [(9, -36), (3.4, -20), (-2.4, -7), (-4.4, 0.4)], steel)
    b.stroke(polygon([(9, -36), (10.4, -24), (5.4, -12), (-1, -1)], closed=False), t.glow, 0.8)
    for x, y, turn, length in ((-9.6, -9.0, -58.0, 8.0), (-12.4, -19, -58, 6), (11.4, -11, -58, 7)):
        b.flat(at(crescent(length, 1.2, 0.02), x, y, turn), t.glow, 0.25, t.mid)
    for points in ([(12.6, -8), (15.6, -11.4), (16, -6.4)], [(-10.6, -25.4), (-8.4, -29.4), (-6.8,
            -24.6)], [(-13, -3.6), (-10.8, -6.4), (-9.4, -2.4)]):
        b.cel(polygon(points), (steel.deep, steel.mid, steel.light), 0.5)


def shell(b: Brush) -> None:
    """Draw P02, a piece of a sea creature's shell."""
    t = ELEMENTS["Water"]
    _glory(b, t.light)
    turns = spiral(1.6, -15, 11, 2.1, 150, 1)
    widths = [15, 14, 12.4, 11, 9.6, 8.4, 7.2, 6.2, 5.2, 4.2, 3.4, 2.4, 1.4]
    outer = blob([(-12.6, -3.6, 1), (-13.6, -14), (-10.2, -24.6), (-1, -30.6), (9, -28.6), (15.4,
            -20), (14.4, -9.4), (6.6, -2.2), (-3, -1, 1), (-8, -1.6)])
    b.cel(outer, (t.deep, t.mid, t.light), 1.6, line=0.45)
    with b.clipped(outer):
        ribs = Path(())
        for i in range(9):
            x, y = polar(1.6, -15, 18, 130 + 28 * i)
            ribs += strip([(1.6 + (x - 1.6) * 0.34, -15 + (y + 15) * 0.34), (x * 0.7,
                    -15 + (y + 15) * 0.62), (x, y)], [0.2, 0.7, 1.1], 3)
        b.fill(ribs, t.glow)
        b.stroke(strip(turns, [w * 0.03 for w in widths], 26), t.deep, 0.7)
    b.flat(blob([(-12.6, -3.6, 1), (-11, -9), (-5.6, -9.4), (-2.4, -4.6), (-3, -1, 1), (-8, -1.6)]),
            Cmyk(2, 26, 22, 0), 0.35)
    b.flat(blob([(-10.4, -4, 1), (-9.4, -7), (-6, -7), (-4.4, -3.4, 1), (-7.4, -2.8)]), Cmyk(8, 50,
            40, 10))
    for x, y, r in ((16.4, -31, 1.2), (-15, -28.6, 0.9), (18, -6.6, 1.0)):
        b.cel(disc(x, y, r), (t.mid, t.light, t.glow), 0.3)


def _tablet(b: Brush, outline: Callable[[float, float, float], Path]) -> None:
    """Draw a stone tablet with the given outline and six rivets."""
    stone = tint(2)
    b.lift(outline(0, -17, 14.4))
    b.flat(outline(0.7, -15.8, 14.2), stone.deep, 0.4)
    b.cel(outline(0, -17, 14), (stone.deep, stone.mid, stone.light), 1.2, line=0.4)
    b.stroke(outline(0, -17, 11.6), stone.deep, 0.5)
    b.stroke(outline(-0.2, -17.2, 11.6), WHITE.mixed(stone.light, 0.4), 0.25)
    for i in range(6):
        b.flat(disc(*polar(0, -17, 12.8, 60 * i - 90), 0.55), stone.deep)


def wallwalk(b: Brush) -> None:
    """Draw P03, a walker halfway through the bricks."""
    t = ELEMENTS["Void"]
    _glory(b, t.light)
    _tablet(b, ngon)
    with b.clipped(ngon(0, -17, 11.2)):
        b.fill(polygon([(0.6, -30), (14, -30), (14, -4), (0.6, -4)]), press(52, 56, 60, 50))
        for row in range(8):
            for i in range(3):
                x, y = 0.9 + i * 5.2 - 2.6 * (row % 2), -28.4 + row * 3.1
                b.fill(polygon([(max(0.9, x), y), (x + 4.8, y), (x + 4.8, y + 2.7), (max(0.9, x),
                        y + 2.7)]), Cmyk(28, 44, 50, 14 if (i + row) % 2 else 24))
    body: tuple[tuple[list[Point], list[float]], ...] = (
        ([(-0.6, -20), (-1.4, -14.6)], [3.4, 2.8]), ([(-1.4, -15), (-4.4, -11.6), (-6.6, -8)], [2.4,
                1.9, 1.3]), ([(-1, -15), (2.6, -12), (4.4, -7.6)], [2.4, 1.9, 1.3]),
        ([(-0.6, -19.8), (-4.6, -17.8), (-6.4, -14.6)], [1.7, 1.5, 1.1]),
                ([(-0.4, -19.8), (3.6, -18.4), (6.8, -20.4)], [1.7, 1.5, 1.1]))
    for colour, more in ((t.deep, 1.1), (t.glow, 0.0)):
        for run, widths in body:
            b.fill(strip(run, [w + more for w in widths]), colour)
        b.fill(disc(-0.2, -23.4, 2.0 + more / 2), colour)
    for r in (8.2, 9.8):
        b.stroke(arc(0.6, -17, r, 150, 215), t.mid, 0.5)


def stride(b: Brush) -> None:
    """Draw P04, two winged footprints on a stone."""
    t = ELEMENTS["Wind"]
    _glory(b, t.light)
    _tablet(b, disc)
    for dx, dy, side in ((-3.6, 3.4, -1), (3.6, -3.8, 1)):
        sole = blob([(-2.4, -3.2), (0.2, -4.4), (2.4, -2.4), (2.0, 0.8), (0.4, 2.2), (-1.4, 1.2)])
        for path in (sole, disc(-0.2, 4.4, 1.5, 1.8)):
            placed_path = at(path if side > 0 else flip(path), dx, -17 + dy, 14, 1.15)
            b.flat(placed_path, t.glow, 0.55, t.deep)
        for k, turn in enumerate((-30.0, -8)):
            wing = crescent(5.4 - 0.8 * k, 1.7, 0.16)
            x, y = dx + 3.0 * side, -15.6 + dy + 1.7 * k
            b.flat(at(wing if side > 0 else flip(wing), x, y, turn * side), t.light, 0.4, t.deep)
    for x, y, length in ((-21, -9.0, 7.0), (-22.6, -17, 5), (-20, -25, 6)):
        b.flat(at(crescent(length, 1.1, 0.1), x, y, 0), t.glow, 0.2, t.deep)


def beacon(b: Brush) -> None:
    """Draw P05, a shining crystal."""
    t = ELEMENTS[""]
    gold = Tones(Cmyk(20, 55, 90, 25), Cmyk(2, 34, 84, 0), Cmyk(0, 12, 50, 0), WHITE, b.tones.sky)
    _glory(b, t.light)
    for turn, reach in ((-90.0, 8.0), (-66, 6), (-114, 6)):
        b.fill(at(polygon([(0, -1.2), (reach, -0.2), (reach, 0.2), (0, 1.2)]), *polar(0, -24, 9,
                turn), turn), gold.light)
    _crystal(b, [(0, -33), (7.6, -26), (6, -9), (0, 0.6), (-6, -9), (-7.6, -26)], [(0, -33),
            (-0.8, -24), (-1.4, -9.6), (0, 0.6)], gold)
    b.stroke(polygon([(-7.6, -26), (-0.8, -24), (7.6, -26)], closed=False) + polygon([(-6, -9),
            (-1.4, -9.6), (6, -9)], closed=False), WHITE, 0.35)
    b.flat(star(0, -17.4, 4.6, 1.3, 4), WHITE, 0.25, gold.deep)
    for side, x in ((-1, -11.4), (1, 11.8)):
        _crystal(b, [(x, -17.4 + side), (x + 2.6, -11), (x + 1.6, -3), (x, 0.2), (x - 1.6, -3),
                (x - 2.6, -11)], [(x, -17.4 + side), (x - 0.4, -9), (x, 0.2)], gold)


def vial(b: Brush) -> None:
    """Draw P06, a small vial of daylight."""
    leaf = (press(75, 25, 85, 40), Cmyk(62, 8, 80, 4), Cmyk(34, 0, 55, 0))
    red = SEATS["red"]
    _glory(b, Cmyk(20, 0, 34, 0))
    flask = blob([(-3.4, -27.6, 1), (-3.2, -21.6), (-8, -17.4), (-10.2, -10.6), (-7.4, -3.4), (0,
            -0.8), (7.4, -3.4), (10.2, -10.6), (8, -17.4), (3.2, -21.6), (3.4, -27.6, 1)])
    b.lift(flask)
    b.flat(flask, Cmyk(12, 0, 8, 0), 0.5)
    with b.clipped(flask):
        b.fill(blob([(-12, -13.6), (-6, -14.8), (0, -13.2), (6, -14.6), (12, -13.4), (12, 2), (-12,
                2)]), red.mid)
        b.fill(blob([(-12, -11), (-7, -11.6), (-3, -6), (-4, 2), (-12, 2)]), red.light)
        b.fill(polygon([(12, -12), (7.4, -10), (6, 2), (12, 2)]), red.deep)
        for x, y, r in ((-2, -6, 1.1), (2.4, -9.4, 0.8), (3.4, -4.6, 0.6), (-4.8, -9.6, 0.6)):
            b.stroke(disc(x, y, r), red.glow, 0.35)
    b.fill(strip([(-6.6, -7), (-7.2, -11.4), (-5.2, -15.6)], [0.3, 1.4, 0.3]), WHITE)
    b.cel(rounded(-4.2, -30, 8.4, 3, 0.8), METAL, 0.5)
    b.cel(polygon([(-2.8, -30), (2.8, -30), (3.4, -35), (-3.4, -35)]), (Cmyk(40, 62, 85, 35),
            Cmyk(22, 44, 66, 6), Cmyk(10, 26, 44, 0)), 0.5)
    for turn, x, y in ((-150.0, -4, -26), (-118, -5.4, -24.6)):
        b.cel(at(flame(7.4, 4, 0.14), x, y, turn), leaf, 0.5)
    b.flat(rounded(2, -25.8, 7.6, 6.4, 0.6), BONE, 0.3)
    b.fill(blob([(5.8, -20.6, 1), (3.2, -23), (3.6, -24.8), (5, -25), (5.8, -23.8, 1), (6.6, -25),
            (8, -24.8), (8.4, -23)]), red.mid)


def bomb(b: Brush) -> None:
    """Draw B01, the globe as a small bomb with its fuse lit."""
    fire = ELEMENTS["Fire"]
    x0, y0, r = 0.0, -16.5, 14.4
    _glory(b, fire.light, y=y0)
    b.lift(disc(x0, y0, r))
    b.fill(disc(x0, y0, r + 0.7), INK)
    stops = (Stop(0, WHITE), Stop(0.25, fire.glow), Stop(0.55, Cmyk(0, 45, 95, 0)), Stop(1,
            Cmyk(15, 85, 95, 20)))
    b.fill(disc(x0, y0, r), Radial((x0 - 4, y0 - 5), 24, stops))
    with b.clipped(disc(x0, y0, r)):
        lit: dict[int, Path] = {}
        shade, inner = Path(()), Path(())
        random = chance("bomb")
        for plate in seen(33.0, -28.0, 12.0):
            if random.random() < 0.05:
                continue
            mx, my = plate.middle
            step = min(3, max(0, int((-mx * 0.5 - my * 0.6 + plate.facing * 0.35) * 4)))
            lit[step] = lit.get(step, Path(())) + plate.path(x0, y0, r, 0.84)
            shade += plate.path(x0 + 0.35, y0 + 0.4, r, 0.84)
            inner += plate.path(x0, y0, r, 0.62)
        b.fill(shade, Cmyk(20, 80, 90, 45))
        for step, path in lit.items():
            b.fill(path, press(70, 62, 55, 66).mixed(Cmyk(45, 38, 35, 25), step / 3))
        b.stroke(inner, press(45, 38, 35, 30), 0.25)
    b.stroke(arc(x0, y0, r - 0.6, 165, 275), WHITE, 0.7)
    top = y0 - r
    b.cel(polygon([(-3.2, top - 1.8), (3.2, top - 1.8), (3.8, top + 1.6), (-3.8, top + 1.6)]),
            METAL, 0.6, line=0.35)
    b.flat(strip([(0, top - 1.8), (1.5, top - 4.2), (5.4, top - 3.6), (7.4, top - 0.4)], [0.9, 0.9,
            0.8, 0.8]), BONE, 0.28)
    b.fill(star(7.5, top, 3.4, 1.2, 8, 10), fire.mid)
    b.fill(star(7.5, top, 2.4, 0.9, 8, 30), fire.light)
    b.fill(disc(7.5, top, 0.8), WHITE)
