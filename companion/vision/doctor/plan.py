"""Plans a camera's mount over a mat, and its coverage, before anything is printed.

Theory of operation

A pinhole camera is at distance D from the point on the table at which it is aimed, and tilted by t
from straight down. Let x run to the right on the table, y towards the picture's upper edge, and f
be the focal length in px. Then a point appears at

    u = f x / Z,   v = f y cos t / Z,   Z = D + y sin t,

and a small square there covers f² D cos t / Z³ px per mm² (the mapping's determinant). The square
root of this is px per mm. It is smallest at the mat's far edge, which is therefore decisive.

The whole mat must be visible, with `AROUND_MM` of table around it. If there is room above and
below it in the picture, the camera is aimed so that both margins are equal. The reader
(`companion.vision.reader.reader`) needs at least `READS` px per module from a webcam. `WELL`
includes a reserve for poor light, soft focus and bad lenses. Distances are in mm, angles in
degrees.
"""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

READS, WELL = 0.8, 1.0
"""Minimum px per module for reading, without and with a reserve."""
AROUND_MM = 12.0
MODULES = 21
PRESETS = {"720p": (1280, 720), "1080p": (1920, 1080), "1440p": (2560, 1440), "4k": (3840, 2160)}
_NEAR_MM, _FAR_MM = 50.0, 20_000.0
_WORTH = 1.08
"""Minimum factor by which a straight mount must improve px per module to be reported."""


class CoverageEstimate(enum.StrEnum):
    """The expected readability of a mat's cards."""

    WELL = "well"
    READS = "reads"
    FAR = "far"


@dataclass(frozen=True, slots=True)
class PlannedCamera:
    """A camera: its picture size in px, diagonal field of view, and tilt from straight down."""

    width: int
    height: int
    fov_deg: float = 78.0
    tilt_deg: float = 15.0

    @property
    def focal_px(self) -> float:
        """The focal length in px."""
        return math.hypot(self.width, self.height) / 2 / math.tan(math.radians(self.fov_deg) / 2)

    @staticmethod
    def named(text: str, fov_deg: float = 78.0, tilt_deg: float = 15.0) -> PlannedCamera | None:
        """Return the camera with a preset ("1080p", "4K") or size ("1920x1080"), or None."""
        text = text.strip().lower()
        size = re.fullmatch(r"(\d{2,5})\s*[x×*]\s*(\d{2,5})", text)
        if size is not None:
            width, height = int(size[1]), int(size[2])
        elif text in PRESETS:
            width, height = PRESETS[text]
        else:
            return None
        return PlannedCamera(max(width, height), min(width, height), fov_deg, tilt_deg)


@dataclass(frozen=True, slots=True)
class MatSheet:
    """A mat on paper: its size, and the side of its smallest tag's symbol, in mm."""

    name: str
    width_mm: float
    height_mm: float
    tag_mm: float
    small: bool = False


@dataclass(frozen=True, slots=True)
class CameraMount:
    """A camera over a mat: its height, and the px per module at the mat's far edge.

    If `turned`, the picture's wide side is along the mat's height.
    """

    height_mm: float
    px_per_module: float
    turned: bool

    @property
    def sight(self) -> CoverageEstimate:
        """The mount's expected readability."""
        if self.px_per_module >= WELL:
            return CoverageEstimate.WELL
        return CoverageEstimate.READS if self.px_per_module >= READS else CoverageEstimate.FAR


@dataclass(frozen=True, slots=True)
class MountAdvice:
    """The recommended mount for a sheet, and alternatives.

    `highest_mm` is the maximum height with the same readability, or None if even the recommended
    mount is too far away. `better_camera` is a preset, and `straight` is the mount without tilt.
    Both are None if they are unnecessary or help little.
    """

    sheet: MatSheet
    stand: CameraMount
    highest_mm: float | None
    better_camera: str | None = None
    straight: CameraMount | None = None


def stand(camera: PlannedCamera, sheet: MatSheet) -> CameraMount:
    """Return the lowest mount from which the whole mat is visible, with the better orientation.

    >>> mat = MatSheet("4x5", 594, 420, tag_mm=16)
    >>> found = stand(PlannedCamera.named("1080p"), mat)
    >>> round(found.height_mm, -1), round(found.px_per_module, 1), str(found.sight)
    (520.0, 1.6, 'well')
    """
    ways = [_stand(camera, sheet, turned=turned) for turned in (False, True)]
    return max(ways, key=lambda s: s.px_per_module)


def advise(camera: PlannedCamera, sheet: MatSheet) -> MountAdvice:
    """Return the recommended mount for this camera and sheet, and alternatives."""
    best = stand(camera, sheet)
    highest = None
    if best.sight is not CoverageEstimate.FAR:
        least = WELL if best.sight is CoverageEstimate.WELL else READS
        far = _greatest(lambda d: _module(camera, sheet, d, turned=best.turned) >= least)
        highest = far * math.cos(math.radians(camera.tilt_deg))
    if best.sight is CoverageEstimate.WELL:
        return MountAdvice(sheet, best, highest)
    straight = stand(replace(camera, tilt_deg=0.0), sheet) if camera.tilt_deg else None
    if straight is not None and (
        straight.sight is CoverageEstimate.FAR
        or straight.px_per_module < _WORTH * best.px_per_module
    ):
        straight = None
    return MountAdvice(sheet, best, highest, _better(camera, sheet), straight)


def _better(camera: PlannedCamera, sheet: MatSheet) -> str | None:
    """Return the lowest-resolution preset with which the sheet is read well, or None."""
    for name, (width, height) in PRESETS.items():
        if stand(replace(camera, width=width, height=height), sheet).sight is CoverageEstimate.WELL:
            return name
    return None


def _stand(camera: PlannedCamera, sheet: MatSheet, *, turned: bool) -> CameraMount:
    distance = _greatest(lambda d: not _whole(camera, sheet, d, turned=turned))
    height = distance * math.cos(math.radians(camera.tilt_deg))
    return CameraMount(height, _module(camera, sheet, distance, turned=turned), turned)


def _halves(sheet: MatSheet, *, turned: bool) -> tuple[float, float]:
    """Return half the extents of the mat and its margin along the picture's width and height."""
    across, along = sheet.width_mm / 2 + AROUND_MM, sheet.height_mm / 2 + AROUND_MM
    return (along, across) if turned else (across, along)


def _aim(camera: PlannedCamera, half: float, distance: float) -> float:
    """Return the y of the mat's middle at which its near and far margins are equal in the picture.

    The equation v(y + half) = -v(y - half) leads to y² sin t + y D - half² sin t = 0. The result
    is its root near zero.
    """
    s = math.sin(math.radians(camera.tilt_deg))
    if not s:
        return 0.0
    return (math.sqrt(distance**2 + 4 * (half * s) ** 2) - distance) / (2 * s)


def _whole(camera: PlannedCamera, sheet: MatSheet, distance: float, *, turned: bool) -> bool:
    """Return True if the whole mat is in the picture."""
    across, along = _halves(sheet, turned=turned)
    t = math.radians(camera.tilt_deg)
    middle = _aim(camera, along, distance)
    near, far = middle - along, middle + along
    depth = distance + near * math.sin(t)
    if depth <= 0:
        return False
    f = camera.focal_px
    v = f * far * math.cos(t) / (distance + far * math.sin(t))
    return v <= camera.height / 2 and f * across / depth <= camera.width / 2


def _module(camera: PlannedCamera, sheet: MatSheet, distance: float, *, turned: bool) -> float:
    """Return the px per module of the smallest tag at the mat's far edge."""
    t = math.radians(camera.tilt_deg)
    along = _halves(sheet, turned=turned)[1]
    far = _aim(camera, along, distance) + along - AROUND_MM
    depth = distance + far * math.sin(t)
    scale = camera.focal_px * math.sqrt(distance * math.cos(t) / depth**3)
    return scale * sheet.tag_mm / MODULES


def _greatest(holds: Callable[[float], bool]) -> float:
    """Return the distance up to which the monotonic predicate `holds` is true."""
    low, high = _NEAR_MM, _FAR_MM
    while high - low > 0.5:
        half = (low + high) / 2
        low, high = (half, high) if holds(half) else (low, half)
    return high
