"""Pages of control cards and tokens, grouped so that straight cuts separate them.

Theory of operation. Control cards are as large as cards and use the slots of the sheet's n-up
layout. Tokens are grouped by shape and size, and the groups are stacked on the page. A group's
rectangles abut in a grid, so every cut runs through the whole block, and its crop marks are at the
block's edges. Round, hexagonal and ring-shaped tokens are cut along their drawn outline. They are
two bleeds apart, so that no bleed reaches another piece. Between two blocks there is room for the
marks of both, so that no mark is on a piece or its bleed.

Tokens begin on the last page of control cards if there is room. If they are exactly as tall as a
control card, they fill the free slots of its last row, and the row's cuts separate them too.
Otherwise they are placed below that row.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from printkit.cards.control_cards import SetControl
from printkit.cards.tokens import SetToken
from printkit.errors import UsageError
from printkit.pdf.geometry import BLEED, FaceSpot, Mark, Rect, Size
from printkit.sheets.imposition import CROP_GAP, CROP_LENGTH, Layout, crop_marks, grid
from printkit.sheets.papers import margins

_APART = 2 * (CROP_GAP + CROP_LENGTH)
"""Space between two blocks: room for the crop marks of both, end to end."""
_NEAR = 1e-6


@dataclass(slots=True)
class ExtraPage:
    """One page: its pieces with their positions, and `blocks` of trims that are cut together.

    `area` is the usable part of the page, in mm on the page.
    """

    area: Rect
    controls: list[tuple[SetControl, FaceSpot]] = field(default_factory=list)
    tokens: list[tuple[SetToken, FaceSpot]] = field(default_factory=list)
    blocks: list[list[Rect]] = field(default_factory=list)
    top: float = 0.0

    @property
    def trims(self) -> list[Rect]:
        """The trims of all pieces that are cut along straight lines."""
        return [trim for block in self.blocks for trim in block]

    @property
    def around(self) -> list[Rect]:
        """The trims of all pieces on the page."""
        return [spot.rect for _, spot in (*self.controls, *self.tokens)]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The crop marks of all blocks."""
        return tuple(mark for block in self.blocks for mark in crop_marks(block))

    @property
    def free(self) -> Rect:
        """The free area of the page below all pieces."""
        return Rect(self.area.x, self.top, self.area.width, self.area.bottom - self.top)

    def close(self) -> None:
        """Make the next block begin below all pieces on the page."""
        self.top = max(rect.bottom for rect in self.around) + _APART


def area_of(paper: Size, side: float | None = None) -> Rect:
    """Return the part of a page between its margins; `side` replaces the side margin."""
    side, end = margins().side if side is None else side, margins().end
    return Rect(side, end, paper.width - 2 * side, paper.height - 2 * end)


def place_extras(
    layout: Layout,
    controls: Sequence[SetControl],
    tokens: Sequence[SetToken],
    scale: float = 1.0,
    bleed: float = BLEED,
) -> tuple[ExtraPage, ...]:
    """Place a run's control cards and tokens on pages; `bleed` is in mm on paper.

    Raises `UsageError` if a token is larger than a page.
    """
    pages = list(_control_pages(layout, controls))
    for group in _groups(tokens):
        rest = _into_slots(layout, pages[-1], group, scale) if pages else group
        gap = 0.0 if group[0].straight else 2 * bleed
        while rest:
            used = _block(pages[-1], rest, scale, gap) if pages else 0
            if not used:
                page = ExtraPage(area_of(layout.paper, layout.side), top=margins().end)
                used = _block(page, rest, scale, gap)
                if not used:
                    size = group[0].item.trim.scaled(scale)
                    shown = f"{size.width:g} × {size.height:g}"
                    raise UsageError("print.large_token", token=rest[0].item.id, size=shown)
                pages.append(page)
            rest = rest[used:]
    return tuple(pages)


def _control_pages(layout: Layout, controls: Sequence[SetControl]) -> Iterator[ExtraPage]:
    for start in range(0, len(controls), layout.per_page):
        page = ExtraPage(area_of(layout.paper, layout.side))
        for n, control in enumerate(controls[start : start + layout.per_page]):
            page.controls.append((control, layout.front(n)))
        page.blocks.append(page.around)
        page.close()
        yield page


def _groups(tokens: Iterable[SetToken]) -> list[list[SetToken]]:
    """Group tokens by shape and size, larger ones first, and sort each group by owner."""
    found: dict[tuple[bool, float, float, str], list[SetToken]] = {}
    for token in tokens:
        width, height = token.item.size
        shape = "" if token.straight else token.item.shape
        key = (not token.straight, -width * height, -width, shape)
        found.setdefault(key, []).append(token)
    return [sorted(found[key], key=lambda token: token.piece.owner) for key in sorted(found)]


def _into_slots(
    layout: Layout, page: ExtraPage, group: list[SetToken], scale: float
) -> list[SetToken]:
    """Place a group in the last control-card row if all of it fits; return the remaining tokens."""
    count = len(page.controls)
    if not count or page.tokens or not count % layout.columns or not group[0].straight:
        return group
    size = group[0].item.trim.scaled(scale)
    first, last = layout.front(count).rect, layout.front(count - 1 + -count % layout.columns).rect
    room = int((last.right - first.x + _NEAR) / size.width)
    if abs(size.height - first.height) > _NEAR or len(group) > room:
        return group
    for n, token in enumerate(group):
        rect = Rect(first.x + n * size.width, first.y, size.width, size.height)
        page.tokens.append((token, FaceSpot(rect)))
        page.blocks[0].append(rect)
    return []


def _block(page: ExtraPage, group: Sequence[SetToken], scale: float, gap: float) -> int:
    """Place one block of a group in a page's free area; return the number of tokens placed."""
    size, free = group[0].item.trim.scaled(scale), page.free
    turn, columns, rows = max(
        ((turn, *grid(Size(free.width, free.height), size.turned(turn), gap)) for turn in (0, 90)),
        key=lambda it: _worth(size.turned(it[0]), it[1], it[2], len(group)),
    )
    count = min(columns * rows, len(group))
    if not count:
        return 0
    box = size.turned(turn)
    across = min(columns, count)
    left = free.centre[0] - (across * (box.width + gap) - gap) / 2
    spots = [divmod(n, columns) for n in range(count)]
    wide, high = box.width + gap, box.height + gap
    rects = [Rect(left + c * wide, free.y + r * high, box.width, box.height) for r, c in spots]
    page.tokens += [
        (token, FaceSpot(rect, turn)) for token, rect in zip(group, rects, strict=False)
    ]
    if group[0].straight:
        page.blocks.append(rects)
    page.close()
    return count


def _worth(box: Size, columns: int, rows: int, wanted: int) -> tuple[int, float]:
    """Return a sort key that prefers a block with more tokens, then a lower one."""
    count = min(columns * rows, wanted)
    return count, -(-(-count // columns) * box.height) if count else 0.0
