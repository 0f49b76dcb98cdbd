"""The templates of a panel as seen through a lens, for registration and matching.

From inside to outside, a panel consists of the symbol (21 modules), the quiet zone, and a black
frame or none. For a given blur it has two templates:

`Structure`      the part common to all tags — finders, timing, quiet zone, inner edge of the
                 frame (`companion.vision.reader.structure`);
`TagTemplates`   the differing part: the mean grey of each of the 441 modules of every tag in the
                 codebook, without the part explained by a constant and the codebook's mean tag.

Effective modules. Blur correlates neighbouring modules, so a blurred symbol has fewer than 208
independent greys. For a random symbol with data covariance C, the squared correlation with an
unrelated template has the mean tr C² / (tr C)². `n_eff` is the inverse of that, computed rather
than sampled.

Sharpening. Blur leaves large patches and weakens fine detail, in which tags differ just as much.
In a picture without noise (the mean of many frames), greys and tags are first multiplied by
(C + λ)^(-1/2). All detail that is stronger than the template's errors (λ) then has the same weight,
so relatives look less alike and `n_eff` is larger.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from companion.vision.reader.structure import BLURS, Pattern
from companion.vision.reader.symbol import MODULES, blur_means, function_modules

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

GREY_SAMPLES = 3
"""Number of samples along a module for its mean grey."""
_RING = 1
_ERRORS = 0.1
"""Variance λ of the errors in a mean's greys, by the camera's own sharpening and compression, where
the step from black to white is 1. With less than 0.03, errors are amplified more than detail."""
_BARE_RIM = 2
"""Width of the white around a frameless tag that belongs to its structure, in modules."""


@dataclass(frozen=True, slots=True, eq=False)
class TagTemplates:
    """The part in which a panel's tags differ, at one blur.

    `tags` (K, 441) are unit vectors. `basis` (2, 441) is the orthonormal part that is regressed
    out. `n_eff` is the number of independent greys after the blur. `pictures` (K, 441) are the
    tags' blurred modules, from 0 black to 1 white. If greys must be sharpened first, `sharpen`
    (441, 441) does so, and `tags` and `basis` are sharpened.
    """

    tags: Singles
    pictures: Singles
    basis: Singles
    n_eff: float
    sharpen: Singles | None = None

    def correlate(self, greys: Singles) -> Singles:
        """Return the correlations (M, K) of each row of `greys` (M, 441) with every tag."""
        greys = greys if self.sharpen is None else greys @ self.sharpen
        rest = greys - (greys @ self.basis.T) @ self.basis
        norm = np.linalg.norm(rest, axis=1, keepdims=True)
        return np.asarray(rest / np.maximum(norm, 1e-6) @ self.tags.T, np.float32)


class PanelPattern(Pattern):
    """All tags of one layout. Computes and caches their templates for each blur.

    `white` (K, 21, 21) is 1 for white modules. A tag is identified by its row.
    """

    def __init__(self, quiet: float, white: npt.NDArray[np.uint8], *, framed: bool = True) -> None:
        self.quiet = quiet
        self.framed = framed
        self.pad = int(np.ceil(quiet)) + _RING
        super().__init__(MODULES + 2 * self.pad)
        self.white = white
        self._matches: dict[tuple[int, bool], TagTemplates] = {}

    @property
    def span(self) -> float:
        """The side of the square to search for, in modules: the frame's inside or the symbol."""
        return MODULES + 2 * self.quiet if self.framed else float(MODULES)

    @cached_property
    def grey_points(self) -> Singles:
        """The sample points for the modules' greys, module by module: (3, 441 · GREY_SAMPLES²)."""
        n, g = MODULES, GREY_SAMPLES
        steps = (np.arange(n * g) + 0.5) / g - n / 2
        y, x = np.meshgrid(steps, steps, indexing="ij")
        order = (n, g, n, g)
        x = x.reshape(order).transpose(0, 2, 1, 3).ravel() / self.half
        y = y.reshape(order).transpose(0, 2, 1, 3).ravel() / self.half
        return np.stack([x, y, np.ones_like(x)]).astype(np.float32)

    def match(self, level: int, *, sharpened: bool = False) -> TagTemplates:
        """Return the tags' templates at `BLURS[level]`, for ordinary or for sharpened greys."""
        key = level, sharpened
        if key not in self._matches:
            self._matches[key] = self._make_match(BLURS[level], sharpened=sharpened)
        return self._matches[key]

    def _canvas(self, symbols: Floats) -> Floats:
        """Return panels (K, N, N): symbols (K, 21, 21) with quiet zones and frames, if any."""
        n, ring = self.modules, _RING
        canvas = np.full((len(symbols), n, n), 0.0 if self.framed else 1.0)
        canvas[:, ring : n - ring, ring : n - ring] = 1
        # A quiet zone that is not a whole number of modules leaves a grey ring.
        share = self.quiet - int(self.quiet)
        if share and self.framed:
            canvas[:, ring, ring : n - ring] = canvas[:, n - ring - 1, ring : n - ring] = share
            canvas[:, ring : n - ring, ring] = canvas[:, ring : n - ring, n - ring - 1] = share
        canvas[:, self.pad : n - self.pad, self.pad : n - self.pad] = symbols
        return canvas

    def _fixed(self) -> tuple[Floats, npt.NDArray[np.bool_]]:
        n = self.modules
        fixed = function_modules()
        # Where symbols may differ, the template is mid-grey and has no weight.
        scene = self._canvas(np.where(fixed, self.white[0], 0.5)[None])[0]
        counts = np.ones((n, n), np.bool_)
        counts[self.pad : n - self.pad, self.pad : n - self.pad] = fixed
        if not self.framed:
            # The blurred surroundings affect the outer half of the quiet zone.
            rim = self.pad - _BARE_RIM
            counts[:rim] = counts[n - rim :] = counts[:, :rim] = counts[:, n - rim :] = False
        return scene, counts

    def _make_match(self, sigma: float, *, sharpened: bool) -> TagTemplates:
        n, pad = self.modules, self.pad
        blur = blur_means(n, sigma)[pad : n - pad]
        tags = (blur @ self._canvas(self.white.astype(np.float64)) @ blur.T).reshape(
            len(self.white), -1
        )
        pictures = tags.astype(np.float32)
        inner = blur[:, pad : n - pad]
        spread = np.kron(inner, inner)[:, ~function_modules().ravel()]
        sharpen = _sharpening(sigma, n, pad) if sharpened else None
        one: Floats = np.ones(tags.shape[1])
        if sharpen is not None:
            tags, one, spread = tags @ sharpen, one @ sharpen, sharpen @ spread
        mean = tags.mean(0)
        basis = np.linalg.qr(np.stack([one, mean], 1))[0].T
        rest = tags - mean
        rest -= (rest @ basis.T) @ basis
        rest /= np.linalg.norm(rest, axis=1, keepdims=True)
        spread -= basis.T @ (basis @ spread)
        covariance = spread.T @ spread
        return TagTemplates(
            tags=rest.astype(np.float32),
            pictures=pictures,
            basis=basis.astype(np.float32),
            n_eff=float(np.trace(covariance) ** 2 / (covariance**2).sum()),
            sharpen=None if sharpen is None else sharpen.astype(np.float32),
        )


@lru_cache(maxsize=16)
def _sharpening(sigma: float, modules: int, pad: int) -> Floats:
    """Return the symmetric matrix (441, 441) that sharpens the greys of a blurred symbol.

    The panel has `modules` × `modules`, with `pad` around its symbol.
    """
    blur = blur_means(modules, sigma)[pad : modules - pad, pad : modules - pad]
    # A module is black or white, so it is half a step away from the mean.
    spread = np.kron(blur, blur)[:, ~function_modules().ravel()] / 2
    powers, parts = np.linalg.eigh(spread @ spread.T)
    return np.asarray((parts / np.sqrt(np.maximum(powers, 0) + _ERRORS)) @ parts.T)
