"""Finds reflections of lamps and windows on the table.

Except for gloss, nothing on a table is brighter than white paper in the same light. The tags'
white parts give the brightness of white paper at their places. Between the tags, the brightness is
interpolated by a smooth surface, because light falls off towards one side. Any clearly brighter
area on the mat, large enough to hide part of a tag, is glare. A weaker reflection is detected on
the tags under it, because it adds as much light to black as to white.

A white card that is brighter than the tags around it is not a reflection: if its own tag is almost
overexposed, the whole card may be.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Point
from companion.vision.doctor.tags import TagSight
from companion.vision.mat.placement import card_outline, cell_at
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.uint8]

_BRIGHTER = 1.3
_FULL = 0.97
_PANEL = 1.3
"""Size of a panel, relative to its symbol."""
_PAPER_RIM_MM = 3.0
_LEAST_MM2, _LEAST_PX = 12.0, 80.0
_VEIL, _VEIL_MODULE = 0.22, 1.0
_WHITE_MAT = 90.0
_DARKEST = 0.005
_PLANE_FROM = 6
_CELL_SHARE = 0.1
_WORST = 6


@dataclass(frozen=True, slots=True)
class Glare:
    """One reflection: its outline in the picture, and the cells under it."""

    outline: tuple[Point, ...]
    cells: tuple[str, ...]


def find_glare(
    pyramid: ImagePyramid, sights: Sequence[TagSight], pose: MatPose | None, book: Codebook | None
) -> tuple[Glare, ...]:
    """Return the reflections on the mat (without a mat, in the picture), the largest first."""
    light = pyramid.light(0)
    where = np.ones(light.shape, np.uint8)
    if pose is not None and book is not None:
        where = _on_mat(pose, light.shape)
        _without_bright_tags(where, sights, pose, book)
    expected = _white(sights, light.shape) * 65535
    # Small tags look darker than they are, and most of a mat may be white paper.
    usual = np.percentile((light / expected)[where > 0][::16], _WHITE_MAT)
    limit = np.minimum(expected * max(float(usual), 1.0) * _BRIGHTER, _FULL * 65535)
    bright = np.asarray((light >= limit) & (where > 0), np.uint8)
    least = _LEAST_PX if pose is None else _LEAST_MM2 * pose.px_per_mm**2
    # A camera sharpens the edges of white objects. These lines are thin; reflections are not.
    bright = np.asarray(cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((5, 5))), np.uint8)
    bright = np.asarray(cv2.dilate(bright, np.ones((5, 5))), np.uint8)
    found = [
        Glare(_outline(shape), _cells(shape, pose))
        for shape in sorted(_shapes(bright), key=cv2.contourArea, reverse=True)[:_WORST]
        if cv2.contourArea(shape) >= least
    ]
    return (*found, *_veiled(sights))


def _shapes(mask: Mask) -> list[npt.NDArray[np.int32]]:
    contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    return [np.asarray(c, np.int32) for c in contours]


def _white(sights: Sequence[TagSight], shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Return the light of white paper at each pixel, interpolated between the tags.

    Two planes are fitted, one to the light and one to its logarithm. With a lamp at one side, the
    first alone would be too low at the other side, even below zero.
    """
    height, width = shape[:2]
    if len(sights) < _PLANE_FROM:
        level = float(np.median([s.white for s in sights])) if sights else _FULL
        return np.full((height, width), level, np.float32)
    at = np.array([[1.0, *s.middle] for s in sights])
    white = np.maximum([s.white for s in sights], _DARKEST)
    for _ in range(2):
        plane = np.linalg.lstsq(at, white, rcond=None)[0]
        shares = np.linalg.lstsq(at, np.log(white), rcond=None)[0]
        # A tag under glare must not raise the level expected at the others.
        white = np.minimum(white, np.maximum(at @ plane, np.exp(at @ shares)) * 1.1)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    level = np.maximum(
        plane[0] + plane[1] * x + plane[2] * y, np.exp(shares[0] + shares[1] * x + shares[2] * y)
    )
    return np.asarray(np.clip(level, white.min(), white.max()), np.float32)


def _on_mat(pose: MatPose, shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape[:2], np.uint8)
    outline = pose.to_image(pose.outline_mm)
    cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1)
    return mask


def _without_bright_tags(
    where: Mask, sights: Sequence[TagSight], pose: MatPose, book: Codebook
) -> None:
    """Exclude tags, with their cards, so bright that all their paper may be overexposed."""
    for sight in sights:
        if sight.white * _BRIGHTER < _FULL:
            continue
        corners = np.array(sight.reading.corners)
        panel = corners.mean(0) + _PANEL * (corners - corners.mean(0))
        cv2.fillPoly(where, [np.rint(panel).astype(np.int32)], 0)
        outline = card_outline(sight.reading, book, _PAPER_RIM_MM)
        if outline is not None:
            cv2.fillPoly(where, [np.rint(pose.to_image(outline)).astype(np.int32)], 0)


def _cells(shape: npt.NDArray[np.int32], pose: MatPose | None) -> tuple[str, ...]:
    """Return the cells that contain a substantial part of a reflection."""
    if pose is None:
        return ()
    points = pose.to_mat(shape.reshape(-1, 2))
    counts = Counter(cell_at(pose.mat, x, y) for x, y in points.tolist())
    most = _CELL_SHARE * len(points)
    return tuple(sorted(c for c, n in counts.items() if c and n >= most))


def _veiled(sights: Sequence[TagSight]) -> list[Glare]:
    """Return the tags whose black is much lighter than that of others. Small tags have no black."""
    sights = [s for s in sights if s.module_px >= _VEIL_MODULE]
    if not sights:
        return []
    usual = float(np.median([s.black for s in sights]))
    return [
        Glare(s.reading.corners, (s.reading.cell,) if s.reading.cell else ())
        for s in sights
        if s.black - usual > _VEIL
    ]


def _outline(shape: npt.NDArray[np.int32]) -> tuple[Point, ...]:
    hull = cv2.convexHull(shape).reshape(-1, 2)
    return tuple((float(x), float(y)) for x, y in hull.tolist())
