"""Void: rings, holes with stars in them, and light outlines instead of dark ones."""

from __future__ import annotations

import math
from typing import Final

from artwork.geometry import sampled
from artwork.outlines import chance, mirrored
from artwork.shapes import arc, at, disc, star
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, crescent, strip
from artwork.spherion.palette import BRASS, BRASS_GLOW, INK, NIGHT, PITCH, WHITE
from printkit.pdf.drawing import Path, Point, Radial, Stop, polygon

# fmt: off
DUSK: Final = PITCH.mixed(NIGHT, 0.35)


def hole(b: Brush, x: float, y: float, r: float, *, stars: int = 7) -> None:
    """Draw a round hole with a bright rim; the night sky and stars are visible through it."""
    t = b.tones
    b.fill(disc(x, y, r + 0.45), t.glow)
    b.fill(disc(x, y, r), PITCH)
    b.fill(disc(x, y, r * 0.82), t.light)
    b.fill(disc(x, y, r * 0.7), PITCH)
    b.fill(disc(x, y, r * 0.52), t.mid)
    b.fill(disc(x - r * 0.08, y - r * 0.06, r * 0.42), NIGHT)
    if r > 2.4:
        random = chance("hole", x, y)
        path = Path(())
        for _ in range(stars):
            a, q = random.uniform(0, math.tau), random.uniform(0, r * 0.36)
            path += disc(x - r * 0.08 + q * math.cos(a), y + q * math.sin(a), 0.15)
        b.fill(path, WHITE)
        b.stroke(arc(x, y, r * 0.9, 200, 310), WHITE, 0.3)


def specks(b: Brush, inside: Path, seed: str, area: tuple[float, float, float, float],
        count: int) -> None:
    """Draw stars inside a dark body's outline."""
    random = chance("specks", seed)
    x0, y0, x1, y1 = area
    with b.clipped(inside):
        for colour, share in ((WHITE, 0.5), (b.tones.light, 0.5)):
            path = Path(())
            for _ in range(int(count * share)):
                x, y, r = random.uniform(x0, x1), random.uniform(y0, y1), random.uniform(0.1, 0.26)
                path += polygon([(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
            b.fill(path, colour)
        path = Path(())
        for _ in range(max(2, count // 14)):
            path += star(random.uniform(x0, x1), random.uniform(y0, y1), 0.9, 0.16, 4)
        b.fill(path, b.tones.glow)


def moth(b: Brush) -> None:
    """Draw M21, a moth with four wings and six holes."""
    t = b.tones
    upper = blob([(1.2, -19), (5, -26), (12, -33.5), (20, -35.6), (23.6, -32.5), (21.8, -26.5),
            (22.4, -21.5), (17, -18.2), (9, -16.4), (3, -16)])
    lower = blob([(1.2, -15.5), (6, -17.4), (12.5, -17.4), (18.2, -14.5), (19.4, -9.5), (16, -7.2),
            (15.8, -2.6), (12.6, -1.2), (9.6, -5.2), (5, -8.5), (2, -11.5)])
    for _ in b.both():
        for wing in (lower, upper):
            b.shape(wing, t.deep, t.glow, 1.3)
            b.lift(wing)
            with b.clipped(wing):
                b.fill(wing, Radial((0, -17), 26, (Stop(0, t.light), Stop(0.4, t.mid), Stop(0.95,
                        t.deep))))
                for k in range(9):
                    a = math.radians(-78 + 19 * k)
                    ex, ey = 30 * math.cos(a), -16.5 + 30 * math.sin(a)
                    b.fill(strip([(0, -16.5), (ex * 0.5, (ey - 16.5) * 0.5), (ex, ey)], [0.6, 0.35,
                            0.14], 3), t.light)
                hem, seeds = Path(()), Path(())
                contour = wing.contours[0]
                for segment in contour.segments:
                    hem += disc(segment[-2], segment[-1], 1.15)
                    seeds += disc(segment[-2], segment[-1], 0.55)
                b.fill(hem, t.light)
                b.fill(seeds, t.deep)
            b.stroke(wing, INK, 0.25)
        for x, y, r in ((15.2, -26.6, 5.0), (11.6, -10.8, 3.5), (20.0, -31.4, 1.6)):
            hole(b, x, y, r)
        run: list[Point] = [(0.6, -24.6), (2.2, -30), (6.2, -33.6), (9.6, -33.2)]
        b.flat(strip(run, [0.7, 0.55, 0.45, 0.1]), t.glow, 0.15)
        comb = Path(())
        line = sampled(run, 1.05)
        for i in range(3, len(line) - 1):
            x, y = map(float, line[i])
            f = 1.1 - abs(i / len(line) - 0.6)
            comb += polygon([(x - 0.9 * f, y - 1.8 * f), (x + 1.0 * f, y + 2.0 * f)], closed=False)
        b.stroke(comb, t.glow, 0.25)
    for y, r in ((-1.4, 0.8), (-3.2, 1.3), (-5.6, 1.75), (-8.4, 2.1), (-11.6, 2.4)):
        b.cel(disc(0, y, r), None, r * 0.3, line=0.25)
    b.cel(blob(mirrored([(0, -21.5), (3, -19.5), (3.3, -16), (2.2, -13), (0, -12)])), None, 0.6)
    for k in range(9):
        b.flat(at(strip([(0, 0), (2.2, 0.2), (3.4, 0)], [1, 0.9, 0]), 0, -17.6, 200 + 17.5 * k),
                t.glow, 0.15)
    b.flat(disc(0, -22.9, 2.0), t.deep.mixed(t.mid, 0.5), 0.25)
    for x in (-1.25, 1.25):
        for r, colour in ((1.25, INK), (1.0, t.glow), (0.6, t.mid), (0.32, INK)):
            b.fill(disc(x, -23.2, r), colour)


def scribe(b: Brush) -> None:
    """Draw M22, a hooded scribe with a ring for a face."""
    t = b.tones
    robe = blob(mirrored([(0, -33.8), (6.2, -31.4), (8.2, -25), (7.4, -20.6), (11, -14), (13.6, -5),
            (14.6, 1.4, 1), (0, 3)]))
    b.lift(robe)
    b.cel(robe, (t.deep, t.deep.mixed(t.mid, 0.55), t.mid), 1.5, line=0.35)
    b.stroke(robe, t.glow, 0.3)
    for x in (-7, -3, 3.4, 7.4):
        b.lines([[(x * 0.5, -17), (x * 0.9, -8), (x * 1.3, 2)]], t.deep, 0.45)
    hood = blob(mirrored([(0, -31), (4.4, -28.8), (5.4, -24.2), (3.2, -19.4), (0, -18)]))
    b.flat(hood, PITCH, 0.5, t.glow)
    hole(b, 0, -24.4, 3.7)
    b.fill(at(crescent(2.6, 0.9, 0.3), -1.7, -27.6, 20), WHITE)
    book = [(-12.6, -10.6), (-1, -8.4), (-1, -0.6), (-13.6, -3)]
    b.lift(polygon([*book, (11.6, -3), (10.6, -10.6)]))
    b.flat(polygon([(-13.6, -10), (-0.6, -7.4), (11.8, -10), (12.8, -1.6), (-0.6, 1.2), (-14.8,
            -1.6)]), BRASS, 0.35)
    b.flat(polygon(book), t.glow, 0.3)
    b.flat(polygon([(10.6, -10.6), (-1, -8.4), (-1, -0.6), (11.6, -3)]), WHITE, 0.3)
    for row in range(4):
        y = -8.2 + row * 1.6
        b.lines([[(-11.6 - row * 0.15, y - 0.6), (-2.4, y + 1.2)]], t.mid, 0.3)
        if row < 2:
            b.lines([[(0.6, y + 1.2), (9.4 + row * 0.15, y - 0.6)]], t.mid, 0.3)
    b.stroke(disc(5.2, -3.8, 1.5), t.deep, 0.35)
    for _ in b.both():
        sleeve = blob([(5.8, -18.4, 1), (11.8, -14.6), (13.6, -8.6, 1), (9.6, -9.4), (6.4, -12.6),
                (4.2, -15.4, 1)])
        b.cel(sleeve, (t.deep, t.mid, t.light), 0.8)
    b.cel(disc(10.6, -9.4, 1.7), (t.light, t.glow, WHITE), 0.4)
    b.cel(disc(-11, -9.8, 1.7), (t.light, t.glow, WHITE), 0.4)
    quill = blob([(6.2, -4.6, 1), (9.4, -10.2), (13.6, -18.6), (20.8, -25.6, 1), (19, -17), (13.4,
            -10.6)])
    b.cel(quill, (t.mid, t.glow, WHITE), 0.6)
    b.lines([[(5.4, -3.4), (11.6, -12), (18.6, -22.4)]], t.deep, 0.4)
    for x, y, r in ((16.6, -31.6, 1.7), (21, -29, 1.0), (13.4, -34, 0.8)):
        b.stroke(disc(x, y, r), t.glow, 0.4)


def jackal(b: Brush) -> None:
    """Draw M23, a jackal that sits in front of its eclipse."""
    t = b.tones
    for r, width, colour in ((15.6, 1.6, t.glow), (13.9, 0.5, t.light), (17.4, 0.35, t.light)):
        b.stroke(disc(3.4, -18.6, r), colour, width)
    tail = [(9, -2.6), (16.6, -1.8), (19.6, -8), (16.8, -13.4)]
    b.cel(strip(tail, [2.4, 4.6, 4.4, 0]), (PITCH, DUSK, t.deep), 0.6, ink=t.glow, line=0.25)
    haunch = blob([(-1, -16.4), (6.6, -13.6), (11.6, -6.6), (10.4, 0.2, 1), (-1, 0.4, 1), (-4, -5)])
    b.cel(haunch, (PITCH, DUSK, t.deep), 1.3, ink=t.glow, line=0.3)
    body = blob([(-7.6, -24.4), (-1.6, -25.6), (2.4, -20), (5, -12.4), (3.4, -5), (-2, -1.6), (-6.6,
            -6), (-8.4, -14)])
    b.cel(body, (PITCH, DUSK, t.deep), 1.3, ink=t.glow, line=0.3)
    for points in ([(-5.4, -13), (-6.6, -6), (-6, 0.2)], [(-1.4, -12), (-1.6, -6), (-0.6, 0.2)]):
        b.cel(strip(points, [5.2, 3.2, 2.5]), (PITCH, DUSK, t.deep), 0.7, ink=t.glow, line=0.25)
    for x in (-6.6, -1.2, 8.2):
        b.cel(blob([(x - 2.6, 0.9, 1), (x - 1.4, -1.2), (x + 1.6, -1.0), (x + 2, 0.9, 1)]), (PITCH,
                DUSK, t.deep), 0.3, ink=t.glow, line=0.2)
    for ear in ([(-4, -31, 1), (-5.6, -40.4, 1), (0.4, -33.4, 1)], [(0, -31.6, 1), (2.2, -41, 1),
            (4.8, -31.4, 1)]):
        b.cel(polygon((x, y) for x, y, _ in ear), (PITCH, DUSK, t.deep), 0.5, ink=t.glow, line=0.3)
    b.fill(polygon([(1.6, -33.4), (2.3, -38.4), (3.6, -33)]), t.mid)
    head = blob([(5.2, -30.4), (4.6, -25.4), (1.2, -22.2), (-4.4, -21.8), (-10, -22.4), (-15.4,
            -22.6), (-16.4, -24.2, 1),
                 (-13.4, -25.8), (-8.6, -28.2), (-5, -32.4), (0.6, -33.6)])
    b.cel(head, (PITCH, DUSK, t.deep), 1.0, ink=t.glow, line=0.3)
    b.flat(blob([(-7.6, -27.6, 1), (-4.6, -29.4), (-1.4, -28.6, 1), (-4, -27)]), t.glow)
    b.fill(disc(-4.2, -28.2, 0.8), t.deep)
    b.lines([[(-1.4, -28.6), (2.2, -27.4)], [(-15.6, -23.8), (-11, -23.6), (-6.6, -24.2)]], t.glow,
            0.35)
    b.fill(disc(-15.8, -24.2, 0.7), t.glow)
    for r, y in ((7.4, -20.2), (6.4, -18.4)):
        b.stroke(arc(-1.8, y - 2.6, r, 22, 150, r * 0.5), BRASS if r > 7 else BRASS_GLOW,
                1.1 if r > 7 else 0.6)
    b.flat(disc(-3.4, -18.6, 1.5), t.light, 0.3)
    b.fill(disc(-3, -18.6, 1.1), PITCH)
    specks(b, haunch, "jackal", (-2, -14, 11, -1), 16)


def colossus(b: Brush) -> None:
    """Draw M24, a titan's shadow with holes in place of its heart and hands."""
    t = b.tones
    shade = (PITCH, DUSK, t.deep.mixed(t.mid, 0.15))
    for _ in b.both():
        leg = blob([(1.4, -13, 1), (8.4, -13.4), (9.4, -6), (10.4, 0.6, 1), (3, 1.4, 1), (2.6, -6)])
        b.cel(leg, shade, 1.0, ink=t.glow, line=0.35)
        arm = blob([(8.4, -26), (14.4, -26.8), (19, -21.4), (19.8, -12.6), (20.8, -5.4), (17, -1.6),
                (12.8, -4.4), (12.8, -12), (11, -18.6)])
        b.cel(arm, shade, 1.0, ink=t.glow, line=0.35)
    torso = blob(mirrored([(0, -28.4), (6.4, -29.4), (13.2, -27.6), (13.6, -22), (9.6, -15.4), (8.6,
            -10.6), (0, -9.4)]))
    b.cel(torso, shade, 1.6, ink=t.glow, line=0.4)
    specks(b, torso, "colossus", (-13, -29, 13, -10), 44)
    head = blob(mirrored([(0, -37), (3.6, -36.4), (4.8, -32), (3.6, -28), (0, -26.6)]))
    for _ in b.both():
        b.cel(strip([(3.6, -34.6), (7.8, -35.8), (9.4, -38.6)], [2.8, 2, 0]), shade, 0.4,
                ink=t.glow, line=0.25)
    b.cel(head, shade, 0.9, ink=t.glow, line=0.35)
    hole(b, 0, -20.6, 5.4, stars=10)
    for x in (-17.0, 17):
        hole(b, x, -6.4, 2.5, stars=4)
    for x in (-6.2, 6.2):
        hole(b, x, -2.6, 1.6)
    for x in (-1.9, 1.9):
        b.fill(disc(x, -32.4, 1.1, 0.65, 12 if x < 0 else -12), t.glow)
    for x, y, r in ((-11, -33.6, 1.3), (11.6, -33.4, 0.9), (14.8, -30.6, 1.5)):
        b.stroke(disc(x, y, r), t.light, 0.35)
    for x in (-11.4, 11.4):
        b.stroke(arc(x, -24.6, 2.6, 180, 360), t.light, 0.4)


def leviathan(b: Brush) -> None:
    """Draw M25, a whale with its mouth open and a night sky inside."""
    t = b.tones
    tail = [(13, -9), (20.4, -12.4), (21.6, -20.4), (17.4, -26.4)]
    b.cel(strip(tail, [13, 8.4, 4.8, 2.6], 14), (PITCH, DUSK, t.deep), 1.2, ink=t.glow, line=0.3)
    for turn, length in ((-148.0, 12), (-62, 9.5)):
        b.cel(at(crescent(length, 4.6, 0.16 if turn < -90 else -0.16), 17.6, -25.6, turn), (PITCH,
                t.deep, t.mid), 0.6, ink=t.glow, line=0.28)
    for x, y, turn, length in ((-2, -24, -62.0, 9.0), (4.4, -22.6, -54, 8), (9.6, -20, -44, 7)):
        b.cel(at(crescent(length, 4, 0.12), x, y, turn), (PITCH, t.deep, t.mid), 0.5, ink=t.glow,
                line=0.25)
    body = blob([(-21.6, -16.6), (-15.4, -23.4), (-5, -26.4), (7, -24.4), (16, -17.4), (18.6, -8),
            (11.6, -1.4), (0.4, 1.6), (-9, 1), (-15.4, -2),
                 (-13, -5.4), (-9.6, -9.6), (-14.6, -13.4)])
    b.cel(body, (PITCH, DUSK, t.deep), 1.8, ink=t.glow, line=0.4)
    specks(b, body, "leviathan", (-19, -26, 18, 0), 70)
    mouth = blob([(-21.4, -16.2, 1), (-15, -15.4), (-9.4, -13.4), (-5.4, -9.6), (-8, -5.8), (-15,
            -2.4, 1), (-12.4, -6), (-9.8, -9.4), (-14, -13)])
    b.flat(mouth, t.deep, 0.3, t.glow)
    for x, y, turn, size in ((-18.6, -15.4, 84.0, 3.2), (-15.6, -14.6, 92, 3.6), (-12.6, -13.2, 102,
            3.4), (-10.2, -11.2, 124, 2.8),
                             (-13.4, -3.8, -66, 3.0), (-10.6, -5.6, -76, 3.0), (-8.4, -7.4, -100,
                                     2.4)):
        b.flat(at(strip([(0, 0), (size, 0)], [1.3, 0], 3), x, y, turn), t.glow, 0.15)
    for k, (x, y) in enumerate(((-1.4, -12.6), (3.8, -10.6), (8.8, -8.4), (13, -6))):
        r = 2.5 - 0.35 * k
        b.stroke(disc(x, y, r), t.light, 0.5)
        b.fill(disc(x, y, r * 0.45), t.glow)
    b.flat(disc(-8.6, -18.6, 2.0), t.glow, 0.3, PITCH)
    b.fill(disc(-9, -18.4, 1.1), t.deep)
    b.fill(disc(-9.3, -18.8, 0.4), WHITE)
    b.lines([[(-11.6, -20.4), (-9, -21.8), (-5.8, -20.8)]], t.light, 0.5)
    b.cel(blob([(-1.4, -4, 1), (5.4, -3.2), (8.6, 3.4), (2.4, 4.6, 1), (-0.6, 0.6)]), (PITCH,
            t.deep, t.mid), 0.7, ink=t.glow, line=0.28)
    lure = [(-12.4, -24.4), (-12, -31.6), (-6.2, -34.8), (-4.4, -31.6)]
    b.stroke(strip(lure, [0.7, 0.5, 0.4, 0.3]), t.glow, 0.5)
    b.flat(disc(-4.4, -30.8, 1.5), WHITE, 0.6, t.light)
