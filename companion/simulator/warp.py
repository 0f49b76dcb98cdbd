"""Paper and wood in linear light, warped into the picture.

A texture is warped with two samples per pixel and direction, from the best mip level, and then
averaged, so that print that is too small turns grey as in a lens. Values are linear reflectance;
`FULL_LIGHT` is a perfect white under full light.
"""

import functools
import math
from dataclasses import dataclass
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulator.camera import SimulatedCamera
from companion.simulator.rects import Rect, bounds, common, empty
from companion.simulator.sensor import FULL_LIGHT
from companion.simulator.textures import Texture

Matrix = npt.NDArray[np.float64]
Linear = npt.NDArray[np.uint16]
Grey = npt.NDArray[np.float32]

_SUB: Final = 2  # samples per pixel and direction
_SHADOW_MM: Final = 1.6
_INK, _PAPER = 0.022, 0.80  # darkest ink and whitest paper, linear reflectance
_WOOD_MM: Final = 1600.0
_WOOD_PX: Final = 1200
_STRIP: Final = 32  # rows warped together
_BAND: Final = 128  # rows blended together


@functools.cache
def _linear_table() -> npt.NDArray[np.uint16]:
    """Return the table from 8-bit sRGB to linear reflectance of print (IEC 61966-2-1)."""
    x = np.arange(256) / 255
    light = np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
    return np.rint((_INK + (_PAPER - _INK) * light) * FULL_LIGHT).astype(np.uint16)


class PrintTexture:
    """A texture as linear light with mip levels, which are built on first use."""

    def __init__(self, texture: Texture) -> None:
        self.width_mm, self.height_mm = texture.width_mm, texture.height_mm
        self._levels: list[Linear] = [_linear_table()[texture.image]]

    def level(self, number: int) -> Linear:
        """Return the texture halved `number` times."""
        while len(self._levels) <= number and min(self._levels[-1].shape[:2]) > 1:
            rows, columns = self._levels[-1].shape[:2]
            half = (max(1, columns // 2), max(1, rows // 2))
            smaller = cv2.resize(self._levels[-1], half, interpolation=cv2.INTER_AREA)
            self._levels.append(cast("Linear", smaller))
        return self._levels[min(number, len(self._levels) - 1)]

    @property
    def px_per_mm(self) -> float:
        """Pixels per mm of the finest level."""
        return float(self._levels[0].shape[1] / self.width_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A warped piece: the share of light that it transmits from below, its own light and place."""

    rect: Rect
    keep: Grey
    colour: Grey

    def blend(self, light: Linear, area: Rect) -> None:
        """Blend the part of the patch within `area` into the whole picture `light`."""
        (left, top, right, bottom), (x, y) = common(self.rect, area), self.rect[:2]
        if left >= right:
            return
        for row in range(top, bottom, _BAND):
            end = min(bottom, row + _BAND)
            here = (slice(row - y, end - y), slice(left - x, right - x))
            view = light[row:end, left:right]
            view[:] = (view * self.keep[here][:, :, None] + self.colour[here]).astype(np.uint16)


NOTHING: Final = Patch((0, 0, 0, 0), np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32))


def turned(angle_deg: float, x: float, y: float) -> Matrix:
    """Return the 3 x 3 matrix of a clockwise turn about the origin, followed by a shift."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]])


def lay_out(
    camera: SimulatedCamera, paper: PrintTexture, table: Matrix, lift_mm: float, clip: Rect
) -> Patch:
    """Return the patch of a printed piece, with a thin shadow around it.

    `table` maps from the piece's own coordinates (mm, origin at its centre) to the table's.
    """
    w, h = paper.width_mm, paper.height_mm
    corners = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
    # includes points along the edges, because distortion bends the edges
    rim = np.vstack([np.linspace(corners[i - 1], corners[i], 9) for i in range(4)])
    on_table = np.column_stack([rim, np.ones(len(rim))]) @ table.T
    seen = camera.project(on_table[:, :2], lift_mm)
    scale = camera.px_per_mm(*on_table[:, :2].mean(axis=0))
    rect = common(bounds(seen, math.ceil(_SHADOW_MM * 2 * scale) + 2), clip)
    if empty(rect):
        return NOTHING
    ratio = paper.px_per_mm / (scale * _SUB)
    picture = paper.level(max(0, round(math.log2(ratio))) if ratio > 1 else 0)
    size = np.diag([picture.shape[1] / w, picture.shape[0] / h, 1.0])
    to_texture = size @ turned(0, w / 2, h / 2) @ np.linalg.inv(table)
    colour, cover = warp(camera, picture, to_texture, lift_mm, rect, cv2.BORDER_REPLICATE)
    away = 1 + lift_mm / 8
    fallen = cv2.GaussianBlur(cover, (0, 0), _SHADOW_MM * 0.5 * scale * away)
    shift = np.array([[1, 0, 0.5 * scale * away], [0, 1, 0.35 * scale * away]])
    shade = cv2.warpAffine(fallen, shift, (cover.shape[1], cover.shape[0]))
    keep = np.asarray((1 - np.float32(0.4) * shade) * (1 - cover), np.float32)
    return Patch(rect, keep, np.asarray(colour * cover[:, :, None], np.float32))


def warp(
    camera: SimulatedCamera,
    picture: Linear,
    to_picture: Matrix,
    lift: float,
    rect: Rect,
    border: int,
) -> tuple[Linear, Grey]:
    """Warp `picture` into `rect` of the frame; return each pixel's mean colour and coverage.

    `to_picture` maps from table mm to picture units in which pixel edges are whole numbers.
    """
    left, top, right, bottom = rect
    colour = np.empty((bottom - top, right - left, 3), np.uint16)
    cover = np.empty((bottom - top, right - left), np.float32)
    H = (to_picture @ np.linalg.inv(camera.plane(lift))).astype(np.float32)
    rows, columns = picture.shape[:2]
    half, step = np.float32(0.5), np.float32(1 / _SUB)
    x = (np.arange((right - left) * _SUB, dtype=np.float32) + 0.5) * step + (left - 0.5)
    # The fine samples of a whole frame would take 250 MB, and do not fit into a processor's cache.
    for row in range(top, bottom, _STRIP):
        end = min(bottom, row + _STRIP)
        y = (np.arange((end - row) * _SUB, dtype=np.float32) + 0.5) * step + (row - 0.5)
        ux, uy = camera.undistorted(x.astype(np.float32), y.astype(np.float32))
        depth = 1 / (ux * H[2, 0] + uy * H[2, 1] + H[2, 2])
        u = (ux * H[0, 0] + uy * H[0, 1] + H[0, 2]) * depth
        v = (ux * H[1, 0] + uy * H[1, 1] + H[1, 2]) * depth
        inside = ((u > 0) & (u < columns) & (v > 0) & (v < rows)).astype(np.float32)
        fine = cv2.remap(picture, u - half, v - half, cv2.INTER_LINEAR, borderMode=border)
        here, small = slice(row - top, end - top), (right - left, end - row)
        colour[here] = cv2.resize(fine, small, interpolation=cv2.INTER_AREA)
        cover[here] = cv2.resize(inside, small, interpolation=cv2.INTER_AREA)
    return colour, cover


def wood(camera: SimulatedCamera, rng: np.random.Generator) -> Linear:
    """Return the bare table as `camera` sees it, (height, width, 3)."""
    boards = _boards(rng)
    scale, middle = _WOOD_PX / _WOOD_MM, _WOOD_PX / 2
    to_pixels = np.array([[scale, 0, middle], [0, scale, middle], [0, 0, 1]])
    return warp(camera, boards, to_pixels, 0.0, camera.rect, cv2.BORDER_WRAP)[0]


def _boards(rng: np.random.Generator) -> Linear:
    """Return a random square wooden table, linear BGR: `_WOOD_PX` px cover `_WOOD_MM` mm."""
    grain, fine = (
        cv2.resize(
            rng.standard_normal(size, dtype=np.float32),
            (_WOOD_PX, _WOOD_PX),
            interpolation=cv2.INTER_CUBIC,
        )
        for size in ((300, 6), (_WOOD_PX, 24))
    )
    planks = np.repeat(rng.uniform(-1, 1, 10).astype(np.float32), _WOOD_PX // 10)[:, None]
    seam = np.arange(_WOOD_PX) % (_WOOD_PX // 10) < 2
    tone = 1 + 0.16 * grain
    tone += 0.07 * fine
    tone += 0.12 * planks
    np.clip(tone, 0.4, 1.7, out=tone)
    tone[seam] = 0.45
    boards = np.empty((_WOOD_PX, _WOOD_PX, 3), np.uint16)
    for channel, share in enumerate(np.array([0.075, 0.16, 0.29], np.float32)):
        boards[:, :, channel] = tone * share * FULL_LIGHT
    return boards
