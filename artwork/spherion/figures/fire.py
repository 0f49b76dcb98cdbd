"""Fire: flames, coals and brick."""

from __future__ import annotations

from artwork.outlines import mirrored
from artwork.shapes import arc, at, disc, ngon
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, flame, strip
from artwork.spherion.figures.parts import (
    claws,
    fan,
    feather,
    plumes,
    prism,
    scales,
)
from artwork.spherion.palette import BRASS, BRASS_GLOW, INK, PITCH, WHITE, press, tint
from printkit.pdf.drawing import Path, polygon

# fmt: off


def imp(b: Brush) -> None:
    """Draw M01, a coal with a face, burning hair, and a match for a tail."""
    t = b.tones
    tail = [(3, -4), (11, -1.5), (17, -5), (16.5, -12), (19.5, -16)]
    b.cel(strip(tail, [2.6, 2.2, 1.8, 1.4, 1.2]), k=0.4)
    for length, turn, tone in ((9.0, -74.0, (t.deep, t.mid, t.light)), (6, -82,
            (t.mid, t.light, t.glow))):
        b.cel(at(flame(length, length * 0.5, 0.2), 19.2, -15.2, turn), tone, 0.4)
    for length, x, turn in ((12.5, -6.2, -118.0), (14.5, 6.2, -58), (16, -3.4, -104), (16.5, 3.2,
            -78),
                            (14.5, 0, -92)):
        b.cel(at(flame(length, 6.4, 0.16 if x < 0 else -0.16), x, -21.5, turn), None, 0.7)
    for length, x, turn in ((8.5, -3.6, -108.0), (9, 3.4, -72), (11, 0, -90)):
        b.cel(at(flame(length, 4.2, 0.1), x, -21.5, turn), (t.mid, t.light, t.glow), 0.5)
    for _ in b.both():
        b.cel(strip([(5, -16), (11.5, -19), (15.5, -24.5)], [6.2, 4.6, 0]), k=0.5)
        b.flat(strip([(6.6, -16.4), (11, -18.6), (14, -22.4)], [3, 2.2, 0]), t.deep)
    for side in b.both():
        b.cel(strip([(3.4, -5.8), (8.8, -6.4), (9.6, -11.2)], [3.2, 2.6, 2.2]), k=0.4)
        claws(b, 9.6, -11, (-125, -90, -55), 2.7, t.glow)
        if side == 1:
            b.cel(at(flame(6.2, 3.4, 0.1), 9.7, -13.2, -90), (t.mid, t.light, t.glow), 0.4)
    for _ in b.both():
        b.cel(blob([(0.6, -1.6), (5.4, -2.4), (7.6, 0.2, 1), (0.6, 1.0, 1)]), k=0.4)
    b.cel(blob(mirrored([(0, -12), (4.2, -9.6), (5.2, -4.4), (3.2, -0.8), (0, -0.4)])), k=0.8)
    head = blob(mirrored([(0, -25.2), (5.6, -23.6), (8.8, -18.6), (7.6, -12.8), (3.6, -9.6), (0,
            -9)]))
    b.cel(head, k=1.2, line=0.35)
    for _ in b.both():
        b.flat(blob([(1.2, -17, 1), (3.6, -19.6), (6.6, -20.6, 1), (6.2, -17.2), (3.6, -15.8)]),
                PITCH)
        b.flat(blob([(2.2, -17.2, 1), (3.8, -18.7), (5.8, -19.3, 1), (5.4, -17.3), (3.8, -16.6)]),
                t.glow)
        b.fill(disc(4.1, -17.7, 0.75), INK)
        b.flat(strip([(4.8, -23.6), (6.2, -27), (9, -29)], [2.8, 2, 0]), BRASS_GLOW, 0.25)
    grin = blob([(-5, -14, 1), (0, -13.1), (5, -14, 1), (3, -10.9), (0, -10.2), (-3, -10.9)])
    b.flat(grin, PITCH)
    b.flat(polygon([(-4, -13.7), (-3, -12), (-2, -13.4), (-1, -11.7), (0, -13.1), (1, -11.7), (2,
            -13.4),
                    (3, -12), (4, -13.7), (0, -13.2)]), WHITE)


def warden(b: Brush) -> None:
    """Draw M02, a standing kiln with a fire door for a mouth."""
    t = b.tones
    brick = (t.deep, press(12, 74, 80, 22), press(4, 58, 66, 6))
    for _ in b.both():
        prism(b, 6.2, -0.6, 4.2, 5.2, top=brick[2])
    for k, (length, x) in enumerate(((8.5, -1.6), (10.5, 0.4), (7.5, 2.0))):
        b.cel(at(flame(length, 3.8, 0.14 * (-1) ** k), x, -29.4, -90 + 6 * x), (t.mid, t.light,
                t.glow), 0.5)
    b.cel(blob([(-3.4, -26, 1), (-3.8, -31, 1), (0, -32), (3.8, -31, 1), (3.4, -26, 1)]), brick,
            0.8)
    b.fill(disc(0, -30.9, 2.9, 0.8), PITCH)
    for _ in b.both():
        b.cel(strip([(9.5, -19), (15.8, -17.6), (17.2, -10.5)], [6.4, 5.6, 5.2]), brick, 0.8)
    dome = blob([(-13, -3, 1), (-13.6, -14), (-9, -23.6), (0, -27.6), (9, -23.6), (13.6, -14), (13,
            -3, 1), (0, -1.6)])
    b.cel(dome, brick, 1.5, line=0.4)
    with b.clipped(dome):
        courses, joints = Path(()), Path(())
        for row in range(7):
            y = -3.6 - row * 3.4
            courses += arc(0, y - 6, 20, 20, 160, 6)
            for i in range(-5, 6):
                x = (i + 0.5 * (row % 2)) * 4.6
                bend = 6 - 6 * (x / 20) ** 2 * 0.9
                joints += polygon([(x, y - 6 + bend - 0.1), (x * 0.97, y - 9.3 + bend)],
                        closed=False)
        b.stroke(courses + joints, t.deep.mixed(INK, 0.3), 0.3)
    arch = blob([(-6.6, -2.6, 1), (-6.8, -8.6), (-4.4, -12.4), (0, -13.8), (4.4, -12.4), (6.8,
            -8.6), (6.6, -2.6, 1)])
    b.flat(arch, PITCH, 1.5, BRASS)
    b.stroke(arch, INK, 0.3)
    with b.clipped(arch):
        b.fill(disc(0, -2, 8, 5), t.deep)
        for x, length in ((-4.4, 6.6), (4.2, 7), (-1.8, 9.4), (2.2, 8.8), (0, 11.4)):
            b.cel(at(flame(length, 4, 0.12 if x < 0 else -0.12), x, -1.4, -90 + x * 2), (t.mid,
                    t.light, t.glow), 0.5, halo=False)
        b.fill(disc(0, -1.8, 6, 2.2), t.glow)
    for _ in b.both():
        b.flat(blob([(1.6, -17.2, 1), (4.0, -19.4), (7.4, -19.4, 1), (6.8, -17), (4.0, -16.3)]),
                PITCH, 0.3, BRASS)
        b.fill(blob([(2.8, -17.4, 1), (4.6, -18.7), (6.6, -18.7, 1), (6.0, -17.3), (4.4, -16.9)]),
                t.glow)
        prism(b, 17.4, -4.2, 4.6, 6.4, top=brick[2])


def runner(b: Brush) -> None:
    """Draw M03, an ash-grey beast at full stretch with a large mane."""
    t = b.tones
    ash = tint(10)
    grey = (ash.deep, ash.mid, ash.light)
    for points, widths in (([(14, -11), (18.5, -7), (22.8, -3.4), (24.4, -5.4)], [5.4, 3.4, 1.9,
            0.9]),
                           ([(-9, -13), (-15.5, -10.5), (-20.4, -6.4), (-23.4, -7.4)], [5, 3, 1.8,
                                   0.9])):
        b.cel(strip(points, widths), (ash.deep, ash.deep.mixed(ash.mid, 0.5), ash.mid), 0.5)
    for length, x, y, turn in ((13.0, 17, -16.5, -26.0), (11, 17.5, -15.5, -4), (9, 17.5, -15, 14)):
        b.cel(at(flame(length, 4.2, 0.2), x, y, turn), None, 0.6)
    body = blob([(-9.5, -18.4), (-2, -19.6), (7, -18.4), (14.5, -19.4), (18.6, -15.8), (16.6, -11),
            (9.6, -10.2),
                 (1.5, -9.6), (-7, -8.6), (-11.4, -12.4)])
    b.cel(body, grey, 1.2)
    for points, widths in (([(15.6, -14), (16.4, -8), (12.8, -4.4), (15.6, -0.4), (13.4, 0.6)], [7,
            4.4, 2.5, 2, 0.9]),
                           ([(-7.5, -12), (-10.5, -7), (-16, -4.6), (-18.8, -0.4), (-21.4, 0.2)],
                                   [6, 4.2, 2.6, 2, 0.9])):
        b.cel(strip(points, widths), grey, 0.7)
    for i, (length, turn) in enumerate(((17, -8.0), (19, -20), (19.5, -33), (18.5, -47), (16, -62),
            (12.5, -80))):
        b.cel(at(flame(length, 6, 0.17), -6.6 - i * 0.9, -14.8 - i * 1.7, turn), None, 0.8)
    for i, (length, turn) in enumerate(((11, -2.0), (12.5, -18), (12.5, -34), (11, -52), (8.5,
            -72))):
        b.cel(at(flame(length, 4.6, 0.14), -7.6 - i * 0.9, -14.4 - i * 1.7, turn), (t.mid, t.light,
                t.glow), 0.6)
    head = blob([(-8.2, -22.5), (-10.2, -27.5), (-14, -28.2), (-18.4, -24.4), (-23.2, -21.4), (-24,
            -18.8, 1), (-21, -18.6),
                 (-17.2, -18.2), (-13.2, -16.2), (-9, -15.8)])
    b.cel(head, grey, 1.0, line=0.35)
    b.cel(blob([(-10.8, -26.6, 1), (-10.4, -31.4), (-7.4, -33.6, 1), (-7.6, -28.8), (-8.4, -25.6,
            1)]), grey, 0.5)
    b.flat(polygon([(-17.6, -23.4), (-13.8, -24.6), (-14.6, -22.4), (-16.2, -22.1)]), PITCH)
    b.fill(disc(-15.4, -23.2, 0.7), t.glow)
    b.flat(strip([(-23.4, -19.3), (-20, -19.9), (-16.2, -19.6)], [0.3, 0.5, 0.2]), INK)
    b.fill(disc(-22.5, -20.6, 0.45), INK)
    for x, y, length in ((-21.6, 0.4, 4), (13.2, 0.8, 4.4), (24.2, -4.6, 3.4), (-23.6, -6.8, 3)):
        b.cel(at(flame(length, 1.9, 0.2), x, y, -20), (t.mid, t.light, t.glow), 0.3)


def condor(b: Brush) -> None:
    """Draw M04, a condor from the front with both wings raised, each of eight flames."""
    t = b.tones
    tails = [at(flame(length, 4.2, 0.12 * c), 0, -9, 90 + turn)
             for turn, length, c in ((34, 9.5, -1), (-34, 9.5, 1), (18, 11.2, -0.6), (-18, 11.2,
                     0.6), (0, 11.8, 0.3))]
    for path in tails:
        b.cel(path, None, 0.5)
    for _ in b.both():
        plumes(b, fan(feather, (3.2, -19), -78, 14.5, (20, 22.5, 23.5, 23, 21, 18, 14.5, 11), 4.6),
               (t.deep, t.deep.mixed(t.mid, 0.6), t.mid))
        plumes(b, fan(feather, (3.0, -19), -68, 14.5, (12, 13.2, 13.6, 13, 11.8, 10, 8), 3.6),
               (t.mid, t.mid.mixed(t.light, 0.4), t.light))
        plumes(b, fan(feather, (2.6, -18.6), -60, 15, (7.5, 8.2, 8.2, 7.6, 6.8, 5.6), 2.8),
               (t.light, t.light.mixed(t.glow, 0.5), t.glow))
        b.cel(strip([(2, -20.5), (6, -25.5), (7.5, -31.5), (6.3, -38)], [4.2, 3.6, 2.8, 0]),
              (t.deep, t.deep.mixed(t.mid, 0.5), t.mid), 0.6)
        claws(b, 2.5, -2.2, (60, 90, 120), 2.4, BRASS)
        b.flat(strip([(1.8, -8), (2.4, -4.5), (2.5, -2)], [2.2, 1.3, 0.9]), BRASS, 0.22)
    body = blob(mirrored([(0, -27.5), (2.6, -25.5), (3.6, -20.5), (4.2, -15), (3.2, -9), (0,
            -5.5)]))
    b.cel(body, None, 1.0)
    scales(b, body, [-20 + 2.2 * i for i in range(6)], 1.7, 1.0, t.glow, t.deep)
    for i, (length, curl) in enumerate(((6.8, 0.2), (6.4, 0.2), (5.2, 0.15))):
        b.cel(at(flame(length, 2, curl), 1.6, -31 + 0.9 * i, -62 + 26 * i), (t.mid, t.light,
                t.glow), 0.3)
    b.cel(blob([(-2.6, -27.2), (-2.9, -30.3), (-0.8, -32.6), (2, -31.8), (2.9, -29), (2.4, -26.2),
            (0, -25.2)]),
          (t.mid, t.light, t.glow), 0.6)
    beak = blob([(-2.2, -30.6, 1), (-4.6, -30.6), (-6.2, -29.2), (-6.0, -26.8, 1), (-5, -28.4),
            (-3.8, -28.2), (-2.3, -27.6, 1)])
    b.flat(beak, BRASS_GLOW, 0.3)
    b.lines([[(-2.4, -28.9), (-5.2, -28.7)]], INK, 0.25)
    b.flat(polygon([(-2.4, -30.9), (-0.1, -30.3), (-0.5, -29.4), (-1.6, -29.3)]), INK)
    b.fill(disc(-1.05, -29.95, 0.38), t.glow)


def tyrant(b: Brush) -> None:
    """Draw M05, a walking mountain with a crater for a crown and lava on its shoulders."""
    t = b.tones
    rock = tint(-6)
    hot = t.glow
    for length, x, turn in ((12, -4.6, -116.0), (12.5, 4.8, -62), (14, -2.4, -101), (14.5, 2.6,
            -80),
            (11, 0, -90)):
        b.cel(at(flame(length, 5, 0.14 if x < 0 else -0.14), x, -25.8, turn), None, 0.6)
    for length, x, turn in ((8, -2.0, -102.0), (8.6, 2, -80)):
        b.cel(at(flame(length, 3.4, 0.1), x, -25.4, turn), (t.mid, t.light, t.glow), 0.5)
    for _ in b.both():
        prism(b, 12.6, -14.4, 4.0, 8.4, tones=rock, glowing=hot)
    for _ in b.both():
        prism(b, 6.2, -0.4, 5.0, 7.6, tones=rock, glowing=hot)
    mountain = blob([(-15.4, -10.4, 1), (-14.6, -16), (-9.8, -21.4, 1), (-7.0, -23), (-4.8, -28.6,
            1), (0, -27.4), (4.8, -28.6, 1),
                     (7.0, -23), (9.8, -21.4, 1), (14.6, -16), (15.4, -10.4, 1), (8, -5.6), (0,
                             -4.4), (-8, -5.6)])
    b.cel(mountain, (rock.deep, rock.mid, rock.light), 1.5, line=0.4)
    b.fill(disc(0, -28, 4.3, 1.25), PITCH)
    b.fill(disc(0, -27.8, 3.6, 0.9), t.mid)
    b.fill(disc(0, -27.7, 2.5, 0.55), t.glow)
    for run, w in (([(3.2, -28), (5.2, -24.6), (8.6, -21.2), (11.4, -15), (12.4, -11)], 1.5),
                   ([(-3.2, -28), (-5.4, -24.4), (-7.4, -20), (-11.2, -17), (-12.6, -12)], 1.5),
                   ([(7.2, -22.6), (6.6, -16.6), (9, -10), (8.6, -6.6)], 1.1),
                   ([(-8.4, -18.6), (-6.8, -13), (-8.2, -8)], 1.1)):
        line = strip(run, [w * 0.8, w, w * 0.7, 0.4])
        b.flat(line, t.mid, 0.22)
        b.fill(strip(run, [w * 0.5, w * 0.55, w * 0.35, 0.1]), t.glow)
    for _ in b.both():
        b.flat(polygon([(0.9, -18.4), (5.8, -21.4), (5.4, -18.6), (2.2, -17.2)]), PITCH)
        b.fill(polygon([(1.9, -18.5), (5.1, -20.3), (4.7, -18.7), (2.5, -17.8)]), t.glow)
    jaw = [(-5.6, -14.6), (-3.8, -12.6), (-2.8, -14.2), (-1.4, -12.2), (0, -14), (1.4, -12.2), (2.8,
            -14.2),
           (3.8, -12.6), (5.6, -14.6), (4.6, -10.6), (2.2, -8.6), (0, -8.2), (-2.2, -8.6), (-4.6,
                   -10.6)]
    b.flat(polygon(jaw), PITCH, 0.25)
    b.fill(polygon([(-4.2, -11.4), (-2.8, -12.6), (-1.4, -10.6), (0, -12.4), (1.4, -10.6), (2.8,
            -12.6), (4.2, -11.4),
                    (1.9, -9.2), (-1.9, -9.2)]), t.light)
    for _ in b.both():
        prism(b, 16.6, -4.6, 5.2, 9.4, tones=rock, glowing=hot)
    b.flat(ngon(0, -3.9, 1.6), t.glow, 0.35)
