"""Draws a checkup's annotated picture: readings, faults, one light and one sentence."""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from companion.readings import Face, Point
from companion.vision.doctor.values import Checkup, CheckupLight
from companion.vision.lettering import lines_of, write, writes
from companion.vision.reader.image_pyramid import Image, as_image

Colour = tuple[int, int, int]

_LIGHTS: Final[dict[CheckupLight, Colour]] = {
    CheckupLight.GREEN: (80, 175, 60),
    CheckupLight.YELLOW: (40, 180, 240),
    CheckupLight.RED: (60, 50, 220),
}
_READ: Final[Colour] = (110, 220, 110)
_MARK: Final[Colour] = (235, 200, 90)
_DARK: Final[Colour] = (28, 26, 26)
_PALE: Final[Colour] = (245, 245, 245)
_SHIFT: Final = 4
_LEAST_WIDTH: Final = 640


def annotated(image: Image, checkup: Checkup, title: str, sentence: str) -> Image:
    """Return a copy of the picture, (h', w', 3), with outlines, light and sentence.

    Small pictures are enlarged to make room for the words.
    """
    image = as_image(image)
    picture = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image.copy()
    factor = max(1.0, _LEAST_WIDTH / picture.shape[1])
    if factor > 1:
        picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    drawing = np.asarray(picture, np.uint8)
    thick = max(2, round(drawing.shape[1] / 640))
    if checkup.pose is not None:
        outline = checkup.pose.to_image(checkup.pose.outline_mm).tolist()
        _polygon(drawing, outline, factor, _MARK, thick)
    for reading in checkup.readings:
        colour = _MARK if reading.face is Face.MAT else _READ
        _polygon(drawing, reading.corners, factor, colour, thick)
    for complaint in reversed(checkup.complaints):
        light = CheckupLight.RED if complaint.grave else CheckupLight.YELLOW
        for place in complaint.places:
            _polygon(drawing, place, factor, _DARK, 4 * thick)
            _polygon(drawing, place, factor, _LIGHTS[light], 2 * thick)
    return _with_sentence(drawing, checkup.light, title, sentence)


def _polygon(
    image: Image, points: Iterable[Point], factor: float, colour: Colour, thick: int
) -> None:
    at = np.array(list(points), np.float64) * factor * 2**_SHIFT
    cv2.polylines(
        image,
        [np.clip(np.rint(at), -(2**20), 2**20).astype(np.int32)],
        isClosed=True,
        color=colour,
        thickness=thick,
        lineType=cv2.LINE_AA,
        shift=_SHIFT,
    )


def _with_sentence(picture: Image, light: CheckupLight, title: str, sentence: str) -> Image:
    """Return the picture above a band that contains the light, a title and the sentence."""
    height, width = picture.shape[:2]
    size = max(16, round(width / 58))
    left = 5 * size
    lines = lines_of(sentence, size, width - left - size, 3) if writes(sentence) else []
    band = round(size * (3.4 + 1.5 * len(lines)))
    whole = np.full((height + band, width, 3), _DARK, np.uint8)
    whole[:height] = picture
    whole[height : height + max(4, size // 4)] = _LIGHTS[light]
    _sign(whole, (round(2.4 * size), height + band // 2), round(1.3 * size), light)
    if writes(title):
        big = round(1.25 * size)
        write(whole, title, (left, height + round(2.1 * size)), big, _LIGHTS[light])
        for i, line in enumerate(lines):
            at = (left, height + round(size * (3.7 + 1.5 * i)))
            write(whole, line, at, size, _PALE)
    return whole


def _sign(image: Image, at: tuple[int, int], radius: int, light: CheckupLight) -> None:
    """Draw the light as a shape: a disc for go, a triangle for a warning, an octagon for stop."""
    corners = {CheckupLight.GREEN: 48, CheckupLight.YELLOW: 3, CheckupLight.RED: 8}[light]
    first = {CheckupLight.GREEN: 0.0, CheckupLight.YELLOW: -90.0, CheckupLight.RED: 22.5}[light]
    angles = np.radians(first + 360 / corners * np.arange(corners))
    shape = np.array(at) + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cv2.fillPoly(
        image, [np.rint(shape * 2**_SHIFT).astype(np.int32)], _LIGHTS[light], cv2.LINE_AA, _SHIFT
    )
