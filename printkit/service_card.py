"""A service's card: how our face lies on it, and what its picture does beyond its bleed.

Where the service's card is wider than ours, the picture goes on mirrored at its edges. Its pieces
lap over each other: rasterisers draw the pixels at a clip's edge half transparent, and whatever
lies beneath would show as a hairline.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from printkit.art import Picture
from printkit.canvas import Sheets
from printkit.fonts import PT
from printkit.geometry import Rect, Size, Spot

__all__ = ["ServiceCard", "within"]

_NOTHING = 1e-6
_LAP = 0.4
"""So far pieces of a picture lie beneath each other, mm."""


@dataclass(frozen=True, slots=True)
class ServiceCard:
    """A service's card: its trim, its bleed, and how our faces lie on it."""

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
    def spot(self) -> Spot:
        """Our face on the page, in the middle."""
        own, page = self.face.scaled(self.scale), self.page
        return Spot(
            Rect(
                (page.width - own.width) / 2, (page.height - own.height) / 2, own.width, own.height
            )
        )

    def go_on(self, sheets: Sheets, picture: Picture, art: Rect) -> None:
        """Draw what lies around `art`: its picture mirrored at the edges, lines going on."""
        spot, whole = self.spot, Rect(0, 0, self.page.width, self.page.height)
        height = whole.height
        columns = (
            (0.0, art.x, art.x),
            (art.x, art.right, None),
            (art.right, whole.width, art.right),
        )
        rows = ((0.0, art.y, art.y), (art.y, art.bottom, None), (art.bottom, height, art.bottom))
        strips = product(columns, rows)  # corners first: each lies beneath what is nearer
        for (x, end, across), (y, low, along) in sorted(strips, key=lambda s: _nearness(*s)):
            strip = Rect(x, y, end - x, low - y).grown(*(_LAP,) * 4).shared(whole)
            if strip is None or art.holds(strip) or (across is None and along is None):
                continue
            with sheets.on_page(strip) as canvas:
                if across is not None:
                    canvas.transform(-1, 0, 0, 1, 2 * across / PT, 0)
                if along is not None:
                    canvas.transform(1, 0, 0, -1, 0, 2 * (height - along) / PT)
                picture.place(canvas, spot.rect.x, spot.rect.y, 0, self.scale)


_Strip = tuple[float, float, float | None]
"""From, to, and the line it is mirrored at, if it is."""


def within(art: Rect, whole: Rect) -> Rect:
    """What is shown of a picture with its bleed: where it ends on the page, not its very edge.

    Its outermost pixels are half transparent in a raster; the mirrored picture takes over before.
    """
    edge = 2 * _LAP
    gaps = (art.x, art.y, whole.width - art.right, whole.height - art.bottom)
    sides = [gap > _NOTHING for gap in gaps]
    return art.grown(*(-edge * side for side in sides)).shared(whole) or whole


def _nearness(column: _Strip, row: _Strip) -> int:
    """In how many directions a piece lies beside the face's own picture and not across from it."""
    return (column[2] is None) + (row[2] is None)
