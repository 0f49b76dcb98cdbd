"""The fixed part of a printed pattern as seen through a lens, for registration.

A pattern is a square of modules: a panel without its symbol's data, or one finder pattern. For a
given blur, its `Structure` contains samples and the warp Jacobian that inverse-compositional
Gauss–Newton needs (Baker & Matthews, "Lucas-Kanade 20 years on", IJCV 2004, section 3.2).

Canonical coordinates are modules from the pattern's centre, divided by `half`. The pattern thus
spans [-1, 1], which keeps the normal equations well conditioned.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.reader.symbol import blur_points, blur_slopes

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

_COARSE = (0.18, 0.27, 0.4, 0.55, 0.75, 1.0, 1.35)
BLURS = (*_COARSE, 0.87, 1.16, 1.56, 1.8, 2.1)
"""Gaussian sigmas of the templates, in modules: those for single frames, and finer steps."""
SAMPLES = 2
"""Number of samples for registration along a module."""


def nearest_blur(sigma: float, *, fine: bool = False) -> int:
    """Return the index of the blur in `BLURS` that is nearest to `sigma` (modules), by ratio.

    Finer steps pay only if the picture has little noise.
    """
    blurs = BLURS if fine else _COARSE
    logs = np.abs(np.log(np.array(blurs)) - np.log(max(sigma, 1e-3)))
    return int(logs.argmin())


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """The fixed part of a pattern at one blur.

    `points` (3, P) are the sample points in canonical, homogeneous coordinates. `shape` (P,) is
    the template without its mean, `weights` (P,) have the sum 1, and `energy` is the template's
    weighted variance. `jacobian` (P, 8) maps warp parameters to errors, `step` (8, P) errors to
    warp parameters. `coarse` (4, N²) are unit templates for the four quarter turns with one sample
    per module, at `coarse_points` (3, N²) with `coarse_weights` (4, N²).
    """

    points: Singles
    shape: Singles
    weights: Singles
    energy: float
    jacobian: Singles
    step: Singles
    coarse_points: Singles
    coarse: Singles
    coarse_weights: Singles


class Pattern(ABC):
    """A square of `modules` × `modules`, which computes and caches its structure for each blur.

    If `affine`, perspective is not fitted, because the pattern is too small.
    """

    affine = False

    def __init__(self, modules: int) -> None:
        self.modules = modules
        self.half = modules / 2
        self._structures: dict[int, Structure] = {}

    @property
    @abstractmethod
    def span(self) -> float:
        """The side of the square that a search can find, in modules."""

    @abstractmethod
    def _fixed(self) -> tuple[Floats, Bools]:
        """Return the modules (n, n) from 0 black to 1 white, and a mask of those that count."""

    def structure(self, level: int) -> Structure:
        """Return the structure at `BLURS[level]`."""
        if level not in self._structures:
            self._structures[level] = self._make_structure(BLURS[level])
        return self._structures[level]

    def _make_structure(self, sigma: float) -> Structure:
        n = self.modules
        scene, counts = self._fixed()
        at: Floats = (np.arange(n * SAMPLES, dtype=np.float64) + 0.5) / SAMPLES - n / 2
        blur, slope = blur_points(at, n, sigma), blur_slopes(at, n, sigma)
        keep = np.kron(counts, np.ones((SAMPLES, SAMPLES))).astype(np.bool_).ravel()
        y, x = np.meshgrid(at / self.half, at / self.half, indexing="ij")
        x, y = x.ravel()[keep], y.ravel()[keep]
        shape = (blur @ scene @ blur.T).ravel()[keep]
        gx = (blur @ scene @ slope.T).ravel()[keep] * self.half
        gy = (slope @ scene @ blur.T).ravel()[keep] * self.half
        g = np.zeros_like(gx) if self.affine else gx * x + gy * y
        jacobian = np.stack([gx * x, gx * y, gx, gy * x, gy * y, gy, -g * x, -g * y], 1)
        normal = jacobian.T @ jacobian + 1e-3 * np.eye(8)
        step = np.linalg.solve(normal, jacobian.T)
        shape -= shape.mean()
        weights = np.full(len(x), 1 / len(x))

        centres: Floats = np.arange(n, dtype=np.float64) + 0.5 - n / 2
        cy, cx = np.meshgrid(centres / self.half, centres / self.half, indexing="ij")
        small = blur_points(centres, n, sigma)
        coarse, coarse_weights = self._quarter_turns(small @ scene @ small.T, counts)
        return Structure(
            points=np.stack([x, y, np.ones_like(x)]).astype(np.float32),
            shape=shape.astype(np.float32),
            weights=weights.astype(np.float32),
            energy=float((shape**2 * weights).sum()),
            jacobian=jacobian.astype(np.float32),
            step=step.astype(np.float32),
            coarse_points=np.stack([cx.ravel(), cy.ravel(), np.ones(n * n)]).astype(np.float32),
            coarse=coarse,
            coarse_weights=coarse_weights,
        )

    @staticmethod
    def _quarter_turns(picture: Floats, counts: Bools) -> tuple[Singles, Singles]:
        turns, weights = [], []
        for quarter in range(4):
            # np.rot90 turns anticlockwise, but the panel is seen turned clockwise by `quarter`
            # quarter turns.
            weight = np.rot90(counts, -quarter).ravel().astype(np.float64)
            turned = np.rot90(picture, -quarter).ravel()
            turned = (turned - (turned * weight).sum() / weight.sum()) * weight
            turns.append(turned / np.linalg.norm(turned))
            weights.append(weight)
        return np.array(turns, np.float32), np.array(weights, np.float32)


class Finder(Pattern):
    """One finder pattern and the white around it (ISO/IEC 18004, 6.3.3 and 6.3.4)."""

    affine = True

    def __init__(self) -> None:
        super().__init__(9)

    @property
    def span(self) -> float:
        """The side of the finder pattern's dark square, in modules."""
        return 7.0

    def _fixed(self) -> tuple[Floats, Bools]:
        away = np.maximum(*np.abs(np.indices((9, 9)) - 4))
        return np.isin(away, (2, 4)).astype(np.float64), np.ones((9, 9), np.bool_)
