"""A crop of the picture, for sampling in the plane of the dice's tops.

The tops of all dice of one size are in one plane, which is parallel to the table and higher by the
die's edge. The picture is cropped to the area and halved until an edge has at most `_LONGEST` px
(a finer picture adds nothing). It is sampled through the camera (`camera`): as a flat map for the
search, or around single poses for measuring. A pose is (x mm, y mm, turn in radians).

Within a die, bilinear interpolation between its four corners approximates the projection by camera
and lens. The error is far below a tenth of a pixel.
"""

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
"""Resolution of the flat map, px per die's edge."""
_LONGEST = 24.0
_REACH = 0.85
_BLUR_PX, _BLUR_HALVED_PX = 0.95, 0.75
_CHANGE_BLUR_PX = 0.7
_LEAST_NOISE, _MOST_NOISE, _NOISE = 1.0, 8.0, 3.5
_LOWER_HALF = 0.325
"""Mean absolute value of the smaller half of normally distributed values, in sigmas."""
_BRIGHTER = 0.03
_ROWS = 16000
_CELL = 8


@dataclass(frozen=True, slots=True, eq=False)
class DicePatch:
    """A crop of a picture and of its background, for one size of die.

    `left` and `top` are the crop's place in the picture, and `level` is the number of halvings.
    `blur` is the lens's blur in edges, and `noise` the noise's sigma in grey steps. `change` is
    each pixel's difference from the background; `old` and `old_colour` are the background's
    values. These three are None without a background.
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
        """Return the crop's coordinates (n, m, 2) of `spots` (m, 2), edges, at `poses` (n, 3)."""
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
        """Convert coordinates in the picture to coordinates in the crop."""
        cut = seen - np.array([self.left, self.top])
        return np.asarray((cut + 0.5) / 2.0**self.level - 0.5)

    def without(self, cut: Floats) -> Floats:
        """Convert coordinates in the crop to coordinates in the picture."""
        corner = np.array([self.left, self.top], np.float32)
        return np.asarray((cut + 0.5) * 2.0**self.level - 0.5 + corner, np.float32)

    def taken(self, picture: Image | Floats, at: Floats) -> Floats:
        """Return samples (n, m) or (n, m, channels) of `picture` at points (n, m, 2)."""
        strips = [at[row : row + _ROWS] for row in range(0, len(at), _ROWS)]
        rim = cv2.BORDER_REPLICATE
        parts = [
            cv2.remap(picture, strip[..., 0], strip[..., 1], cv2.INTER_LINEAR, borderMode=rim)
            for strip in strips
        ]
        if not parts:
            return np.zeros((0, at.shape[1], *picture.shape[2:]), np.float32)
        return np.concatenate(parts).astype(np.float32)

    def flat(self, area: Area) -> Floats:
        """Return the crop's coordinates (rows, columns, 2) of the flat map, `FLAT_PX` per edge.

        Pixel (0, 0) is at the top left of `area` (mat mm). The mapping is smooth, so only every
        eighth point is computed and the others are interpolated.
        """
        step = self.edge_mm / FLAT_PX
        columns, rows = (int((area[n + 2] - area[n]) / step) for n in (0, 1))
        if columns < 1 or rows < 1:
            return np.zeros((0, 0, 2), np.float32)
        # A computed point is in the middle of eight pixels, between the fourth and the fifth.
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
) -> DicePatch | None:
    """Return the patch of `area` (left, top, right, bottom; mat mm), or None outside the picture.

    Both pictures are BGR and have the same size.
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
    change = difference(now, then) if then is not None else None
    blur = round((_BLUR_HALVED_PX if level else _BLUR_PX) * 2**level / edge_px, 3)
    noise = _noise(grey, old)
    return DicePatch(camera, edge_mm, now, grey, old, then, change, left, top, level, blur, noise)


def _box(
    camera: TableCamera, edge_mm: float, area: Area, shape: tuple[int, ...], step: int
) -> tuple[int, int, int, int]:
    """Return the box in the picture that contains all dice in `area`, in multiples of `step` px."""
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
    """Return the largest difference in any colour channel, (h, w), corrected for brightness."""
    light = float(np.median((now[::8, ::8] + 1.0) / (then[::8, ::8] + 1.0)))
    if abs(light - 1) > _BRIGHTER:
        then = np.asarray(cv2.convertScaleAbs(then, alpha=light), np.uint8)
    smooth = [cv2.GaussianBlur(p, (0, 0), _CHANGE_BLUR_PX) for p in (now, then)]
    blue, green, red = cv2.split(cv2.absdiff(smooth[0], smooth[1]))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _noise(grey: Image, old: Image | None) -> float:
    """Estimate the noise's sigma from the half of the pixels that changed least."""
    if old is None:
        return _NOISE
    apart = np.sort(cv2.absdiff(grey[::5, ::3], old[::5, ::3]), axis=None)
    sigma = float(apart[: len(apart) // 2 + 1].mean()) / _LOWER_HALF / math.sqrt(2)
    return min(max(sigma, _LEAST_NOISE), _MOST_NOISE)
