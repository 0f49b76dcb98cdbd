"""False reads: foreign tags, compared with a codebook of printed tags. Run by hand.

    python benchmarks/reader/false_reads.py [--sightings 3000] [--book 200] [--seed 1] [--covered]

Every picture contains only foreign tags: other copies and numbers of the same deck, other decks of
the same game, and other games. None may be read as one of the codebook's tags. The least room
shows, for each way of reading, how far the tags stayed from being accepted. It is the amount by
which the weaker of score and lead stays below its limit. The ways are: in white squares, at single
finder patterns, and where a tag of the codebook was before (replaced by the foreign one). Each way
reads the whole symbol, and a part of it as if the rest were covered. `-` means that nothing was
read in this way. Sizes range from 0.9 to 4 px per module. With `--covered`, a card's edge covers
at most a tenth of each symbol, from any side.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from companion.readings import Reading
from companion.vision.reader.candidates import Box
from companion.vision.reader.codebook import Codebook, TagPage
from companion.vision.reader.covered import Uncovered
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.matching import Answers, Matcher
from companion.vision.reader.reader import TagReader
from companion.vision.reader.register import PanelFit
from rules import Tag, TagKind, format_tag
from tests.support.vision.scenes import Blob, Camera, Piece, Scene, deck_manifest, middle

SIZES = (4.0, 3.0, 2.2, 1.7, 1.4, 1.2, 1.0, 0.9)
WAYS = ("squares", "marks", "known place")
PATHS = tuple(f"{way}{part}" for way in WAYS for part in ("", ", part"))


def foreign(rng: np.random.Generator, book: Codebook) -> str:
    """Return a tag that is not in the codebook; one in two is from the codebook's deck."""
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
    """Return another card's edge, light or dark, over a tag's frame and 0 to 2 mm of its symbol."""
    half = piece.square.size_mm / 2
    turn = rng.integers(4) * np.pi / 2 + rng.uniform(-0.1, 0.1)
    near = np.array([np.cos(turn), np.sin(turn)])
    along = np.array([-near[1], near[0]])
    reach = half - rng.uniform(0, 2)
    corners = [
        np.array(middle(piece)) + far * near + side * along
        for far, side in ((reach, -15), (reach, 15), (half + 12, 15), (half + 12, -15))
    ]
    return Blob(tuple((float(x), float(y)) for x, y in corners), float(rng.uniform(0.03, 0.9)))


class Watched(Matcher):
    """A matcher that records how close each way of reading came to accepting a tag."""

    def __init__(self, codebook: Codebook) -> None:
        super().__init__(codebook)
        self.way = WAYS[0]
        self.rooms: dict[str, list[float]] = {path: [] for path in PATHS}

    def match(
        self, page: TagPage, greys: np.ndarray, fit: PanelFit, *, sharpened: bool = False
    ) -> Answers:
        best, score, margin, need = super().match(page, greys, fit, sharpened=sharpened)
        room = np.maximum(need - score, self.codebook.limits.margin - margin)
        self.rooms[self.way] += room[best < len(page.entries)].tolist()
        return best, score, margin, need

    def part(
        self, page: TagPage, greys: np.ndarray, module: float, expected: str
    ) -> tuple[Uncovered | None, float]:
        part, need = super().part(page, greys, module, expected)
        if part is not None and part.row < len(page.entries):
            room = max(need - part.score, self.codebook.limits.margin - part.margin)
            self.rooms[f"{self.way}, part"].append(room)
        return part, need


class Ways(TagReader):
    """A reader that records how close each of its ways of reading came to accepting a tag."""

    def __init__(self, codebook: Codebook) -> None:
        super().__init__(codebook)
        self._matcher: Watched = Watched(codebook)

    def room(self) -> dict[str, float]:
        """Return each way's least room since the last call."""
        rooms, self._matcher.rooms = self._matcher.rooms, {path: [] for path in PATHS}
        return {path: min(room) for path, room in rooms.items() if room}

    def _by_squares(
        self, pyramid: ImagePyramid, boxes: Sequence[Box] | None, modules: tuple[float, float]
    ) -> list[Reading]:
        self._matcher.way = WAYS[0]
        return super()._by_squares(pyramid, boxes, modules)

    def _by_finders(
        self,
        pyramid: ImagePyramid,
        boxes: Sequence[Box] | None,
        modules: tuple[float, float],
        known: Iterable[Reading],
    ) -> list[Reading]:
        self._matcher.way = WAYS[1]
        return super()._by_finders(pyramid, boxes, modules, known)

    def recheck(self, pyramid: ImagePyramid, known: Iterable[Reading]) -> tuple[Reading, ...]:
        self._matcher.way = WAYS[2]
        return super().recheck(pyramid, known)


def known_before(
    scene: Scene, camera: Camera, book: Codebook, rng: np.random.Generator
) -> list[Reading]:
    """Return readings of random tags of the codebook, at the positions of the scene's tags."""
    tags = rng.choice(sorted(book.entries), len(scene.pieces)).tolist()
    homography = scene.homography(camera)
    readings = []
    for piece, tag in zip(scene.pieces, tags, strict=True):
        square = np.array(middle(piece)) + 8 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        at = np.column_stack([square, np.ones(4)]) @ homography.T
        a, b, c, d = map(tuple, (at[:, :2] / at[:, 2:]).tolist())
        readings.append(Reading(tag, (a, b, c, d), 1.0))
    return readings


def main() -> None:
    """Print one line for each module size, and the total."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sightings", type=int, default=3000)
    parser.add_argument("--book", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--covered", action="store_true")
    given = parser.parse_args()
    book = Codebook([deck_manifest(given.book)])
    reader = Ways(book)
    rng = np.random.default_rng([2026, given.seed])
    # The known tags have their own random source, so that the pictures depend only on the seed.
    before = np.random.default_rng([2027, given.seed])
    each = given.sightings // len(SIZES)
    total = false = 0
    print("least room of:               " + "  ".join(f"{path:>11}" for path in PATHS))
    print("px/module  shown  unknown  false")
    for px in SIZES:
        shown = unknown = wrong = 0
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
            scene = Scene(pieces=pieces, blobs=blobs, width=310, height=294)
            image = scene.render(camera)
            readings = reader.read(image)
            again = reader.recheck(
                ImagePyramid(as_grey(image)), known_before(scene, camera, book, before)
            )
            shown += len(pieces)
            unknown += sum(not r.tag for r in readings)
            wrong += sum(bool(r.tag) for r in (*readings, *again))
        total, false = total + shown, false + wrong
        room = reader.room()
        rooms = "  ".join(f"{room[p]:11.2f}" if p in room else f"{'-':>11}" for p in PATHS)
        print(f"{px:9.2f}  {shown:5}  {unknown:7}  {wrong:5}  {rooms}", flush=True)
    print(f"{total} foreign tags shown, {false} false reads")


if __name__ == "__main__":
    main()
