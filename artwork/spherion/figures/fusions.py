"""Fusions: bodies that combine the line patterns of two elements."""

from __future__ import annotations

from artwork.outlines import chance
from artwork.shapes import at, disc, ngon, polar
from artwork.spherion.brush import Brush, Tone
from artwork.spherion.curves import blob, crescent, flame, strip
from artwork.spherion.figures.earth import MOSS, MOSS_LIGHT, fir
from artwork.spherion.figures.parts import claws, prism, waves
from artwork.spherion.figures.water import coil, serpent_head
from artwork.spherion.palette import (
    BRASS,
    BRASS_GLOW,
    ELEMENTS,
    INK,
    PITCH,
    WHITE,
    Tones,
    darker,
    tint,
)
from printkit.pdf.drawing import Cmyk, polygon

# fmt: off


def bastion(b: Brush) -> None:
    """Draw X01, a castle of basalt with lava for mortar."""
    t = b.tones
    rock = tint(-8)
    hot = t.glow
    for x, y, length in ((-15.6, -24.2, 9.0), (15.6, -24.2, 9), (0, -31.6, 8)):
        for k, turn in enumerate((-118.0, -66, -92)):
            tone: Tone = (t.deep, t.mid, t.light) if k < 2 else (t.mid, t.light, t.glow)
            b.cel(at(flame(length * (0.9 if k < 2 else 1.0), 3.6, 0.14), x, y + 1, turn), tone, 0.4)
    prism(b, 0, -14.4, 6.2, 16.6, tones=rock, glowing=hot)
    for x in (-15.6, 15.6):
        prism(b, x, -6.2, 5.6, 17.6, tones=rock, glowing=hot)
    for x in (-8.0, 8):
        prism(b, x, -7.6, 5.4, 9.4, tones=rock, glowing=hot)
    prism(b, 0, -3.6, 7.4, 13.4, tones=rock, glowing=hot)
    for x, y, r in ((-15.6, -23.8, 5.6), (15.6, -23.8, 5.6), (0, -31, 6.2)):
        for place, down in ((-0.72, 0.2), (0.0, 0.9), (0.72, 0.2)):
            prism(b, x + place * r, y + down, r * 0.24, 1.7, tones=rock)
    _portcullis(b)
    b.flat(polygon([(-3.4, -22.6), (3.4, -22.6), (2.6, -20.4), (-2.6, -20.4)]), PITCH, 0.25)
    for x in (-1.5, 1.5):
        b.fill(disc(x, -21.6, 0.8, 0.5), hot)
    for x in (-15.6, 15.6):
        b.flat(blob([(x - 1, -11, 1), (x - 1, -14), (x, -15.4, 1), (x + 1, -14), (x + 1, -11, 1)]),
                t.glow, 0.35)
    for _ in b.both():
        prism(b, 20.2, -1.2, 3.4, 5.4, tones=rock, glowing=hot)
        prism(b, 9.6, 0.6, 3.8, 4.2, tones=rock, glowing=hot)
    for run in ([(5.2, -1.8), (6.4, 1.4), (4.6, 4.4)], [(-5, -1.8), (-5.6, 2), (-7.6, 4.4)]):
        b.flat(strip(run, [1, 1.6, 2.4]), t.mid, 0.2)


def _portcullis(b: Brush) -> None:
    """Draw a gate with fire behind its bars."""
    t = b.tones
    gate = blob([(-4.6, -1, 1), (-4.8, -6.4), (-3, -9.6), (0, -10.8), (3, -9.6), (4.8, -6.4), (4.6,
            -1, 1)])
    b.flat(gate, PITCH, 0.9, t.mid)
    with b.clipped(gate):
        b.fill(disc(0, 0, 6, 3.6), t.mid)
        for x, length in ((-2.6, 6), (2.4, 6.4), (0, 8.4)):
            b.cel(at(flame(length, 3, 0.1), x, -0.6, -90), (t.mid, t.light, t.glow), 0.4,
                    halo=False)
    for x in (-2.6, 0, 2.6):
        b.stroke(polygon([(x, -10.6), (x, -1)], closed=False), INK, 0.6)
    b.stroke(polygon([(-4.6, -4), (4.6, -4)], closed=False) + polygon([(-4.6, -7.2), (4.6, -7.2)],
            closed=False), INK, 0.5)


def cyclone(b: Brush) -> None:
    """Draw X02, a serpent that climbs inside its own waterspout."""
    t, wind = b.tones, ELEMENTS["Wind"]
    for y, r, turn in ((-31, 15, 4.0), (-24, 12.4, -3), (-16.6, 9.6, 4), (-9.6, 7, -3), (-3.6, 5.2,
            2)):
        b.stroke(disc(2, y, r, r * 0.24, turn), wind.mid, 1.5)
        b.stroke(disc(2, y, r * 0.94, r * 0.19, turn), wind.glow, 0.45)
    coil(b, [(9, 3), (-5, 1.6), (-8.4, -4.4), (1, -8.2), (11.4, -9.6), (14.6, -15.4), (5, -19.4),
            (-4.6, -20.8), (-8.6, -25.4)],
         [4.4, 6.4, 7.4, 7.8, 7.8, 7.4, 7, 6.4, 5.4], side=-1, sails=False)
    for x, y, turn, length in ((-7.4, -4.4, 200.0, 8.0), (13.6, -12.6, -24, 9), (13.6, -15, -2, 8),
            (2,
            -20.6, -104, 8), (-6, -6.6, 172, 7)):
        b.cel(at(crescent(length, 2.8, 0.2), x, y, turn), (wind.deep, wind.mid, wind.light), 0.4)
    for y, r, turn, start in ((-27.6, 13.6, 2.0, 14), (-12.6, 8.6, 0, 10)):
        front = [polar(0, 0, 1, a) for a in range(start, 180 - start, 8)]
        b.stroke(polygon([(2 + r * x, y + r * 0.26 * yy + x * turn * 0.1) for x, yy in front],
                closed=False), wind.glow, 0.9)
    for turn, length in ((-152.0, 10), (-128, 11), (-104, 10.5), (-80, 9)):
        b.cel(at(crescent(length, 3.2, -0.12), -6.4, -29, turn), (wind.deep, wind.mid, wind.glow),
                0.4)
    serpent_head(b, -6.4, 1.6)
    for x, y, r in ((17, -29.6, 0.8), (19.4, -24, 1.1), (15.6, -20.6, 0.7), (-17.4, -13.6, 0.8),
            (-14.6, -8.6, 1.1)):
        b.cel(disc(x, y, r), (t.mid, t.light, t.glow), 0.3)
    waves(b)


def phoenix(b: Brush) -> None:
    """Draw X03, a phoenix banking past the eclipse, with one wing of fire and one of void."""
    fire, void = ELEMENTS["Fire"], b.tones
    random = chance("corona")
    for i in range(48):
        turn = 7.5 * i
        length, width = random.uniform(3, 8) * (1.3 if i % 6 == 0 else 0.8), random.uniform(0.8,
                1.6)
        t = fire if 100 < turn < 280 else void
        b.fill(at(strip([(0, 0), (length, 0)], [width, 0], 2), *polar(4, -21, 13.6, turn), turn),
                t.mid.mixed(t.light, random.uniform(0.1, 0.7)))
    b.fill(disc(4, -21, 14.7), WHITE)
    b.fill(disc(4, -21, 14.3), Cmyk(0, 8, 40, 0))
    b.fill(disc(4.5, -20.7, 13.8), PITCH)
    trail: tuple[tuple[list[tuple[float, float]], Tones], ...] = (
        ([(6, -12), (13, -4.6), (20, -3.4), (24.6, -7)], void),
                ([(5, -11), (10, -1.4), (17, 1.6), (23.4, 0.4)], fire),
        ([(4, -10.4), (5.4, -2.4), (10, 3.6), (16, 5)], void))
    for run, t in trail:
        b.cel(strip(run, [2.4, 3.6, 2.8, 0], 10), (t.deep, t.mid, t.light), 0.5)
    far: list[tuple[float, float]] = [(-100, 17), (-90, 21.5), (-79, 23.5), (-68, 24), (-57, 23),
            (-46, 21), (-35, 17.5)]
    for turn, length in reversed(far):
        b.cel(at(crescent(length, 3.8, 0.07), 1, -17.6, turn), (void.deep, void.mid, void.light),
                0.5)
    for turn, length in ((-40.0, 12.5), (-52, 14), (-64, 14.4), (-76, 13.4), (-88, 11.6)):
        b.cel(at(crescent(length, 3.2, 0.06), 0.8, -17.4, turn), (void.mid, void.light, void.glow),
                0.45)
    body = blob([(-8.6, -22.4), (-3, -23.4), (3.4, -19.6), (8.4, -12.4), (7, -9.4), (0.6, -9.6),
            (-6, -13), (-9.6, -18)])
    b.cel(body, (fire.deep, fire.mid, fire.light), 1.0, line=0.35)
    with b.clipped(body):
        b.fill(blob([(-6, -24.6), (2, -24), (10, -14), (9, -10.6), (3, -15.6), (-3.4, -20)]),
                void.mid)
    near: list[tuple[float, float]] = [(-222, 14), (-213, 18.5), (-204, 21), (-195, 22), (-186,
            21.4), (-177, 20), (-167, 17.6), (-156, 14.4), (-144, 11)]
    for turn, length in near:
        b.cel(at(flame(length, 4.6, -0.13), -0.6, -15.4, turn), (fire.deep, fire.mid,
                fire.mid.mixed(fire.light, 0.5)), 0.5)
    for turn, length in ((-214.0, 11), (-203, 12.6), (-191, 12.6), (-179, 11.6), (-166, 9.6)):
        b.cel(at(flame(length, 3.6, -0.1), -0.2, -15.4, turn), (fire.mid, fire.light, fire.glow),
                0.45)
    b.cel(strip([(-7.2, -20.4), (-10.4, -25), (-8.6, -30), (-11.6, -33)], [5.6, 4, 3.2, 2.8], 10),
            (fire.mid, fire.light, fire.glow), 0.6)
    for k, turn in enumerate((-96.0, -68, -42, -18)):
        t = fire if k < 2 else void
        b.cel(at(flame(6.8 - 0.5 * k, 1.9, 0.18), -10.8, -33.2, turn), (t.mid, t.light, t.glow),
                0.3)
    b.cel(blob([(-9.2, -32), (-10, -35), (-12.8, -35.6), (-14.8, -33.6), (-14.2, -31.4), (-11.4,
            -30.4)]), (fire.mid, fire.light, fire.glow), 0.5)
    b.flat(blob([(-14.2, -34.4, 1), (-17.2, -33.6), (-18.4, -31.2, 1), (-16.2, -32), (-14, -31.8,
            1)]), BRASS_GLOW, 0.28)
    b.fill(disc(-12.8, -33.4, 0.65), INK)
    b.fill(disc(-12.95, -33.55, 0.24), WHITE)
    claws(b, 3.4, -8.6, (70, 110, 150), 2.8, BRASS)
    claws(b, 6.4, -8.4, (50, 90, 130), 2.8, BRASS)


def behemoth(b: Brush) -> None:
    """Draw X04, an old beast with a river on its back."""
    t, water = b.tones, ELEMENTS["Water"]
    wood = (darker(t.deep, 6), t.deep.mixed(t.mid, 0.5), t.mid)
    boughs = (
        [(2.0, -24.0), (-2.0, -30.6), (-9.0, -33.6)],
        [(3.0, -25.0), (5.0, -32.0), (3.6, -36.0)],
        [(4.0, -24.6), (10.0, -30.0), (15.0, -32.4)],
    )
    for run in boughs:
        b.cel(strip(run, [3.2, 2.2, 1.2]), wood, 0.4)
    for x, y, r in ((-9.6, -34.2, 4.4), (-3.6, -37, 4.8), (14.6, -33.6, 4.6), (4.4, -38, 5.2),
            (10.4, -36.2, 4.4), (0.4, -33.4, 4.2), (8, -32.4, 3.8)):
        crown = [polar(x, y, r * (1 + 0.13 * (k % 2)), 30 * k) for k in range(12)]
        b.cel(blob(crown), (darker(MOSS, 26), MOSS, MOSS_LIGHT), r * 0.22)
    for x, y, wide in ((14.6, -2, 6.8), (-3.4, -1.2, 6.4)):
        b.cel(polygon([(x - wide * 0.5, y - 10), (x + wide * 0.5, y - 10), (x + wide * 0.58,
                y + 1.4), (x - wide * 0.58, y + 1.4)]), (t.deep, t.deep.mixed(t.mid, 0.6), t.mid),
                1.0)
    shell = blob([(-12.6, -11.4), (-10, -19.4), (-2, -24.4), (8, -25), (16.4, -20.6), (20.6, -12.6),
            (18, -8.2), (4, -6.4), (-8, -7.4)])
    b.cel(shell, None, 1.7, line=0.4)
    with b.clipped(shell):
        for row in range(4):
            for i in range(-3, 6):
                x, y = (i + 0.5 * (row % 2)) * 6.2, -23 + row * 4.6
                b.stroke(ngon(x, y, 3.3, 6, 0), t.deep, 0.4)
                b.stroke(ngon(x - 0.2, y - 0.2, 2.4, 6, 0), t.light, 0.25)
        b.fill(blob([(-14, -20), (-4, -22.4), (4, -21), (12, -22), (20, -18), (20, -28), (-14,
                -28)]), MOSS)
        b.fill(blob([(-14, -22), (-4, -23.8), (4, -22.4), (12, -23.6), (20, -20), (20, -28), (-14,
                -28)]), MOSS_LIGHT)
    trunk = blob([(0.4, -22, 1), (2.2, -27.4), (2.6, -31), (5.4, -31), (5.6, -27.4), (8.4, -21.6,
            1), (4.4, -22.8)])
    b.cel(trunk, wood, 0.6)
    for root in ([(2.0, -22.6), (-4.0, -18.4), (-6.6, -11.6)], [(6, -22.6), (11, -18), (12, -10.6)],
            [(4.4, -22.4), (4.2, -16.4), (2.4, -11)]):
        b.cel(strip(root, [2, 1.5, 0]), wood, 0.3, halo=False)
    river = [(9.6, -21.4), (13, -17), (14.4, -12), (18.6, -7.6), (19.6, -1)]
    b.flat(strip(river, [0.8, 1.8, 2, 2.2, 2.8], 12), water.mid, 0.25)
    b.fill(strip(river, [0.3, 0.6, 0.5, 0.8, 1.0], 12), water.glow)
    b.fill(disc(19.6, 0.2, 4, 1.2), water.light)
    for x, wide in ((8.6, 7.4), (-9.4, 7.4)):
        b.cel(polygon([(x - wide * 0.5, -10), (x + wide * 0.5, -10), (x + wide * 0.6, 1.6),
                (x - wide * 0.6, 1.6)]), None, 1.2)
        for claw in (-0.36, 0, 0.36):
            b.flat(ngon(x + wide * claw, 1.6, 1.1), t.glow, 0.22)
    head = blob([(-9.6, -17.4), (-13.6, -21.4), (-18.6, -20.4), (-22.4, -15.4), (-23.6, -10),
            (-20.4, -6.8), (-14.6, -7), (-10, -9.6)])
    b.cel(head, None, 1.3, line=0.4)
    for horn in ([(-13.4, -19.6), (-11.8, -24.6), (-14.6, -28.4)], [(-17.4, -20), (-17.8, -24.4),
            (-21, -27)]):
        b.cel(strip(horn, [2.6, 1.9, 0]), (BRASS, BRASS_GLOW, WHITE), 0.3)
    b.flat(polygon([(-19.4, -16.6), (-15.8, -16.2), (-16.4, -14.4), (-18.4, -14.3)]), PITCH)
    b.fill(disc(-17.6, -15.4, 0.75), t.glow)
    b.lines([[(-23, -10.6), (-19, -10.2), (-15, -11.6)]], INK, 0.5)
    b.fill(disc(-22.4, -13, 0.5), INK)
    for x in (-20.6, -17.4):
        b.flat(polygon([(x - 0.8, -10.2), (x + 0.8, -10.2), (x, -7.8)]), WHITE, 0.2)
    b.cel(strip([(-14.6, -8), (-14.8, -4.6), (-13.4, -2.6)], [2.4, 1.8, 0]), (darker(MOSS, 20),
            MOSS, MOSS_LIGHT), 0.3)
    fir(b, -6.4, -20.6, 4.2)
    fir(b, 14.6, -20, 3.6)
