"""An image pyramid with stored tones for searching and light for measuring.

A lens blurs light, while a camera stores approximately its 2.2th root. In the stored tones, dark
lines look thinner and edges are displaced. All measurements therefore use light. A table with 256
entries undoes the gamma correction. Its 16-bit values keep dark tones distinct. The search uses
stored tones, whose steps are even in dark areas.
"""

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Grey = npt.NDArray[np.uint8]
Light = npt.NDArray[np.uint16]

_GAMMA = 2.2
_LIGHT = np.round(65535 * (np.arange(256) / 255) ** _GAMMA).astype(np.uint16)
_SMALLEST = 100
_WHITES = (1.0, *(2.0**bits - 1 for bits in (8, 10, 12, 16, 32, 64)))
"""Possible values of white: 1 for floats and Booleans, 2ⁿ - 1 for n bits."""
_OVERSHOOT = 1.25
"""Factor by which a downscaled picture may overshoot white."""


def as_image(image: npt.NDArray[np.generic]) -> Image:
    """Convert a source's array to uint8, (h, w) grey or (h, w, 3) BGR.

    Accepts Booleans, integers of 8, 10, 12, 16, 32 or 64 bits in any type, floats (0–1, or in an
    integer's range), and one to four channels. Raises `ValueError` for other arrays.
    """
    if image.ndim not in (2, 3) or 0 in image.shape:
        raise ValueError(f"an array of shape {image.shape} is no picture")
    if image.ndim == 3:
        image = image[:, :, :3] if image.shape[2] in (3, 4) else image[:, :, 0]
    if image.dtype == np.uint8:
        return np.ascontiguousarray(image, np.uint8)
    if image.dtype == np.bool_:
        return image.astype(np.uint8) * np.uint8(255)
    if not np.issubdtype(image.dtype, np.number) or np.iscomplexobj(image):
        raise ValueError(f"an array of {image.dtype} is no picture")
    numbers = np.nan_to_num(image.astype(np.float64), posinf=0, neginf=0)
    most = float(numbers.max())
    whites = _WHITES if np.issubdtype(image.dtype, np.floating) else _WHITES[1:]
    white = next((white for white in whites if most <= _OVERSHOOT * white), most)
    return np.clip(np.round(numbers * (255 / white)), 0, 255).astype(np.uint8)


def as_grey(image: npt.NDArray[np.generic]) -> Grey:
    """Convert a picture to grey, (h, w) uint8."""
    image = as_image(image)
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


class ImagePyramid:
    """Levels 0 (full size), 1 (half size) … of a grey picture, each computed on first use.

    The mean of many frames has hardly any noise, and is `enlarged` by a factor.
    """

    def __init__(self, grey: Grey, enlarged: int = 1) -> None:
        self._greys = [grey]
        self._enlarged = enlarged
        self._lights: dict[int, Light] = {}
        side, self.levels = min(grey.shape) // 2, 1
        while side >= _SMALLEST:
            side, self.levels = side // 2, self.levels + 1

    @property
    def shape(self) -> tuple[int, int]:
        """The height and width at full size."""
        height, width = self._greys[0].shape
        return height, width

    @property
    def is_mean(self) -> bool:
        """True for the enlarged mean of many frames."""
        return self._enlarged > 1

    def blur(self, level: int) -> float:
        """Return the blur at this level as a multiple of a camera's."""
        return max(self._enlarged / 2.0**level, 1.0)

    def grey(self, level: int) -> Grey:
        """Return the stored tones at 1 / 2^`level` of the full size."""
        while len(self._greys) <= level:
            last = self._greys[-1]
            size = (max(last.shape[1] // 2, 1), max(last.shape[0] // 2, 1))
            smaller = cv2.resize(last, size, interpolation=cv2.INTER_AREA)
            self._greys.append(np.asarray(smaller, np.uint8))
        return self._greys[level]

    def light(self, level: int) -> Light:
        """Return the light, 0–65535, at 1 / 2^`level` of the full size."""
        if level not in self._lights:
            self._lights[level] = np.asarray(cv2.LUT(self.grey(level), _LIGHT), np.uint16)
        return self._lights[level]
