"""The cards of one or more decks, with backs and control cards, as one PDF and its manifest.

Pages follow each other as a duplex printer takes them: front, back, front, back …; the control
cards come last and have no backs. Everything is set and checked before the first page is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import printkit
from printkit import art as pictures
from printkit.canvas import Sheets
from printkit.control_cards import draw_control, set_controls
from printkit.data import choose
from printkit.decks import check_decks, is_file, with_files, with_shared
from printkit.errors import StalePictures, UsageError
from printkit.faces import CardFaces, SetCard
from printkit.fonts import LANGUAGES, Fonts
from printkit.furniture import draw_furniture
from printkit.geometry import Rect, Spot
from printkit.imposition import Duplex, Layout, bleed_box
from printkit.mats import mat_tags
from printkit.output import write_printed
from printkit.papers import SMALL, layout
from printkit.pieces import load_pieces
from printkit.plan import Piece, Plan, make_plan
from printkit.setting import Setter
from printkit.tags import Panel, symbol_of
from printkit.template import SHARED, CardTemplate, Style, check_printable, load_card_template
from printkit.tokens import SetToken, draw_token, pack, set_tokens
from printkit.words import word
from rules import (
    Catalog,
    DataError,
    Manifest,
    PrintedBack,
    PrintedCard,
    TagSquare,
    load_catalog,
    load_game,
)
from rules import Spot as PageSpot

__all__ = ["CardJob", "Printed", "print_cards"]


ALL = "all"
"""The owners of a run: every one."""


@dataclass(frozen=True, slots=True)
class CardJob:
    """What is asked for; `decks` maps an owner to a deck or a deck list file.

    Owners without one take the template's.
    """

    game: str
    decks: dict[str, str] = field(default_factory=dict)
    owner: str = ALL
    lang: str = "en"
    paper: str = "A4"
    duplex: Duplex = Duplex.LONG
    style: Style = "full"
    art: bool = True
    controls: bool = True
    deck_number: int | None = None
    small: bool = False
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class Printed:
    """What was written."""

    pdf: Path
    manifest: Path
    pages: int
    sheets: int
    cards: int
    controls: int
    decks: dict[str, str]
    paper: str
    warnings: tuple[str, ...] = ()


def print_cards(job: CardJob) -> Printed:
    """Write the PDF and its manifest; raises `PrintError` or the errors of `rules`."""
    catalog = load_catalog(job.game)
    check_printable(catalog)
    template = load_card_template(job.game)
    if faults := load_game(catalog.slug).check_cards(catalog):
        raise DataError(faults)
    lang = choose("language", job.lang, LANGUAGES)
    owners = _owners(template, job.owner)
    catalog, decks = _decks(catalog, template, job.decks)
    scale = SMALL if job.small else 1.0
    paper, sheet = layout(job.paper, template.size.scaled(scale), small=job.small)
    plan = make_plan(
        catalog,
        decks,
        owners,
        mats=mat_tags(catalog),
        pieces=load_pieces(catalog.slug) if job.controls else None,
        asked_number=job.deck_number,
    )
    fonts = Fonts(lang, slug=catalog.slug)
    faces = CardFaces(catalog, template, fonts, job.style, art=job.art, scale=scale)
    run = _Run(
        job,
        catalog,
        template,
        fonts,
        faces,
        sheet,
        plan,
        decks,
        check_decks(catalog, decks, owners),
    )
    run.set_all()
    run.draw_all()
    plain = not any(card.picture for card in run.fronts)
    stem = _stem(job, [decks[owner] for owner in owners], lang, paper, plain=plain)
    manifest = Manifest(
        game=catalog.slug,
        tool=f"printkit {printkit.__version__}",
        pdf=f"{stem}.pdf",
        template=f"{catalog.slug}/{template.label}",
        symbol=symbol_of(template.front_panel.scaled(scale)),
        deck="+".join(dict.fromkeys(decks[owner] for owner in owners)),
        deck_number=plan.numbers[owners[0]],
        lang=lang,
        paper=paper,
        duplex=job.duplex.value,
        scale=scale,
        card_width_mm=template.size.width * scale,
        card_height_mm=template.size.height * scale,
        cards=tuple(run.printed),
        backs=run.printed_backs(),
    )
    pdf, written = write_printed(job.out, manifest, run.sheets.data())
    return Printed(
        pdf,
        written,
        run.sheets.pages,
        run.paper_sheets,
        len(plan.cards),
        len(plan.controls) + len(plan.tokens),
        {owner: decks[owner] for owner in owners},
        paper,
        run.warnings(),
    )


def _owners(template: CardTemplate, asked: str) -> tuple[str, ...]:
    known = tuple(template.owner)
    chosen = choose("owner", asked, [*known, ALL])
    return known if chosen == ALL else (chosen,)


def _decks(
    catalog: Catalog, template: CardTemplate, asked: dict[str, str]
) -> tuple[Catalog, dict[str, str]]:
    """Owner → deck: as asked, else as the template says, else the first one there is.

    A deck list file that is asked for is one more deck of the catalogue given back.
    """
    for owner in asked:
        choose("owner", owner, template.owner)
    own = {owner: name for owner, name in asked.items() if is_file(catalog, name)}
    catalog, added = with_files(catalog, list(own.values()))
    asked = {**asked, **{owner: added[name] for owner, name in own.items()}}
    if not catalog.decks:
        raise UsageError(
            f"{catalog.slug} has no decks: put one into card_data/{catalog.slug}/decks"
        )
    if template.shared is not None:
        catalog = with_shared(catalog, template.shared.kind)
    names = list(catalog.decks)
    wanted = {
        owner: asked.get(owner) or template.decks.get(owner) or _unasked(template, owner, names)
        for owner in template.owner
    }
    return catalog, {owner: choose("deck", name, names) for owner, name in wanted.items()}


def _unasked(template: CardTemplate, owner: str, names: Sequence[str]) -> str:
    """The deck of an owner whom nobody gave one."""
    return SHARED if owner == SHARED and template.shared is not None else names[0]


def _stem(job: CardJob, decks: Sequence[str], lang: str, paper: str, *, plain: bool) -> str:
    parts = [job.game, "cards", *dict.fromkeys(decks)]
    parts += [job.owner] if job.owner != ALL else []
    parts += [lang]
    parts += [paper] if paper != "A4" else []
    parts += [job.style] if job.style != "full" else []
    parts += ["small"] if job.small else []
    parts += ["plain"] if plain else []
    parts += [job.duplex.value] if job.duplex is not Duplex.LONG else []
    parts += [f"n{job.deck_number}"] if job.deck_number is not None else []
    return "-".join(parts)


@dataclass
class _Run:
    """One run: what is set, then drawn, and what the manifest will say."""

    job: CardJob
    catalog: Catalog
    template: CardTemplate
    fonts: Fonts
    faces: CardFaces
    layout: Layout
    plan: Plan
    decks: dict[str, str]
    deck_warnings: tuple[str, ...] = ()
    printed: list[PrintedCard] = field(default_factory=list)
    paper_sheets: int = 0

    def set_all(self) -> None:
        """Set every text; raises the findings of all of them at once."""
        setter = Setter(self.fonts)
        self.fronts = [self.faces.set_front(piece, setter) for piece in self.plan.cards]
        if self.faces.stale:
            raise StalePictures(list(self.faces.stale))
        self.backs = {
            owner: self.faces.set_back(owner, tag, self.decks[owner], setter)
            for owner, tag in self.plan.backs.items()
        }
        data, prefix, lang = load_pieces(self.catalog.slug), self.catalog.prefix, self.fonts.lang
        self.controls = set_controls(self.plan.controls, data, prefix, setter, lang)
        items = {item.id: item for item in data.token}
        self.tokens = set_tokens(self.plan.tokens, items, setter, lang)
        self.token_spots = pack(self.layout, self.tokens, len(self.controls), self._scale)
        setter.check("text", self._footer(1, "") + word("actual_size", lang), "sheet footer")
        setter.finish()

    def draw_all(self) -> None:
        """Draw every page."""
        title = f"{self.catalog.names[self.fonts.lang]} · {self._deck_words()}"
        self.sheets = Sheets(title, self.fonts, self.job.duplex)
        per_page = self.layout.per_page
        for start in range(0, len(self.fronts), per_page):
            self._draw_cards(self.fronts[start : start + per_page])
        for start in range(0, self._extra_slots(), per_page):
            self._draw_extras(start)

    @property
    def _scale(self) -> float:
        return SMALL if self.job.small else 1.0

    def printed_backs(self) -> tuple[PrintedBack, ...]:
        """The manifest's backs; none if none are printed."""
        if self.job.duplex is Duplex.NONE:
            return ()
        square = _square(self.template.back_panel.scaled(self._scale))
        return tuple(
            PrintedBack(tag, "" if owner == SHARED else owner, square)
            for owner, tag in self.plan.backs.items()
        )

    def warnings(self) -> tuple[str, ...]:
        """What people should know though it was printed."""
        slug, missing = self.catalog.slug, dict.fromkeys(self.faces.pictureless)
        found = self.deck_warnings
        if self.job.art and not pictures.available(slug):
            what = f"templates/{slug}/art holds no pictures: the cards are printed plain"
            found += (f"{what}; draw them with: python -m printkit.art {slug}",)
        return (*found, f"printed without picture: {', '.join(missing)}") if missing else found

    def _draw_cards(self, cards: Sequence[SetCard]) -> None:
        spots = [self.layout.front(n) for n in range(len(cards))]
        trims = [spot.rect for spot in spots]
        front_page = self.sheets.pages + 1
        with self._page(trims, "front"):
            for card, spot in zip(cards, spots, strict=True):
                self.faces.draw_front(self.sheets, card, spot, self._clip(spot, trims))
        duplex = self.job.duplex
        backs = [None if duplex is Duplex.NONE else self.layout.back(s, duplex) for s in spots]
        found = [back for back in backs if back is not None]
        if found:
            back_trims = [back.rect for back in found]
            with self._page(back_trims, "back"):
                for card, spot in zip(cards, found, strict=True):
                    back = self.backs[card.piece.owner]
                    self.faces.draw_back(self.sheets, back, spot, self._clip(spot, back_trims))
        square = _square(self.template.front_panel.scaled(self._scale))
        for card, spot, back_spot in zip(cards, spots, backs, strict=True):
            piece = card.piece
            belongs = "" if piece.owner == SHARED else piece.owner
            lies = None if back_spot is None else _page_spot(back_spot, front_page + 1)
            front = _page_spot(spot, front_page)
            self.printed.append(
                PrintedCard(piece.tag, piece.id, piece.copy, belongs, front, square, lies)
            )

    def _draw_extras(self, start: int) -> None:
        """One page of control cards and tokens: the slots from `start` on."""
        per_page = self.layout.per_page
        controls = [
            (control, self.layout.front(n))
            for n, control in enumerate(self.controls[start : start + per_page])
        ]
        tokens = [
            (token, spot)
            for token, (slot, spot) in zip(self.tokens, self.token_spots, strict=True)
            if start <= slot < start + per_page
        ]
        trims = [spot.rect for _, spot in controls]
        trims += [spot.rect for token, spot in tokens if token.straight]
        around = trims + [spot.rect for token, spot in tokens if not token.straight]
        page, slug = self.sheets.pages + 1, self.catalog.slug
        with self._page(trims, "controls", around):
            for control, spot in controls:
                draw_control(self.sheets, control, spot, self._clip(spot, trims), self._scale)
            for token, spot in tokens:
                draw_token(
                    self.sheets,
                    token,
                    spot,
                    self._token_clip(token, spot, trims),
                    slug,
                    self.job.style,
                    self._scale,
                )
        for control, spot in controls:
            self._list_extra(control.piece, spot, page, control.panel)
        for token, spot in tokens:
            if token.item.tagged:
                self._list_extra(token.piece, spot, page, token.item.panel)

    def _token_clip(self, token: SetToken, spot: Spot, trims: Sequence[Rect]) -> Rect:
        return self._clip(spot, trims) if token.straight else spot.rect

    def _list_extra(self, piece: Piece, spot: Spot, page: int, panel: Panel) -> None:
        owner = "" if piece.owner == SHARED else piece.owner
        front = _page_spot(spot, page)
        self.printed.append(
            PrintedCard(
                piece.tag, piece.id, piece.copy, owner, front, _square(panel.scaled(self._scale))
            )
        )

    def _extra_slots(self) -> int:
        """How many slots control cards and tokens take."""
        return max([len(self.controls), *(slot + 1 for slot, _ in self.token_spots)])

    @contextmanager
    def _page(
        self, trims: Sequence[Rect], side: str, around: Sequence[Rect] = ()
    ) -> Iterator[None]:
        """One page with its boxes, marks and footer around what the block draws.

        `around` is all that lies on the page, if that is more than what is cut straight.
        """
        block = _around(around or trims)
        bleed = self.template.template.bleed * self._scale
        with self.sheets.page(self.layout.paper, block, block.grown(*(bleed,) * 4)):
            yield
            self.paper_sheets += side != "back"
            footer = self._footer(self.paper_sheets, side)
            draw_furniture(self.sheets, self.layout.block, trims, footer)

    def _clip(self, spot: Spot, trims: Sequence[Rect]) -> Rect:
        return bleed_box(spot, trims, self.template.template.bleed * self._scale)

    def _deck_words(self) -> str:
        names = [self.catalog.deck_names[self.decks[o]][self.fonts.lang] for o in self.plan.backs]
        return " + ".join(dict.fromkeys(names))

    def _footer(self, sheet: int, side: str) -> str:
        lang = self.fonts.lang
        parts = [
            self.catalog.names[lang],
            self._deck_words(),
            f"{sheet}/{self._sheet_count()}",
            *([word(side, lang)] if side else []),
            f"{self.template.label}",
        ]
        return " · ".join(parts)

    def _sheet_count(self) -> int:
        per_page = self.layout.per_page
        return -(-len(self.plan.cards) // per_page) + -(-self._extra_slots() // per_page)


def _around(trims: Sequence[Rect]) -> Rect:
    x, y = min(t.x for t in trims), min(t.y for t in trims)
    return Rect(x, y, max(t.right for t in trims) - x, max(t.bottom for t in trims) - y)


def _page_spot(spot: Spot, page: int) -> PageSpot:
    rect = spot.rect
    return PageSpot(page, rect.x, rect.y, rect.width, rect.height, spot.turn)


def _square(panel: Panel) -> TagSquare:
    return TagSquare(panel.square.x, panel.square.y, panel.symbol)
