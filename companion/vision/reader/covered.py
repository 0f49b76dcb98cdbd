"""Reads tags that are partly covered by a finger, a die or glare.

Theory of operation

A cover is a region, that is, it hides adjacent modules. The tag is read in three steps:

1. Suppose: the symbol's greys are correlated with every tag as if one of 24 regions (16
overlapping squares, 4 sides, 4 corners) were hidden. The region that gives one tag the largest
lead is chosen.
2. Fit: the picture is `a + b · tag` where nothing hides it. Modules in whose neighbourhood this
fits badly get no weight in the next fit. This is repeated until nothing changes.
3. Judge: the correlation over the remaining modules is computed for that tag *and all others*, so
that the tag must beat the runner-up by a margin on the same modules.

False reads. Omitting modules for one tag raises its own correlation: a foreign tag could be
"explained" by hiding its differences. But at most `_HIDDEN_MOST` of the modules may be omitted,
and only as regions, while two tags of a print run differ all over the symbol. 17 of a symbol's 26
codewords are for error correction, and those differ everywhere (ISO/IEC 18004, 8.5). Two tags
agree in at most 8 codewords. Of the 17 codewords that remain when 35 % are hidden, at least 9
differ, each in half of its modules on average. Different tags therefore differ in about a quarter
of the visible modules, which is a correlation of 0.5.

The bound. The best of 24 regions × 4 turns × K tags is chosen (29,000 for a codebook of 300), and
the fit omits the modules that contradict it. The tail of the best choice's distribution was
measured, not assumed (benchmarks/reader/tails.py --part; 40,000 foreign tags with a tenth painted
over). At 1.7 px per module, three of four foreign tags cannot be explained at all. The best score
and lead of the others stay below (0.86, 0.25): by less than 0.20 for one tag in 170, by less than
0.10 for one in 40,000, and by 0.08 for the nearest. The number falls to a hundredth for every
0.1 nearer to the bound, so one tag in millions is accepted. From 1.25 px per module on, genuine
tags with 12 % covered score at least 0.88. A tag that is known to be there needs less
(`Limits.least` with a lead of `Limits.wide`). One foreign tag in 900 reaches that for any tag, and
fewer than one in 50,000 for the particular tag that it would have had to replace unseen.

The score and the lead must come from the same fit, either of the whole symbol or of the part. When
the lead of a part with too low a score (0.66) was combined with the score of the whole symbol
(0.37, with a limit of 0.34), one of 10,080 foreign tags was accepted.
"""

import itertools
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.reader.symbol import MODULES
from companion.vision.reader.templates import TagTemplates

Singles = npt.NDArray[np.float32]

_SQUARE, _STRIDE, _SIDE, _CORNER = 9, 4, 5, 11
"""Sizes of the supposed regions, modules: squares and the steps between them, strips along a side,
corners."""
_ROUNDS = 4
_MISFIT = 0.27
"""Minimum mean misfit around a hidden module, where the step from black to white is 1."""
_HIDDEN_MOST = 0.35


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The tag (a row of the match) that the uncovered part shows.

    `quarter` is the number of clockwise quarter turns from the greys to the symbol. `score` is the
    correlation over the modules that remain, `margin` its lead over the runner-up, and `share` the
    share of these modules.
    """

    row: int
    quarter: int
    score: float
    margin: float
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class _Suppositions:
    """The supposed regions and their precomputed products.

    `weights` (R, 441) are 0 in the region. `basis` (R, 441, 2) is regressed out of the greys.
    `length` (R, K) are the tags' norms over the modules that remain.
    """

    weights: Singles
    basis: Singles
    length: Singles


def uncover(greys: Singles, match: TagTemplates) -> Uncovered | None:
    """Return the tag that explains a partly covered symbol's greys (441,) best, or None.

    A covered finder pattern may have been mistaken for the corner without one, so all four turns
    are tried. The result is None if the picture does not fit the tag or too much is covered.
    """
    square = greys.reshape(MODULES, MODULES)
    turned = np.stack([np.rot90(square, quarter).ravel() for quarter in range(4)])
    quarter, region, row = _leader(turned, match)
    start = _suppositions(match).weights[region]
    weights = _fitting(turned[quarter], match.pictures[row], start)
    if weights is None:
        return None
    scores = _correlations(turned[quarter], match, weights)
    score = float(scores[row])
    scores[row] = -1
    return Uncovered(row, quarter, score, score - float(scores.max()), float(weights.mean()))


@lru_cache(maxsize=1)
def _regions() -> Singles:
    """Return the modules' weights for each supposed region, (regions, 441)."""
    steps = [slice(at, at + _SQUARE) for at in range(0, MODULES - _SQUARE + 1, _STRIDE)]
    shapes = list(itertools.product(steps, steps))
    first, last, every = slice(0, _SIDE), slice(MODULES - _SIDE, MODULES), slice(None)
    shapes += [(first, every), (last, every), (every, first), (every, last)]
    near, far = slice(0, _CORNER), slice(MODULES - _CORNER, MODULES)
    shapes += [(near, near), (near, far), (far, near), (far, far)]
    regions = np.ones((len(shapes), MODULES, MODULES), np.float32)
    for region, shape in zip(regions, shapes, strict=True):
        region[shape] = 0
    return regions.reshape(len(shapes), -1)


@lru_cache(maxsize=16)
def _suppositions(match: TagTemplates) -> _Suppositions:
    weights = _regions()
    basis = np.linalg.qr(weights[:, :, None] * match.basis.T)[0]
    along = np.einsum("kp,rpb->rkb", match.tags, basis)
    power = weights @ (match.tags**2).T - (along**2).sum(2)
    return _Suppositions(weights, basis.astype(np.float32), np.sqrt(np.maximum(power, 1e-9)))


def _leader(turned: Singles, match: TagTemplates) -> tuple[int, int, int]:
    """Return the turn, region and tag with the largest lead."""
    suppose = _suppositions(match)
    rest = turned[:, None] * suppose.weights
    rest -= np.einsum("qrb,rpb->qrp", np.einsum("qrp,rpb->qrb", rest, suppose.basis), suppose.basis)
    length = np.maximum(np.linalg.norm(rest, axis=2, keepdims=True), 1e-6)
    likeness = (rest / length) @ match.tags.T / suppose.length
    top = np.partition(likeness, -2, axis=2)[:, :, -2:]
    lead = top[:, :, 1] - top[:, :, 0]
    quarter, region = divmod(int(lead.argmax()), lead.shape[1])
    return quarter, region, int(likeness[quarter, region].argmax())


def _fitting(greys: Singles, picture: Singles, weights: Singles) -> Singles | None:
    """Return 1 for modules that fit a tag's picture (441,), 0 for others; None if too few fit."""
    for _ in range(_ROUNDS):
        total = weights.sum()
        step = picture - (weights @ picture) / total
        rest = greys - (weights @ greys) / total
        contrast = float((weights * step) @ rest / ((weights * step) @ step))
        if contrast <= 0:
            return None
        misfit = np.abs(rest / contrast - step).reshape(MODULES, MODULES)
        around = cv2.blur(misfit, (3, 3), borderType=cv2.BORDER_REFLECT)
        hidden = cv2.dilate((around > _MISFIT).astype(np.uint8), np.ones((3, 3), np.uint8))
        if hidden.mean() > _HIDDEN_MOST:
            return None
        new = 1 - hidden.ravel().astype(np.float32)
        if (new == weights).all():
            break
        weights = new
    return weights


def _correlations(greys: Singles, match: TagTemplates, weights: Singles) -> Singles:
    """Return the correlations with all tags (K,) over the modules that have a weight."""
    kept = np.flatnonzero(weights)
    basis, _ = np.linalg.qr(match.basis[:, kept].T)
    tags = match.tags[:, kept]
    along = tags @ basis
    rest = greys[kept] - basis @ (basis.T @ greys[kept])
    power = np.einsum("ij,ij->i", tags, tags) - (along**2).sum(1)
    return np.asarray(tags @ rest / np.sqrt(np.maximum(power * (rest @ rest), 1e-12)), np.float32)
