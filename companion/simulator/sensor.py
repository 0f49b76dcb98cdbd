"""Simulation of a webcam: blur, uneven light, mosaic, noise, sharpening, JPEG compression.

Theory of operation
-------------------
`Sensor.expose` turns a rectangle of linear light into 8-bit sensor values (the lens's PSF, the
lamp, glare, exposure, mosaic, tone curve) and stores them. Only changed rectangles need to be
exposed. `Sensor.develop` produces a whole picture from the stored values, with new noise. Noise is
added after the tone curve, which is close to a square root, so that one constant sigma equals
photon noise at every brightness (Anscombe 1948). Noise tiles are generated once and shifted.
"""

import math
from dataclasses import dataclass
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulator.rects import Rect

Image = npt.NDArray[np.uint8]
Linear = npt.NDArray[np.uint16]

FULL_LIGHT: Final = 65535  # linear value of a perfect white under full light
_STEPS: Final = 4095
_TILE_PLAY: Final = 192
_EDGE: Final = 8
_STRIP: Final = 64  # rows exposed together


@dataclass(frozen=True, slots=True)
class Condition:
    """The quality of camera and light.

    `psf_px` is the blur's sigma; `motion_px` a straight motion blur; `noise` a sigma in 8-bit
    steps; `uneven` the share of light lost in the darkest corner; `glare` the number of lamp
    reflections; `exposure` 1.0 puts paper white at about 225; `sharpen` the unsharp mask's amount;
    `jpeg` the quality with 4:2:0 chroma (0 for no compression); `tint` the light's colour as (B, G,
    R).
    """

    psf_px: float = 0.8
    motion_px: float = 0.0
    bayer: bool = True
    noise: float = 3.0
    uneven: float = 0.3
    glare: int = 0
    exposure: float = 1.0
    sharpen: float = 0.8
    jpeg: int = 75
    tint: tuple[float, float, float] = (0.94, 1.0, 1.02)


CONDITIONS: Final[dict[str, Condition]] = {
    # Without any noise, the watcher would consider the source frozen.
    "clean": Condition(
        0.5, bayer=False, noise=0.3, uneven=0.0, sharpen=0.0, jpeg=0, tint=(1, 1, 1)
    ),
    "good": Condition(0.6, noise=1.5, uneven=0.15, sharpen=0.4, jpeg=90),
    "webcam": Condition(),
    "hard": Condition(1.1, 2.0, noise=5.0, uneven=0.6, glare=3, exposure=0.45, jpeg=60),
}


class Sensor:
    """A camera's electronics for pictures of one size; `rng` is the source of all randomness."""

    def __init__(
        self, condition: Condition, width: int, height: int, rng: np.random.Generator
    ) -> None:
        self.condition = condition
        self.width, self.height = width, height
        self.margin = max(4, math.ceil(4 * condition.psf_px + condition.motion_px))
        self._light = _light(condition, width, height, rng)
        self._glare = _glare(condition, width, height, rng)
        self._smear = _smear(condition.motion_px, float(rng.uniform(0, 180)))
        self._tone = _tone()
        shape = (height, width) if condition.bayer else (height, width, 3)
        self._raw: Image = np.zeros(shape, np.uint8)
        play = (height + _TILE_PLAY, width + _TILE_PLAY, *shape[2:])
        self._noise = np.zeros(play, np.int8)
        if condition.noise:
            tile = rng.standard_normal(play, dtype=np.float32)
            tile *= np.float32(condition.noise)
            self._noise[:] = np.rint(tile, out=tile)

    def expose(self, scene: Linear, rect: Rect) -> None:
        """Expose the light in `rect` of `scene`, (height, width, 3) linear BGR."""
        left, top, right, bottom = rect
        left, top = left & ~1, top & ~1  # the mosaic repeats every two pixels
        m = self.margin
        a, b = max(0, left - m), max(0, top - m)
        seen = scene[b : min(self.height, bottom + m), a : min(self.width, right + m)]
        seen = cast("Linear", cv2.GaussianBlur(seen, (0, 0), self.condition.psf_px))
        if self._smear is not None:
            seen = cast("Linear", cv2.filter2D(seen, -1, self._smear))
        seen = seen[top - b : bottom - b, left - a : right - a]
        flat = _mosaic(seen) if self.condition.bayer else seen
        # The floats and indices of a whole picture would take 100 MB.
        for row in range(top, bottom, _STRIP):
            here = (slice(row, min(bottom, row + _STRIP)), slice(left, right))
            value = flat[row - top : here[0].stop - top] * self._light[here]
            if self._glare is not None:
                glare = self._glare[here]
                value += glare if self.condition.bayer else glare[:, :, None]
            self._raw[here] = self._tone[np.minimum(value, _STEPS).astype(np.uint16)]

    def develop(self, rng: np.random.Generator, area: Rect | None = None) -> Image:
        """Return a (height, width, 3) BGR picture of all exposed values, or of those in `area`."""
        left, top, right, bottom = area or (0, 0, self.width, self.height)
        # The mosaic repeats every two pixels, JPEG blocks every sixteen; filters reach three.
        a, b = max(0, (left - _EDGE) // 16 * 16), max(0, (top - _EDGE) // 16 * 16)
        here = (slice(b, bottom + _EDGE), slice(a, right + _EDGE))
        picture = self._raw[here]
        x, y = (int(v) for v in rng.integers(0, _TILE_PLAY, 2))
        rows, columns = picture.shape[:2]
        noise = self._noise[y + b : y + b + rows, x + a : x + a + columns]
        picture = cast("Image", cv2.add(picture, noise, dtype=cv2.CV_8U))
        if self.condition.bayer:
            picture = cast("Image", cv2.cvtColor(picture, cv2.COLOR_BayerRGGB2BGR))
        if self.condition.sharpen:
            soft = cv2.GaussianBlur(picture, (5, 5), 1.2)
            amount = self.condition.sharpen
            picture = cast("Image", cv2.addWeighted(picture, 1 + amount, soft, -amount, 0))
        if self.condition.jpeg:
            picture = _compressed(picture, self.condition.jpeg)
        return picture[top - b : bottom - b, left - a : right - a].copy()


def _light(
    c: Condition, width: int, height: int, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """Return the gain of one-sided light and lens fall-off, in tone-table steps per linear step."""
    angle = float(rng.uniform(0, 2 * math.pi))
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    side = (x * np.float32(math.cos(angle)) + y * np.float32(math.sin(angle))) / np.float32(1.415)
    dark = np.float32(0.7) * (1 + side) / 2 + np.float32(0.15) * (x**2 + y**2)
    loss = np.float32(c.uneven) * (dark - dark.min()) / (dark.max() - dark.min())
    light = (1 - loss) * np.float32(c.exposure * _STEPS / FULL_LIGHT)
    if not c.bayer:
        return np.asarray(light[:, :, None] * np.array(c.tint, np.float32))
    blue, green, red = c.tint
    site = np.array([[red, green], [green, blue]], np.float32)
    return np.asarray(light * np.tile(site, (height // 2 + 1, width // 2 + 1))[:height, :width])


def _glare(
    c: Condition, width: int, height: int, rng: np.random.Generator
) -> npt.NDArray[np.float32] | None:
    """Return the light added by blurred lamp reflections, in tone-table steps."""
    if not c.glare:
        return None
    small = np.zeros((height // 8, width // 8), np.float32)
    yy, xx = np.mgrid[0 : small.shape[0], 0 : small.shape[1]].astype(np.float32)
    for _ in range(c.glare):
        cx, cy = rng.uniform(0.15, 0.85) * small.shape[1], rng.uniform(0.15, 0.85) * small.shape[0]
        rx, ry = rng.uniform(4, 9), rng.uniform(3, 6)
        small += 2.0 * np.exp(-(((xx - cx) / rx) ** 2) - ((yy - cy) / ry) ** 2)
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large * np.float32(c.exposure * _STEPS), dtype=np.float32)


def _smear(length: float, angle_deg: float) -> npt.NDArray[np.float32] | None:
    """Return a straight motion kernel that sums to one."""
    if length <= 0:
        return None
    half = math.ceil(length / 2) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    dx, dy = (length / 2 * f(math.radians(angle_deg)) for f in (math.cos, math.sin))
    ends = [(round((half + s * dx) * 16), round((half + s * dy) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    return np.asarray(kernel / kernel.sum())


def _tone() -> Image:
    """Return the map from linear steps to 8 bits: the sRGB curve (IEC 61966-2-1)."""
    x = np.arange(_STEPS + 1) / _STEPS
    curve = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(curve * 255), np.uint8)


def _mosaic(seen: Linear) -> Linear:
    """Return one colour per pixel, RGGB; the rectangle must start at even coordinates."""
    out = np.ascontiguousarray(seen[:, :, 1])
    out[0::2, 0::2] = seen[0::2, 0::2, 2]
    out[1::2, 1::2] = seen[1::2, 1::2, 0]
    return out


def _compressed(picture: Image, quality: int) -> Image:
    """Return the picture after JPEG compression, chroma at half resolution both ways."""
    chroma = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, *chroma])
    return cast("Image", cv2.imdecode(data, cv2.IMREAD_COLOR))
