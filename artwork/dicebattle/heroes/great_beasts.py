"""Monsters of levels three and four: boar, gargoyle, harpy, troll, basilisk."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, stem, whole
from artwork.dicebattle.heroes.parts import slits
from artwork.dicebattle.palette import (
    COAL,
    FAIR,
    GLINT,
    GOLD,
    GREY,
    IVORY,
    LEAF,
    LEATHER,
    LIGHT_BLUE,
    MOSS,
    MOUTH,
    PURPLE,
    RED,
    ROSE,
    STONE,
    TEAL,
    TONGUE,
    UMBER,
    WINE,
    Tones,
)
from artwork.dicebattle.shapes import both, cut, flips
from artwork.shapes import at, disc
from printkit.pdf.drawing import BLACK, PAPER, Cmyk

# fmt: off

def boar(f: Figure) -> None:
    """Draw a charging boar with raised bristles, sickle-shaped tusks, and dust at its feet."""
    dust = Tones(Cmyk(14, 42, 56, 8), Cmyk(4, 24, 36, 0), Cmyk(0, 12, 20, 0))
    for side in (-1, 1):
        for x, y, r in ((17, -1, 5), (22.6, -3.4, 4.2), (26, 0.6, 4.4), (21.4, -9, 2.2)):
            f.cel(disc(side * x, y, r), dust, 0.7, 0.8)
    ridge = cut((-9, -24), (-12.4, -30), (-7.6, -29.4), (-8.4, -36), (-4, -32.4), (-3, -39.4),
                (0, -34), (3, -39.4), (4, -32.4), (8.4, -36), (7.6, -29.4),
                (12.4, -30), (9, -24))
    f.cel(ridge, COAL, 0.8, 0.9)
    body = whole((0, -30), (8, -29), (14, -22), (16, -12), (14, 0), (0, 6))
    f.cel(body, UMBER, 1.0, 1.7)
    for part in flips(blob((6.4, -26, 1), (10, -33), (17, -35.6, 1), (16.4, -28),
                           (12.2, -22.6, 1))):
        f.cel(part, UMBER, 0.9, 0.9)
    f.mark(both(cut((9.6, -26.6), (11.8, -31), (15, -33), (14, -28))), ROSE.dark)
    head = whole((0, -29), (6, -28), (10.4, -23), (11.6, -16), (10, -8), (6.4, -2.6), (0, -1))
    f.cel(head, UMBER, 1.0, 1.5)
    for points in ([(0, -27), (0.8, -23), (0, -20)], [(-3.4, -26), (-2.6, -23)],
                   [(3.4, -26), (3.0, -23)]):
        f.line(points, 0.6, UMBER.dark)
    slits(f, [(3.0, -18.8, 1), (5.4, -21.2), (8.6, -21.4, 1), (7.6, -18.8), (5, -17.6)], GLINT,
          disc(5.8, -19.6, 0.85))
    for part in flips(cut((2.0, -21.2), (9.8, -24.6), (10, -22.4), (4.6, -20.2))):
        f.mark(part, UMBER.dark)
    mouth = whole((0, -5.4), (5, -5.4), (7.6, -7.4, 1), (6.4, -2.8), (0, -0.6))
    f.flat(mouth, MOUTH, 0.7)
    snout = whole((0, -15.6), (3.4, -15), (6, -11.6), (6.8, -8), (5.4, -5), (0, -4.2))
    f.cel(snout, UMBER, 0.9, 0.9, halo=False)
    plate = whole((0, -13.2), (3.6, -12.6), (5.4, -9.6), (4.6, -6.8), (0, -6.0))
    f.cel(plate, LEATHER, 0.7, 0.6, halo=False)
    f.mark(both(disc(2.0, -9.6, 0.95, 1.6, 12)))
    f.both_lines([(3.0, -15.2), (4.6, -16.4), (5, -17.2)], 0.45)
    for part in flips(stem([(4.6, -5.0), (9.6, -4.0), (14.4, -7.4), (16.6, -14), (15.4, -22.4)],
                           [4.2, 5.2, 5.0, 3.6, 0])):
        f.cel(part, IVORY, 0.9, 0.8)
    for part in flips(stem([(3.4, -4.6), (3.8, -7.4)], [1.8, 0])):
        f.cel(part, IVORY, 0.4, 0.2, halo=False)
    f.line([(-6.4, -27.6), (-3, -24.8)], 0.7, RED.light)
    f.line([(-5.4, -28.4), (-6.2, -24.6)], 0.4, RED.light)


def gargoyle(f: Figure) -> None:
    """Draw a stone gargoyle on a cornice, one claw raised to its mouth for silence."""
    wing = blob((5, -14, 1), (11, -26), (17, -36), (21.4, -41, 1), (24.6, -34), (27.4, -26, 1),
                (25, -19), (26.4, -11, 1), (22, -8), (21, -2, 1), (13, -4))
    for part in flips(wing):
        f.cel(part, STONE, 0.9, 1.4)
    for side in (-1, 1):
        for ex, ey in ((27.2, -26), (26.2, -11), (20.8, -2.4)):
            f.flat(stem([(side * 14.4, -30), (side * (14.4 + ex) / 2, (-30 + ey) / 2 - 0.6),
                         (side * ex, ey)], [1.5, 1.0, 0.2]), STONE.dark, 0.35)
        f.cel(stem([(side * 5.4, -13), (side * 14.4, -30), (side * 21, -40)], [3.0, 2.6, 0.4]),
              STONE, 0.6, 0.5)
    f.cel(whole((0, -17), (8, -16), (11.4, -8), (10, 4), (0, 6)), STONE, 0.9, 1.4)
    for part in flips(stem([(4.6, -30), (10.4, -32), (13, -37), (10.6, -40.4)], [4.4, 4.0, 2.6,
            0])):
        f.cel(part, STONE, 0.8, 0.6)
    for part in flips(blob((8, -26.6, 1), (13.4, -28, 1), (17, -26.6, 1), (12.6, -22), (8.6, -20))):
        f.cel(part, STONE, 0.8, 0.7)
    head = whole((0, -32.4), (5, -31.8), (9.2, -28), (9.8, -22), (8, -16), (4.6, -12.4), (0, -11.4))
    f.cel(head, STONE, 1.0, 1.5)
    f.cel(blob((-9.4, -24.4, 1), (-5.4, -28), (0, -25.4, 1), (5.4, -28), (9.4, -24.4, 1),
               (5.4, -25), (0, -22.6, 1), (-5.4, -25)), STONE, 0.7, 0.6, halo=False)
    for part in flips(blob((1.9, -22.4, 1), (4.4, -24), (7.8, -23.6, 1), (6.4, -21.4), (4, -20.8))):
        f.flat(part, BLACK, 0.4)
    f.mark(both(disc(5.0, -22.4, 0.95)), LIGHT_BLUE)
    f.cel(whole((0, -21.8), (1.3, -20.4), (2.6, -17.6), (0, -16.6)), STONE, 0.6, 0.4, halo=False)
    f.mark(both(disc(1.0, -17.6, 0.45)))
    f.line([(-5.4, -15.2), (-2, -14.6), (0, -15.2), (2, -14.6), (5.4, -15.2)], 0.7)
    for side in (-1, 1):
        f.flat(cut((side * 3.4, -15), (side * 4.8, -15.2), (side * 4.2, -18)), PAPER, 0.4)
    for points in ([(4, -31.6), (5.2, -29.4), (4.4, -28)], [(-8.6, -20), (-6.4, -18.6),
                                                            (-6.8, -16.8)], [(6.4, -10), (8, -7.4),
                                                                    (7, -5)]):
        f.line(points, 0.45)
    ledge = cut((-29, -5), (29, -6.6), (29, 6), (-29, 6))
    f.cel(ledge, GREY, 0.9, 0.8)
    f.line([(-29, -2.6), (29, -4.2)], 0.5, GREY.dark)
    # The left claw grips the ledge; the right one is raised to the mouth.
    f.cel(stem([(-9, -12), (-12.4, -8), (-12, -4.6)], [4.6, 4.0, 4.4]), STONE, 0.8, 0.6)
    for n in range(3):
        f.cel(stem([(-14 + n * 2.2, -5.8), (-14.4 + n * 2.3, -2), (-14.2 + n * 2.2, 0.4)],
                   [2.2, 1.8, 0]), STONE, 0.5, 0.3)
    f.cel(stem([(10.4, -9), (9.4, -5), (3.4, -8.6)], [4.6, 4.4, 4.0]), STONE, 0.8, 0.6)
    f.cel(blob((-2.4, -8), (-1.6, -11), (2.6, -11.2), (4.2, -8.4), (2.4, -5.6), (-1.4, -5.6)),
          STONE, 0.7, 0.5)
    f.cel(stem([(0, -9.6), (0.1, -14), (0, -18.8)], [2.3, 2.0, 0]), STONE, 0.7, 0.4)
    for n in range(2):
        f.line([(1.2 + n * 1.3, -10.6), (1.4 + n * 1.3, -8)], 0.45)


def harpy(f: Figure) -> None:
    """Draw a harpy with feathers for hair, raised wings and open talons."""
    for side in (-1, 1):
        for n in range(7):
            turn = -24 - 15 * n
            length = 17.5 + 3.4 * (n if n < 4 else 6 - n) * 0.7 + (3 if n > 1 else 0)
            feather = blob((0, 0, 1), (length * 0.3, -1.9), (length * 0.78, -2.4), (length, 0.4, 1),
                           (length * 0.7, 2.1), (length * 0.3, 1.7))
            x, y = 6.5 + n * 0.4, -12.6 - n * 1.0
            path = at(feather, x, y, turn)
            f.cel(path if side > 0 else flips(path)[0], TEAL if n % 2 else Tones(TEAL.dark,
                    TEAL.mid.mixed(TEAL.dark, 0.3), TEAL.mid), 0.7, 0.6)
        for n in range(4):
            turn = -30 - 20 * n
            feather = blob((0, 0, 1), (4, -1.9), (9.6, -1.6), (11.4, 0.4, 1), (8.4, 1.8), (4, 1.5))
            path = at(feather, 5.6, -12.6 - n * 0.8, turn)
            f.cel(path if side > 0 else flips(path)[0], GOLD, 0.6, 0.5)
    f.cel(whole((0, -15), (5, -14), (8.6, -8), (7, 0), (0, 4)), TEAL, 0.9, 1.0)
    for n in range(3):
        for x in (-4 + (n % 2) * 1.6, 0 + (n % 2) * 1.6 - 0.8 * (n % 2), 4 - (n % 2) * 1.6):
            y = -8.4 + n * 2.2
            f.line([(x - 1.2, y), (x, y + 1.6), (x + 1.2, y)], 0.5, TEAL.dark)
    for turn, length in ((-150, 11), (-128, 13), (-106, 14), (-88, 15), (-70, 14), (-48, 13),
                         (-30, 11)):
        tuft = blob((0, 0, 1), (length * 0.35, -2.1), (length, 0.2, 1), (length * 0.4, 2.0))
        f.cel(at(tuft, 0, -25, turn), WINE if abs(turn + 89) > 30 else RED, 0.7, 0.6)
    face = whole((0, -31), (4.4, -30.4), (7.0, -26.4), (6.6, -20.4), (4, -15.8), (0, -13.4))
    f.flat(face, FAIR.light, 0.9, halo=True)
    with f.inside(face):
        f.mark(cut((1.6, -33), (9, -33), (9, -12), (2.4, -12), (3.4, -20)), FAIR.mid)
        for side in (-1, 1):
            f.mark(blob((side * 1.6, -25.8, 1), (side * 4.6, -27.8), (side * 8.4, -28, 1),
                        (side * 7.6, -20), (side * 5.4, -18.6, 1), (side * 4.8, -22)), WINE.mid)
    f.trace(face, 0.9)
    f.cel(blob((-7.4, -23.6, 1), (-6.6, -30), (0, -33.4), (6.6, -30), (7.4, -23.6, 1), (4.4, -28.4),
               (0, -26.2, 1), (-4.4, -28.4)), RED, 0.8, 0.8)
    slits(f, [(1.5, -22.4, 1), (3.6, -24.6), (6.4, -25, 1), (5.6, -22.6), (3.6, -21.6)], GLINT,
          disc(3.9, -23.2, 0.5, 1.0))
    f.line([(-0.1, -21.4), (0.7, -18.9), (-0.2, -18.6)], 0.4)
    f.flat(blob((-2.3, -16.8, 1), (0, -17.2), (2.3, -17, 1), (0, -15.4)), WINE.mid, 0.4)
    f.mark(cut((0.8, -16.8), (1.6, -16.8), (1.2, -15.6)), PAPER)
    for side in (-1, 1):
        f.cel(stem([(side * 5, -4), (side * 9.6, -4.6), (side * 13, -8)], [3.6, 2.6, 2.2]), GOLD,
              0.7, 0.5)
        for turn in (-88, -52, -16, 60):
            claw = stem([(0, 0), (3.0, -0.9), (5.4, 0.8)], [1.9, 1.5, 0])
            path = at(claw, 13, -8.2, turn)
            f.cel(path if side > 0 else flips(path)[0], COAL, 0.5, 0.3)


def troll(f: Figure) -> None:
    """Draw a troll with a cavernous jaw, moss on its shoulders, and a tree for a club."""
    club = blob((15.4, 4, 1), (18.6, -8), (18.4, -20), (19.6, -31), (23.4, -37.6), (28, -36),
                (29, -28), (26, -18), (23.6, -8), (20.8, 4, 1))
    f.cel(club, LEATHER, 0.9, 1.2)
    for x, y in ((22.4, -31.4), (25, -25), (21.6, -21)):
        f.cel(cut((x - 1.6, y + 0.8), (x + 1.4, y + 1.2), (x - 0.4, y - 3.2)), STONE, 0.6, 0.3)
    body = blob((-7, -22), (-17, -21), (-25, -13), (-28, 6, 1), (28, 6, 1), (25, -11), (17, -19.6),
                (7, -22))
    f.cel(body, STONE, 1.0, 1.9)
    for part in flips(blob((8.6, -21, 1), (14, -24), (20.6, -21), (25, -13.6, 1), (21.6, -15),
                           (20, -10.6, 1), (17.4, -15), (14.6, -12, 1), (12.6, -17))):
        f.cel(part, MOSS, 0.8, 0.9)
    for part in flips(blob((8, -27, 1), (13.6, -32.6), (19, -31.6, 1), (16, -26), (10, -22.6, 1))):
        f.cel(part, STONE, 0.9, 0.9)
    head = whole((0, -38), (4.4, -37.2), (8, -33), (9.6, -27), (12.6, -20), (12.4, -12), (8, -6.6),
                 (0, -5))
    f.cel(head, STONE, 1.0, 1.8)
    f.cel(whole((0, -40.6, 1), (2, -37.4), (5.6, -39, 1), (6, -36), (9.2, -34.6, 1), (6.8, -33),
                (3, -34.6), (0, -34)), MOSS, 0.8, 0.7)
    brow = blob((-9.4, -29, 1), (-5, -32), (0, -30), (5, -32), (9.4, -29, 1), (6.4, -27),
                (0, -27.2), (-6.4, -27))
    f.cel(brow, STONE, 0.8, 0.7, halo=False)
    for side in (-1, 1):
        f.flat(disc(side * 4.4, -25.4, 1.9, 1.6), GLINT, 0.7)
        f.mark(disc(side * 4.0, -25.2, 0.7))
    mouth = blob((-9, -15.6), (-4, -16.6), (0, -16.2), (4, -16.6), (9, -15.6), (8.6, -11.4),
                 (4, -9.4), (-4, -9.4), (-8.6, -11.4))
    f.flat(mouth, MOUTH, 0.9)
    with f.inside(mouth):
        f.mark(whole((0, -12), (4, -11.6), (3, -8), (0, -8)), TONGUE)
        for x in (-5.6, -3.2, 2.8, 5.2):
            f.flat(cut((x - 1.2, -17.4), (x + 1.2, -17.4), (x + 0.8, -14.2), (x - 0.8, -14.2)),
                   IVORY.mid, 0.4)
    f.trace(mouth, 0.9)
    for part in flips(stem([(7.4, -9), (8.6, -15), (6.6, -21.6)], [4.2, 3.8, 0])):
        f.cel(part, IVORY, 0.8, 0.6, halo=False)
    for x in (-3.4, 0, 3.4):
        f.cel(cut((x - 1.2, -9.0), (x + 1.2, -9.0), (x + 0.7, -12), (x - 0.7, -12)), IVORY, 0.5,
              0.3, halo=False)
    f.cel(blob((-3.2, -22), (-1.6, -25), (1.6, -25), (3.2, -22), (3.6, -18.8), (0, -17.6),
               (-3.6, -18.8)), STONE, 0.7, 0.7, halo=False)
    f.mark(both(disc(1.7, -19.4, 0.9, 0.6)))
    for x, y, r in ((-8.4, -20.4, 0.9), (-10, -17.8, 0.6), (8.6, -21.2, 0.7)):
        f.flat(disc(x, y, r), STONE.dark, 0.35)
    f.cel(blob((13.4, -7.4), (17, -10.6), (22.4, -9.4), (24.4, -5), (22, -0.6), (15.4, -0.6)),
          STONE, 0.9, 0.8)
    for n in range(3):
        f.line([(15.4 + 0.4 * n, -7.4 + n * 2.2), (20.6, -7.8 + n * 2.3)], 0.55)


def basilisk(f: Figure) -> None:
    """Draw a basilisk, half cock and half serpent, with a comb, a beak, a hood and staring eyes."""
    coil = stem([(-6, -4), (-16, -1), (-22, -6), (-19, -13), (-11, -12)], [9, 10, 9.4, 7.6, 4.0])
    f.cel(coil, LEAF, 0.9, 1.2)
    tail = stem([(6, -3), (15, 0), (22, -4), (23, -12), (18.6, -18), (20.4, -24)], [9, 10, 8.6, 6.4,
            4, 0])
    f.cel(tail, LEAF, 0.9, 1.2)
    for x, y in ((-19.6, -5), (-14.4, -1.6), (-16.6, -11), (15.6, -1.2), (20.2, -5), (20.6, -12)):
        f.line([(x - 1.5, y - 0.9), (x, y + 0.9), (x + 1.5, y - 0.9)], 0.5, LEAF.dark)
    hood = whole((0, -34), (6, -33.4), (13, -28), (16.4, -20.6), (14.6, -12), (9.6, -5), (8, 4),
                 (0, 5))
    f.cel(hood, LEAF, 1.0, 1.8)
    for part in flips(blob((8.4, -26.4), (12.6, -24), (14, -19), (11.4, -13.6), (8.4, -14.6),
                           (10, -20))):
        f.cel(part, PURPLE, 0.7, 0.7, halo=False)
    for part in flips(disc(11.4, -20, 1.5, 2.6, -12)):
        f.mark(part, GOLD.light)
    for n in range(5):
        y = -11 + n * 3.2
        w = 5.6 - 0.25 * n
        f.cel(blob((-w, y - 1.4, 1), (0, y - 0.2), (w, y - 1.4, 1), (w * 0.94, y + 1.6, 1),
                   (0, y + 2.8), (-w * 0.94, y + 1.6, 1)), GOLD, 0.55, 0.4, halo=False)
    comb = cut((-6.4, -31), (-9.6, -36.4), (-5.4, -35.6), (-5, -40.8), (-1.8, -37), (0.2, -42),
               (2.4, -37), (5.6, -40.4), (5.8, -35.4), (9.8, -36), (6.4, -31))
    f.cel(comb, RED, 0.9, 0.8)
    head = whole((0, -34), (5.4, -33), (9, -28.4), (8.8, -22), (5.6, -17.4), (0, -16))
    f.cel(head, LEAF, 1.0, 1.3)
    for side in (-1, 1):
        for r, tone in ((4.4, PAPER), (3.3, GLINT), (2.2, RED.mid)):
            f.flat(disc(side * 4.9, -25, r), tone, 0.6 if r > 4 else 0.35)
        f.mark(disc(side * 4.9, -25, 0.75, 2.6), BLACK)
        f.mark(disc(side * 4.9 - 1.1, -26.6, 0.7), PAPER)
        f.flat(cut((side * 0.6, -28.6), (side * 9.8, -31.4), (side * 9.4, -28.8),
                   (side * 1.6, -27.0)), LEAF.dark, 0.5)
    f.cel(whole((0, -24), (2.4, -22.4), (3.6, -19.4), (2.2, -16.6), (0, -11.6, 1)), GOLD, 0.8, 0.6)
    f.line([(-3.3, -18.6), (0, -17.4), (3.3, -18.6)], 0.5)
    f.mark(both(disc(1.1, -20.6, 0.4, 0.7)))
    for part in flips(blob((2.2, -16.4, 1), (4.8, -15.4), (5, -11.4), (3.4, -9.6), (2.0, -11.4))):
        f.cel(part, RED, 0.6, 0.4)
