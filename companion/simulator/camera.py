"""A pinhole camera above the table, with one distortion coefficient.

Theory of operation
-------------------
Table coordinates are (x, y, z): x right and y down as seat A sees the table, z up towards the
camera, mm. The optical axes are built in (x, y, -z), which is right-handed:

    right   = ( cos h,         sin h,        0    )
    forward = ( sin t sin h,  -sin t cos h,  cos t)      t tilt, h heading
    down    = forward x right

At heading 0 the picture's upper edge points away from seat A; at heading 90 it points to A's
right, so that a landscape picture shows a portrait mat sideways. The camera is `height_mm` above
the table and looks at `target`; a tilt moves the camera towards the picture's lower edge.
Distortion is Brown's first radial term, with radii in half diagonals:

    distorted = ideal * (1 + k1 * |ideal|^2)

A homography maps each horizontal plane to the ideal picture, and the radial term maps that to the
real one. The inverse is computed once, as a table of radii.
"""

import functools
import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.simulator.rects import Rect

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SimulatedCamera:
    """The camera's mount and lens; sizes in pixels, mm and degrees.

    `dfov_deg` is the diagonal field of view; `k1` is the radial term for radii in half diagonals.
    """

    width: int = 1920
    height: int = 1080
    dfov_deg: float = 78.0
    height_mm: float = 600.0
    tilt_deg: float = 10.0
    heading_deg: float = 0.0
    k1: float = -0.03
    target: tuple[float, float] = (0.0, 0.0)

    @property
    def half_diagonal(self) -> float:
        """Half the picture's diagonal in pixels, the unit of `k1`'s radius."""
        return math.hypot(self.width, self.height) / 2

    @property
    def middle(self) -> Points:
        """The picture's middle, px."""
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    @property
    def rect(self) -> Rect:
        """The whole picture."""
        return 0, 0, self.width, self.height

    def matrix(self) -> Points:
        """Return the 3 x 4 projection from (x, y, z, 1) on the table to the ideal picture."""
        t, h = math.radians(self.tilt_deg), math.radians(self.heading_deg)
        right = np.array([math.cos(h), math.sin(h), 0.0])
        forward = np.array([math.sin(t) * math.sin(h), -math.sin(t) * math.cos(h), math.cos(t)])
        turn = np.stack([right, np.cross(forward, right), forward])
        centre = np.array([*self.target, 0.0]) - forward * self.height_mm / math.cos(t)
        outer = np.hstack([turn, -(turn @ centre)[:, None]])
        outer[:, 2] *= -1  # z points up on the table, and down in the optical frame
        focal = self.half_diagonal / math.tan(math.radians(self.dfov_deg) / 2)
        inner = np.diag([focal, focal, 1.0])
        inner[:2, 2] = self.middle
        return np.asarray(inner @ outer)

    def plane(self, z_mm: float = 0.0) -> Points:
        """Return the homography from table (x, y) at height `z_mm` to the ideal picture."""
        p = self.matrix()
        return np.stack([p[:, 0], p[:, 1], p[:, 2] * z_mm + p[:, 3]], axis=1)

    def project(self, points: Points, z_mm: float = 0.0) -> Points:
        """Return the pixels, shape (n, 2), of table points of shape (n, 2) at height `z_mm`."""
        q = np.column_stack([points, np.ones(len(points))]) @ self.plane(z_mm).T
        ideal = (q[:, :2] / q[:, 2:] - self.middle) / self.half_diagonal
        radius2 = np.minimum((ideal**2).sum(axis=1, keepdims=True), _turning_point2(self.k1))
        return np.asarray(ideal * (1 + self.k1 * radius2) * self.half_diagonal + self.middle)

    def undistorted(
        self, x: npt.NDArray[np.float32], y: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Return the ideal pixels of the pixel grid `y` x `x` (two (len(y), len(x)) arrays)."""
        cx, cy = self.middle.astype(np.float32)
        dx, dy = x[None, :] - cx, y[:, None] - cy
        radius2 = (dx * dx + dy * dy) / np.float32(self.half_diagonal**2)
        knots, factors = _inverse(self.k1)
        factor = np.interp(radius2, knots, factors).astype(np.float32)
        return dx * factor + cx, dy * factor + cy

    def px_per_mm(self, x_mm: float = 0.0, y_mm: float = 0.0) -> float:
        """Return pixels per mm around a table point, as the geometric mean of both directions."""
        a, b, c = self.project(np.array([[x_mm, y_mm], [x_mm + 1, y_mm], [x_mm, y_mm + 1]]))
        return math.sqrt(abs(float((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])))


def _turning_point2(k1: float) -> float:
    """Return the squared radius beyond which barrel distortion would fold the picture."""
    return math.inf if k1 >= 0 else 1 / (-3 * k1)


@functools.lru_cache(maxsize=8)
def _inverse(k1: float) -> tuple[Points, Points]:
    """Return squared distorted radii, and the factors that convert them back to ideal radii."""
    ideal = np.linspace(0.0, math.sqrt(min(_turning_point2(k1), 4.0)), 2048)
    factor = 1 + k1 * ideal**2
    return (ideal * factor) ** 2, 1 / factor


def fit_camera(
    camera: SimulatedCamera, width_mm: float, height_mm: float, margin_mm: float = 12.0
) -> SimulatedCamera:
    """Return `camera` at the lowest height from which it shows a centred mat of this size."""
    x, y = width_mm / 2 + margin_mm, height_mm / 2 + margin_mm
    corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y], [0, -y], [0, y], [-x, 0], [x, 0]])

    def centred(height: float) -> tuple[SimulatedCamera, bool]:
        """Centre the corners' box; return the camera, and True if it fits."""
        seen = replace(camera, height_mm=height, target=(0.0, 0.0))
        for _ in range(4):
            pixels = seen.project(corners)
            ends = [(pixels.min(axis=0) + pixels.max(axis=0)) / 2, camera.middle]
            here, there = np.column_stack([ends, [1, 1]]) @ np.linalg.inv(seen.plane()).T
            x, y = seen.target + here[:2] / here[2] - there[:2] / there[2]
            seen = replace(seen, target=(float(x), float(y)))
        pixels = seen.project(corners)
        size = np.array([camera.width, camera.height]) - 1
        return seen, bool((pixels >= 0).all() and (pixels <= size).all())

    low, high = 50.0, 5000.0
    while high - low > 0.5:
        half = (low + high) / 2
        low, high = (low, half) if centred(half)[1] else (half, high)
    return centred(high)[0]
