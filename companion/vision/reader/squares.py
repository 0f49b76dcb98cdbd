"""Finds the components of a black-and-white picture that may be squares in perspective."""

import math
from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.reader.image_pyramid import Grey

Floats = npt.NDArray[np.float64]

_FULL = 0.92
"""Filled share of the bounding box, above which a white square contains no print."""
_INSIDE, _BROKEN = 0.75, 0.3
"""Minimum share of the convex hull that the outline encloses, without and with gaps in the
square."""
_FOUR_SIDED = 0.85
"""Minimum share of the quadrangle around it that the hull of a square with gaps fills."""
_GAP = np.ones((3, 3), np.uint8)
_NARROWEST = 0.3
"""Minimum ratio of the shorter to the longer side: 0.35 at the far rim with a camera tilted by
45°."""
_SHARES = (0.03, 0.05, 0.08, 0.12)
"""Tolerances for the approximation of an outline by four sides, as shares of its length."""


def squares(
    mask: Grey,
    low: float,
    high: float,
    least_fill: float,
    most: int,
    *,
    off_centre: float = math.inf,
) -> Iterator[Floats]:
    """Yield clockwise quadrangles (4, 2) around components, with sides from `low` to `high` px.

    A component must fill at least `least_fill` of its bounding box, but not all of it. In x and y,
    its centroid may be off the box's centre by a share `off_centre` of the box's side. Only the
    `most` largest are considered.
    """
    # With eight neighbours, Grana's algorithm (2010, blocks of four pixels) takes two thirds of
    # the time.
    _, labels, stats, centroids = cv2.connectedComponentsWithStatsWithAlgorithm(
        mask, 8, cv2.CV_32S, cv2.CCL_BBDT
    )
    w, h, area = (
        stats[:, cv2.CC_STAT_WIDTH],
        stats[:, cv2.CC_STAT_HEIGHT],
        stats[:, cv2.CC_STAT_AREA],
    )
    large, small = np.maximum(w, h), np.minimum(w, h)
    # The box of a square turned by 45° is 1.41 times as wide. A tilted square is narrower in one
    # direction.
    fits = (
        (large >= low) & (large <= 1.5 * high) & (small >= 0.5 * low) & (small > _NARROWEST * large)
    )
    # Quiet zone and light modules together fill well over a quarter of the square.
    fits &= (area > least_fill * w * h) & (area > 2 * large)
    # A square without any print is not a tag.
    fits &= area < _FULL * w * h
    fits[0] = False
    likely = np.flatnonzero(fits)
    # On textured tables, this drops half of the shapes before each is examined on its own.
    corner, size = stats[likely, :2], stats[likely, 2:4]
    offset = np.abs(centroids[likely] - corner - (size - 1) / 2)
    likely = likely[(offset <= off_centre * size).all(1)]
    if len(likely) > most:
        likely = likely[np.argsort(-area[likely], kind="stable")[:most]]
    for i, (x, y, wide, tall, _) in zip(likely.tolist(), stats[likely].tolist(), strict=True):
        patch = (labels[y : y + tall, x : x + wide] == i).view(np.uint8)
        quad = _quad_around(patch, low, high)
        if quad is not None:
            yield quad + np.array([x, y])


def _quad_around(patch: npt.NDArray[np.uint8], low: float, high: float) -> Floats | None:
    """Return the quadrangle around a component, or None if it does not resemble a square."""
    outline = _outline(patch)
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < (0.7 * low) ** 2:
        return None
    inside = cv2.contourArea(outline)
    if inside < _BROKEN * area:
        return None
    corners = _corners(hull)
    sides = [math.dist(corners[i - 1], corners[i]) for i in range(4)]
    longest, mean = max(sides), sum(sides) / 4
    if min(sides) < _NARROWEST * longest or longest > 1.2 * high or mean < low:
        return None
    # Closing gaps takes the most time, so it comes last. On textured tables, most shapes get here.
    if inside < _INSIDE * area and not _whole(patch, corners, area):
        return None
    quad = np.array(corners, np.float64)
    across, along = quad[2] - quad[0], quad[3] - quad[1]
    if across[0] * along[1] < across[1] * along[0]:
        quad = quad[::-1]
    # The contour runs through the centres of the outermost white pixels, so it is moved outwards
    # by half a pixel.
    centre = quad.sum(0) / 4
    return np.asarray(centre + (quad - centre) * (1 + 1 / mean))


def _outline(patch: npt.NDArray[np.uint8]) -> cv2.typing.MatLike:
    contours, _ = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return max(contours, key=len)


def _whole(patch: npt.NDArray[np.uint8], corners: list[list[float]], area: float) -> bool:
    """Return True if a component is square after closing small gaps. `area` is its hull's area.

    In soft, dark pictures, noise interrupts the white around a symbol, and the outline enters the
    symbol.
    """
    if area < _FOUR_SIDED * cv2.contourArea(np.array(corners, np.float32)):
        return False
    room = cv2.copyMakeBorder(patch, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    closed = cv2.morphologyEx(room, cv2.MORPH_CLOSE, _GAP)
    return cv2.contourArea(_outline(np.asarray(closed, np.uint8))) >= _INSIDE * area


def _corners(hull: cv2.typing.MatLike) -> list[list[float]]:
    """Return a convex outline's four corners, or those of the smallest box around it."""
    around = cv2.arcLength(hull, closed=True)
    for share in _SHARES:
        corners = cv2.approxPolyDP(hull, share * around, closed=True)
        if len(corners) == 4:
            return list(corners[:, 0].tolist())
    return list(cv2.boxPoints(cv2.minAreaRect(hull)).tolist())
