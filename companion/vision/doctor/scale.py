"""Checks the scale of the printed sheets.

A camera has no ruler: a mat printed at 97 % and seen from 3 % closer gives the same picture. All
sizes are therefore measured relative to the mat, whose fiducials have known distances. If a card's
tag is 3 % too large by that measure, either the mat was printed 3 % too small or the card too
large. Decks are judged separately, because they may have been printed on different days. If
another deck fits the mat, a deck that does not fit is wrong. Otherwise the smaller print, deck or
mat, is wrong, because printers often shrink pages ("fit to page") and hardly ever enlarge them.

Cards that are curled up or on top of others are nearer to the camera, so they only ever look
larger, by their height divided by the camera's. The scale of cards that look too large is therefore
that of the flattest quarter, and a lift of `_LIFT_MM` is allowed. The camera's height is estimated
with an ordinary field of view, because a picture of one plane hardly shows it.

If cards *and* mat were printed at 97 %, no picture shows it, and play does not suffer. Only a
ruler reveals it: each sheet has a line of 100 mm (`companion doctor --line`).
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.readings import Face, Point, Reading
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.sightings import px_per_module

_OFF, _OFF_SMALL, _SMALL_MODULE = 0.015, 0.022, 1.2
"""Minimum scale errors that are reported, for large and for small modules. Modules are small below
`_SMALL_MODULE` px, where tags appear up to 1 % too large or too small."""
_LIFT_MM = 3.0
"""Height of a slightly curled card's tag above the mat."""
_FOCAL = 0.617
"""Focal length relative to the picture's diagonal, for a field of view of 78°."""
_FLATTEST, _FLATTEST_ERROR = 0.25, 1.36
"""Quantile of the sizes that belongs to flat cards, and its standard error compared with a
mean's."""
_LEAST_MODULE = 0.8
_SURE = 3.0
_LEAST_TAGS = 3
_LEAST_SPREAD = 0.002
_DECK = 3
"""Length of the tag prefix that identifies game and deck (`rules.Tag`)."""


@dataclass(frozen=True, slots=True)
class SheetScale:
    """The scale of one deck relative to the mat.

    `cards` is this scale (1 if correct), `error` its standard error, and `lift` the enlargement of
    a slightly curled card. `tags` is the number of measured tags, `module_px` their px per module,
    and `places` their outlines, px. `alone` is True if another deck fits the mat.
    """

    cards: float
    error: float
    tags: int
    module_px: float
    places: tuple[tuple[Point, ...], ...] = ()
    alone: bool = False
    lift: float = 0.0

    @property
    def off(self) -> bool:
        """True if the scale deviates by more than paper curl or measurement errors can explain."""
        away = abs(self.cards - 1)
        least = _OFF if self.module_px >= _SMALL_MODULE else _OFF_SMALL
        least += self.lift * (self.cards > 1)
        return away > least and away > _SURE * self.error

    @property
    def culprit(self) -> tuple[str, float]:
        """The wrongly scaled print, "cards" or "mat", and its size in per cent of the design."""
        own = self.cards < 1 or self.alone
        return ("cards", 100 * self.cards) if own else ("mat", 100 / self.cards)


def sheet_scale(
    readings: Iterable[Reading], book: Codebook, pose: MatPose | None
) -> SheetScale | None:
    """Return the scale of the deck that fits the mat worst, or None if no scale can be measured."""
    if pose is None or pose.marks < len(pose.mat.fiducials):
        return None
    sizes: dict[str, list[tuple[float, Reading]]] = defaultdict(list)
    for reading in readings:
        entry = book.entries.get(reading.tag)
        if entry is None or entry.face is Face.MAT:
            continue
        square = pose.to_mat(reading.corners).astype(np.float32)
        side = float(cv2.contourArea(square)) ** 0.5
        sizes[entry.tag[:_DECK]].append((side / entry.size_mm, reading))
    lens = pose.lens
    lift = _LIFT_MM * pose.px_per_mm / (_FOCAL * math.hypot(lens.width, lens.height))
    found = [_scale(rows, lift) for rows in sizes.values() if len(rows) >= _LEAST_TAGS]
    found = [scale for scale in found if scale.module_px >= _LEAST_MODULE]
    if not found:
        return None
    worst = max(found, key=lambda s: (s.off, abs(s.cards - 1)))
    return replace(worst, alone=any(not s.off for s in found))


def _scale(rows: list[tuple[float, Reading]], lift: float) -> SheetScale:
    sizes = np.array([size for size, _ in rows])
    middle = float(np.median(sizes))
    spread = 1.4826 * float(np.median(np.abs(sizes - middle)))
    # The median's standard error, with a spread of at least `_LEAST_SPREAD`.
    mean_error = max(spread, _LEAST_SPREAD) / len(sizes) ** 0.5
    cards, error = middle, 1.2533 * mean_error
    if middle > 1:
        cards, error = float(np.quantile(sizes, _FLATTEST)), _FLATTEST_ERROR * mean_error
    module = float(np.median([px_per_module(r.corners) for _, r in rows]))
    places = tuple(r.corners for _, r in rows)
    return SheetScale(cards, error, len(rows), module, places, lift=lift)
