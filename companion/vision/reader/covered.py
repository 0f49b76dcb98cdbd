"""Reads tags that are partly covered by a finger, a die or glare.

Theory of operation

A cover is a region, that is, it hides adjacent modules. The tag is read in four steps:

1. Suppose: the symbol's greys are correlated with every tag as if one of 24 regions (16
overlapping squares, 4 sides, 4 corners) were hidden. The region that gives one tag the largest
lead is chosen.
2. Fit: the picture is `a + b · tag` where nothing hides it. Modules in whose neighbourhood this
fits badly get no weight in the next fit. This is repeated until nothing changes.
3. Judge: the correlation over the remaining modules is computed for that tag *and all others*, so
that the tag must beat the runner-up by a margin on the same modules.

4. Doubt: a cover that hides more than `_PLAIN` of the modules must look unlike modules. The
contrast between neighbours (*texture*) of a finger, a die or glare is low, and that of modules is
known. It is compared with the texture of the visible part, so blur and noise have no influence.

False reads. Omitting modules for one tag raises its own correlation: a foreign tag could be
"explained" by hiding its differences. But at most `_HIDDEN_MOST` of the modules may be omitted,
and only as regions, while two tags of a print run differ all over the symbol. 17 of a symbol's 26
codewords are for error correction, and those differ everywhere (ISO/IEC 18004, 8.5). Two tags
agree in at most 8 codewords.

An open foreign tag is accepted only if both of these happen:

- Nearly all differences are in the hidden part. A score of 0.86 allows one differing module in 14.
The number of such tags depends on the share that is hidden. In random tags at 2.2 px per module, a
share below 0.2 explains no tag by more than 0.66. A share of 0.3 explains one of 400,000.
- Beyond `_PLAIN`, the hidden modules look unlike modules. Neighbours of a random symbol differ in
half of all pairs. A texture of `_TEXTURE` means a quarter. At this share, the region has at least
50 pairs, of which at most 12 may differ. For independent pairs, the probability is 2e-4
(binomial). The position of the hidden part depends on the differences between two tags, but not on
the contents of the foreign one, so both probabilities multiply to 5e-10.

benchmarks/reader/false_matches.py counts random and targeted foreign tags, open and partly painted
over.

The bound. The best of 24 regions × 4 turns × K tags is chosen (29,000 for a codebook of 300), and
the fit omits the modules that contradict it. The tail of the best choice's distribution was
measured, not assumed (benchmarks/reader/tails.py --part). From 1.25 px per module on, genuine tags
with 12 % covered score at least 0.88. A tag that is known to be there needs less (`Limits.least`
with a lead of `Limits.wide`). One foreign tag in 900 reaches that for any tag, and fewer than one
in 50,000 for the particular tag that it would have had to replace unseen.

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
_PLAIN = 0.18
"""Share of hidden modules from which they must look unlike modules."""
_TEXTURE = 0.5
"""Maximum texture of a large cover, where 1 is that of modules. Of 200 covers that hide a fifth,
the most textured had 0.48; of open foreign tags, the least textured had 0.74."""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The tag (a row of the match) that the uncovered part shows.

    `quarter` is the number of clockwise quarter turns from the greys to the symbol. `score` is the
    correlation over the modules that remain, and `margin` its lead over the runner-up.
    """

    row: int
    quarter: int
    score: float
    margin: float


@dataclass(frozen=True, slots=True, eq=False)
class Suppositions:
    """The supposed regions and their precomputed products.

    `weights` (R, 441) are 0 in the region. `basis` (R, 441, 2) is regressed out of the greys.
    `length` (R, K) are the tags' norms over the modules that remain. `steps` (2, 21, 21) are the
    tags' mean squared steps to the next module in x and y.
    """

    weights: Singles
    basis: Singles
    length: Singles
    steps: Singles


def uncover(greys: Singles, match: TagTemplates) -> Uncovered | None:
    """Return the tag that explains a partly covered symbol's greys (441,) best, or None.

    A covered finder pattern may have been mistaken for the corner without one, so all four turns
    are tried. The result is None if the picture does not fit the tag or too much is covered.
    """
    square = greys.reshape(MODULES, MODULES)
    turned = np.stack([np.rot90(square, quarter).ravel() for quarter in range(4)])
    quarter, region, row = _leader(turned, match)
    return explained(turned, match, quarter, region, row)


def explained(
    turned: Singles, match: TagTemplates, quarter: int, region: int, row: int
) -> Uncovered | None:
    """Return the reading if a tag, with a region hidden, explains one of the turns (4, 441)."""
    greys, start = turned[quarter], suppositions(match).weights[region]
    weights = _fitting(greys, match.pictures[row], start)
    if weights is None or _looks_like_modules(greys, match, weights):
        return None
    scores = _correlations(greys, match, weights)
    score = float(scores[row])
    scores[row] = -1
    return Uncovered(row, quarter, score, score - float(scores.max()))


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
def suppositions(match: TagTemplates) -> Suppositions:
    """Return the supposed regions with their products for these templates."""
    weights = _regions()
    basis = np.linalg.qr(weights[:, :, None] * match.basis.T)[0]
    along = np.einsum("kp,rpb->rkb", match.tags, basis)
    power = weights @ (match.tags**2).T - (along**2).sum(2)
    length = np.sqrt(np.maximum(power, 1e-9))
    steps = np.mean([_steps(picture) for picture in match.pictures], axis=0)
    return Suppositions(weights, basis.astype(np.float32), length, steps.astype(np.float32))


def _leader(turned: Singles, match: TagTemplates) -> tuple[int, int, int]:
    """Return the turn, region and tag with the largest lead."""
    suppose = suppositions(match)
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


def _looks_like_modules(greys: Singles, match: TagTemplates, weights: Singles) -> bool:
    """Return True if the modules without weight are too many for a cover that looks like them."""
    shown = weights.reshape(MODULES, MODULES) > 0
    if 1 - shown.mean() < _PLAIN:
        return False
    # The rim of the hidden part is visible, because it was widened by a module.
    inside = cv2.dilate(shown.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
    seen, usual = _steps(greys), suppositions(match).steps
    hidden, open_ = _pairs(inside), _pairs(shown)
    # Neighbours on the open part differ as much as modules do in this picture.
    as_modules = usual[hidden].sum() * seen[open_].sum() / max(usual[open_].sum(), 1e-9)
    return bool(seen[hidden].sum() > _TEXTURE * as_modules)


def _steps(greys: Singles) -> Singles:
    """Return the squared steps (2, 21, 21) to the next module in x and y, of greys (441,)."""
    square = greys.reshape(MODULES, MODULES)
    steps = np.zeros((2, MODULES, MODULES), np.float32)
    steps[0, :, :-1] = np.diff(square, axis=1) ** 2
    steps[1, :-1] = np.diff(square, axis=0) ** 2
    return steps


def _pairs(chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return a mask (2, 21, 21) of the modules that are chosen as well as the next in x and y."""
    pairs = np.zeros((2, MODULES, MODULES), np.bool_)
    pairs[0, :, :-1] = chosen[:, :-1] & chosen[:, 1:]
    pairs[1, :-1] = chosen[:-1] & chosen[1:]
    return pairs


def _correlations(greys: Singles, match: TagTemplates, weights: Singles) -> Singles:
    """Return the correlations with all tags (K,) over the modules that have a weight."""
    kept = np.flatnonzero(weights)
    basis, _ = np.linalg.qr(match.basis[:, kept].T)
    tags = match.tags[:, kept]
    along = tags @ basis
    rest = greys[kept] - basis @ (basis.T @ greys[kept])
    power = np.einsum("ij,ij->i", tags, tags) - (along**2).sum(1)
    return np.asarray(tags @ rest / np.sqrt(np.maximum(power * (rest @ rest), 1e-12)), np.float32)
