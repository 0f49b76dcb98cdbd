"""A lens's distortion as one number, estimated from a mat's fiducials.

A wide webcam lens shrinks the rim of its picture (barrel distortion). Let r be the distance from
the picture's middle, divided by half the diagonal. A point seen at p would be at middle + (p -
middle) · (1 + k r²) without distortion.

A mat's fiducials determine k. Everything at the rim is shrunk, including fiducials. With a wrong
k, the fiducials are too small for the distances between them, and no homography fits.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_TRIES = np.linspace(-0.06, 0.24, 11)
_IMPROVES = 0.5
"""Maximum error with an estimated distortion, relative to the error without one."""
_SOLVES = 4


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens for pictures of `width` × `height` px; a `k` of 0 means no distortion."""

    width: int
    height: int
    k: float = 0.0

    def _from_middle(self, points: Floats) -> tuple[Floats, Floats, float]:
        middle = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        return points - middle, middle, float(np.hypot(self.width, self.height) / 2)

    def straight(self, points: Floats) -> Floats:
        """Remove the distortion from points (n, 2), px."""
        if not self.k:
            return points
        away, middle, unit = self._from_middle(points)
        r2 = (away**2).sum(1, keepdims=True) / unit**2
        return np.asarray(middle + away * (1 + self.k * r2))

    def bent(self, points: Floats) -> Floats:
        """Distort undistorted points (n, 2), px, by Newton's method."""
        if not self.k:
            return points
        away, middle, unit = self._from_middle(points)
        wanted = np.sqrt((away**2).sum(1)) / unit
        r = wanted.copy()
        for _ in range(_SOLVES):
            r -= (r * (1 + self.k * r * r) - wanted) / np.maximum(1 + 3 * self.k * r * r, 0.2)
        share = np.where(wanted > 1e-9, r / np.maximum(wanted, 1e-9), 1.0)
        return np.asarray(middle + away * share[:, None])


def fit_bend(error: Callable[[float], float]) -> float:
    """Return the k that minimises `error(k)`, a root mean square, or 0 if no k reduces it much."""
    squares = np.array([error(float(k)) ** 2 for k in _TRIES])
    best = int(squares.argmin())
    if not 0 < best < len(_TRIES) - 1:
        return 0.0
    # The squared error of a least-squares fit is approximately quadratic in k.
    before, here, after = squares[best - 1 : best + 2]
    bow = before - 2 * here + after
    k = float(_TRIES[best] + (_TRIES[1] - _TRIES[0]) * 0.5 * (before - after) / max(bow, 1e-12))
    return k if error(k) < _IMPROVES * error(0.0) else 0.0
