"""Arrows along a circle, for the cycles of generation and of overcoming."""

from __future__ import annotations

import math

from artwork.shapes import arc, polar
from printkit.pdf.drawing import Path, polygon


def arrow(
    x: float, y: float, radius: float, start: float, end: float, head: float
) -> tuple[Path, Path]:
    """Return the shaft and head of an arrow along a circle; its tip is at the angle ``end``."""
    side = 1 if end > start else -1
    back = math.degrees(head * 0.8 / radius)
    px, py = polar(x, y, radius, end)
    along = math.radians(end + side * 90)
    dx, dy = math.cos(along), math.sin(along)
    tip = (px + dx * 0.25, py + dy * 0.25)
    wings = [
        (px - dx * head - dy * head * w, py - dy * head + dx * head * w) for w in (0.62, -0.62)
    ]
    notch = (px - dx * head * 0.7, py - dy * head * 0.7)
    shaft = arc(x, y, radius, start, end - side * back)
    return shaft, polygon([tip, wings[0], notch, wings[1]])
