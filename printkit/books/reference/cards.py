"""Reference cards: the turn, the symbols and the control cards, with their clauses.

A side is one upright card face. Its texts are set at the largest size at which all of them fit,
between `LARGEST` and `SMALLEST`. A side that does not fit even at `SMALLEST` is a finding. The
cards have no tag, so the camera never mistakes one for a card of the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from printkit.books.diagrams.drawing import PictureDrawer
from printkit.books.diagrams.positions import Positions
from printkit.books.learn.data import load_learn_book
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
    SIGNS,
    Sample,
    SetSide,
    SideSetter,
)
from printkit.books.rulebook.data import inks, load_book, load_game_book
from printkit.cards.plates import sign
from printkit.data.toml_source import choose
from printkit.errors import TemplateFaults, TextOverflow, UsageError
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
from printkit.typeset.typesetter import dotted
from rules import Catalog, Fault, Message, load_catalog

CARD = Size(54.0, 90.0)
_Sides = tuple[SetSide, SetSide | None]


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
    plan = _ReferencePlan(job, catalog, reference, Fonts(lang, slug=catalog.slug), name, sheet)
    sheets, setter = _begun(plan), Setter(plan.fonts)
    pictures = pictures_of(catalog, reference, sheets, setter, job.style)
    cards, missing = _lay_out(plan, setter, pictures)
    _draw(plan, sheets, cards, pictures)
    parts = [job.game, "reference", lang]
    parts += [name] if name != "A4" else []
    parts += [job.style] if job.style != "full" else []
    parts += [job.duplex.value] if job.duplex is not Duplex.LONG else []
    parts += [f"p{job.players}"] if job.players else []
    pdf = job.out / f"{'-'.join(parts)}.pdf"
    write_whole({pdf: sheets.data()})
    warnings = [Message("sheet.told_pictureless", cards=", ".join(missing))] if missing else []
    needed = -(-len(cards) // sheet.per_page)
    return PrintedReference(pdf, sheets.pages, needed, len(cards), name, tuple(warnings))


@dataclass(frozen=True, slots=True)
class _ReferencePlan:
    """One run, before its sides are set."""

    job: ReferenceJob
    catalog: Catalog
    reference: Reference
    fonts: Fonts
    paper: str
    layout: Layout

    def footer(self, side: str) -> str:
        lang = self.fonts.lang
        words = (word_of("reference", lang), Message(f"sheet.{side}").render(lang))
        return dotted(self.catalog.names[lang], *words, f"t{self.reference.version}", lang=lang)


def pictures_of(
    catalog: Catalog, reference: Reference, sheets: Sheets, setter: Setter, style: Dress
) -> PictureDrawer:
    """Return the drawer of the pictures; raise `TemplateFaults` if an example no longer holds."""
    slug, fonts = catalog.slug, sheets.fonts
    learn = load_learn_book(slug)
    positions = Positions(slug, learn.replay if learn else {})
    colours = inks(load_book(), load_game_book(slug), drawn_as(style))
    drawer = PictureDrawer(sheets, catalog, fonts, setter, style, colours, positions, signs=SIGNS)
    drawer.prepare(reference.pictures())
    if positions.faults:
        file = f"templates/{slug}/reference.toml"
        raise TemplateFaults([Fault(file, 0, where, what) for where, what in positions.faults])
    return drawer


def _lay_out(
    plan: _ReferencePlan, setter: Setter, pictures: PictureDrawer
) -> tuple[list[_Sides], list[str]]:
    """Set every side; return each card's sides, and the names of missing pictures.

    Raises one `MissingGlyphs` or `TextOverflow` with the findings of all sides.
    """
    job, reference = plan.job, plan.reference
    side_setter = SideSetter(plan.catalog, plan.fonts, setter, drawn_as(job.style), pictures)
    count = len(reference.side)
    sides = [
        side_setter.set(side, n, count, reference.version)
        for n, side in enumerate(reference.side, 1)
    ]
    setter.check("text", plan.footer("front"), "sheet footer")
    setter.finish()
    if side_setter.overflow:
        raise TextOverflow(side_setter.overflow)
    if job.duplex is Duplex.NONE:
        one: list[_Sides] = [(side, None) for side in sides]
    else:
        one = list(zip(sides[::2], [*sides[1::2], *[None] * (count % 2)], strict=True))
    return one * (job.players or len(plan.catalog.seats)), side_setter.pictureless


def _begun(plan: _ReferencePlan) -> Sheets:
    """Return the document before its first page."""
    lang = plan.fonts.lang
    return Sheets(
        dotted(plan.catalog.names[lang], word_of("reference", lang), lang=lang),
        plan.fonts,
        plan.job.duplex,
        mono=plan.job.style == "bw",
        subject=file_subject(part_name("reference"), plan.paper, lang),
        author=plan.catalog.author,
    )


def _draw(
    plan: _ReferencePlan, sheets: Sheets, cards: Sequence[_Sides], pictures: PictureDrawer
) -> None:
    """Draw every page: fronts, and their backs behind them."""
    layout, duplex = plan.layout, plan.job.duplex
    for start in range(0, len(cards), layout.per_page):
        page = list(enumerate(cards[start : start + layout.per_page]))
        fronts = [(front, layout.front(n)) for n, (front, _) in page]
        backs = [(b, layout.back(layout.front(n), duplex)) for n, (_, b) in page if b is not None]
        for side, placed in (("front", fronts), ("back", backs)):
            if placed:
                _draw_page(plan, sheets, placed, side, pictures)


def _draw_page(
    plan: _ReferencePlan,
    sheets: Sheets,
    sides: Sequence[tuple[SetSide, FaceSpot]],
    side: str,
    pictures: PictureDrawer,
) -> None:
    trims = [spot.rect for _, spot in sides]
    block = Rect.around_all(trims)
    with sheets.page(plan.layout.paper, block, block.spread(BLEED)):
        for item, spot in sides:
            draw_side(sheets, item, spot, bleed_box(spot, trims, BLEED), pictures)
        draw_furniture(sheets, plan.layout.block, crop_marks(trims), plan.footer(side))


def word_of(key: str, lang: str) -> str:
    """Return a word that books and reference cards share."""
    return load_book().message(key).render(lang)


def draw_side(
    sheets: Sheets, side: SetSide, spot: FaceSpot, clip: Rect, pictures: PictureDrawer
) -> None:
    """Draw a side at its spot, clipped to `clip` (in mm on the page)."""
    inks = pictures.inks
    colours = {**inks, "on_band": inks["on_ground"]}
    with sheets.face(spot, clip):
        sheets.fill(Rect(0, 0, SIDE.width, SIDE.height).spread(BLEED), PAPER)
        band = Rect(-BLEED, -BLEED, SIDE.width + 2 * BLEED, BAND + BLEED)
        sheets.fill(band, inks["ground"])
        sheets.lines([Mark(-BLEED, BAND, SIDE.width + BLEED, BAND)], inks["accent"], 0.7)
        _text(sheets, side.title, 0, 7.6, colours)
        if side.sample is not None:
            _draw_sample(sheets, side, side.sample, inks)
        for shown, box in side.figures:
            pictures.draw(shown, box)
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
    with sheets.moved(SAMPLE, SAMPLE_SCALE):
        if card.picture is None:
            palette: Mapping[str, Cmyk] = template.plain
        else:
            palette = template.owner[card.piece.owner][side.style]
            with sheets.on_page(whole) as page:
                card.picture.place(page, 0, 0)
        sheets.fill(template.front_panel.outer, inks["pale"])
        draw(sheets, card.texts, palette)
        sheets.lines(whole.sides, inks["text"], 0.35)
    for item in side.callouts:
        sheets.lines([Mark(*item.disc, *item.point)], PAPER, 0.7)
        sheets.lines([Mark(*item.disc, *item.point)], inks["accent"], 0.3)
        dot = Rect(item.point[0] - 0.5, item.point[1] - 0.5, 1.0, 1.0)
        sheets.fill(dot, inks["accent"])
        _disc(sheets, item.disc, item.letter, inks)
