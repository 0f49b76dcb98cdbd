"""Fits a printed pyramid in a given pose to a picture, for each of its twelve stands.

Theory of operation

The outlines of sides, plates and symbols are projected through the camera and filled on a grid
`_FINE` times as fine as the pixels. Then they are reduced to the picture's resolution, and blurred
as much as the picture. A layer contains the share of each pixel that a plate covers, or a symbol
for one stand. On every visible side, the picture is fitted by least squares as the sum of ground
(with a slope for the light), plates and symbols. Paper, ink and light are unknown, so each term
has its own brightness on each side. A stand's `gain` is the reduction of the remainder by its
symbols, in squared grey steps. The symbols must be lighter than their plates on all sides, or
darker on all. Stands differ only in their symbols, so their gains are comparable.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice.pyramid.markings import (
    CORNERS,
    EDGE_MM,
    PLATE,
    REACH,
    SIDES,
    SIGNS,
    SIZE,
    STANDS,
    VALUES,
)
from companion.vision.dice.pyramid.patch import Plain

Floats = npt.NDArray[np.float64]
Plane = npt.NDArray[np.float32]
Index = npt.NDArray[np.intp]
Outline = tuple[tuple[float, float], ...]

_FINE: Final = 3
_SHIFT: Final = 4
_BLUR_PX: Final = 0.95
_WHOLE: Final = 0.985
"""Minimum share of a pixel that a side must cover, because the lens blurs narrow sides."""
_LEAST_PX, _NARROW = 24, 0.2
"""Minimum number of pixels on a side that is used, and the minimum ratio to the largest side's
number.
"""


@dataclass(frozen=True, slots=True, eq=False)
class PyramidFit:
    """The fit of one pose.

    `gains` (12,) are the reductions of the remainder by each stand's symbols. `rest` is the
    remainder after fitting ground and plates, and `bare` after the ground alone, all in squared
    grey steps. `pixels` is the number of pixels.
    """

    gains: Floats
    rest: float
    bare: float
    pixels: int

    @property
    def symbols(self) -> float:
        """The share of `rest` that the best stand's symbols explain."""
        return float(self.gains.max() / max(self.rest, 1e-9))

    @property
    def explained(self) -> float:
        """The share of `bare` that the plates and the best stand's symbols explain."""
        return float(1 - (self.rest - self.gains.max()) / max(self.bare, 1e-9))


def placed(pose: npt.ArrayLike, spots: Floats) -> Floats:
    """Convert a pyramid's `spots` (n, 3), in edges, at a pose (x, y, turn) to mat mm."""
    x, y, turn = np.asarray(pose, np.float64)[:3]
    c, s = np.cos(turn), np.sin(turn)
    at = spots * EDGE_MM
    return np.column_stack(
        [x + c * at[:, 0] - s * at[:, 1], y + s * at[:, 0] + c * at[:, 1], at[:, 2]]
    )


def fitted(plain: Plain, pose: npt.ArrayLike) -> PyramidFit | None:
    """Fit a pyramid at (x mm, y mm, turn). Return None if it is partly outside the picture."""
    grey, seen = plain.grey, plain.seen(placed(pose, _MODEL.points))
    low = np.floor(seen.min(axis=0)).astype(int) - 2
    high = np.ceil(seen.max(axis=0)).astype(int) + 3
    if low.min() < 0 or high[0] > grey.shape[1] or high[1] > grey.shape[0]:
        return None
    size = int(high[0] - low[0]), int(high[1] - low[1])
    canvas = _Canvas(size, (seen - low + 0.5) * _FINE - 0.5)
    cut = grey[low[1] : high[1], low[0] : high[0]].astype(np.float64)
    plates = canvas.layer(_MODEL.plates)
    signs = [canvas.layer(parts) for parts in _MODEL.signs]
    visible = []
    for side in range(3):
        mask = canvas.layer(((side, _MODEL.sides[side]),)) > _WHOLE
        rows, columns = np.nonzero(mask)
        if len(rows) >= _LEAST_PX:
            labels = _LABELS[:, side][:, canvas.corners(side, rows, columns)]
            layers = np.stack([sign[rows, columns] for sign in signs])
            each = layers[labels, np.arange(len(rows))]
            plain_side = np.column_stack(
                [np.ones(len(rows)), rows - rows.mean(), columns - columns.mean()]
            )
            visible.append(_side(cut[rows, columns], plain_side, plates[rows, columns], each))
    if not visible:
        return None
    most = max(side.pixels for side in visible)
    visible = [side for side in visible if side.pixels > _NARROW * most]
    gains = np.stack([side.gains for side in visible])
    better = int(gains.sum(axis=0).max(axis=1).argmax())
    return PyramidFit(
        gains[:, better].sum(axis=0),
        sum(side.rest for side in visible),
        sum(side.bare for side in visible),
        sum(side.pixels for side in visible),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _SideFit:
    """The fit of one side. `gains` (2, 12) are for symbols lighter and darker than their plates."""

    gains: Floats
    rest: float
    bare: float
    pixels: int


def _side(greys: Floats, slope: Floats, plates: Plane, each: Plane) -> _SideFit:
    """Fit a side's pixels (n,) with ground (n, 3), plates (n,) and the stands' symbols (12, n)."""
    q = np.linalg.qr(np.column_stack([slope, plates]))[0]
    along_q = q.T @ greys
    left = greys - q @ along_q
    own = each - (each @ q) @ q.T
    along = own @ left
    gain = along**2 / ((own**2).sum(axis=1) + 1e-6)
    rest = float(left @ left)
    gains = np.stack([np.where(along > 0, gain, 0), np.where(along < 0, gain, 0)])
    return _SideFit(gains, rest, rest + float(along_q[3] ** 2), len(greys))


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """All outlines of a pyramid as slices of `points` (n, 3), edges."""

    points: Floats
    sides: tuple[slice, ...]
    plates: tuple[tuple[int, slice], ...]
    signs: tuple[tuple[tuple[int, slice], ...], ...]
    middles: tuple[slice, ...]


def _model() -> _Model:
    points: list[Floats] = []
    total = 0

    def kept(outline: Floats) -> slice:
        nonlocal total
        points.append(outline)
        total += len(outline)
        return slice(total - len(outline), total)

    sides = tuple(kept(CORNERS[list(side)]) for side in SIDES)
    spots = [(side, corner) for side in range(3) for corner in range(3)]
    plates = tuple((side, kept(_drawn(PLATE, side, corner))) for side, corner in spots)
    signs = tuple(
        tuple(
            (side, kept(_drawn(part, side, corner)))
            for side, corner in spots
            for part in SIGNS[value]
        )
        for value in VALUES
    )
    middle = ((0.0, 0.0),)
    middles = tuple(
        kept(np.concatenate([_drawn(middle, side, corner) for corner in range(3)]))
        for side in range(3)
    )
    return _Model(np.concatenate(points), sides, plates, signs, middles)


def _drawn(outline: Outline, side: int, corner: int) -> Floats:
    """Place an outline in `PLATE`'s coordinates in a side's corner: (n, 3), in edges."""
    here, after, before = (CORNERS[SIDES[side][(corner + n) % 3]] for n in range(3))
    up = here - (here + after + before) / 3
    up = up / np.linalg.norm(up)
    right = after - before
    at = np.asarray(outline, np.float64) * SIZE
    return np.asarray(here - REACH * up + at[:, :1] * right - at[:, 1:] * up)


_MODEL: Final = _model()
_LABELS: Final = np.array(
    [[[VALUES.index(stand[n]) for n in side] for side in SIDES] for stand in STANDS]
)
"""Values (as numbers) in the corners of each stand's sides: (12, 3, 3)."""


class _Canvas:
    """Draws outlines of `points` (n, 2), fine px, into layers of `size` (width, height) px."""

    def __init__(self, size: tuple[int, int], points: Floats) -> None:
        self.size, self.points = size, points
        self._at = np.round(points * 2**_SHIFT).astype(np.int32)
        self.shown = [_clockwise(points[side]) for side in _MODEL.sides]

    def layer(self, outlines: tuple[tuple[int, slice], ...]) -> Plane:
        """Return the share of each pixel inside the outlines, blurred as much as the picture."""
        fine = np.zeros((self.size[1] * _FINE, self.size[0] * _FINE), np.uint8)
        for side, outline in outlines:
            if self.shown[side]:
                cv2.fillPoly(fine, [self._at[outline]], 255, cv2.LINE_8, _SHIFT)
        small = cv2.resize(fine, self.size, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), _BLUR_PX)
        return np.asarray(soft, np.float32) / np.float32(255)

    def corners(self, side: int, rows: Index, columns: Index) -> Index:
        """Return, for each pixel, the corner of the side whose plate is nearest."""
        at = (self.points[_MODEL.middles[side]] + 0.5) / _FINE - 0.5
        away = (columns[:, None] - at[:, 0]) ** 2 + (rows[:, None] - at[:, 1]) ** 2
        return np.asarray(away.argmin(axis=1))


def _clockwise(corners: Floats) -> bool:
    """Return True if the camera sees the side's outer face, where its corners run clockwise."""
    (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[0]
    return bool(ax * by - ay * bx > 0)
