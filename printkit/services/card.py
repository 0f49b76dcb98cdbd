"""A service's card: the position of the face on it, and its picture beyond the bleed.

If the service's card is so wide that the bleed does not reach its rim, the bleed is stretched:
branches, frames and ground continue, and no ornament is repeated, because none is in a bleed
(mirrored there, a corner's sun looked like half an 8). If a game's ground is available separately,
rosettes are around the corners of its cards; next to them that ground continues mirrored at the
trim, which completes them. Pieces overlap each other: rasterisers draw the pixels at a clip's edge
half transparent, and the gap would show as a hairline.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

from printkit.cards.pictures import Picture
from printkit.pdf.canvas import Sheets
from printkit.pdf.fonts import PT
from printkit.pdf.geometry import FaceSpot, Rect, Size

_NOTHING = 1e-6
_CORNER = 5.2
"""Extent of rosettes from their corner along a card's edge, mm."""
_PIXEL = 25.4 / 300
"""Size of a pixel of a service's picture; pieces meet between pixels."""
_INSIDE = 0.003
"""Reserve against rounding into the previous pixel, mm."""
_LAP = 5 * _PIXEL
"""Overlap of the pieces of a picture, mm."""
_SOUND = 0.93
"""Share of a bleed that is stretched: a raster's outermost pixels are half transparent."""


@dataclass(frozen=True, slots=True)
class ServiceCard:
    """A service's card: its trim, its bleed, and the position of the faces on it."""

    trim: Size
    bleed: float
    face: Size
    scale: float

    @property
    def page(self) -> Size:
        """Trim and bleed."""
        return Size(self.trim.width + 2 * self.bleed, self.trim.height + 2 * self.bleed)

    @property
    def cut(self) -> Rect:
        """The trim on its page."""
        return Rect(self.bleed, self.bleed, self.trim.width, self.trim.height)

    @property
    def spot(self) -> FaceSpot:
        """The face on the page, in the middle."""
        own, page = self.face.scaled(self.scale), self.page
        return FaceSpot(
            Rect(
                (page.width - own.width) / 2, (page.height - own.height) / 2, own.width, own.height
            )
        )

    def reach(self, bleed: float) -> Rect:
        """Return the part of a face that is drawn unchanged, given its bleed, mm."""
        own, page = self.spot.rect, self.page
        x, y = (_edge(gap, bleed) for gap in (own.x, own.y))
        return Rect(x, y, page.width - 2 * x, page.height - 2 * y)

    def go_on(self, sheets: Sheets, picture: Picture, bleed: float) -> None:
        """Draw the surroundings of `reach`: the picture's bleed, mm, stretched to the rim."""
        spot, reach = self.spot, self.reach(bleed)
        whole = Rect(0, 0, self.page.width, self.page.height)
        columns = _strips(reach.x, whole.width, bleed)
        rows = _strips(reach.y, whole.height, bleed)
        pieces = product(columns, rows)  # Corners first, because nearer pieces are drawn over them.
        for (x, end, wide), (y, low, high) in sorted(pieces, key=lambda s: _nearness(*s)):
            if wide is None and high is None:
                continue
            strip = Rect(x, y, end - x, low - y).spread(_LAP).shared(whole)
            if strip is None:
                continue
            with sheets.on_page(strip) as canvas:
                if wide is not None:
                    line, times = wide
                    canvas.transform(times, 0, 0, 1, (1 - times) * line / PT, 0)
                if high is not None:
                    line, times = high
                    canvas.transform(1, 0, 0, times, 0, (1 - times) * (whole.height - line) / PT)
                picture.place(canvas, spot.rect.x, spot.rect.y, 0, self.scale)
        if (ground := picture.ground) is not None:
            self._corners(sheets, ground, reach)

    def _corners(self, sheets: Sheets, ground: Picture, reach: Rect) -> None:
        """Draw the ground next to a face's corners, mirrored at its trim."""
        spot, page, high = self.spot, self.page, _CORNER * self.scale
        tops = (0.0, spot.rect.y + high), (spot.rect.bottom - high, page.height)
        sides = (0.0, reach.x, spot.rect.x), (reach.right, page.width, spot.rect.right)
        for (top, bottom), (left, right, line) in product(tops, sides):
            strip = Rect(left, top, right - left, bottom - top)
            if strip.width < _NOTHING:
                continue
            with sheets.on_page(strip) as canvas:
                canvas.transform(-1, 0, 0, 1, 2 * line / PT, 0)
                ground.place(canvas, spot.rect.x, spot.rect.y, 0, self.scale)


_Stretch = tuple[float, float]
"""The line that stays in place, and the factor by which the part beyond it is widened."""
_Strip = tuple[float, float, _Stretch | None]
"""Start and end of a strip, and its stretching, if any."""


def _edge(gap: float, bleed: float) -> float:
    """Return the distance from the rim at which a face that ends `gap` from it is unchanged."""
    return 0.0 if gap <= bleed + _NOTHING else math.ceil(gap / _PIXEL) * _PIXEL + _INSIDE


def _strips(gap: float, length: float, bleed: float) -> list[_Strip]:
    """Return the strips before, on and behind a face that ends `gap` from both rims."""
    if gap < _NOTHING:
        return [(0.0, length, None)]
    times, end = gap / (bleed * _SOUND), length - gap
    return [(0.0, gap, (gap, times)), (gap, end, None), (end, length, (end, times))]


def _nearness(column: _Strip, row: _Strip) -> int:
    """Count the directions in which a piece is next to the face's own picture, not diagonal."""
    return (column[2] is None) + (row[2] is None)
