"""Monsters of levels one and two: pup, slime, imp, wolf, goblin, bat, hexhound."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, flame, stem, whole
from artwork.dicebattle.heroes.parts import bar, grin, slits
from artwork.dicebattle.palette import (
    BROWN,
    COAL,
    GLINT,
    GOLD,
    GREEN,
    GREY,
    IVORY,
    LEATHER,
    MOUTH,
    PURPLE,
    RED,
    ROSE,
    SIGNAL,
    STEEL,
    TONGUE,
    VIOLET,
    Tones,
)
from artwork.dicebattle.shapes import both, cut, flips, pips_on
from artwork.shapes import at, disc, star
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Matrix, Path, transformed

# fmt: off


def pup(f: Figure) -> None:
    """Draw a pup with large ears, large paws, and a die on the collar."""
    f.cel(stem([(12, -4), (19, -8), (22, -16), (19.6, -22)], [4.4, 4.4, 3.6, 1.0]), BROWN, 0.8, 0.8)
    body = whole((0, -14), (8, -12), (12.6, -4), (13, 5), (0, 6))
    f.cel(body, BROWN, 0.9, 1.3)
    f.cel(whole((0, -10), (5, -7), (6, 0), (5, 6), (0, 7)), IVORY, 0.6, 0.6, halo=False)
    for part in flips(blob((8, -31.4), (13.6, -33.6), (18.6, -29.6), (19.4, -21), (16.4, -13.8),
                           (12.8, -14.6), (10.4, -20))):
        f.cel(part, LEATHER, 0.9, 1.0)
    head = whole((0, -34.4), (5.6, -34), (10.8, -30), (12.4, -23.4), (11, -16.4), (6.6, -11.6),
                 (0, -10))
    f.cel(head, BROWN, 1.0, 1.6)
    patch = blob((2.2, -32.6), (7.4, -31.6), (10.2, -26), (8.4, -20.6), (4, -19.8), (1.6, -25))
    with f.inside(head):
        f.mark(patch, IVORY.mid)
        f.mark(whole((0, -34), (1.2, -29), (2.2, -22), (0, -18)), IVORY.mid)
    muzzle = blob((0, -21), (4.2, -20.4), (7.2, -17), (6, -13.4), (2.8, -12.2), (0, -13.0),
                  (-2.8, -12.2), (-6, -13.4), (-7.2, -17),
                  (-4.2, -20.4))
    f.flat(blob((-2.8, -13.2, 1), (2.8, -13.2, 1), (2.6, -8.4), (0, -6.6), (-2.6, -8.4)), TONGUE,
           0.6, halo=True)
    f.line([(0, -12.6), (0, -8.6)], 0.4)
    f.cel(muzzle, IVORY, 0.8, 0.8)
    f.line([(0, -17), (0, -14.8), (-2.4, -13.4)], 0.6)
    f.line([(0, -14.8), (2.4, -13.4)], 0.6)
    f.flat(blob((-2.6, -19.8), (0, -20.8), (2.6, -19.8), (1.6, -17.4), (0, -16.8), (-1.6, -17.4)),
           BLACK, 0.3)
    f.mark(disc(-0.9, -19.4, 0.7, 0.4, -20), PAPER)
    f.dots([(s * x, y, 0.3) for s in (-1, 1) for x, y in ((3.6, -16.4), (4.8, -15.2), (5.2, -17))],
           BROWN.dark)
    for side in (-1, 1):
        f.flat(disc(side * 5.0, -24.4, 2.5, 2.9), BLACK, 0.3)
        f.mark(disc(side * 5.0 - 0.8, -25.4, 1.0), PAPER)
        f.mark(disc(side * 5.0 + 0.9, -23.2, 0.5), PAPER)
        f.line([(side * 3.4, -29.2), (side * 5.2, -29.8), (side * 6.8, -29.2)], 0.8)
    f.cel(blob((-8.2, -9.4), (0, -6.8), (8.2, -9.4), (8.8, -6.6), (0, -3.6), (-8.8, -6.6)), RED,
          0.7, 0.5)
    f.flat(at(bar(0, 0, 6.4, 6.4), 0, -5.4, 8), PAPER, 0.7)
    f.mark(transformed(pips_on(1), Matrix(6.4, 0, 0, 6.4, -3.6, -5.4)), SIGNAL)
    for side in (-1, 1):
        f.cel(blob((side * 6.2, -3), (side * 10, -6), (side * 14.4, -3.4), (side * 15, 3),
                   (side * 6, 4)), IVORY, 0.8, 0.7)
        for n in range(2):
            f.line([(side * (8.8 + n * 2.8), -4.4), (side * (8.6 + n * 2.9), -1.6)], 0.5)


def slime(f: Figure) -> None:
    """Draw a one-eyed drop of slime and two smaller ones behind it."""
    for x0, y0, z, tones in ((-15.5, -1.5, 0.46, GREEN), (16, -2, 0.5, GREEN), (0, 0, 1.0, GREEN)):
        body = at(blob((0.4, -31.4), (3.4, -28.6), (6.5, -24.5), (12, -17), (15.5, -9.5),
                       (15.2, -3), (11, 0.4), (4, 1.4), (-4, 1.4), (-11, 0.4),
                       (-15.2, -3), (-15.5, -9.5), (-12, -17), (-6.5, -23), (-2.4, -28)), x0, y0,
                  scale=z)
        f.cel(body, tones, 0.9 * max(0.6, z), 1.7 * z)
        with f.inside(body):
            f.dots([(x0 + (-14 + k * 2.2 + j % 2 * 1.1) * z, y0 + (-1 - j * 1.9) * z,
                     0.62 * z * (1 - j / 9)) for k in range(14) for j in range(8)],
                   tones.dark)
        f.mark(at(blob((-9.6, -13), (-7, -18.5), (-3.4, -23), (-4.6, -18), (-7.2, -12.4)), x0, y0,
                  scale=z), PAPER)
        f.mark(disc(x0 - 9.6 * z, y0 - 9.6 * z, 1.1 * z), PAPER)
        f.flat(disc(x0, y0 - 10.2 * z, 5.6 * z), PAPER, 0.8 * max(0.6, z))
        f.mark(disc(x0 + 0.9 * z, y0 - 10 * z, 3.2 * z), SIGNAL)
        f.mark(disc(x0 + 1.1 * z, y0 - 10 * z, 1.6 * z), BLACK)
        f.mark(disc(x0 - 0.4 * z, y0 - 11.6 * z, 1.0 * z), PAPER)
        mouth = at(blob((-4.6, -3.6), (0, -2.2), (4.6, -3.8), (2.8, -0.6), (0, 0.1), (-2.8, -0.6)),
                   x0, y0, scale=z)
        f.flat(mouth, MOUTH, 0.5 * max(0.6, z))
        for x in (-2.4, 1.8):
            f.mark(at(cut((x - 0.7, -3.1), (x + 0.7, -3.0), (x, -1.4)), x0, y0, scale=z), PAPER)
    for x, y, r in ((-12, -27, 1.5), (10.5, -30, 1.1), (14.5, -24, 0.8), (-17, -19, 0.9)):
        f.cel(disc(x, y, r), GREEN, 0.5, 0.3)


def imp(f: Figure) -> None:
    """Draw an imp with a trident, ragged wings, and a grin wider than its head."""
    wing = cut((3, -15), (9, -26), (19, -34), (19.5, -27), (24.5, -24), (20.5, -19.5), (23, -13),
               (16.5, -12.5), (13.5, -7.5), (9, -10.5))
    for part in flips(wing):
        f.cel(part, Tones(PURPLE.dark, PURPLE.dark.mixed(PURPLE.mid, 0.4),
                          PURPLE.dark.mixed(PURPLE.mid, 0.55)), 0.9, 1.2)
    for side in (-1, 1):
        for ex, ey in ((24.5, -24), (23, -13), (13.5, -7.5)):
            f.flat(stem([(side * 9, -25.5), (side * (9 + ex) / 2, (-25.5 + ey) / 2 - 1.4),
                         (side * ex, ey)], [1.3, 0.9, 0.2]), PURPLE.dark, 0.35)
    f.cel(stem([(2, -2), (10, 2), (17, -3), (15, -9), (11, -8)], [2.2, 2, 1.8, 1.5, 1.2]), PURPLE,
          0.7, 0.4)
    f.cel(cut((11.6, -8.4), (8.0, -12.2), (14.6, -12.6)), PURPLE, 0.7, 0.4)
    body = whole((0, -14.6), (5.2, -14), (6.8, -6), (5.6, 1.5), (0, 4))
    f.flat(cut((-20.5, 4), (-19.3, 4), (-14.6, -31), (-15.8, -31)), STEEL.dark, 0.6, halo=True)
    fork = cut((-4.2, -6.5), (-3.0, -2.6), (-0.8, -1.8), (-0.8, -6), (0, -9.4), (0.8, -6),
               (0.8, -1.8), (3.0, -2.6), (4.2, -6.5), (4.6, -0.8),
               (1.2, 1.4), (-1.2, 1.4), (-4.6, -0.8))
    f.cel(at(fork, -15.1, -31, 7.6), GOLD, 0.6, 0.4)
    f.cel(body, PURPLE, 0.8, 1.0)
    f.mark(whole((0, -10.5), (3.2, -8), (3, -2), (0, 0.6)), PURPLE.light)
    f.cel(stem([(4.6, -11), (9.6, -6.5), (7.4, -1.6)], [3.4, 2.8, 2.4]), PURPLE, 0.8, 0.5)
    for part in flips(stem([(4.6, -31), (7.6, -35.6), (5.8, -40)], [4.0, 3.0, 0])):
        f.cel(part, IVORY, 0.8, 0.5)
    for part in flips(blob((9.6, -25.6), (17.6, -27.4, 1), (12.6, -20.4), (9.4, -19.6))):
        f.cel(part, PURPLE, 0.8, 0.6)
    head = whole((0, -33), (7.6, -31.4), (11.2, -25.4), (9.6, -18.4), (5.2, -14), (0, -12.6))
    f.cel(head, PURPLE, 1.0, 1.5)
    for side, r in ((-1, 3.5), (1, 2.9)):
        f.flat(disc(side * 4.6, -23.6, r), PAPER, 0.7)
        f.mark(disc(side * 4.6 + 0.7, -23.2, r * 0.48), BLACK)
        f.mark(disc(side * 4.6 + 0.2, -24, r * 0.2), PAPER)
        f.flat(cut((side * 1.0, -26.2), (side * 8.6, -29), (side * 8.8, -27), (side * 2, -25)),
               PURPLE.dark, 0.4)
    grin(f, [(-6.4, -19.2), (0, -17.8), (6.4, -19.6), (4.2, -15.4), (0, -14.2), (-4, -15.4)],
         [(-4.6, 2.4), (-2.6, 2.8), (-0.6, 3), (1.4, 3), (3.4, 2.6), (5.0, 2.0), (-3, -2), (-1, -2),
          (1, -2), (3, -2)])
    f.cel(stem([(-4.6, -11), (-10.5, -7.5), (-15.8, -9.5)], [3.4, 2.8, 2.6]), PURPLE, 0.8, 0.5)
    f.cel(disc(-16.4, -9.6, 2.1), PURPLE, 0.7, 0.4)
    f.flat(disc(0, -29.2, 1.25), GLINT, 0.45)


def _wolf_head(f: Figure, tones: Tones, x: float, y: float, s: float) -> None:
    """Draw a wolf's face, centred on the bridge of its nose."""

    def p(path: Path) -> Path:
        return at(path, x, y, scale=s)

    for part in flips(blob((3.2, -8, 1), (5.6, -14.6), (10, -19, 1), (12, -12.4), (10.6, -5, 1))):
        f.cel(p(part), tones, 0.9 * s, 0.9 * s)
    for part in flips(cut((6.2, -9.6), (9.4, -15.6), (9.8, -8.4))):
        f.mark(p(part), ROSE.dark)
    mane = whole((0, -10.4), (5, -10.2), (9.6, -7), (12.6, -2, 1), (11.4, -1.2), (14.8, 4, 1),
                 (11.6, 3.6), (13, 9, 1), (9.2, 7.4), (7.4, 12.6, 1),
                 (4, 10), (0, 14, 1))
    f.cel(p(mane), tones, 1.0 * s, 1.5 * s)
    cheek = blob((0.6, -2.4, 1), (4.8, -3.8), (9.2, -1.6), (10, 3.6), (6, 6.4), (3, 5.4),
                 (1.4, 0.6))
    for part in flips(cheek):
        f.mark(p(part), tones.light)
    grin_path = p(whole((0, 6.4), (4, 5.8), (6.2, 6.6, 1), (4.4, 10.8), (0, 12.6)))
    f.flat(grin_path, MOUTH, 0.7 * s)
    with f.inside(grin_path):
        f.mark(p(whole((0, 9.4), (2.4, 10), (2, 12.8), (0, 13))), TONGUE)
        for dx, top, length in ((1.4, 7.2, 1.5), (3.6, 5.2, 3.8), (5.2, 6, 1.8)):
            for side in (-1, 1):
                f.flat(p(cut((side * (dx - 0.7), top), (side * (dx + 0.7), top),
                             (side * dx, top + length))), PAPER, 0.3 * s)
        for side in (-1, 1):
            f.flat(p(cut((side * 2.2, 12.4), (side * 3.6, 11.6), (side * 2.9, 9.2))), PAPER,
                   0.3 * s)
    f.trace(grin_path, 0.8 * s)
    snout = whole((0, -6), (2.2, -5), (3.0, 0), (4.6, 3.4), (4.2, 6.4), (1.6, 7.6), (0, 7.4))
    f.cel(p(snout), tones, 0.8 * s, 0.8 * s, halo=False)
    f.flat(p(whole((0, 2.4), (2.3, 2.6), (1.6, 4.8), (0, 5.4))), BLACK, 0.3 * s)
    f.mark(p(disc(-0.8, 3.1, 0.7, 0.35)), PAPER)
    for part in flips(blob((3.0, -1.4, 1), (5.2, -3.9), (8.2, -4.6, 1), (6.8, -1.8), (4.6, -0.8))):
        f.flat(p(part), GLINT, 0.6 * s)
    f.mark(p(both(disc(5.6, -2.6, 0.75, 1.0))))
    for part in flips(cut((1.8, -3.2), (3.2, -4.4), (8.8, -6.8), (7.4, -4.6))):
        f.mark(p(part), tones.dark)
    for side in (-1, 1):
        f.line([(x + side * 1.8 * s, y - 8.4 * s), (x + side * 2.8 * s, y - 5.8 * s)], 0.5 * s,
               tones.dark)
        for dy in (4.4, 5.4):
            f.line([(x + side * 2.8 * s, y + dy * s), (x + side * 3.8 * s, y + (dy - 0.5) * s)],
                   0.4 * s)


def wolf(f: Figure) -> None:
    """Draw a wolf and two more behind it."""
    night = Tones(COAL.dark, COAL.mid, COAL.mid)
    for x, y, s in ((-16.5, -20.4, 0.66), (17.4, -19.6, 0.66)):
        _wolf_head(f, night, x, y, s)
    f.cel(whole((0, -16), (9, -13), (14.6, -4, 1), (12.6, -3.4), (16, 6, 1), (0, 8)), GREY, 0.9,
          1.4)
    _wolf_head(f, GREY, 0, -18.6, 1.1)


def goblin(f: Figure) -> None:
    """Draw a goblin that looks up and holds a knife."""
    f.cel(at(cut((-1.6, 0), (-2.2, -13), (0.6, -17.6), (2.2, -12), (1.6, 0)), -17.6, -16.6, -14),
          STEEL, 0.8, 0.8)
    f.cel(at(cut((-3.6, -0.4), (3.6, -0.4), (3.2, 2), (-3.2, 2)), -17.6, -16.2, -14), GOLD, 0.6,
          0.4)
    f.cel(at(bar(0, 1.8, 2.6, 9), -17.6, -16.2, -14), LEATHER, 0.6, 0.4)
    f.cel(whole((0, -12), (8, -11), (13, -4), (14, 6), (0, 8)), LEATHER, 0.9, 1.2)
    f.line([(-9, -8), (0, -3), (9, -8)], 0.6)
    for part in flips(blob((8, -27.6, 1), (16, -31.6), (25.6, -31.4, 1), (20, -24.4), (15.4, -21.8),
                           (14, -18.4, 1), (8.6, -18.6))):
        f.cel(part, GREEN, 0.9, 1.0)
    f.mark(both(blob((11, -25.6), (17, -28.8), (22.6, -30.2, 1), (17.6, -25.2), (12, -22))),
           GREEN.dark)
    f.flat(disc(18.2, -22.6, 1.8), GOLD.mid, 0.8)
    f.mark(disc(18.2, -22.6, 0.8), PAPER)
    head = whole((0, -35), (6.4, -34.2), (10.8, -29.4), (11.2, -22.6), (8.6, -16.4), (4.4, -12),
                 (0, -10.6))
    f.cel(head, GREEN, 1.0, 1.5)
    f.cel(blob((-10.6, -29, 1), (-7, -34.6), (0, -36.6), (7, -34.6), (10.6, -29, 1), (5, -31),
               (0, -31.4), (-5, -31)), RED, 0.8, 0.8)
    f.cel(stem([(9.6, -30), (14, -34), (13.6, -38.6)], [2.6, 2.6, 0]), RED, 0.6, 0.4)
    f.dots([(-4, -33.4, 0.8), (0, -34.2, 0.8), (4, -33.4, 0.8)], PAPER)
    for side, r in ((-1, 3.1), (1, 2.6)):
        f.flat(disc(side * 4.4, -25.4, r), GLINT, 0.8)
        f.mark(disc(side * 4.4 + 0.2, -27.0, r * 0.46), BLACK)
        f.mark(disc(side * 4.4 - 0.4, -27.6, r * 0.17), PAPER)
        f.line([(side * 1.2, -28.0), (side * 4.6, -29.4), (side * 8.4, -28.2)], 0.9)
        f.line([(side * 2.4, -22.0), (side * 4.8, -21.4), (side * 7.2, -22.4)], 0.45, GREEN.dark)
    grin(f, [(-7.2, -17.6), (-3, -17.2), (0, -17), (3.6, -17.4), (7.4, -18.4), (5.0, -14.4),
             (0, -12.6), (-4.6, -14)],
         [(-5.4, 1.8), (-3.0, 2.2), (2.2, 2.2), (4.8, 2.2), (-2.2, -2.6), (3.2, -2.8), (0.4, -1.6)])
    nose = blob((-1.2, -25, 1), (0, -26), (1.2, -25, 1), (2.2, -21), (3.4, -17.6), (1.8, -15.4),
                (-0.6, -15), (-2.8, -16.2), (-3, -18.6), (-1.8, -21))
    f.cel(nose, GREEN, 0.8, 0.7, halo=False)
    f.dots([(2.2, -17.6, 0.55), (-2.2, -17.4, 0.5)], GREEN.dark)
    f.cel(blob((-21.6, -10.6), (-18.6, -13.4), (-14.4, -12.4), (-13.2, -9), (-15.4, -6.2),
               (-20, -6.4)), GREEN, 0.8, 0.6)
    for n in range(3):
        f.line([(-20.8 + 0.2 * n, -10.4 + n * 1.3), (-17.4, -10.6 + n * 1.4)], 0.45)


def bat(f: Figure) -> None:
    """Draw a bat in front of the moon, wings spread from edge to edge."""
    f.flat(disc(0, -22, 17.4), Cmyk(0, 6, 46, 0), 0.9, halo=True)
    for x, y, r in ((-9, -31, 2.2), (-11.6, -18, 1.4), (9, -12.6, 1.9), (11.4, -29, 1.2)):
        f.mark(disc(x, y, r), Cmyk(0, 16, 66, 0))
    wing = blob((3, -20, 1), (8, -29), (14, -34), (20, -36.6, 1), (24, -31), (26.4, -23),
                (26.8, -12.6, 1), (23.4, -16.6), (19.4, -16.4, 1), (17.6, -12),
                (17.6, -7.4, 1), (14, -11.4), (10.4, -11.6, 1), (8.6, -8.6), (7.4, -5, 1),
                (3, -10, 1))
    dusk = Tones(VIOLET.dark, VIOLET.dark.mixed(VIOLET.mid, 0.55), VIOLET.mid)
    for part in flips(wing):
        f.cel(part, dusk, 0.9, 1.3)
    for side in (-1, 1):
        for points in ([(3, -20), (10, -28.6), (20, -36.6)], [(13, -31.4), (17.6, -24),
                (19.4, -16.4)], [(8, -26.4), (9.8, -19), (10.4, -11.6)],
                       [(19.6, -35.6), (23.4, -26), (26.6, -13)]):
            f.flat(stem([(side * a, b) for a, b in points], [1.6, 1.2, 0.5]), VIOLET.dark, 0.35)
        f.cel(stem([(side * 20, -35.4), (side * 20.8, -38.6)], [1.8, 0]), IVORY, 0.5, 0.2)
    body = whole((0, -24), (5.6, -22), (7.6, -15), (6.6, -7.4), (3.4, -3.4), (0, -2.2))
    f.cel(body, VIOLET, 0.9, 1.3)
    for n in range(3):
        for x in (-2.6, 0, 2.6):
            y = -9.6 + n * 2.0
            f.line([(x - 0.9 + 0.2 * n, y), (x, y + 1.3), (x + 0.9 - 0.2 * n, y)], 0.45,
                   VIOLET.dark)
    for part in flips(blob((1.2, -28.4, 1), (4.4, -34.6), (9.6, -39.4, 1), (10.6, -32),
                           (7.8, -25, 1))):
        f.cel(part, VIOLET, 0.9, 0.8)
    f.mark(both(blob((4.0, -29.4, 1), (6.4, -34), (8.8, -36.4, 1), (8.8, -31), (7, -27, 1))),
           ROSE.mid)
    head = whole((0, -30.4), (4.6, -29.8), (8, -26), (8, -20.6), (5, -16.6), (0, -15.4))
    f.cel(head, VIOLET, 0.9, 1.2)
    for part in flips(blob((1.6, -23.6, 1), (3.4, -26), (6.8, -25.8, 1), (6.0, -22.4),
                           (3.6, -21.8))):
        f.flat(part, GLINT, 0.6)
    f.mark(both(disc(4.2, -23.8, 0.65, 1.1)))
    f.flat(whole((0, -22.2), (1.5, -21.8), (1.2, -20.2), (0, -19.8)), ROSE.mid, 0.45)
    grin(f, [(-3.6, -19.2), (0, -18.4), (3.6, -19.2), (2, -16.8), (0, -16.4), (-2, -16.8)],
         [(-1.9, 2.2), (1.9, 2.2)], 0.55)
    for side in (-1, 1):
        for n in range(3):
            f.cel(stem([(side * (2.4 + n * 1.0), -3.6), (side * (2.6 + n * 1.5), -0.6)],
                       [1.1, 0.3]), IVORY, 0.35, 0.2)


def hexhound(f: Figure) -> None:
    """Draw a coal-black hound with a mane of violet fire and a seal on its brow."""
    for turn, length, width, x, y in ((-160, 15, 7, -9, -16), (-138, 18, 8, -8, -20),
                                      (-115, 17, 8, -5, -24), (-92, 16, 8, 0, -25), (-66, 17, 8, 5,
                                              -24),
                                      (-43, 18, 8, 8, -20), (-20, 15, 7, 9, -16), (-182, 12, 6, -9,
                                              -10), (2, 12, 6, 9, -10)):
        bend = 0.14 if turn < -90 else -0.14
        f.cel(at(flame(length, width, bend, 0.9), x, y, turn), PURPLE, 0.8, 0.7)
    for turn, length, width, x, y in ((-140, 10, 4, -8, -20), (-112, 10, 4, -5, -24), (-92, 9, 4, 0,
            -25), (-68, 10, 4, 5, -24), (-41, 10, 4, 8, -20)):
        f.mark(at(flame(length, width, 0.1 if turn < -90 else -0.1, 0.9), x, y, turn), ROSE.light)
    f.cel(whole((0, -14), (8, -12), (12.6, -3), (14, 8), (0, 8)), COAL, 0.9, 1.4)
    for part in flips(blob((4, -25, 1), (7.2, -30), (9, -36.6, 1), (11.8, -30), (10.4, -21.6, 1))):
        f.cel(part, COAL, 0.9, 0.9)
    head = whole((0, -28.6), (5, -28), (9.4, -24.4), (10.6, -19), (8.6, -14, 1), (7.4, -10),
                 (4.6, -4.6), (0, -3.4))
    f.cel(head, COAL, 1.0, 1.4)
    jaw = whole((0, -9.6), (4.6, -10.4), (6.4, -10.8, 1), (4.6, -5.4), (0, -3.0))
    f.flat(jaw, MOUTH, 0.7)
    with f.inside(jaw):
        f.mark(whole((0, -6.8), (2, -6), (1.6, -3.4), (0, -3)), PURPLE.light)
        for at_x, tooth in ((1.3, 1.4), (3.4, 3.4), (5.2, 1.6)):
            for side in (-1, 1):
                f.flat(cut((side * (at_x - 0.7), -10.6), (side * (at_x + 0.7), -10.6),
                           (side * at_x, -10.0 + tooth)), PAPER, 0.3)
        for side in (-1, 1):
            f.flat(cut((side * 2.0, -3.4), (side * 3.4, -4.2), (side * 2.7, -6.8)), PAPER, 0.3)
    f.trace(jaw, 0.8)
    snout = whole((0, -20), (2.2, -19.4), (3, -15), (4.8, -12), (4.2, -9.2), (1.6, -8.2), (0, -8.4))
    f.cel(snout, COAL, 0.8, 0.8, halo=False)
    f.flat(whole((0, -13.6), (2.4, -13.2), (1.6, -11), (0, -10.4)), BLACK, 0.3)
    f.mark(disc(-0.9, -12.8, 0.7, 0.35), PAPER)
    slits(f, [(2.6, -18.4, 1), (4.8, -20.8), (8.4, -21.6, 1), (7.2, -18.8), (4.8, -17.4)],
          ROSE.light, disc(5.6, -19.4, 0.5, 1.1))
    f.flat(star(0, -24.2, 3.1, 1.55, 6), PURPLE.light, 0.6)
    f.mark(disc(0, -24.2, 0.8), BLACK)
    # Its collar is made of torn seals.
    f.cel(blob((-10.4, -4.6), (0, -0.4), (10.4, -4.6), (10.8, -2), (0, 2.6), (-10.8, -2)), LEATHER,
          0.6, 0.4)
    for x, turn in ((-8, 16), (8, -16)):
        f.flat(at(cut((-1.5, 0), (1.5, 0), (1.5, 5), (0, 4), (-1.5, 5)), x, -2.4, turn), PAPER, 0.5)
    f.line([(-9.4, -10), (-10.8, -14)], 0.5, COAL.light)
    f.line([(9.4, -10), (10.8, -14)], 0.5, COAL.light)
