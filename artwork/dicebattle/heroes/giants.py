"""Monsters of levels five and six: wyvern, dragon, golem."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, flame, stem, whole
from artwork.dicebattle.palette import (
    BLUE,
    CLAY,
    FIRE,
    GLINT,
    IVORY,
    KINDS,
    LEAF,
    MOUTH,
    TEAL,
    TONGUE,
    WINE,
    Tones,
)
from artwork.dicebattle.shapes import cut, flips
from artwork.shapes import at, disc
from printkit.pdf.drawing import BLACK, PAPER, Cmyk

# fmt: off

_HIDE = Tones(KINDS["monster"].dark, KINDS["monster"].base, KINDS["monster"].light)


def wyvern(f: Figure) -> None:
    """Draw a wyvern in profile with a long neck and a barbed tail; two more fly behind it."""
    for x, y, s in ((-20, -33.5, 0.36), (21.6, -36, 0.3)):
        swift = blob((0, 0, 1), (-6, -7), (-16, -9, 1), (-10, -2.6), (-9, 1.4, 1), (-3, 1),
                     (0, 8, 1), (3, 1), (9, 1.4, 1), (10, -2.6), (16, -9, 1), (6, -7))
        f.flat(at(swift, x, y, -8, s), BLUE.dark, 0.45, halo=True)
    right = blob((4, -14, 1), (11, -27), (17.6, -37.6, 1), (23.4, -31), (29, -27, 1), (25.4, -21),
                 (28, -13, 1), (22, -13), (20.4, -5.4, 1), (13, -9.6), (5, -4, 1))
    left = blob((-2, -13, 1), (-9, -24), (-17, -31.6, 1), (-22, -25), (-29, -21, 1), (-25.6, -15.6),
                (-28, -7, 1), (-21.4, -7.4), (-18.6, 0, 1), (-10, -4), (-2, -2, 1))
    for wing, root, tips in ((right, (17.4, -37), ((29, -27), (28, -13), (20.4, -5.4))),
                             (left, (-16.8, -31), ((-29, -21), (-28, -7), (-18.6, 0)))):
        f.cel(wing, WINE, 0.9, 1.3)
        for ex, ey in tips:
            f.flat(stem([root, ((root[0] + ex) / 2, (root[1] + ey) / 2 - 0.8), (ex, ey)],
                        [1.5, 1.1, 0.2]), WINE.dark, 0.35)
        elbow = (4.5, -13) if root[0] > 0 else (-2.5, -12)
        f.cel(stem([elbow, ((elbow[0] + root[0]) / 2, (elbow[1] + root[1]) / 2 - 0.6), root],
                   [3.4, 2.8, 1.0]), TEAL, 0.7, 0.4)
        f.cel(stem([root, (root[0] * 0.97, root[1] - 4.4)], [2.0, 0]), IVORY, 0.5, 0.2)
    f.cel(stem([(8, 2), (18, 2), (24, -2), (25.4, -8.4)], [5, 4, 2.4, 1.2]), TEAL, 0.8, 0.6)
    f.cel(cut((25.6, -14), (28.6, -7), (25.2, -8.4), (22.2, -6.2)), IVORY, 0.6, 0.4)
    neck = stem([(4, 8), (6.4, -4), (4.2, -14), (0.4, -21.4), (1.2, -28.4), (5, -32.6)],
                [18, 14, 11.4, 10.4, 10, 9])
    f.cel(neck, TEAL, 0.9, 1.4)
    with f.inside(neck):
        for points in (((-0.8, -1), (4, 0.6), (8.4, -1)), ((-1.4, -6), (3, -4.4), (7.8, -6)),
                       ((-2.4, -11), (1.4, -9), (5.6, -11)), ((-4.8, -16.4), (-2.2, -13.6),
                               (1.6, -14)),
                       ((-6.2, -21.4), (-4.4, -18.2), (-1.2, -17.6)), ((-6.0, -26.4), (-4.6, -23.4),
                               (-2.4, -22))):
            f.line(points, 0.7, TEAL.light)
    for x, y, turn in ((13, -4, 62), (11.6, -10, 52), (8.6, -16, 42), (4.4, -20.6, 38),
                       (3.2, -25, 56)):
        f.cel(at(cut((-1.9, 0.6), (1.9, 0.6), (0.9, -4.2)), x, y, turn), WINE, 0.6, 0.4)
    # The head looks to the left and roars.
    for horn in ([(6.6, -33), (12.6, -34.6), (17.6, -40.2)], [(6.8, -30), (12.4, -29),
            (16.6, -31.6)]):
        f.cel(stem(horn, [4.2, 3.2, 0]), IVORY, 0.8, 0.5)
    lower = blob((3, -27.4, 1), (-3, -26.6), (-9, -23.4), (-14.6, -20.6, 1), (-11.4, -19.4),
                 (-5, -20.4), (1.6, -22.4), (5.4, -26.6, 1))
    f.cel(lower, TEAL, 0.9, 0.8)
    f.flat(blob((4.4, -29, 1), (-4, -31), (-15.6, -28.6, 1), (-12, -25), (-13.2, -21.4, 1),
                (-6, -24.2), (2, -25.6, 1)), MOUTH, 0.6)
    f.flat(blob((-1, -26.8, 1), (-6, -27.4), (-11.6, -24.6, 1), (-7, -24.8)), TONGUE, 0.4)
    for x, y, length in ((-14.4, -28.6, 3.4), (-11.2, -29.2, 2.4), (-8, -29.6, 2.2),
                         (-5, -29.4, 2)):
        f.flat(cut((x - 0.9, y), (x + 0.9, y), (x - 0.1, y + length)), PAPER, 0.35)
    for x, y, length in ((-12.4, -21.6, 2.6), (-9.4, -22.8, 1.9)):
        f.flat(cut((x - 0.9, y), (x + 0.9, y), (x - 0.2, y - length)), PAPER, 0.35)
    upper = blob((8.4, -33), (5, -38), (-1, -39.4), (-6.6, -36.4), (-13, -34.8), (-18.6, -32.6),
                 (-19, -29.4), (-15.6, -28.2, 1), (-9, -29.6), (-2.4, -29.2), (3, -27),
                 (7.6, -28.4))
    f.cel(upper, TEAL, 1.0, 1.2)
    f.mark(disc(-16.4, -31.6, 0.9, 0.6, -30))
    f.flat(blob((-5.2, -33.4, 1), (-2, -35.8), (1.6, -34.6, 1), (-1.6, -32.4)), GLINT, 0.6)
    f.mark(disc(-1.7, -34.0, 0.5, 1.2, 8))
    f.flat(cut((-7.4, -35), (-1.4, -38.6), (3.6, -36.4), (-2, -36)), TEAL.dark, 0.5)


def dragon(f: Figure) -> None:
    """Draw a dragon with six horns, six studs on the brow, and smoke from its mouth."""
    membrane = Tones(Cmyk(20, 100, 85, 48), Cmyk(10, 95, 80, 30), Cmyk(4, 92, 80, 14))
    wing = cut((5, -14), (15, -28), (21.5, -41.5), (25, -33), (30, -30), (27.5, -22), (31, -14),
               (24, -11), (22, -2), (14, -6))
    for part in flips(wing):
        f.cel(part, membrane, 0.9, 1.4)
    for side in (-1, 1):
        for ex, ey in ((30, -30), (31, -14), (22, -2)):
            f.flat(stem([(side * 15, -28), (side * (15 + ex) / 2, (-28 + ey) / 2 - 1.6),
                         (side * ex, ey)], [1.6, 1.1, 0.3]), _HIDE.dark, 0.4)
        f.flat(stem([(side * 5, -12), (side * 15, -28), (side * 21.5, -41.5)], [3.4, 2.8, 0.4]),
               _HIDE.dark, 0.6)
    f.cel(whole((0, -16), (9, -16), (12, -6), (15, 5), (0, 6)), _HIDE, 0.9, 1.5)
    for n in range(4):
        y, w = -7 + n * 3.3, 5.2 + n
        f.flat(cut((-w, y - 1.6), (0, y - 0.4), (w, y - 1.6), (w * 1.08, y + 1.2), (0, y + 2.8),
                   (-w * 1.08, y + 1.2)), _HIDE.light, 0.5)
        f.mark(cut((-w, y - 1.6), (0, y - 0.4), (0, y + 2.8), (-w * 1.08, y + 1.2)),
               KINDS["monster"].glow)
    for points, widths in ((((5, -30), (10.5, -35), (13, -41)), (4.6, 3.6, 0)),
                           (((8.4, -25), (15.5, -27), (20.5, -33)), (4, 3, 0)),
                           (((8.6, -19), (14, -18.4), (18.4, -21.6)), (3.6, 2.6, 0))):
        for part in flips(stem(points, widths)):
            f.cel(part, IVORY, 0.8, 0.6)
    _dragon_head(f)


def _dragon_head(f: Figure) -> None:
    """Draw jaw, mask and brow; the number of studs is the dragon's level."""
    f.cel(whole((0, -11), (6.4, -11), (5.6, -3), (3, 0.6), (0, 1.6)), _HIDE, 0.9, 1.2)
    mouth = whole((0, -9.5), (5.2, -9.5), (4.4, -3.4), (0, -0.8))
    f.flat(mouth, MOUTH, 0.3)
    f.flat(whole((0, -7), (2.4, -5), (0, -2.2)), TONGUE, 0.3)
    for x, y, h in ((3.7, -3.6, 3.2), (1.8, -2.0, 2.0)):
        for side in (-1, 1):
            f.flat(cut((side * (x - 0.7), y), (side * (x + 0.7), y - 0.5), (side * x, y - h)),
                   PAPER, 0.35)
    head = whole((0, -33.2), (5.2, -32), (9.4, -27), (10.2, -21), (8.8, -16), (6.2, -13),
                 (5.6, -8.8), (3.6, -5.6), (0, -4.8))
    f.cel(head, _HIDE, 1.0, 1.5)
    for side in (-1, 1):
        f.flat(cut((side * 1.2, -20.8), (side * 6.6, -24.8), (side * 9.8, -24.4),
                   (side * 9.0, -22.2), (side * 6.2, -20.4), (side * 2.6, -19.2)), _HIDE.dark, 0.6)
        f.flat(cut((side * 3.0, -20.4), (side * 8.2, -23.2), (side * 7.4, -20.9),
                   (side * 4.6, -19.6)), GLINT, 0.5)
        f.mark(cut((side * 5.5, -22.1), (side * 6.2, -22.4), (side * 6.0, -20.2),
                   (side * 5.5, -20.0)))
        f.flat(cut((side * 2.2, -22.6), (side * 5.8, -26.6), (side * 10.4, -26.6),
                   (side * 7, -24.6)), _HIDE.light, 0.5)
        f.mark(disc(side * 2.2, -10.2, 1.0))
        f.line([(side * 2.0, -8.2), (side * 4.6, -9.4), (side * 5.4, -13)], 0.4)
        f.flat(cut((side * 4.4, -6.9), (side * 5.3, -8.2), (side * 5.1, -4.2)), PAPER, 0.4)
        f.flat(cut((side * 2.6, -5.6), (side * 3.7, -5.9), (side * 3.3, -3.0)), PAPER, 0.4)
        for turn, length in ((150, 6.5), (128, 5)):
            f.flat(at(flame(length, 2.4, 0.2), side * 5.6, -4.6, turn if side < 0 else 180 - turn),
                   _HIDE.light, 0.45)
    for n in range(3):
        for side in (-1, 1):
            f.flat(disc(side * (1.6 + 0.25 * n), -30.4 + n * 2.9, 0.95), GLINT, 0.4)
    f.flat(cut((-1, -19.5), (0, -22.5), (1, -19.5), (0.7, -12.5), (0, -11.4), (-0.7, -12.5)),
           _HIDE.light, 0.4)


def golem(f: Figure) -> None:
    """Draw a golem of fired clay on bricks; it fills the picture and has a word on its brow."""
    arms = blob((9, -22, 1), (17, -24.6), (25.4, -20.6), (28, -12), (26, -2), (22, 6, 1),
                (12, 6, 1), (12, -8))
    for part in flips(arms):
        f.cel(part, CLAY, 1.0, 1.7)
    for side in (-1, 1):
        f.line([(side * 14.6, -18), (side * 20, -19.6), (side * 24.6, -16)], 0.5, CLAY.dark)
        f.line([(side * 16, -10), (side * 20, -8.4), (side * 19, -5)], 0.6)
        for n in range(3):
            f.cel(blob((side * (13.4 + n * 4.4), -2.6, 1), (side * (13.4 + n * 4.4), -6.4),
                       (side * (17.2 + n * 4.4), -6.4), (side * (17.2 + n * 4.4), -2.6, 1),
                       (side * (17 + n * 4.4), 4, 1), (side * (13.6 + n * 4.4), 4, 1)), CLAY, 0.7,
                  0.7)
    trunk = cut((-12, -22), (12, -22), (13.6, 6), (-13.6, 6))
    f.cel(trunk, CLAY, 0.9, 1.5)
    for n in range(4):
        y = -7.4 + n * 3.6
        f.line([(-12.6, y), (12.8, y)], 0.5, CLAY.dark)
        for x in (-9, -1.6, 6) if n % 2 else (-5, 2.4, 9.4):
            f.line([(x, y), (x, y + 3.6)], 0.5, CLAY.dark)
    head = blob((-9.4, -37, 1), (-3, -38.4), (3, -38.4), (9.4, -37, 1), (10.8, -29), (10.4, -18.6),
                (8.6, -12.4, 1), (0, -11.2), (-8.6, -12.4, 1), (-10.4, -18.6), (-10.8, -29))
    f.cel(head, CLAY, 1.0, 1.8)
    f.cel(blob((-11.4, -28.6, 1), (-6, -30), (0, -28.4), (6, -30), (11.4, -28.6, 1), (11, -25.4),
               (5, -26.2), (0, -24.8), (-5, -26.2), (-11, -25.4)), CLAY, 0.8, 0.8, halo=False)
    for side in (-1, 1):
        f.flat(blob((side * 2.0, -24.8, 1), (side * 7.6, -25.6, 1), (side * 7.4, -21.6),
                    (side * 2.6, -21.8)), BLACK, 0.5)
        f.mark(disc(side * 4.8, -23.5, 1.5, 1.2), FIRE.mid)
        f.mark(disc(side * 4.8, -23.5, 0.7, 0.6), FIRE.light)
    f.cel(cut((-1.7, -25), (1.7, -25), (2.3, -19.6), (-2.3, -19.6)), CLAY, 0.6, 0.5, halo=False)
    mouth = cut((-5.6, -17.4), (5.6, -17.4), (5.2, -14), (-5.2, -14))
    f.flat(mouth, BLACK, 0.6)
    for n in range(4):
        x = -3.9 + n * 2.6
        f.flat(cut((x - 1.05, -17.2), (x + 1.05, -17.2), (x + 1.0, -14.3), (x - 1.0, -14.3)),
               IVORY.mid, 0.35)
    # The word on the brow has three glowing strokes and a dot.
    f.flat(cut((-4.4, -36.2), (4.4, -36.2), (4, -31), (-4, -31)), Cmyk(30, 80, 90, 50), 0.5)
    for points in (((-2.8, -35), (-2.8, -32.2)), ((-2.8, -33.6), (-0.6, -33.6)),
                   ((-0.6, -35), (-0.6, -32.2)), ((1.2, -35), (2.6, -33.6), (1.2, -32.2))):
        f.line(points, 0.65, FIRE.light)
    for crack in ([(6.4, -37.4), (7.6, -34), (6.4, -31.4), (8, -30)], [(-10.2, -20), (-7.4, -19),
            (-7.8, -16.4)], [(4, -7), (6.4, -3), (5.4, 0)]):
        f.line(crack, 0.55)
    for x, y, s in ((-13.6, -27.4, 1.0), (14.4, -28.4, 0.8)):
        f.cel(at(blob((0, 2, 1), (-2.4, 0), (-1.8, -3), (0, -4.6, 1), (1.8, -3), (2.4, 0)), x, y,
                 scale=s), LEAF, 0.6, 0.4)
