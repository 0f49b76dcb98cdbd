"""The small rectified view of the mat that the watcher compares from frame to frame.

At half a pixel per millimetre, a finger is ten pixels wide and a card is 27 × 45. A frame takes
two milliseconds, and the camera's noise is averaged out. The view is in the mat's coordinates, so
pushing the mat or nudging the camera does not change it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.mat.tracker import MatPose
from companion.vision.reader.image_pyramid import Image
from rules import Mat

View = npt.NDArray[np.float32]
"""A picture (h, w, 3) of the camera's tones, 0–255."""
Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

PX_PER_MM = 0.5
MM2_PER_PX = 1 / PX_PER_MM**2
_HALF_PIXEL = 0.5
_INNER = 0.84
"""Share of a cell's width and height that is examined, because its edge may show its neighbours."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A part of the view: its bounding rectangle, and the mask of its pixels in that rectangle."""

    box: tuple[slice, slice]
    mask: Mask


class TopView:
    """Rectifies pictures of one mat. `cells` are the inner parts of cells, `wholes` whole cells."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.width = max(int(np.ceil(mat.width_mm * PX_PER_MM)), 1)
        self.height = max(int(np.ceil(mat.height_mm * PX_PER_MM)), 1)
        self.cells: dict[str, Region] = {}
        self.wholes: dict[str, Region] = {}
        self.in_cells = np.zeros((self.height, self.width), np.bool_)
        for cell in mat.cells:
            outline = np.array(cell.outline_mm, np.float64)
            centre = (outline.min(0) + outline.max(0)) / 2
            self.cells[cell.id] = self.region(centre + (outline - centre) * _INNER)
            self.wholes[cell.id] = self.region(outline)
            self.in_cells |= self.mask([outline])
        self.edge = self._edge()
        self._kept: tuple[MatPose, tuple[int, ...], tuple[Floats, Floats]] | None = None

    def _edge(self) -> Mask:
        """Return a mask of the mat's outer 6 mm, which every arm must cross."""
        edge = np.ones((self.height, self.width), np.bool_)
        band = max(int(6 * PX_PER_MM), 1)
        edge[band:-band, band:-band] = False
        return edge

    def mask(self, outlines_mm: Iterable[npt.NDArray[np.float64]]) -> Mask:
        """Return a mask of the pixels inside any of the convex outlines, (n, 2) mat mm."""
        canvas = np.zeros((self.height, self.width), np.uint8)
        for outline in outlines_mm:
            at = np.round((outline * PX_PER_MM - 0.5) * 16)
            cv2.fillPoly(canvas, [np.clip(at, -1e6, 1e6).astype(np.int32)], [1], shift=4)
        return canvas.astype(np.bool_)

    def region(self, outline: npt.NDArray[np.float64]) -> Region:
        """Return the region inside a convex outline, (n, 2) mat mm. It may be empty."""
        at = outline * PX_PER_MM - 0.5
        limits = np.array([self.width, self.height])
        low = np.clip(np.floor(at.min(0)), 0, limits).astype(np.intp)
        high = np.clip(np.ceil(at.max(0)) + 1, low, limits).astype(np.intp)
        canvas = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        if canvas.size:
            points = np.round((at - low) * 16).astype(np.int32)
            cv2.fillPoly(canvas, [points], [1], shift=4)
        box = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
        return Region(box, canvas.astype(np.bool_))

    def look(self, image: Image, pose: MatPose) -> tuple[View, Mask]:
        """Return the rectified view, and a mask of its pixels inside the picture."""
        shrink = max(int(pose.px_per_mm / (1.2 * PX_PER_MM)), 1)
        height, width = image.shape[:2]
        small = _shrunk(image, shrink)
        if small.ndim == 2:
            small = np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), np.uint8)
        x, y = self._maps(pose, (height, width), small.shape)
        view = cv2.remap(small, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(view, np.float32), self._shown(pose, (height, width))

    def _maps(
        self, pose: MatPose, shape: tuple[int, int], small: tuple[int, ...]
    ) -> tuple[Floats, Floats]:
        """Return each pixel's place in the shrunk picture. The result is cached for the pose."""
        sizes = (*shape, *small)
        if self._kept is not None and self._kept[0] is pose and self._kept[1] == sizes:
            return self._kept[2]
        columns, rows = np.meshgrid(np.arange(self.width), np.arange(self.height))
        mm = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], 1) / PX_PER_MM
        at = (pose.to_image(mm) + 0.5) * (small[1] / shape[1], small[0] / shape[0]) - 0.5
        at = np.clip(np.nan_to_num(at), -1e4, 3e4)
        x, y = (np.array(part.reshape(columns.shape), np.float32) for part in at.T)
        self._kept = pose, sizes, (x, y)
        return x, y

    def _shown(self, pose: MatPose, shape: tuple[int, int]) -> Mask:
        height, width = shape
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        corners = pose.to_image(pose.outline_mm)
        if (corners >= 0).all() and (corners < (width, height)).all():
            return np.ones((self.height, self.width), np.bool_)
        return self.mask([pose.to_mat(frame)])


def _shrunk(image: Image, shrink: int) -> Image:
    """Return the picture at 1 / `shrink` of its size, with averaged pixels."""
    height, width = image.shape[:2]
    size = (max(width // shrink, 1), max(height // shrink, 1))
    # Halving is ten times as fast as shrinking by other factors.
    while shrink > 1:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
        shrink //= 2
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def of_size(mask: Mask, least_mm2: float) -> Mask:
    """Return the connected parts of a mask that have at least this area."""
    if not mask.any():
        return mask
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=8, ltype=cv2.CV_32S
    )
    large = stats[:, cv2.CC_STAT_AREA] * MM2_PER_PX >= least_mm2
    return np.asarray(mask & large[labels])


def joined(mask: Mask, touching: Mask) -> Mask:
    """Return the connected parts of a mask that touch `touching`."""
    if not (mask & touching).any():
        return np.zeros_like(mask)
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    reached = np.zeros(count, np.bool_)
    reached[labels[mask & touching]] = True
    return np.asarray(mask & reached[labels])


def tolerance(picture: View, slack: float, share: float) -> tuple[View, View]:
    """Return the darkest and the brightest tolerated value of each pixel of a view.

    The tolerance is `slack` + `share` of the tone, plus half the difference from the extremes of
    the neighbouring pixels, because the pose may be off by half a pixel.
    """
    kernel = np.ones((3, 3), np.uint8)
    own = 1 - _HALF_PIXEL
    low = cv2.addWeighted(
        picture, own - share, cv2.erode(picture, kernel), _HALF_PIXEL, -slack, dtype=cv2.CV_32F
    )
    high = cv2.addWeighted(
        picture, own + share, cv2.dilate(picture, kernel), _HALF_PIXEL, slack, dtype=cv2.CV_32F
    )
    return np.asarray(low, np.float32), np.asarray(high, np.float32)


def outside(view: View, low: View, high: View) -> Mask:
    """Return a mask of the pixels in which any channel is outside its range."""
    if not view.size:
        return np.zeros(view.shape[:2], np.bool_)
    return np.asarray(cv2.inRange(view, low, high) == 0)


def brightness(view: View) -> Floats:
    """Return the mean of the three channels, (h, w)."""
    return np.asarray(cv2.transform(view, np.full((1, 3), 1 / 3, np.float32)), np.float32)
