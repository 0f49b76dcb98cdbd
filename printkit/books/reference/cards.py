"""Reference cards: the turn, the symbols and the control cards, with their clauses.

A side is one upright card face. Its texts are set at the largest size at which all of them fit,
between `LARGEST` and `SMALLEST`; a side that does not fit at the smallest is a finding. The cards
carry no tag, so the camera never takes one for a card of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printkit.books.reference.data import Reference, check_reference, load_reference
from printkit.books.reference.drawing import draw_side
from printkit.books.reference.faces import SetSide, SideSetter
from printkit.books.rulebook.data import inks, load_book, load_game_book
from printkit.data.toml_source import choose
from printkit.errors import TextOverflow, UsageError
from printkit.pdf.canvas import Sheets
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import BLEED, Duplex, FaceSpot, Rect, Size
from printkit.pdf.output import write_whole
from printkit.sheets.imposition import Layout, bleed_box, crop_marks
from printkit.sheets.page_marks import draw_furniture
from printkit.sheets.papers import layout
from printkit.template.card_template import Dress, drawn_as
from printkit.template.words import file_subject, part_name
from printkit.typeset.setting import Setter
from rules import Catalog, Message, load_catalog

CARD = Size(54.0, 90.0)


@dataclass(frozen=True, slots=True)
class ReferenceJob:
    """A request for reference cards; `players` 0 means one set per seat."""

    game: str
    lang: str = "en"
    paper: str = "A4"
    duplex: Duplex = Duplex.LONG
    style: Dress = "full"
    players: int = 0
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """The written files and their counts."""

    pdf: Path
    pages: int
    sheets: int
    cards: int
    paper: str
    warnings: tuple[Message, ...] = ()


def print_reference(job: ReferenceJob) -> PrintedReference:
    """Write the PDF; raises `PrintError` or the errors of `rules`."""
    catalog = load_catalog(job.game)
    reference = load_reference(job.game)
    if reference is None:
        file = f"templates/{job.game}/reference.toml"
        raise UsageError(Message("print.no_reference", game=catalog.names, file=file))
    check_reference(reference, catalog)
    lang = choose("language", job.lang, LANGUAGES)
    name, sheet = layout(job.paper, CARD)
    run = _ReferenceRun(job, catalog, reference, Fonts(lang, slug=catalog.slug), name, sheet)
    run.set_all()
    run.draw_all()
    parts = [job.game, "reference", lang]
    parts += [name] if name != "A4" else []
    parts += [job.style] if job.style != "full" else []
    parts += [job.duplex.value] if job.duplex is not Duplex.LONG else []
    parts += [f"p{job.players}"] if job.players else []
    pdf = job.out / f"{'-'.join(parts)}.pdf"
    write_whole({pdf: run.sheets.data()})
    return PrintedReference(
        pdf, run.sheets.pages, run.paper_sheets, len(run.cards), name, run.warnings()
    )


@dataclass
class _ReferenceRun:
    """One run: sides set, then laid out as cards, then drawn."""

    job: ReferenceJob
    catalog: Catalog
    reference: Reference
    fonts: Fonts
    paper: str
    layout: Layout
    cards: list[tuple[SetSide, SetSide | None]] = field(default_factory=list)
    paper_sheets: int = 0

    def set_all(self) -> None:
        """Set every side; raises the findings of all of them at once."""
        setter = Setter(self.fonts)
        self.setter = SideSetter(self.catalog, self.fonts, setter, drawn_as(self.job.style))
        count = len(self.reference.side)
        sides = [
            self.setter.set(side, n, count, self.reference.version)
            for n, side in enumerate(self.reference.side, 1)
        ]
        setter.check("text", self._footer("front"), "sheet footer")
        setter.finish()
        if self.setter.overflow:
            raise TextOverflow(self.setter.overflow)
        if self.job.duplex is Duplex.NONE:
            one: list[tuple[SetSide, SetSide | None]] = [(side, None) for side in sides]
        else:
            behind: list[SetSide | None] = [*sides[1::2], *[None] * (count % 2)]
            one = list(zip(sides[::2], behind, strict=True))
        self.cards = one * (self.job.players or len(self.catalog.seats))

    def draw_all(self) -> None:
        """Draw every page: fronts, and their backs behind them."""
        lang = self.fonts.lang
        self.sheets = Sheets(
            f"{self.catalog.names[lang]} · {word_of('reference', lang)}",
            self.fonts,
            self.job.duplex,
            mono=self.job.style == "bw",
            subject=file_subject(part_name("reference"), self.paper, lang),
            author=self.catalog.author,
        )
        own = load_game_book(self.catalog.slug)
        self._inks = inks(load_book(), own, drawn_as(self.job.style))
        per_page = self.layout.per_page
        for start in range(0, len(self.cards), per_page):
            cards = self.cards[start : start + per_page]
            self.paper_sheets += 1
            spots = [self.layout.front(n) for n in range(len(cards))]
            self._page([front for front, _ in cards], spots, "front")
            backs = [
                (back, self.layout.back(spot, self.job.duplex))
                for (_, back), spot in zip(cards, spots, strict=True)
                if back is not None
            ]
            if backs:
                self._page([back for back, _ in backs], [spot for _, spot in backs], "back")

    def warnings(self) -> tuple[Message, ...]:
        """Return warnings: printable, but probably not intended."""
        missing = self.setter.pictureless
        return (Message("sheet.told_pictureless", cards=", ".join(missing)),) if missing else ()

    def _page(self, sides: Sequence[SetSide], spots: Sequence[FaceSpot], side: str) -> None:
        trims = [spot.rect for spot in spots]
        block = Rect.around_all(trims)
        with self.sheets.page(self.layout.paper, block, block.spread(BLEED)):
            for item, spot in zip(sides, spots, strict=True):
                clip = bleed_box(spot, trims, BLEED)
                draw_side(self.sheets, item, spot, clip, self._inks)
            draw_furniture(self.sheets, self.layout.block, crop_marks(trims), self._footer(side))

    def _footer(self, side: str) -> str:
        lang = self.fonts.lang
        name = self.catalog.names[lang]
        parts = (
            name,
            word_of("reference", lang),
            Message(f"sheet.{side}").render(lang),
            f"t{self.reference.version}",
        )
        return " · ".join(parts)


def word_of(key: str, lang: str) -> str:
    """Return a word that books and reference cards share."""
    return load_book().message(key).render(lang)
