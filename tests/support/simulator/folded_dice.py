"""Dice folded from the sheets that `printkit craft` prints."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

import numpy as np

from companion.pdf_pages import POINTS_PER_MM, drawn_page
from tests.support.simulator.paper_dice import Skin

PYRAMID_MM: Final = 42.0
"""The edge of the four-faced die."""
_AT: Final = 19.5, 54.0
"""Position of the first net on each page of A4, mm."""
_NET: Final = {
    "top": (1.0, 0.0),
    "left": (0.0, 2.0),
    "right": (2.0, 2.0),
    "star": (0.5, 1.0),
    "arrow": (1.5, 1.0),
    "card": (1.0, 2.0),
}
"""The net's points: x in edges, y in face heights; the outer three meet at one corner, the hammer.
"""
_FACES: Final = (
    ("star", "arrow", "card"),
    ("top", "arrow", "star"),
    ("star", "card", "left"),
    ("arrow", "right", "card"),
)
"""The faces' corners, clockwise."""


def pyramid_skin(pdf: Path, page: int = 1, px_per_mm: float = 8.0) -> Skin:
    """Return the paper of the four-faced die on a page (from 1, one per owner) of its A4 sheet."""
    pixels = drawn_page(pdf, page, px_per_mm / POINTS_PER_MM)
    left, top = (round(px_per_mm * (mm - 2)) for mm in _AT)
    height = PYRAMID_MM * math.sqrt(3) / 2
    across, down = (round(px_per_mm * (2 * size + 4)) for size in (PYRAMID_MM, height))
    image = np.ascontiguousarray(pixels[top : top + down, left : left + across])
    at = {
        name: (
            px_per_mm * (_AT[0] + x * PYRAMID_MM) - left - 0.5,
            px_per_mm * (_AT[1] + y * height) - top - 0.5,
        )
        for name, (x, y) in _NET.items()
    }
    faces = (tuple((_name(corner), at[corner]) for corner in face) for face in _FACES)
    return Skin(image, px_per_mm, tuple(faces))


def _name(point: str) -> str:
    return point if point in ("star", "arrow", "card") else "hammer"
