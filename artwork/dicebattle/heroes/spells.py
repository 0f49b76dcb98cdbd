"""Spells: fire, wind, ice, glass, water, silence, and a seesaw."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, flame, joined, stem, whole
from artwork.dicebattle.palette import (
    COAL,
    FIRE,
    GOLD,
    ICE,
    LEATHER,
    PURPLE,
    RED,
    STEEL,
    STONE,
    TEAL,
    WATER,
    WHITE,
    Tones,
)
from artwork.dicebattle.shapes import arc_points, cut, flips
from artwork.shapes import at, disc, flip, ngon, polar, star
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Path

# fmt: off


def spark(f: Figure) -> None:
    """Draw flint, steel and the spark between them."""
    burst = cut(*[polar(1.5, -25, (15.4, 6.2, 11.6, 5.6)[n % 4], -84 + n * 15) for n in range(24)])
    for z, tone in ((1.0, FIRE.dark), (0.76, FIRE.mid), (0.5, FIRE.light), (0.26, PAPER)):
        path = at(burst, 1.5 * (1 - z), -25 * (1 - z), scale=z)
        if z == 1:
            f.flat(path, tone, 1.0, halo=True)
        else:
            f.mark(path, tone)
    for x, y, r, turn in ((-15, -33, 2.4, 0), (17, -35, 3.0, 20), (21, -22, 1.9, 10),
                          (-20, -20, 1.8, 30), (9, -40, 1.6, 0), (-6, -41, 2.0, 12)):
        f.flat(star(x, y, r, r * 0.34, 4, turn), FIRE.light, 0.5, halo=True)
    flint = cut((-24, -1), (-19.6, -10.6), (-12, -14.8), (-4.6, -21.6), (-2.2, -18), (-6.4, -8.4),
                (-11.4, -2), (-16, 5), (-22, 4))
    f.cel(flint, COAL, 1.0, 1.3)
    for points in (((-19.6, -10.6), (-14, -6.6), (-6.4, -8.4)), ((-14, -6.6), (-16.6, 0), (-22, 3)),
                   ((-12, -14.8), (-9.4, -11), (-4.2, -20))):
        f.trace(cut(*points, *points[-2:0:-1]), 0.5, COAL.light)
    steel = joined([(6, -20), (13, -14), (22, -11)], [(22, -11), (25.4, -6), (22.6, -2.6)],
                   [(22.6, -2.6), (20.6, -5.6), (18, -4.2)],
                   [(18, -4.2), (9, -8.4), (2.4, -15.6)], [(2.4, -15.6), (6, -20)])
    f.cel(steel, STEEL, 1.0, 1.0)
    f.line([(6.6, -17.4), (13, -11.6), (20, -8.6)], 0.5, STEEL.dark)


def second_wind(f: Figure) -> None:
    """Draw a gust of wind that makes two loops and lifts a feather."""
    for course, widths, tones in (
        ([(-27, -14), (-16, -15), (-6, -19.6), (-1.4, -28), (-6, -35), (-13.6, -33.4), (-14.6, -27),
          (-10, -25)],
         [0.8, 3.6, 5.0, 5.6, 5.2, 4.2, 3.0, 0], TEAL),
        ([(-27, -4), (-12, -3.6), (4, -6.4), (15.6, -14.4), (16, -24.6), (8.4, -28.4), (3.0, -23),
          (6, -18)],
         [0.8, 4.4, 6.2, 7.0, 6.4, 5.0, 3.4, 0], ICE),
        ([(-16, 1.4), (-2, 1.6), (10, -0.4), (20, -4.6), (22.4, -10.4), (18.6, -12)],
         [0.6, 2.8, 3.8, 4.0, 2.8, 0], TEAL),
    ):
        f.cel(stem(course, widths), tones, 0.9, 0.8)
    for points in ([(-20, -5.2), (-8, -5.4), (2, -8)], [(-20, -15.8), (-11, -18.4), (-6, -22)],
                   [(13.6, -17.6), (13.8, -22.4), (10.6, -25.4)]):
        f.line(points, 0.6, PAPER)
    place = (-1.0, -10.4, 30, 0.92)
    quill = blob((0, 0, 1), (-3.6, -4), (-5.0, -8.6), (-2.2, -7.8, 1), (-5.4, -12), (-5.2, -15.6),
                 (-2.4, -14.4, 1), (-4.4, -19), (-1, -24), (3.4, -27, 1), (4.8, -20), (4.6, -15),
                 (2.0, -13.6, 1), (4.4, -10), (3.4, -4))
    f.cel(at(quill, *place), WHITE, 0.9, 1.2)
    f.trace(at(stem([(-0.6, 6), (0, -6), (0.6, -16), (2.4, -24)], [0.4, 0.7, 0.5, 0.1]), *place),
            0.35)
    for n in range(5):
        y = -3.6 - n * 4.2
        for side in (-1, 1):
            f.trace(at(cut((0.2, y), (side * 2.6, y - 2.2)), *place), 0.4, WHITE.dark)
    for x, y, r in ((-22, -25, 2.0), (4.6, -38, 2.0), (-24, -37, 1.6)):
        f.flat(star(x, y, r, r * 0.3, 4), PAPER, 0.45, halo=True)


def lance(f: Figure) -> None:
    """Draw a spear wrapped in flames."""
    cx, cy, turn = 3.5, -19.5, 42

    def p(path: Path) -> Path:
        return at(path, cx, cy, turn)

    tongues = ((5.6, -13, 20, 7, 14, 0.16), (-5.6, -13, 20, 7, -14, -0.16), (4.6, -12, 31, 7.5, 7,
            -0.09), (-4.6, -12, 31, 7.5, -7, 0.09),
               (2.4, -11, 42, 7.5, 2, 0.06), (-2.4, -11, 42, 7.5, -2, -0.06), (0, -10, 50, 7, 0,
                       0.03))
    cap = blob((0, -20), (5.4, -17), (8.8, -10.5), (7.4, -5), (0, -2), (-7.4, -5), (-8.8, -10.5),
               (-5.4, -17))
    outer = [at(flame(length, width, bend, 0.9), x, y, 90 - lean) for x, y, length, width, lean,
             bend in tongues]
    for path in (*outer, cap):
        f.flat(p(path), BLACK, 1.8, halo=True)
    for path in (*outer, cap):
        f.mark(p(path), FIRE.dark)
    for z, tone in ((0.74, FIRE.mid), (0.46, FIRE.light)):
        for x, y, length, width, lean, bend in tongues:
            f.mark(p(at(flame(length * z, width * z, bend, 0.9), x * z, y - 1.5 * (1 - z),
                        90 - lean)), tone)
        f.mark(p(at(cap, 0, -10 * (1 - z), scale=z)), tone)
    f.flat(p(cut((-1.5, 34), (-1.2, -14), (1.2, -14), (1.5, 34))), LEATHER.dark, 0.5)
    f.mark(p(cut((-0.9, 34), (-0.7, -14), (0, -14), (0, 34))), FIRE.dark)
    for n in range(6):
        f.flat(p(stem([(-1.4, -6 + n * 6), (1.4, -4.2 + n * 6)], [1.1, 1.1])), FIRE.light, 0.25)
    f.cel(p(cut((-5, -15.6), (5, -15.6), (2.4, -11.4), (-2.4, -11.4))), RED, 0.8, 0.5)
    f.mark(p(ngon(0, -13.6, 1.3, 4)), FIRE.light)
    tip = cut((0, -33), (5.2, -20), (3.0, -15.5), (0, -13.5), (-3.0, -15.5), (-5.2, -20))
    f.flat(p(tip), STEEL.mid, 1.0, halo=True)
    f.mark(p(cut((0, -32), (0, -14.2), (-2.6, -16), (-4.5, -20))), PAPER)
    f.line([p(cut((0, -33), (0, -13.5))).contours[0].start, (cx + 9.03, cy - 10.03)], 0.5)
    for x, y, r in ((-10, -6, 1.1), (11, 2, 1.4), (-12, -6, 0.9), (9.5, 16, 1.0), (-9, 18, 1.3),
                    (12, -12, 0.8)):
        f.flat(p(disc(x, y, r)), FIRE.mid, 0.5, halo=True)


def frost_ring(f: Figure) -> None:
    """Draw a closed ring of ice with a single snowflake inside."""
    x, y = 0.0, -21.0
    for n in range(12):
        turn = n * 30 + 8
        length = (11.0, 7.0, 9.0)[n % 3]
        shard = cut((-2.6, 0), (-2.0, -length * 0.62), (0.4, -length), (2.4, -length * 0.5),
                    (2.7, 0))
        f.cel(at(shard, *polar(x, y, 11.4, turn - 90), turn), ICE, 0.8, 0.8)
        f.trace(at(cut((0.4, -length), (0.0, 0)), *polar(x, y, 11.4, turn - 90), turn), 0.4,
                ICE.dark)
    ring = disc(x, y, 13.2) + flip(disc(x, y, 9.2))
    f.flat(ring, ICE.mid, 0.9, halo=True, eo=True)
    for start, end, r, tone, w in ((150, 290, 12.1, ICE.light, 1.3), (-30, 110, 10.4, ICE.dark,
            1.2), (200, 240, 10.4, PAPER, 0.9)):
        f.line(arc_points(x, y, r, start, end), w, tone)
    f.flat(disc(x, y, 9.2), Cmyk(92, 62, 8, 14), 0.8)
    for n in range(6):
        a = n * 60 - 90
        f.line([(x, y), polar(x, y, 7.2, a)], 1.3, PAPER)
        for r in (3.6, 5.6):
            for lean in (-32, 32):
                base = polar(x, y, r, a)
                f.line([base, polar(*base, 2.0 if r < 5 else 1.4, a + lean)], 0.8, PAPER)
    f.flat(ngon(x, y, 1.7, 6), PAPER, 0.35)
    for sx, sy, r in ((-21, -35, 2.2), (21.5, -33, 2.6), (22, -6, 1.7), (-22.4, -9, 1.9)):
        f.flat(star(sx, sy, r, r * 0.3, 6), PAPER, 0.45, halo=True)


def mirror(f: Figure) -> None:
    """Draw a mirror that reflects a six as a one."""
    turn, cx, cy = 36, 2.0, -24.5

    def p(path: Path) -> Path:
        return at(path, cx, cy, turn)

    f.cel(p(blob((-2.6, 13, 1), (2.6, 13, 1), (2.0, 22), (3.0, 29), (0, 33, 1), (-3.0, 29),
                 (-2.0, 22))), GOLD, 0.9, 0.8)
    for n in range(3):
        f.trace(p(cut((-2.1, 18 + n * 3.4), (2.1, 18.8 + n * 3.4))), 0.6)
    for part in flips(blob((3, 12.4, 1), (9, 13), (12.6, 9.4), (12, 14.6), (7, 16.6),
                           (2.6, 15, 1))):
        f.cel(p(part), GOLD, 0.7, 0.5)
    f.cel(p(disc(0, 0, 13.6, 14.6)), GOLD, 1.0, 1.2)
    f.cel(p(blob((-3.4, -13.4, 1), (-2.6, -17), (0, -19.4, 1), (2.6, -17), (3.4, -13.4, 1))), RED,
          0.7, 0.5)
    f.dots([(*p(disc(*polar(0, 0, 12.4, n * 30), 0.01)).contours[0].start,
             0.62) for n in range(12)], GOLD.dark)
    glass = p(disc(0, 0, 10.4, 11.4))
    f.flat(glass, ICE.mid, 0.9)
    with f.inside(glass):
        f.mark(p(cut((-12, 2), (4, -14), (12, -14), (-12, 11))), ICE.light)
        f.mark(p(cut((-6, 14), (12, -5), (12, -0.6), (-1, 14))), ICE.light)
    f.die(cx + 1.0, cy - 1.0, 6.2, 192, (6, 5, 4), (Cmyk(40, 10, 0, 0), Cmyk(58, 22, 0, 4),
                                                    Cmyk(74, 40, 0, 18)), PAPER)
    f.die(-16.6, -8.6, 6.6, 12, (1, 2, 3))
    for x, y, r in ((22, -38, 2.4), (-14, -34, 2.0), (20, -9, 1.8)):
        f.flat(star(x, y, r, r * 0.28, 4), PAPER, 0.45, halo=True)


def flood(f: Figure) -> None:
    """Draw one wave that covers the whole width."""
    back = joined([(-30, 8), (-30, -6), (-20, -8)], [(-20, -8), (-8, -12), (2, -6), (16, -9),
                                                     (30, -4)], [(30, -4), (30, 8), (-30, 8)])
    f.cel(back, WATER, 0.9, 1.0)
    f.die(17.6, -8.4, 5.0, 24, (3, 2, 1))
    f.die(25, -3, 3.8, -30, (1, 4, 2))
    wave = joined([(-30, 8), (-29, -14), (-20, -32), (-2, -40.6), (14, -37), (22, -27.6),
                   (21.4, -19)],
                  [(21.4, -19), (16.4, -23.6), (10, -24), (5.6, -19.6), (5, -12), (9.6, -5),
                   (20, 0), (30, 1)], [(30, 1), (30, 8), (-30, 8)])
    f.cel(wave, Tones(WATER.dark, WATER.mid, WATER.mid), 1.0, 2.2)
    for points, w in (([(-25, 4), (-22, -14), (-13, -28), (0, -34.6), (11, -31)], 1.3),
                      ([(-19, 5), (-17, -9), (-9, -22), (1, -28), (9, -27)], 1.1),
                      ([(-12, 6), (-11, -5), (-5, -16), (2, -21)], 1.0),
                      ([(-4, 6), (-4, -1), (0, -9)], 0.9)):
        f.line(points, w, WATER.light)
    foam = [(20.6, -19.4, 3.0), (16.6, -22.8, 2.8), (23.4, -24.4, 3.2), (22.6, -30, 3.4),
            (18.4, -34.6, 3.6), (12.4, -38, 3.4), (5.6, -40, 3.0), (-1, -40.6, 2.6),
            (11.6, -25, 2.6), (24.6, -17, 1.7), (19.4, -15.6, 1.3), (-7, -39, 1.9)]
    for x, y, r in foam:
        f.flat(disc(x, y, r), BLACK, 1.3, halo=True)
    for x, y, r in foam:
        f.mark(disc(x, y, r), PAPER)
    for x, y, r in foam[:9]:
        f.mark(disc(x + r * 0.24, y + r * 0.24, r * 0.62), ICE.light)
        f.mark(disc(x - r * 0.1, y - r * 0.1, r * 0.6), PAPER)
    for x, y, r in ((26, -12, 0.9), (22, -11, 0.7), (27, -21, 0.8), (-26, -27, 1.0),
                    (-22.6, -34, 1.3)):
        f.flat(disc(x, y, r), PAPER, 0.45, halo=True)
    for x, y in ((-20, 2.4), (-6, 3), (10, 2.6)):
        f.line([(x - 4, y), (x - 1, y - 1.4), (x + 2, y), (x + 5, y - 1.2)], 0.8, PAPER)


def hush(f: Figure) -> None:
    """Draw a bell whose clapper is tied up."""
    turn, cx, cy = -22, 0.0, -23.0

    def p(path: Path) -> Path:
        return at(path, cx, cy, turn)

    for r in (22.5, 19):
        for start in (-64, 152):
            f.line(arc_points(1, -20, r, start, start + 36), 1.2, PAPER)
    f.cel(p(disc(0, 16.4, 4.4)), COAL, 0.9, 0.8)
    bell = whole((0, -17), (4.4, -15.8), (7.4, -10.6), (8.6, -2), (11.4, 7), (15.4, 12.4, 1),
                 (8, 15), (0, 15.8))
    f.cel(p(bell), GOLD, 1.0, 2.0)
    f.trace(p(Path(stem([(-14, 10.2), (0, 13), (14, 10.2)], [0.5, 0.5]).contours)), 0.5)
    for y, w in ((-9.8, 7.2), (-7.4, 7.7)):
        f.line([p(disc(a, b, 0.01)).contours[0].start for a, b in ((-w, y), (0, y + 1.6), (w, y))],
               0.6)
    loop = disc(0, -19.6, 4.0) + flip(disc(0, -19.6, 2.0))
    f.flat(p(loop), GOLD.mid, 0.8, halo=True, eo=True)
    for n in range(-1, 2):
        f.flat(p(star(n * 6.2, 6.4 - abs(n) * 0.8, 2.1, 1.0, 6)), GOLD.dark, 0.35)
    # A knotted cloth binds bell and clapper.
    band = blob((-12.6, 0.4, 1), (-6, 3.6), (0, 4.4), (6, 3.2), (11.4, -0.8, 1), (12.6, 4.4, 1),
                (6, 8.2), (0, 9.2), (-6, 8.6), (-14, 5.2, 1))
    f.cel(p(band), PURPLE, 0.9, 0.9)
    f.cel(p(blob((-3, 8, 1), (3, 8, 1), (2.6, 14), (4.6, 21.4), (0, 22.6), (-4.6, 21.4),
                 (-2.6, 14))), PURPLE, 0.8, 0.8)
    for part in (blob((2, 6.4, 1), (8, 0.4), (14.4, 1.4), (14, 7.4), (8, 9.4)), blob((-2, 6.4, 1),
            (-8, 1), (-13, 4), (-12, 9.4), (-7, 10))):
        f.cel(p(part), PURPLE, 0.8, 0.7)
    for points in ([(1, 8), (7, 14), (13, 15.6)], [(-1, 8), (-6, 15), (-12, 17.4)]):
        f.cel(p(stem(points, [2.6, 4.2, 4.8])), PURPLE, 0.8, 0.6)
    f.cel(p(disc(0, 6.6, 3.0)), PURPLE, 0.8, 0.7)
    f.trace(p(cut((4, 5), (9.4, 3.6))), 0.5)
    f.trace(p(cut((-4, 5.4), (-8.6, 5.0))), 0.5)


def upheaval(f: Figure) -> None:
    """Draw a seesaw on which a small figure comes down and a large one flies up."""
    f.cel(cut((-1, -17), (8, 6), (-10, 6)), STONE, 0.9, 1.0)
    plank = cut((-25.4, -4.4), (-24.2, -8.2), (23.4, -26.4), (24.8, -22.8))
    f.cel(plank, LEATHER, 0.9, 0.8)
    f.line([(-21, -7), (-4, -13.6)], 0.5, LEATHER.dark)
    f.line([(2, -16.4), (19, -22.8)], 0.5, LEATHER.dark)
    f.cel(disc(-1, -14.6, 2.6), GOLD, 0.7, 0.6)
    f.die(14.2, -33.4, 9.0, 28, (6, 5, 4))
    for points in ([(4.4, -30), (2.2, -25.6)], [(21.6, -24.2), (22.6, -20.4)],
                   [(9, -22.6), (8.2, -19.6)]):
        f.line(points, 0.9, PAPER)
    f.die(-17, -14.6, 5.4, -20, (1, 2, 3))
    crown = cut((-5, 0), (-6.4, -6), (-3.2, -3.6), (0, -7.4), (3.2, -3.6), (6.4, -6), (5, 0))
    f.cel(at(crown, -18.8, -20.4, -20, 0.92), GOLD, 0.8, 0.5)
    for x, y in ((-12.4, -24), (-9, -22)):
        f.line([(x, y), (x + 1.6, y - 6.4)], 0.9, PAPER)
