"""Computes a card's place on the mat from its tag's corners.

The print determines the symbol's size and its place on the upright card. The mat's homography
converts the corners to millimetres. The symbol's sides give the rotation, and the known offset
leads from the symbol's centre to the card's.
"""

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.readings import Face, Point, Reading
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from rules import Mat

Floats = npt.NDArray[np.float64]
_HELD: Final = 1.1
"""Apparent size of a held control card, relative to its print.

A tenth is some 6 cm above the mat below a camera at 60 cm. Prints differ less in their scale.
"""


def place(readings: Iterable[Reading], book: Codebook, pose: MatPose) -> tuple[Reading, ...]:
    """Return the readings with their places, rotations and cells on the mat.

    For a fiducial or an unknown tag, the place is the symbol's centre. Fiducials are in no cell.
    """
    return tuple(_place(reading, book, pose) for reading in readings)


def is_held(reading: Reading, book: Codebook, pose: MatPose) -> bool:
    """Return True for a control card in a hand above the mat: it looks larger than its print."""
    entry = book.entries.get(reading.tag)
    if entry is None or entry.face is not Face.CONTROL:
        return False
    corners = pose.to_mat(reading.corners)
    (ax, ay), (bx, by) = (corners[2] - corners[0]).tolist(), (corners[3] - corners[1]).tolist()
    return math.sqrt(abs(ax * by - ay * bx) / 2) > _HELD * entry.size_mm


def _place(reading: Reading, book: Codebook, pose: MatPose) -> Reading:
    corners = pose.to_mat(reading.corners)
    x, y = corners.mean(0).tolist()
    # The symbol's directions to the right and down. Using both is more stable than using one.
    right = corners[1] - corners[0] + corners[2] - corners[3]
    down = corners[3] - corners[0] + corners[2] - corners[1]
    turn = math.atan2(right[1] - down[0], right[0] + down[1])
    entry = book.entries.get(reading.tag)
    if entry is not None:
        c, s = math.cos(turn), math.sin(turn)
        x += c * entry.dx_mm - s * entry.dy_mm
        y += s * entry.dx_mm + c * entry.dy_mm
    return dataclasses.replace(
        reading,
        x_mm=x,
        y_mm=y,
        rotation_deg=math.degrees(turn) % 360.0,
        cell="" if reading.face is Face.MAT else cell_at(pose.mat, x, y),
    )


def cell_at(mat: Mat, x_mm: float, y_mm: float) -> str:
    """Return the id of the (nearest) cell that contains the point, or ""."""
    holding = [cell for cell in mat.cells if holds(cell.outline_mm, x_mm, y_mm)]
    nearest = min(
        holding, key=lambda c: (math.hypot(c.x_mm - x_mm, c.y_mm - y_mm), c.id), default=None
    )
    return nearest.id if nearest else ""


def holds(outline: Sequence[Point], x: float, y: float) -> bool:
    """Return True if a polygon contains a point: an odd number of its sides are to the right."""
    inside = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def card_outline(reading: Reading, book: Codebook, grow_mm: float = 0.0) -> Floats | None:
    """Return the corners of a placed reading's card, (4, 2) mat mm, or None if unknown."""
    entry = book.entries.get(reading.tag)
    if entry is None or not entry.width_mm or reading.x_mm is None or reading.y_mm is None:
        return None
    w, h = entry.width_mm / 2 + grow_mm, entry.height_mm / 2 + grow_mm
    turn = math.radians(reading.rotation_deg or 0.0)
    c, s = math.cos(turn), math.sin(turn)
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    turned = corners @ np.array([[c, s], [-s, c]])
    return np.asarray(turned + np.array([reading.x_mm, reading.y_mm]), np.float64)
