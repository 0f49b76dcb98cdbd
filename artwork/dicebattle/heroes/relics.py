"""Magic objects: whetstone, banner, charm, edict, and the swords of a truce."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, joined, stem, whole
from artwork.dicebattle.heroes.parts import bar
from artwork.dicebattle.palette import (
    BLUE,
    BROWN,
    FIRE,
    GOLD,
    IVORY,
    LEAF,
    LEATHER,
    RED,
    STEEL,
    STONE,
    TEAL,
    WHITE,
    WINE,
    Tones,
)
from artwork.dicebattle.shapes import cut
from artwork.shapes import at, disc, flip, ngon, polar, star
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Path

# fmt: off


def whetstone(f: Figure) -> None:
    """Draw a blade drawn over a whetstone, with sparks."""
    stone = cut((-24, -1.4), (-9, -12.4), (25, -3.6), (13, 8), (-16, 8))
    f.cel(stone, STONE, 1.0, 1.2)
    f.flat(cut((-24, -1.4), (-9, -12.4), (25, -3.6), (11.4, 5.4)), STONE.light, 0.8)
    for x, y in ((-12, -5), (-4, -2), (6, -1.2), (12, -3.6), (-6, -8.4)):
        f.mark(disc(x, y, 1.1, 0.5, 14), STONE.mid)
    turn, cx, cy = 40, 3.0, -19.0

    def p(path: Path) -> Path:
        return at(path, cx, cy, turn)

    blade = joined([(-3.4, 22), (-4.0, 0), (-3.4, -14), (0.6, -24.6)], [(0.6, -24.6), (3.6, -12),
            (3.6, 6), (3.0, 22)], [(3.0, 22), (-3.4, 22)])
    blade = at(blade, 0, 0, 180)
    f.cel(p(blade), STEEL, 1.0, 1.2)
    f.mark(p(at(joined([(1.2, 21), (1.6, 0), (1.4, -14), (0.7, -22)], [(0.7, -22), (3.0, -11),
            (2.9, 6), (2.4, 21)], [(2.4, 21), (1.2, 21)]), 0, 0, 180)), PAPER)
    f.cel(p(cut((-7.4, -24.6), (7.4, -24.6), (6.4, -21), (-6.4, -21))), GOLD, 0.8, 0.6)
    f.cel(p(bar(0, -33.4, 4.2, 9)), LEATHER, 0.7, 0.5)
    for n in range(3):
        f.trace(p(cut((-2.0, -26.6 - n * 2.4), (2.0, -25.8 - n * 2.4))), 0.5)
    f.cel(p(disc(0, -35, 2.9)), GOLD, 0.7, 0.6)
    for n, (length, width) in enumerate(((11, 2.2), (15, 2.6), (12, 2.2), (8, 1.8), (13, 2.2),
                                         (9, 1.8))):
        f.flat(at(cut((2, -width / 2), (length, 0), (2, width / 2)), -8.0, -9.4, -172 + n * 26),
               FIRE.light if n % 2 else FIRE.mid, 0.5, halo=True)
    f.flat(star(-8.0, -9.4, 4.6, 1.9, 8), PAPER, 0.6, halo=True)
    for sx, sy, r in ((-22, -24, 1.2), (-16.6, -31, 0.9), (-25, -14, 0.9), (-9.6, -27, 1.1)):
        f.flat(star(sx, sy, r * 1.8, r * 0.6, 4), FIRE.light, 0.4, halo=True)


def banner(f: Figure) -> None:
    """Draw a standard with a die on it."""
    turn = -9

    def p(path: Path) -> Path:
        return at(path, 0, 0, turn)

    flag = joined([(-11, -37.5), (-3, -39.5), (5, -36.5), (13, -38.5), (22, -36)],
                  [(22, -36), (20.2, -28), (23, -20), (19, -11)], [(19, -11), (13, -16.2)],
                  [(13, -16.2), (5, -12.5), (-3, -15.5), (-11, -13)], [(-11, -13), (-11, -37.5)])
    f.cel(p(flag), RED, 1.0, 1.5)
    with f.inside(p(flag)):
        for fold in (-4, 8):
            f.mark(p(stem([(fold, -41), (fold + 2.4, -28), (fold, -9)], [0.3, 2.6, 0.4])), RED.dark)
        for fold in (-8, 3, 15):
            f.mark(p(stem([(fold, -41), (fold + 1.6, -28), (fold - 0.4, -9)], [0.2, 1.6, 0.2])),
                   RED.light)
    f.trace(p(flag), 1.0)
    f.die(0.6, -26.0, 7.4, -13, (6, 1, 5), (GOLD.light, GOLD.mid, GOLD.dark), width=0.7)
    f.cel(p(cut((-13.6, 8), (-11.2, 8), (-10.6, -41), (-13, -41))), GOLD, 0.8, 0.6)
    f.cel(p(cut((-12, -46.6), (-9, -42.6), (-12, -38.8), (-15, -42.6))), GOLD, 0.8, 0.8)
    for n in range(3):
        f.cel(p(stem([(-12, -12), (-16 - n * 2, -6 + n * 3), (-13.4 - n * 3, 1 + n * 2)],
                     [1.6, 1.6, 0])), GOLD, 0.5, 0.3)
    # Spearheads along the lower edge suggest an army.
    for x, y, lean in ((-21, -8.6, -8), (4.4, -7.6, 3), (11.6, -9.6, 6)):
        f.cel(at(bar(0, 0, 1.1, 16), x, y, lean), LEATHER, 0.45, 0.2)
        f.cel(at(cut((0, -6.4), (2.0, -1.4), (0, 1.0), (-2.0, -1.4)), x, y, lean), STEEL, 0.6, 0.5)


def charm(f: Figure) -> None:
    """Draw a paw carved from bone, on a cord with fangs and feathers."""
    cord = stem([(-19, -40), (-14, -28), (-4, -20), (4, -20), (13, -29), (18.6, -40)], [1.5] * 6)
    f.cel(cord, LEATHER, 0.6, 0.3)
    for x, y in ((-14.6, -29.6), (13.6, -30.4)):
        f.cel(at(disc(0, 0, 2.0), x, y), TEAL, 0.6, 0.5)
    for x, y, turn in ((-9.6, -23.8, 22), (9.4, -24.6, -22)):
        f.cel(at(blob((-2.2, -1, 1), (0, -2), (2.2, -1, 1), (1.6, 4), (0, 9, 1), (-1.6, 4)), x, y,
                 turn), IVORY, 0.7, 0.6)
        f.cel(at(bar(0, -2.6, 5.0, 2.6), x, y, turn), GOLD, 0.5, 0.3)
    for x, y, turn, tones in ((-9.6, -9.4, 26, RED), (9.6, -9.6, -26, RED), (0, -6.4, 0, TEAL)):
        quill = blob((0, 0, 1), (-2.8, 3.4), (-3.0, 9), (0, 14.4, 1), (3.0, 9), (2.8, 3.4))
        f.cel(at(quill, x, y, turn), tones, 0.7, 0.7)
        f.trace(at(cut((0, 0), (0, 12)), x, y, turn), 0.5)
    f.cel(disc(0, -16.6, 12.6), IVORY, 1.0, 1.5)
    f.flat(disc(0, -16.6, 10.2), LEATHER.mid, 0.7)
    with f.inside(disc(0, -16.6, 10)):
        f.mark(disc(-1.4, -18, 9.4), BROWN.mid)
    for n in range(24):
        f.mark(disc(*polar(0, -16.6, 11.4, n * 15), 0.5), IVORY.dark)
    pad = whole((0, -17.4), (3.0, -16.2), (5.2, -12.8), (4.2, -9.8), (1.8, -9.6), (0, -10.4))
    f.flat(pad, FIRE.light, 0.7)
    for x, y, turn in ((-5.6, -18.2, -24), (-2.2, -21.8, -8), (2.2, -21.8, 8), (5.6, -18.2, 24)):
        f.flat(disc(x, y, 1.6, 2.2, turn), FIRE.light, 0.6)
        f.mark(at(cut((-0.55, -1.9), (0.55, -1.9), (0, -4.0)), x, y, turn), BLACK)
    for x, y, r in ((-22.4, -17, 2.0), (22, -18, 2.4), (-20, -4, 1.5), (21, -4.6, 1.7)):
        f.flat(star(x, y, r, r * 0.3, 4), PAPER, 0.45, halo=True)


def edict(f: Figure) -> None:
    """Draw a rolled edict with a chain and a seal."""
    turn, cx, cy = -32, 0.0, -21.0

    def p(path: Path) -> Path:
        return at(path, cx, cy, turn)

    f.cel(p(joined([(-9.6, -9), (0, -8), (9.6, -9)], [(9.6, -9), (10.4, 4), (8.8, 20)],
                   [(8.8, 20), (3, 17.6), (-3, 21), (-9.4, 19)], [(-9.4, 19), (-10.4, 4),
                           (-9.6, -9)])), IVORY, 0.9, 1.2)
    for n in range(4):
        f.trace(p(cut((-6.4, -3.4 + n * 3.2), (6.4 - (n % 2) * 2.4, -3.6 + n * 3.2))), 0.7,
                Cmyk(30, 45, 60, 40))
    roll = joined([(-21, -13), (0, -12.2), (21, -13)], [(21, -13), (22.6, -9.4), (21, -5.8)],
                  [(21, -5.8), (0, -5.0), (-21, -5.8)], [(-21, -5.8), (-22.6, -9.4), (-21, -13)])
    f.cel(p(roll), IVORY, 1.0, 1.1)
    for side in (-1, 1):
        f.cel(p(bar(side * 22.6, -11.4, 3.4, 4)), GOLD, 0.6, 0.4)
        f.cel(p(disc(side * 25.0, -9.4, 2.3)), RED, 0.7, 0.5)
        f.cel(p(bar(side * 17.4, -13.5, 2.6, 8.4)), GOLD, 0.6, 0.4)
    f.trace(p(cut((-14.6, -7.2), (14.6, -7.2))), 0.5, IVORY.dark)
    links = [(-12, -14.8, 38), (-8, -11.4, 40), (-4, -8, 42), (4, -8, -42), (8, -11.4, -40),
             (12, -14.8, -38), (-4, -0.6, -42), (4, -0.6, 42), (-8, 3.2, -44), (8, 3.2, 44)]
    for x, y, lean in links:
        link = disc(0, 0, 2.9, 1.7) + flip(disc(0, 0, 1.6, 0.6))
        f.flat(p(at(link, x, y, lean)), STEEL.light, 0.5, halo=True, eo=True)
    for dx, lean in ((-2.6, 14), (2.6, -12)):
        f.cel(p(at(cut((-2.4, 0), (2.4, 0), (2.4, 13), (0, 10.6), (-2.4, 13)), dx, -2, lean)), WINE,
              0.7, 0.6)
    seal = blob(*[polar(0, -4, 7.0 if n % 2 else 6.2, n * 30) for n in range(12)])
    f.cel(p(seal), RED, 1.0, 1.1)
    f.flat(p(disc(0, -4, 4.5)), RED.mid, 0.6)
    f.flat(p(star(0, -4, 3.5, 1.75, 6)), RED.light, 0.5)
    f.flat(p(ngon(0, -4, 1.1, 6)), RED.dark, 0.3)


def truce(f: Figure) -> None:
    """Draw two swords tied by a white knot, an olive twig, and a star."""
    for side in (-1, 1):
        def p(path: Path, side: int = side) -> Path:
            return at(path, 0, -18, 42 * side)

        f.cel(p(cut((-1.9, -10), (1.9, -10), (1.9, 17), (0, 22), (-1.9, 17))), STEEL, 0.9, 0.8)
        f.trace(p(cut((0, -9), (0, 17))), 0.5, STEEL.dark)
        f.cel(p(cut((-6.4, -12.4), (6.4, -12.4), (5.4, -9), (-5.4, -9))), GOLD, 0.8, 0.5)
        f.cel(p(bar(0, -20, 3.2, 7.8)), BLUE if side < 0 else RED, 0.7, 0.5)
        f.cel(p(disc(0, -21.6, 2.3)), GOLD, 0.7, 0.5)
    # The olive twig is at the lower right, over the blades.
    twig = stem([(1, -18), (9, -16), (16.4, -18.6), (22.4, -24.6)], [1.1, 1.2, 1.0, 0.4])
    f.cel(twig, LEAF, 0.5, 0.3)
    leaf = blob((0, 0, 1), (2.4, -1.6), (6.4, -1.0), (8, 0.6, 1), (5, 1.7), (2, 1.4))
    for x, y, lean in ((6.4, -16.4, -64), (7.6, -16, 36), (11.6, -16.2, -88), (13, -17, 16),
                       (16.6, -18.4, -104), (18.2, -20.2, -4), (21.4, -23.6, -48)):
        f.cel(at(leaf, x, y, lean, 0.86), LEAF, 0.6, 0.4)
    for x, y in ((10.2, -13.6), (15.4, -15.4)):
        f.cel(disc(x, y, 1.3), MOSS_OLIVE, 0.5, 0.4)
    for points in ([(-1, -16), (-7, -9), (-6, -2)], [(1, -16), (5, -8), (3.6, 0)]):
        f.cel(stem(points, [3, 4.6, 4.2]), WHITE, 0.8, 0.6)
    for part in (blob((0, -18, 1), (-8, -23.4), (-14, -20.4), (-12, -14.8), (-5, -15)),
                 blob((0, -18, 1), (6, -24), (12, -23), (12, -17.4), (6, -15.4))):
        f.cel(part, WHITE, 0.8, 0.8)
    f.cel(blob((-3.4, -20.6), (0, -21.8), (3.4, -20.6), (3.6, -16), (0, -14.6), (-3.6, -16)), WHITE,
          0.8, 0.7)
    f.line([(-4.6, -18.4), (-9.6, -19.2)], 0.5)
    f.line([(4.6, -18.6), (8.6, -20)], 0.5)
    f.cel(star(0, -34.6, 6.4, 2.8, 5), GOLD, 0.9, 0.8)
    f.mark(star(-0.4, -34.9, 2.6, 1.2, 5), PAPER)
    for n in range(-2, 3):
        if n:
            f.line([polar(0, -34.4, 8.2, -90 + n * 46), polar(0, -34.4, 10.6, -90 + n * 46)], 1.0,
                   PAPER)


MOSS_OLIVE = Tones(Cmyk(60, 50, 90, 45), Cmyk(46, 30, 86, 20), Cmyk(26, 10, 60, 4))
