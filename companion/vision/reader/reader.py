"""Reads the tags in one picture. A tag that is not certainly a printed one is unknown.

Theory of operation

1. `candidates` finds white quadrangles in darker surroundings or, for tags without a frame, dark
patches. A large picture is first searched at reduced size, and then as finely as its smallest tags
require (`sightings`).
2. `register` fits the part that all tags have in common to the picture there, to a small fraction
of a pixel, or rejects the candidate.
3. `matching` determines the tag by score and margin, and derives the bound on false reads.
4. With `patient`, a second search for small tags uses another threshold. In soft, dark pictures,
noise breaks the white around a symbol, and white spreads through a frame two pixels wide.
5. With `patient`, symbols are also found by a finder pattern (`finders`) if another card covers
their frame, so that there is no white square.

    from companion.vision.reader.reader import read
    from rules import load_manifest

    for reading in read(picture, [load_manifest(path) for path in manifests]):
        print(reading.tag or "unknown", reading.corners, reading.confidence)
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from companion.readings import Reading
from companion.vision.reader.candidates import (
    COARSE_MODULE,
    MOST_QUADS,
    NARROW_MODULE,
    NARROW_WINDOW,
    SMALLEST_MODULE,
    Box,
    completed,
    find_bare,
    find_quads,
)
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.finders import find_finders, symbols_at
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.matching import Matcher
from companion.vision.reader.register import homographies, project
from companion.vision.reader.sightings import elsewhere, least_module, merged
from companion.vision.reader.symbol import MODULES
from rules import Manifest

Floats = npt.NDArray[np.float64]

_OVERLAP = 1.2
"""Factor by which the finer search overlaps the smallest modules of the coarse one before it."""
_COARSE_SIDE = 1000
"""Shorter side, px, of the reduced picture that is searched first."""


class TagReader:
    """Reads the codebook's tags in pictures, independently of earlier pictures.

    `cluttered` is True if too many shapes looked like tags and the last search was cut off
    (`MOST_QUADS`).
    """

    def __init__(self, codebook: Codebook) -> None:
        self.codebook = codebook
        self._matcher = Matcher(codebook)
        self.cluttered = False

    def read(
        self,
        image: npt.NDArray[np.generic],
        boxes: Sequence[Box] | None = None,
        modules: tuple[float, float] | None = None,
    ) -> tuple[Reading, ...]:
        """Return all tags in the picture from top to bottom, including those with a broken frame.

        `image` is grey or BGR. `boxes` (px) and `modules` (minimum and maximum px per module)
        narrow the search. A tag that is seen at two places is reported twice.
        """
        return self.search(ImagePyramid(as_grey(image)), boxes, modules, patient=True)

    def search(
        self,
        pyramid: ImagePyramid,
        boxes: Sequence[Box] | None = None,
        modules: tuple[float, float] | None = None,
        *,
        patient: bool = False,
    ) -> tuple[Reading, ...]:
        """Return the tags as `read` does, from a shared pyramid.

        With `patient`, small tags are searched for twice, and symbols with a covered frame are
        found by their finder patterns.
        """
        found = self._search(pyramid, boxes, modules)
        if patient and not self.cluttered:
            if modules is None:
                modules = least_module(found, self.codebook, pyramid.shape), math.inf
            found += self._by_other_squares(pyramid, boxes, modules, found)
            found += self._by_finders(pyramid, boxes, modules, found)
        return merged(found)

    def _search(
        self,
        pyramid: ImagePyramid,
        boxes: Sequence[Box] | None,
        modules: tuple[float, float] | None,
    ) -> list[Reading]:
        self.cluttered = False
        if modules is not None:
            return self._by_squares(pyramid, boxes, modules)
        # Fine levels take the most time, and are useless if the smallest tags are large.
        level = int(math.log2(max(min(pyramid.shape) / _COARSE_SIDE, 1)))
        searched = COARSE_MODULE * 2.0**level if level else SMALLEST_MODULE
        found = self._by_squares(pyramid, boxes, (searched, math.inf))
        least = max(least_module(found, self.codebook, pyramid.shape), SMALLEST_MODULE)
        if least >= searched or self.cluttered:
            return found
        return found + self._by_squares(pyramid, boxes, (least, _OVERLAP * searched))

    def mirrored(self, pyramid: ImagePyramid) -> bool:
        """Return True if the picture's mirror image shows known tags."""
        return any(r.tag for r in self.search(ImagePyramid(pyramid.grey(0)[:, ::-1].copy())))

    def _by_squares(
        self, pyramid: ImagePyramid, boxes: Sequence[Box] | None, modules: tuple[float, float]
    ) -> list[Reading]:
        """Return the readings in white squares, or in dark squares for tags without a frame."""
        sightings: list[Reading] = []
        for page in self.codebook.pages:
            find = find_quads if page.panel.framed else find_bare
            quads = find(pyramid, page.panel.span, boxes, modules)
            self.cluttered |= len(quads) >= MOST_QUADS
            found = self._matcher.sightings(pyramid, page, quads, turned=True)
            if not page.panel.framed:
                others = completed(elsewhere(quads, found))
                found += self._matcher.sightings(pyramid, page, others, turned=True)
            sightings += found
        return sightings

    def _by_other_squares(
        self,
        pyramid: ImagePyramid,
        boxes: Sequence[Box] | None,
        modules: tuple[float, float],
        known: Iterable[Reading],
    ) -> list[Reading]:
        """Return the readings in small white squares found with another threshold."""
        modules = modules[0], min(modules[1], NARROW_MODULE)
        known_tags = [reading for reading in known if reading.tag]
        sightings: list[Reading] = []
        for page in self.codebook.pages:
            if page.panel.framed:
                quads = find_quads(pyramid, page.panel.span, boxes, modules, window=NARROW_WINDOW)
                quads = elsewhere(quads, known_tags) if known_tags else quads
                found = self._matcher.sightings(pyramid, page, quads, turned=True)
                sightings += [reading for reading in found if reading.tag]
        return sightings

    def _by_finders(
        self,
        pyramid: ImagePyramid,
        boxes: Sequence[Box] | None,
        modules: tuple[float, float],
        known: Iterable[Reading],
    ) -> list[Reading]:
        """Return the readings at single finder patterns outside the known tags."""
        corners = np.array([r.corners for r in known if r.tag], np.float64).reshape(-1, 4, 2)
        finders = find_finders(pyramid, corners, boxes, modules)
        sightings: list[Reading] = []
        for page in self.codebook.pages:
            quads = symbols_at(pyramid, page.panel, finders)
            found = self._matcher.sightings(pyramid, page, quads, turned=False)
            sightings += [reading for reading in found if reading.tag]
        return sightings

    def recheck(self, pyramid: ImagePyramid, known: Iterable[Reading]) -> tuple[Reading, ...]:
        """Read the tags at the places of `known` again, which is much cheaper than a search."""
        sightings: list[Reading] = []
        known = tuple(known)
        for page in self.codebook.pages:
            drawn = page.panel.quiet, page.panel.framed
            old = [r for r in known if not r.tag or self.codebook.entries[r.tag].drawn == drawn]
            quads = np.array([r.corners for r in old], np.float64).reshape(-1, 4, 2)
            quads = _widen(quads, page.panel.span / MODULES)
            expected = [r.tag for r in old]
            sightings += self._matcher.sightings(
                pyramid, page, quads, turned=False, expected=expected
            )
        return merged(sightings)


def read(
    image: npt.NDArray[np.generic], book: Codebook | Iterable[Manifest]
) -> tuple[Reading, ...]:
    """Return the tags in one picture. `book` is a codebook or the manifests for one."""
    return TagReader(book if isinstance(book, Codebook) else Codebook(book)).read(image)


def _widen(quads: Floats, factor: float) -> Floats:
    """Widen quadrangles by `factor`, in the same perspective."""
    if not len(quads):
        return quads
    e = factor
    square = np.array([[-e, e, e, -e], [-e, -e, e, e], [1, 1, 1, 1]], np.float64)
    return project(homographies(quads, 1.0), square)
