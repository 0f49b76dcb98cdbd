"""Frequency of foreign tags near the limits of acceptance, without a camera. Run by hand.

    python benchmarks/reader/tails.py [--tags 50000] [--px 1.7 1.2] [--part] [--seed 1]

`false_reads.py` shows thousands of foreign tags as a camera sees them; none may be accepted. This
script draws enough of them to measure how fast they become rarer towards the limits. Each tag is
blurred as by a webcam (or by `--blur` px) and has a little noise. Each column counts the tags
whose weaker value of score and lead stays below its limit by less than the column's amount; below
0.00, a tag would be accepted. With `--part`, a square of a tenth of the symbol is painted over,
and the symbol is read as partly covered.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from benchmarks.reader.false_reads import foreign
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.matching import Matcher
from companion.vision.reader.register import CAMERA_BLUR, PanelFit
from companion.vision.reader.symbol import MODULES, blur_means, symbol_matrix
from tests.support.vision.scenes import MASK, deck_manifest

ROOMS = (0.20, 0.16, 0.12, 0.10, 0.08, 0.06, 0.04, 0.02, 0.0)
BATCH = 1000
NOISE = 0.03
COVER = round(MODULES * 0.1**0.5)
TONES = (0.03, 0.3, 0.8)


def drawn(
    book: Codebook, sigma: float, rng: np.random.Generator, *, part: bool
) -> Iterator[np.ndarray]:
    """Yield the grey values of foreign tags' modules endlessly; `sigma` is the blur in modules."""
    (page,) = book.pages
    pad = page.panel.pad
    blur = blur_means(page.panel.modules, sigma)[pad:-pad]
    while True:
        white = np.pad(symbol_matrix(foreign(rng, book), MASK), pad - 1, constant_values=1)
        greys = blur @ np.pad(white, 1) @ blur.T
        if part:
            x, y = rng.integers(0, MODULES - COVER + 1, 2)
            greys[y : y + COVER, x : x + COVER] = rng.choice(TONES)
        yield (greys + rng.normal(0, NOISE, greys.shape)).ravel().astype(np.float32)


def fitted(module: float, count: int) -> PanelFit:
    """Return a fit of `count` panels with this module size; their positions are irrelevant."""
    return PanelFit(
        origin=np.arange(count),
        H=np.zeros((count, 3, 3)),
        level=np.zeros(count, np.intp),
        module=np.full(count, module),
        structure=np.ones(count),
        whole=np.ones(count, np.bool_),
    )


def rooms(
    matcher: Matcher, greys: list[np.ndarray], module: float, *, part: bool
) -> Iterator[float]:
    """Yield the distances below the limits of the tags that most resemble a codebook tag."""
    (page,) = matcher.codebook.pages
    least = matcher.codebook.limits.margin
    if part:
        for each in greys:
            found, need = matcher.part(page, each, module, "")
            if found is not None and found.row < len(page.entries):
                yield max(need - found.score, least - found.margin)
        return
    best, scores, margins, needs = matcher.match(page, np.array(greys), fitted(module, len(greys)))
    yield from np.maximum(needs - scores, least - margins)[best < len(page.entries)].tolist()


def main() -> None:
    """Print one line for each module size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tags", type=int, default=50000)
    parser.add_argument("--px", type=float, nargs="+", default=[1.7, 1.4, 1.1, 0.9])
    parser.add_argument("--blur", type=float, default=CAMERA_BLUR)
    parser.add_argument("--book", type=int, default=300)
    parser.add_argument("--part", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    book = Codebook([deck_manifest(given.book)])
    matcher = Matcher(book)
    print("px/module    tags  nearest" + "".join(f"  <{room:4.2f}" for room in ROOMS))
    for px in given.px:
        rng = np.random.default_rng([given.seed, round(1000 * px)])
        tags = drawn(book, given.blur / px, rng, part=given.part)
        found: list[float] = []
        for _ in range(given.tags // BATCH):
            batch = [next(tags) for _ in range(BATCH)]
            found += rooms(matcher, batch, px, part=given.part)
        counts = "".join(f"  {sum(each < room for each in found):5}" for room in ROOMS)
        print(f"{px:9.2f}  {given.tags:6}  {min(found):7.3f}{counts}", flush=True)


if __name__ == "__main__":
    main()
