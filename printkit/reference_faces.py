"""Setting and drawing one side of a reference card.

From top to bottom: a band with the title; where there is one, a small picture of a real card
with lettered callouts; the items, each a mark, a bold word or two run in, its sentence and the
clauses it cites; the control cards; a footer. Coordinates are mm from the trim's top left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from printkit.canvas import Sheets
from printkit.drawing import PAPER, Cmyk, Drawing, Shape, ellipse
from printkit.errors import TextOverflow, UsageError
from printkit.faces import CardFaces, SetCard
from printkit.flow import Face, Row, Sign, Span, Typesetter, line_row
from printkit.fonts import PT, Fonts
from printkit.geometry import Rect, Spot
from printkit.imposition import Mark
from printkit.lettering import draw
from printkit.pieces import Control, load_pieces
from printkit.plan import Piece
from printkit.reference_data import Item, Side
from printkit.rulebook_signs import sign
from printkit.setting import Setter
from printkit.template import CardTemplate, Style, load_card_template, printable
from rules import Catalog

__all__ = ["SetSide", "SideSetter", "draw_side"]

LARGEST, SMALLEST = 8.2, 5.5
_STEP = 0.1
_WIDTH, _HEIGHT, _BLEED = 54.0, 90.0, 3.0
_LEFT, _MARKS, _RIGHT = 4.0, 5.4, 50.0
_BAND, _BODY, _BOTTOM = 11.0, 13.6, 82.6
_TITLE = Face("strong", 9.6, ink="on_band")
_FOOTER = Face("text", 5.0, ink="soft")
_SAMPLE_SCALE = 0.4
_SAMPLE = (16.2, 12.8)
_SAMPLE_FOOT = 2.0
_CALLOUT = 1.9
_MARGIN_DISC = 9.0


@dataclass(frozen=True, slots=True)
class Callout:
    """A letter beside the sample card, and the point it stands for; mm on the side."""

    letter: str
    disc: tuple[float, float]
    point: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sample:
    """A real card, drawn small."""

    card: SetCard
    template: CardTemplate


@dataclass(frozen=True, slots=True)
class SetSide:
    """A side ready to be drawn: rows with the y of each one's top."""

    id: str
    slug: str
    title: Span
    footer: str
    size: float
    rows: tuple[tuple[float, Row], ...]
    discs: tuple[tuple[float, str], ...]
    callouts: tuple[Callout, ...] = ()
    sample: Sample | None = None
    style: Style = "full"


@dataclass
class SideSetter:
    """Sets the sides of one game in one language; collects what does not fit."""

    catalog: Catalog
    fonts: Fonts
    setter: Setter
    style: Style
    overflow: list[str] = field(default_factory=list)
    pictureless: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """One typesetter knows all widths."""
        self._set = Typesetter(self.fonts)
        self.lang = self.fonts.lang

    def set(self, side: Side, number: int, count: int, version: int) -> SetSide:
        """Set one side at the largest size that fits."""
        where = f"templates/{self.catalog.slug}/reference.toml: side {side.id}"
        sample = self._sample(side)
        top = _BODY if sample is None else _SAMPLE[1] + _HEIGHT * _SAMPLE_SCALE + _SAMPLE_FOOT
        footer = f"{self.catalog.prefix} · {number}/{count} · t{version}"
        self._check(side, footer, f"{where} ({self.lang})")
        size, body = self._fit(side, top, where)
        rows, discs, y = [], [], top
        for mark, block in body:
            if mark:
                discs.append((y + block[0].height / 2, mark))
            for row in block:
                rows.append((y, row))
                y += row.height
            y += _gap(size)
        return SetSide(
            side.id,
            self.catalog.slug,
            self._title(side.title[self.lang], where),
            footer,
            size,
            tuple(rows),
            tuple(discs),
            tuple(_callouts(side)) if sample else (),
            sample,
            self.style,
        )

    def _check(self, side: Side, footer: str, where: str) -> None:
        self.setter.check("strong", side.title[self.lang], where)
        self.setter.check("text", footer, where)
        for item in side.item:
            self.setter.check("strong", item.head.get(self.lang, "") + item.mark, where)
            self.setter.check("text", item.text[self.lang], where)
        for control in self._controls(side):
            self.setter.check("strong", control.word[self.lang], where)
            self.setter.check("text", control.help[self.lang], where)

    def _title(self, text: str, where: str) -> Span:
        """The title in one line, smaller if it must be."""
        width, room = self._set.width(text, _TITLE), _RIGHT - _LEFT
        size = round(min(_TITLE.size, _TITLE.size * room / width - 0.01), 2)
        if size < SMALLEST:
            self.overflow.append(
                f"{where} ({self.lang}): title {text!r} does not fit {room:g} mm: shorten it"
            )
        return Span(text, _LEFT, Face("strong", size, ink="on_band"))

    def _fit(self, side: Side, top: float, where: str) -> tuple[float, list[tuple[str, list[Row]]]]:
        """The largest size at which everything fits between `top` and the footer, and the rows."""
        body: list[tuple[str, list[Row]]] = []
        size = LARGEST
        while size >= SMALLEST - 1e-9:
            try:
                body = [(item.mark, self._item(item, size, where)) for item in side.item]
                body += [("", self._control(c, size, where)) for c in self._controls(side)]
            except TextOverflow as error:
                if size < SMALLEST + _STEP:
                    self.overflow += error.lines
                    return SMALLEST, []
            else:
                used = sum(sum(row.height for row in rows) + _gap(size) for _, rows in body)
                if top + used - _gap(size) <= _BOTTOM:
                    return size, body
            size = round(size - _STEP, 2)
        room = f"{_BOTTOM - top:.0f} mm at {SMALLEST} pt"
        self.overflow.append(f"{where} ({self.lang}): the texts do not fit {room}: shorten them")
        return SMALLEST, body

    def _item(self, item: Item, size: float, where: str) -> list[Row]:
        """The bold head, the sentence run in after it, and the clauses behind the last line."""
        face, bold = Face("text", size, 1.32), Face("strong", size, 1.32)
        left = _LEFT + (_MARKS if item.mark else 0)
        head, gap = item.head.get(self.lang, ""), "  " if self.lang == "en" else "　"
        text = head + gap + item.text[self.lang] if head else item.text[self.lang]
        lines = self._run_in(head, text, bold, face, _RIGHT - left, where)
        rows: list[Row] = []
        for n, line in enumerate(lines):
            if n == 0 and head and line.startswith(head):
                after = left + self._set.width(head, bold)
                spans = [Span(head, left, bold), Span(line[len(head) :], after, face)]
            else:
                spans = [Span(line, left, face)]
            rows.append(line_row(face, *spans))
        if item.clauses:
            self._cite(rows, item.clauses, lines[-1], head, (face, bold), left)
        return rows

    def _cite(
        self,
        rows: list[Row],
        clauses: list[str],
        last: str,
        head: str,
        faces: tuple[Face, Face],
        left: float,
    ) -> None:
        """The clauses' numbers at the right of the last line, or below it if that is full."""
        face, bold = faces
        small = Face("text", max(5.0, face.size - 1.6), face.leading, ink="soft")
        shown = clauses[0] + "".join(f" · {clause.partition('-')[2]}" for clause in clauses[1:])
        used = self._set.width(last, bold if last == head else face)
        span = Span(shown, _RIGHT, small, "right")
        if left + used + 3 + self._set.width(shown, small) <= _RIGHT:
            row = rows[-1]
            rows[-1] = Row(row.height, row.baseline, (*row.spans, span))
        else:
            rows.append(line_row(small, span))

    def _run_in(
        self, head: str, text: str, bold: Face, face: Face, width: float, where: str
    ) -> list[str]:
        """Lines of a text that begins with a bold head."""
        wider = self._set.width(head, bold) - self._set.width(head, face) if head else 0.0
        return self._set.lines(text, face, width, where, first=wider)

    def _control(self, control: Control, size: float, where: str) -> list[Row]:
        """A control card's pictogram, its word, and what it does."""
        face, bold = Face("text", size, 1.25), Face("strong", size, 1.25)
        radius = 0.62 * size * PT + 0.4
        left = _LEFT + 2 * radius + 1.6
        text = control.help[self.lang].replace("\n", " · ")
        gap = "  " if self.lang == "en" else "　"
        word = control.word[self.lang]
        lines = self._run_in(word, word + gap + text, bold, face, _RIGHT - left, where)
        rows = []
        for n, line in enumerate(lines):
            if n == 0 and line.startswith(word):
                after = left + self._set.width(word, bold)
                spans = (Span(word, left, bold), Span(line[len(word) :], after, face))
                drawn = Sign(control.picture, _LEFT + radius, radius, radius)
                row = line_row(face, *spans)
                rows.append(Row(row.height, row.baseline, row.spans, signs=(drawn,)))
            else:
                rows.append(line_row(face, Span(line, left, face)))
        short = 2 * radius - sum(row.height for row in rows)
        return [*rows, Row(short, 0)] if short > 0 else rows

    def _controls(self, side: Side) -> list[Control]:
        return load_pieces(self.catalog.slug).control if side.controls else []

    def _sample(self, side: Side) -> Sample | None:
        slug = self.catalog.slug
        if side.sample is None:
            return None
        if slug not in printable() or side.sample.card not in self.catalog.cards:
            self.pictureless.append(f"card {side.sample.card}")
            return None
        template = load_card_template(slug)
        faces = CardFaces(self.catalog, template, self.fonts, self.style, art=True)
        owner = side.sample.owner
        if owner not in template.owner:
            raise UsageError(f"side {side.id}: no owner {owner!r} in templates/{slug}/card.toml")
        card = faces.set_front(Piece(side.sample.card, 1, 1, owner, ""), self.setter)
        if card.picture is None:
            self.pictureless.append(f"card {side.sample.card}")
        return Sample(card, template)


def _gap(size: float) -> float:
    """Between two items, mm."""
    return 0.45 * size * PT


def _callouts(side: Side) -> list[Callout]:
    """A disc beside the card at the height of each point, moved down where two would touch."""
    found: list[Callout] = []
    lowest = {True: 0.0, False: 0.0}
    for item in sorted(side.item, key=lambda item: item.at[1] if item.at else 0):
        if item.at is not None:
            x = _SAMPLE[0] + item.at[0] * _SAMPLE_SCALE
            y = _SAMPLE[1] + item.at[1] * _SAMPLE_SCALE
            left = item.at[0] < _WIDTH / 2
            level = max(y, lowest[left])
            lowest[left] = level + 2 * _CALLOUT + 0.8
            disc = _MARGIN_DISC if left else _WIDTH - _MARGIN_DISC
            found.append(Callout(item.mark, (disc, level), (x, y)))
    return found


def draw_side(
    sheets: Sheets, side: SetSide, spot: Spot, clip: Rect, inks: Mapping[str, Cmyk]
) -> None:
    """Draw a side at its spot, cut to `clip` (page mm)."""
    colours = {**inks, "on_band": inks["on_ground"]}
    with sheets.face(spot, clip):
        sheets.fill(Rect(-_BLEED, -_BLEED, _WIDTH + 2 * _BLEED, _HEIGHT + 2 * _BLEED), PAPER)
        band = Rect(-_BLEED, -_BLEED, _WIDTH + 2 * _BLEED, _BAND + _BLEED)
        sheets.fill(band, inks["ground"])
        sheets.lines([Mark(-_BLEED, _BAND, _WIDTH + _BLEED, _BAND)], inks["accent"], 0.7)
        _text(sheets, side.title, 0, 7.6, colours)
        if side.sample is not None:
            _draw_sample(sheets, side, inks)
        for y, mark in side.discs:
            _disc(sheets, (_LEFT + 1.9, y), mark, inks)
        for y, row in side.rows:
            for item in row.signs:
                _sign(sheets, item, y, side)
            for span in row.spans:
                _text(sheets, span, 0, y + row.baseline, colours)
        footer = Span(side.footer, _RIGHT, _FOOTER, "right")
        _text(sheets, footer, 0, 86.0, colours)


def _text(sheets: Sheets, span: Span, x: float, y: float, inks: Mapping[str, Cmyk]) -> None:
    face = span.face
    sheets.text(
        span.text,
        x + span.x,
        y,
        role=face.role,
        size=face.size,
        colour=inks[face.ink],
        align=span.align,
    )


def _disc(sheets: Sheets, at: tuple[float, float], mark: str, inks: Mapping[str, Cmyk]) -> None:
    """A letter or number on a disc."""
    nodes = (
        Shape(ellipse(0, 0, _CALLOUT + 0.3), PAPER),
        Shape(ellipse(0, 0, _CALLOUT), inks["accent"]),
    )
    radius = _CALLOUT + 0.3
    with sheets.face(Spot(Rect(*at, 1, 1))):
        sheets.picture(Drawing((-radius, -radius, radius, radius), nodes), "reference.disc")
    face = Face("strong", 6.4)
    drop = sheets.fonts.cap(face.role) * face.size * PT / 2
    sheets.text(
        mark, at[0], at[1] + drop, role=face.role, size=face.size, colour=PAPER, align="centre"
    )


def _sign(sheets: Sheets, item: Sign, y: float, side: SetSide) -> None:
    drawing = sign(item.name, side.slug, item.radius, side.style)
    with sheets.face(Spot(Rect(item.x, y + item.y, 1, 1))):
        sheets.picture(drawing, f"reference.{item.name}.{item.radius:.3f}")


def _draw_sample(sheets: Sheets, side: SetSide, inks: Mapping[str, Cmyk]) -> None:
    """The card without its tag, so that no camera reads it; then callouts with their lines."""
    sample = side.sample
    if sample is None:
        return
    template, card = sample.template, sample.card
    whole = Rect(0, 0, template.size.width, template.size.height)
    canvas = sheets.canvas
    canvas.saveState()
    canvas.transform(_SAMPLE_SCALE, 0, 0, _SAMPLE_SCALE, *_SAMPLE)
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
