"""Imposition: n-up blocks, bleed, crop marks and the mirrored back page, in mm.

Theory of operation. Cards of a block abut: neighbours share a cut line, so that one cut frees two
cards and nothing is lost to gaps. With a `gutter` they are apart, and every card has its own cut
lines: if neighbours have different backgrounds, an imprecise cut leaves no strip of the other card.
The block is centred on the page, because any offset doubles on the back. A face is drawn with its
bleed, but clipped where an occupied neighbour begins (in the middle of a gutter narrower than two
bleeds). At the block's rim and next to an empty slot, the whole bleed is kept.

Turning a sheet over its *long* edge (the vertical one on a portrait page) mirrors columns; turning
it over its *short* edge mirrors rows. Seen through the paper, a card's back must be exactly on its
front. The tops of both must be at the same physical edge, so that a card turned like a leaf of a
book stays upright. Flipping over the vertical axis exchanges left and right, so a face turned by
90° needs a back turned by 270°, and 0° stays 0°. Flipping over the horizontal axis exchanges top
and bottom, so 0° needs 180°, and 90° stays 90°. On a landscape page, the long edge is the
horizontal one.

A gutter-fold sheet has fronts left of its middle and their backs right of it, mirrored as for a
long edge. Folded in the middle with the printed side out, each back meets its front.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from printkit.pdf.geometry import BLEED, Duplex, FaceSpot, Mark, Rect, Size

CROP_GAP = 3.6
"""Distance of a crop mark from the trim, in mm; it clears a bleed of 3 mm."""
CROP_LENGTH = 3.6


@dataclass(frozen=True, slots=True)
class Layout:
    """An n-up block on a sheet: `columns` × `rows` cards of size `card`, all turned alike.

    `gutter` is the space between neighbours, and `side` the margin on both sides of a page.
    """

    paper: Size
    card: Size
    columns: int
    rows: int
    turn: int
    gutter: float = 0.0
    side: float = 0.0

    @property
    def per_page(self) -> int:
        """Number of slots on a page."""
        return self.columns * self.rows

    def folded(self) -> Layout:
        """Return the layout of a gutter-fold sheet, which has an even number of columns."""
        return replace(self, columns=self.columns - self.columns % 2)

    def front_of_fold(self, index: int) -> FaceSpot:
        """Return slot `index` of a gutter-fold sheet's fronts, which are left of the fold."""
        row, column = divmod(index, self.columns // 2)
        return self.front(row * self.columns + column)

    @property
    def fold(self) -> Mark:
        """The fold line in the middle of a gutter-fold sheet, between its outermost crop marks."""
        block, middle = self.block, self.paper.width / 2
        return Mark(
            middle, block.y - CROP_GAP - CROP_LENGTH, middle, block.bottom + CROP_GAP + CROP_LENGTH
        )

    @property
    def block(self) -> Rect:
        """The rectangle of all trims, centred on the page."""
        box = self.card.turned(self.turn)
        width = box.width * self.columns + self.gutter * (self.columns - 1)
        height = box.height * self.rows + self.gutter * (self.rows - 1)
        return Rect((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)

    def front(self, index: int) -> FaceSpot:
        """Return slot `index` (from 0) in reading order."""
        row, column = divmod(index, self.columns)
        if not 0 <= row < self.rows:
            raise ValueError(f"slot {index} of a page of {self.per_page}")
        box, block = self.card.turned(self.turn), self.block
        x = block.x + column * (box.width + self.gutter)
        y = block.y + row * (box.height + self.gutter)
        return FaceSpot(Rect(x, y, box.width, box.height), self.turn)

    def back(self, front: FaceSpot, duplex: Duplex) -> FaceSpot:
        """Return the position, on the back page, of the back that belongs to a front."""
        portrait = self.paper.height >= self.paper.width
        if duplex is Duplex.FOLD or (duplex is Duplex.LONG) == portrait:
            return FaceSpot(front.rect.mirrored_in_width(self.paper.width), -front.turn % 360)
        return FaceSpot(front.rect.mirrored_in_height(self.paper.height), (180 - front.turn) % 360)


_DASH = 2.0


def dashed(line: Mark) -> list[Mark]:
    """Split a horizontal or vertical line into dashes of 2 mm."""
    length = max(abs(line.x2 - line.x1), abs(line.y2 - line.y1))
    dx, dy = (line.x2 - line.x1) / length, (line.y2 - line.y1) / length
    found, start = [], 0.0
    while start < length:
        stop = min(start + _DASH, length)
        (x1, y1), (x2, y2) = ((line.x1 + dx * at, line.y1 + dy * at) for at in (start, stop))
        found.append(Mark(x1, y1, x2, y2))
        start += 2 * _DASH
    return found


def bleed_box(spot: FaceSpot, occupied: Iterable[Rect], bleed: float) -> Rect:
    """Return a face's area: its trim and, on each side, the bleed or half the gap to a neighbour.

    A neighbour is an occupied trim next to an edge or a part of it.
    """
    own = spot.rect
    left = top = right = bottom = bleed
    for other in occupied:
        if _overlap(own.y, own.bottom, other.y, other.bottom):
            left = _half(own.x - other.right, left)
            right = _half(other.x - own.right, right)
        if _overlap(own.x, own.right, other.x, other.right):
            top = _half(own.y - other.bottom, top)
            bottom = _half(other.y - own.bottom, bottom)
    return own.grown(left, top, right, bottom)


_TOUCH = 1e-5


def _half(gap: float, room: float) -> float:
    """Return half the gap to a neighbour on this side, or the current room if that is smaller."""
    return room if gap < -_TOUCH else min(room, max(gap, 0.0) / 2)


def grid(room: Size, box: Size, gap: float) -> tuple[int, int]:
    """Return the number of columns and rows of boxes, `gap` apart, that fit into an area."""
    columns = int((room.width + gap + _TOUCH) / (box.width + gap))
    rows = int(max(room.height + gap + _TOUCH, 0) / (box.height + gap))
    return columns, rows


def _overlap(low: float, high: float, other_low: float, other_high: float) -> bool:
    return min(high, other_high) - max(low, other_low) > _TOUCH


def crop_marks(trims: Sequence[Rect], bleed: float = BLEED) -> tuple[Mark, ...]:
    """Return crop marks at both ends of every cut line, even on a partly filled page.

    A cut line ends where the outermost trims that touch it end. A mark that would cross another
    card or its bleed is omitted.
    """
    marks: list[Mark] = []
    for x in sorted({round(x, 6) for t in trims for x in (t.x, t.right)}):
        touching = [t for t in trims if abs(t.x - x) < _TOUCH or abs(t.right - x) < _TOUCH]
        top, bottom = min(t.y for t in touching), max(t.bottom for t in touching)
        marks.append(Mark(x, top - CROP_GAP - CROP_LENGTH, x, top - CROP_GAP))
        marks.append(Mark(x, bottom + CROP_GAP, x, bottom + CROP_GAP + CROP_LENGTH))
    for y in sorted({round(y, 6) for t in trims for y in (t.y, t.bottom)}):
        touching = [t for t in trims if abs(t.y - y) < _TOUCH or abs(t.bottom - y) < _TOUCH]
        left, right = min(t.x for t in touching), max(t.right for t in touching)
        marks.append(Mark(left - CROP_GAP - CROP_LENGTH, y, left - CROP_GAP, y))
        marks.append(Mark(right + CROP_GAP, y, right + CROP_GAP + CROP_LENGTH, y))
    covered = [t.spread(bleed) for t in trims]
    return tuple(mark for mark in marks if not any(_crosses(mark, box) for box in covered))


def _crosses(mark: Mark, box: Rect) -> bool:
    """Return whether a horizontal or vertical mark runs through the inside of a rectangle."""
    return mark.x1 < box.right and mark.x2 > box.x and mark.y1 < box.bottom and mark.y2 > box.y
