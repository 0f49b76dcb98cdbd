"""Fits many panels to the picture together, with an error of a small fraction of a pixel.

The method is inverse-compositional Gauss–Newton over the eight parameters of a homography. The
Jacobian belongs to the template, so a step is one sampling and one matrix product (Baker &
Matthews 2004, 3.2). Each step solves for brightness and contrast in closed form. A homography H
maps canonical panel coordinates (`companion.vision.reader.structure`) to pixels.

If a panel is known to be at a place (`turned=False`) but does not fit, a finger may be over it.
The fit is then repeated with robust (Cauchy) weights, and accepted if enough samples fit.
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
"""Blur, px, by lens, sensor and camera software, as measured with ordinary webcams."""
_FLOORS = (0.0, 0.5, 0.6, 0.65, 0.65, 0.65)
"""Minimum likeness to a panel before each step of a fit. Of 1,010 panels that finally fitted, the
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
"""Misfit that reduces a sample's weight to a quarter, where the step from black to white is 1."""
_WHOLE = 0.9
"""`structure` below which a panel is tried as partly covered."""
_FITTING_LEAST = 0.5
"""Minimum mean weight of a partly covered panel's samples."""


@dataclass(frozen=True, slots=True, eq=False)
class PanelFit:
    """Panels that were found in a picture, one per row of each array.

    `origin` (n,) is the index of the quadrangle that was fitted. `H` (n, 3, 3) maps canonical
    coordinates to px of pyramid `level` (n,), and `module` (n,) is the px per module at that
    level, before the picture was enlarged. `structure` (n,) is the correlation of the panel's
    fixed part with the picture. `whole` (n,) is False if the correlation is only over the
    uncovered samples.
    """

    origin: Ints
    H: Floats
    level: Ints
    module: Floats
    structure: Floats
    whole: npt.NDArray[np.bool_]

    def rows(self, rows: Ints) -> PanelFit:
        """Return the panels in these rows."""
        return PanelFit(*(getattr(self, field.name)[rows] for field in fields(self)))

    def corners(self, half: float) -> Floats:
        """Return the symbol's corners (n, 4, 2), full-size px, clockwise from its own top left."""
        e = 10.5 / half
        square = np.array([[-e, e, e, -e], [-e, -e, e, e], [1, 1, 1, 1]], np.float64)
        scale = 2.0 ** self.level[:, None, None]
        return np.asarray((project(self.H, square) + 0.5) * scale - 0.5)


def project(H: Floats, points: Floats) -> Floats:
    """Map homogeneous points (3, p) through homographies (n, 3, 3) to (n, p, 2)."""
    mapped = H @ points
    depth = mapped[:, 2:3]
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.asarray((mapped[:, :2] / depth).transpose(0, 2, 1))


def sample(light: Light, H: Floats, points: Singles) -> Singles:
    """Return bilinear samples (n, p) of the picture at `points` (3, p) mapped by H (n, 3, 3)."""
    # Single precision is accurate to 0.0002 px in a 4K picture and takes half the time.
    x, y, depth = (row.astype(np.float32) @ points for row in H.transpose(1, 0, 2))
    np.divide(1, np.where(np.abs(depth) < _FLAT, _FLAT, depth), out=depth)
    for at in (x, y):
        # `fmin` and `fmax` replace NaN with a number.
        np.fmax(np.fmin(np.multiply(at, depth, out=at), _FAR, out=at), -_FAR, out=at)
    seen = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def homographies(quads: Floats, side: float) -> Floats:
    """Return the homographies (n, 3, 3) from the square [-side, side]² to each quadrangle."""
    square = side * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.array(
        [cv2.getPerspectiveTransform(square, q.astype(np.float32)) for q in quads], np.float64
    ).reshape(-1, 3, 3)


def register(
    pyramid: ImagePyramid, panel: Pattern, quads: Floats, least: float, *, turned: bool
) -> PanelFit:
    """Fit the panel to quadrangles (n, 4, 2), the corners of white squares in full-size px.

    With `turned`, a quadrangle's first corner may be any corner; otherwise it is the panel's own
    top left. Fits with a structure below `least` are omitted.
    """
    area = np.array([cv2.contourArea(q.astype(np.float32)) for q in quads])
    module = np.sqrt(np.maximum(area, 1)) / panel.span
    level = np.floor(np.log2(module / _SAMPLED_MODULE)).astype(np.intp)
    level = np.clip(level, 0, pyramid.levels - 1)
    scale = 2.0**level
    H = homographies((quads + 0.5) / scale[:, None, None] - 0.5, panel.span / 2 / panel.half)
    module = module / scale / np.array([pyramid.blur(each) for each in level.tolist()])
    fine = pyramid.is_mean
    blur = np.array([nearest_blur(CAMERA_BLUR / m, fine=fine) for m in module], np.intp)
    structure = np.zeros(len(quads))
    whole = np.ones(len(quads), np.bool_)
    for key in sorted(set(zip(level.tolist(), blur.tolist(), strict=True))):
        rows = np.flatnonzero((level == key[0]) & (blur == key[1]))
        template, light = panel.structure(key[1]), pyramid.light(key[0])
        before = H[rows]
        H[rows], structure[rows] = _fit_rows(light, template, before.copy(), turned=turned)
        if not turned:
            # A finger at the rim must not distort the fit.
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
    """Turn and refine panels; the structure is 0 where the picture shows no panel."""
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
    """Refine partly covered panels; the structure is 0 where too little is visible."""
    structure = np.zeros(len(H))
    for i in range(len(H)):
        # Each row is fitted separately, because it has its own weights and normal equations.
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
    """Turn each panel upright. Return the homographies, and the rows that resemble a panel."""
    greys = sample(light, H, template.coarse_points)
    w = template.coarse_weights
    total = w.sum(1)
    mean = greys @ w.T / total
    # This is Σ w (g - mean)² for each of the four turns. The templates include their weights.
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
    """Return zero-mean greys (n, p), their contrast, and their likeness to the template (n,)."""
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
