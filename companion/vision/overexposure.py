"""Detects overexposed tags, whose black has almost disappeared.

Where the light exceeds the camera's range, white paper bleeds into the black next to it. Only a
tag's frame remains, with specks in three corners of the white square: the middles of the finder
patterns. The share of white in the picture is not a criterion, because tags on a white table can
be read well.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from companion.readings import Trouble
from companion.vision.reader.candidates import find_quads
from companion.vision.reader.image_pyramid import ImagePyramid
from companion.vision.reader.register import homographies, sample
from companion.vision.reader.symbol import MODULES
from companion.vision.trouble import exposure_trouble

_WHITE = 250
"""Minimum tone of saturated white."""
_BURNT, _SPECK = (65535 * (tone / 255) ** 2.2 for tone in (_WHITE, 225))
"""Minimum light of saturated white, and maximum light of a speck."""
_OF_PICTURE, _OF_TAG = 0.05, 0.6
_EVERY = 4
_FINDERS = 3
_LEAST, _MOST_READ = 3, 2
"""Minimum number of overexposed tags, and maximum number of readable tags per overexposed one."""
_FROM_MIDDLE, _FINDER = MODULES / 2 - 3.5, 1.5
"""Distance in x and y from the symbol's middle to a finder pattern's, and the radius of its
dark middle, in modules."""
_STEP = 0.5


def burnt_out(pyramid: ImagePyramid, spans: Iterable[float], read: int) -> bool:
    """Return True if overexposure makes framed tags unreadable.

    `spans` are the possible sides of a tag's white square, in modules. `read` is the number of tags
    that were read nevertheless.
    """
    grey = pyramid.grey(0)
    blown = exposure_trouble(grey) is Trouble.BRIGHT
    if blown and not read:
        return True
    tones = grey[::_EVERY, ::_EVERY]
    if np.count_nonzero(tones >= _WHITE) < _OF_PICTURE * tones.size:
        return False
    found = max((_burnt(pyramid, span) for span in spans), default=0)
    return found >= _LEAST and (blown or _MOST_READ * found >= read)


def _burnt(pyramid: ImagePyramid, span: float) -> int:
    """Count the white squares that contain only a tag's specks."""
    quads = find_quads(pyramid, span)
    if not len(quads):
        return 0
    points, finders = _points()
    light = sample(pyramid.light(0), homographies(quads, span / 2), points)
    white = (light >= _BURNT).mean(1) >= _OF_TAG
    specks = np.sum([light[:, at].min(1) < _SPECK for at in finders], axis=0)
    return int(np.count_nonzero(white & (specks >= _FINDERS)))


def _points() -> tuple[npt.NDArray[np.float32], list[npt.NDArray[np.bool_]]]:
    """Return a symbol's sample points (3, p), and masks of the middles of its four corners."""
    half = MODULES / 2
    steps = np.arange(-half + _STEP / 2, half, _STEP, dtype=np.float32)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    middles = [(a, b) for a in (-_FROM_MIDDLE, _FROM_MIDDLE) for b in (-_FROM_MIDDLE, _FROM_MIDDLE)]
    finders = [(np.abs(x - a) <= _FINDER) & (np.abs(y - b) <= _FINDER) for a, b in middles]
    return np.stack([x, y, np.ones_like(x)]), finders
