"""Aviators' clothes: coats with rank bars, collars, scarves, goggles, and crowns."""

from __future__ import annotations

import math
from collections.abc import Sequence

from artwork.outlines import Knot, mirrored
from artwork.stratosphere.courts.portrait import BRASS, FLEECE, GOLD_BAR, LEATHER, Sitter, Tone
from artwork.stratosphere.signs import sign
from printkit.pdf.drawing import PAPER, Cmyk, Path, Point, ellipse, polygon


def coat(sitter: Sitter, tone: Tone, bars: int, *, light: Cmyk | None = None) -> None:
    """Draw a coat with one rank bar for a jack, two for a queen, or three for a king."""
    sitter.body()
    half: list[Knot] = [(0, 10.8), (5.2, 11.6), (11.5, 14.0), (17.4, 17.6), (20.5, 27, 1), (0, 28)]
    sitter.part(mirrored(half), tone, mass=True, shift=1.1, light=light)
    for side in (-1, 1):
        for k in range(bars):
            x = 9.6 + 2.5 * k
            y = 13.9 + 0.95 * k
            bar = polygon([(side * x, y), (side * (x + 1.5), y + 0.6),
                           (side * (x + 2.6), y + 6.5), (side * (x + 1.1), y + 6.1)])  # fmt: skip
            sitter.flat(bar, GOLD_BAR, 0.28)


def fleece(sitter: Sitter) -> None:
    """Draw a turned-down collar of lambskin."""
    sitter.body()
    half: list[Knot] = [(0, 18.6, 1), (3.6, 14.4), (4.4, 11.2, 1), (7.4, 11.4), (9.8, 14.2),
                        (8.6, 17.8), (4.6, 20.6), (0, 23.4, 1)]  # fmt: skip
    sitter.part(mirrored(half), FLEECE, mass=True, shift=0.7)
    curls = Path(())
    for x, y in ((5.9, 12.7), (7.7, 14.7), (7.2, 17.0), (5.0, 18.4), (5.4, 15.3), (2.8, 19.9)):
        for side in (-1, 1):
            curls += ellipse(side * x, y, 0.95)
    with sitter.pen.clipped(curls):
        sitter.flat(curls, FLEECE.base)
    sitter.pen.stroke(curls, sitter.tone(FLEECE.shade), 0.25)


def lapels(sitter: Sitter, tone: Tone, shirt: Cmyk) -> None:
    """Draw a shirt front between two lapels."""
    sitter.body()
    sitter.flat(
        [(-4.4, 11.6, 1), (0, 13.4), (4.4, 11.6, 1), (3.4, 24, 1), (-3.4, 24, 1)], shirt, 0.4
    )
    for side in (-1, 1):
        flap: list[Knot] = [(side * 4.2, 10.8, 1), (side * 7.0, 12.4, 1), (side * 6.6, 16.6, 1),
                            (side * 8.0, 17.4, 1), (side * 1.2, 24.5, 1),
                            (side * 3.4, 15.0)]  # fmt: skip
        sitter.part(flap, tone, shift=0.5, width=0.4)


def stand_collar(sitter: Sitter, tone: Tone, trim: Cmyk) -> None:
    """Draw an officer's high collar with an edge and a row of buttons."""
    sitter.body()
    for side in (-1, 1):
        half: list[Knot] = [(0, 15.6, 1), (side * 3.6, 12.6), (side * 5.0, 9.6, 1),
                            (side * 6.8, 10.6, 1), (side * 6.2, 15.2), (0, 19.6, 1)]  # fmt: skip
        sitter.part(half, tone, shift=0.5, width=0.4)
        edge = [(side * 5.3, 10.0), (side * 3.9, 13.0), (0, 16.4)]
        sitter.stroke(edge, (0.55, 0.55, 0.4), trim)
    for y in (20.4, 23.0):
        sitter.disc(0, y, 0.75, GOLD_BAR, 0.25)


def wrap(sitter: Sitter, inner: Tone, outer: Tone) -> None:
    """Draw two crossed layers of silk at the neck."""
    sitter.body()
    right: list[Knot] = [(4.6, 10.6, 1), (7.6, 12.2, 1), (2.6, 18.6), (-5, 25, 1), (-7.4, 23, 1),
                         (1.4, 16.6)]  # fmt: skip
    left: list[Knot] = [(-4.6, 10.6, 1), (-7.6, 12.2, 1), (-2.6, 18.6), (5, 25, 1), (7.4, 23, 1),
                        (-1.4, 16.6)]  # fmt: skip
    sitter.part(right, inner, shift=0.4, width=0.4)
    sitter.part(left, outer, shift=0.4, width=0.4)


def scarf_tail(sitter: Sitter, side: int, rise: float = 0.0) -> None:
    """Draw a scarf's two ends, which stream in the wind behind the shoulders."""
    sitter.body()
    base, shade = sitter.palette.scarf
    tone = Tone(base, shade)
    for k in (0, 1):
        points: list[Point] = [
            (side * 3.0, 12.0 + k), (side * 11.0, 10.4 + 2.3 * k - rise),
            (side * 18.0, 6.6 + 3.6 * k - 1.6 * rise), (side * 26.0, 9.0 + 4.0 * k - 2 * rise),
        ]  # fmt: skip
        path = sitter.strap_path(points, (4.2, 4.0, 3.8, 3.0))
        sitter.part(path, tone, mass=True, shift=0.6, width=0.4)


def scarf(sitter: Sitter) -> None:
    """Draw a scarf around the neck, in the other front's colour."""
    sitter.body()
    base, shade = sitter.palette.scarf
    tone = Tone(base, shade)
    lower: list[Knot] = [(-7.2, 12.6), (-3.0, 14.6), (2.6, 14.8), (7.4, 12.4), (8.2, 15.2),
                         (3.0, 18.8), (-3.4, 18.6), (-8.2, 15.4)]  # fmt: skip
    upper: list[Knot] = [(-5.8, 10.0), (-2.4, 12.4), (2.4, 12.4), (5.8, 10.0), (7.2, 12.4),
                         (2.8, 15.8), (-2.8, 15.8), (-7.2, 12.6)]  # fmt: skip
    sitter.part(lower, tone, mass=True, shift=0.6, width=0.4)
    sitter.part(upper, tone, shift=0.6, width=0.4)
    folds = [[(-5.6, 12.6), (-2.0, 14.3), (1.6, 14.5)], [(-4.6, 16.2), (-0.6, 17.4), (3.0, 17.2)]]
    sitter.hair(folds, shade, 0.3)


def lean(sitter: Sitter) -> float:
    """Return the sideways shift of headgear on a turned head."""
    return sitter.face(0, 0)[0]


def goggles(sitter: Sitter, y: float, radius: float = 3.4) -> None:
    """Draw goggles on the forehead, with the suit's sign in each lens."""
    palette, x0 = sitter.palette, lean(sitter)
    lens = palette.dark if palette.warm else palette.ink
    strap = [(-7.9, y + 1.6), (x0 - 4.4, y + 0.2), (x0 + 4.4, y + 0.2), (7.9, y + 1.6)]
    sitter.part(sitter.strap_path(strap, (2.2, 2.0, 2.0, 2.2)), LEATHER, shift=0.4, width=0.4)
    for side in (-1, 1):
        near = 1 - 0.010 * side * -sitter.pose.turn
        x, rx = x0 * 0.8 + side * (radius + 0.45), radius * min(1.05, near)
        sitter.part(ellipse(x, y, rx, radius), BRASS, shift=0.5, width=0.45)
        glass = ellipse(x, y, rx - 0.85, radius - 0.85)
        sitter.flat(glass, lens, 0.3)
        glint = polygon(
            [(x - 3, y - 1.2), (x + 1.2, y - 4), (x + 2.4, y - 3.4), (x - 2.6, y + 1.4)]
        )
        sitter.within(glass, glint, lens.mixed(palette.light, 0.55))
        mark = sign(palette.suit, x, y + 0.1, 1.45)
        sitter.flat(mark, palette.edge if palette.warm or palette.line_only else palette.body)
    sitter.flat(ellipse(x0 * 0.8, y, 1.0, 0.7), BRASS.base, 0.35)


def crown(sitter: Sitter, y: float, width: float, points: Sequence[float], height: float) -> None:
    """Draw a crown whose band is centred at y; ``points`` are the x of its tips (−1 to 1)."""
    x0, palette = lean(sitter) * 0.6, sitter.palette
    half = width / 2
    rim: list[Knot] = [(-half, y + 1.1, 1)]
    for n, place in enumerate(points):
        tall = height * (1 - 0.22 * place * place)
        if n:
            valley = (place + points[n - 1]) / 2
            rim.append((x0 * 0.3 + valley * half, y - 0.42 * height, 1))
        rim.append((x0 * 0.3 + place * half * 1.06, y - tall, 1))
    rim += [(half, y + 1.1, 1), (x0 * 0.3, y + 1.9)]
    path = sitter.part(rim, BRASS, mass=True, shift=0.8)
    band = [(-half - 1, y - 0.9), (0, y - 0.1), (half + 1, y - 0.9), (half + 1, y + 0.1),
            (0, y + 0.8), (-half - 1, y + 0.1)]  # fmt: skip
    sitter.within(path, band, palette.dark if palette.warm else palette.ink)
    for place in points:
        tall = height * (1 - 0.22 * place * place)
        sitter.disc(x0 * 0.3 + place * half * 1.06, y - tall, 0.62, PAPER, 0.3)
    gem = sign(palette.suit, x0 * 0.8, y - 1.5, 1.25)
    sitter.flat(gem, palette.body if palette.warm else palette.dark, 0.22)


def headset(sitter: Sitter, side: int, tone: Tone) -> None:
    """Draw an ear cup and a microphone on a boom."""
    x = side * 7.5 - 0.04 * sitter.pose.turn
    mouth = sitter.face(side * 2.6, 7.6, 2.0)
    boom = [(x, 2.2), (x - side * 0.6, 6.6), (mouth[0] + side * 0.6, mouth[1] + 0.9)]
    sitter.stroke(boom, (0.55, 0.55, 0.5), tone.shade)
    sitter.flat(ellipse(mouth[0], mouth[1] + 0.8, 1.0, 0.6), tone.shade, 0.2)
    sitter.part(ellipse(x, 0.4, 2.3, 2.9), tone, mass=True, shift=0.6)
    sitter.flat(ellipse(x, 0.4, 1.2, 1.7), tone.shade)


def ringlets(
    sitter: Sitter, spots: Sequence[tuple[float, float, float]], tone: Tone, *, mass: bool = True
) -> None:
    """Draw curly hair: circles that merge into one mass."""
    whole = Path(())
    for x, y, radius in spots:
        whole += ellipse(x, y, radius)
    if mass:
        sitter.flat(whole, tone.shade, 0.9, mass=True)
    sitter.flat(whole, tone.shade)
    lit = Path(())
    for x, y, radius in spots:
        lit += ellipse(x - 0.25 * radius, y - 0.25 * radius, 0.72 * radius)
    sitter.flat(lit, tone.base)
    swirl = [
        [(x - 0.4 * r, y + 0.1 * r), (x, y - 0.35 * r), (x + 0.35 * r, y + 0.05 * r)]
        for x, y, r in spots
    ]
    sitter.hair(swirl, tone.shade, 0.25)


def arc_points(radius: float, start: float, end: float, count: int, y: float = 0.0) -> list[Point]:
    """Return points on a circle around (0, y); angles are clockwise from the right."""
    step = (end - start) / (count - 1)
    angles = [math.radians(start + step * k) for k in range(count)]
    return [(radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
