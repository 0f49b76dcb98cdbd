"""Finds symbols with a broken frame by means of their finder patterns.

If a card covers part of another card's frame, the white inside is no longer enclosed. Then no
white square is found, although most of the symbol is visible. If only a side or a corner is
covered, at least one of the symbol's three finder patterns is complete, and one is enough:

1. The light ring between the pattern's dark ring and its dark middle (ISO/IEC 18004, 6.3.3) is a
separate component.
2. The finder pattern is fitted there without perspective. This gives scale, rotation and skew to
within half a module at the symbol's far end, 21 modules away. Other rings are rejected.
3. The pattern may be any of the three, in any quarter turn, so there are twelve possible places
for the symbol. The symbol is expected at the places where the parts that all symbols have in
common match best.
"""

import itertools
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.reader.candidates import ALL_MODULES, Box, distinct, each_level, quads_in
from companion.vision.reader.image_pyramid import Grey, ImagePyramid
from companion.vision.reader.register import CAMERA_BLUR, PanelFit, project, register, sample
from companion.vision.reader.structure import Finder, nearest_blur
from companion.vision.reader.templates import PanelPattern

Floats = npt.NDArray[np.float64]

_MODULES = (1.1, 2.6)
"""Minimum and maximum module size that is searched for at a pyramid level, px of that level."""
_WINDOW, _OFFSET = 5, 4
_SIDE, _AREA, _TURNED = 5.0, 16.0, 1.5
"""Side and area of a light ring, in modules, and the growth factor of its box when it is turned."""
_MOST_RINGS, _MOST_FINDERS = 400, 120
"""Maximum number of rings in one part of a picture, and of finder patterns in total."""
_FINDER = Finder()
_FINDER_LEAST = 0.6
"""Minimum fit of a finder pattern."""
_CORNERS = ((-7, -7), (7, -7), (-7, 7))
"""The middles of the finder patterns, in modules from the symbol's middle."""
_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_PLACES = 3
"""Number of places, out of the twelve at a finder pattern, that are tried."""
_LIKE_LEAST = 0.35
"""Minimum correlation at a symbol's place. With a covered side, it is still 0.4 or more."""
MOST_SYMBOLS = 40
"""Maximum number of symbols tried in one search, to limit its cost."""


def find_finders(
    pyramid: ImagePyramid,
    known: Floats,
    boxes: Sequence[Box] | None = None,
    modules: tuple[float, float] = ALL_MODULES,
) -> PanelFit:
    """Return the finder patterns outside the `known` symbols, whose corners are (n, 4, 2) px.

    `boxes` and `modules` have the same meaning as for `find_quads`.
    """
    levels = each_level(pyramid, modules, *_MODULES)
    rings = np.array(quads_in(pyramid, _rings, 1.0, boxes, levels)).reshape(-1, 4, 2)
    rings = rings[~_inside(rings.mean(1), known)]
    fit = register(pyramid, _FINDER, rings, _FINDER_LEAST, turned=True)
    return fit.rows(np.argsort(-fit.structure, kind="stable")[:_MOST_FINDERS])


def symbols_at(pyramid: ImagePyramid, panel: PanelPattern, finders: PanelFit) -> Floats:
    """Return quadrangles (n, 4, 2), px, around probable symbols, the likeliest first.

    They are as wide as the panel's span, and begin at the symbol's own top left corner.
    """
    places = finders.H[:, None] @ _places(panel)
    like = _likeness(pyramid, panel, finders, places)
    tries = np.argsort(-like, axis=1)[:, :_PLACES].ravel()
    rows = np.repeat(np.arange(len(places)), _PLACES)
    order = np.argsort(-like[rows, tries], kind="stable")
    order = order[like[rows, tries][order] >= _LIKE_LEAST]
    rows, tries = rows[order], tries[order]
    e = panel.span / 2 / panel.half
    square = np.array([[-e, e, e, -e], [-e, -e, e, e], [1, 1, 1, 1]], np.float64)
    scale = 2.0 ** finders.level[rows, None, None]
    quads = (project(places[rows, tries], square) + 0.5) * scale - 0.5
    return distinct(quads)[:MOST_SYMBOLS]


def _places(panel: PanelPattern) -> Floats:
    """Return the maps (12, 3, 3) from panel to finder-pattern coordinates for the twelve places."""
    places = []
    for corner, (c, s) in itertools.product(_CORNERS, _QUARTERS):
        turn = np.array([[c, -s], [s, c]], np.float64)
        place = np.eye(3)
        place[:2, :2] = turn * panel.half / _FINDER.half
        place[:2, 2] = -turn @ corner / _FINDER.half
        places.append(place)
    return np.array(places)


def _likeness(
    pyramid: ImagePyramid, panel: PanelPattern, finders: PanelFit, places: Floats
) -> Floats:
    """Return the correlation (n, 12) of the panel's structure with the picture at each place."""
    blur = np.array([nearest_blur(CAMERA_BLUR / m) for m in finders.module], np.intp)
    like = np.zeros(places.shape[:2])
    for level, each in sorted(set(zip(finders.level.tolist(), blur.tolist(), strict=True))):
        rows = np.flatnonzero((finders.level == level) & (blur == each))
        template = panel.structure(each)
        greys = sample(pyramid.light(level), places[rows].reshape(-1, 3, 3), template.coarse_points)
        counts = template.coarse_weights[0] > 0
        greys = greys[:, counts]
        greys -= greys.mean(1, keepdims=True)
        power = np.sqrt(np.maximum((greys**2).sum(1), 1e-3))
        like[rows] = (greys @ template.coarse[0, counts] / power).reshape(len(rows), -1)
    return like


def _inside(points: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the points (p, 2) inside any of the clockwise quadrangles (n, 4, 2)."""
    sides = np.roll(quads, -1, axis=1) - quads
    away = points[:, None, None] - quads
    right = sides[..., 0] * away[..., 1] - sides[..., 1] * away[..., 0] > 0
    inside: npt.NDArray[np.bool_] = np.any(np.all(right, axis=2), axis=1)
    return inside


def _rings(grey: Grey, low: float, high: float) -> Iterator[Floats]:
    """Yield squares of 7 modules around light rings, for modules of `low` to `high` px."""
    white = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, _WINDOW, -_OFFSET
    )
    # Only four neighbours count, because white could leak through the dark ring's thin corners.
    _, labels, stats, middles = cv2.connectedComponentsWithStats(white, connectivity=4)
    w, h, area = (
        stats[:, column].astype(np.float64)
        for column in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA)
    )
    large, small = np.maximum(w, h), np.minimum(w, h)
    fits = (large < _TURNED * _SIDE * high) & (small > 0.6 * _SIDE * low) & (small > 0.5 * large)
    fits &= (area > 0.2 * w * h) & (area < 0.8 * w * h)
    x, y = np.round(middles).astype(np.intp).T
    fits &= white[np.clip(y, 0, len(white) - 1), np.clip(x, 0, white.shape[1] - 1)] == 0
    for i in np.flatnonzero(fits)[:_MOST_RINGS].tolist():
        left, top, wide, tall = stats[i, :4].tolist()
        patch = (labels[top : top + tall, left : left + wide] == i).view(np.uint8)
        outline = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0][0]
        side = _FINDER.span * float(np.sqrt(area[i] / _AREA))
        turn = cv2.minAreaRect(outline)[2]
        middle = middles[i, 0], middles[i, 1]
        yield np.asarray(cv2.boxPoints((middle, (side, side), turn)), np.float64)
