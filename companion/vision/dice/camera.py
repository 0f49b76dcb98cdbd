"""A camera derived from a mat's homography, for objects that rise above the table.

A mat's pose maps only the table's plane. Assume square pixels, a principal point in the middle of
the picture, and a focal length f. Then the homography's first two columns must be orthogonal
vectors of equal length (Zhang 2000). This gives two equations that are linear in 1 / f². With the
camera straight above the table, they are degenerate. They are therefore solved together with a
third equation of low weight: most webcams have a diagonal field of view of about 78°. An error of
10 % in f changes the parallax of a die's top by 10 %, which is under a millimetre.

Coordinates are mat millimetres: x to the right, y down, z up towards the camera.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.lens import Lens
from companion.vision.mat.tracker import MatPose

Floats = npt.NDArray[np.float64]

_DFOV = math.radians(78)
_PRIOR = 0.002
"""Weight of the third equation, the typical field of view, relative to the other two."""


@dataclass(frozen=True, slots=True, eq=False)
class TableCamera:
    """A camera above the table. `P` (3, 4) maps mat mm (x, y, z, 1) to px; `lens` distorts them."""

    P: Floats
    lens: Lens

    @property
    def eye(self) -> Floats:
        """The camera's position, (3,) mm."""
        return np.asarray(-np.linalg.solve(self.P[:, :3], self.P[:, 3]))

    def seen(self, points: npt.ArrayLike) -> Floats:
        """Project mat points (n, 3), mm, to picture points (n, 2), px."""
        at = np.asarray(points, np.float64)
        q = at @ self.P[:, :3].T + self.P[:, 3]
        return self.lens.bent(q[:, :2] / q[:, 2:])

    def px_per_mm(self, x_mm: float, y_mm: float, z_mm: float) -> float:
        """Return the mean scale at a point of a horizontal plane, px per mm."""
        a, b, c = self.seen([[x_mm, y_mm, z_mm], [x_mm + 1, y_mm, z_mm], [x_mm, y_mm + 1, z_mm]])
        return math.sqrt(abs(float((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])))

    def slant(self, x_mm: float, y_mm: float) -> float:
        """Return the angle between the vertical and the line of sight to a place, in radians."""
        away = self.eye - np.array([x_mm, y_mm, 0.0])
        return math.atan2(float(np.hypot(away[0], away[1])), abs(float(away[2])))


def camera_of(pose: MatPose, shape: tuple[int, ...]) -> TableCamera:
    """Return the camera for a mat's pose in a picture of `shape` (height, width, …)."""
    height, width = shape[:2]
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    H = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]]) @ pose.back
    x, y = pose.mat.width_mm / 2, pose.mat.height_mm / 2
    H /= (H @ np.array([x, y, 1.0]))[2]
    focal = _focal(H, math.hypot(width, height) / 2)
    rays = np.diag([1 / focal, 1 / focal, 1.0]) @ H
    across, down = rays[:, 0], rays[:, 1]
    up = -np.cross(across, down) / math.sqrt(np.linalg.norm(across) * np.linalg.norm(down))
    inner = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    P = inner @ np.stack([across, down, up, rays[:, 2]], axis=1)
    lens = pose.lens if pose.lens.width > 1 else Lens(width, height)
    return TableCamera(P, lens)


def camera_above(px_per_mm: float, shape: tuple[int, ...]) -> TableCamera:
    """Return a typical camera straight above a table, for this scale and picture `shape`.

    The origin of its coordinates in mm is the picture's top left corner.
    """
    height, width = shape[:2]
    focal = math.hypot(width, height) / 2 / math.tan(_DFOV / 2)
    away = focal / px_per_mm
    x, y = (width - 1) / 2, (height - 1) / 2
    P = np.array(
        [
            [focal, 0, -x, x * away - focal * x / px_per_mm],
            [0, focal, -y, y * away - focal * y / px_per_mm],
            [0, 0, -1, away],
        ]
    )
    return TableCamera(P, Lens(width, height))


def _focal(H: Floats, half_diagonal: float) -> float:
    """Return the focal length, px. `H` maps the table to px relative to the picture's middle."""
    usual = half_diagonal / math.tan(_DFOV / 2)
    a, b = H[:, 0], H[:, 1]
    size = (a[:2] @ a[:2] + b[:2] @ b[:2]) / 2
    # `share` is 1 / f² in units of the typical camera's 1 / f².
    left = np.array([a[:2] @ b[:2], a[:2] @ a[:2] - b[:2] @ b[:2]]) / size
    right = -np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2]) * usual**2 / size
    share = (left @ right + _PRIOR) / (left @ left + _PRIOR)
    return float(usual / math.sqrt(np.clip(share, 0.3, 3.0)))
