"""Cloud scrolls on a lattice: the unobtrusive background of backs and mats."""

from __future__ import annotations

from collections.abc import Iterator

from artwork.shapes import arc
from printkit.pdf.drawing import Path, Point, placed, transformed


def scroll(size: float) -> Path:
    """Return one cloud around the origin: two volutes joined by an arc; ``size`` is its scale."""
    half = arc(1.75, 0, 1.75, 180, 380) + arc(2.05, -0.1, 1.0, 20, 280)
    both = half + transformed(half, placed(0, 0, mirrored=True)) + arc(0, 2.9, 3.2, 215, 325)
    return transformed(both, placed(0, 0, scale=size))


def lattice(centre: Point, reach: Point, pitch: Point) -> Iterator[tuple[float, float, float]]:
    """Yield the positions of clouds around a centre, in staggered rows, with their rotations.

    The lattice, with its rotations, is point-symmetric about the centre.
    """
    rows, columns = int(reach[1] / pitch[1]) + 1, int(reach[0] / pitch[0]) + 1
    for j in range(-rows, rows + 1):
        shift = pitch[0] / 2 if j % 2 else 0.0
        for i in range(-columns, columns + 1):
            x = i * pitch[0] + (shift if j > 0 else -shift)
            first = j > 0 or (j == 0 and i > 0)
            yield centre[0] + x, centre[1] + j * pitch[1], 0.0 if first else 180.0
