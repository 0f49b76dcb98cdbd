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
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from companion.vision.reader.structure import BLURS, Pattern
from companion.vision.reader.symbol import MODULES, blur_means, function_modules

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

GREY_SAMPLES = 3
"""Number of samples along a module for its mean grey."""
_RING = 1
_BARE_RIM = 2
"""Width of the white around a frameless tag that belongs to its structure, in modules."""


@dataclass(frozen=True, slots=True, eq=False)
class TagTemplates:
    """The part in which a panel's tags differ, at one blur.

    `tags` (K, 441) are unit vectors. `basis` (2, 441) is the orthonormal part that is regressed
    out. `n_eff` is the number of independent greys after the blur. `pictures` (K, 441) are the
    tags' blurred modules, from 0 black to 1 white.
    """

    tags: Singles
    pictures: Singles
    basis: Singles
    n_eff: float

    def correlate(self, greys: Singles) -> Singles:
        """Return the correlations (M, K) of each row of `greys` (M, 441) with every tag."""
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
        self._matches: dict[int, TagTemplates] = {}

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

    def match(self, level: int) -> TagTemplates:
        """Return the tags' templates at `BLURS[level]`."""
        if level not in self._matches:
            self._matches[level] = self._make_match(BLURS[level])
        return self._matches[level]

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

    def _make_match(self, sigma: float) -> TagTemplates:
        n, pad = self.modules, self.pad
        blur = blur_means(n, sigma)[pad : n - pad]
        tags = (blur @ self._canvas(self.white.astype(np.float64)) @ blur.T).reshape(
            len(self.white), -1
        )
        mean = tags.mean(0)
        one = np.full(mean.shape, 1 / np.sqrt(len(mean)))
        mean_rest = mean - one * (one @ mean)
        basis = np.stack([one, mean_rest / np.linalg.norm(mean_rest)])
        rest = tags - mean
        rest -= (rest @ basis.T) @ basis
        rest /= np.linalg.norm(rest, axis=1, keepdims=True)
        return TagTemplates(
            tags=rest.astype(np.float32),
            pictures=tags.astype(np.float32),
            basis=basis.astype(np.float32),
            n_eff=self._effective_modules(blur[:, pad : n - pad], basis),
        )

    @staticmethod
    def _effective_modules(blur: Floats, basis: Floats) -> float:
        data = np.flatnonzero(~function_modules().ravel())
        spread = np.kron(blur, blur)[:, data]
        spread -= basis.T @ (basis @ spread)
        covariance = spread.T @ spread
        return float(np.trace(covariance) ** 2 / (covariance**2).sum())
