"""Figures made of dice: actions, token and reference."""

from __future__ import annotations

from artwork.dicebattle.figure import Figure, blob, stem
from artwork.dicebattle.palette import (
    GOLD,
    KINDS,
    MOUTH,
    RED,
    WHITE,
    Tones,
)
from artwork.dicebattle.shapes import arc_points, cut
from artwork.shapes import at, disc, flip, polar, star
from printkit.pdf.drawing import PAPER, Cmyk, Path

# fmt: off


def miracle(f: Figure) -> None:
    """Draw a die balanced on its corner in a burst of light."""
    x, y = 0.0, -20.0
    for n in range(40):
        reach = 17 + (9 if n % 4 == 0 else 3)
        f.mark(cut(polar(x, y, 9, n * 9 - 2.6), polar(x, y, reach, n * 9), polar(x, y, 9,
                n * 9 + 2.6)), PAPER if n % 2 else Cmyk(0, 4, 40, 0))
    f.die(x, y, 12.8, 17, (6, 4, 5), (PAPER, Cmyk(0, 4, 30, 0), Cmyk(0, 22, 72, 0)), Cmyk(0, 88, 80,
            0), 1.0)
    for sx, sy, r in ((-17.5, -33, 3.8), (17.6, -34, 2.8), (20, -11, 4.0), (-20, -8, 2.8),
                      (-7, -39.6, 2.0)):
        f.flat(star(sx, sy, r, r * 0.28, 4), PAPER, 0.6, halo=True)


def _feather(length: float, width: float) -> Path:
    """Return a round-ended feather that runs from (0, 0) to the right and bends down a little."""
    return blob((0, 0, 1), (length * 0.25, -width * 0.46), (length * 0.62, -width * 0.62),
                (length * 0.92, -width * 0.28),
                (length, width * 0.26), (length * 0.9, width * 0.56), (length * 0.55, width * 0.5),
                (length * 0.22, width * 0.34))


def revival(f: Figure) -> None:
    """Draw a card that returns on wings with three rows of feathers; the long ones curve up."""
    tones = KINDS["revival"]
    down = Tones(tones.light, PAPER, PAPER)
    tips = Tones(tones.base.mixed(tones.light, 0.25), tones.light.mixed(PAPER, 0.35), PAPER)
    f.mark(disc(0, -19, 19), tones.light.mixed(PAPER, 0.3))
    for n in range(24):
        f.mark(cut(polar(0, -19, 18, n * 15 - 2.2), polar(0, -19, 23.6 if n % 2 else 21, n * 15),
                   polar(0, -19, 18, n * 15 + 2.2)), tones.light.mixed(PAPER, 0.3))
    # Long primaries fan out from the wrist, from vertical to level.
    wrist = (13.2, -31.0)
    for n in range(9):
        share = n / 8
        turn = 74 - 9 - 122 * (1 - share) ** 0.92 + 8
        length = 17.6 + 4.6 * (1 - share) - 4 * share
        x = wrist[0] + 2.2 - 8.4 * share
        y = wrist[1] + 0.4 + 15.0 * share
        path = at(_feather(length, 4.4), x, y, turn)
        for part in (path, flip(path)):
            f.cel(part, tips, 0.7, 0.8)
        f.trace(at(stem([(2, 0.1), (length * 0.5, -0.3), (length * 0.86, 0.1)], [0.1, 0.2, 0.1]), x,
                   y, turn), 0.15, tones.dark)
        f.trace(flip(at(stem([(2, 0.1), (length * 0.5, -0.3), (length * 0.86, 0.1)],
                             [0.1, 0.2, 0.1]), x, y, turn)), 0.15, tones.dark)
    for row, (count, length, width, spread, pull) in enumerate(((7, 10.6, 3.8, 104, 0.4),
            (6, 7.0, 3.4, 92, 1.4))):
        for n in range(count):
            share = n / (count - 1)
            turn = 70 - spread * (1 - share) ** 0.95
            x = wrist[0] + 0.6 - pull - (7.6 - row) * share
            y = wrist[1] + 0.6 + pull + 13.6 * share
            path = at(_feather(length * (1 - 0.14 * share), width), x, y, turn)
            for part in (path, flip(path)):
                f.cel(part, down, 0.6, 0.6)
    # The leading edge runs over shoulder and wrist to the curl at the top.
    arm = blob((5.0, -10.6, 1), (5.6, -18), (8.4, -26), (12.0, -31.6), (15.2, -34.2), (16.9, -33.2),
               (16.2, -30.6), (13.4, -27.4), (11.2, -22), (9.8, -15.6), (8.6, -10.4, 1))
    for part in (arm, flip(arm)):
        f.cel(part, down, 0.8, 0.7)
    for n in range(4):
        y = -14.6 - n * 4.1
        x = 7.2 + n * 1.35
        for side in (-1, 1):
            f.line([(side * (x - 0.9), y - 0.2), (side * (x + 0.3), y + 1.2), (side * (x + 1.7),
                    y + 0.2)], 0.4, tones.dark)
    card = at(cut((-8.2, -13.4), (8.2, -13.4), (8.2, 13.4), (-8.2, 13.4)), 0, -18.4, -5)
    f.flat(card, tones.dark, 1.0, halo=True)
    f.trace(at(cut((-6.8, -12), (6.8, -12), (6.8, 12), (-6.8, 12)), 0, -18.4, -5), 0.7, tones.light)
    f.die(0, -18.4, 6.2, -5, (1, 2, 3), (PAPER, Cmyk(10, 0, 6, 4), Cmyk(35, 0, 22, 10)), width=0.6)
    # An arrow turns below the card and rises.
    bow = stem(arc_points(0, -17, 14.6, 150, 36), [0.4, 2.0, 2.8, 3.0])
    f.cel(bow, GOLD, 0.8, 0.5)
    x, y = polar(0, -17, 14.6, 30)
    f.cel(at(cut((-4.4, 1.4), (4.4, 1.4), (0, -5.6)), x, y, 26), GOLD, 0.8, 0.5)
    for sx, sy, r in ((0, -38.4, 2.8), (-23, -6, 2.2), (23.4, -4, 1.8)):
        f.flat(star(sx, sy, r, r * 0.28, 4), PAPER, 0.45, halo=True)


def token(f: Figure) -> None:
    """Draw a plain die as a fighter: arms, legs and an angry face."""
    for side in (-1, 1):
        f.cel(stem([(side * 4.4, -8), (side * 5.6, -2.6), (side * 8.4, 0)], [2.8, 2.6, 2.8]), RED,
              0.8, 0.4)
        f.cel(disc(side * 8.8, -0.4, 3.8, 2.2), RED, 0.8, 0.6)
    for points, (x, y) in (([(-11, -17), (-17, -14), (-19, -20)], (-19.2, -22.4)),
                           ([(11, -19), (17.5, -20), (19.4, -28)], (19.6, -30.4))):
        f.cel(stem(points, [2.8, 2.6, 2.4]), RED, 0.8, 0.4)
        f.cel(disc(x, y, 3.1), WHITE, 0.8, 0.6)
        f.line([(x - 0.4, y - 1.6), (x - 0.2, y + 0.4)], 0.45)
        f.line([(x + 1.0, y - 1.6), (x + 1.0, y + 0.2)], 0.45)
    f.die(0, -19, 14.2, 3, (1, 0, 0), (PAPER, Cmyk(3, 2, 2, 8), Cmyk(9, 6, 6, 26)), width=1.0)
    for side in (-1, 1):
        eye = blob((side * 2.0, -15.2), (side * 5.4, -18.6), (side * 9.4, -18.0),
                   (side * 8.8, -13.6), (side * 5.2, -11.6), (side * 2.4, -12.4))
        f.flat(eye, PAPER, 0.8)
        f.mark(disc(side * 5.2 + 0.5, -14.6, 1.9))
        f.mark(disc(side * 5.2 - 0.1, -15.3, 0.65), PAPER)
        f.mark(cut((side * 1.2, -15.4), (side * 9.8, -21.2), (side * 10.2, -19.4),
                   (side * 1.8, -13.6)))
    f.flat(cut((-5.6, -9.9), (-2.4, -8.2), (0, -9.2), (2.4, -8.0), (5.4, -10.2), (3.4, -6.2),
               (0, -5.6), (-3.4, -6.6)), MOUTH, 0.8)
    f.mark(cut((-2.2, -8.2), (-0.4, -8.9), (-1.2, -7.0)), PAPER)
    f.mark(cut((2.2, -8.1), (0.5, -8.9), (1.3, -7.0)), PAPER)
    for x, y, r in ((-22, -31, 1.4), (24, -22, 1.2), (13, -36.6, 1.5)):
        f.flat(star(x, y, r * 1.6, r * 0.5, 4), PAPER, 0.45, halo=True)


def phases(f: Figure) -> None:
    """Draw the five phases of a round on one track: die, blades, star, wing, cards."""
    spots = [(-20.4, -33.0), (-10.2, -30.6), (0.2, -34.2), (10.6, -30.8), (20.8, -34.2)]
    f.cel(stem([(-30, -31), *spots, (30, -31)], [2.2] * 7), GOLD, 0.7, 0.4)
    inks = [Cmyk(92, 62, 0, 0), Cmyk(0, 82, 92, 0), Cmyk(0, 24, 92, 0), Cmyk(78, 0, 52, 0),
            Cmyk(12, 6, 6, 22)]
    for n, ((x, y), ink) in enumerate(zip(spots, inks, strict=True)):
        f.flat(disc(x, y, 5.2), PAPER, 0.9, halo=True)
        f.flat(disc(x, y, 4.3), ink, 0.45)
        _station(f, n, x, y)
        for k in range(n + 1):
            f.flat(disc(x + (k - n / 2) * 1.55, y + 7.0, 0.62), PAPER, 0.35, halo=True)


def _station(f: Figure, n: int, x: float, y: float) -> None:
    if n == 0:
        f.die(x, y, 2.9, 8, (3, 1, 2), width=0.4)
    elif n == 1:
        for lean in (-42, 42):
            blade = cut((0, -3.4), (0.6, -2.4), (0.6, 1.2), (1.7, 1.2), (1.7, 1.9), (0.5, 1.9),
                        (0.5, 3.4), (-0.5, 3.4), (-0.5, 1.9), (-1.7, 1.9), (-1.7, 1.2), (-0.6, 1.2),
                        (-0.6, -2.4))
            f.flat(at(blade, x, y, lean), PAPER, 0.4)
    elif n == 2:
        f.flat(star(x, y + 0.2, 3.3, 1.45, 5), PAPER, 0.45)
    elif n == 3:
        f.flat(at(cut((-1.5, -2.4), (1.5, -2.4), (1.5, 2.4), (-1.5, 2.4)), x - 0.4, y + 0.4, -8),
               PAPER, 0.45)
        f.line(arc_points(x, y, 3.3, 150, 10), 0.8, PAPER)
        f.mark(cut(polar(x, y, 2.0, 8), polar(x, y, 4.5, 8), (x + 3.2, y - 2.4)), PAPER)
    else:
        for lean in (-20, 2, 24):
            f.flat(at(cut((-1.4, -4.2), (1.4, -4.2), (1.4, 0), (-1.4, 0)), x, y + 2.2, lean), PAPER,
                   0.4)
