"""Traps: the moment of contact, seen from the trap."""

from __future__ import annotations

import math
from typing import Final

from artwork.shapes import arc, at, disc, ngon, star
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, crescent, flame, strip
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
    darker,
    press,
    tint,
)
from printkit.pdf.drawing import Cmyk, Path, Point, Radial, Stop, polygon, rectangle

# fmt: off
METAL: Final = (BRASS_DEEP, BRASS, BRASS_GLOW)
_ROOM: Final = rectangle(-31, -56, 62, 64)
SILHOUETTE: Final = press(70, 60, 55, 78)


def sinkhole(b: Brush) -> None:
    """Draw T01, a floor that sinks in rings, and a small figure falling into it."""
    earth = ELEMENTS["Earth"]
    tiles(b, Cmyk(22, 40, 62, 6), Cmyk(48, 52, 62, 36), "T01", r=6.0, hole=18.5, flat=0.62)
    for k in range(10):
        f = k / 9
        r, y, turn = 21.8 * (1 - f) + 3.4, -18.5 + f * 8.5, math.radians(-90 + 30 * f)
        corners = [(r * math.cos(turn + i * math.pi / 3),
                y + r * 0.62 * math.sin(turn + i * math.pi / 3)) for i in range(6)]
        wall = press(55, 62, 72, 50).mixed(Cmyk(0, 66, 92, 0), f**1.15)
        b.fill(polygon((px, py - 1.3) for px, py in corners), darker(wall, 26))
        b.fill(polygon(corners), wall)
        low = sorted(range(6), key=lambda i: corners[i][1] + corners[(i + 1) % 6][1])[3:]
        edge = Path(())
        for i in low:
            edge += polygon([corners[i], corners[(i + 1) % 6]], closed=False)
        b.stroke(edge, wall.mixed(Cmyk(0, 16, 66, 0), 0.35 + 0.55 * f), 0.35 + 0.3 * f)
    for rx, ry, colour in ((4.6, 2.8, Cmyk(0, 30, 85, 0)), (3.3, 2, Cmyk(0, 5, 45, 0)), (1.8, 1.1,
            WHITE)):
        b.fill(disc(0, -8.6, rx, ry), colour)
    falling(b, 1.2, -18.6, 1.12)
    for x, y, r, turn in ((-11.5, -24, 2.6, 20.0), (-7.2, -15.4, 1.9, -30), (10.6, -18.4, 2.3, 40),
            (5.6, -9.8, 1.4, 10), (11.5, -27.4, 3, -18), (-14.5, -14, 2.2, 65)):
        corner = [(r * math.cos(math.radians(a)),
                r * 0.6 * math.sin(math.radians(a))) for a in range(-90, 270, 60)]
        b.cel(at(polygon(corner), x, y, turn), (earth.deep, earth.mid, earth.light), 0.5,
                halo=False)
        b.stroke(polygon([(x, y - r - 0.8), (x, y - r - 3.4)], closed=False), BONE, 0.25)


def falling(b: Brush, x: float, y: float, s: float) -> None:
    """Draw a small falling figure with flailing limbs and two ears."""
    limbs: tuple[tuple[list[Point], list[float]], ...] = (
        ([(0, 0), (-2.6, -2.6), (-3.4, -5.2)], [1.5, 1.1, 0.5]), ([(0, 0), (3, -1.8), (4.6, -4.4)],
                [1.5, 1.1, 0.5]),
        ([(0, 2.6), (-2.2, 4.6), (-4.4, 3.8)], [1.6, 1.2, 0.5]),
                ([(0, 2.6), (2.6, 4.2), (3.8, 6.4)], [1.6, 1.2, 0.5]),
        ([(0, -0.6), (0.1, 3.2)], [2.6, 2]))
    for run, widths in limbs:
        b.fill(at(strip(run, widths), x, y, 0, s), SILHOUETTE)
    b.fill(at(disc(-0.2, -2, 1.45), x, y, 0, s), SILHOUETTE)
    for ear in ([(-1.4, -2.6), (-2.2, -4.6), (-0.6, -3.3)], [(0.9, -2.7), (1.4, -4.8), (0.1,
            -3.4)]):
        b.fill(at(polygon(ear), x, y, 0, s), SILHOUETTE)


def vine(b: Brush) -> None:
    """Draw T02, a boot caught in a vine."""
    leaf = (press(75, 25, 85, 40), Cmyk(62, 8, 80, 4), Cmyk(34, 0, 55, 0))
    steel = (BRASS_DEEP, BRASS, BRASS_GLOW)
    tiles(b, Cmyk(46, 14, 62, 6), press(72, 44, 74, 50), "T02", r=5.2)
    boot = blob([(-6.4, -38, 1), (5.6, -38, 1), (5, -20), (5.6, -12), (8.6, -8.4), (15.6, -5.6),
            (16.6, -1.6, 1), (-7, -1.6, 1), (-7.4, -8), (-6, -20)])
    b.cel(boot, steel, 1.6, line=0.45)
    for y in (-30, -24.6, -19.2):
        b.lines([[(-6.2, y), (0, y + 1.6), (5.4, y)]], INK, 0.4)
    b.cel(blob([(-7.4, -13.6), (0, -15.6), (6.6, -12.6), (4, -8.8), (-7.4, -8.4)]), (BRASS_DEEP,
            BRASS_GLOW, WHITE), 0.7)
    b.flat(polygon([(-7, -2.2), (16.6, -2.2), (16.2, 0.2), (-7.2, 0.2)]), PITCH, 0.3)
    for x, y in ((-4.4, -11.2), (2.6, -11)):
        b.flat(disc(x, y, 0.7), BRASS, 0.2)
    loops = (([(-22, 3), (-10, 0.4), (4, -4), (13.4, -8), (10.4, -12.6), (1, -12), (-9, -16.6),
            (-9.6, -20.4), (0, -20), (8.4, -22.6), (7.6, -27), (-2, -27), (-9.4, -30.4)], 3.6),
             ([(23, 3.4), (13, 1.4), (6, -1), (-4, -3), (-10.4, -6.6), (-8.6, -11), (0, -8)], 3.0))
    for run, w in loops:
        b.cel(strip(run, [w, w, w, w * 0.9, w * 0.8, w * 0.6, 0.3], 30), leaf, 0.7)
    for x, y, turn in ((-14, -1.4, -110.0), (7, -6.4, -70), (13.6, -9.4, -30), (-3, -13.6, -120),
            (-10.4, -18, 190), (5, -21, -60), (8.6, -25.4, -10), (-4.6, -27.6, -110), (-9.8, -30.6,
            -130), (15, 1.4, -50)):
        b.cel(at(flame(6.2, 3.8, 0.12), x, y, turn), leaf, 0.5)
    for x, y, turn in ((-7, -1.6, -80.0), (2, -4.6, -100), (-6.4, -15.2, -60), (3.4, -20.4, -110),
            (1,
            -27.4, -80), (-6.6, -8.8, 100)):
        b.flat(at(polygon([(0, -0.7), (2.3, 0), (0, 0.7)]), x, y, turn), BONE, 0.2)


def fog(b: Brush) -> None:
    """Draw T03, an armed figure in leaden fog, its blade already pointing down."""
    lead = tint(-8)
    chamber(b, Cmyk(26, 18, 20, 12), press(48, 38, 38, 38), press(68, 58, 52, 56), at=(0, -26))
    figure = blob([(-2.6, -33.6), (0.6, -35), (3.6, -33), (3.6, -29.4), (8.4, -27.4), (11, -20.6),
            (9.4, -14), (7.4, -20), (6.4, -10), (8.4, 4, 1), (-7.4, 4, 1),
                   (-6.2, -10), (-6.4, -19), (-8.8, -14), (-10.6, -20), (-8, -27), (-3, -29.2)])
    b.fill(figure, SILHOUETTE)
    b.cel(at(polygon([(-0.9, 0), (0.9, 0), (0.7, 15), (0, 17.4), (-0.7, 15)]), 10, -14.4, -16),
            (lead.deep, lead.mid, WHITE), 0.4)
    b.cel(at(rectangle(-3, -1, 6, 1.4), 10, -14.4, -16), METAL, 0.3)
    for x in (-0.8, 2.2):
        b.fill(disc(x, -32, 0.7, 0.45), ELEMENTS["Fire"].light)
    layers: tuple[tuple[float, float, Cmyk], ...] = ((-21.6, 0.0, press(40, 32, 34, 34)), (-15.4,
            7.0, press(30, 24, 26, 24)), (-8.8, 2.0, press(20, 15, 18, 14)), (-2.4, 9.0,
            press(12, 9, 10, 6)))
    for y, push, colour in layers:
        top: list[Point] = []
        for i in range(9):
            x = -35 + push + i * 8.6
            top.append((x, y + (1.9 if i % 2 else -1.9)))
        bank = blob([(-40, y + 9.4, 1), *top, (42, y + 9.4, 1)])
        b.fill(bank, colour)
        b.stroke(bank, darker(colour, 22), 0.35)
        for x in (-18 + push, 6 + push):
            b.stroke(strip([(x, y + 2.4), (x + 5, y + 3.2), (x + 9, y + 2.2)], [0.2, 0.5, 0.1]),
                    WHITE.mixed(colour, 0.4), 0.1)
    for x, y, r in ((-15.6, -7, 4.6), (17.4, -15.6, 3.8), (-19.4, -22.6, 3.2)):
        b.cel(disc(x, y, r), (lead.deep, lead.mid, lead.light), r * 0.32)
        b.flat(rectangle(x - 1.1, y - r - 1.2, 2.2, 1.6), lead.deep, 0.3)
        b.stroke(arc(x, y - r - 2, 1.3, 90, 420), INK, 0.6)
        b.fill(disc(x - r * 0.4, y - r * 0.4, r * 0.16), WHITE)
    b.flat(polygon([(-2.8, -12.6), (2.8, -12.6), (2.8, -8.4), (5.6, -8.4), (0, -2.4), (-5.6, -8.4),
            (-2.8, -8.4)]), BONE, 0.4)


def gate(b: Brush) -> None:
    """Draw T04, a gate that bursts outwards."""
    water = ELEMENTS["Wind"]
    tiles(b, Cmyk(34, 16, 26, 8), press(60, 42, 46, 44), "T04", r=4.8)
    for x in (-24.0, 24):
        b.cel(polygon([(x - 4.4, 8), (x - 4.4, -40), (x + 4.4, -40), (x + 4.4, 8)]), METAL, 1.0,
                line=0.4)
        for y in (-33.0, -26, -19, -12, -5):
            b.flat(disc(x, y, 0.9), BRASS_GLOW, 0.25)
    turns = [
        (-17.6 + 2.5 * i, -18.6 + (6.2 if i % 2 else -6.2) * (1 - 0.015 * i)) for i in range(10)
    ]
    coil = [(-19.4, -18.6), *turns, (7.6, -18.6)]
    b.stroke(polygon(coil, closed=False), INK, 2.9)
    b.stroke(polygon(coil, closed=False), BRASS_DEEP, 2.1)
    b.stroke(polygon([(x - 0.2, y - 0.3) for x, y in coil], closed=False), BRASS_GLOW, 0.7)
    plate = polygon([(7, -31.6), (11, -33), (11, -4), (7, -5.6)])
    b.cel(plate, METAL, 0.6, line=0.4)
    b.fill(polygon([(7.6, -30), (8.4, -30.4), (8.4, -6), (7.6, -6.4)]), BRASS_GLOW)
    for y in (-27.6, -18.6, -9.6):
        b.flat(ngon(9, y, 1.2, 6, 0), BRASS_DEEP, 0.25)
    b.flat(star(13.6, -18.6, 9.4, 3.6, 9, -8), water.light, 0.4, water.deep)
    b.fill(star(13.6, -18.6, 6, 2.4, 9, 10), WHITE)
    b.cel(at(polygon([(0, -2.2), (9, -2.2), (9, -5.6), (17.4, 0), (9, 5.6), (9, 2.2), (0, 2.2)]),
            13.6, -18.6, -24), (SEATS["red"].deep, SEATS["red"].mid, SEATS["red"].light), 0.8,
            line=0.45)
    for dy in (-7.6, 0, 7.6):
        b.flat(at(crescent(8, 1.1, 0.02), 14.6, -17.6 + dy * 1.5, -24 + dy), WHITE, 0.2, water.deep)
    sparks(b, "T04", WHITE, 10, (4, -32, 20, -6), 0.6)


def backdraft(b: Brush) -> None:
    """Draw T05, a broken door with fire behind it."""
    fire = ELEMENTS["Fire"]
    tiles(b, Cmyk(26, 42, 46, 14), press(52, 58, 58, 50), "T05", r=4.8)
    opening = polygon([(-17, 8), (-17, -26), (-9, -33), (5, -33), (13, -26), (13, 8)])
    b.flat(opening, PITCH, 1.6, tint(-4).mid)
    b.stroke(opening, INK, 0.4)
    with b.clipped(opening):
        b.fill(_ROOM, Radial((-2, -12), 24, (Stop(0, WHITE), Stop(0.25, fire.glow), Stop(0.55,
                fire.light), Stop(0.8, fire.mid), Stop(1, fire.deep))))
    tongues = ((20, -64, 9), (24, -40, 10), (28, -20, 11), (30, 0, 11), (26, 18, 10), (23, -112, 9),
            (26, -138, 10), (26, -164, 10), (24, 172, 9), (20, -88, 9))
    for shrink, tone in ((1.0, (fire.deep, fire.mid, fire.mid.mixed(fire.light, 0.4))), (0.76,
            (fire.mid, fire.light, fire.glow)), (0.5, (fire.light, fire.glow, WHITE))):
        for length, turn, width in tongues:
            b.cel(at(flame(length * shrink, width * shrink, 0.14 if turn > -90 else -0.14), -1.6,
                    -13, turn), tone, 0.7 * shrink, line=0.25)
    b.fill(disc(-1.6, -13, 5.6), WHITE)
    leaf = polygon([(13.4, 8), (13.4, -26), (22.4, -31), (25.6, -20), (25.6, 10)])
    b.cel(leaf, (Cmyk(45, 65, 85, 45), Cmyk(38, 60, 85, 24), Cmyk(26, 48, 72, 8)), 1.0, line=0.45)
    for x in (16.6, 19.6, 22.6):
        b.stroke(polygon([(x, -27.4 - (x - 13) * 0.2), (x, 8)], closed=False), INK, 0.35)
    for y in (-19.0, -4):
        b.flat(polygon([(13.6, y), (25, y + 1), (25, y + 3), (13.6, y + 1.8)]), BRASS, 0.25)
    falling(b, -20.4, -9, 1.45)
    splinter = polygon([(-2, -0.8), (1.6, -1.2), (2.4, 0.4), (-1.4, 1.2)])
    for px, py, tilt in ((-12.0, -30.0, 20.0), (20, -34, 50), (-24, -24, -30), (8, -35, 10)):
        b.cel(at(splinter, px, py, tilt),
                (Cmyk(45, 65, 85, 45), Cmyk(38, 60, 85, 24), Cmyk(26, 48, 72, 8)), 0.3)
    sparks(b, "T05", fire.glow, 22, (-24, -34, 24, -2), 0.6)


def aegis(b: Brush) -> None:
    """Draw T06, a mirror that reflects a blow."""
    void, water = ELEMENTS["Void"], ELEMENTS["Water"]
    chamber(b, Cmyk(20, 12, 4, 0), press(64, 58, 12, 16), press(86, 80, 35, 46), rays=14,
            ray=press(50, 44, 6, 8), at=(-6, -16))
    beam = polygon([(27, -40), (34, -33), (0, -16.4), (-2, -19.6)])
    b.fill(beam, SEATS["red"].mid)
    b.fill(polygon([(29, -38.6), (32.4, -35.4), (0, -17.2), (-1.4, -18.8)]), SEATS["red"].light)
    b.fill(polygon([(-2, -16), (0, -19), (34, -4.4), (32, 1)]), water.light)
    b.fill(polygon([(-1.2, -17), (0, -18.2), (33, -2.8), (32.4, -0.8)]), WHITE)
    rim = blob([(-21, -32.6, 1), (-8, -35.6), (6, -32.6, 1), (6.8, -20), (2, -8.4), (-7.6, -0.6, 1),
            (-17, -8.4), (-21.6, -20)])
    b.cel(rim, METAL, 1.0, line=0.45)
    glass = blob([(-18.6, -30.6, 1), (-8, -33), (3.8, -30.6, 1), (4.4, -20), (0, -9.8), (-7.6, -3.4,
            1), (-14.8, -9.8), (-19, -20)])
    b.flat(glass, water.mid, 0.35)
    with b.clipped(glass):
        b.fill(_ROOM, Radial((-12, -26), 24, (Stop(0, WHITE), Stop(0.35, water.glow), Stop(0.7,
                water.light), Stop(1, void.mid))))
        b.fill(polygon([(-20, -14), (-2, -36), (3, -36), (-18, -8)]), WHITE)
        b.fill(polygon([(-14, -6), (6, -31), (7.4, -29), (-12, -4)]), WHITE)
        face = polygon([(-15, -12), (-12.6, -20), (-9, -15.4), (-6.2, -15.4), (-2.6, -20), (-0.4,
                -12), (-4, -7.4), (-7.6, -5.4), (-11.4, -7.4)])
        b.fill(face, void.light)
        for x, tilt in ((-10.8, 16.0), (-4.6, -16)):
            b.fill(disc(x, -12, 1.6, 0.8, tilt), SEATS["red"].deep)
    for x, y in ((-21, -32.6), (6, -32.6), (-7.6, -0.8)):
        b.flat(ngon(x, y, 1.9), BRASS_GLOW, 0.3)
        b.fill(ngon(x, y, 1), SEATS["blue"].mid)
    b.flat(star(-0.6, -17.8, 6.4, 1.5, 8, 12), WHITE, 0.3, SEATS["red"].mid)
    for x, y, turn in ((12, -31, 150.0), (18.4, -20.4, 0)):
        b.flat(at(polygon([(-2.4, -1.6), (1.8, 0), (-2.4, 1.6), (-1.2, 0)]), x, y, turn or 24),
                WHITE, 0.3)
    sparks(b, "T06", WHITE, 16, (-24, -34, 24, -2), 0.55)
