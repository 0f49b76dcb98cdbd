"""Measures each tag in a picture: its scale, blur, brightness and fit.

A known tag serves as a test chart. Its text determines its black squares, so their picture shows
the blur, the light and the noise at that place. The chart is computed exactly for a series of
blurs (`companion.vision.reader.symbol`) and compared with the picture's light (without gamma). The
blur that correlates best is refined with a parabola. A linear fit of the picture to that chart
then gives the brightness of black and white. For an unknown tag, only the finder patterns and
timing lines are compared, which are the same in all tags (ISO/IEC 18004:2015, 6.3).

Without tags, `edge_blur` measures the softness of the picture's strongest edges by blurring them
again (Zhuo and Sim 2011). If a step with a blur of s px is blurred by a Gaussian of a px, its
slope is proportional to 1 / √(s² + a²). The ratio of the slopes for two values of a therefore
gives s.
"""

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Reading
from companion.vision.mat.fiducials import places_around
from companion.vision.reader.candidates import find_quads
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Grey, ImagePyramid
from companion.vision.reader.register import homographies, project, register
from companion.vision.reader.sightings import merged, px_per_module
from companion.vision.reader.symbol import MODULES, blur_points, function_modules, symbol_matrix
from companion.vision.reader.templates import PanelPattern

Floats = npt.NDArray[np.float64]

_QUIET = 2
_CANVAS = MODULES + 2 * _QUIET
_SAMPLES = 2
"""Number of samples per module in each direction."""
_BLURS = np.geomspace(0.35, 6.0, 19)
"""Candidate blurs, px."""
_LEAST_BLUR = 0.12
"""Blur in modules, below which all charts look the same."""
_FINE, _COARSE = 1.0, 3.0
_STEP, _WEAK_STEP, _GREAT = 60.0, 25.0, 2.5
_STEEPER, _SHARPEST = 60.0, 20.0
_EDGES = 60
_STRUCTURE, _SEEN = 0.85, 0.7
_TILE, _SMOOTHEST = 24, 20.0


@dataclass(frozen=True, slots=True, eq=False)
class TagSight:
    """The measurements of one tag that serves as a test chart.

    `module_px` and `blur_px` (a Gaussian's sigma) are in px. `black` and `white` are intensities
    of light (0–1; the camera's 255 is 1). `misfit` is the root mean square difference between the
    picture and the blurred chart; the step from black to white is 1.
    """

    reading: Reading
    module_px: float
    blur_px: float
    black: float
    white: float
    misfit: float

    @property
    def middle(self) -> tuple[float, float]:
        """The tag's place in the picture, px."""
        x, y = np.mean(self.reading.corners, axis=0).tolist()
        return x, y


def tone_of(light: float) -> float:
    """Return the camera's tone (0–255) for light from 0 to 1."""
    return 255.0 * math.pow(max(light, 0.0), 1 / 2.2)


def any_tags(pyramid: ImagePyramid) -> tuple[Reading, ...]:
    """Return all framed tags, of any print, as unknown tags. Their confidence is their fit."""
    panel = _any_panel()
    fit = register(pyramid, panel, find_quads(pyramid, panel.span), _STRUCTURE, turned=True)
    corners = fit.corners(panel.half).tolist()
    found = [
        Reading("", ((a, b), (c, d), (e, f), (g, h)), float(structure))
        for ((a, b), (c, d), (e, f), (g, h)), structure in zip(corners, fit.structure, strict=True)
    ]
    return merged(found)


def shows_tag(pyramid: ImagePyramid, corners: Floats) -> bool:
    """Return True if there is any framed tag at or near a symbol's corners (4, 2), px."""
    panel = _any_panel()
    wide = panel.span / MODULES
    square = np.array([[-wide, wide, wide, -wide], [-wide, -wide, wide, wide], [1, 1, 1, 1]])
    white = project(homographies(places_around(corners), 1.0), square)
    return bool(len(register(pyramid, panel, white, _SEEN, turned=False).origin))


@functools.lru_cache(maxsize=1)
def _any_panel() -> PanelPattern:
    return PanelPattern(_QUIET, np.array([symbol_matrix(f"{n:010d}", 0) for n in range(8)]))


def look_at(
    pyramid: ImagePyramid, readings: Iterable[Reading], book: Codebook | None
) -> tuple[TagSight, ...]:
    """Return the measurements of all tags, known or unknown."""
    sights = (_look(pyramid, reading, book) for reading in readings)
    return tuple(sight for sight in sights if sight is not None)


def _look(pyramid: ImagePyramid, reading: Reading, book: Codebook | None) -> TagSight | None:
    entry = book.entries.get(reading.tag) if book else None
    if entry is not None:
        chart, used = _chart(symbol_matrix(entry.tag, entry.mask)), _symbol_samples()
    else:
        chart, used = _common_chart(), _common_samples()
    corners = np.array([reading.corners], np.float64)
    light = pyramid.light(0)
    at = project(homographies(corners, MODULES / 2), _points())[0].astype(np.float32)
    seen = cv2.remap(light, at[:, :1], at[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    greys = np.asarray(seen, np.float64).ravel()[used] / 65535
    if greys.std() < 1e-4:
        return None
    module = px_per_module(reading.corners)
    sigmas = np.maximum(_BLURS / module, _LEAST_BLUR)
    charts = [_blurred(chart, float(s)).ravel()[used] for s in sigmas]
    likeness = np.array([np.corrcoef(c, greys)[0, 1] for c in charts])
    best = int(likeness.argmax())
    slope, black = np.polyfit(charts[best], greys, 1)
    rest = greys - black - slope * charts[best]
    misfit = float(np.sqrt((rest**2).mean()) / max(abs(float(slope)), 1e-6))
    blur = _peak(likeness, best)
    return TagSight(reading, module, blur, float(black), float(black + slope), misfit)


def _peak(likeness: Floats, best: int) -> float:
    """Return the blur at the vertex of the parabola through the best value and its neighbours."""
    if not 0 < best < len(likeness) - 1:
        return float(_BLURS[best])
    a, b, c = likeness[best - 1 : best + 2]
    bow = a - 2 * b + c
    offset = 0.5 * (a - c) / bow if abs(bow) > 1e-12 else 0.0
    return float(_BLURS[best] * (_BLURS[1] / _BLURS[0]) ** float(np.clip(offset, -1, 1)))


@functools.lru_cache(maxsize=1)
def _ruler() -> Floats:
    """Return the samples' positions across symbol and quiet zone, in modules from the middle."""
    n = _CANVAS * _SAMPLES
    return np.asarray((np.arange(n) + 0.5) / _SAMPLES - _CANVAS / 2)


@functools.lru_cache(maxsize=1)
def _points() -> Floats:
    x, y = np.meshgrid(_ruler(), _ruler())
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size)])


def _chart(white: npt.NDArray[np.uint8]) -> Floats:
    """Return the symbol with its quiet zone; white is 1."""
    return np.pad(white.astype(np.float64), _QUIET, constant_values=1.0)


@functools.lru_cache(maxsize=1)
def _common_chart() -> Floats:
    """Return the chart that all symbols have in common, grey where they differ."""
    white = np.where(function_modules(), symbol_matrix("0000000000", 0), 0.5)
    return np.pad(white, _QUIET, constant_values=1.0)


@functools.lru_cache(maxsize=1)
def _symbol_samples() -> npt.NDArray[np.intp]:
    """Return the samples in the symbol only, because a blurred frame darkens the quiet zone."""
    inside = np.abs(_ruler()) < MODULES / 2
    return np.flatnonzero(np.outer(inside, inside))


@functools.lru_cache(maxsize=1)
def _common_samples() -> npt.NDArray[np.intp]:
    """Return the samples well inside the parts that all symbols have in common."""
    known = np.pad(function_modules(), _QUIET, constant_values=False).astype(np.uint8)
    inner = cv2.erode(known, np.ones((2, 2), np.uint8))
    return np.flatnonzero(np.kron(inner, np.ones((_SAMPLES, _SAMPLES), np.uint8)))


@functools.lru_cache(maxsize=256)
def _weights(sigma: float) -> Floats:
    return blur_points(_ruler(), _CANVAS, sigma)


def _blurred(chart: Floats, sigma: float) -> Floats:
    across = _weights(round(sigma, 3))
    return np.asarray(across @ chart @ across.T)


def edge_blur(grey: Grey) -> float:
    """Return the blur (px) of the picture's sharpest strong edges, or 0 if there are too few.

    A picture without strong edges is very soft, or shows an empty table with a soft grain. It
    counts as soft only if the blur is very large.
    """
    fine, coarse = _slope(grey, _FINE), _slope(grey, _COARSE)
    crest = coarse >= cv2.dilate(coarse, np.ones((7, 7)))
    crest[:8], crest[-8:], crest[:, :8], crest[:, -8:] = False, False, False, False
    around = np.asarray(cv2.dilate(fine, np.ones((5, 5))), np.float32)
    for step, least in ((_STEP, 0.0), (_WEAK_STEP, _GREAT)):
        strong = crest & (coarse > step)
        if int(strong.sum()) >= _EDGES:
            blur = _softness(around[strong], coarse[strong])
            return blur if blur >= least else 0.0
    return 0.0


def _softness(fine: npt.NDArray[np.float32], coarse: npt.NDArray[np.float32]) -> float:
    """Return the blur of the sharpest among the steeper edges, from their slopes at two scales."""
    steep = coarse >= np.percentile(coarse, _STEEPER)
    ratio2 = (fine[steep] / coarse[steep]).astype(np.float64) ** 2
    ratio2 = np.clip(ratio2, 1.02, (_COARSE / _FINE) ** 2)
    blur2 = (_COARSE**2 - ratio2 * _FINE**2) / (ratio2 - 1)
    return math.sqrt(max(float(np.percentile(blur2, _SHARPEST)), 0.0))


def _slope(grey: Grey, sigma: float) -> npt.NDArray[np.float32]:
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), sigma)
    x = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)
    y = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    return np.asarray(cv2.magnitude(x, y), np.float32)


def grain(grey: Grey) -> float:
    """Return the noise's sigma, in tones, where the picture is smoothest (Immerkær 1996)."""
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    rough = np.abs(cv2.filter2D(grey, cv2.CV_32F, mask))
    height, width = (n // _TILE * _TILE for n in rough.shape)
    tiles = rough[:height, :width].reshape(height // _TILE, _TILE, width // _TILE, _TILE)
    means = tiles.mean((1, 3)) * math.sqrt(math.pi / 2) / 6
    return float(np.percentile(means, _SMOOTHEST))
