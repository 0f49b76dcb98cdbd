"""Detects frames that cannot be judged: too small, dark, bright, out of focus, or frozen."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Trouble
from companion.vision.reader.image_pyramid import Grey

_LEAST_SIDE = 120
_EVERY = 4
"""Stride of the rows and columns whose tones are counted."""
_DARK = 40
_BRIGHT, _BRIGHT_SHARE = 250, 0.5
_FROZEN_S = 2.0
_SOFT = 0.30
_EDGES = 12.0


def exposure_trouble(grey: Grey, shrunk: int = 1) -> Trouble | None:
    """Return TINY, DARK or BRIGHT if that applies to the picture, or None.

    `grey` is at 1 / `shrunk` of the picture's size. A picture is dark if less than 1 % of its
    pixels are above tone 40, because paper would be brighter. It is bright if more than half of
    them are saturated.
    """
    if min(grey.shape) * shrunk < _LEAST_SIDE:
        return Trouble.TINY
    step = max(_EVERY // shrunk, 1)
    tones = grey[::step, ::step]
    if np.count_nonzero(tones > _DARK) < 0.01 * tones.size:
        return Trouble.DARK
    if np.count_nonzero(tones >= _BRIGHT) > _BRIGHT_SHARE * tones.size:
        return Trouble.BRIGHT
    return None


def focus(grey: Grey) -> float:
    """Return the sharpness of edges: the ratio of their slopes at full size and at a quarter of it.

    It is about 0.45 for a webcam in focus and 0.25 for a blur of 4 px. Without enough edges, it is
    1.0.
    """
    small = cv2.resize(grey, (grey.shape[1] // 4, grey.shape[0] // 4), interpolation=cv2.INTER_AREA)
    fine, coarse = _slope(grey[::2]), _slope(np.asarray(small, np.uint8))
    return fine / coarse if coarse >= _EDGES else 1.0


def _slope(grey: Grey) -> float:
    steps = np.abs(np.diff(grey.astype(np.int16), axis=1)).astype(np.uint8)
    counts = np.cumsum(np.bincount(steps.ravel(), minlength=256))
    return float(np.searchsorted(counts, 0.995 * counts[-1]))


def looks_blurred(grey: Grey) -> bool:
    """Return True if the picture has edges but none of them are sharp."""
    return focus(grey) < _SOFT


class Frozen:
    """Detects a source that repeats the same picture for two seconds of its own time.

    Every eighth pixel of every eighth row is compared. In a live picture, sensor noise changes
    some of them.
    """

    def __init__(self) -> None:
        self._last: npt.NDArray[np.uint8] | None = None
        self._since = 0.0

    def check(self, image: npt.NDArray[np.uint8], time_s: float) -> bool:
        """Return True if the picture has been the same for two seconds."""
        # This is a copy, because a camera may write the next picture into the same memory.
        sample = image[::8, ::8].copy()
        if self._last is not None and np.array_equal(self._last, sample):
            return time_s - self._since >= _FROZEN_S
        self._last, self._since = sample, time_s
        return False
