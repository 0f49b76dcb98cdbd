"""Pictures that are hard for a tag reader, and mutations of pictures; all depend on a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from companion.vision.reader.codebook import Codebook
from companion.vision.reader.symbol import symbol_matrix

Image = np.ndarray

DTYPES = (np.uint8, np.uint16, np.int16, np.int32, np.float32, np.float64, np.bool_)


def noise(shape: tuple[int, int], rng: np.random.Generator, blur: float = 0.0) -> Image:
    """Draw grey noise with a Gaussian blur of `blur` px."""
    grains = rng.standard_normal(shape, dtype=np.float32)
    if blur:
        grains = np.asarray(cv2.GaussianBlur(grains, (0, 0), blur))
    return np.clip(128 + 60 * grains / grains.std(), 0, 255).astype(np.uint8)


def checkerboard(shape: tuple[int, int], side: int) -> Image:
    y, x = np.indices(shape) // side
    return (255 * ((x + y) % 2)).astype(np.uint8)


def tiles(shape: tuple[int, int], side: int, gap: int) -> Image:
    """Draw white squares in a dark grid, like a keyboard or a chequered cloth."""
    y, x = np.indices(shape) % side
    return np.where(np.minimum(x, y) < gap, 20, 230).astype(np.uint8)


def rings(shape: tuple[int, int], side: int) -> Image:
    """Draw nested squares, like finder patterns."""
    y, x = np.indices(shape) % side - side // 2
    return (40 + 180 * ((np.maximum(np.abs(x), np.abs(y)) * 9 // side) % 2)).astype(np.uint8)


def letters(shape: tuple[int, int], rng: np.random.Generator, size: float) -> Image:
    """Draw a page full of small print."""
    page = np.full(shape, 235, np.uint8)
    for y in range(0, shape[0] + 30, int(28 * size) + 3):
        line = "".join(chr(c) for c in rng.integers(33, 126, shape[1] // 4))
        cv2.putText(page, line, (0, y), cv2.FONT_HERSHEY_SIMPLEX, size, 20, 1, cv2.LINE_AA)
    return page


def blocks(shape: tuple[int, int], rng: np.random.Generator, side: int) -> Image:
    """Draw random black and white squares, as in a very large code."""
    small = rng.integers(0, 2, (shape[0] // side + 1, shape[1] // side + 1)).astype(np.uint8)
    return np.kron(20 + 200 * small, np.ones((side, side), np.uint8))[: shape[0], : shape[1]]


def many_tags(shape: tuple[int, int], book: Codebook, module: float, count: int = 500) -> Image:
    """Draw a codebook's framed tags next to each other, blurred, with `module` px per module."""
    page = np.full(shape, 128, np.uint8)
    panel, step = int(29 * module), int(32 * module)
    texts = [entry for entry in book.entries.values() if entry.framed]
    number = 0
    for y in range(4, shape[0] - step, step):
        for x in range(4, shape[1] - step, step):
            if number == count:
                break
            entry = texts[number % len(texts)]
            number += 1
            white = np.pad(symbol_matrix(entry.tag, entry.mask), 2, constant_values=1)
            drawn = 15 + 220 * np.pad(white, 2)
            fine = np.kron(drawn, np.ones((4, 4))).astype(np.float32)
            at = page[y : y + panel, x : x + panel]
            at[:] = cv2.resize(fine, at.shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(page, (0, 0), 0.7))


def worst(shape: tuple[int, int], book: Codebook, seed: int = 1) -> Iterator[tuple[str, Image]]:
    """Yield full-size frames that are expensive to read, each with a name."""
    rng = np.random.default_rng(seed)
    yield "black", np.zeros(shape, np.uint8)
    yield "white", np.full(shape, 255, np.uint8)
    for blur in (0, 1, 2, 3, 5):
        yield f"noise σ {blur}", noise(shape, rng, blur)
    for side in (4, 16, 48):
        yield f"checkerboard {side}", checkerboard(shape, side)
    for side, gap in ((16, 2), (20, 3), (28, 4), (36, 4), (48, 6), (64, 8)):
        yield f"tiles {side}", tiles(shape, side, gap)
    for side in (18, 36, 72):
        yield f"rings {side}", rings(shape, side)
    for size in (0.3, 0.5, 1.0):
        yield f"text {size}", letters(shape, rng, size)
    for side in (6, 14):
        yield f"blocks {side}", blocks(shape, rng, side)
    for module in (0.8, 1.2, 1.7):
        yield f"500 tags, {module} px", many_tags(shape, book, module)


def bases(book: Codebook, rng: np.random.Generator) -> list[Image]:
    """Return small pictures to mutate: tags, tags on tiles, print, noise, rings, and black."""
    shape = (240, 320)
    tagged = many_tags(shape, book, 2.0)
    return [
        tagged,
        cv2.cvtColor(np.asarray(cv2.GaussianBlur(tagged, (0, 0), 1.0)), cv2.COLOR_GRAY2BGR),
        np.minimum(tagged, tiles(shape, 20, 3)),
        letters(shape, rng, 0.4),
        noise(shape, rng, 1.0),
        rings(shape, 36),
        np.zeros(shape, np.uint8),
    ]


def _crop(image: Image, rng: np.random.Generator) -> Image:
    height, width = image.shape[:2]
    top, left = int(rng.integers(height)), int(rng.integers(width))
    high, wide = int(rng.integers(1, height + 1)), int(rng.integers(1, width + 1))
    return image[top : top + high, left : left + wide]


def _resize(image: Image, rng: np.random.Generator) -> Image:
    width, height = (int(v) for v in np.exp(rng.uniform(0, 6, 2)) + 1)
    return np.asarray(cv2.resize(_plain(image), (width, height))).astype(image.dtype)


def _plain(image: Image) -> Image:
    """Convert an image for warping, to floats with at most four channels."""
    return image.astype(np.float32) if image.ndim == 2 else image[:, :, :4].astype(np.float32)


def _flip(image: Image, rng: np.random.Generator) -> Image:
    return (image[::-1], image[:, ::-1], np.rot90(image), image[::2, ::3])[int(rng.integers(4))]


def _spots(image: Image, rng: np.random.Generator) -> Image:
    image = image.copy()
    where = rng.random(image.shape[:2]) < rng.uniform(0, 0.3)
    image[where] = image.max() if image.size else 0
    return image


def _shear(image: Image, rng: np.random.Generator) -> Image:
    height, width = image.shape[:2]
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = (square + rng.normal(0, 0.3, (4, 2)) * (width, height)).astype(np.float32)
    turn = cv2.getPerspectiveTransform(square, moved)
    return np.asarray(cv2.warpPerspective(_plain(image), turn, (width, height)))


def _channels(image: Image, rng: np.random.Generator) -> Image:
    grey = image if image.ndim == 2 else image[:, :, 0]
    return np.repeat(grey[:, :, None], int(rng.integers(1, 7)), axis=2)


def _dtype(image: Image, rng: np.random.Generator) -> Image:
    kind = DTYPES[int(rng.integers(len(DTYPES)))]
    return (image * float(rng.choice([1, 1 / 255, 257, -1]))).astype(kind)


def _nonsense(image: Image, rng: np.random.Generator) -> Image:
    numbers = image.astype(np.float64)
    numbers[rng.random(numbers.shape) < 0.05] = rng.choice([np.nan, np.inf, -np.inf, 1e300])
    return numbers


def _dim(image: Image, rng: np.random.Generator) -> Image:
    return (image * rng.uniform(0, 2)).clip(0, 255).astype(np.uint8)


def _glitch(image: Image, rng: np.random.Generator) -> Image:
    image = image.copy()
    row = int(rng.integers(len(image)))
    image[row:] = np.roll(image[row:], int(rng.integers(1, 50)), axis=1)
    return image


MUTATIONS: tuple[Callable[[Image, np.random.Generator], Image], ...] = (
    *(_crop, _resize, _flip, _spots, _shear, _channels, _dtype, _nonsense, _dim, _glitch),
)


def mutated(pictures: list[Image], rng: np.random.Generator) -> Image:
    """Return a random picture after one to four mutations."""
    image = pictures[int(rng.integers(len(pictures)))]
    with np.errstate(all="ignore"):
        for _ in range(int(rng.integers(1, 5))):
            image = MUTATIONS[int(rng.integers(len(MUTATIONS)))](image, rng)
            if 0 in image.shape:
                break
    return image
