"""The part of a picture where dice may lie, seen in the coordinates of their tops.

All tops of one sort of die lie in one plane, the table lifted by the die's edge.  A picture is cut
to what may show that plane, halved until an edge is no longer than `_LONGEST` px (more tells
nothing), and sampled where the camera behind the mat's pose sees the plane: as a flat map for the
search, or around single poses for measuring.  A pose is (x mm, y mm, turn in radians).

Within a die four corners and what lies between them on straight lines are near enough to what the
camera and its lens do: the error is far below a tenth of a pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice.camera import TableCamera
from companion.vision.reader.image_pyramid import Image

Floats = npt.NDArray[np.float32]
Poses = npt.NDArray[np.float64]
Area = tuple[float, float, float, float]

FLAT_PX = 12.0
"""Resolution of the flat map, px an edge."""
_LONGEST = 24.0
_REACH = 0.85
_BLUR_PX, _BLUR_HALVED_PX = 0.95, 0.75
_CHANGE_BLUR_PX = 0.7
_LEAST_NOISE, _MOST_NOISE, _NOISE = 1.0, 8.0, 3.5
_LOWER_HALF = 0.325
"""The mean of the lower half of a normal distribution's deviations, in sigmas."""
_BRIGHTER = 0.03
_ROWS = 16000
_CELL = 8


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A cut of a picture and of the one from before: what the plane of tops is sampled from.

    `left`, `top` is the cut's place in the picture and `level` how often it was halved; `blur` is
    the lens's in edges, `noise` in grey steps.  `change` is how much each pixel differs from
    before, `old` and `old_colour` how it was; all None without a picture from before.
    """

    camera: TableCamera
    edge_mm: float
    colour: Image
    grey: Image
    old: Image | None
    old_colour: Image | None
    change: Floats | None
    left: int
    top: int
    level: int
    blur: float
    noise: float

    def at(self, poses: Poses, spots: npt.NDArray[np.float64]) -> Floats:
        """Where in the cut `spots` (m, 2), in edges, of `poses` (n, 3) are seen: (n, m, 2)."""
        c, s = np.cos(poses[:, 2:]), np.sin(poses[:, 2:])
        corner = _REACH * self.edge_mm * _CORNERS
        x = poses[:, :1] + c * corner[:, 0] - s * corner[:, 1]
        y = poses[:, 1:2] + s * corner[:, 0] + c * corner[:, 1]
        tops = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, self.edge_mm)])
        seen = self.within(self.camera.seen(tops)).reshape(-1, 4, 2)
        a, b = ((spots / _REACH + 1) / 2).T
        shares = np.column_stack([(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b])
        seen, shares = seen.astype(np.float32), shares.astype(np.float32)
        return np.stack([seen[..., 0] @ shares.T, seen[..., 1] @ shares.T], axis=2)

    def within(self, seen: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Points of the picture in the cut."""
        cut = seen - np.array([self.left, self.top])
        return np.asarray((cut + 0.5) / 2.0**self.level - 0.5)

    def without(self, cut: Floats) -> Floats:
        """Points of the cut in the picture."""
        corner = np.array([self.left, self.top], np.float32)
        return np.asarray((cut + 0.5) * 2.0**self.level - 0.5 + corner, np.float32)

    def taken(self, picture: Image | Floats, at: Floats) -> Floats:
        """`picture` (a plane of this sight) at points (n, m, 2): (n, m) or (n, m, channels)."""
        parts = [
            cv2.remap(
                picture,
                at[row : row + _ROWS, :, 0],
                at[row : row + _ROWS, :, 1],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for row in range(0, len(at), _ROWS)
        ]
        if not parts:
            return np.zeros((0, at.shape[1], *picture.shape[2:]), np.float32)
        return np.concatenate(parts).astype(np.float32)

    def flat(self, area: Area) -> Floats:
        """Where in the cut the plane is seen, `FLAT_PX` an edge: (rows, columns, 2).

        Pixel (0, 0) is the first whole one of `area` (mat mm).  The map is smooth: every eighth
        point, the rest by interpolation.
        """
        step = self.edge_mm / FLAT_PX
        columns, rows = (int((area[n + 2] - area[n]) / step) for n in (0, 1))
        if columns < 1 or rows < 1:
            return np.zeros((0, 0, 2), np.float32)
        # A resized pixel covers eight: its middle lies between the fourth and fifth.
        xs, ys = (
            area[n] + step * (_CELL * np.arange(-1, size // _CELL + 2) + _CELL / 2)
            for n, size in ((0, columns), (1, rows))
        )
        gx, gy = np.meshgrid(xs, ys)
        points = np.column_stack([gx.ravel(), gy.ravel(), np.full(gx.size, self.edge_mm)])
        seen = self.within(self.camera.seen(points)).reshape(*gx.shape, 2).astype(np.float32)
        large = (gx.shape[1] * _CELL, gx.shape[0] * _CELL)
        fine = cv2.resize(seen, large, interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(fine[_CELL : _CELL + rows, _CELL : _CELL + columns])


_CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)])


def sight_of(
    image: Image, before: Image | None, camera: TableCamera, edge_mm: float, area: Area
) -> Sight | None:
    """The sight of `area` (left, top, right, bottom in mat mm); None if the picture lacks it.

    Pictures are BGR and of the same size.
    """
    middle = (area[0] + area[2]) / 2, (area[1] + area[3]) / 2
    edge_px = camera.px_per_mm(*middle, edge_mm) * edge_mm
    if not math.isfinite(edge_px) or edge_px <= 0:
        return None
    level = max(0, math.ceil(math.log2(edge_px / _LONGEST)))
    left, top, right, bottom = _box(camera, edge_mm, area, image.shape, 2**level)
    if min(right - left, bottom - top) < 2 ** (level + 2):
        return None
    now = _halved(image[top:bottom, left:right], level)
    then = _halved(before[top:bottom, left:right], level) if before is not None else None
    grey = np.asarray(cv2.cvtColor(now, cv2.COLOR_BGR2GRAY), np.uint8)
    old = np.asarray(cv2.cvtColor(then, cv2.COLOR_BGR2GRAY), np.uint8) if then is not None else None
    blur = (_BLUR_HALVED_PX if level else _BLUR_PX) * 2**level / edge_px
    return Sight(
        camera,
        edge_mm,
        now,
        grey,
        old,
        then,
        difference(now, then) if then is not None else None,
        left,
        top,
        level,
        round(blur, 3),
        _noise(grey, old),
    )


def _box(
    camera: TableCamera, edge_mm: float, area: Area, shape: tuple[int, ...], step: int
) -> tuple[int, int, int, int]:
    """Where dice in `area` may be seen, on multiples of `step` px: left, top, right, bottom."""
    xs, ys = np.linspace(area[0], area[2], 5), np.linspace(area[1], area[3], 5)
    rim = [(x, y) for x in xs for y in ys if x in (xs[0], xs[-1]) or y in (ys[0], ys[-1])]
    points = [(x, y, z) for x, y in rim for z in (0.0, edge_mm)]
    seen = camera.seen(points)
    room = 1.5 * max(camera.px_per_mm(x, y, edge_mm) for x, y in rim) * edge_mm
    low = np.clip((seen.min(axis=0) - room) // step * step, 0, shape[1::-1])
    high = np.clip((seen.max(axis=0) + room) // step * step + step, 0, shape[1::-1])
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _halved(image: Image, level: int) -> Image:
    for _ in range(level):
        size = max(image.shape[1] // 2, 1), max(image.shape[0] // 2, 1)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.ascontiguousarray(image)


def difference(now: Image, then: Image) -> Floats:
    """The largest difference of the three colours, (h, w); a change of the whole light is none."""
    light = float(np.median((now[::8, ::8] + 1.0) / (then[::8, ::8] + 1.0)))
    if abs(light - 1) > _BRIGHTER:
        then = np.asarray(cv2.convertScaleAbs(then, alpha=light), np.uint8)
    smooth = [cv2.GaussianBlur(p, (0, 0), _CHANGE_BLUR_PX) for p in (now, then)]
    blue, green, red = cv2.split(cv2.absdiff(smooth[0], smooth[1]))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _noise(grey: Image, old: Image | None) -> float:
    """The noise's sigma, from what has not changed since before."""
    if old is None:
        return _NOISE
    apart = np.sort(cv2.absdiff(grey[::5, ::3], old[::5, ::3]), axis=None)
    sigma = float(apart[: len(apart) // 2 + 1].mean()) / _LOWER_HALF / math.sqrt(2)
    return min(max(sigma, _LEAST_NOISE), _MOST_NOISE)
