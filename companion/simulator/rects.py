"""Rectangles of pixels: left, top, right, bottom; right and bottom are excluded."""

import numpy as np
import numpy.typing as npt

Rect = tuple[int, int, int, int]


def common(a: Rect, b: Rect) -> Rect:
    """Return the intersection; for disjoint rectangles, it is empty."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def empty(rect: Rect) -> bool:
    """Return True if a rectangle contains no pixel."""
    return rect[0] >= rect[2] or rect[1] >= rect[3]


def bounds(points: npt.NDArray[np.float64], margin: float) -> Rect:
    """Return the rectangle around pixels of shape (n, 2) with a margin."""
    left, top = np.floor(points.min(axis=0) - margin).astype(int)
    right, bottom = np.ceil(points.max(axis=0) + margin).astype(int) + 1
    return int(left), int(top), int(right), int(bottom)


def inside(rect: Rect) -> tuple[slice, slice]:
    """Return the index of a rectangle in a picture."""
    return slice(rect[1], rect[3]), slice(rect[0], rect[2])


def merged(rects: list[Rect]) -> list[Rect]:
    """Return disjoint rectangles that cover `rects`; overlapping ones are merged."""
    out: list[Rect] = []
    for rect in rects:
        new = rect
        if empty(new):
            continue
        while hit := next((other for other in out if not empty(common(other, new))), None):
            out.remove(hit)
            new = min(hit[0], new[0]), min(hit[1], new[1]), max(hit[2], new[2]), max(hit[3], new[3])
        out.append(new)
    return out
