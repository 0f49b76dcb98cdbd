"""Remembers cards: their places, and the look of these places.

A card that is not read is *held*: it is still reported while its place looks the same. If its
place has changed, the card is only remembered for `_REMEMBER_S` seconds, so that it can be
re-checked as soon as the hand is gone.
"""

import dataclasses
import math
from collections.abc import Iterable

import numpy as np

from companion.readings import Reading
from companion.vision.mat.placement import card_outline
from companion.vision.mat.top_view import Mask, Region, TopView, View, outside, tolerance
from companion.vision.reader.codebook import Codebook

HELD_CONFIDENCE = 0.4
_REMEMBER_S = 2.0
_SAME_PLACE_MM = 25.0
_SLACK, _SHARE = 12.0, 0.12
_DIFFERENT = 0.03
_OVERLAID = 0.2
_INSET_MM = 2.0


@dataclasses.dataclass(slots=True)
class _Patch:
    """The pixels at a card's place, with the range of colours that each may have."""

    region: Region
    low: View
    high: View

    def looks_same(self, view: View, moving: Mask, overlaid: Mask) -> bool:
        """Return True if the place looks the same and no motion or other card is over it."""
        box, mask = self.region.box, self.region.mask
        seen = mask & ~overlaid[box]
        shown = np.count_nonzero(seen)
        if shown < (1 - _OVERLAID) * np.count_nonzero(mask) or (moving[box] & seen).any():
            return False
        odd = outside(view[box], self.low, self.high) & seen
        return bool(np.count_nonzero(odd) <= _DIFFERENT * max(int(shown), 1))


@dataclasses.dataclass(slots=True)
class _Track:
    reading: Reading
    seen_s: float
    patch: _Patch | None = None


class CardMemory:
    """The remembered cards of one mat."""

    def __init__(self, book: Codebook, top: TopView) -> None:
        self.book = book
        self.top = top
        self._tracks: list[_Track] = []

    def known(self) -> tuple[Reading, ...]:
        """Return the latest reading of each remembered card, for a re-check."""
        return tuple(track.reading for track in self._tracks)

    def is_place_of_known(self, reading: Reading) -> bool:
        """Return True if a reading is at the place of a remembered card."""
        return any(_apart_mm(reading, t.reading) < _SAME_PLACE_MM for t in self._tracks)

    def update(
        self, fresh: Iterable[Reading], view: View, moving: Mask, time_s: float
    ) -> tuple[Reading, ...]:
        """Store this frame's placed readings, and return those of the cards that are held.

        `view` must be normalised, so that a place can be compared with itself later.
        """
        fresh = tuple(fresh)
        old = list(self._tracks)
        low, high = tolerance(view, _SLACK, _SHARE)
        tracks = []
        for reading in fresh:
            track = self._match(reading, old)
            if track is None:
                track = _Track(reading, time_s)
            track.reading, track.seen_s = reading, time_s
            patch = self._patch(reading, low, high)
            if patch is not None and not moving[patch.region.box][patch.region.mask].any():
                track.patch = patch
            tracks.append(track)
        outlines = [card_outline(r, self.book) for r in fresh]
        overlaid = self.top.mask([o for o in outlines if o is not None])
        held = []
        for track in old:
            if track.patch is not None and track.patch.looks_same(view, moving, overlaid):
                held.append(dataclasses.replace(track.reading, confidence=HELD_CONFIDENCE))
                track.seen_s = time_s
            if time_s - track.seen_s <= _REMEMBER_S:
                tracks.append(track)
        self._tracks = tracks
        return tuple(held)

    def _match(self, reading: Reading, old: list[_Track]) -> _Track | None:
        """Remove and return the track in `old` that this reading continues."""
        for i, track in enumerate(old):
            if (
                track.reading.tag == reading.tag
                and _apart_mm(track.reading, reading) < _SAME_PLACE_MM
            ):
                return old.pop(i)
        return None

    def _patch(self, reading: Reading, low: View, high: View) -> _Patch | None:
        outline = card_outline(reading, self.book, -_INSET_MM)
        if outline is None:
            return None
        region = self.top.region(outline)
        if not region.mask.any():
            return None
        return _Patch(region, low[region.box].copy(), high[region.box].copy())


def _apart_mm(a: Reading, b: Reading) -> float:
    if a.x_mm is None or a.y_mm is None or b.x_mm is None or b.y_mm is None:
        return math.inf
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
