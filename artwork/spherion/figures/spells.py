"""Spells: one object in a lit chamber that shows the card's effect."""

from __future__ import annotations

from typing import Final

from artwork.outlines import chance, through
from artwork.shapes import arc, at, corners, disc, ngon, polar, spiral, star
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, crescent, flame, strip
from artwork.spherion.figures.parts import prism
from artwork.spherion.figures.rooms import chamber, sparks, tiles
from artwork.spherion.palette import (
    BONE,
    BRASS,
    BRASS_DEEP,
    BRASS_GLOW,
    ELEMENTS,
    INK,
    PITCH,
    SEATS,
    WHITE,
    press,
    tint,
)
from printkit.pdf.drawing import Cmyk, Path, Radial, Stop, polygon, rectangle, rounded

# fmt: off
METAL: Final = (BRASS_DEEP, BRASS, BRASS_GLOW)
GREEN: Final = (press(75, 25, 85, 40), Cmyk(62, 8, 80, 4), Cmyk(34, 0, 55, 0))
_WOOD: Final = (Cmyk(45, 65, 85, 45), Cmyk(38, 60, 85, 24), Cmyk(26, 48, 72, 8))


def blessing(b: Brush) -> None:
    """Draw S01, a white-hot blade on an anvil, under a hammer."""
    fire, iron = ELEMENTS["Fire"], tint(0)
    steel = (iron.deep, iron.mid, iron.light)
    chamber(b, fire.light, fire.mid.mixed(fire.deep, 0.55), press(40, 85, 75, 58), rays=22,
            ray=fire.light.mixed(fire.mid, 0.6), at=(-2, -15))
    b.cel(polygon([(-9, 3), (-7, -2.4), (-4, -5), (4, -5), (7, -2.4), (9, 3)]), steel, 1.0)
    b.cel(blob([(-17.6, -13, 1), (13, -13, 1), (13, -10.4, 1), (8, -8.4), (5.6, -4.6, 1), (-5.6,
            -4.6, 1), (-8, -8), (-13, -9.4)]), steel, 1.0, line=0.4)
    blade = polygon([(-21.6, -17.2), (8, -15.4), (8, -13.2), (-21.6, -14.4), (-24, -15.8)])
    b.flat(blade, fire.glow, 0.35, fire.mid)
    b.fill(polygon([(-21.6, -16.6), (7.6, -14.8), (7.6, -14.2), (-22.6, -15.8)]), WHITE)
    b.cel(polygon([(8, -18), (9.8, -18), (9.8, -10.8), (8, -10.8)]), METAL, 0.3)
    b.cel(strip([(9.8, -14.3), (19, -13.8)], [2.4, 2.2], 4), _WOOD, 0.4)
    b.cel(disc(20.2, -13.7, 1.7), METAL, 0.4)
    b.cel(at(strip([(0, 0), (22, 0)], [2.1, 2.5], 4), -2.6, -24.4, -28), _WOOD, 0.5)
    b.cel(at(polygon([(-4.4, -6.4), (4.4, -6.4), (5, 5), (3.4, 6.4), (-3.4, 6.4), (-5, 5)]), -5,
            -24.6, -28), steel, 1.0, line=0.4)
    b.cel(at(rectangle(-5, -2.2, 10, 2.2), -5, -24.6, -28), METAL, 0.4, halo=False)
    for turn, length in ((-170.0, 8), (-150, 10), (-128, 7), (-52, 7), (-28, 9.6), (-10, 7.6), (-96,
            5)):
        b.flat(at(star(length * 0.5, 0, length * 0.55, 0.5, 2, 0), -2.4, -15.8, turn), WHITE, 0.25,
                fire.light)
    sparks(b, "S01", fire.glow, 26, (-22, -33, 20, -17), 0.7)


def skin(b: Brush) -> None:
    """Draw S02, a fist that turns to stone plate by plate, from the wrist upwards."""
    earth = ELEMENTS["Earth"]
    stone = tint(6)
    chamber(b, earth.light, earth.mid, press(55, 65, 75, 45), rays=18,
            ray=earth.light.mixed(earth.mid, 0.4))
    flesh = (Cmyk(14, 46, 58, 12), Cmyk(4, 30, 40, 0), Cmyk(0, 16, 24, 0))
    arm = blob([(-8.4, 6, 1), (-8, -3), (-7.4, -9), (-11, -14), (-12.4, -21), (-10.4, -27.4), (-6,
            -29.4), (0, -30.4), (6, -29.6), (10.6, -27),
                (11.8, -20), (9.6, -12.4), (7.4, -8), (8, -2), (9, 6, 1)])
    b.cel(arm, flesh, 1.8, line=0.45)
    for x, top in ((-5.4, -29.6), (-0.2, -30.6), (5, -29.8)):
        b.lines([[(x, top + 1), (x + 0.3, -23.6), (x, -20.4)]], INK, 0.45)
    b.flat(blob([(-11.6, -21.4), (-4.6, -21.6), (2.4, -19.8), (4.4, -16.8), (1.4, -14.6), (-5,
            -15.4), (-10.6, -15)]), flesh[1], 0.4)
    b.lines([[(1.6, -19.4), (3.2, -17.4), (1.8, -15.8)]], INK, 0.3)
    plates = Path(())
    with b.clipped(arm):
        b.fill(polygon([(-14, 8), (-14, -12), (-9, -16.4), (-4, -11), (2, -17.6), (6, -12), (14,
                -21), (14, 8)]), stone.mid)
        for row in range(-1, 8):
            for i in range(-4, 5):
                x, y = (i + 0.5 * (row % 2)) * 4.6, 4.0 - row * 4
                if y > -8 + (abs(x) - 4) * -0.9 - 4 * ((i + row) % 2):
                    share = 0.25 + 0.5 * (x < 0)
                    b.shape(ngon(x, y, 2.55), stone.mid.mixed(stone.light, share), INK, 0.3)
                    plates += ngon(x - 0.15, y - 0.2, 1.8)
        b.stroke(plates, WHITE.mixed(stone.light, 0.5), 0.25)
    for x, y, r in ((-13.6, -10.4, 2.3), (13.4, -14.6, 2.5), (-16.6, -17, 1.6), (15.6, -21.4, 1.7),
            (-14.4, -25, 1.2), (12.4, -30.2, 1.2)):
        b.cel(ngon(x, y, r, 6, 12 * x), (stone.deep, stone.mid, stone.light), r * 0.35)


def second_wind(b: Brush) -> None:
    """Draw S03, winged boots in the air on three gusts of wind."""
    wind = ELEMENTS["Wind"]
    chamber(b, wind.glow, wind.mid, wind.sky, at=(3, -16))
    for y, x, r in ((-28.6, -13.6, 5.2), (-16.4, -16.2, 5.0), (-4.6, -12.6, 4.6)):
        run = [(28, y + 5.4), (12, y + 6.4), (-4, y + 5.2), *spiral(x, y, r, 1.35, 82, 1)]
        b.cel(strip(run, [0.5, 2.6, 2.6, 2.2, 1.8, 1.2, 0.4], 26), (wind.deep, wind.light, WHITE),
                0.4)
    leather = (press(40, 70, 90, 40), Cmyk(30, 62, 88, 18), Cmyk(14, 42, 70, 2))
    for dx, dy, scale in ((8.4, -6.6, 0.86), (0, 0, 1.0)):
        def put(path: Path, dx: float = dx, dy: float = dy, scale: float = scale) -> Path:
            return at(path, 1 + dx, -6 + dy, -14, scale)

        for k, (length, turn) in enumerate(((14, -38.0), (12.6, -22), (10.6, -6), (8, 10))):
            b.cel(put(at(crescent(length, 3.6, 0.14), 4.4, -8 + 1.2 * k, turn)), (wind.mid,
                    wind.glow, WHITE), 0.5)
        b.cel(put(blob([(-3.6, -15, 1), (5.4, -15, 1), (5, -5.4), (6.2, 1.6), (5.6, 4, 1), (-1.6,
                4.4), (-12.6, 4, 1), (-13.6, 1.2), (-9, -1.4), (-3.6, -5)])), leather, 1.2,
                line=0.4)
        b.cel(put(rounded(-4.4, -16.6, 10.6, 3, 0.8)), METAL, 0.5)
        b.cel(put(polygon([(-13.6, 4), (5.8, 4), (5.8, 5.8), (2, 5.8), (1, 4.8), (-13, 5.4)])),
                (PITCH, INK, INK), 0.3)
        b.flat(put(polygon([(-4.2, -6.6), (5.2, -6.2), (5.4, -4.2), (-4.8, -4.6)])), BRASS, 0.25)
        b.flat(put(ngon(-0.4, -5.4, 1.5)), wind.mid, 0.25)
    sparks(b, "S03", WHITE, 14, (-24, -33, 24, 0), 0.5)


def beacon(b: Brush) -> None:
    """Draw S04, a lit beacon tower and an answering light beyond the horizon."""
    fire, night = ELEMENTS["Fire"], ELEMENTS["Water"]
    chamber(b, fire.glow, press(60, 70, 20, 20), night.sky, rays=16, ray=Cmyk(8, 22, 50, 0), at=(0,
            -24))
    ridge = blob([(-31, -4, 1), (-22, -8.4), (-15, -5), (-7, -9), (2, -5.6), (11, -9.6), (19, -5.6),
            (31, -9, 1), (31, 8, 1), (-31, 8, 1)])
    b.fill(ridge, press(80, 70, 45, 50))
    for x, y in ((-21.4, -9.6), (20.8, -7.6)):
        b.flat(at(flame(3.2, 1.7, 0.1), x, y + 1, -90), fire.light)
        b.fill(disc(x, y, 0.55), fire.glow)
    for radius in (7, 10.5, 14):
        b.stroke(arc(0, -26, radius, 190, 250) + arc(0, -26, radius, 290, 350), fire.glow, 0.7)
    prism(b, 0, 1.6, 8.6, 3.6, tones=tint(2))
    prism(b, 0, -2, 6.4, 9, tones=tint(2))
    prism(b, 0, -11, 4.8, 6.6, tones=tint(2))
    b.flat(blob([(-1.6, -2.4, 1), (-1.6, -5.6), (0, -7.2, 1), (1.6, -5.6), (1.6, -2.4, 1)]),
            fire.glow, 0.3)
    b.cel(blob([(-6.6, -20.4, 1), (6.6, -20.4, 1), (4.6, -16.4, 1), (-4.6, -16.4, 1)]), METAL, 0.6)
    for x, length, turn in ((-3.4, 9.6, -104.0), (3.4, 9.6, -76), (-1.6, 13, -94), (2, 12, -84)):
        b.cel(at(flame(length, 5, 0.12 if x < 0 else -0.12), x, -20, turn), (fire.deep, fire.mid,
                fire.light), 0.6)
    for x, length in ((-1, 8.4), (1.4, 7.6)):
        b.cel(at(flame(length, 3.4, 0.1), x, -20, -90), (fire.light, fire.glow, WHITE), 0.4,
                halo=False)
    sparks(b, "S04", fire.glow, 16, (-10, -36, 10, -26), 0.6)


def ledger(b: Brush) -> None:
    """Draw S05, two ledgers that exchange pages."""
    chamber(b, BRASS_GLOW, Cmyk(20, 45, 70, 15), press(55, 65, 70, 50), rays=14, ray=Cmyk(8, 24, 50,
            2))
    for side, seat in ((1, "red"), (-1, "blue")):
        cover = (SEATS[seat].deep, SEATS[seat].mid, SEATS[seat].light)
        x = 11.6 * side

        def put(path: Path, x: float = x, side: int = side) -> Path:
            return at(path, x, -6.4, 9 * side)

        b.cel(put(polygon([(-11, -6.6), (0, -4.2), (11, -6.6), (12, 5.6), (0, 8.4), (-12, 5.6)])),
                cover, 0.8, line=0.4)
        b.flat(put(blob([(-10.2, -8, 1), (-5, -8.4), (0, -5.6, 1), (0, 6.4, 1), (-5, 3.8), (-11,
                4.4, 1)])), BONE, 0.3)
        b.flat(put(blob([(10.2, -8, 1), (5, -8.4), (0, -5.6, 1), (0, 6.4, 1), (5, 3.8), (11, 4.4,
                1)])), WHITE, 0.3)
        for row in range(5):
            y = -5.6 + 1.8 * row
            for page in (-1, 1):
                line = [(page * 8.8, y - 0.4), (page * 5, y - 0.7), (page * 1.6, y + 1.2)]
                b.stroke(put(through(line)), INK.mixed(BRASS, 0.35), 0.3)
    for x, y, turn, seat in ((-8.4, -25.4, -14.0, "blue"), (8.4, -26, 14, "red")):
        t = SEATS[seat]
        b.cel(at(rounded(-4.6, -7.4, 9.2, 14.8, 0.8), x, y, turn), (t.deep, WHITE, WHITE), 0.25,
                line=0.35)
        b.flat(at(rounded(-3.8, -6.6, 7.6, 13.2, 0.5), x, y, turn), t.mid)
        b.flat(at(ngon(0, 0, 2.9), x, y, turn), t.light)
        b.flat(at(ngon(0, 0, 1.9), x, y, turn), t.deep)
    for x, y, turn in ((-11.4, -14.6, -70.0), (11.4, -15, -110)):
        b.flat(at(crescent(7, 1.4, 0.16), x, y, turn), BRASS_GLOW, 0.25)
    sparks(b, "S05", WHITE, 14, (-20, -34, 20, -10), 0.6)


def door(b: Brush) -> None:
    """Draw S06, a maze wall with a secret door."""
    tiles(b, Cmyk(30, 22, 30, 6), Cmyk(50, 42, 48, 40), "S06", r=4.3)
    x0, y0 = 0.0, -17.0
    b.flat(ngon(x0, y0, 15.4), BRASS_DEEP, 0.5)
    b.fill(ngon(x0 - 0.25, y0 - 0.3, 14.8), BRASS)
    b.fill(ngon(x0, y0, 14.1), INK)
    opening = ngon(x0, y0, 13.6)
    b.fill(opening, Radial((x0, y0), 15, (Stop(0, WHITE), Stop(0.25, Cmyk(0, 3, 25, 0)), Stop(0.62,
            Cmyk(0, 18, 60, 0)), Stop(1, Cmyk(20, 55, 80, 25)))))
    random = chance("door")
    with b.clipped(opening):
        rays = Path(())
        for i in range(24):
            turn, wide = 15 * i + random.uniform(-3, 3), random.uniform(0.8, 2.4)
            rays += polygon([polar(x0, y0, 3, turn), polar(x0, y0, 22, turn - wide), polar(x0, y0,
                    22, turn + wide)])
        b.fill(rays, Cmyk(0, 4, 30, 0))
        b.fill(disc(x0, y0, 6.6), WHITE)
        for k in range(5):
            y, w = y0 + 4.6 + 2.0 * k + 0.14 * k * k, 1.6 + 1.2 * k
            b.fill(polygon([(-w * 0.8, y - 0.6), (w * 0.8, y - 0.6), (w, y), (w * 0.8, y + 0.7),
                    (-w * 0.8, y + 0.7), (-w, y)]), Cmyk(18, 40, 68, 14))
            b.fill(polygon([(-w * 0.8, y - 0.6), (w * 0.8, y - 0.6), (w, y), (-w, y)]), Cmyk(2, 14,
                    45, 0))
    for side in (-1, 1):
        leaf = polygon([(side * 11.9, y0 - 6.9), (side * 19.4, y0 - 10.4), (side * 19.4, y0 + 11.6),
                (side * 11.9, y0 + 6.9)])
        b.flat(leaf, _WOOD[1] if side < 0 else _WOOD[0], 0.4)
        planks = Path(())
        for k in range(1, 4):
            x, e = side * (11.9 + 1.85 * k), 1.85 * k / 7.5
            planks += polygon([(x, y0 - 6.9 - 3.5 * e), (x, y0 + 6.9 + 4.7 * e)], closed=False)
        b.stroke(planks, INK, 0.25)
        for y in (-4.6, 5.2):
            b.flat(polygon([(side * 12, y0 + y * 0.92), (side * 19.2, y0 + y * 1.4), (side * 19.2,
                    y0 + y * 1.4 + 1.3), (side * 12, y0 + y * 0.92 + 0.9)]), BRASS, 0.22)
        b.flat(disc(side * 17.2, y0 + 0.6, 0.9), BRASS, 0.25)
    b.flat(ngon(0, y0 - 15.2, 3.4), BRASS, 0.4)
    b.stroke(polygon([(-1.6, y0 - 13.8), (0, y0 - 17.2), (1.6, y0 - 13.8)],
            closed=False) + polygon([(-1.7, y0 - 16.2), (0, y0 - 14.8), (1.7, y0 - 16.2)],
            closed=False), INK, 0.5)


def lantern(b: Brush) -> None:
    """Draw S07, a lantern that lights up a face-down card."""
    night, fire = ELEMENTS["Void"], ELEMENTS["Fire"]
    chamber(b, press(60, 60, 20, 25), press(80, 78, 35, 42), press(88, 80, 45, 55))
    b.fill(polygon([(-9.4, -17), (-3, -17), (18.6, 2.6), (2.6, 6.4)]), Cmyk(4, 14, 50, 0))
    b.fill(polygon([(-8, -17), (-4.4, -17), (15.6, 1.6), (5.4, 4.6)]), Cmyk(0, 5, 30, 0))
    back = polygon([(2.6, -5.4), (16.6, -8.6), (21.4, -1.4), (6.6, 2.6)])
    b.cel(back, (SEATS["red"].deep, SEATS["red"].mid, SEATS["red"].light), 0.5, line=0.4)
    half = polygon([(2.6, -5.4), (9.6, -7), (13.6, 0.7), (6.6, 2.6)])
    b.fill(half, BONE)
    b.stroke(polygon([(4.2, -4.4), (15.8, -7), (19.4, -1.8), (7.4, 1.4)]), INK, 0.25)
    b.fill(star(8.2, -2.4, 2.1, 0.8, 6), night.mid)
    b.fill(ngon(15.4, -3.6, 1.9), SEATS["red"].deep)
    for dx, dy in ((3.6, -12.6), (12.4, -13.4), (20.4, -11)):
        b.stroke(polygon([(dx, dy), (dx + (dx - 11) * 0.22, dy - 2.6)], closed=False), fire.glow,
                0.6)
    b.stroke(arc(-6.2, -29.6, 4.4, 180, 360), INK, 1.5)
    b.stroke(arc(-6.2, -29.6, 4.4, 180, 360), BRASS, 0.9)
    b.cel(polygon([(-10.6, -28.2), (-1.8, -28.2), (0.6, -25.2), (-13, -25.2)]), METAL, 0.6)
    glass = polygon([(-12.2, -25.2), (-0.2, -25.2), (0.8, -20.6), (-0.2, -16), (-12.2, -16), (-13.2,
            -20.6)])
    b.flat(glass, fire.light, 0.4)
    b.fill(glass, Radial((-6.2, -20.4), 7.4, (Stop(0, WHITE), Stop(0.4, fire.glow), Stop(1,
            fire.light))))
    b.cel(at(flame(6, 3, 0.1), -6.2, -17.4, -90), (fire.light, fire.glow, WHITE), 0.4, halo=False)
    for x in (-9.6, -2.8):
        b.stroke(polygon([(x, -25.2), (x, -16)], closed=False), INK, 0.5)
    b.cel(polygon([(-13.4, -16.2), (1, -16.2), (-0.6, -13), (-11.8, -13)]), METAL, 0.6)
    b.flat(ngon(-6.2, -14.6, 1.2), fire.glow, 0.25)
    hand = blob([(-24.6, -37), (-15, -37), (-9, -35.6), (-4.6, -35.4), (-3.8, -33.4), (-8, -32.6),
            (-12, -32), (-24.6, -30, 1)])
    b.cel(hand, (Cmyk(14, 46, 58, 20), Cmyk(4, 30, 40, 4), Cmyk(0, 16, 24, 0)), 0.8)
    b.cel(polygon([(-31, -39), (-19.6, -38), (-19, -29.6), (-31, -28)]), (night.deep, night.mid,
            night.light), 0.8)
    b.stroke(arc(10.4, -2.6, 19.4, 196, 344, 9.6), BRASS_GLOW, 0.5)
    b.stroke(arc(10.4, -2.6, 14, 205, 335, 7), BRASS_GLOW, 0.35)


def mending(b: Brush) -> None:
    """Draw S08, a broken life gem whose cracks are filled with gold."""
    leaf = GREEN
    chamber(b, WHITE, Cmyk(24, 0, 34, 0), press(78, 38, 70, 36), rays=20, ray=Cmyk(6, 2, 16, 0))
    b.stroke(disc(0, -18, 16.6), BRASS_GLOW, 0.7)
    for i in range(12):
        x, y = polar(0, -18, 16.6, 30 * i + 15)
        b.flat(disc(x, y, 0.8), BRASS, 0.2)
    red = SEATS["red"]
    gem = corners(0, -18, 12.4)
    inner = corners(0, -18, 6.8)
    b.lift(ngon(0, -18, 12.4))
    b.fill(ngon(0, -18, 13), INK)
    shades = (red.mid, red.deep, red.deep.mixed(red.mid, 0.3), red.deep.mixed(red.mid, 0.6),
            red.light, red.light.mixed(WHITE, 0.45))
    for i in range(6):
        j = (i + 1) % 6
        b.fill(polygon([gem[i], gem[j], inner[j], inner[i]]), shades[i])
    b.fill(polygon(inner), red.mid)
    b.fill(polygon([inner[3], inner[4], inner[5], (0, -18)]), red.mid.mixed(red.light, 0.6))
    cracks = ([(-3, -29.6), (-1.2, -24.8), (-3, -20.6), (1.2, -17), (0.4, -12.6), (3.4, -6.8)],
              [(1.2, -17), (6.2, -18.6), (11, -15.6)], [(-3, -20.6), (-7.6, -18.6), (-10.8, -20)],
                      [(0.4, -12.6), (-4.6, -10.4), (-6, -8)])
    for run in cracks:
        b.stroke(polygon(run, closed=False), INK, 1.9)
    for run in cracks:
        b.stroke(polygon(run, closed=False), BRASS, 1.3)
        b.stroke(polygon([(x - 0.2, y - 0.2) for x, y in run], closed=False), BRASS_GLOW, 0.45)
    for side in b.both():
        for k, (x, y, turn, length) in enumerate(((13.6, -8, -60.0, 8.4), (15.6, -14, -80, 7.6),
                (9.6,
                -3.4, -36, 8))):
            b.cel(at(flame(length, 4, 0.16 if k != 1 else -0.1), x, y, turn + 10 * side), leaf, 0.5)
        b.lines([[(2, -1.4), (9.6, -3.4), (13.6, -8), (15.8, -14.4)]], leaf[0], 0.7)
    b.flat(star(7.6, -27.6, 3, 0.6, 4), WHITE, 0.2, red.light)
    sparks(b, "S08", BRASS_GLOW, 16, (-20, -34, 20, -2), 0.6)
