"""Water: drops, round-shaded bodies, scale arcs, and waves along the horizon."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from artwork.geometry import band, directions, lengths, ribbon, sampled
from artwork.outlines import mirrored
from artwork.shapes import arc, at, disc, ngon
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, crescent, strip
from artwork.spherion.figures.parts import eye, waves
from artwork.spherion.palette import BRASS, BRASS_DEEP, BRASS_GLOW, INK, PITCH, WHITE
from printkit.pdf.drawing import Cmyk, Path, Point, polygon

# fmt: off
_WEED = Cmyk(60, 0, 70, 10)


def coil(b: Brush, points: Sequence[Point], widths: Sequence[float], *, side: int = 1,
        sails: bool = True) -> None:
    """Draw a scaly, tubular body along a line; ``side`` is the lit side, which has the fins."""
    t = b.tones
    line = sampled(points, 0.7)
    along = lengths(line) / lengths(line)[-1]
    half = np.interp(along, np.linspace(0, 1, len(widths)), np.array(widths) / 2)
    body = ribbon(line, half)
    b.lift(body)
    tangent, normal = directions(line)
    if sails:
        for i in range(7, len(line) - 9, 8):
            (x, y), (fx, fy) = line[i], line[i + 6]
            nx, ny = normal[i] * side
            dx, dy = tangent[i]
            w = half[i]
            h = w + 1.2 + w * 0.8
            sail = [(x + nx * w * 0.8, y + ny * w * 0.8), (x + nx * h - dx * 1.4,
                    y + ny * h - dy * 1.4),
                    (fx + nx * w * 0.8, fy + ny * w * 0.8)]
            b.cel(polygon((float(px), float(py)) for px, py in sail), None, 0.4, line=0.25)
    b.flat(body, t.deep, 0.3)
    for low, high, colour in ((-1.0, 0.72, t.deep.mixed(t.mid, 0.55)), (-1.0, 0.42, t.mid),
                              (-0.92, 0.05, t.mid.mixed(t.light, 0.45)), (-0.8, -0.3, t.light)):
        b.fill(band(line, -low * half * side, -high * half * side), colour)
    marks, belly = Path(()), Path(())
    for i in range(2, len(line) - 1, 3):
        (x, y), (dx, dy), w = line[i], tangent[i], float(half[i])
        nx, ny = normal[i] * side
        turn = float(np.degrees(np.arctan2(dy, dx)))
        for j, f in enumerate((-0.05, 0.34, 0.7)):
            push = 0.5 * (j % 2)
            marks += arc(float(x + nx * w * f + dx * push), float(y + ny * w * f + dy * push),
                    w * 0.26, turn - 80, turn + 80)
        belly += polygon([(float(x - nx * w * 0.5), float(y - ny * w * 0.5)),
                          (float(x - nx * w * 1.0 - dx * 0.5), float(y - ny * w * 1.0 - dy * 0.5))],
                                  closed=False)
    b.stroke(marks, t.deep, 0.22)
    b.stroke(belly, t.deep.mixed(t.glow, 0.1), 0.28, cap=0)


def drip(b: Brush) -> None:
    """Draw M16, a drop at the moment of impact, with a crown-shaped splash."""
    t = b.tones
    for length, turn, x in ((11.0, -28.0, 8), (9, -50, 5), (11, -152, -8), (9, -130, -5), (8, -12,
            9.5),
            (8, -168, -9.5)):
        b.cel(at(strip([(0, 0), (length * 0.6, -length * 0.1), (length, 0.4)], [3.6, 2, 0.3]), x,
                -1.6, turn), (t.deep, t.mid, t.light), 0.4)
    for x, y, r in ((17.4, -8.4, 1.3), (12.6, -11.4, 1.0), (-17.4, -8, 1.2), (-13, -11.4, 0.9)):
        b.cel(disc(x, y, r), (t.mid, t.light, t.glow), 0.3)
    b.cel(disc(0, -1.2, 14, 3.6), (t.deep, t.mid, t.light), 0.8)
    b.fill(disc(0, -1.8, 11, 2.2), t.mid)
    body = blob([(1.6, -33, 1), (3, -27), (8.2, -19.5), (10.6, -11.5), (6.6, -4.2), (0, -2.4),
            (-6.6, -4.2), (-10.6, -11.5), (-8, -19.5), (-2.2, -26)])
    b.cel(body, None, 1.6, line=0.4)
    b.fill(strip([(-7.2, -10.5), (-7, -15.5), (-4, -20.6)], [0.4, 1.7, 0.3]), t.glow)
    b.fill(disc(-6.2, -8.4, 0.8), t.glow)
    for _ in b.both():
        b.cel(strip([(8.6, -12), (13.4, -13.4), (16, -17.6)], [3.2, 2.6, 2.2]), None, 0.4)
        b.cel(disc(16.2, -18.2, 1.9), (t.mid, t.light, t.glow), 0.4)
    for x in (-3.8, 3.8):
        eye(b, x, -13.6, 2.3, t.mid, (0.0, 0.2))
    b.flat(blob([(-2, -9.4, 1), (0, -9.0), (2, -9.4, 1), (0, -7)]), PITCH)
    for x in (-6.6, 6.6):
        b.fill(disc(x, -10.4, 1.3, 0.8), Cmyk(10, 30, 5, 0))


def crab(b: Brush) -> None:
    """Draw M17, a crab with a shell like the globe's plates and a tide pool as a hat."""
    t = b.tones
    for _ in b.both():
        for x0, y0, x1, y1, x2, y2 in ((12, -9.5, 19, -11.5, 23.5, -2.5), (10, -7.5, 16.5, -7.5,
                18.5, 0.6), (7, -6.5, 11.5, -4.8, 12.2, 1.6)):
            b.cel(strip([(x0, y0), (x1, y1), (x2, y2)], [3, 2.6, 0.1]), (t.deep,
                    t.deep.mixed(t.mid, 0.6), t.mid), 0.5)
        b.cel(strip([(12, -15.5), (17.5, -17), (18.6, -22.5)], [4.2, 3.8, 3.6]), None, 0.7)
    claw = blob([(17, -22), (13.4, -26.5), (13.2, -32.5), (17.6, -36.6, 1), (16.8, -31.8), (18.4,
            -29.6), (20.4, -32), (22.6, -36, 1),
                 (24.6, -30.5), (23, -25), (20, -21.6)])
    for _ in b.both():
        b.cel(claw, None, 0.9)
        for x, y, r in ((18.6, -25.0, 0.8), (20.6, -27, 0.6), (16.6, -28, 0.6), (15.4, -31, 0.45)):
            b.fill(disc(x, y, r), t.glow)
    shell = blob(mirrored([(0, -22.5), (8, -21.4), (14, -16.6), (15.6, -10.5), (11, -6.6), (0,
            -5)]))
    b.cel(shell, (t.deep, t.mid, t.mid.mixed(t.light, 0.5)), 1.6)
    with b.clipped(shell):
        for row in range(-2, 3):
            for i in range(-3, 4):
                x, y = (i + 0.5 * (row % 2)) * 5.2, -14 + row * 4.2
                f = 1 - (x / 17.5) ** 2 - ((y + 13.5) / 11) ** 2
                if f <= 0.02:
                    continue
                r = 2.55 * (0.62 + 0.38 * f**0.5)
                colour = t.deep.mixed(t.mid,
                        0.3 + 0.7 * f) if (i + row) % 3 else t.mid.mixed(t.light, 0.7 * f)
                b.shape(ngon(x * 0.98, y + 1.2 * (1 - f), r), colour, INK, 0.28)
                b.stroke(ngon(x * 0.98 - 0.2, y + 1.2 * (1 - f) - 0.25, r * 0.62),
                        t.light.mixed(t.mid, 1 - f), 0.25)
    for rx, ry, colour in ((6.2, 2, INK), (5.8, 1.7, Cmyk(95, 60, 0, 20)), (4.6, 1.15, t.mid)):
        b.fill(disc(0, -20.5, rx, ry), colour)
    b.fill(disc(-1.2, -20.9, 2.2, 0.5), t.glow)
    for x, h in ((-3.6, 2.6), (-2.6, 3.6), (3.4, 3.0)):
        b.flat(strip([(x, -20.2), (x + 0.5, -20.2 - h * 0.5), (x - 0.2, -20.2 - h)], [0.9, 0.7, 0]),
                _WEED, 0.18)
    for x in (-3.9, 3.9):
        b.flat(strip([(x * 0.87, -9.5), (x * 0.97, -12.5)], [1.3, 1.1]), t.deep, 0.25)
        eye(b, x, -13.2, 1.55, t.deep, (-0.3, 0.1))
    b.lines([[(-3, -7.4), (0, -6.6), (3, -7.4)]], INK, 0.6)
    for x in (-1.2, 1.2):
        b.flat(polygon([(x - 0.6, -7.2), (x + 0.6, -7.2), (x, -6.0)]), WHITE, 0.2)


def lancer(b: Brush) -> None:
    """Draw M18, a knight of the surf with a shell helmet, scale armour, and a spear of water."""
    t = b.tones
    b.cel(strip([(-19, -1), (-6, -14.6), (12, -32)], [1.7, 1.7, 1.5]), (BRASS_DEEP, BRASS,
            BRASS_GLOW), 0.3)
    b.cel(blob([(11, -34.4, 1), (19.6, -39.6, 1), (14.4, -31, 1), (13.2, -32.4, 1)]), (t.mid,
            t.light, WHITE), 0.4)
    for turn in (20.0, 70):
        b.cel(at(crescent(7, 1.9, 0.3 if turn < 45 else -0.3), 10.8, -30.6, turn - 90), (t.mid,
                t.light, WHITE), 0.3)
    tail = [(1, -10), (6, -5), (13, -3), (17.6, -6), (17, -11.6)]
    b.cel(strip(tail, [10, 7.4, 5, 3.4, 1.6], 16), None, 0.9)
    for turn, length in ((-118.0, 8.5), (-52, 8.5), (-86, 7)):
        b.cel(at(crescent(length, 3.4, 0.14), 17, -11, turn), (t.mid, t.light, t.glow), 0.4)
    b.cel(strip([(-5.6, -22.4), (-11.8, -19.6), (-10.4, -12)], [5.4, 4.4, 3.4]), None, 0.7)
    torso = blob([(-6.6, -24.6), (0, -26), (6.6, -24.6), (7, -17.6), (5, -9.6), (0, -7.4), (-5,
            -9.6), (-7, -17.6)])
    b.cel(torso, None, 1.3, line=0.35)
    with b.clipped(torso):
        marks = Path(())
        for row in range(7):
            for i in range(-4, 5):
                marks += arc((i + 0.5 * (row % 2)) * 2, -22.6 + row * 2.2, 1.1, 15, 165)
        b.stroke(marks, t.deep, 0.28)
    b.cel(strip([(5.8, -22.8), (11.4, -21.6), (9.6, -28)], [5.4, 4.4, 3.2]), None, 0.7)
    for x, y, turn in ((-9.0, -24.4, -20.0), (9, -24.4, 20)):
        b.cel(at(blob([(-4.6, 1.6, 1), (-3.4, -2.6), (0, -4), (3.4, -2.6), (4.6, 1.6, 1), (0,
                2.6)]), x, y, turn), (BRASS_DEEP, BRASS, BRASS_GLOW), 0.6)
        b.lines([[(x - 2.4, y + 1), (x - 1.2, y - 2.6)], [(x, y + 1.4), (x, y - 3)],
                [(x + 2.4, y + 1), (x + 1.2, y - 2.6)]], INK, 0.25)
    for x, y in ((-10.2, -11.8), (9.8, -29)):
        b.cel(disc(x, y, 1.9), (t.mid, t.light, t.glow), 0.4)
    for turn, length in ((-150.0, 8), (-128, 10.5), (-104, 12), (-80, 12), (-56, 10)):
        b.cel(at(crescent(length, 3, -0.1 if turn < -100 else 0.1), 0, -31, turn), (t.mid, t.light,
                t.glow), 0.4)
    helm = blob(mirrored([(0, -35.4), (4.2, -33.6), (5.2, -29.6), (4.4, -25.6, 1), (1.6, -24), (0,
            -23.2, 1)]))
    b.cel(helm, (BRASS_DEEP, BRASS, BRASS_GLOW), 0.9, line=0.35)
    b.flat(polygon([(-4.2, -29.8), (0, -28.6), (4.2, -29.8), (3.6, -27.4), (0.7, -27), (0.5, -23.8),
            (-0.5, -23.8), (-0.7, -27), (-3.6, -27.4)]), PITCH)
    for x in (-2.3, 2.3):
        b.fill(disc(x, -28.4, 0.7, 0.5), t.glow)
    b.lines([[(0, -35), (0, -29)]], INK, 0.3)
    waves(b, rows=2)


def serpent(b: Brush) -> None:
    """Draw M19, a coiled sea serpent that rises out of the swell."""
    coil(b, [(12, 3), (12.5, -6), (17, -9.5), (21.5, -6.5), (24.5, 1), (28, 4)], [5.6, 6, 6, 5.4,
            4.2, 3])
    coil(b, [(-15, 4), (-18.5, -5), (-14.5, -13), (-5, -13), (4, -9.5), (12, -12.5), (13.4, -21.5),
            (6.5, -28.5), (-1.5, -28.2)],
         [9.4, 9.2, 8.8, 8.4, 8, 7.6, 6.8, 5.8, 5.2])
    serpent_head(b, 0, 0)
    waves(b)


def serpent_head(b: Brush, x: float, y: float) -> None:
    """Draw a long-jawed head facing left; its neck joins at (−1.5, −28) + (x, y)."""
    t = b.tones

    def p(path: Path) -> Path:
        return at(path, x, y)

    b.cel(p(blob([(0.5, -26.3), (-4, -24.4), (-9, -22.6), (-12.2, -23.4, 1), (-9, -25.2), (-3,
            -27)])), (t.deep, t.mid.mixed(t.deep, 0.3), t.mid), 0.4)
    b.fill(p(polygon([(-2, -27), (-11, -24.2), (-11.6, -25.6), (-3, -29)])), Cmyk(30, 85, 60, 20))
    for turn, length, width in ((-28.0, 9, 2.6), (-6, 8.5, 2.6), (16, 7, 2.4)):
        b.cel(p(at(crescent(length, width, 0.12), 0, -30.5, turn)), None, 0.4)
    skull = blob([(1.5, -27), (2.6, -30.6), (0.2, -33.2), (-4, -33.2), (-8.5, -30.8), (-13.2,
            -28.6), (-14.2, -26.6), (-12.4, -26.2), (-8, -27.6), (-3, -27.8)])
    b.cel(p(skull), (t.deep, t.mid.mixed(t.light, 0.25), t.light.mixed(t.glow, 0.3)), 0.8)
    for tooth in (-12.6, -10.6, -8.4, -6.2):
        drop = (tooth + 12) * 0.17
        b.flat(p(polygon([(tooth - 0.55, -26.5 - drop), (tooth + 0.55, -26.7 - drop), (tooth,
                -24.9 - drop)])), WHITE, 0.15)
    b.flat(p(strip([(1, -32.4), (4.5, -35.6), (9.5, -36.2)], [1.8, 1.3, 0])), BRASS, 0.25)
    b.fill(p(polygon([(-5.8, -31.2), (-2.6, -31), (-3.2, -29.6), (-4.9, -29.6)])), INK)
    b.fill(p(disc(-4, -30.3, 0.55)), t.glow)
    b.fill(p(disc(-12.6, -27.7, 0.3)), INK)


def regent(b: Brush) -> None:
    """Draw M20, a crowned regent with eight arms."""
    t = b.tones
    for _ in b.both():
        for run in ([(4, -13), (12, -14), (17.4, -20), (22, -18), (21.6, -13.4), (18.6, -13.4)],
                    [(4, -11), (11, -8.6), (17, -9.6), (22.4, -6.4), (22, -1.6), (18.6, -2.2)],
                    [(3, -9), (8, -5), (12.4, -5), (15.6, -1), (12.6, 1.6), (10.6, -0.4)],
                    [(2, -8), (3.4, -3.6), (7, -0.6), (5.4, 2), (2.6, 1.4)]):
            b.cel(strip(run, [5.4, 4.6, 3.8, 2.9, 2, 0.5], 16), None, 0.6)
            line = sampled(run, 2.1)
            for x, y in line[2:-3]:
                b.fill(disc(float(x) + 0.3, float(y) + 0.7, 0.5), t.glow)
    mantle = blob(mirrored([(0, -33.4), (6.4, -31.2), (10, -24.6), (8.2, -18), (6.4, -13.4), (3.6,
            -10), (0, -9.2)]))
    b.cel(mantle, None, 1.5, line=0.4)
    for x, y, r in ((-5.4, -27.6, 1.3), (-2.6, -29.8, 0.9), (-6.6, -24.4, 0.8), (4.4, -27.4, 0.9)):
        b.fill(disc(x, y, r), t.glow)
    for x in (-4.2, 4.2):
        b.flat(disc(x, -17.6, 2.7, 2.3), BRASS_GLOW, 0.35)
        b.fill(polygon([(x - 2.2, -18), (x, -18.5), (x + 2.2, -18), (x, -16.9)]), INK)
        b.lines([[(x * 0.3, -19.3), (x, -20.6), (x * 1.75, -20.2)]], INK, 0.7)
    b.lines([[(-1.6, -13), (0, -12.2), (1.6, -13)]], INK, 0.5)
    crown = [(-8, -29.6), (-9.6, -36), (-5.4, -33.4), (-3.2, -38), (0, -34), (3.2, -38), (5.4,
            -33.4), (9.6, -36), (8, -29.6), (0, -31.2)]
    b.cel(polygon(crown), (BRASS_DEEP, BRASS, BRASS_GLOW), 0.7, line=0.35)
    for x, y in ((-5.2, -32), (0, -32.8), (5.2, -32)):
        b.flat(ngon(x, y, 1), t.mid, 0.2)
    for x, y in ((-9.6, -36.4), (-3.2, -38.4), (3.2, -38.4), (9.6, -36.4)):
        b.flat(disc(x, y, 0.8), t.glow, 0.2)
    waves(b, y=1.2, rows=2)
