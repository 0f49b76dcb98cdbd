"""Frames worth reading: resting and changing parts of a fine picture."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.searching import SHRINK, Rest, finer, glimpsed

NOISE = 3.0


def frame(height: int, width: int, seed: int, token: int = 0) -> np.ndarray:
    """Return a grey table with sensor noise, and a dark square token of `token` px."""
    rng = np.random.default_rng(seed)
    grey = np.full((height, width), 120, np.uint8)
    grey[height // 2 : height // 2 + token, width // 2 : width // 2 + token] = 80
    noisy = rng.normal(0, NOISE, grey.shape)
    noisy += grey  # in place, like the limits: 66 MB of a 4K picture
    return np.clip(noisy, 0, 255, out=noisy).astype(np.uint8)


@pytest.mark.parametrize(
    ("height", "width", "fine"), [(720, 1280, 1), (1080, 1920, 1), (1440, 2560, 1), (2160, 3840, 2)]
)
def test_a_fine_picture_is_glimpsed_as_coarsely_as_full_hd_and_shows_as_much(
    height: int, width: int, fine: int
) -> None:
    rest = Rest()
    for seed, time_s in enumerate((0.0, 1.6, 1.7)):
        picture = frame(height, width, seed)
        assert finer(picture) == fine
        small = glimpsed(picture, SHRINK * finer(picture))
        assert small.size <= 640 * 360
        going_on = rest.goes_on(small, time_s)
    assert going_on
    # Twenty pixels of Full HD are a centimetre of a table 900 mm wide.
    changed = glimpsed(frame(height, width, 30, 20 * fine), SHRINK * fine)
    assert not rest.goes_on(changed, 1.8)
