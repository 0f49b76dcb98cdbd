"""The background of every card: sky with isobars, clouds, and a weather front above the foot.

A warm front has half-discs and a cold front has teeth, as on a weather chart. These signs show the
force to which the card belongs.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from artwork.card import BLEED, BOX, HEIGHT, WIDTH
from artwork.geometry import directions, even, sampled
from artwork.outlines import chance, outline, through
from artwork.pen import Pen
from artwork.stratosphere.palette import Palette
from artwork.stratosphere.signs import half_disc, isobars
from printkit.pdf.drawing import (
    Axial,
    Cmyk,
    Contour,
    Form,
    Path,
    Point,
    Stop,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

HORIZON: Final = 60.0
"""The y of the lower end of the visible sky."""

_SKY: Final = rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HORIZON + BLEED)
_EYE: Final[Point] = (40, 26)
_RINGS: Final = 14
_RING_STEP: Final = 5.0
_FRONT: Final[tuple[Point, ...]] = (
    (-4, 56.2), (6, 53.2), (18, 52.2), (30, 53.8), (42, 55.2), (58, 52.2),
)  # fmt: skip
_HEAD: Final = (2.5, 2.5, 49.5, 14.5)
"""Area of the index, name and kind (left, top, width, height), which has no stars."""


@cache
def sky_form(palette: Palette) -> Form:
    """Return the suit's sky, with stars for the cold suits."""
    pen = Pen()
    if not palette.line_only:
        high, middle, low = palette.sky
        stops = (Stop(0, high), Stop(0.5, middle), Stop(1, low))
        pen.fill(_SKY, Axial((0, -BLEED), (0, HORIZON), stops))
    if not palette.warm:
        _stars(pen, palette)
    return pen.form(f"sky-{palette.suit}", BOX)


def _stars(pen: Pen, palette: Palette) -> None:
    source = chance("stars", palette.suit)
    left, top, width, height = _HEAD
    stars = Path(())
    for _ in range(60):
        x, y = source.uniform(-2, 56), source.uniform(-2, 40)
        radius = 0.07 + 0.2 * source.random() ** 2
        if not (left < x < left + width and top < y < top + height):
            stars += ellipse(x, y, radius)
    pen.fill(stars, palette.star)


def draw_isobars(pen: Pen, palette: Palette, seed: str) -> None:
    """Draw a pressure chart over the sky; each card has a different one."""
    fine, bold = isobars(seed, _EYE, _RINGS, _RING_STEP)
    with pen.clipped(_SKY):
        pen.stroke(fine, palette.isobar, 0.18 if palette.line_only else 0.22)
        pen.stroke(bold, palette.isobar, 0.35 if palette.line_only else 0.44)


def cloud(pen: Pen, palette: Palette, x: float, y: float, width: float, seed: str) -> None:
    """Draw a cumulus cloud whose flat base is centred on (x, y)."""
    source = chance("cloud", seed)
    count = max(4, int(width / 3.2))
    puffs = []
    for k in range(count):
        share = k / (count - 1)
        bulge = math.sin(math.pi * share)
        radius = width * (0.10 + 0.13 * bulge**0.8) * source.uniform(0.8, 1.2)
        lift = bulge * width * 0.05 * source.uniform(0.4, 1.3)
        puffs.append((x + (share - 0.5) * width * 0.86, y - radius * 0.55 - lift, radius))
    shade, middle, light = palette.cloud
    tones = (((0.0, 0.0, 1.0), shade), ((0.10, 0.16, 0.90), middle), ((0.22, 0.34, 0.64), light))
    whole = Path(())
    for px, py, radius in puffs:
        whole += ellipse(px, py, radius)
    with pen.clipped(rectangle(x - width, y - width, 2 * width, width)):
        if palette.line_only:
            pen.stroke(whole, grey_line(palette), 0.5)
        for (left, up, scale), colour in tones:
            layer = Path(())
            for px, py, radius in puffs:
                layer += ellipse(px - radius * left, py - radius * up, radius * scale)
            pen.fill(layer, colour)
    if palette.line_only:
        pen.stroke(polygon([(x - width * 0.5, y), (x + width * 0.5, y)], closed=False),
                   grey_line(palette), 0.25)  # fmt: skip
    else:
        half = width * 0.5
        lens = outline([(x - half, y, 1), (x, y - 0.1), (x + half, y, 1), (x, y + width * 0.03)])
        pen.fill(lens, shade)


def grey_line(palette: Palette) -> Cmyk:
    """Return the colour of clouds' lines in the line-only style."""
    return palette.isobar.mixed(palette.ink, 0.35)


def front_signs(
    line: tuple[Point, ...], size: float, gap: float, *, warm: bool, below: bool = False
) -> Path:
    """Return a front's half-discs or teeth, on the left of its line unless ``below``."""
    course = sampled(line, 0.2)
    tangent, _ = directions(course)
    spots = even(course, 2 * size + gap)[:-1]
    signs = Path(())
    sign = half_disc(size) if warm else polygon([(-size, 0), (size, 0), (0, -1.5 * size)])
    for x, y in spots:
        nearest = ((course[:, 0] - x) ** 2 + (course[:, 1] - y) ** 2).argmin()
        turn = math.degrees(math.atan2(tangent[nearest, 1], tangent[nearest, 0]))
        signs += transformed(sign, placed(x, y, turn=turn + (180 if below else 0)))
    return signs


def _below(line: tuple[Point, ...], shift: float, depth: float) -> Path:
    """Return a band below the front."""
    upper = through([(x, y + shift) for x, y in line]).contours[0]
    lower = through([(x, y + shift + depth) for x, y in reversed(line)]).contours[0]
    return Path((Contour(upper.start, (*upper.segments, lower.start, *lower.segments)),))


@cache
def foot_form(palette: Palette) -> Form:
    """Return the background behind tag and text, with the front as its upper edge."""
    pen = Pen()
    edge = through(_FRONT).contours[0]
    low = HEIGHT + BLEED + 1
    body = Path((Contour(edge.start, (*edge.segments, (58.0, low), (-4.0, low))),))
    pen.fill(body, palette.foot)
    if not palette.line_only:
        with pen.clipped(body):
            for shift, depth, share in ((2.2, 1.0, 0.30), (4.2, 0.8, 0.18), (6.6, 0.6, 0.10)):
                tone = palette.foot.mixed(palette.light, share * (1 if palette.warm else 0.55))
                pen.fill(_below(_FRONT, shift, depth), tone)
    signs = front_signs(_FRONT, 1.55, 1.5, warm=palette.warm)
    if palette.line_only:
        pen.shape(signs, palette.foot if palette.warm else palette.light, palette.front, 0.4)
    else:
        pen.fill(signs, palette.front)
    pen.stroke(through(_FRONT), palette.front, 0.95 if not palette.line_only else 0.5)
    return pen.form(f"foot-{palette.suit}", BOX)
