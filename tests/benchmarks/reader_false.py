"""False reads: tags that were never printed, shown to a book of tags that were. Run by hand.

    python tests/benchmarks/reader_false.py [--sightings 3000] [--book 200] [--seed 1] [--covered]

Every picture holds only foreign tags: other copies and numbers of the same deck, other decks of
the same game, other games.  None may be read as one of the book's.  The largest score and margin,
and the least room (by how much the weaker of the two stays below its bound) say how far from being
accepted they stayed; sizes run from 0.9 to 4 px a module.  With `--covered` the edge of a card lies
over each, from any side, so that a tenth of the symbol or less is hidden.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from companion.vision.candidates import find_quads
from companion.vision.codebook import Codebook
from companion.vision.matching import Matcher, module_greys
from companion.vision.pyramid import Pyramid, as_grey
from companion.vision.reader import Reader
from companion.vision.register import register
from rules import Tag, TagKind, format_tag
from tests.companion.vision.scenes import Blob, Camera, Piece, Scene, deck_manifest

SIZES = (4.0, 3.0, 2.2, 1.7, 1.4, 1.2, 1.0, 0.9)


def foreign(rng: np.random.Generator, book: Codebook) -> str:
    """A tag that is not in the book, half of the time of the book's own deck."""
    while True:
        own = rng.random() < 0.5
        text = format_tag(
            Tag(
                "Y" if own else "YSDJ"[rng.integers(4)],
                10 if own else int(rng.integers(1296)),
                TagKind.CARD,
                int(rng.integers(1008)),
                int(rng.integers(1, 36)),
                int(rng.integers(36)),
            )
        )
        if text not in book.entries:
            return text


def edge(piece: Piece, rng: np.random.Generator) -> Blob:
    """Another card, light or dark, over the frame of an upright piece and up to 2 mm further."""
    square, half = piece.square, piece.square.size_mm / 2
    middle = np.array([piece.x - 27 + square.x_mm + half, piece.y - 45 + square.y_mm + half])
    turn = rng.integers(4) * np.pi / 2 + rng.uniform(-0.1, 0.1)
    near = np.array([np.cos(turn), np.sin(turn)])
    along = np.array([-near[1], near[0]])
    reach = half - rng.uniform(0, 2)
    corners = [
        middle + far * near + side * along
        for far, side in ((reach, -15), (reach, 15), (half + 12, 15), (half + 12, -15))
    ]
    return Blob(tuple((float(x), float(y)) for x, y in corners), float(rng.uniform(0.03, 0.9)))


def strengths(reader: Reader, image: np.ndarray) -> list[tuple[float, float, float]]:
    """Score, margin and room of every panel in the picture, accepted or not.

    Room: by how much the weaker of the two stays below its bound.
    """
    pyramid, page = Pyramid(as_grey(image)), reader.codebook.pages[0]
    span = page.panel.span
    quads = find_quads(pyramid, span)
    if not len(quads):
        return []
    limits = reader.codebook.limits
    fit = register(pyramid, page.panel, quads, limits.structure, turned=True)
    _, score, margin, need = Matcher(reader.codebook).match(
        page, module_greys(pyramid, page, fit), fit
    )
    room = np.maximum(need - score, limits.margin - margin)
    return list(zip(score.tolist(), margin.tolist(), room.tolist(), strict=True))


def main() -> None:
    """Print one line for each size, and the sum."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sightings", type=int, default=3000)
    parser.add_argument("--book", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--covered", action="store_true")
    given = parser.parse_args()
    book = Codebook([deck_manifest(given.book)])
    reader = Reader(book)
    rng = np.random.default_rng([2026, given.seed])
    each = given.sightings // len(SIZES)
    total = false = 0
    print("px/module  shown  seen  unknown  false  score max  margin max  room min")
    for px in SIZES:
        shown = seen = unknown = wrong = 0
        best = widest = 0.0
        least = 1.0
        scale = px / (16 / 21)
        while shown < each:
            pieces = [
                Piece(foreign(rng, book), 31 + 62 * (i % 5), 49 + 98 * (i // 5), mask=3)
                for i in range(15)
            ]
            camera = Camera(
                width=round(330 * scale),
                height=round(320 * scale),
                scale=scale,
                tilt=float(rng.uniform(0, 20)),
                roll=float(rng.uniform(-9, 9)),
                exposure=float(rng.uniform(0.3, 0.9)),
                seed=int(rng.integers(2**31)),
            )
            blobs = [edge(piece, rng) for piece in pieces] if given.covered else []
            image = Scene(pieces=pieces, blobs=blobs, width=310, height=294).render(camera)
            readings = reader.read(image)
            shown += len(pieces)
            unknown += sum(not r.tag for r in readings)
            wrong += sum(bool(r.tag) for r in readings)
            panels = strengths(reader, image)
            seen += len(panels)
            best = max([best, *(s for s, _, _ in panels)])
            widest = max([widest, *(m for _, m, _ in panels)])
            least = min([least, *(r for _, _, r in panels)])
        total, false = total + shown, false + wrong
        print(
            f"{px:9.2f}  {shown:5} {seen:5}  {unknown:7}  {wrong:5}"
            f"  {best:9.2f}  {widest:10.2f}  {least:8.2f}",
            flush=True,
        )
    print(f"{total} foreign tags shown, {false} false reads")


if __name__ == "__main__":
    main()
