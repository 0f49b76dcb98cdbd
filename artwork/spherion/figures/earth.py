"""Earth: hexagonal prisms in axonometric projection, strata, and moss."""

from __future__ import annotations

from typing import Final

from artwork.outlines import mirrored
from artwork.shapes import at, disc, ngon
from artwork.spherion.brush import Brush
from artwork.spherion.curves import blob, flame, strip
from artwork.spherion.figures.parts import claws, prism
from artwork.spherion.palette import BONE, INK, PITCH, WHITE, darker, tint
from printkit.pdf.drawing import Cmyk, polygon

# fmt: off
MOSS: Final = Cmyk(55, 20, 85, 12)
MOSS_LIGHT: Final = Cmyk(38, 6, 75, 0)


def fir(b: Brush, x: float, y: float, h: float) -> None:
    """Draw a small fir."""
    b.stroke(polygon([(x, y), (x, y - h * 0.3)], closed=False), INK, 0.4)
    for k in range(3):
        w, up = h * (0.36 - 0.08 * k), y - h * (0.2 + 0.26 * k)
        b.fill(polygon([(x - w, up), (x + w, up), (x, up - h * 0.42)]), darker(MOSS,
                20 if k == 0 else 8))
        b.fill(polygon([(x - w, up), (x - w * 0.1, up), (x, up - h * 0.42)]), MOSS.mixed(MOSS_LIGHT,
                0.5))


def pebbles(b: Brush) -> None:
    """Draw M11, a family of three stones that lean against each other."""
    for x, y, r, h, brow in ((8.4, -3.4, 6.8, 11.4, -1), (-8.6, -2.2, 6.0, 7.4, 1), (0.6, 0.6, 4.6,
            4.4, 0)):
        prism(b, x, y, r, h, top=MOSS_LIGHT if brow == -1 else None)
        face = y - h * 0.42 + r * 0.41
        for dx in (-0.24, 0.24):
            b.flat(disc(x + dx * r, face - 0.7, r * 0.13, r * 0.17), PITCH)
            b.fill(disc(x + dx * r - 0.2, face - 1.0, r * 0.05), WHITE)
        b.lines([[(x - r * 0.16, face + r * 0.24), (x, face + r * 0.3), (x + r * 0.16,
                face + r * 0.24)]], PITCH, 0.4)
        if brow:
            b.lines([[(x - r * 0.42, face - 2.2), (x - r * 0.14, face - 2.2 - 0.3 * brow)],
                     [(x + r * 0.42, face - 2.2), (x + r * 0.14, face - 2.2 - 0.3 * brow)]], INK,
                             0.5)
        for side in (-1, 1):
            b.cel(disc(x + side * r * 0.55, y + r * 0.3, r * 0.3, r * 0.2), k=0.3)
    fir(b, 6.2, -14.6, 5.2)
    fir(b, 10.6, -14.2, 4.0)
    b.cel(strip([(-9, -9.8), (-9.6, -13), (-7.8, -15.2)], [0.6, 0.5, 0.4]), (MOSS, MOSS,
            MOSS_LIGHT), 0.2)
    for turn in (-150.0, -30):
        b.cel(at(flame(4.2, 2.4, 0.1), -8, -14.8, turn), (MOSS, MOSS, MOSS_LIGHT), 0.3)
    b.cel(strip([(14.6, -8.6), (18.6, -11), (19.4, -15.6)], [2.6, 2.1, 1.7]), k=0.4)
    b.cel(disc(19.4, -16.4, 1.9), k=0.4)


def badger(b: Brush) -> None:
    """Draw M12, a badger that breaks out of the ground between two walls."""
    t = b.tones
    fur = tint(-4)
    for x, y, r, h in ((-18.4, -3, 4.2, 6), (18.6, -3.4, 4.4, 8), (-13.4, 0.4, 3.4, 3.2), (14.2,
            0.4, 3.2, 3.6)):
        prism(b, x, y, r, h)
    back = blob([(-13, -2, 1), (-13.4, -12), (-8.4, -22), (0, -26), (8.4, -22), (13.4, -12), (13,
            -2, 1)])
    b.cel(back, (fur.deep, fur.mid, fur.light), 1.6)
    for x, turn in ((-11.6, -160.0), (-12.2, -172), (11.6, -20), (12.2, -8)):
        b.cel(at(flame(6, 3, 0.1), x, -12 if abs(turn) > 165 or turn == -8 else -16.4, turn),
                (fur.deep, fur.deep, fur.mid), 0.3)
    head = blob(mirrored([(0, -31.6), (5.2, -30.4), (9.6, -24.6), (9.0, -18.4), (5.4, -12.6), (3.4,
            -9), (0, -7.8)]))
    for _ in b.both():
        b.cel(disc(8.2, -28.6, 2.9), (fur.deep, PITCH, fur.deep), 0.5)
        b.fill(disc(8.4, -28.2, 1.5), BONE)
    b.cel(head, (BONE.mixed(t.light, 0.5), BONE, WHITE), 1.2, line=0.4)
    for _ in b.both():
        stripe = blob([(2.6, -31.2, 1), (6.4, -29.4), (8.8, -24.2), (8, -19), (4.6, -13.4), (2.8,
                -10.4, 1), (2.2, -15), (2.2, -23)])
        b.cel(stripe, (PITCH, PITCH, fur.deep), 0.7, line=0, halo=False)
        b.flat(disc(4.7, -20.6, 1.35), t.glow, 0.25)
        b.fill(disc(4.4, -20.4, 0.7), INK)
        b.lines([[(3, -22.4), (4.8, -23), (6.6, -22)]], fur.mid, 0.5)
    b.flat(blob(mirrored([(0, -11), (2.2, -10.6), (1.8, -8.6), (0, -7.6)])), PITCH)
    b.fill(disc(-0.7, -10.2, 0.5, 0.3), fur.light)
    for side in b.both():
        b.cel(strip([(9.8, -10), (14.2, -6.4), (12.4, -1.8)], [6, 5.4, 5]), (fur.deep, fur.mid,
                fur.light), 0.7)
        claws(b, 12.6, -1.8, (28, 58, 88, 118, 148), 5, BONE if side == 1 else BONE.mixed(t.light,
                0.3))
    for x, y, r in ((-5.6, -1.2, 2.2), (0.4, -0.2, 2.6), (6.2, -1.4, 1.9)):
        b.cel(ngon(x, y, r, 6, 10), None, 0.5)


def terrace(b: Brush) -> None:
    """Draw M13, a steep terraced hillside with plants on every step."""
    t = b.tones
    for x in (-7.2, 7.2):
        prism(b, x, -0.2, 5.0, 6.4)
    for x in (-14.4, 14.4):
        prism(b, x, -12, 4.4, 7.4)
    prism(b, 0, -6.4, 11.4, 4.4, top=MOSS_LIGHT)
    for x in (-8.2, -4.2, 4.6, 8.8):
        b.stroke(polygon([(x, -8.4 - abs(x) * -0.06), (x * 0.86, -11.6)], closed=False), MOSS, 0.5)
    prism(b, 0, -11.2, 9.0, 4.8, top=MOSS)
    prism(b, 0, -16.4, 6.8, 5.0, top=MOSS_LIGHT)
    prism(b, 0, -22.4, 4.6, 6.6, top=MOSS)
    for x in (-15.6, 15.6):
        prism(b, x, -4.2, 5.0, 8.6, top=MOSS_LIGHT)
    for x, y in ((-8.6, -14.6), (7.8, -14.4), (-6.0, -20.6)):
        b.fill(polygon([(x, y), (x + 0.9, y - 2), (x + 1.8, y)]) + polygon([(x + 0.3, y), (x + 2.2,
                y - 1.6), (x + 2.6, y)]), MOSS)
    b.flat(polygon([(-2.9, -25.4), (2.9, -25.4), (2.4, -23.4), (-2.4, -23.4)]), PITCH, 0.2)
    for x in (-1.4, 1.4):
        b.fill(disc(x, -24.4, 0.75), t.glow)
    b.lines([[(-1.4, -21.4), (0, -21.0), (1.4, -21.4)]], PITCH, 0.5)
    fir(b, 0.4, -29.2, 5.6)
    b.cel(strip([(6.2, -15.6), (5.4, -11.8), (7.4, -8.4), (6.2, -4.4)], [1.4, 1.7, 1.9, 2.2], 10),
            (Cmyk(70, 20, 5, 5), Cmyk(50, 10, 0, 0), WHITE), 0.3, halo=False)
    b.fill(disc(6.2, -3.4, 2.4, 0.8), Cmyk(50, 10, 0, 0))


def keeper(b: Brush) -> None:
    """Draw M14, four standing stones that form a gate, with a sun stone between them."""
    t = b.tones
    slab = tint(4)
    stone = (slab.deep, slab.mid, slab.light)
    for x in (-5.4, 5.4):
        prism(b, x, -0.4, 4.4, 6.2)
    b.cel(polygon([(-10.6, -6), (-12, -27.4), (-7.4, -34.4), (7.4, -34.4), (12, -27.4), (10.6, -6),
            (0, -3.4)]), stone, 1.6, line=0.4)
    b.stroke(polygon([(-8.6, -8.2), (-9.8, -26.8), (-6.4, -32), (6.4, -32), (9.8, -26.8), (8.6,
            -8.2), (0, -6)]), slab.deep, 0.35)
    for y, wide in ((-10.4, 6.6), (-12.8, 5.2)):
        b.lines([[(-wide, y), (0, y + 1.4), (wide, y)]], slab.deep, 0.5)
    b.flat(disc(0, -18.6, 5.6), INK)
    b.flat(disc(0, -18.6, 5.1), t.mid)
    for i in range(12):
        b.fill(at(polygon([(2.2, -0.6), (5.0, 0), (2.2, 0.6)]), 0, -18.6, 30 * i), t.light)
    b.flat(ngon(0, -18.6, 2.6, 6, 0), t.glow, 0.3)
    b.flat(polygon([(-6.6, -29.6), (6.6, -29.6), (5.4, -26.4), (-5.4, -26.4)]), PITCH, 0.25)
    for x in (-3.0, 3):
        b.fill(polygon([(x - 1.5, -28.6), (x + 1.5, -28.6), (x + 1.1, -27.4), (x - 1.1, -27.4)]),
                t.glow)
    for _ in b.both():
        b.cel(polygon([(11.6, -26), (18, -28.6), (20.6, -22.4), (13, -19.6)]), stone, 0.9)
        b.cel(polygon([(13.4, -19), (20.4, -21.4), (21, -5.6), (18.6, -2.4), (14, -3.8)]), stone,
                1.1, line=0.4)
        b.lines([[(15.6, -16.6), (18.8, -17.4)], [(15.8, -13.2), (18.9, -13.8)], [(16, -9.8),
                (19, -10.2)]], slab.deep, 0.5)
        b.fill(polygon([(11.6, -26), (18, -28.6), (18.6, -27.2), (12, -24.6)]), MOSS_LIGHT)
    b.fill(blob([(-7.6, -34.6, 1), (7.6, -34.6, 1), (8.8, -32.8), (6.6, -31.4), (4.6, -33), (1.6,
            -31.6), (-1.4, -33), (-4.6, -31.2), (-8.4, -32.6)]), MOSS_LIGHT)
    fir(b, -3.4, -34.2, 3.6)


def titan(b: Brush) -> None:
    """Draw M15, a titan of fifteen basalt columns with a landscape on its shoulders."""
    t = b.tones
    blocks: tuple[tuple[float, float, float, float, Cmyk | None], ...] = (
        (-11.5, -15.5, 4.2, 9, None), (11.5, -15.5, 4.2, 9, None), (-6.4, -0.4, 4.8, 8.2, None),
                (6.4, -0.4, 4.8, 8.2, None),
        (-5.6, -6.6, 4, 6, None), (5.6, -6.6, 4, 6, None), (0, -10, 5.6, 5.2, None), (-5.4, -15,
                5.2, 9.5, None),
        (5.4, -15, 5.2, 9.5, None), (0, -13.2, 5.4, 10.8, None), (-13, -23, 6.4, 5.4, MOSS_LIGHT),
        (13, -23, 6.4, 5.4, MOSS_LIGHT), (0, -26.2, 3.6, 6, None), (-15.2, -6.2, 4.9, 10.2, None),
        (15.2, -6.2, 4.9, 10.2, None))
    for x, y, r, h, top in blocks:
        prism(b, x, y, r, h, top=top)
    b.fill(polygon([(-2.2, -29.3), (2.2, -29.3), (1.7, -27.9), (-1.7, -27.9)]), INK)
    b.fill(polygon([(-1.7, -29.0), (1.7, -29.0), (1.5, -28.4), (-1.5, -28.4)]), t.glow)
    for _ in b.both():
        b.cel(strip([(2.6, -31.6), (4.6, -33.6), (4.9, -36.4)], [2, 1.5, 0]), None, 0.3)
    for r, colour in ((3.3, INK), (2.7, t.light.mixed(t.glow, 0.4)), (1.7, t.glow)):
        b.fill(ngon(0, -18.6, r, 6, 0), colour)
    for x, y, h in ((-16.8, -28.2, 3.4), (-10.6, -28.6, 3), (-14.6, -27, 4.2), (10.2, -28.4, 3.2),
            (16.6, -28, 3.6)):
        fir(b, x, y, h)
    b.flat(polygon([(9.9, -27.4), (13.2, -34), (16.2, -27.2), (13, -26.2)]), t.deep, 0.3)
    b.fill(polygon([(9.9, -27.4), (13.2, -34), (12.8, -26.3)]), t.mid)
    b.fill(polygon([(12, -31.7), (13.2, -34), (14.3, -31.6), (13.6, -30.9), (13.1, -31.7), (12.5,
            -30.8)]), WHITE)
    for _ in b.both():
        for k in range(3):
            b.lines([[(13.2 + 2 * k, -4.6 if k == 1 else -4.9), (13.2 + 2 * k, -3.6)]], INK, 0.3)
