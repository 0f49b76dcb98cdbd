"""A model of the bare mat, and the test that decides whether a cell is empty.

A cell is empty only if it looks like the bare mat. A missing tag proves nothing, because a hand, a
sleeve, paper or glare may be over the card. The test has these parts:

- The model stores each pixel's colour wherever the mat was once seen bare. A pixel is *foreign* if
it differs from this colour by more than `_SLACK` + `_SHARE` of its tone (more than in a soft
shadow), and by more than a shift of half a pixel explains. A cell is bare if at most `_FOREIGN` of
its visible inner part is foreign. If the mat has enough print to compare, that print must be
visible too.
- A cell that was never seen bare is compared with its print, if that is known
(`companion.vision.mat.printed`). The print's colours are mapped to the picture's by the map that
fits most non-card pixels. Otherwise the cell is compared with the common look of bare cells of the
same shape, or with the mat's base colour if there are too few of them. Both are adapted to the
light in the cell, which is a smooth function fitted to all non-card pixels. *Odd* parts, which
differ from the expected look, are allowed in two cases. The first is an area of at most a fifth of
the smallest printed piece (glare, a fingertip). At least a quarter of a piece is visible in the
cell that contains its centre. The second is the cell's own print, such as a sun or a number. It is
at most half as large as a piece, does not touch the cell's rim, and lacks a tag's contrast. A
piece that does not touch the rim would be visible as a whole, with its black-and-white tag.
Anything covering that would be odd too. If most of the known surroundings are hidden, the cell
does not count as empty, because a cloth over half a mat is lit as evenly as the mat.
- The light changes. Before each comparison, every channel is multiplied by the median ratio of
model to view over the known pixels. The effect of a lamp at one side is removed by a smooth
correction of at most a third, too smooth to adapt to a single cell. The model of bare pixels
follows the view slowly, so that pixels do not become foreign at dusk. If the light changes more
than this can correct, although no object appeared (`companion.vision.mat.observer`), the model
restarts.

One case is not detected: an object in the mat's base colour that covers a whole cell which was
never seen bare.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.mat.top_view import (
    MM2_PER_PX,
    Mask,
    Region,
    TopView,
    View,
    brightness,
    outside,
    tolerance,
)

_SLACK, _SHARE = 8.0, 0.10
_FOREIGN = 0.025
_VISIBLE = 0.35
_KNOWN = 0.6
_PRINT = 3.5
_PRINT_LIKE = 0.6
_PEERS, _MOST_PEERS = 2, 5
_PEER_SLACK, _PEER_SHARE = 7.0, 0.10
_PEER_LIGHT = 1.08
_PEER_KNOWN = 0.95
_SHADES, _LAMP = 0.9, 0.35
_WIDELY = 0.15
_ODD_SHARE, _HIDES_NONE, _WHOLE_IN_SIGHT = 0.25, 0.2, 0.5
_PRINT_CONTRAST = 2.2
_NOTHING = 0.0
_PRINT_SLACK, _PRINT_SHARE, _PRINT_LIGHT = 9.0, 0.14, 1.12
_ROUNDS = 3
_GROUND_SLACK, _GROUND_SHARE = 8.0, 0.18
_FOLLOW = 0.05
_AROUND, _HIDDEN_AROUND = 6, 0.5
"""Width of the surroundings that are checked around a cell, px of the view, and their maximum
hidden share."""
ENOUGH_PX: Final = 200
SPARSE: Final = (slice(None, None, 4), slice(None, None, 4))
"""The pixels that are used for a fit: every fourth one in every fourth row."""
_FITS = 4


class Background:
    """The look of the bare mat, pixel by pixel, where it is known."""

    def __init__(self, top: TopView, piece_mm2: float, printed: View | None = None) -> None:
        """Begin without a model. `printed` is the mat's picture at `top`'s scale, (h, w, 3)."""
        self.top = top
        fits = printed is not None and printed.shape == (top.height, top.width, 3)
        self.printed = printed if fits else None
        self.piece_mm2 = piece_mm2
        self.model = np.zeros((top.height, top.width, 3), np.float32)
        self.known = np.zeros((top.height, top.width), np.bool_)
        self._range: tuple[View, View] | None = None
        self._grey: npt.NDArray[np.float32] | None = None
        self._before = np.zeros_like(self.model)
        """The earlier model under objects at rest."""
        self._rested = np.zeros_like(self.known)

    @property
    def grey(self) -> npt.NDArray[np.float32]:
        """The model in grey."""
        if self._grey is None:
            self._grey = brightness(self.model)
        return self._grey

    def even(self, view: View, usable: Mask) -> View:
        """Correct the view to the light in which the model was learned."""
        sure = (usable & self.known)[SPARSE]
        if np.count_nonzero(sure) < ENOUGH_PX:
            return view
        even = evened(view, self.model[SPARSE][sure], view[SPARSE][sure])
        if sure.mean() >= _WIDELY:
            # A lamp may light one side more than the other.
            share = (self.model[SPARSE][sure] + 8) / (even[SPARSE][sure] + 8)
            change = np.log(np.maximum(share, 1e-3).mean(1))
            even = (even + 8) * smooth(change, sure, view.shape[:2], _LAMP)[:, :, None] - 8
        return even

    def range(self) -> tuple[View, View]:
        """Return the darkest and the brightest colours that count as bare mat, pixel by pixel."""
        if self._range is None:
            self._range = tolerance(self.model, _SLACK, _SHARE)
        return self._range

    def glance(self, view: View, usable: Mask) -> FrameComparison:
        """Compare a frame's normalised `view` with the model. `usable` masks uncovered pixels."""
        low, high = self.range()
        foreign = outside(view, low, high) & self.known & usable
        return FrameComparison(self, view, usable, np.asarray(foreign))

    def learn(self, where: Mask, view: View) -> None:
        """Add the view to the model at these pixels. Known pixels are adapted slowly."""
        fresh, old = where & ~self.known, where & self.known
        cv2.copyTo(view, fresh.view(np.uint8), self.model)
        cv2.accumulateWeighted(view, self.model, _FOLLOW, old.view(np.uint8))
        self.known |= where
        self._range = self._grey = None

    def begin_again(self) -> None:
        """Discard the model, because the light has changed too much to correct."""
        self.known[:] = self._rested[:] = False
        self._range = self._grey = None

    def forget(self, where: Mask) -> None:
        """Suspend the model at the pixels of objects at rest."""
        hidden = where & self.known
        fresh = hidden & ~self._rested  # if objects are stacked, the bare mat is already stored
        self._before[fresh] = self.model[fresh]
        self._rested |= hidden
        self.known &= ~where
        self._range = None

    def recall(self, view: View, usable: Mask) -> None:
        """Restore the model where an object at rest has been removed.

        Otherwise the bare mat would be foreign, and the departing arm would seem to arrive.
        """
        where = self._rested & usable
        if not where.any():
            return
        low, high = tolerance(self._before, _SLACK, _SHARE)
        back = where & ~outside(view, low, high)
        self.model[back] = self._before[back]
        self.known |= back
        self._rested &= ~back
        self._range = self._grey = None


class FrameComparison:
    """The comparison of one frame with the background.

    `foreign` masks pixels whose bare look is known and differs. `odd` masks pixels whose bare look
    is unknown, and that do not look like bare mat.
    """

    def __init__(self, background: Background, view: View, usable: Mask, foreign: Mask) -> None:
        self.background = background
        self.view, self.usable, self.foreign = view, usable, foreign
        self.odd: Mask = np.zeros_like(usable)

    def is_bare(self, cell: str) -> bool:
        """Return True if the cell is visible and looks empty."""
        region = self.background.top.cells[cell]
        seen = region.mask & self.usable[region.box]
        shown = np.count_nonzero(seen)
        if shown < max(_VISIBLE * np.count_nonzero(region.mask), 1):
            return False
        known = seen & self.background.known[region.box]
        compared = np.count_nonzero(known)
        if compared < _KNOWN * shown:
            return not self._surrounded(region) and self._could_be_bare(cell, seen)
        if np.count_nonzero(self.foreign[region.box] & known) > _FOREIGN * compared:
            return False
        return _same_print(self.grey[region.box][known], self.background.grey[region.box][known])

    def _surrounded(self, region: Region) -> bool:
        """Return True if most of a cell's known surroundings are hidden, so the cell may be too."""
        down, along = (
            slice(max(part.start - _AROUND, 0), part.stop + _AROUND) for part in region.box
        )
        known = np.count_nonzero((self.usable & self.background.known)[down, along])
        hidden = np.count_nonzero(self.foreign[down, along])
        return bool(hidden > _HIDDEN_AROUND * known)

    def _could_be_bare(self, cell: str, seen: Mask) -> bool:
        region = self.background.top.cells[cell]
        here = self.view[region.box]
        if self.as_printed is not None:
            strange = seen & self._unlike_print(self.as_printed[region.box], here, seen)
            self.odd[region.box] |= strange
            fits = bool(strange.sum() <= _ODD_SHARE * seen.sum())
            return fits and not self._hides_a_piece(strange, region.mask, here, _NOTHING)
        expected = self._peers(cell, here, seen)
        if expected is None:
            ground = self.ground[region.box]
            odd = (np.abs(here - ground) > _GROUND_SLACK + _GROUND_SHARE * ground).any(2)
        else:
            low, high = tolerance(expected, _PEER_SLACK, _PEER_SHARE)
            odd = outside(here, low, high)
        odd &= seen
        self.odd[region.box] |= odd
        if odd.sum() > _ODD_SHARE * seen.sum():
            return False
        return not self._hides_a_piece(odd, region.mask, here)

    def _unlike_print(self, expected: View, here: View, seen: Mask) -> Mask:
        ratio = np.median((here[seen] + 8) / (expected[seen] + 8))
        lit = (expected + 8) * np.clip(ratio, 1 / _PRINT_LIGHT, _PRINT_LIGHT) - 8
        low, high = tolerance(np.asarray(lit, np.float32), _PRINT_SLACK, _PRINT_SHARE)
        return outside(here, low, high)

    @cached_property
    def as_printed(self) -> View | None:
        """The expected look of the mat's print in this light, or None if the print is unknown."""
        printed = self.background.printed
        chosen = self.usable[SPARSE]
        if printed is None or chosen.sum() < ENOUGH_PX:
            return None
        ink, seen = printed[SPARSE][chosen], self.view[SPARSE][chosen]
        lit = np.ones(self.usable.shape, np.float32)
        for _ in range(_ROUNDS):
            colours = colour_map(ink, seen / lit[SPARSE][chosen][:, None])
            ideal = mapped(ink, colours)
            logs = np.log(np.maximum((seen.mean(1) + 8) / (ideal.mean(1) + 8), 1e-3))
            lit = smooth(np.asarray(logs, np.float32), chosen, self.usable.shape, _SHADES)
        return np.asarray(mapped(printed, colours) * lit[:, :, None], np.float32)

    def _hides_a_piece(
        self, odd: Mask, inner: Mask, here: View, whole: float = _WHOLE_IN_SIGHT
    ) -> bool:
        """Return True if a connected odd part is large enough to be, or to cover, a piece.

        `whole` is the maximum size of the cell's own unknown print, as a share of a piece.
        """
        closed = cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, parts = cv2.connectedComponents(closed, connectivity=8)
        core = cv2.erode(np.pad(inner, 1).astype(np.uint8), np.ones((3, 3), np.uint8))
        rim = inner & ~core[1:-1, 1:-1].astype(np.bool_)
        for part in (parts == i for i in range(1, count)):
            area = part.sum() * MM2_PER_PX / self.background.piece_mm2
            dark, bright = np.percentile(here[part].mean(1), (5, 95))
            printed = not (part & rim).any() and bright <= _PRINT_CONTRAST * (dark + 8)
            if area > (max(whole, _HIDES_NONE) if printed else _HIDES_NONE):
                return True
        return False

    @cached_property
    def grey(self) -> npt.NDArray[np.float32]:
        """The view in grey."""
        return brightness(self.view)

    @cached_property
    def shade(self) -> npt.NDArray[np.float32]:
        """The light's brightness, (h, w): a quadratic function fitted to all non-card pixels."""
        chosen = self.usable[SPARSE]
        tones = np.log(np.maximum(self.view[SPARSE][chosen].mean(1) + 8, 1))
        return smooth(tones - np.median(tones), chosen, self.usable.shape, _SHADES)

    @cached_property
    def ground(self) -> View:
        """The mat's base colour in this light, from known bare cells or all non-card pixels."""
        where = (self.background.known & self.background.top.in_cells)[SPARSE]
        source = self.background.model
        if where.sum() < ENOUGH_PX:
            where, source = self.usable[SPARSE], self.view
        shade = self.shade[SPARSE][where]
        colour = np.median((source[SPARSE][where] + 8) / shade[:, None], axis=0)
        return np.asarray(colour * self.shade[:, :, None] - 8, np.float32)

    def _peers(self, cell: str, here: View, seen: Mask) -> View | None:
        """Return the common look of bare cells of the same shape, in the light at this cell."""
        h, w = seen.shape
        top, known = self.background.top, self.background.known
        patches: list[View] = []
        for name, region in top.cells.items():
            if name == cell or not _alike(region, h, w):
                continue
            if len(patches) < _MOST_PEERS and known[region.box][region.mask].mean() >= _PEER_KNOWN:
                even = (self.background.model[region.box] + 8) / self.shade[region.box][:, :, None]
                patch = cv2.resize(even, (w, h), interpolation=cv2.INTER_LINEAR)
                patches.append(np.asarray(patch, np.float32))
        if len(patches) < _PEERS:
            return None
        lit = self.shade[top.cells[cell].box][:, :, None]
        expected = np.median(np.array(patches), axis=0) * lit
        # This corrects the remaining difference in brightness, within limits.
        ratio = np.median((here[seen] + 8) / expected[seen])
        return np.asarray(expected * np.clip(ratio, 1 / _PEER_LIGHT, _PEER_LIGHT) - 8, np.float32)


def evened(view: View, model: View, seen: View) -> View:
    """Scale each channel of a view by the brightness of `model` relative to `seen`."""
    ratio = np.clip(np.median((model + 8) / (seen + 8), axis=0), 0.5, 2.0)
    return np.asarray((view + 8) * ratio - 8, np.float32)


def _same_print(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> bool:
    """Return True if the mat's print `b` is visible in `a`, or if `b` has too little contrast."""
    b = b - b.mean()
    of_print = float(b @ b)
    if of_print < _PRINT * _PRINT * len(b):
        return True
    a = a - a.mean()
    return float(a @ b) >= _PRINT_LIKE * (math.sqrt(float(a @ a) * of_print) + 1e-6)


def _alike(region: Region, height: int, width: int) -> bool:
    h, w = region.mask.shape
    return abs(h - height) <= 1 and abs(w - width) <= 1 and bool(region.mask.any())


def colour_map(ink: View, seen: View) -> View:
    """Return a robust affine map (4, 3) from printed colours (n, 3) to those in the picture."""
    terms = np.hstack([ink, np.ones((len(ink), 1), np.float32)])
    weights = np.ones(len(ink), np.float32)
    fit = np.zeros((4, 3), np.float32)
    for _ in range(_FITS):
        weighted = terms * weights[:, None]
        fit = np.linalg.solve(weighted.T @ terms + 1e-3 * np.eye(4), weighted.T @ seen)
        miss = np.abs(terms @ fit - seen).max(1)
        weights = 1 / (1 + (miss / (1.5 * np.median(miss) + 1e-3)) ** 2) ** 2
    return np.asarray(fit, np.float32)


def mapped(colours: View, fit: View) -> View:
    """Apply the affine map `fit` (4, 3) to colours (…, 3)."""
    return np.asarray(colours @ fit[:3] + fit[3], np.float32)


def smooth(
    logs: npt.NDArray[np.float32], where: Mask, shape: tuple[int, ...], most: float
) -> npt.NDArray[np.float32]:
    """Return the exponential of a quadratic function that is fitted to `logs` at sparse pixels.

    `where` masks the `SPARSE` pixels to which `logs` belong. In this robust fit, print, hands and
    paper are outliers. The result is clipped to exp(±`most`).
    """
    height, width = shape[:2]
    if len(logs) < ENOUGH_PX:
        return np.ones((height, width), np.float32)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    rows, columns = np.nonzero(where)
    u, v = x[0, SPARSE[1]][columns], y[SPARSE[0], 0][rows]
    A = np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], -1)
    weights = np.ones_like(logs)
    for _ in range(_FITS):
        weighted = A * weights[:, None]
        fit = np.linalg.solve(weighted.T @ A + 1e-3 * np.eye(6), weighted.T @ logs)
        miss = np.abs(A @ fit - logs)
        weights = 1 / (1 + (miss / (1.5 * np.median(miss) + 1e-3)) ** 2) ** 2
    a, b, c, d, e, f = fit.astype(np.float32)
    field = (a + c * y + f * y * y) + (b + e * y) * x + d * x * x
    return np.asarray(np.exp(np.clip(field, -most, most)), np.float32)
