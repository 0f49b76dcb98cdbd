"""A camera's picture as sent to the page."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.frames import Frame
from companion.web.camera_overlay import Crop
from companion.web.pictures import encode

WIDE = np.zeros((400, 800, 3), np.uint8)
WIDE[:, 400:] = (40, 200, 90)


@pytest.mark.parametrize(
    ("cut", "most", "size"),
    [
        (Crop(0, 0, 800, 400), 200, (200, 100)),
        (Crop(0, 0, 800, 400), 1600, (800, 400)),
        (Crop(400, 100, 500, 400), 150, (50, 150)),
        (Crop(0, 0, 800, 1), 80, (80, 1)),
    ],
)
def test_a_picture_is_cut_and_no_larger_than_asked_for(
    cut: Crop, most: int, size: tuple[int, int]
) -> None:
    data = encode(Frame(WIDE, 0.0, 0), cut, most)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape[1::-1] == size
    if cut.left == 400:
        assert np.abs(image.reshape(-1, 3).mean(axis=0) - (40, 200, 90)).max() < 4


def test_a_picture_carries_nothing_but_the_picture() -> None:
    data = encode(Frame(WIDE, 0.0, 0), Crop(0, 0, 800, 400), 200)
    assert data[:4] == b"\xff\xd8\xff\xe0", "JFIF, and no EXIF"
    assert b"Exif" not in data
