"""Countable parts of a card: fruit, shield, score drop and owner mark."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import numpy as np

from artwork.geometry import ribbon, sampled
from artwork.outlines import outline, through
from artwork.pen import Pen
from artwork.yggdrasil.foliage import Leaf, draw_leaves
from artwork.yggdrasil.ground import ground_at, spikes
from artwork.yggdrasil.palette import Palette
from printkit.pdf.drawing import (
    PAPER,
    Form,
    Path,
    Radial,
    Stop,
    ellipse,
    placed,
    polygon,
    transformed,
)

FRUIT_RADIUS: Final = 3.7

_BODY: Final = (
    (0, -0.84), (0.42, -1.0), (0.86, -0.72), (1.0, -0.1), (0.82, 0.55), (0.42, 0.94),
    (0, 0.86), (-0.42, 0.94), (-0.82, 0.55), (-1.0, -0.1), (-0.86, -0.72), (-0.42, -1.0),
)  # fmt: skip
_GLINT: Final = ((-0.62, -0.35, 1), (-0.5, -0.62), (-0.2, -0.76, 1), (-0.38, -0.5))


@cache
def fruit_form(palette: Palette) -> Form:
    """Return a golden fruit with a stalk and one leaf, centred on the origin."""
    pen, r = Pen(), FRUIT_RADIUS
    body = transformed(outline(_BODY), placed(0, 0, scale=r))
    stops = tuple(
        Stop(at, colour) for at, colour in zip((0, 0.35, 0.72, 1), palette.fruit, strict=True)
    )
    pen.backed(body, palette.fruit[1], palette.ink, 0.38)
    pen.fill(body, Radial((-0.3 * r, -0.35 * r), 1.45 * r, stops))
    if palette.line_only:
        pen.stroke(body, palette.ink, 0.3)
    pen.fill(transformed(outline(_GLINT), placed(0, 0, scale=r)), PAPER)
    dimple = through([(-0.34 * r, -0.80 * r), (0, -0.66 * r), (0.34 * r, -0.80 * r)])
    pen.stroke(dimple, palette.ink, 0.26)
    stalk = sampled([(0, -r * 0.7), (0.13 * r, -r * 1.05), (0.05 * r, -r * 1.36)], 0.2)
    pen.fill(ribbon(stalk, 0.25), palette.ink)
    draw_leaves(pen, [Leaf(0.1 * r, -1.05 * r, 28, r * 0.85, "leaf-b")], palette)
    return pen.form("fruit", (-r - 1, -r - 2.6, r + 1, r + 1))


def fruit_light(pen: Pen, palette: Palette, x: float, y: float) -> None:
    """Draw the light around a fruit: rays by day, a glow by night."""
    r = FRUIT_RADIUS
    if palette.sun or palette.line_only:
        if not palette.line_only:
            pen.fill(ellipse(x, y, r + 1.5), palette.fruit_glow[0])
        rays = spikes(16, r + 0.75, r + 2.3, math.radians(4.2), 0.7)
        pen.fill(transformed(rays, placed(x, y)), palette.fruit_ray)
        return
    rim = ground_at(palette, x, y)
    near, far = palette.fruit_glow
    stops = (
        Stop(0, near),
        Stop(0.55, near),
        Stop(0.66, far),
        Stop(0.82, far.mixed(rim, 0.68)),
        Stop(1, rim),
    )
    pen.fill(ellipse(x, y, r + 3.0), Radial((x, y), r + 3.0, stops))


_SHIELD: Final = outline(
    [
        (0, 0.2, 1), (0.28, 0.10), (0.5, 0, 1), (0.72, 0.10), (1, 0.2, 1), (0.98, 0.6),
        (0.78, 0.88), (0.5, 1.08, 1), (0.22, 0.88), (0.02, 0.6),
    ]
)  # fmt: skip
_DROP: Final = outline(
    [
        (0, -1.25, 1), (0.75, -0.62), (0.95, 0.1), (0.62, 0.78), (0, 1.0), (-0.62, 0.78),
        (-0.95, 0.1), (-0.75, -0.62),
    ]
)  # fmt: skip


@cache
def shield_form(palette: Palette) -> Form:
    """Return the shield for the power, 12.2 mm wide; its top left corner is the origin."""
    pen, size = Pen(), 12.2

    def scaled(share: float) -> Path:
        middle = placed(size / 2, size * 0.54, scale=size * share) @ placed(-0.5, -0.54)
        return transformed(_SHIELD, middle)

    pen.backed(scaled(1), palette.shield_rim, palette.ink, 0.3)
    pen.fill(scaled(0.90), palette.ink)
    pen.fill(scaled(0.865), palette.shield)
    for x in (0.085, 0.915):
        pen.fill(ellipse(size * x, size * 0.245, 0.28), palette.ink)
    return pen.form("shield", (-1, -1, size + 1, size * 1.08 + 1))


@cache
def score_form(palette: Palette) -> Form:
    """Return the leaf behind the number of fruits, centred on the origin."""
    pen = Pen()
    outer = transformed(_DROP, placed(0, 0, scale=3.55))
    pen.backed(outer, palette.score_rim, palette.ink, 0.22)
    pen.fill(transformed(_DROP, placed(0, 0, scale=3.0)), palette.score)
    return pen.form("score", (-5, -5, 5, 5))


def owner_mark(palette: Palette, radius: float) -> Path:
    """Return a sun with eight rays or a crescent moon around the origin."""
    if palette.sun:
        return ellipse(0, 0, radius * 0.52) + spikes(8, radius * 0.66, radius, math.radians(13))
    horn = math.radians(50)
    outer, inner = radius * 0.92, radius * 0.62
    cx = radius * 0.40
    reach = math.atan2(math.sin(horn) * outer, math.cos(horn) * outer - cx)
    inner = math.hypot(math.cos(horn) * outer - cx, math.sin(horn) * outer)
    bow = np.linspace(horn, 2 * math.pi - horn, 25)
    hollow = np.linspace(2 * math.pi - reach, reach, 25)
    points = [(outer * math.cos(a), outer * math.sin(a)) for a in bow]
    points += [(cx + inner * math.cos(a), inner * math.sin(a)) for a in hollow]
    return polygon(points)
