"""Reference cards: the turn, the symbols and the control cards, with their clauses.

A side is one upright card face. Its texts are set at the largest size at which all of them fit,
between `LARGEST` and `SMALLEST`. A side that does not fit even at `SMALLEST` is a finding. The
cards have no tag, so the camera never mistakes one for a card of the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printkit.books.reference.data import Reference, check_reference, load_reference
from printkit.books.reference.faces import (
    BAND,
    CALLOUT,
    FOOTER,
    LEFT,
    RIGHT,
    SAMPLE,
    SAMPLE_SCALE,
    SIDE,
    Sample,
    SetSide,
    SideSetter,
)
from printkit.books.rulebook.data import inks, load_book, load_game_book
from printkit.cards.plates import sign
from printkit.data.toml_source import choose
from printkit.errors import TextOverflow, UsageError
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import PAPER, Cmyk, Drawing, Shape, ellipse
from printkit.pdf.fonts import LANGUAGES, PT, Fonts
from printkit.pdf.geometry import BLEED, Duplex, FaceSpot, Mark, Rect, Size
from printkit.pdf.output import write_whole
from printkit.sheets.imposition import Layout, bleed_box, crop_marks
from printkit.sheets.page_marks import draw_furniture
from printkit.sheets.papers import layout
from printkit.template.card_template import Dress, drawn_as
from printkit.template.words import file_subject, part_name
from printkit.typeset.flow import Sign, Span, TextStyle
from printkit.typeset.lettering import draw, draw_line
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
    """The written PDF and its counts."""

    pdf: Path
    pages: int
    sheets: int
    cards: int
    paper: str
    warnings: tuple[Message, ...] = ()


def print_reference(job: ReferenceJob) -> PrintedReference:
    """Write the PDF; raise `PrintError` or `RulesError` if that fails."""
    catalog = load_catalog(job.game)
    reference = load_reference(job.game)
    if reference is None:
        file = f"templates/{job.game}/reference.toml"
        raise UsageError("print.no_reference", game=catalog.names, file=file)
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
    """One run, which sets all sides, arranges them as cards and draws them."""

    job: ReferenceJob
    catalog: Catalog
    reference: Reference
    fonts: Fonts
    paper: str
    layout: Layout
    cards: list[tuple[SetSide, SetSide | None]] = field(default_factory=list)
    paper_sheets: int = 0

    def set_all(self) -> None:
        """Set every side.

        Raises one `MissingGlyphs` or `TextOverflow` with the findings of all sides.
        """
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
        """Return warnings about prints that are probably not intended."""
        missing = self.setter.pictureless
        return (Message("sheet.told_pictureless", cards=", ".join(missing)),) if missing else ()

    def _page(self, sides: Sequence[SetSide], spots: Sequence[FaceSpot], side: str) -> None:
        trims = [spot.rect for spot in spots]
        block = Rect.around_all(trims)
        with self.sheets.page(self.layout.paper, block, block.spread(BLEED)):
            for item, spot in zip(sides, spots, strict=True):
                draw_side(self.sheets, item, spot, bleed_box(spot, trims, BLEED), self._inks)
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


def draw_side(
    sheets: Sheets, side: SetSide, spot: FaceSpot, clip: Rect, inks: Mapping[str, Cmyk]
) -> None:
    """Draw a side at its spot, clipped to `clip` (in mm on the page)."""
    colours = {**inks, "on_band": inks["on_ground"]}
    with sheets.face(spot, clip):
        sheets.fill(Rect(0, 0, SIDE.width, SIDE.height).spread(BLEED), PAPER)
        band = Rect(-BLEED, -BLEED, SIDE.width + 2 * BLEED, BAND + BLEED)
        sheets.fill(band, inks["ground"])
        sheets.lines([Mark(-BLEED, BAND, SIDE.width + BLEED, BAND)], inks["accent"], 0.7)
        _text(sheets, side.title, 0, 7.6, colours)
        if side.sample is not None:
            _draw_sample(sheets, side, side.sample, inks)
        for y, mark in side.discs:
            _disc(sheets, (LEFT + 1.9, y), mark, inks)
        for y, row in side.rows:
            for item in row.signs:
                _sign(sheets, item, y, side)
            for span in row.spans:
                _text(sheets, span, 0, y + row.baseline, colours)
        _text(sheets, Span(side.footer, RIGHT, FOOTER, "right"), 0, 86.0, colours)


def _text(sheets: Sheets, span: Span, x: float, y: float, inks: Mapping[str, Cmyk]) -> None:
    draw_line(sheets, span.text, (x + span.x, y), span.face, inks, span.align)


def _disc(sheets: Sheets, at: tuple[float, float], mark: str, inks: Mapping[str, Cmyk]) -> None:
    """Draw a letter or number on a disc."""
    nodes = (
        Shape(ellipse(0, 0, CALLOUT + 0.3), PAPER),
        Shape(ellipse(0, 0, CALLOUT), inks["accent"]),
    )
    radius = CALLOUT + 0.3
    with sheets.face(FaceSpot(Rect(*at, 1, 1))):
        sheets.picture(Drawing((-radius, -radius, radius, radius), nodes), "reference.disc")
    face = TextStyle("strong", 6.4)
    drop = sheets.fonts.cap(face.role) * face.size * PT / 2
    sheets.text(
        mark, at[0], at[1] + drop, role=face.role, size=face.size, colour=PAPER, align="centre"
    )


def _sign(sheets: Sheets, item: Sign, y: float, side: SetSide) -> None:
    drawing = sign(item, side.slug, side.style)
    with sheets.face(FaceSpot(Rect(item.x, y + item.y, 1, 1))):
        sheets.picture(drawing, f"reference.{item.name}.{item.radius:.3f}")


def _draw_sample(sheets: Sheets, side: SetSide, sample: Sample, inks: Mapping[str, Cmyk]) -> None:
    """Draw the sample card and its callouts. Its tag is omitted, so that no camera reads it."""
    template, card = sample.template, sample.card
    whole = Rect(0, 0, template.size.width, template.size.height)
    canvas = sheets.canvas
    canvas.saveState()
    canvas.transform(SAMPLE_SCALE, 0, 0, SAMPLE_SCALE, *SAMPLE)
    if card.picture is None:
        palette: Mapping[str, Cmyk] = template.plain
    else:
        palette = template.owner[card.piece.owner][side.style]
        with sheets.on_page(whole) as page:
            card.picture.place(page, 0, 0)
    sheets.fill(template.front_panel.outer, inks["pale"])
    draw(sheets, card.texts, palette)
    corners = ((0, 0), (whole.right, 0), (whole.right, whole.bottom), (0, whole.bottom))
    ends = (*corners[1:], corners[0])
    frame = [Mark(*one, *other) for one, other in zip(corners, ends, strict=True)]
    sheets.lines(frame, inks["text"], 0.35)
    canvas.restoreState()
    for item in side.callouts:
        sheets.lines([Mark(*item.disc, *item.point)], PAPER, 0.7)
        sheets.lines([Mark(*item.disc, *item.point)], inks["accent"], 0.3)
        dot = Rect(item.point[0] - 0.5, item.point[1] - 0.5, 1.0, 1.0)
        sheets.fill(dot, inks["accent"])
        _disc(sheets, item.disc, item.letter, inks)
