"""Humans of level four and above: hunter, martyr, knight, king."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, flame, stem, whole
from artwork.dicebattle.heroes.parts import face, glints, glove, shoulders, visage
from artwork.dicebattle.palette import (
    BLUE,
    DARK_SKIN,
    FIRE,
    GLINT,
    GOLD,
    GREY,
    IVORY,
    LEATHER,
    LIGHT_BLUE,
    RED,
    STEEL,
    TAN,
    UMBER,
    WHITE,
    WINE,
)
from artwork.dicebattle.shapes import both, cut, flips
from artwork.shapes import at, disc, ngon, polar, star
from printkit.pdf.drawing import PAPER, Cmyk, Path

# fmt: off


def hunter(f: Figure) -> None:
    """Draw a hunter with a cocked hat, a high collar, a crossbow and a string of fangs."""
    # The crossbow is behind the shoulder.
    stock = cut((11, 4), (14.4, 4), (21, -24), (18.4, -25))
    bow = stem([(6.4, -27.6), (13, -31.4), (19.8, -29.4), (24.6, -24.6), (27, -17.2)],
               [1.0, 2.4, 3.0, 2.4, 1.0])
    f.cel(stock, LEATHER, 0.7, 0.6)
    f.cel(bow, STEEL, 0.8, 0.5)
    f.line([(6.4, -27.6), (17.6, -19.6), (27, -17.2)], 0.4)
    f.cel(cut((22.2, -38.4), (24.2, -32.4), (21.9, -33), (19.6, -24), (18.8, -24.2), (20.8, -33.2),
              (18.7, -33.6)), STEEL, 0.6, 0.3)
    shoulders(f, UMBER, 23, -8)
    head = face(6.8, -26, -10, 0.55)
    visage(f, head, TAN, -20.4)
    glints(f, -21.4, 3.1, GLINT, 1.2)
    f.line([(3.6, -24.4), (4.4, -20), (4.0, -17.4)], 0.5, RED.mid)
    f.line([(-0.1, -20.6), (0.9, -17.8), (-0.3, -17.5)], 0.4)
    # The collar has two wings; a scarf covers the mouth.
    f.cel(blob((-7, -17.4, 1), (-3, -16.4), (0, -16.9), (3, -16.4), (7, -17.4, 1), (6.6, -11.4),
               (0, -7.6), (-6.6, -11.4)), WINE, 0.8, 0.9)
    f.line([(-5.6, -14.6), (0, -13.2), (5.4, -15)], 0.4, WINE.dark)
    for part in flips(cut((3.4, -5), (8.4, -22.4), (14.6, -15.2), (9.4, 4))):
        f.cel(part, UMBER, 0.9, 1.1)
    for x, y, s, turn in ((-5.2, -5.0, 0.8, 14), (-2.0, -3.8, 1.0, 5), (1.7, -3.7, 1.1, -4),
                          (5.2, -4.9, 0.8, -14)):
        f.cel(at(blob((-1.3, 0, 1), (0, -0.5), (1.3, 0, 1), (0.6, 3.2), (-0.3, 5.6, 1),
                      (-0.9, 2.6)), x, y, turn, s), IVORY, 0.5, 0.4)
    f.line([(-9, -8), (-4, -5), (0, -4.2), (4, -5), (9, -8)], 0.6, LEATHER.dark)
    # The hat has three cocked sides with a silver edge.
    f.cel(whole((0, -37.6), (5, -37), (8.4, -33), (9, -26), (0, -25)), UMBER, 0.9, 1.2)
    left = blob((0, -25.2, 1), (-6, -24.0), (-12.6, -25), (-18.4, -31.2, 1), (-13, -33.4),
                (-6.6, -32.4), (0.4, -29.4, 1))
    right = blob((-0.4, -25.2, 1), (6, -24.0), (12.4, -24.4), (18.6, -29.8, 1), (13, -32.8),
                 (6.6, -32.2), (0, -29.4, 1))
    for part in (right, left):
        f.cel(part, UMBER, 0.9, 1.1)
    for side in (-1, 1):
        f.line([(0, -26.4), (side * 6, -25.2), (side * 12, -26.2), (side * 16.8, -30.6)], 0.8,
               GREY.light)
    f.cel(stem([(9.4, -28), (15.6, -33), (20, -40.6)], [0.8, 3.4, 0]), RED, 0.6, 0.5)
    f.flat(ngon(7.6, -28.6, 1.9, 4), GOLD.mid, 0.5)
    glove(f, 14.2, -7.6, LEATHER, 1.05, facing=-1)


def martyr(f: Figure) -> None:
    """Draw a martyr with closed eyes under a white hood, a halo, and a star at the heart."""
    x, y = 0.0, -23.0
    for n in range(18):
        long = n % 2 == 0
        ray = cut(polar(x, y, 13.6, n * 20 - 4.6), polar(x, y, 20.6 if long else 17.6, n * 20),
                  polar(x, y, 13.6, n * 20 + 4.6))
        f.flat(ray, GOLD.light if long else GOLD.mid, 0.5, halo=True)
    f.flat(disc(x, y, 14.4), GOLD.mid, 0.9, halo=True)
    f.flat(disc(x, y, 12.4), GOLD.light, 0.6)
    shoulders(f, WHITE, 21, -8)
    hood = blob((0, -37.2, 1), (5.8, -35), (10.2, -28.6), (11, -20), (13.4, -10), (14.6, 4, 1),
                (-14.6, 4, 1), (-13.4, -10), (-11, -20),
                (-10.2, -28.6), (-5.8, -35))
    f.cel(hood, WHITE, 1.0, 1.5)
    cave = whole((0, -32.2), (5, -30.4), (7.6, -25.2), (7.2, -16.6), (4.2, -10.8), (0, -8.8))
    f.flat(cave, Cmyk(55, 45, 30, 45), 0.8)
    head = face(6.2, -29, -11.2, 0.46)
    with f.inside(cave):
        f.mark(head, DARK_SKIN.light)
        f.mark(cut((1.2, -32), (9, -32), (9, -8), (3, -8), (2.2, -18)), DARK_SKIN.mid)
        f.mark(cut((-9, -34), (9, -34), (9, -24.8), (0, -26.4), (-9, -24.8)), Cmyk(40, 62, 66, 48))
    f.trace(cave, 0.9)
    # The eyes are closed, the mouth is calm, and there is one bright tear.
    f.both_lines([(1.5, -21.4), (3.2, -20.3), (5.0, -21.0)], 0.8)
    f.both_lines([(1.4, -23.8), (3.2, -24.2), (5.0, -23.4)], 0.6)
    f.mark(blob((3.3, -19.2, 1), (4.0, -17.4), (3.3, -16.6), (2.6, -17.4)), LIGHT_BLUE)
    f.line([(-0.1, -20.6), (0.8, -17.2), (-0.3, -16.9)], 0.4)
    f.line([(-1.8, -14.2), (0, -13.9), (1.8, -14.3)], 0.6)
    f.line([(-12, -6), (-9.4, -14), (-8.8, -20)], 0.5, WHITE.dark)
    f.line([(12, -6), (9.4, -14), (8.8, -20)], 0.5, WHITE.dark)
    # Both hands hold the star at the heart.
    for turn, length in ((-118, 8), (-90, 10.4), (-62, 8)):
        f.flat(at(flame(length, 4.2, 0.05), 0, -1.4, turn), FIRE.mid, 0.5, halo=True)
    f.flat(star(0, -2.6, 5.4, 2.4, 5), GOLD.light, 0.8, halo=True)
    f.mark(star(0, -2.6, 2.6, 1.15, 5), PAPER)
    for side in (-1, 1):
        f.cel(blob((side * 2.4, 1.6), (side * 4.6, -1.6), (side * 8.2, -3.8), (side * 13, -1),
                   (side * 12, 5), (side * 4, 5)), WHITE, 0.8, 0.7)
        f.cel(blob((side * 1.8, 1.8), (side * 4.4, -1.4), (side * 6.6, -1.6), (side * 7.2, 2),
                   (side * 3.4, 4.6)), DARK_SKIN, 0.6, 0.5)


def knight(f: Figure) -> None:
    """Draw a knight with a closed helm, a red plume, gilt pauldrons, and a sword at his back."""
    blade = cut((-2.2, 6), (-2.2, -27), (0, -32), (2.2, -27), (2.2, 6))

    def sword(path: Path) -> Path:
        return at(path, -12, -16, -33)

    f.cel(sword(blade), STEEL, 0.8, 0.9)
    f.mark(sword(cut((0.5, 5), (0.5, -29), (1.6, -26.6), (1.6, 5))), STEEL.mid)
    f.cel(sword(cut((-7, 6), (7, 6), (6, 9), (-6, 9))), GOLD, 0.7, 0.5)
    plume = stem([(-1, -33), (4, -39.5), (13, -39.5), (20, -33), (23.5, -23), (22, -15)],
                 [2, 8.5, 10, 9, 6, 0])
    helm = whole((0, -36), (6.4, -34.8), (10.2, -30), (11, -23.5), (9.8, -15.5), (6.6, -9.6),
                 (0, -6.6))
    plate = blob((8, -9.5), (14.5, -14.8), (22.5, -13), (28, -6), (30, 3), (10, 4))
    f.cel(plume, RED, 0.9, 1.2)
    for points in ([(4, -38), (10, -37.4), (14.4, -34)], [(9, -40), (15, -37), (18.4, -31)],
                   [(14, -37), (19, -32), (20.4, -25)],
                   [(16, -33), (19.6, -28), (20.8, -21)], [(18.6, -27), (21, -22), (21.4, -17)]):
        f.trace(stem(points, [0.2, 0.6, 0.1]), 0.3, RED.dark)
    f.cel(cut((-14, 4), (-10, -10), (10, -10), (14, 4)), BLUE, 0.8, 0.9)
    for part in flips(plate):
        f.cel(part, STEEL, 0.9, 1.3)
    for side in (-1, 1):
        f.cel(stem([(side * 9, -8.2), (side * 15, -12.8), (side * 22, -11.2), (side * 27.5, -4.6)],
                   [1.5, 1.7, 1.7, 1.5]), GOLD, 0.5, 0.3,
              halo=False)
        f.line([(side * 10, -3.5), (side * 15.5, -8.0), (side * 21.5, -6.6), (side * 26, -1)], 0.6,
               STEEL.dark)
        for px, py in ((13.6, -5), (18.6, -5.6), (23, -2.6)):
            f.flat(disc(side * px, py, 0.8), GOLD.mid, 0.35)
    f.cel(helm, STEEL, 1.0, 1.6)
    f.cel(cut((-1.4, -36.8), (1.4, -36.8), (1.0, -29.5), (-1.0, -29.5)), GOLD, 0.5, 0.3)
    f.cel(cut((-11.2, -27.4), (-6, -29.6), (0, -28.0), (6, -29.6), (11.2, -27.4), (10.9, -25.4),
              (5.6, -27.2), (0, -25.2), (-5.6, -27.2),
              (-10.9, -25.4)), GOLD, 0.6, 0.3)
    f.mark(both(cut((0.9, -24.4), (5.6, -26.4), (10.2, -24.8), (9.6, -21.8), (4.6, -22.8),
                    (1.4, -21.6))))
    f.mark(both(cut((3.2, -24.2), (7.4, -25.0), (7.0, -23.3), (4.2, -23.3))), LIGHT_BLUE)
    f.mark(both(cut((4.6, -24.1), (6.6, -24.6), (6.3, -23.7))), PAPER)
    f.cel(cut((-0.8, -25.6), (0.8, -25.6), (1.3, -12), (0, -8.2), (-1.3, -12)), STEEL, 0.45, 0.3,
          halo=False)
    for side in (-1, 1):
        f.line([(side * 9.4, -20), (side * 2.0, -18.6)], 0.4)
        f.dots([(side * (3.4 + column * 2.0), -16.8 + row * 2.2 - column * 0.15,
                 0.55) for row in range(3) for column in range(3 - row // 2)])


def king(f: Figure) -> None:
    """Draw a king with a five-pointed crown, a white beard, ermine, and a sceptre with a die."""
    f.cel(cut((17.4, 4), (19.6, 4), (21, -21), (19.2, -21.2)), GOLD, 0.7, 0.4)
    f.cel(disc(20.2, -22, 2.4, 1.5), GOLD, 0.6, 0.4)
    f.die(20.6, -28.6, 5.6, 8, (6, 5, 4), (GOLD.light, GOLD.mid, GOLD.dark))
    shoulders(f, RED, 25, -8)
    for part in flips(blob((6.4, -10, 1), (12, -15), (19, -12.6), (24.6, -5), (27, 4, 1),
                           (18, 4, 1), (15.6, -3), (10, -6.4))):
        f.cel(part, WHITE, 0.8, 1.0)
    for side in (-1, 1):
        for px, py, turn in ((12.4, -10.2, 10), (17.6, -8.4, 0), (21.4, -3, -12)):
            f.mark(at(blob((0, -1.6, 1), (0.9, 0.6), (0, 1.6, 1), (-0.9, 0.6)), side * px, py,
                      side * turn))
    for part in flips(blob((5, -29), (9.6, -26), (11, -19), (9.4, -11, 1), (6, -16))):
        f.cel(part, WHITE, 0.7, 0.9)
    head = face(7.0, -29, -9, 0.62)
    visage(f, head, TAN, -24.4)
    glints(f, -21.6, 3.3, GLINT, 1.1)
    f.line([(-0.3, -20.8), (1.4, -16.9), (-0.6, -16.6)], 0.5)
    f.both_lines([(5.4, -19.2), (6.2, -17.8)], 0.35)
    for part in flips(blob((0.8, -22.6, 1), (3, -24.6), (6.6, -24.4), (8, -22, 1), (5.4, -23.0),
                           (3.0, -22.4))):
        f.cel(part, WHITE, 0.5, 0.4)
    beard = whole((0, -14.6), (3.6, -16.6), (7.6, -18.6, 1), (9.2, -13), (8.6, -6, 1), (7, -7.6),
                  (6, -0.4, 1), (3.6, -3), (0, 5.4, 1))
    f.cel(beard, WHITE, 0.9, 1.3)
    for points in ([(2.2, -11), (3.0, -6), (1.6, -1)], [(4.8, -12.6), (6.2, -9), (5.4, -4)],
                   [(-1.6, -10), (-1.4, -5), (-0.4, 0)],
                   [(-4.4, -12), (-4.8, -7), (-3.4, -3)]):
        f.line(points, 0.5, WHITE.dark)
    for part in flips(blob((0, -15.8, 1), (2.6, -17), (6, -15.6), (8.4, -16.4, 1), (6.6, -13),
                           (3, -12.6), (0, -14, 1))):
        f.cel(part, WHITE, 0.6, 0.5)
    f.flat(blob((-1.7, -12.6, 1), (0, -13.1), (1.7, -12.6, 1), (0, -11.6)), Cmyk(30, 70, 60, 30),
           0.3)
    band = cut((-9.2, -30.6), (9.2, -30.6), (8.6, -26.2), (-8.6, -26.2))
    crown = cut((-9.2, -30.4), (-12.6, -37), (-7.2, -34), (-6.0, -39.6), (-2.6, -34.6), (0, -41),
                (2.6, -34.6), (6.0, -39.6), (7.2, -34),
                (12.6, -37), (9.2, -30.4))
    f.cel(blob((-7, -31, 1), (-4, -35), (4, -35), (7, -31, 1)), RED, 0.7, 0.8)
    f.cel(crown, GOLD, 0.9, 0.9)
    for px, py in ((-12.4, -37.2), (-6, -39.8), (0, -41.2), (6, -39.8), (12.4, -37.2)):
        f.flat(disc(px, py, 1.15), PAPER, 0.5, halo=True)
    f.cel(band, GOLD, 0.8, 0.7)
    for n in range(-1, 2):
        f.flat(ngon(n * 5.4, -28.4, 1.6, 4), (RED.mid, BLUE.mid, RED.mid)[n + 1], 0.5)
    glove(f, 17.8, -6.6, TAN, 1.0, facing=1)
