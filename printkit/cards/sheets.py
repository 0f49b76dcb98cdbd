"""Pages of a run of cards: fronts, backs, control cards and tokens, and their positions.

Pages are in the order that a duplex printer expects: front, back, front, back, and so on. With
`split`, fronts and backs are in two files, in the same order. On a gutter-fold sheet, the backs
are next to their fronts. Every owner's cards begin on a new page. Control cards and tokens come
last (`extra_pages`) and have no backs. All faces are set and checked before the first page is
drawn.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from printkit.cards.control_cards import draw_control, set_controls
from printkit.cards.extra_pages import ExtraPage, place_extras
from printkit.cards.faces import CardFaces, SetCard, place
from printkit.cards.pieces import load_pieces
from printkit.cards.plan import PlannedPiece, RunPlan
from printkit.cards.tokens import draw_token, set_tokens
from printkit.errors import (
    BadPictures,
    Findings,
    MissingGlyphs,
    StalePictures,
    TextOverflow,
    UsageError,
)
from printkit.pdf.canvas import Sheets
from printkit.pdf.correction import NO_CORRECTION, Correction
from printkit.pdf.drawing import PAPER
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Duplex, FaceSpot, Rect
from printkit.pdf.tags import TagPanel
from printkit.sheets.imposition import bleed_box, crop_marks, dashed
from printkit.sheets.page_marks import draw_furniture
from printkit.sheets.registration import draw_marks
from printkit.sheets.sheet_layout import OnPaper
from printkit.template.card_template import SHARED
from printkit.template.findings import Finding, error, faults_of, finding_of
from printkit.template.words import file_subject
from printkit.typeset.setting import Setter
from rules import Catalog, Fault, Message, PrintedCard
from rules.records.manifest import PrintedBack, TagSquare
from rules.records.manifest import Spot as PageSpot

_FOLD_WIDTH = 0.25
_KINDS: dict[tuple[str, ...], type[Findings]] = {
    ("data",): Findings,
    ("stale",): StalePictures,
    ("glyph", "no_icon"): MissingGlyphs,
    ("picture",): BadPictures,
    ("too_long", "too_wide", "too_low"): TextOverflow,
}
"""Codes of the findings that prevent drawing, the most serious first, and their exceptions."""


@dataclass
class CardSheets:
    """One run, which is first typeset, then drawn. It collects the data for the manifest."""

    catalog: Catalog
    faces: CardFaces
    fonts: Fonts
    plan: RunPlan
    decks: dict[str, str]
    paper: OnPaper
    wrong: Sequence[Fault] = ()
    """Cards that violate the game's own rules for cards."""
    printed: list[PrintedCard] = field(default_factory=list)
    paper_sheets: int = 0
    warnings: tuple[Finding, ...] = ()
    """Findings that do not prevent printing, but probably point to a mistake."""
    tiny: tuple[Finding, ...] = ()
    """Texts in hard-to-read small type."""
    notes: tuple[Finding, ...] = ()
    """Notes that may interest the designer."""

    def set_all(self) -> None:
        """Set every text; raise one error of the gravest kind, with all findings."""
        found = self.findings()
        for code, kind in _KINDS.items():
            if any(each.code in code for each in found):
                raise kind(faults_of(found))

    def findings(self) -> list[Finding]:
        """Set every text, and return all findings that prevent drawing."""
        setter, found = Setter(self.fonts, self.paper.scale), list(map(finding_of, self.wrong))
        for piece in self.plan.cards[:1]:
            slips = list(self.faces.slips(piece, self.decks[piece.owner]))
            if slips:  # otherwise every card would repeat them
                return [*found, *slips]
        self.fronts = []
        for piece in self.plan.cards:
            try:
                self.fronts.append(self.faces.set_front(piece, setter))
            except UsageError as fault:  # a slot needs a fact that the card does not have
                where = place(self.catalog, self.catalog.cards[piece.id])
                found.append(error("data", where, what=fault.message))
        self.backs = {
            owner: self.faces.set_back(owner, tag, self.decks[owner], setter)
            for owner, tag in self.plan.backs.items()
        }
        self._set_extras(setter)
        setter.check(
            "text",
            self._footer(1, "") + Message("sheet.actual_size").render(self.fonts.lang),
            "footer",
        )
        self.warnings = (*setter.warnings, *self.faces.fitter.warnings)
        self.tiny = tuple(setter.tiny)
        self.notes = (*self.faces.fitter.notes, *setter.notes)
        found += [finding_of(fault, "stale") for fault in self.faces.stale]
        found += self.faces.fitter.faults
        glyphs, overflow = setter.findings()
        return [*found, *glyphs, *overflow]

    def _set_extras(self, setter: Setter) -> None:
        """Set control cards and tokens, and place them."""
        data, lang = load_pieces(self.catalog.slug), self.fonts.lang
        self.controls = set_controls(self.plan.controls, data, self.catalog.prefix, setter, lang)
        items = {item.id: item for item in data.token}
        self.tokens = set_tokens(self.plan.tokens, items, setter, lang)
        self.extras = place_extras(
            self.paper.layout, self.controls, self.tokens, self.paper.scale, self._bleed
        )

    @property
    def subject(self) -> str:
        """Description of the file, for its metadata."""
        lang = self.fonts.lang
        return file_subject(Message("sheet.file_cards"), self.paper.name, lang)

    def draw_all(self) -> None:
        """Draw every page."""
        title = f"{self.catalog.names[self.fonts.lang]} · {self._deck_words()}"
        split, mono = self.paper.split, self.paper.mono
        duplex = Duplex.NONE if split else self.paper.duplex
        empty = partial(
            Sheets,
            title,
            self.fonts,
            mono=mono,
            subject=self.subject,
            author=self.catalog.author,
        )
        self.sheets = empty(duplex=duplex, sealed=True)
        self.back_sheets = empty() if split else self.sheets
        for cards in self.card_pages():
            self._draw_cards(cards)
        for n, extra in enumerate(self.extras):
            if n and self.paper.turned_over:
                self._leave_blank()
            self._draw_extras(extra)

    def card_pages(self) -> Iterator[list[SetCard]]:
        """Yield the fronts of each page.

        Cards with light and dark backgrounds never share a page. On a shared cut, an error of half
        a millimetre would show as a dark edge on a light card.
        """
        grounds = dict.fromkeys(map(self._ground, self.fronts))
        for ground in grounds:
            alike = [card for card in self.fronts if self._ground(card) == ground]
            for start in range(0, len(alike), self.paper.cards_a_page):
                yield alike[start : start + self.paper.cards_a_page]

    def _ground(self, card: SetCard) -> tuple[str, str]:
        """Return a key for a card's background: its owner, and the fact named by the template."""
        apart, facts = self.faces.template.apart, self.catalog.cards[card.piece.id].facts
        return card.piece.owner, facts.get(apart, "")

    def printed_backs(self) -> tuple[PrintedBack, ...]:
        """Return the backs for the manifest; empty if no backs are printed."""
        if self.paper.duplex is Duplex.NONE:
            return ()
        square = _square(self.faces.template.back_panel.scaled(self.paper.scale))
        return tuple(
            PrintedBack(tag, "" if owner == SHARED else owner, square)
            for owner, tag in self.plan.backs.items()
        )

    def _draw_cards(self, cards: Sequence[SetCard]) -> None:
        """Draw a page of fronts, and its backs on a separate page or across the fold."""
        paper = self.paper
        spots = [paper.front(n) for n in range(len(cards))]
        backs = [paper.back(spot) for spot in spots]
        found = [back for back in backs if back is not None]
        page = self.sheets.pages + 1
        if paper.duplex is Duplex.FOLD:
            trims = [spot.rect for spot in (*spots, *found)]
            with self._page(self.sheets, trims, "front"):
                self._draw_fronts(cards, spots, trims)
                self._draw_backs(self.sheets, cards, found, trims)
                self.sheets.lines([paper.layout.fold], PAPER, 2 * _FOLD_WIDTH)  # for dark cards
                self.sheets.lines(dashed(paper.layout.fold), width=_FOLD_WIDTH)
        else:
            trims = [spot.rect for spot in spots]
            with self._page(self.sheets, trims, "front"):
                self._draw_fronts(cards, spots, trims)
            if found:
                trims = [spot.rect for spot in found]
                with self._page(self.back_sheets, trims, "back", correction=paper.correction):
                    self._draw_backs(self.back_sheets, cards, found, trims)
        back_page = page if paper.duplex is Duplex.FOLD else page + 1
        square = _square(self.faces.template.front_panel.scaled(paper.scale))
        for card, spot, back in zip(cards, spots, backs, strict=True):
            listed = back is not None and not paper.split
            back_spot = _page_spot(back, back_page) if back is not None and listed else None
            self._list(card.piece, _page_spot(spot, page), square, back_spot)

    def _draw_fronts(
        self, cards: Sequence[SetCard], spots: Sequence[FaceSpot], trims: Sequence[Rect]
    ) -> None:
        for card, spot in zip(cards, spots, strict=True):
            self.faces.draw_front(self.sheets, card, spot, self._clip(spot, trims))

    def _draw_backs(
        self,
        sheets: Sheets,
        cards: Sequence[SetCard],
        spots: Sequence[FaceSpot],
        trims: Sequence[Rect],
    ) -> None:
        for card, spot in zip(cards, spots, strict=True):
            back = self.backs[card.piece.owner]
            self.faces.draw_back(sheets, back, spot, self._clip(spot, trims))

    def _leave_blank(self) -> None:
        """Add an empty page behind control cards, so that no front is printed on their back."""
        size = self.paper.layout.paper
        whole = Rect(0, 0, size.width, size.height)
        with self.sheets.page(size, whole, whole):
            pass

    def _draw_extras(self, extra: ExtraPage) -> None:
        trims, scale, style = extra.trims, self.paper.scale, self.faces.style
        page, slug = self.sheets.pages + 1, self.catalog.slug
        with self._page(self.sheets, extra.around, "controls", extra):
            for control, spot in extra.controls:
                draw_control(self.sheets, control, spot, self._clip(spot, trims), style, scale)
            for token, spot in extra.tokens:
                clip = self._clip(spot, trims)
                draw_token(self.sheets, token, spot, clip, slug, style, scale)
        for control, spot in extra.controls:
            self._list(control.piece, _page_spot(spot, page), _square(control.panel.scaled(scale)))
        for token, spot in extra.tokens:
            if token.item.tagged:
                square = _square(token.item.panel.scaled(scale))
                self._list(token.piece, _page_spot(spot, page), square)

    def _list(
        self, piece: PlannedPiece, front: PageSpot, square: TagSquare, back: PageSpot | None = None
    ) -> None:
        owner = "" if piece.owner == SHARED else piece.owner
        self.printed.append(
            PrintedCard(piece.tag, piece.id, piece.copy, owner, front, square, back, piece.slot)
        )

    @contextmanager
    def _page(
        self,
        sheets: Sheets,
        trims: Sequence[Rect],
        side: str,
        extra: ExtraPage | None = None,
        correction: Correction = NO_CORRECTION,
    ) -> Iterator[None]:
        """Open a page; after the `with` block, draw its marks and footer."""
        layout, block = self.paper.layout, Rect.around_all(trims)
        with sheets.page(layout.paper, block, block.spread(self._bleed), correction):
            yield
            self.paper_sheets += side != "back"
            footer = self._footer(self.paper_sheets, side)
            area, marks = (extra.area, extra.marks) if extra else (layout.block, crop_marks(trims))
            machine = self.paper.machine
            draw_furniture(sheets, area, () if machine else marks, footer)
            if machine and side != "back":
                draw_marks(sheets, machine, layout.paper)

    @property
    def _bleed(self) -> float:
        """The faces' bleed on paper, in mm."""
        return self.faces.template.template.bleed * self.paper.scale

    def _clip(self, spot: FaceSpot, trims: Sequence[Rect]) -> Rect:
        return bleed_box(spot, trims, self._bleed)

    def _deck_words(self) -> str:
        names = [self.catalog.deck_names[self.decks[o]][self.fonts.lang] for o in self.plan.backs]
        return " + ".join(dict.fromkeys(names))

    def _footer(self, sheet: int, side: str) -> str:
        lang = self.fonts.lang
        parts = [
            self.catalog.names[lang],
            self._deck_words(),
            f"{sheet}/{self._sheet_count()}",
            *([Message(f"sheet.{side}").render(lang)] if side else []),
            f"{self.faces.template.label}",
        ]
        return " · ".join(parts)

    def _sheet_count(self) -> int:
        owned = Counter(piece.owner for piece in self.plan.cards).values()
        return sum(-(-n // self.paper.cards_a_page) for n in owned) + len(self.extras)


def _page_spot(spot: FaceSpot, page: int) -> PageSpot:
    rect = spot.rect
    return PageSpot(page, rect.x, rect.y, rect.width, rect.height, spot.turn)


def _square(panel: TagPanel) -> TagSquare:
    return TagSquare(panel.square.x, panel.square.y, panel.symbol)
