"""Humans of level three: captain, witch, gambler, tamer."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, stem, whole
from artwork.dicebattle.heroes.parts import face, glints, glove, shoulders, visage
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
    STONE,
    TAN,
    WHITE,
    WINE,
)
from artwork.dicebattle.shapes import both, cut, flips
from artwork.shapes import at, disc, star
from printkit.pdf.drawing import BLACK, PAPER

# fmt: off


def captain(f: Figure) -> None:
    """Draw a captain in a crested morion above battlements, with a halberd behind him."""
    f.cel(cut((17.6, 4), (15.6, 4), (17.2, -36), (18.8, -36)), LEATHER, 0.6, 0.4)
    axe = blob((17.4, -36, 1), (13.6, -35), (9.8, -37.4, 1), (8.4, -31), (10.4, -25, 1),
               (13.2, -28.4), (17.0, -28.6, 1))
    f.cel(axe, STEEL, 0.8, 0.8)
    f.cel(cut((18.7, -36), (24.4, -33.4), (18.3, -30)), STEEL, 0.7, 0.6)
    f.cel(cut((18, -43), (19.8, -35), (16.2, -35)), STEEL, 0.7, 0.5)
    shoulders(f, RED, 22, -9)
    f.cel(blob((-8.6, -15), (0, -10.6), (8.6, -15), (13, -6), (0, -2), (-13, -6)), STEEL, 0.9, 1.3)
    head = face(7.2, -27, -9.4, 0.66)
    visage(f, head, TAN, -19.9)
    glints(f, -20.9, 3.3, GLINT, 1.15)
    f.both_lines([(1.2, -23.8), (3.4, -24.9), (5.6, -24.3)], 0.9, BROWN.dark)
    f.line([(-0.2, -21), (1.1, -17.6), (-0.4, -17.2)], 0.45)
    for part in flips(blob((0, -17.0, 1), (3, -17.6), (6.4, -15.6), (10.4, -17.6, 1), (8.6, -13.4),
                           (4, -12.6),
                           (0, -14.6, 1))):
        f.cel(part, BROWN, 0.7, 0.6)
    f.cel(blob((-2, -11.8), (0, -12.4), (2, -11.8), (0, -6.6, 1)), BROWN, 0.6, 0.4)
    comb = blob((-11.4, -30, 1), (-8.6, -36.6), (-2, -40.6), (4.4, -40), (9.4, -36),
                (11.4, -29.6, 1), (0, -31))
    f.cel(comb, GOLD, 0.9, 1.0)
    for n in range(5):
        f.line([(-6.4 + n * 3.2, -32.6), (-7.4 + n * 3.8, -38.4 + abs(n - 2) * 1.0)], 0.45,
               GOLD.dark)
    f.cel(whole((0, -35), (6, -33.6), (9.6, -29), (9.4, -24.6), (0, -26.4)), STEEL, 0.9, 1.4)
    brim = blob((-15.6, -29.6, 1), (-11, -24.4), (-6, -24.6), (0, -26.4), (6, -24.6), (11, -24.4),
                (15.6, -29.6, 1),
                (12, -21.4), (6, -22), (0, -23.8), (-6, -22), (-12, -21.4))
    f.cel(brim, STEEL, 0.9, 0.7)
    f.dots([(x, -27.6, 0.5) for x in (-6.2, -2.2, 2.2, 6.2)], GOLD.mid)
    wall = cut((-29, 6), (-29, -7.6), (-21.6, -7.6), (-21.6, -3.6), (-13.6, -3.6), (-13.6, -8),
               (-4, -8), (-4, -4),
               (4, -4), (4, -8), (13.6, -8), (13.6, -3.6), (21.6, -3.6), (21.6, -7.6), (29, -7.6),
               (29, 6))
    f.cel(wall, STONE, 1.0, 0.9)
    for x0, x1, y in ((-29, 29, -0.6), (-29, -21.6, -4.6), (-13.6, -4, -4.6), (4, 13.6, -4.6),
                      (21.6, 29, -4.6)):
        f.line([(x0, y), (x1, y)], 0.4, STONE.dark)
    glove(f, 15.4, -9.2, LEATHER, 1.0, facing=-1)


def witch(f: Figure) -> None:
    """Draw a witch with toadstools on a very wide brim, and two glowing potions."""
    shoulders(f, NIGHT, 20, -7)
    for part in flips(blob((4, -26), (11, -24), (13.4, -15), (12.4, -6), (15.6, 2, 1), (7.4, -2),
                           (5, -12))):
        f.cel(part, LEAF, 0.8, 1.0)
    for sign in (-1, 1):
        f.line([(sign * 9.4, -20), (sign * 10.6, -12), (sign * 10.2, -3)], 0.5, LEAF.dark)
    head = face(6.4, -25, -9.6, 0.42)
    visage(f, head, TAN, -18.2)
    glints(f, -19.2, 2.9, LIGHT_GREEN, 1.3)
    f.line([(-0.1, -18.2), (1.2, -15.0), (-0.4, -14.7)], 0.45)
    f.flat(blob((-2.6, -12.6, 1), (-0.8, -13.1), (0, -12.8), (0.8, -13.1), (2.6, -12.8, 1),
                (0, -11.4)), WINE.mid, 0.35)
    f.cel(blob((-3.4, -7.6), (0, -9.6), (3.4, -7.6), (0, -2, 1)), GREEN, 0.6, 0.5)
    cone = blob((-9.4, -24.4, 1), (-6.4, -31.4), (-5.2, -35.6), (-9.6, -39.8), (-16.4, -38.2, 1),
                (-10.4, -42), (-1, -41.4),
                (4.6, -36.4), (8.6, -29.6), (10, -23.8, 1), (0, -26.4))
    f.cel(cone, NIGHT, 0.9, 1.4)
    f.line([(-5, -36), (-2.2, -37.4), (0, -40)], 0.5)
    f.line([(3.2, -33.6), (5.2, -31.2), (5.6, -29.6)], 0.5)
    f.cel(blob((-9.9, -27.4, 1), (0, -29.8), (9.6, -27, 1), (10.4, -23.4, 1), (0, -26),
               (-10.4, -24, 1)), WINE, 0.6, 0.5)
    brim = blob((-22, -17.6, 1), (-17, -22.4), (-8, -25.4), (0, -26.6), (9, -25.2), (17, -22.6),
                (22.4, -19.4, 1), (15, -19.2),
                (8, -20.6), (0, -22.4), (-8, -20.8), (-15, -18.6))
    f.cel(brim, NIGHT, 0.9, 0.9)
    for x, y, s, tones in ((-11.6, -25.2, 1.0, RED), (-7.2, -26.6, 0.72, RED), (12, -25, 0.85,
            GOLD)):
        f.cel(at(cut((-0.8, 0), (0.8, 0), (0.6, -3), (-0.6, -3)), x, y, scale=s), IVORY, 0.45, 0.2)
        f.cel(at(blob((-3, -2.4, 1), (-2, -5), (0, -6), (2, -5), (3, -2.4, 1), (0, -3)), x, y,
                 scale=s), tones, 0.5, 0.4)
        f.dots([(x - 1.0 * s, y - 4.2 * s, 0.5 * s), (x + 1.0 * s, y - 3.9 * s, 0.42 * s)], PAPER)
    for n, x in enumerate((15.4, 18.6)):
        f.cel(at(blob((0, 0, 1), (-1.6, -2), (0, -5, 1), (1.6, -2)), x, -22.4 + n, 20 + 34 * n),
              LEAF, 0.5, 0.4)
    for sign, tones in ((-1, GREEN), (1, PURPLE)):
        x, y = sign * 19, -8.4
        flask = blob((x - 1.4, y - 8, 1), (x + 1.4, y - 8, 1), (x + 1.4, y - 4.4),
                     (x + 4.6, y + 0.4), (x + 3, y + 4.4),
                     (x - 3, y + 4.4), (x - 4.6, y + 0.4), (x - 1.4, y - 4.4))
        f.flat(flask, PAPER, 0.7, halo=True)
        with f.inside(flask):
            f.mark(cut((x - 6, y - 1.4), (x + 6, y - 0.6), (x + 6, y + 6), (x - 6, y + 6)),
                   tones.mid)
            f.mark(cut((x - 6, y - 1.4), (x + 6, y - 0.6), (x + 6, y + 0.2), (x - 6, y - 0.5)),
                   tones.light)
        f.trace(flask, 0.8)
        f.mark(disc(x - 1.9, y + 0.9, 0.7, 1.3, 20), PAPER)
        f.cel(cut((x - 1.9, y - 9.8), (x + 1.9, y - 9.8), (x + 1.5, y - 7.4), (x - 1.5, y - 7.4)),
              LEATHER, 0.5, 0.3)
        for dx, dy, r in ((0.6, -12.2, 1.1), (-1.4, -15, 0.8), (1.2, -17, 0.5)):
            f.flat(disc(x + dx, y + dy, r), tones.light, 0.4, halo=True)


def gambler(f: Figure) -> None:
    """Draw a gambler with gleaming eyes under a wide brim, two dice in the air, and four cards."""
    f.die(-20.4, -19.6, 4.6, -14, (5, 3, 1))
    f.die(20.4, -33, 4.8, 22, (2, 6, 4))
    f.cel(blob((-9, -14), (-18, -9.5), (-25, -1), (-27, 6), (27, 6), (24, -2), (17, -9.5),
               (9, -14)), BLUE, 0.9, 1.4)
    head = face(6.8, -26, -10.8, 0.53)
    visage(f, head, FAIR, -18.6)
    glints(f, -20.3, 3.2, GLINT, 1.05)
    f.line([(-0.2, -18.6), (0.8, -16.2), (-0.3, -15.8)], 0.4)
    smile = blob((-3.2, -14.6, 1), (0, -13.9), (3.9, -15.8, 1), (2.6, -12.9), (0, -12.3), (-2, -13))
    f.flat(smile, PAPER, 0.5)
    f.line([(-2.6, -13.9), (3.0, -14.2)], 0.25)
    crown = blob((-9.2, -24.5), (-9.6, -32), (-7.4, -37.2), (-2.8, -37.6), (0, -36), (3, -37.8),
                 (7.6, -37), (9.6, -31.5), (9.2, -24.5))
    f.cel(crown, NIGHT, 0.9, 1.2)
    f.cel(cut((-9.5, -27.6), (0, -28.8), (9.5, -27.2), (9.3, -24.0), (0, -25.6), (-9.3, -24.2)),
          RED, 0.6, 0.4)
    f.cel(blob((-16.5, -22.5, 1), (-9, -25.6), (0, -26.6), (9, -25.2), (16.5, -21.0, 1),
               (10, -21.2), (0, -22.4), (-9, -21.6)), NIGHT, 0.9, 0.6)
    f.flat(at(cut((-1.7, -2.6), (1.7, -2.6), (1.7, 2.6), (-1.7, 2.6)), 7, -29.4, 16), PAPER, 0.5)
    f.mark(star(7.1, -29.4, 1.2, 0.55, 4, 16), RED.mid)
    for part in flips(cut((2, -9.5), (8.8, -19.5), (13.8, -13.5), (8, 2))):
        f.cel(part, BLUE, 0.9, 0.9)
    f.flat(cut((-2, -9.6), (2, -9.6), (3.2, 2), (0, 6), (-3.2, 2)), PAPER, 0.6)
    f.cel(cut((-1.5, -9.2), (1.5, -9.2), (0.8, -6.6), (2, 1), (0, 4), (-2, 1), (-0.8, -6.6)), RED,
          0.5, 0.4)
    for turn, points in ((-46, 4), (-24, 5), (-2, 6), (20, 8)):
        card = at(cut((-3.4, -13.5), (3.4, -13.5), (3.4, -1), (-3.4, -1)), 14.5, 0.5, turn)
        f.flat(card, PAPER, 0.6, halo=True)
        f.mark(at(star(0, -9, 1.9, 0.85, points), 14.5, 0.5, turn),
               BLACK if points % 5 else RED.mid)
    f.cel(blob((9.5, -2.1), (12, -5.2), (15.5, -5.6), (19, -4), (20.5, -0.6), (18.8, 4.4),
               (11, 4.9)), WHITE, 0.8, 0.8)
    for n in range(3):
        f.line([(12.6 + n * 2.4, -4.6 + abs(n - 1) * 0.4), (12.9 + n * 2.2, -1.4)], 0.45)


def tamer(f: Figure) -> None:
    """Draw a tamer with war paint and a beast's scalp as a hood; eyes gleam in the background."""
    # Only the outline, ears and eyes of the beast in the dark are visible.
    shadow = blob((10, 4, 1), (9, -12), (11.6, -20), (12.4, -28.6, 1), (16.6, -23.4), (19.4, -23.6),
                  (23.8, -28.4, 1),
                  (24, -19), (26, -10), (28, 4, 1))
    f.cel(shadow, NIGHT, 0.9, 0.9)
    for x in (15.9, 20.9):
        f.mark(blob((x - 1.7, -15.4, 1), (x, -17.0), (x + 1.7, -15.6, 1), (x, -14.6)), LIGHT_GREEN)
        f.mark(cut((x - 0.35, -16.7), (x + 0.35, -16.7), (x, -14.8)))
    f.flat(cut((16, -9.6), (18.3, -8.6), (20.6, -9.6), (19.4, -7), (18.3, -8.0), (17.2, -7)), PAPER,
           0.3)
    whip = stem([(-24, -1), (-25, -10), (-19, -17.6), (-13.4, -12.6), (-17.6, -7), (-22, -12),
                 (-19.6, -20), (-23.4, -28)],
                [1.7, 1.6, 1.4, 1.2, 1.1, 1.0, 0.8, 0.3])
    shoulders(f, LEATHER, 20, -8)
    f.cel(whip, BROWN, 0.6, 0.4)
    # Fur covers both shoulders.
    for part in flips(blob((3, -13, 1), (9, -17), (16, -13.6), (19.6, -7, 1), (15.4, -7.6),
                           (16, -2, 1), (11.4, -5.2), (9.4, 0.6, 1),
                           (6.4, -4.4), (3.4, -0.6, 1))):
        f.cel(part, GREY, 0.8, 1.0)
    head = face(6.6, -25, -9.4, 0.5)
    visage(f, head, DARK_SKIN, -19.6)
    glints(f, -20.2, 3.0, LIGHT_BLUE, 1.2)
    for sign in (-1, 1):
        for n in range(2):
            f.line([(sign * 2.4, -16.8 + n * 1.7), (sign * 6.0, -17.6 + n * 1.7)], 0.7, RED.mid)
    f.line([(-0.1, -18.6), (1.0, -15.2), (-0.3, -14.9)], 0.45)
    f.line([(-2.2, -12.6), (0.2, -12.9), (2.4, -12.5)], 0.6)
    f.flat(cut((-1.1, -9.8), (1.1, -9.8), (0, -5.8)), IVORY.light, 0.45)
    # The scalp's ears, brow, muzzle and upper teeth frame the face.
    for part in flips(blob((4.4, -33.4, 1), (6.6, -38), (11.6, -41, 1), (12.2, -35),
                           (9.6, -30, 1))):
        f.cel(part, GREY, 0.8, 0.8)
    f.mark(both(cut((6.8, -34.4), (10.6, -38.6), (10.2, -33.4))), GREY.dark)
    scalp = whole((0, -37.4), (4.6, -36.8), (9, -33), (11.6, -27), (12.4, -20, 1), (10.4, -18.6),
                  (11.2, -13, 1), (8.2, -14.4), (7.6, -21),
                  (6.2, -24.6, 1), (2.6, -25.6), (0, -23.8, 1))
    f.cel(scalp, GREY, 1.0, 1.4)
    muzzle = whole((0, -33.4), (2.4, -32.6), (3.6, -29), (4.6, -25.4), (2.4, -23.8), (0, -23.4))
    f.cel(muzzle, STONE, 0.7, 0.8, halo=False)
    f.flat(whole((0, -25.8), (1.9, -26.2), (1.6, -24.4), (0, -23.4)), BLACK, 0.4)
    for x, length in ((3.2, 2.8), (5.4, 3.6), (7.3, 2.4)):
        for side in (-1, 1):
            f.flat(cut((side * (x - 0.8), -24.4 + x * 0.08), (side * (x + 0.8), -24.2 + x * 0.12),
                       (side * x, -24.2 + length)),
                   PAPER, 0.4)
    for side in (-1, 1):
        f.mark(cut((side * 5.2, -29.4), (side * 8.4, -31), (side * 8.0, -28.9),
                   (side * 6.0, -28.3)), BLACK)
        f.mark(cut((side * 6.2, -29.3), (side * 7.4, -29.9), (side * 7.2, -29.0)), GLINT)
    f.line([(0, -36), (0, -33.6)], 0.5)
    f.both_lines([(2.6, -35.6), (3.8, -33.8), (5.8, -32.8)], 0.45, GREY.dark)
