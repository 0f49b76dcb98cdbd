"""The line patterns of the elements, which fill windows, discs and robes.

Fire has flames in staggered rows, each flame nested three times. Metal has hexagons split in
three, some hatched. Wood has vertical grain that bends around knots. Earth has wavy strata with a
few joints. Water has rows of scale waves.

A pattern covers a box; the caller clips it to a shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from artwork.geometry import fitted
from artwork.jiguan.palette import Element
from artwork.outlines import chance, through
from artwork.shapes import arc
from printkit.pdf.drawing import Path, Point, polygon

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in mm."""


def pattern(element: Element, box: Box, step: float = 1.0, seed: str = "") -> Path:
    """Return an element's lines over a box; ``step`` scales their spacing."""
    return _PATTERNS[element](box, step, f"{element}{seed}")


def _fire(box: Box, step: float, _seed: str) -> Path:
    left, top, width, height = box
    tall, wide = 7.2 * step, 4.6 * step
    lines = Path(())
    row, y = 0, top - tall * 0.3
    while y < top + height + tall:
        x = left - wide + (wide / 2 if row % 2 else 0)
        while x < left + width + wide:
            for f in (1.0, 0.62, 0.28):
                shapes = ((-0.46, 0), (-0.5, 0.32), (-0.12, 0.62), (0.18, 1.05)), (
                    (0.18, 1.05), (0.16, 0.62), (0.5, 0.36), (0.46, 0))  # fmt: skip
                for side in shapes:
                    lines += through([(x + wide * a * f, y - tall * b * f) for a, b in side])
            x += wide
        y += tall * 0.62
        row += 1
    return lines


def _metal(box: Box, step: float, _seed: str) -> Path:
    left, top, width, height = box
    side = 6.0 * step
    lines = Path(())
    for i in range(-1, int(width / side) + 2):
        for j in range(-1, int(height / (side * 0.87)) + 2):
            x = left + i * side + (side / 2 if j % 2 else 0)
            y = top + j * side * 0.87
            low, high, far = side * 0.29, side * 0.58, side / 2
            # Draw three edges per hexagon; its neighbours draw the others.
            lines += polygon([(x - far, y - low), (x, y - high), (x + far, y - low),
                              (x + far, y + low)], closed=False)  # fmt: skip
            for px, py in ((x, y - high), (x + far, y + low), (x - far, y + low)):
                lines += polygon([(x, y), (px, py)], closed=False)
            if (i * 7 + j * 5) % 3 == 0:
                for t in (0.2, 0.4, 0.6, 0.8):
                    lines += polygon(
                        [(x + far * t, y + low * t), (x + far * t, y - high + low * t)],
                        closed=False,
                    )
    return lines


def _wood(box: Box, step: float, seed: str) -> Path:
    left, top, width, height = box
    source = chance(seed)
    knots = [
        (
            left + source.uniform(0.1, 0.9) * width,
            top + source.uniform(0.1, 0.9) * height,
            source.uniform(2.0, 3.6) * min(1, step + 0.1),
        )
        for _ in range(max(1, int(width * height / 480)))
    ]
    lines = Path(())
    ys = np.linspace(top, top + height, max(12, int(height / 1.1)))
    x = left - 3
    while x < left + width + 3:
        xs = np.full(len(ys), x) + 0.5 * np.sin(ys * 0.11 + x * 0.3)
        for kx, ky, kr in knots:
            away = xs - kx
            swell = kr * np.exp(-(((ys - ky) / (kr * 1.9)) ** 2))
            xs = kx + np.sign(away + 1e-6) * np.sqrt(away**2 + 0.9 * swell**2)
        lines += fitted(np.column_stack([xs, ys]), 0.05)
        x += 1.45 * step * source.uniform(0.75, 1.25)
    for kx, ky, kr in knots:
        for f in (0.75, 0.42):
            rx, ry = kr * 0.62 * f, kr * 1.25 * f
            ring: list[Point] = [
                (kx + rx * math.cos(a), ky + ry * math.sin(a))
                for a in np.linspace(0, 2 * math.pi, 9)
            ]
            lines += through(ring)
    return lines


def _earth(box: Box, step: float, seed: str) -> Path:
    left, top, width, height = box
    source = chance(seed)

    def level(x: float, y: float) -> float:
        return y + 0.45 * math.sin(x * 0.17 + y * 0.9) + 0.25 * math.sin(x * 0.41 + y * 2.1)

    lines = Path(())
    y = top - 1
    while y < top + height + 2:
        count = max(4, int(width / 4))
        xs = [left - 1 + (width + 2) * k / count for k in range(count + 1)]
        lines += through([(x, level(x, y)) for x in xs])
        gap = 1.5 * step * source.uniform(0.7, 1.5)
        if gap > 1.6 * step:
            x = left + source.uniform(0, 4)
            while x < left + width:
                foot = (x + source.uniform(-0.3, 0.3), level(x, y + gap) - 0.15)
                lines += polygon([(x, level(x, y) + 0.15), foot], closed=False)
                x += source.uniform(3.5, 8)
        y += gap
    return lines


_SCALE: Final = ((1.0, 29.4), (0.72, 34.9), (0.44, 36.6))
"""Radius of each of a scale's three arcs, and the elevation in degrees of its two ends."""


def _water(box: Box, step: float, _seed: str) -> Path:
    left, top, width, height = box
    radius = 4.2 * step
    lines = Path(())
    row, y = 0, top
    while y < top + height + radius:
        x = left - radius + (radius if row % 2 else 0)
        while x < left + width + radius:
            for f, rise in _SCALE:
                lines += arc(x, y, radius * f, 180 + rise, 360 - rise)
            x += radius * 2
        y += radius / 2
        row += 1
    return lines


_PATTERNS: Final[dict[Element, Callable[[Box, float, str], Path]]] = {
    "fire": _fire,
    "metal": _metal,
    "wood": _wood,
    "earth": _earth,
    "water": _water,
}
