"""Arms and hands over the table: flat shapes with soft edges that hide cards.

A hand is drawn in its own coordinates, in mm: the fingertips are at the origin, and y points back
along the arm to its owner. The hand is a union of rounded bars (fingers, thumb), a palm and a
forearm with a sleeve. `silhouette` positions them, and `paint` draws them into linear light, with
a darker rim and a soft shadow on the table.
"""

import math
from dataclasses import dataclass, replace
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulator.scene import Hand

HAND_HEIGHT_MM: Final = 35.0
_SHADOW_MM: Final = (16.0, 11.0)
_ARM_MM: Final = 900.0

Points = npt.NDArray[np.float64]
Linear = npt.NDArray[np.uint16]
Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Tone:
    """Linear colours (B, G, R) of one arm; 1.0 is white. `bare_mm` is where the sleeve begins."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    bare_mm: float


TONES: Final = (
    Tone((0.28, 0.37, 0.62), (0.20, 0.07, 0.04), 235.0),
    Tone((0.09, 0.14, 0.27), (0.55, 0.56, 0.58), 215.0),
    Tone((0.20, 0.28, 0.50), (0.03, 0.03, 0.03), 205.0),
    Tone((0.035, 0.055, 0.11), (0.06, 0.10, 0.42), 260.0),
)


@dataclass(frozen=True, slots=True, eq=False)
class ArmShape:
    """One part of an arm: a polygon (n, 2) in the caller's coordinates."""

    outline: Points
    sleeve: bool = False


def _bar(a: tuple[float, float], b: tuple[float, float], ra: float, rb: float) -> Points:
    """Return a rounded bar from `a` to `b` whose half width changes from `ra` to `rb`."""
    along = math.atan2(b[1] - a[1], b[0] - a[0])
    turns = np.linspace(-math.pi / 2, math.pi / 2, 9)
    return np.array(
        [
            (x + radius * math.cos(way + t), y + radius * math.sin(way + t))
            for (x, y), radius, way in ((b, rb, along), (a, ra, along + math.pi))
            for t in turns
        ]
    )


_KNUCKLES: Final = ((-29.0, 88.0), (-9.0, 80.0), (11.0, 83.0), (29.0, 94.0))
_FLAT: Final = ((-36.0, 14.0), (-11.0, 3.0), (14.0, 8.0), (38.0, 30.0))
_PINCH: Final = ((-9.0, 10.0), (2.0, 8.0), (13.0, 14.0), (24.0, 32.0))
_PALM: Final = (
    *((-38.0, 92.0), (-30.0, 80.0), (0.0, 72.0), (26.0, 78.0), (39.0, 92.0), (41.0, 120.0)),
    *((36.0, 150.0), (29.0, 178.0), (-29.0, 178.0), (-37.0, 150.0), (-41.0, 118.0)),
)


def _parts(hand: Hand, bare_mm: float) -> list[ArmShape]:
    tips = _FLAT if hand.open else _PINCH
    thumb = (-64.0, 74.0) if hand.open else (-22.0, 26.0)
    wrist = np.array([[-29, 165], [29, 165], [34, bare_mm + 12], [-34, bare_mm + 12]], float)
    fingers = (_bar(*ends, 10.5, 8.5) for ends in zip(_KNUCKLES, tips, strict=True))
    bare = (wrist, _bar((-30.0, 138.0), thumb, 15.0, 10.0), *fingers, np.array(_PALM))
    sleeve = [[-41, bare_mm], [41, bare_mm], [62, _ARM_MM], [-62, _ARM_MM]]
    return [*map(ArmShape, bare), ArmShape(np.array(sleeve, float), sleeve=True)]


def silhouette(hand: Hand) -> list[ArmShape]:
    """Return the parts of `hand` in mat coordinates, lowest first."""
    angle = math.radians(hand.reach_deg)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    place = np.array([hand.x_mm, hand.y_mm])
    tone = TONES[hand.tone % len(TONES)]
    parts = _parts(hand, tone.bare_mm)
    return [replace(part, outline=part.outline @ turn + place) for part in parts]


def shadow_of(shapes: list[ArmShape]) -> list[ArmShape]:
    """Return the shapes' shadow on the table, in the same coordinates."""
    return [replace(shape, outline=shape.outline + np.array(_SHADOW_MM)) for shape in shapes]


def _fill(mask: Mask, shapes: list[ArmShape], offset: tuple[int, int]) -> None:
    for shape in shapes:
        at = np.rint((shape.outline - np.array(offset)) * 16).astype(np.int32)
        cv2.fillPoly(mask, [at], 255, cv2.LINE_AA, 4)


def _soft(mask: Mask, sigma: float) -> npt.NDArray[np.float32]:
    """Return `mask` / 255 blurred by `sigma` pixels, at a quarter of the resolution."""
    rows, columns = mask.shape
    small = (max(1, columns // 4), max(1, rows // 4))
    blurred = cv2.GaussianBlur(
        cv2.resize(mask, small, interpolation=cv2.INTER_AREA), (0, 0), sigma / 4
    )
    return cv2.resize(blurred, (columns, rows)).astype(np.float32) * np.float32(1 / 255)


def paint(
    light: Linear,
    offset: tuple[int, int],
    shapes: list[ArmShape],
    shadow: list[ArmShape],
    tone: Tone,
    px_per_mm: float,
) -> None:
    """Draw a hand into `light`, a rectangle of the picture whose top left pixel is `offset`.

    `shapes` and `shadow` are in pixels of the whole picture. `light` is linear BGR and is modified.
    """
    size = light.shape[:2]
    skin, cloth, fallen = (np.zeros(size, np.uint8) for _ in range(3))
    _fill(fallen, shadow, offset)
    _fill(skin, [shape for shape in shapes if not shape.sleeve], offset)
    _fill(cloth, [shape for shape in shapes if shape.sleeve], offset)
    whole = cast("Mask", cv2.max(skin, cloth))
    dark = 1 - np.float32(0.45) * _soft(fallen, 12.0)
    shade = np.float32(0.25) + np.float32(0.75) * _soft(whole, max(2.0, 9 * px_per_mm))
    over = cv2.GaussianBlur(whole, (0, 0), 1.0).astype(np.float32) * np.float32(1 / 255)
    worn = cloth.astype(np.float32) * np.float32(1 / 255)
    keep = dark * (1 - over)
    add = shade * over * np.float32(65535)
    for channel in range(3):
        bare, sleeve = np.float32(tone.skin[channel]), np.float32(tone.sleeve[channel])
        plane = light[:, :, channel] * keep + add * (worn * (sleeve - bare) + bare)
        light[:, :, channel] = np.minimum(plane, 65535).astype(np.uint16)
