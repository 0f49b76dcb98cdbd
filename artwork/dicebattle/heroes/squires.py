"""Humans of levels one and two: juggler, page, apprentice, thief, archivist."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, stem, whole
from artwork.dicebattle.heroes.parts import (
    eyes,
    face,
    glints,
    glove,
    lock,
    shoulders,
    visage,
)
from artwork.dicebattle.palette import (
    BLUE,
    BROWN,
    DARK_SKIN,
    FAIR,
    GLINT,
    GOLD,
    GREEN,
    GREY,
    IVORY,
    LEAF,
    LEATHER,
    LIGHT_BLUE,
    LIGHT_GREEN,
    NIGHT,
    PURPLE,
    RED,
    STEEL,
    TAN,
    TEAL,
    VIOLET,
    WHITE,
    WINE,
)
from artwork.dicebattle.shapes import cut
from artwork.shapes import at, disc, ngon, star
from printkit.pdf.drawing import PAPER, Cmyk

# fmt: off


def juggler(f: Figure) -> None:
    """Draw a juggler with a two-coloured cap and bells, a ruff, and three dice in the air."""
    f.die(0.6, -38.0, 4.2, -18, (5, 3, 1))
    f.die(14.6, -37.2, 4.2, 12, (2, 6, 4))
    f.die(23.4, -29.0, 4.2, 30, (3, 1, 5))
    for x, y in ((7.8, -39.6), (20.4, -35.4)):
        f.flat(disc(x, y, 1.5), RED.mid, 0.5, halo=True)
    shoulders(f, VIOLET, 23, -6)
    for n in range(-4, 5):
        x, y = n * 3.6, -6.4 + abs(n) * 0.55
        f.cel(cut((x - 3, y - 3), (x + 3, y - 3), (x + n * 0.35, y + 6.2)),
              WHITE if n % 2 else GOLD,
              0.6, 0.5)
    for sign, tones in ((-1, RED), (1, TEAL)):
        horn = stem([(sign * 3.2, -25), (sign * 10, -31), (sign * 17.2, -25.5), (sign * 18, -17)],
                    [10, 10.5, 7.0, 2.6])
        f.cel(horn, tones, 0.9, 1.1)
        for n in range(3):
            x, y = ((7.5, -28.8), (12.4, -28.6), (16.2, -24.4))[n]
            f.mark(ngon(sign * x, y, 1.5 - 0.2 * n, 4), tones.light)
        bell = disc(sign * 18.1, -14.6, 2.7)
        f.cel(bell, GOLD, 0.7, 0.6)
        f.line([(sign * 18.1 - 2.4, -14), (sign * 18.1 + 2.4, -14)], 0.4)
        f.mark(disc(sign * 18.1, -12.9, 0.6))
    head = face(7.4, -24.5, -7.4, 0.5)
    visage(f, head, FAIR, -20.4)
    # The cap's edge over the brow has one half of each colour.
    for sign, tones in ((-1, RED), (1, TEAL)):
        f.cel(blob((0, -29.2, 1), (sign * 5, -28.4), (sign * 8.6, -24), (sign * 8.4, -18.6, 1),
                   (sign * 5.4, -21.6), (0, -20.0, 1)), tones, 0.8, 0.8)
    eyes(f, -17.2, 3.0, 1.6, TEAL.mid)
    for sign in (-1, 1):
        f.mark(cut((sign * 3.0 - 0.5, -15.2), (sign * 3.0 + 0.5, -15.2), (sign * 3.0, -12.2)),
               RED.mid)
    f.cel(disc(0, -14.4, 1.35), RED, 0.5, 0.3, halo=False)
    smile = blob((-4.2, -12.6, 1), (0, -11.2), (4.2, -12.8, 1), (2.4, -9.4), (0, -8.7),
                 (-2.4, -9.4))
    f.flat(smile, PAPER, 0.55)
    f.line([(-3.6, -11.8), (0, -10.4), (3.6, -12.0)], 0.3)


def page(f: Figure) -> None:
    """Draw a bright-eyed page in a kettle hat behind an oversized shield."""
    f.cel(cut((14.6, 4), (16.4, 4), (20.4, -31), (19.0, -31.2)), LEATHER, 0.6, 0.4)
    f.cel(cut((19.9, -41.5), (22.6, -34.5), (20.3, -30), (17.4, -34.8)), STEEL, 0.7, 0.6)
    f.cel(cut((16.6, -31.6), (23.4, -30.8), (23.1, -28.6), (16.3, -29.4)), GOLD, 0.5, 0.3)
    shoulders(f, BLUE, 20, -8)
    f.cel(blob((-8, -15), (0, -12), (8, -15), (9.5, -6), (-9.5, -6)), GREY, 0.7, 0.8)
    head = face(7.2, -27, -11.6, 0.56)
    visage(f, head, TAN, -23.2)
    for sign in (-1, 1):
        f.cel(lock([(sign * 6.4, -24), (sign * 8.4, -19), (sign * 7.6, -14.6)], 3.0), BROWN, 0.5,
              0.4)
    eyes(f, -19.4, 3.1, 1.95, BROWN.mid, (0.1, 0.0))
    f.both_lines([(1.4, -22.2), (3.2, -22.9), (5.0, -22.3)], 0.7)
    f.line([(0, -17.4), (0.7, -16.4), (0, -16.1)], 0.35)
    f.line([(-1.8, -14.4), (0.2, -13.8), (2.2, -14.8)], 0.6)
    dome = whole((0, -37), (4.6, -36.2), (8.2, -32.6), (9.2, -27), (0, -26))
    f.cel(dome, STEEL, 0.9, 1.4)
    f.cel(cut((-0.9, -37.8), (0.9, -37.8), (0.7, -27), (-0.7, -27)), GOLD, 0.45, 0.3)
    brim = blob((-15, -23.6, 1), (-9, -27.4), (0, -28.8), (9, -27.4), (15, -23.6, 1), (9, -24.2),
                (0, -25.8), (-9, -24.2))
    f.cel(brim, STEEL, 0.9, 0.7)
    f.dots([(x, -26.5 + abs(x) * 0.08, 0.45) for x in (-9, -4.5, 4.5, 9)], STEEL.dark)
    shield = whole((0, -12.6, 1), (7, -13.6), (14.4, -12.2, 1), (14.2, -4), (11, 4), (0, 10, 1))
    f.cel(shield, RED, 1.1, 1.6)
    f.trace(at(shield, 0, -0.6, scale=0.85), 1.2, GOLD.mid)
    f.flat(disc(0, -7.2, 2.5), GOLD.mid, 0.6)
    f.flat(blob((-5.2, 1.6, 1), (-4.2, -2.8), (0, -4.4), (4.2, -2.8), (5.2, 1.6, 1)), GOLD.mid, 0.6)
    for sign in (-1, 1):
        glove(f, sign * 13.6, -8.6, IVORY, 0.85, facing=-sign)


def apprentice(f: Figure) -> None:
    """Draw an apprentice with a hat over the eyes, a scarf, and a staff with a glowing stone."""
    f.cel(stem([(-17.6, 6), (-17, -8), (-17.8, -18)], [2.4, 2.2, 2.0]), LEATHER, 0.7, 0.4)
    f.cel(stem([(-17.6, -16), (-21.6, -20), (-21, -25.6), (-17, -27)], [2.0, 2.2, 1.8, 0.4]),
          LEATHER,
          0.7, 0.4)
    f.cel(stem([(-17.6, -16), (-14, -19), (-14.2, -22)], [2.0, 1.8, 0.4]), LEATHER, 0.7, 0.4)
    f.flat(star(-17.6, -22, 4.4, 1.7, 8), FIRE_STAR, 0.6, halo=True)
    f.mark(star(-17.6, -22, 2.0, 1.0, 8), PAPER)
    shoulders(f, VIOLET, 22, -8)
    head = face(6.9, -25, -10.2, 0.55)
    visage(f, head, FAIR, -17.8)
    glints(f, -19.4, 3.1, GLINT, 1.15)
    f.dots([(x, y, 0.32) for x, y in ((-4.6, -15.8), (-3.6, -15.0), (-5.2, -14.6), (4.2, -15.6),
                                      (5.0, -14.8))], Cmyk(20, 60, 70, 10))
    f.line([(-0.1, -16.6), (0.7, -15.2), (-0.2, -14.9)], 0.35)
    f.line([(-2.0, -12.6), (0.4, -12.2), (2.4, -13.2)], 0.6)
    for sign in (-1, 1):
        for n in range(2):
            f.cel(lock([(sign * (5.6 + n), -22), (sign * (8.2 + n), -16.6), (sign * (6.6 + 1.6 * n),
                    -11)],
                       3.0), LEATHER, 0.5, 0.4)
    scarf = blob((-10, -10.4), (-4, -9.2), (3, -9.0), (10.2, -11), (11, -6.6), (4, -4.4),
                 (-4, -4.4),
                 (-11, -6.4))
    f.cel(stem([(6, -7), (9, -2), (8, 5)], [4, 5, 6]), RED, 0.7, 0.8)
    f.cel(scarf, RED, 0.8, 0.8)
    for x in (-6, -1.6, 3, 7.4):
        f.line([(x, -9.0), (x - 1.2, -5.0)], 0.45, RED.dark)
    cone = blob((-10.4, -23.4, 1), (-7.4, -31), (-3.2, -36.6), (3.4, -39.6), (10.4, -38.6),
                (15.6, -34),
                (18.6, -28.2, 1), (13.6, -32.4), (10.6, -32.2), (9.4, -28.6), (10.2, -22.8, 1),
                (0, -25.4))
    f.cel(cone, PURPLE, 0.9, 1.5)
    f.line([(5.4, -38.2), (7.8, -35.6), (9.8, -32.6)], 0.5)
    for x, y, r in ((-3.6, -31.6, 1.9), (3.4, -34.6, 1.3), (2.4, -28.6, 1.1)):
        f.mark(star(x, y, r, r * 0.42, 5), GOLD.mid)
    f.cel(star(18.8, -26.6, 2.6, 1.15, 5), GOLD, 0.5, 0.4)
    band = blob((-10.6, -25.6, 1), (0, -28.2), (10.2, -25.2, 1), (10.4, -22.2, 1), (0, -24.8),
                (-10.8, -22.6, 1))
    f.cel(band, GOLD, 0.6, 0.5)
    brim = blob((-17, -18.6, 1), (-10, -23.8), (0, -25.8), (10, -23.4), (17, -17.8, 1),
                (9.6, -19.8),
                (0, -21.6), (-9.6, -20.2))
    f.cel(brim, PURPLE, 0.9, 0.8)


FIRE_STAR = Cmyk(0, 12, 70, 0)


def thief(f: Figure) -> None:
    """Draw a thief with a hood, a scarf over the nose, a clover, and a die with few pips."""
    shoulders(f, LEAF, 23, -8)
    f.cel(blob((-9, -15), (0, -10), (9, -15), (12, -4), (0, 2), (-12, -4)), NIGHT, 0.8, 0.9)
    hood = blob((1.6, -38.6, 1), (6.6, -35.6), (10.8, -29), (12, -21), (9.6, -12.6), (5, -8.6),
                (-5, -8.6),
                (-9.6, -12.6), (-12, -21), (-10.4, -29.4), (-5.4, -34.4))
    f.cel(hood, LEAF, 1.0, 1.6)
    cave = whole((0, -32.6), (5, -30.4), (7.8, -25), (7.6, -17.6), (4.8, -11.6), (0, -9.6))
    f.flat(cave, Cmyk(60, 60, 60, 70), 0.8)
    with f.inside(cave):
        f.mark(blob((-6, -26), (0, -28), (6, -26), (6.8, -19), (0, -13), (-6.8, -19)),
               DARK_SKIN.mid)
        f.mark(cut((0.8, -30), (9, -30), (9, -12), (1.6, -12)), DARK_SKIN.dark)
        f.mark(cut((-9, -33), (9, -33), (9, -23.6), (0, -24.6), (-9, -23.6)), Cmyk(55, 68, 66, 66))
    glints(f, -21.8, 3.1, LIGHT_GREEN, 1.25)
    mask = blob((-7.9, -19.8, 1), (-3.6, -19.2), (0, -20.2), (3.6, -19.2), (7.9, -19.8, 1),
                (6.8, -13.6),
                (3.6, -10.2), (0, -9.4), (-3.6, -10.2), (-6.8, -13.6))
    f.cel(mask, NIGHT, 0.7, 0.9)
    f.line([(-6.2, -15.6), (-1, -14.4), (5.8, -16.2)], 0.4)
    f.line([(-5, -12.6), (0, -11.8), (4.6, -13)], 0.4)
    f.line([(1.6, -38.2), (2.0, -35.6), (1.2, -32.8)], 0.45)
    f.line([(-8.4, -28), (-9.6, -21), (-7.6, -14)], 0.45, LEAF.dark)
    # The left hand shows a clover, the right hand a die.
    for n in range(4):
        petal = blob((0, 0, 1), (-2.3, -1.9), (-2.0, -4.2), (0, -3.4, 1), (2.0, -4.2), (2.3, -1.9))
        f.cel(at(petal, -18.5, -24, 45 + 90 * n), GREEN, 0.6, 0.4)
    f.cel(stem([(-18.2, -23.6), (-17.2, -18), (-17.6, -12.6)], [0.9, 1.0, 1.0]), GREEN, 0.45, 0.2)
    glove(f, -17.2, -10.6, LEATHER, 1.0)
    f.die(18.2, -24.4, 5.2, -14, (2, 1, 2))
    for n in range(3):
        f.line([(14.4 + n * 3.2, -15.6 + (n == 1) * 0.8), (14.0 + n * 3.4, -12.6 + (n == 1))], 0.6,
               PAPER)
    glove(f, 17.4, -9.4, LEATHER, 1.0, facing=-1)


def archivist(f: Figure) -> None:
    """Draw an archivist with shining round glasses, an open book, and a quill behind the ear."""
    f.cel(blob((10, -12, 1), (15, -22), (18.4, -31), (20.6, -37.6, 1), (20.8, -29), (18.8, -20),
               (12.4, -11, 1)), WHITE, 0.7, 0.8)
    f.line([(11, -12), (16.4, -23), (20.2, -36)], 0.45)
    for n in range(4):
        f.line([(15.2 + n * 1.2, -20.6 - n * 3.2), (18.4 + n * 0.7, -22 - n * 3.0)], 0.3)
    shoulders(f, WINE, 22, -8)
    f.cel(cut((-6, -14), (6, -14), (8.4, -3), (-8.4, -3)), WHITE, 0.7, 0.8)
    for sign in (-1, 1):
        f.cel(blob((sign * 5, -30), (sign * 10.2, -27), (sign * 10.8, -19), (sign * 8.6, -12.6, 1),
                   (sign * 5.4, -17)), GREY, 0.7, 0.8)
    f.cel(disc(0, -36.2, 4.2, 3.2), GREY, 0.7, 0.8)
    head = face(7.0, -29, -10.8, 0.6)
    visage(f, head, DARK_SKIN, -26.6)
    fringe = blob((-7.8, -22.6, 1), (-8.2, -28.6), (-4.4, -33), (0, -34), (4.4, -33), (8.2, -28.6),
                  (7.8, -22.6, 1),
                  (5.2, -27.2), (0, -29.6), (-5.2, -27.2))
    f.cel(fringe, GREY, 0.8, 1.0)
    cap = blob((-12, -31.4, 1), (0, -36.6, 1), (12.4, -32, 1), (0.4, -28.4, 1))
    f.cel(blob((-7, -31, 1), (0, -30), (7, -31.4, 1), (6.6, -27.4), (0, -28.6), (-6.6, -27.4)),
          WINE, 0.7, 0.6)
    f.cel(cap, WINE, 0.8, 1.0)
    f.line([(0.2, -32.6), (-8.6, -29.6), (-10.6, -26)], 0.6, GOLD.mid)
    f.cel(stem([(-10.6, -26.4), (-11, -22.4)], [1.4, 2.6]), GOLD, 0.45, 0.3)
    for sign in (-1, 1):
        f.flat(disc(sign * 3.5, -20.8, 2.95), LIGHT_BLUE, 0.9)
        with f.inside(disc(sign * 3.5, -20.8, 2.7)):
            f.mark(cut((sign * 3.5 - 3, -19.4), (sign * 3.5 + 0.6, -24.4), (sign * 3.5 + 2.2,
                    -24.4),
                       (sign * 3.5 - 3, -17.2)), PAPER)
            f.mark(disc(sign * 3.5, -19.9, 1.05))
    f.line([(-0.7, -21.2), (0, -21.6), (0.7, -21.2)], 0.7)
    f.both_lines([(1.6, -25.2), (3.6, -25.9), (5.8, -25.0)], 0.8, GREY.light)
    f.line([(-0.2, -19.0), (0.8, -16.6), (-0.3, -16.3)], 0.4)
    f.line([(-2.2, -14.0), (0.4, -13.6), (2.4, -14.4)], 0.55)
    for sign in (-1, 1):
        leaf = blob((0, -6.2, 1), (sign * 7, -10), (sign * 17.4, -8.6, 1), (sign * 19, 5, 1),
                    (sign * 8, 3.4),
                    (0, 7, 1))
        f.cel(at(leaf, 0, 0.8), LEATHER, 0.9, 0.8)
        f.cel(blob((0, -6.6, 1), (sign * 6.6, -10.4), (sign * 16.2, -9.0, 1), (sign * 17.6, 3, 1),
                   (sign * 8, 1.8),
                   (0, 5, 1)), IVORY, 0.6, 0.5)
        for n in range(3):
            y = -5.9 + n * 1.9
            f.line([(sign * 2.4, y - 0.5), (sign * 7.4, y - 1.8), (sign * 14.8, y - 0.9)], 0.4,
                   Cmyk(30, 40, 55, 30))
    f.flat(star(8.6, -4.4, 2.6, 1.3, 6), RED.mid, 0.4)
    for sign in (-1, 1):
        glove(f, sign * 18.2, -2.4, DARK_SKIN, 0.9, facing=-sign)
