"""Wind: crescents, spirals and cloth, without sharp corners."""

from __future__ import annotations

from artwork.outlines import mirrored
from artwork.shapes import at, disc, ngon, polar, spiral, star
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, crescent, strip
from artwork.spherion.figures.parts import claws
from artwork.spherion.palette import BRASS, BRASS_DEEP, BRASS_GLOW, INK, PITCH, WHITE
from printkit.pdf.drawing import polygon

# fmt: off


def sprite(b: Brush) -> None:
    """Draw M06, a gust with blowing cheeks and a tail of wind."""
    t = b.tones
    tail = [(2, -12), (9, -6), (4, -1.6), (-5, -1.2), (-11.5, -3.2), *spiral(-14.6, -8, 4.6, 1.3,
            60)]
    b.cel(strip(tail, [7, 6.2, 5, 4, 3.2, 2.4, 1.8, 1.2, 0.4], 30), k=0.6)
    for length, x, y, turn in ((15.0, 3.0, -24, -34.0), (14, 5, -21, -12), (12, 6, -17.5, 10), (10,
            5,
            -14, 30)):
        b.cel(at(crescent(length, 4.2, 0.2), x, y, turn), (t.mid, t.light, t.glow), 0.5)
    head = blob([(0, -29), (6, -27.4), (9.2, -21.5), (7.6, -14.8), (2.6, -11.2), (-3.6, -11.4),
            (-8.4, -14.6), (-9, -21.2), (-5.6, -27)])
    b.cel(head, None, 1.3, line=0.35)
    top = [(0, -26), (-4.6, -31), (-1.6, -35.6), (3.6, -34.6), (3.8, -31.2), (0.8, -31)]
    b.cel(strip(top, [6.4, 4.8, 3.4, 2.4, 1.4, 0], 16), (t.mid, t.light, t.glow), 0.5)
    for x in (-6.6, 3.4):
        b.fill(disc(x, -16.4, 2.5, 2.1), t.glow)
        b.stroke(polygon([(x - 1.2, -15.6), (x - 0.4, -17)], closed=False), t.mid, 0.3)
        b.stroke(polygon([(x + 0.2, -15.6), (x + 1, -17)], closed=False), t.mid, 0.3)
    for x in (-5.2, 2.4):
        b.flat(disc(x, -21, 1.5, 2.1), PITCH)
        b.fill(disc(x - 0.45, -21.8, 0.55), WHITE)
    b.lines([[(-7.2, -25), (-5.4, -25.8), (-3.8, -25)], [(0.8, -25), (2.4, -25.8), (4.2, -25)]],
            INK, 0.5)
    b.flat(disc(-1.6, -15, 1.7, 1.5), PITCH, 0.2)
    for y, length, bend in ((-16.6, 9.0, -0.14), (-14.6, 11, 0.02), (-12.6, 9, 0.16)):
        b.flat(at(crescent(length, 1.5, bend), -4.4, y + 0.2, 178), t.glow, 0.22)
    for x, y, r in ((12.5, -31.0, 2.4), (17.5, -24, 1.7)):
        b.stroke(strip(spiral(x, y, r, 1.1, 30), [0.1, 0.5, 0.2], 12), t.glow, 0.12)


def dancer(b: Brush) -> None:
    """Draw M07, a dancer and, on a string, a kite of the same silk."""
    t = b.tones
    sail = [(0, -36.6), (14.6, -24.6), (0, -2.2), (-14.6, -24.6)]
    b.cel(polygon(sail), (t.deep, t.deep.mixed(t.mid, 0.5), t.mid), 1.2, line=0.4)
    b.fill(polygon([(0, -36.6), (0, -24.6), (-14.6, -24.6)]), t.mid.mixed(t.light, 0.5))
    b.fill(polygon([(0, -24.6), (14.6, -24.6), (0, -2.2)]), t.mid.mixed(t.light, 0.15))
    b.stroke(polygon([(0, -36.6), (0, -2.2)], closed=False) + polygon([(-14.6, -24.6), (14.6,
            -24.6)], closed=False), BRASS_DEEP, 0.8)
    b.stroke(polygon([(0, -33.4), (11.6, -24.6), (0, -7), (-11.6, -24.6)]), t.glow, 0.3)
    for points in ([(14.4, -24.6), (20, -22), (17, -15), (22.6, -9.4), (19.6, -3.6)],
                   [(-14.4, -24.6), (-19, -18), (-15, -12), (-21.6, -6.6), (-19, -1)]):
        b.cel(strip(points, [1.2, 3, 2.2, 3, 0], 16), (t.mid, t.light, t.glow), 0.5)
    for points in ([(1.4, -8), (5.4, -3.4), (10, -0.6)], [(-1.4, -9), (-2.6, -4), (-6.6, 0.2)]):
        b.cel(strip(points, [3.4, 2.2, 1.1]), (BRASS_DEEP, BRASS, BRASS_GLOW), 0.4)
    skirt = blob([(-3, -17.4, 1), (3, -17.4, 1), (6.6, -11.4), (13.4, -8.2, 1), (7.6, -5.6), (1.4,
            -6.8), (-4.4, -3.6),
                  (-11.6, -6.4, 1), (-6.2, -11)])
    b.cel(skirt, (t.mid, t.light, t.glow), 1.0)
    b.lines([[(-1.4, -16), (-3.4, -10), (-8, -6.8)], [(0.4, -16), (0.6, -11), (-1.4, -6)],
            [(1.8, -16), (4, -11), (8.4, -7)]], t.mid, 0.35)
    for points in ([(2.6, -22.6), (8.6, -25.8), (13.6, -32.8)], [(-2.6, -22.6), (-8.8, -22.4),
            (-14, -27.6)]):
        b.cel(strip(points, [2.4, 2.0, 1.3]), (t.light.mixed(t.mid, 0.4), t.glow, WHITE), 0.4)
    b.cel(blob([(-3.2, -23.6, 1), (0, -24.4), (3.2, -23.6, 1), (2.4, -19.6), (3, -16.8, 1), (-3,
            -16.8, 1), (-2.4, -19.6)]), None, 0.6)
    b.flat(polygon([(-3, -17.8), (3, -17.8), (3.2, -16.2), (-3.2, -16.2)]), BRASS, 0.2)
    b.cel(strip([(1.4, -30), (6.4, -32.2), (9.6, -28.4), (14, -29.4)], [3.6, 3, 2.2, 0]), (t.deep,
            t.deep.mixed(t.mid, 0.4), t.mid), 0.4)
    b.cel(blob([(0, -30.6), (2.5, -29.4), (2.7, -26.6), (0, -23.9), (-2.7, -26.6), (-2.5, -29.4)]),
            (t.light.mixed(t.mid, 0.4), t.glow, WHITE), 0.6)
    b.cel(blob([(-2.9, -27.6, 1), (-3, -30), (0, -31.8), (3.2, -30), (2.9, -27.6, 1), (1.4, -29.2),
            (-0.6, -29.2)]), (t.deep, t.deep.mixed(t.mid, 0.4), t.mid), 0.4)
    b.lines([[(-1.9, -26.9), (-1.2, -26.6), (-0.6, -26.9)], [(0.6, -26.9), (1.2, -26.6), (1.9,
            -26.9)], [(-0.6, -25.3), (0, -25.1), (0.6, -25.3)]], INK, 0.28)
    b.flat(star(0, -30.9, 1.5, 0.6, 4), BRASS_GLOW, 0.2)


def falcon(b: Brush) -> None:
    """Draw M08, a diving falcon in the shape of a wedge, its wings folded back into blades."""
    t = b.tones
    for length, turn in ((26, -42.0), (24.5, -34), (22.5, -26), (20, -18), (17, -10)):
        b.cel(at(crescent(length, 4.2, -0.1), -1.5, -18, turn), (t.deep, t.deep.mixed(t.mid, 0.6),
                t.mid), 0.5)
    for length, turn in ((25.0, -70.0), (25, -79), (24, -88), (22, -97), (18, -107)):
        b.cel(at(crescent(length, 4.2, 0.1), -3, -18.5, turn), (t.deep, t.deep.mixed(t.mid, 0.6),
                t.mid), 0.5)
    for length, turn in ((14, -40.0), (13, -30), (11.5, -20)):
        b.cel(at(crescent(length, 3.4, -0.08), -1.5, -17.6, turn), (t.mid, t.light, t.glow), 0.4)
    for length, turn in ((14.5, -72.0), (14, -82), (12.5, -92)):
        b.cel(at(crescent(length, 3.4, 0.08), -3, -18, turn), (t.mid, t.light, t.glow), 0.4)
    for length, turn in ((17.0, -48.0), (18, -55), (17, -62)):
        b.cel(at(crescent(length, 3.2, 0.03), 0.5, -20, turn), (t.mid, t.mid.mixed(t.light, 0.6),
                t.light), 0.4)
    body = blob([(5.2, -25.6), (4.4, -18.4), (0.2, -11.2), (-6.8, -6), (-10.4, -7.6), (-9.8, -12.4),
            (-5, -20), (1, -25.8)])
    b.cel(body, (t.light.mixed(t.mid, 0.5), t.glow, WHITE), 1.1, line=0.35)
    for i in range(5):
        x, y = -4.6 + i * 1.5, -12.4 - i * 2.3
        b.lines([[(x - 1.8, y - 1.2), (x - 0.3, y + 0.6), (x + 1.9, y + 0.6)]], t.deep, 0.4)
    for x, y in ((1.8, -13.6), (-3.6, -8.4)):
        b.flat(strip([(x, y - 1.6), (x + 2.6, y + 0.6), (x + 1.4, y + 3)], [2, 1.4, 1]), BRASS, 0.2)
        claws(b, x + 1.4, y + 3, (40, 80, 125), 2.5, INK)
    head = blob([(-5.6, -11.2), (-5.4, -6.2), (-8.6, -3.4), (-12, -3.4), (-13.6, -6.6), (-12.4,
            -10.2), (-8.8, -12.2)])
    b.cel(head, (t.deep, t.deep.mixed(t.mid, 0.4), t.mid), 0.8, line=0.35)
    b.fill(blob([(-6, -6.4), (-8.8, -3.8), (-10.6, -4.4), (-9.6, -6.4), (-7.4, -7.8)]), t.glow)
    b.flat(blob([(-12.2, -7.2, 1), (-14.8, -5.4), (-14.9, -2.2, 1), (-13.2, -3.4), (-11, -3.4, 1)]),
            BRASS_GLOW, 0.28)
    b.flat(disc(-10, -8, 1.15), WHITE, 0.3)
    b.fill(disc(-10.2, -7.8, 0.62), INK)
    b.lines([[(-12.4, -9.2), (-10.4, -9.9), (-8.2, -9)]], INK, 0.6)
    for x, y, length in ((7.5, -3.4, 13.0), (3, -0.6, 10), (16, -7, 8)):
        b.flat(at(crescent(length, 0.9, 0.02), x, y, -52), t.glow)


def djinn(b: Brush) -> None:
    """Draw M09, a djinn with crossed arms who rises from a coiling thunderhead."""
    t = b.tones
    for x, y, r in ((-15, -5, 5.6), (15.4, -4.6, 5.4), (-9.5, -7.4, 5.2), (10.4, -7.4, 5)):
        b.cel(disc(x, y, r), (t.deep, t.deep.mixed(t.mid, 0.4), t.mid), 1.0)
    bolt = [(17.6, -13), (13.4, -6.4), (16.4, -6.6), (12.6, 0.6), (20.6, -8.4), (17.4, -8.4), (20.4,
            -13)]
    bolt2 = [(-19.6, -13.6), (-22.4, -7.2), (-19.8, -7.6), (-22.6, -0.8), (-15.6, -9), (-18.4, -9),
            (-16.6, -13.6)]
    for path in (polygon(bolt), polygon(bolt2)):
        b.lift(path)
        b.flat(path, BRASS_GLOW, 0.3)
    coil = [(0, -15), (7, -10.5), (3, -6), (-6, -5.4), (-8.4, -2.2), (-1, 0.6), (8, 0.4)]
    b.cel(strip(coil, [17, 14, 11, 9, 7, 5, 0.4], 22), None, 1.0)
    for _ in b.both():
        b.cel(strip([(7.6, -22.6), (14.6, -21.4), (15.4, -16.4), (9, -14.4)], [7.6, 7, 6, 5]), None,
                0.9)
    chest = blob(mirrored([(0, -25.6), (6.2, -25.6), (10.6, -22), (8.6, -15), (4.6, -10.6), (0,
            -9.8)]))
    b.cel(chest, None, 1.3, line=0.35)
    b.lines([[(0, -22), (0, -16)], [(-6.6, -19.4), (-3.4, -17.2), (0, -18)], [(6.6, -19.4),
            (3.4, -17.2), (0, -18)]], t.deep, 0.4)
    b.cel(strip([(12.6, -15.2), (3, -13.4), (-7.6, -15.8)], [5.2, 5, 4.2]), None, 0.8)
    b.cel(strip([(-12.6, -14.8), (-4, -12.2), (7.6, -13.8)], [5.2, 5, 4.4]), None, 0.8)
    for x, y, turn in ((-7.8, -15.8, 12.0), (8, -13.8, 172)):
        b.flat(at(polygon([(-1.3, -2.8), (1.3, -2.8), (1.3, 2.8), (-1.3, 2.8)]),
                x + (3.2 if x < 0 else -3.2), y + 0.5, turn), BRASS, 0.25)
    head = blob(mirrored([(0, -36.2), (3.6, -35), (4.7, -31), (3.8, -27), (1.8, -24.4), (0,
            -23.6)]))
    for side in b.both():
        b.cel(strip([(4.2, -30.4), (7.4, -31.4), (8.6, -34.4)], [2.8, 2.2, 0]), k=0.3)
        if side == 1:
            b.flat(disc(5.4, -27.8, 1.15), BRASS, 0.25)
    b.cel(head, None, 1.0, line=0.35)
    b.cel(strip([(0, -34.4), (-1.4, -38.4), (3.4, -40), (8.6, -36.8), (12.6, -38.2)], [5, 3.8, 3.2,
            2.2, 0], 14), (PITCH, t.deep, t.deep.mixed(t.mid, 0.4)), 0.4)
    b.flat(polygon([(-2.4, -35.6), (2.4, -35.6), (1.8, -34), (-1.8, -34)]), BRASS, 0.25)
    for _ in b.both():
        b.flat(polygon([(0.8, -30.6), (3.6, -32), (3.4, -30.4), (1.6, -29.8)]), WHITE, 0.2)
        b.lines([[(0.6, -31.6), (2.2, -32.6), (4, -32.8)]], INK, 0.6)
    b.cel(strip([(0, -26.6), (-0.2, -23.6), (1, -20.6)], [3.2, 2.4, 0]), (PITCH, t.deep,
            t.deep.mixed(t.mid, 0.4)), 0.3)
    b.lines([[(-1.6, -27.4), (0, -27.8), (1.6, -27.4)]], INK, 0.5)


def sovereign(b: Brush) -> None:
    """Draw M10, a masked and crowned sovereign with a cloud robe and fans of blades as arms."""
    t = b.tones
    low = [at(crescent(23 * (1 - 0.085 * i), 3.6 - 0.24 * i, 0.2), 2, -16.5,
            4 + 9 * i) for i in range(5)]
    high = [at(crescent(21 * (1 - 0.085 * i), 3.6 - 0.24 * i, 0.25), 1.8, -20,
            -50 + 8.5 * i) for i in range(6)]
    for _ in b.both():
        for group in (low, high):
            last = len(group) - 1
            for i in range(last, -1, -1):
                f = i / last
                tone = (t.deep.mixed(t.mid, 0.75 - 0.5 * f), t.mid.mixed(t.light, 0.75 - 0.6 * f),
                        t.light.mixed(t.glow, 0.9 - 0.7 * f))
                b.cel(group[i], tone, 0.5, line=0.28)
    robe = blob(mirrored([(0, -23.5), (2.6, -21.5), (3.6, -16), (4.6, -9), (8, -3.6), (11.5, 0.6),
            (5, 2.2), (0, 2.6)]))
    b.cel(robe, (t.deep, t.mid.mixed(t.deep, 0.25), t.mid.mixed(t.light, 0.35)), 1.2)
    with b.clipped(robe):
        for low_x, high_x in ((-9, -1.2), (-5, -0.5), (0, 0.2), (5, 1), (9, 1.6)):
            run = [(high_x, -19), (high_x * 1.6, -11), (low_x * 0.75, -4), (low_x * 1.15, 3)]
            b.fill(strip(run, [0.1, 0.55, 0.9, 0.5]), t.glow if low_x == 0 else t.light)
    for side in b.both():
        gyre = [(3.2, -13.5), (7, -7), (12, -4.2), *spiral(15.6, -7.2, 4.6, 1.35, 120, -1)]
        b.cel(strip(gyre, [0.4, 1.6, 2.2, 1.9, 1.5, 1, 0.15], 26), (t.mid, t.light, WHITE),
                0.4 * side)
    collar = polygon([(0, -15.2), (5.6, -20.6), (3.4, -23.4), (0, -21.2), (-3.4, -23.4), (-5.6,
            -20.6)])
    b.cel(collar, (BRASS_DEEP, BRASS, BRASS_GLOW), 0.5)
    b.flat(ngon(0, -18.2, 1.55), t.mid, 0.4)
    b.fill(polygon([polar(0, -18.2, 1.55, a) for a in (-90, -150, 150)] + [(0, -18.2)]), t.glow)
    brass = (BRASS_DEEP, BRASS, BRASS_GLOW)
    for _ in b.both():
        for x, turn, length, bend in ((2.7, -12.0, 4.4, 0.24), (2.0, -38, 5.2, 0.2), (1.1, -64, 5.6,
                0.14)):
            b.cel(at(crescent(length, 1.9, bend), x, -31.4, turn), brass, 0.3)
    b.cel(at(crescent(5.6, 1.9, 0), 0, -31.4, -90), brass, 0.3)
    mask = blob(mirrored([(0, -33.2), (2.7, -32), (3.5, -28.6), (2.2, -24.6), (0, -22.2)]))
    b.cel(mask, (t.light.mixed(t.mid, 0.5), t.glow, WHITE), 0.8, line=0.7)
    for _ in b.both():
        b.fill(polygon([(0.6, -28), (2.5, -29.5), (2.3, -28.2), (0.9, -27.1)]), INK)
        b.fill(strip([(1.6, -26.2), (1.9, -25.2), (1, -24.2)], [0.15, 0.45, 0.1]), t.mid)
    b.lines([[(-0.7, -25), (0, -25.3), (0.7, -25)]], INK, 0.35)
    b.fill(ngon(0, -30.4, 0.8, 4), t.mid)
