"""The four suit signs, and basic shapes for cards, mats and pieces.

A unit suit sign is about 2 high and centred on the origin.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from artwork.outlines import Knot, chance, mirrored, outline
from artwork.shapes import polar
from artwork.stratosphere.palette import Suit
from printkit.pdf.drawing import KAPPA, Contour, Path, Point, placed, transformed


def _lobe(x: float, y: float, angles: tuple[float, ...]) -> list[Knot]:
    return [polar(x, y, 0.46, angle) for angle in angles]


_HALF: Final[dict[Suit, list[Knot]]] = {
    "hearts": [
        (0, -0.52, 1), (0.32, -0.92), (0.78, -0.86), (0.98, -0.42), (0.80, 0.08), (0.42, 0.52),
        (0, 1.0, 1),
    ],
    "diamonds": [(0, -1.05, 1), (0.74, 0, 1), (0, 1.05, 1)],
    "spades": [
        (0, -1.02, 1), (0.30, -0.56), (0.74, -0.12), (0.96, 0.30), (0.70, 0.66), (0.32, 0.62),
        (0.10, 0.40, 1), (0.16, 0.72), (0.42, 1.0, 1), (0, 1.0),
    ],
    "clubs": [
        *_lobe(0, -0.56, (-90, -40, 10)), (0.26, -0.20, 1),
        *_lobe(0.52, 0.16, (-80, -30, 20, 70, 115)), (0.09, 0.36, 1), (0.15, 0.70), (0.42, 1.0, 1),
        (0, 1.0),
    ],
}  # fmt: skip


@cache
def _unit(suit: Suit) -> Path:
    return outline(mirrored(_HALF[suit]))


def sign(suit: Suit, x: float, y: float, size: float, turn: float = 0) -> Path:
    """Return a suit sign around (x, y), `size` mm from its middle to its foot."""
    return transformed(_unit(suit), placed(x, y, scale=size, turn=turn))


def isobars(
    seed: str, centre: Point, rings: int, step: float, depth: float = 0.16
) -> tuple[Path, Path]:
    """Return isobars around a centre as two paths: thin ones, and every fourth in bold."""
    source = chance("isobars", seed)
    phases = [source.uniform(0, 2 * math.pi) for _ in range(3)]
    shares = [source.uniform(0.3, 1) * share for share in (1, 0.6, 0.4)]
    fine, bold = Path(()), Path(())
    for ring in range(1, rings + 1):
        points = []
        for k in range(20):
            angle = math.radians(18 * k)
            swing = (
                shares[0] * math.sin(2 * angle + phases[0] + ring * 0.12)
                + shares[1] * math.sin(3 * angle + phases[1] - ring * 0.15)
                + shares[2] * math.sin(5 * angle + phases[2])
            )
            points.append(polar(*centre, ring * step * (1 + depth * swing), 18 * k))
        if ring % 4:
            fine += outline(points)
        else:
            bold += outline(points)
    return fine, bold


def half_disc(r: float) -> Path:
    """Return the upper half of a disc around the origin, the sign of a warm front."""
    k = KAPPA * r
    segments = ((-r, -k, -k, -r, 0.0, -r), (k, -r, r, -k, r, 0.0))
    return Path((Contour((-r, 0.0), segments),))
