"""Drawing of a layout's pages: fronts, backs, control cards and tokens, and their positions.

Pages are in the order that a duplex printer expects: front, back, front, back, and so on. With
`split`, fronts and backs are in two files, in the same order. On a gutter-fold sheet, the backs
are next to their fronts. Every owner's cards begin on a new page. Control cards and tokens come
last (`extra_pages`) and have no backs.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from printkit.cards.control_cards import SetControl
from printkit.cards.extra_pages import ExtraPage
from printkit.cards.face_drawing import draw_face
from printkit.cards.faces import SetCard
from printkit.cards.layout import CardLayout, deck_words, footer, sheet_count
from printkit.cards.tokens import HAIR, HAIRLINE, SetToken
from printkit.pdf.canvas import Sheets
from printkit.pdf.correction import NO_CORRECTION
from printkit.pdf.drawing import PAPER
from printkit.pdf.geometry import Duplex, FaceSpot, Mark, Rect, turned_hexagon
from printkit.pdf.tags import TagPanel
from printkit.sheets.imposition import bleed_box, crop_marks, dashed
from printkit.sheets.page_marks import draw_furniture
from printkit.sheets.registration import draw_marks
from printkit.template.words import file_subject
from rules import Message, PrintedCard
from rules.records.manifest import PrintedBack, TagSquare
from rules.records.manifest import Spot as PageSpot

_FOLD_WIDTH = 0.25
_Placed = tuple[SetCard | SetControl | SetToken, FaceSpot]


@dataclass(frozen=True, slots=True)
class DrawnCards:
    """The PDF files of a layout, and the manifest's data about them."""

    pdf: bytes
    backs_pdf: bytes
    """Separate file of backs; empty if there is none."""
    pages: int
    """Pages of both files."""
    sheets: int
    cards: tuple[PrintedCard, ...]
    backs: tuple[PrintedBack, ...]


def draw_cards(layout: CardLayout) -> DrawnCards:
    """Draw every page of a layout; raise `Findings` if the layout has errors."""
    plan, paper = layout.checked().plan, layout.plan.paper
    empty = partial(
        Sheets,
        f"{plan.catalog.names[plan.lang]} · {deck_words(plan)}",
        plan.fonts,
        mono=paper.mono,
        subject=file_subject(Message("sheet.file_cards"), paper.name, plan.lang),
        author=plan.catalog.author,
    )
    sheets = empty(duplex=Duplex.NONE if paper.split else paper.duplex, sealed=True)
    pages = _PdfFiles(layout, sheets, empty() if paper.split else sheets)
    cards, count = list[PrintedCard](), 0
    for fronts in layout.card_pages():
        count += 1
        cards += pages.draw_cards(fronts, count)
    for n, extra in enumerate(layout.extras):
        if n and paper.turned_over:
            pages.leave_blank()
        count += 1
        cards += pages.draw_extras(extra, count)
    split = paper.split and pages.backs.pages > 0
    square = _square(plan.template.back_panel, layout.scale)
    return DrawnCards(
        sheets.data(),
        pages.backs.data() if split else b"",
        sheets.pages + (pages.backs.pages if split else 0),
        count,
        tuple(cards),
        () if paper.duplex is Duplex.NONE else plan.pieces.printed_backs(square),
    )


@dataclass(frozen=True, slots=True)
class _PdfFiles:
    """The files under construction; without `split`, both are the same."""

    layout: CardLayout
    sheets: Sheets
    backs: Sheets

    def draw_cards(self, cards: Sequence[SetCard], number: int) -> list[PrintedCard]:
        """Draw a page of fronts, and its backs on a separate page or across the fold."""
        layout, paper = self.layout, self.layout.plan.paper
        spots = [paper.front(n) for n in range(len(cards))]
        backs = [paper.back(spot) for spot in spots]
        fronts = list(zip(cards, spots, strict=True))
        behind = [
            (layout.backs[card.piece.owner], back)
            for card, back in zip(cards, backs, strict=True)
            if back is not None
        ]
        page, folded = self.sheets.pages + 1, paper.duplex is Duplex.FOLD
        trims = [spot.rect for _, spot in (*fronts, *(behind if folded else ()))]
        with self._page(self.sheets, trims, number, "front"):
            self._draw(self.sheets, (*fronts, *(behind if folded else ())), trims)
            if folded:
                self.sheets.lines([paper.layout.fold], PAPER, 2 * _FOLD_WIDTH)  # for dark cards
                self.sheets.lines(dashed(paper.layout.fold), width=_FOLD_WIDTH)
        if behind and not folded:
            trims = [spot.rect for _, spot in behind]
            with self._page(self.backs, trims, number, "back"):
                self._draw(self.backs, behind, trims)
        square = _square(layout.plan.template.front_panel, layout.scale)
        back_page = page if folded else page + 1
        listed = [
            None if back is None or paper.split else _page_spot(back, back_page) for back in backs
        ]
        return [
            card.piece.printed(_page_spot(spot, page), square, back)
            for (card, spot), back in zip(fronts, listed, strict=True)
        ]

    def _draw(self, sheets: Sheets, faces: Iterable[_Placed], trims: Sequence[Rect]) -> None:
        for item, spot in faces:
            clip = bleed_box(spot, trims, self.layout.bleed)
            draw_face(sheets, self.layout, item, spot, clip)
            if isinstance(item, SetCard) and self._hexagonal:
                corners = turned_hexagon(spot)
                ends = pairwise((*corners, corners[0]))
                sheets.lines([Mark(*one, *other) for one, other in ends], HAIRLINE, HAIR)

    @property
    def _hexagonal(self) -> bool:
        return self.layout.plan.template.template.shape == "hex"

    def leave_blank(self) -> None:
        """Add an empty page behind control cards, so that no front is printed on their back."""
        size = self.layout.plan.paper.layout.paper
        with self.sheets.page(size):
            pass

    def draw_extras(self, extra: ExtraPage, number: int) -> list[PrintedCard]:
        """Draw a page of control cards and tokens."""
        page, scale = self.sheets.pages + 1, self.layout.scale
        with self._page(self.sheets, extra.around, number, "controls", extra):
            self._draw(self.sheets, (*extra.controls, *extra.tokens), extra.trims)
        tagged = [(control.piece, control.panel, spot) for control, spot in extra.controls]
        tagged += [(t.piece, t.item.panel, spot) for t, spot in extra.tokens if t.item.tagged]
        return [
            piece.printed(_page_spot(spot, page), _square(panel, scale))
            for piece, panel, spot in tagged
        ]

    @contextmanager
    def _page(
        self,
        sheets: Sheets,
        trims: Sequence[Rect],
        number: int,
        side: str,
        extra: ExtraPage | None = None,
    ) -> Iterator[None]:
        """Open a page; after the `with` block, draw its marks and footer."""
        plan, block = self.layout.plan, Rect.around_all(trims)
        sheet, machine = plan.paper.layout, plan.paper.machine
        correction = plan.paper.correction if side == "back" else NO_CORRECTION
        with sheets.page(sheet.paper, block, block.spread(self.layout.bleed), correction):
            yield
            foot = footer(plan, number, sheet_count(plan, len(self.layout.extras)), side)
            area, marks = (extra.area, extra.marks) if extra else (sheet.block, ())
            if extra is None and not self._hexagonal:  # hexagons are cut along their outlines
                marks = crop_marks(trims)
            draw_furniture(sheets, area, () if machine else marks, foot)
            if machine and side != "back":
                draw_marks(sheets, machine, sheet.paper)


def _page_spot(spot: FaceSpot, page: int) -> PageSpot:
    rect = spot.rect
    return PageSpot(page, rect.x, rect.y, rect.width, rect.height, spot.turn)


def _square(panel: TagPanel, scale: float) -> TagSquare:
    drawn = panel.scaled(scale)
    return TagSquare(drawn.square.x, drawn.square.y, drawn.symbol)
