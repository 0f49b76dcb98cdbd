"""Fits the panel's plane to the picture, to a small part of a pixel, for many panels at once.

Inverse-compositional Gauss–Newton over the eight parameters of a homography: the Jacobian belongs
to the template, so a step is one sampling and one matrix product (Baker & Matthews 2004, 3.2).
Brightness and contrast are solved in closed form at each step. A homography H maps canonical panel
coordinates (`companion.vision.reader.structure`) to pixels.

If a panel is known to be in a place (`turned=False`) and does not fit, a finger may be over it: the
fit is repeated with robust weights (Cauchy's), and counts if enough samples still fit.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.reader.image_pyramid import ImagePyramid, Light
from companion.vision.reader.structure import Pattern, Structure, nearest_blur

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Ints = npt.NDArray[np.intp]

CAMERA_BLUR = 0.95
"""Blur of lens, sensor and camera software, px; measured on ordinary webcams."""
_FLOORS = (0.0, 0.5, 0.6, 0.65, 0.65, 0.65)
"""Minimum likeness to a panel before each step of a fit: of 1,010 panels that fit in the end the
worst had 0.68 after one step and 0.75 after two."""
_KNOWN_FLOORS = (0.0,) * len(_FLOORS)
_STILL = 0.003
_LONGEST = 0.12
_TURN_LEAST = 0.45
_LEAST_CONTRAST = 300.0
_FLAT, _FAR = np.float32(1e-9), np.float32(3e4)
_SAMPLED_MODULE = 1.7
_ROBUST_STEPS = 8
_MISFIT = 0.18
"""Misfit at which a sample's weight is a quarter, in black-to-white steps."""
_WHOLE = 0.9
"""Structure below which a panel may be partly covered."""
_FITTING_LEAST = 0.5
"""Minimum mean weight of the samples of a partly covered panel."""


@dataclass(frozen=True, slots=True, eq=False)
class PanelFit:
    """Panels found in a picture, one per row of each array.

    `origin` (n,): the given quadrangle; `H` (n, 3, 3): canonical → px of pyramid `level` (n,);
    `module` (n,): px per module at that level; `structure` (n,): correlation of the fixed part with
    the picture, 1 = equal; `whole` (n,): True if all of that part counts, not just the uncovered
    rest.
    """

    origin: Ints
    H: Floats
    level: Ints
    module: Floats
    structure: Floats
    whole: npt.NDArray[np.bool_]

    def rows(self, rows: Ints) -> PanelFit:
        """Return the fit of these rows."""
        return PanelFit(*(getattr(self, field.name)[rows] for field in fields(self)))

    def corners(self, half: float) -> Floats:
        """Return the symbol's corners (n, 4, 2), full-size px, clockwise from its own top left."""
        e = 10.5 / half
        square = np.array([[-e, e, e, -e], [-e, -e, e, e], [1, 1, 1, 1]], np.float64)
        scale = 2.0 ** self.level[:, None, None]
        return np.asarray((project(self.H, square) + 0.5) * scale - 0.5)


def project(H: Floats, points: Floats) -> Floats:
    """Return points (3, p), homogeneous, through homographies (n, 3, 3): (n, p, 2)."""
    mapped = H @ points
    depth = mapped[:, 2:3]
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.asarray((mapped[:, :2] / depth).transpose(0, 2, 1))


def sample(light: Light, H: Floats, points: Singles) -> Singles:
    """Return the picture at `points` (3, p) through each H (n, 3, 3), bilinear: (n, p)."""
    # Single precision is accurate to 0.0002 px in a 4K picture, for half the work.
    x, y, depth = (row.astype(np.float32) @ points for row in H.transpose(1, 0, 2))
    np.divide(1, np.where(np.abs(depth) < _FLAT, _FLAT, depth), out=depth)
    for at in (x, y):
        # `fmin` and `fmax` replace NaN by a number.
        np.fmax(np.fmin(np.multiply(at, depth, out=at), _FAR, out=at), -_FAR, out=at)
    seen = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def homographies(quads: Floats, side: float) -> Floats:
    """Return homographies (n, 3, 3) from the square [-side, side]² to each quadrangle."""
    square = side * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.array(
        [cv2.getPerspectiveTransform(square, q.astype(np.float32)) for q in quads], np.float64
    ).reshape(-1, 3, 3)


def register(
    pyramid: ImagePyramid, panel: Pattern, quads: Floats, least: float, *, turned: bool
) -> PanelFit:
    """Fit the panel to each quadrangle (n, 4, 2), the white square's corners in full-size px.

    With `turned` the quadrangle's first corner may be any corner; without, it is the panel's own
    top left. Panels with a structure below `least` are omitted.
    """
    area = np.array([cv2.contourArea(q.astype(np.float32)) for q in quads])
    module = np.sqrt(np.maximum(area, 1)) / panel.span
    level = np.floor(np.log2(module / _SAMPLED_MODULE)).astype(np.intp)
    level = np.clip(level, 0, pyramid.levels - 1)
    scale = 2.0**level
    H = homographies((quads + 0.5) / scale[:, None, None] - 0.5, panel.span / 2 / panel.half)
    module = module / scale
    blur = np.array([nearest_blur(CAMERA_BLUR / m) for m in module], np.intp)
    structure = np.zeros(len(quads))
    whole = np.ones(len(quads), np.bool_)
    for key in sorted(set(zip(level.tolist(), blur.tolist(), strict=True))):
        rows = np.flatnonzero((level == key[0]) & (blur == key[1]))
        template, light = panel.structure(key[1]), pyramid.light(key[0])
        before = H[rows]
        H[rows], structure[rows] = _fit_rows(light, template, before.copy(), turned=turned)
        if not turned:
            # A finger at the rim must not pull the fit aside.
            poor = np.flatnonzero(structure[rows] < max(least, _WHOLE))
            around, score = _fit_around(light, template, before[poor])
            better = score > structure[rows[poor]]
            rows = rows[poor[better]]
            H[rows], structure[rows], whole[rows] = around[better], score[better], False
    good = np.flatnonzero(structure >= least)
    return PanelFit(good, H[good], level[good], module[good], structure[good], whole[good])


def _fit_rows(
    light: Light, template: Structure, H: Floats, *, turned: bool
) -> tuple[Floats, Floats]:
    """Turn and refine; return structure 0 where the picture shows no panel."""
    structure = np.zeros(len(H))
    rows = np.arange(len(H))
    floors = _KNOWN_FLOORS
    if turned:
        H, rows = _turn(light, template, H)
        floors = _FLOORS
    fitted: list[Ints] = []
    for floor in floors:
        if not len(rows):
            break
        step, contrast, score = _gauss_newton(light, template, H[rows])
        likely = (contrast > _LEAST_CONTRAST) & (score >= floor)
        rows, step = rows[likely], step[likely]
        H[rows] = _compose(H[rows], step)
        moving = np.abs(step).max(1, initial=0) >= _STILL
        fitted.append(rows[~moving])
        rows = rows[moving]
    fitted.append(rows)
    rows = np.concatenate(fitted)
    if len(rows):
        structure[rows] = _structure(light, template, H[rows])
    return H, structure


def _fit_around(light: Light, template: Structure, H: Floats) -> tuple[Floats, Floats]:
    """Refine panels that are partly covered; structure 0 where too little remains visible."""
    structure = np.zeros(len(H))
    for i in range(len(H)):
        # Row by row, because each row has its own weights and normal equations.
        at = H[i : i + 1].copy()
        weights = np.ones(len(template.shape), np.float32)
        score = 0.0
        for _ in range(_ROBUST_STEPS):
            greys = sample(light, at, template.points)[0]
            total = weights.sum()
            seen = greys - (weights @ greys) / total
            shape = template.shape - (weights @ template.shape) / total
            energy = float(weights @ shape**2)
            contrast = float(weights @ (seen * shape)) / energy
            if contrast < _LEAST_CONTRAST:
                score = 0.0
                break
            power = float(weights @ seen**2)
            score = contrast * (energy / max(power, 1e-6)) ** 0.5
            error = seen / contrast - shape
            weights = (1 / (1 + (error / _MISFIT) ** 2) ** 2).astype(np.float32)
            J = template.jacobian * weights[:, None]
            normal = template.jacobian.T @ J + 1e-3 * np.eye(8, dtype=np.float32)
            step = np.linalg.solve(normal, J.T @ error)
            at = _compose(at, np.clip(step, -_LONGEST, _LONGEST)[None].astype(np.float64))
        if weights.mean() >= _FITTING_LEAST:
            H[i], structure[i] = at[0], score
    return H, structure


def _turn(light: Light, template: Structure, H: Floats) -> tuple[Floats, Ints]:
    """Turn each panel upright; also return the rows that look like a panel at all."""
    greys = sample(light, H, template.coarse_points)
    w = template.coarse_weights
    total = w.sum(1)
    mean = greys @ w.T / total
    # Σ w (g - mean)² for each of the four turns; the templates include their weights.
    spread = (greys**2) @ w.T - total * mean**2
    score = greys @ template.coarse.T / np.sqrt(np.maximum(spread, 1e-3))
    quarter = score.argmax(1)
    c = np.array([1, 0, -1, 0])[quarter]
    s = np.array([0, 1, 0, -1])[quarter]
    turn = np.zeros((len(H), 3, 3))
    turn[:, 0, 0], turn[:, 0, 1] = c, -s
    turn[:, 1, 0], turn[:, 1, 1], turn[:, 2, 2] = s, c, 1
    return H @ turn, np.flatnonzero(score.max(1) >= _TURN_LEAST)


def _normalised(light: Light, template: Structure, H: Floats) -> tuple[Singles, Singles, Singles]:
    """Return mean-free greys (n, p), contrast against and likeness to the template (n,)."""
    greys = sample(light, H, template.points)
    greys -= (greys @ template.weights)[:, None]
    contrast = greys @ (template.shape * template.weights) / np.float32(template.energy)
    power = np.einsum("np,np,p->n", greys, greys, template.weights)
    score = contrast * np.sqrt(np.float32(template.energy) / np.maximum(power, np.float32(1e-6)))
    return greys, np.asarray(contrast, np.float32), np.asarray(score, np.float32)


def _gauss_newton(light: Light, template: Structure, H: Floats) -> tuple[Floats, Singles, Singles]:
    greys, contrast, score = _normalised(light, template, H)
    error = greys / np.maximum(contrast, 1)[:, None] - template.shape
    step = np.clip(error @ template.step.T, -_LONGEST, _LONGEST)
    return np.asarray(step, np.float64), contrast, score


def _compose(H: Floats, step: Floats) -> Floats:
    """Return H ∘ D(step)⁻¹, scaled to H[2, 2] = 1."""
    D = np.zeros((len(H), 3, 3))
    D[:, 0] = step[:, 0:3]
    D[:, 1] = step[:, 3:6]
    D[:, 2, :2] = step[:, 6:8]
    D += np.eye(3)
    H = H @ np.linalg.inv(D)
    return np.asarray(H / H[:, 2:, 2:])


def _structure(light: Light, template: Structure, H: Floats) -> Floats:
    _, contrast, score = _normalised(light, template, H)
    return np.where(contrast > _LEAST_CONTRAST, score, 0.0).astype(np.float64)
