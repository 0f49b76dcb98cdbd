"""The background of every card: parchment with rays, or night with rings and stars.

The background is centred on the card, so that its mirror image continues it on the next card.
The quarter rosettes of four cards form one sun or moon.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from artwork.card import BOX, HEIGHT, SHEET, WIDTH
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.yggdrasil.palette import Palette
from printkit.pdf.drawing import (
    Cmyk,
    Form,
    Path,
    Point,
    Radial,
    Stop,
    ellipse,
    placed,
    polygon,
    transformed,
)

_PRINTED: Final = (
    (2.0, 2.0, 21.5, 28.5),  # index and name
    (34.5, 55.0, 17.5, 27.0),  # effect
    (2.0, 81.0, 34.0, 7.0),  # footer, on fronts and backs
    (44.0, 80.0, 8.5, 8.0),  # owner mark
)
"""Areas without stars: next to a letter, a star would look like a point or an accent."""

_GROUND_CENTRE: Final[Point] = (27, 42)
_GROUND_RADIUS: Final = 50.0


def _ground_stops(palette: Palette) -> tuple[Stop, ...]:
    middle = palette.ground.mixed(palette.ground_rim, 0.55)
    return Stop(0, palette.ground), Stop(0.5, middle), Stop(1, palette.ground_rim)


def ground_at(palette: Palette, x: float, y: float) -> Cmyk:
    """Return the colour of the background at a point of the card."""
    t = min(1.0, math.dist((x, y), _GROUND_CENTRE) / _GROUND_RADIUS)
    low, middle, high = _ground_stops(palette)
    if t < 0.5:
        return low.colour.mixed(middle.colour, t * 2)
    return middle.colour.mixed(high.colour, t * 2 - 1)


@cache
def ground_form(palette: Palette) -> Form:
    """Return a theme's background, with quarter rosettes in the corners."""
    pen = Pen()
    if not palette.line_only:
        pen.fill(SHEET, Radial(_GROUND_CENTRE, _GROUND_RADIUS, _ground_stops(palette)))
    with pen.clipped(SHEET):
        if palette.sun:
            _rays(pen, palette)
        else:
            _rings(pen, palette)
            _stars(pen, palette)
        for x in (0.0, WIDTH):
            for y in (0.0, HEIGHT):
                _rosette(pen, palette, x, y)
    return pen.form("ground", BOX)


def _rays(pen: Pen, palette: Palette) -> None:
    """Draw wedges from the centre, which meet their mirror images on the neighbouring cards."""
    rays = Path(())
    for k in range(96):
        angle = 2 * math.pi * (k + 0.5) / 96
        near = 15 + (6 if k % 2 else 0) + (5 if k % 4 == 1 else 0)
        wide = 0.20 if k % 2 else 0.34
        to = placed(WIDTH / 2, HEIGHT / 2, turn=math.degrees(angle))
        rays += transformed(polygon([(near, 0), (62, wide), (62, -wide)]), to)
    pen.fill(rays, palette.rays)


def _rings(pen: Pen, palette: Palette) -> None:
    rings = Path(())
    for k in range(22):
        rings += ellipse(WIDTH / 2, HEIGHT / 2, 9 + k * 2.4)
    pen.stroke(rings, palette.rays, 0.18)


def _stars(pen: Pen, palette: Palette) -> None:
    source = chance("stars")
    stars = Path(())
    for _ in range(40):
        x, y = source.uniform(2, 52), source.uniform(2, 88)
        if any(bx < x < bx + w and by < y < by + h for bx, by, w, h in _PRINTED):
            continue
        size = source.choice((0.22, 0.3, 0.45, 0.7))
        stars += transformed(star(4, 1.5, 0.38), placed(x, y, scale=size))
    pen.fill(stars, palette.stars)


def star(points: int, outer: float, inner: float) -> Path:
    """Return a star around the origin with one point upwards."""
    return polygon(
        [
            (r * math.sin(math.pi * k / points), -r * math.cos(math.pi * k / points))
            for k in range(2 * points)
            for r in [inner if k % 2 else outer]
        ]
    )


def spikes(count: int, base: float, tip: float, half_angle: float, short: float = 0) -> Path:
    """Return a sun's rays around the origin; every second ray is ``short`` mm shorter."""
    rays = Path(())
    for k in range(count):
        angle = 2 * math.pi * (k + 0.5) / count
        reach = tip - (short if k % 2 == 0 else 0)
        rays += polygon(
            [
                (r * math.cos(angle + t), r * math.sin(angle + t))
                for r, t in ((base, -half_angle), (reach, 0), (base, half_angle))
            ]
        )
    return rays


def _rosette(pen: Pen, palette: Palette, x: float, y: float) -> None:
    """Draw a sun or moon around a corner; four adjacent cards each show a quarter."""
    to = placed(x, y)
    if palette.sun:
        disc = transformed(ellipse(0, 0, 2.5) + ellipse(0, 0, 1.2), to)
        pen.fill(disc, palette.rosette, even_odd=True)
        pen.fill(transformed(spikes(24, 3, 4.9, math.radians(4), 1.0), to), palette.rosette_line)
        if palette.line_only:
            pen.stroke(transformed(ellipse(0, 0, 2.5), to), palette.rosette_line, 0.25)
        return
    pen.stroke(transformed(ellipse(0, 0, 4.4), to), palette.rosette_line, 0.25)
    disc = transformed(ellipse(0, 0, 2.6) + ellipse(0, 0, 1.7), to)
    pen.fill(disc, palette.rosette, even_odd=True)
    dots = Path(())
    for k in range(16):
        angle = 2 * math.pi * (k + 0.5) / 16
        dots += ellipse(3.5 * math.cos(angle), 3.5 * math.sin(angle), 0.25)
    pen.fill(transformed(dots, to), palette.rosette_line)
