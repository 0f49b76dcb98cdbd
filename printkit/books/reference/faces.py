"""Typesetting of one side of a reference card; `draw_side` draws it.

From top to bottom, a side has a band with the title, an optional small picture of a real card with
lettered callouts, rows of pictures, the items, the control cards and a footer. An item has a mark,
a bold run-in head of a word or two, a sentence and the clauses that it cites. Coordinates are in mm
from the trim's top left.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import inf

from printkit.books.diagrams.data import Shown
from printkit.books.diagrams.drawing import PictureDrawer
from printkit.books.reference.data import CardSide, Item, PictureRow
from printkit.cards.faces import CardFaces, SetCard
from printkit.cards.pieces import Control, load_pieces
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.errors import TextOverflow, UsageError, fault_at
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import Rect, Size
from printkit.template.card_template import CardTemplate, Style, load_card_template, printable
from printkit.typeset.breaks import SEAM, SPLIT
from printkit.typeset.flow import Row, Sign, Span, TextStyle
from printkit.typeset.min_sizes import REFERENCE
from printkit.typeset.setting import Setter
from printkit.typeset.typesetter import Typesetter, dotted, line_row, listed
from rules import Catalog, Fault, Message

LARGEST, SMALLEST = 8.2, REFERENCE
_STEP = 0.1
SIDE = Size(54.0, 90.0)
LEFT, _MARKS, RIGHT = 4.0, 5.4, 50.0
BAND, _BODY, _BOTTOM = 11.0, 13.6, 82.6
_TITLE = TextStyle("strong", 9.6, ink="on_band")
FOOTER = TextStyle("text", SMALLEST, ink="soft")
SAMPLE_SCALE = 0.4
SAMPLE = (16.2, 12.8)
_SAMPLE_FOOT = 2.0
SIGNS = 0.55
"""Scale of arrows and callouts in pictures, relative to those in books."""
_BELOW_FIGURE, _APART = 1.6, 1.6
"""Spaces below a row of pictures and between them, in mm."""
CALLOUT = 1.9
_MARGIN_DISC = 9.0


@dataclass(frozen=True, slots=True)
class Callout:
    """A letter next to the sample card, and the point it refers to, in mm on the side."""

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
    """A typeset side, ready to be drawn. Each row comes with the y coordinate of its top."""

    id: str
    slug: str
    title: Span
    footer: str
    size: float
    figures: tuple[tuple[Shown, Rect], ...]
    rows: tuple[tuple[float, Row], ...]
    discs: tuple[tuple[float, str], ...]
    callouts: tuple[Callout, ...] = ()
    sample: Sample | None = None
    style: Style = "full"


@dataclass
class SideSetter:
    """Typesetter of one game's sides in one language; it collects the texts that do not fit."""

    catalog: Catalog
    fonts: Fonts
    setter: Setter
    style: Style
    pictures: PictureDrawer
    overflow: list[Fault | Message] = field(default_factory=list)
    pictureless: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._set = Typesetter(self.fonts)
        self.lang = self.fonts.lang

    def set(self, side: CardSide, number: int, count: int, version: int) -> SetSide:
        """Set one side at the largest size that fits."""
        where = f"templates/{self.catalog.slug}/reference.toml: side {side.id}"
        sample = self._sample(side)
        top = _BODY if sample is None else SAMPLE[1] + SIDE.height * SAMPLE_SCALE + _SAMPLE_FOOT
        figures, top = self._figures(side, top)
        footer = dotted(self.catalog.prefix, f"{number}/{count}", f"t{version}", lang=self.lang)
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
        title = self._title(side.title[self.lang], where)
        callouts = tuple(_callouts(side)) if sample else ()
        return SetSide(
            side.id,
            self.catalog.slug,
            title,
            footer,
            size,
            figures,
            tuple(rows),
            tuple(discs),
            callouts,
            sample,
            self.style,
        )

    def _figures(self, side: CardSide, top: float) -> tuple[tuple[tuple[Shown, Rect], ...], float]:
        """Return the boxes of a side's pictures from `top` down, and the `y` below them."""
        boxes: list[tuple[Shown, Rect]] = []
        for figure in side.figure:
            row, height = boxes_of(figure, self.pictures, RIGHT - LEFT)
            boxes += [(shown, Rect(LEFT + x, top, wide, height)) for shown, x, wide in row]
            top += height + _BELOW_FIGURE
        return tuple(boxes), top

    def _check(self, side: CardSide, footer: str, where: str) -> None:
        self.setter.check("strong", side.title[self.lang], where)
        self.setter.check("text", footer, where)
        for item in side.item:
            self.setter.check("strong", item.head.get(self.lang, "") + item.mark, where)
            self.setter.check("text", item.text[self.lang], where)
        for control in self._controls(side):
            self.setter.check("strong", control.word[self.lang], where)
            self.setter.check("text", control.help[self.lang], where)

    def _title(self, text: str, where: str) -> Span:
        """Set the title in one line, smaller if necessary."""
        width, room = self._set.width(text, _TITLE), RIGHT - LEFT
        size = round(min(_TITLE.size, _TITLE.size * room / width - 0.01), 2)
        if size < SMALLEST:
            facts = {"title": repr(text), "room": f"{room:g}"}
            self.overflow.append(fault_at(f"{where} ({self.lang})", "print.title_fits", **facts))
        return Span(text, LEFT, TextStyle("strong", size, ink="on_band"))

    def _fit(
        self, side: CardSide, top: float, where: str
    ) -> tuple[float, list[tuple[str, list[Row]]]]:
        """Fit a side at the largest size; phrases, then words are split only if it must be."""
        before = len(self.overflow)
        for self._set.spared in (SEAM, SPLIT, inf):
            del self.overflow[before:]
            size, body = self._sized(side, top, where, LARGEST)
            if len(self.overflow) == before:
                break
        self._set.spared = SEAM
        return size, body

    def _sized(
        self, side: CardSide, top: float, where: str, size: float
    ) -> tuple[float, list[tuple[str, list[Row]]]]:
        """Return the largest size that fits between `top` and the footer, and the rows."""
        body: list[tuple[str, list[Row]]] = []
        while size >= SMALLEST - 1e-9:
            try:
                body = [(item.mark, self._item(item, size, where)) for item in side.item]
                body += [("", self._control(group, size, where)) for group in self._groups(side)]
            except TextOverflow as error:
                if size < SMALLEST + _STEP:
                    self.overflow += error.lines
                    return SMALLEST, []
            else:
                used = sum(sum(row.height for row in rows) + _gap(size) for _, rows in body)
                if top + used - _gap(size) <= _BOTTOM:
                    return size, body
            size = round(size - _STEP, 2)
        room, place = f"{_BOTTOM - top:.0f}", f"{where} ({self.lang})"
        self.overflow.append(fault_at(place, "print.texts_fit", room=room, size=SMALLEST))
        return SMALLEST, body

    def _item(self, item: Item, size: float, where: str) -> list[Row]:
        """Set a bold run-in head, its sentence, and the clauses at the end."""
        face, bold = TextStyle("text", size, 1.32), TextStyle("strong", size, 1.32)
        left = LEFT + (_MARKS if item.mark else 0)
        head, gap = item.head.get(self.lang, ""), "  " if self.lang == "en" else "　"
        text = head + gap + item.text[self.lang] if head else item.text[self.lang]
        lines = self._run_in(head, text, bold, face, RIGHT - left, where)
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
        faces: tuple[TextStyle, TextStyle],
        left: float,
    ) -> None:
        """Add the clause numbers at the right of the last line, or below if it is full."""
        face, bold = faces
        small = TextStyle("text", max(SMALLEST, face.size - 1.4), face.leading, ink="soft")
        numbers = (clause.partition("-")[2] for clause in clauses[1:])
        shown = dotted(clauses[0], *numbers, lang=self.lang)
        used = self._set.width(last, bold if last == head else face)
        span = Span(shown, RIGHT, small, "right")
        if left + used + 3 + self._set.width(shown, small) <= RIGHT:
            row = rows[-1]
            rows[-1] = Row(row.height, row.baseline, (*row.spans, span))
        else:
            rows.append(line_row(small, span))

    def _run_in(
        self, head: str, text: str, bold: TextStyle, face: TextStyle, width: float, where: str
    ) -> list[str]:
        """Break a text that begins with a bold head into lines."""
        wider = self._set.width(head, bold) - self._set.width(head, face) if head else 0.0
        return self._set.lines(text, face, width, where, first=wider)

    def _control(self, group: Sequence[Control], size: float, where: str) -> list[Row]:
        """Set the pictograms and words of control cards with one effect, and the effect."""
        face, bold = TextStyle("text", size, 1.25), TextStyle("strong", size, 1.25)
        radius = 0.62 * size * PT + 0.4
        left = LEFT + len(group) * 2 * radius + 0.6 * (len(group) - 1) + 1.6
        text = listed(group[0].help[self.lang], self.lang)
        gap = "  " if self.lang == "en" else "　"
        word = dotted(*(control.word[self.lang] for control in group), lang=self.lang)
        lines = self._run_in(word, word + gap + text, bold, face, RIGHT - left, where)
        rows = []
        for n, line in enumerate(lines):
            if n == 0 and line.startswith(word):
                after = left + self._set.width(word, bold)
                spans = (Span(word, left, bold), Span(line[len(word) :], after, face))
                places = (LEFT + radius + k * (2 * radius + 0.6) for k in range(len(group)))
                drawn = tuple(
                    Sign(control.picture, control.plate, x, radius, radius)
                    for control, x in zip(group, places, strict=True)
                )
                row = line_row(face, *spans)
                rows.append(Row(row.height, row.baseline, row.spans, signs=drawn))
            else:
                rows.append(line_row(face, Span(line, left, face)))
        short = 2 * radius - sum(row.height for row in rows)
        return [*rows, Row(short, 0)] if short > 0 else rows

    def _groups(self, side: CardSide) -> list[list[Control]]:
        """Group a side's control cards by effect."""
        by_help = groupby(self._controls(side), key=lambda control: control.help[self.lang])
        return [list(same) for _, same in by_help]

    def _controls(self, side: CardSide) -> list[Control]:
        return load_pieces(self.catalog.slug).control if side.controls else []

    def _sample(self, side: CardSide) -> Sample | None:
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
            file = f"templates/{slug}/card.toml"
            raise UsageError("print.side_owner", side=side.id, owner=owner, file=file)
        card = faces.set_front(PlannedPiece(side.sample.card, 1, 1, owner, ""), self.setter)
        if card.picture is None:
            self.pictureless.append(f"card {side.sample.card}")
        return Sample(card, template)


def boxes_of(
    figure: PictureRow, pictures: PictureDrawer, width: float
) -> tuple[list[tuple[Shown, float, float]], float]:
    """Return each picture with its x and its width, centred in `width`, and their height."""
    wide = [1 / pictures.ratio(shown) for shown in figure.shown]
    spaces = _APART * (len(wide) - 1)
    height = min(figure.high, (width - spaces) / sum(wide))
    x = (width - height * sum(wide) - spaces) / 2
    row = []
    for shown, share in zip(figure.shown, wide, strict=True):
        row.append((shown, x, share * height))
        x += share * height + _APART
    return row, height


def _gap(size: float) -> float:
    """Return the space between two items, in mm."""
    return 0.45 * size * PT


def _callouts(side: CardSide) -> list[Callout]:
    """Place a disc next to the card at the height of each point, moved down to avoid overlaps."""
    found: list[Callout] = []
    lowest = {True: 0.0, False: 0.0}
    for item in sorted(side.item, key=lambda item: item.at[1] if item.at else 0):
        if item.at is not None:
            x = SAMPLE[0] + item.at[0] * SAMPLE_SCALE
            y = SAMPLE[1] + item.at[1] * SAMPLE_SCALE
            left = item.at[0] < SIDE.width / 2
            level = max(y, lowest[left])
            lowest[left] = level + 2 * CALLOUT + 0.8
            disc = _MARGIN_DISC if left else SIDE.width - _MARGIN_DISC
            found.append(Callout(item.mark, (disc, level), (x, y)))
    return found
