"""Drawing of a rulebook's pages: rows, running heads, page numbers, bookmarks and links.

A page is drawn in its own coordinates (mm, origin at its top left), regardless of its place on a
sheet. Right-hand pages have odd numbers; the inner margin is at the fold.
"""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from printkit.books.learn.pages import Panel
from printkit.books.rulebook.data import BookData, GameBook, Window
from printkit.cards import pictures
from printkit.cards.plates import sign
from printkit.errors import UsageError
from printkit.pdf.canvas import Align, Sheets
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import Point, Rect, Size
from printkit.pdf.structure import ElementKind, spaced
from printkit.template.card_template import Style
from printkit.typeset.flow import Area, Placed, Sign, Span, TextStyle
from printkit.typeset.lettering import draw_line
from printkit.typeset.setting import Setter
from printkit.typeset.typesetter import Typesetter, dotted
from rules import Catalog

_LEAST_TITLE = 15.0
_NARROWEST = 60.0
"""Minimum width to which the lines of a description are narrowed to make them even, in mm."""
_EVEN = 0.62
"""Minimum width of a description's shortest line, as a share of the longest."""
_TITLE_DROP, _TITLE_HEIGHT = 11.0, 23.0
"""Distances from the top of a title to its baseline and to the description, in mm."""


@dataclass
class Cover:
    """The first page of a book; `pictureless` collects the cards without a picture."""

    _sheets: Sheets
    _set: Typesetter
    _catalog: Catalog
    _book: BookData
    _own: GameBook
    _size: Size
    _inks: Mapping[str, Cmyk]
    _style: Style
    _description: str
    _label: str
    pictureless: dict[str, None] = field(default_factory=dict)

    def draw(self) -> None:
        """Draw the cover with its top left at the origin."""
        lang = self._sheets.fonts.lang
        margin = (self._size.width - self._own.panel[0] * self._fit()) / 2
        panel = Rect(margin, margin, *(side * self._fit() for side in self._own.panel))
        self._sheets.fill(panel, self._inks["ground"])
        with self._sheets.marked("Figure", self._catalog.names[self._sheets.fonts.lang]):
            self._windows(panel)
        if self._style == "ink":
            self._sheets.lines(panel.sides, self._inks["text"], 0.35)
        lead = self._book.face("lead")
        room = self._size.width - 2 * margin - 16
        lines = evened(self._set, self._description, lead, room)
        foot = self._size.height - margin - 5.5
        block = _TITLE_HEIGHT + len(lines) * lead.height
        y = panel.bottom + max(5.0, (foot - 6 - panel.bottom - block) * 0.45)
        y = self._title(y + _TITLE_DROP)
        names = self._catalog.names
        others = dict.fromkeys(name for name in names.values() if name != names[lang])
        y = self._centred([dotted(*others, lang=lang)], "subtitle", y + 1.5)
        self._centred(lines, "lead", y + 5)
        self._centred([self._label], "label", foot)

    def _fit(self) -> float:
        """Return the scale of the cover's panel, which shrinks to fit a page narrower than A5."""
        return min(1.0, (self._size.width - 16) / self._own.panel[0])

    def _windows(self, panel: Rect) -> None:
        for window in self._own.window:
            try:
                picture = pictures.front(self._catalog.slug, window.card, window.owner, self._style)
            except UsageError:
                self.pictureless[f"{window.card} ({window.owner})"] = None
                continue
            self._window(picture, window, panel)

    def _window(self, picture: pictures.Picture, window: Window, panel: Rect) -> None:
        fit = self._fit()
        crop, scale = Rect(*window.crop), window.scale * fit
        x, y = panel.x + window.at[0] * fit, panel.y + window.at[1] * fit
        at = (x - crop.x * scale, y - crop.y * scale)
        with self._sheets.moved(at, scale), self._sheets.on_page(crop) as page:
            picture.place(page, 0, 0)

    def _title(self, baseline: float) -> float:
        """Draw the game's name in one line, in the display face if that face has all the glyphs."""
        name = self._catalog.names[self._sheets.fonts.lang]
        whole = len(self._sheets.fonts.runs(self._book.face("title").role, name)) == 1
        face = self._book.face("title" if whole else "title_plain")
        room = self._size.width - 24
        width = self._set.width(name, face)
        size = max(_LEAST_TITLE, min(face.size, face.size * room / width))
        at = (self._size.width / 2, baseline)
        with self._sheets.marked("H1"):
            draw_line(self._sheets, name, at, replace(face, size=size), self._inks, "centre")
        return baseline

    def _centred(self, lines: Sequence[str], kind: str, y: float) -> float:
        """Draw centred lines from `y` down; return the `y` below the last."""
        face, middle = self._book.face(kind), self._size.width / 2
        with self._sheets.marked("P"):
            for line in lines:
                y += face.height
                draw_line(self._sheets, line, (middle, y), face, self._inks, "centre")
        return y


def evened(setter: Typesetter, text: str, face: TextStyle, room: float) -> list[str]:
    """Break a text into the fewest lines for centred setting: even ones that split no word."""
    found = [setter.lines(text, face, room, "description")]
    if len(found[0]) < 2:
        return found[0]
    while room > _NARROWEST:
        room -= 1.0
        closer = setter.lines(text, face, room, "description")
        if len(closer) > len(found[0]):
            break
        found.append(closer)

    def share(lines: list[str]) -> float:
        widths = [setter.width(line, face) for line in lines]
        return min(widths) / max(widths)

    even = [lines for lines in found if share(lines) >= _EVEN] or found[-1:]
    return min(reversed(even), key=setter.strain)


_K = 1 / PT


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page: its rows or its panel, its running head, and flags of cover and blank pages."""

    placed: tuple[Placed, ...] = ()
    head: str = ""
    cover: bool = False
    blank: bool = False
    panel: Panel | None = None


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Position of a page: the size of the PDF page, and the book page's top left on it, in mm."""

    sheet: Size
    at: Point


@dataclass
class Painter:
    """Painter of one book's pages."""

    _sheets: Sheets
    _set: Typesetter
    _catalog: Catalog
    _book: BookData
    _own: GameBook
    _size: Size
    _inks: Mapping[str, Cmyk]
    _style: Style
    _description: str
    _label: str
    """The line at the foot of the cover: the book, and the players."""
    _fonts: dict[str, Fonts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        book = (self._sheets, self._set, self._catalog, self._book, self._own)
        self.cover = Cover(
            *book, self._size, self._inks, self._style, self._description, self._label
        )

    def draw(self, leaf: Leaf, number: int, numbers: Mapping[str, int], place: PagePlace) -> None:
        """Draw page `number` at its place; `numbers` maps anchors to pages."""
        if self._sheets.structure:
            self._sheets.structure.order = number
        with self._sheets.moved(place.at):
            if leaf.blank:
                return
            if leaf.cover:
                self.cover.draw()
                return
            margins = self._book.margins
            left = margins.inner if number % 2 else margins.outer
            if leaf.panel is not None:
                leaf.panel.paint(left, margins.top)
            for item in leaf.placed:
                self._rows(item, left, numbers, place)
            self._furniture(leaf, number, left)

    def check(self, leaves: Sequence[Leaf], setter: Setter) -> None:
        """Report to `setter` every character that no typeface has."""
        for leaf in leaves:
            for item in leaf.placed:
                for span in (span for row in item.rows for span in row.spans):
                    if span.lang in ("", self._sheets.fonts.lang):
                        where = f"{item.block.where or item.block.title or leaf.head}"
                        lang = self._sheets.fonts.lang
                        setter.check(span.face.role, span.text, f"rulebook: {where} ({lang})")
        for text in (*self._catalog.names.values(), self._description):
            setter.check("text", text, "rulebook: cover")

    def text_width(self) -> float:
        """Return the width of the text on a page, in mm."""
        margins = self._book.margins
        return self._size.width - margins.inner - margins.outer

    # Rows.

    def _rows(
        self, item: Placed, left: float, numbers: Mapping[str, int], place: PagePlace
    ) -> None:
        x, y = left + item.x, item.y
        if item.first and item.block.anchor:
            self._anchor(item.block.anchor, y, place)
        for row in item.rows:
            for bar in row.bars:
                rect = Rect(x + bar.x, y + bar.y, bar.width, bar.height)
                self._sheets.fill(rect, self._inks[bar.ink])
            for item_sign in row.signs:
                self._sign(item_sign, x, y)
            for art in row.art:
                art.paint(x + art.x, y)
            y += row.height
        words = any(row.spans for row in item.rows)
        with self._sheets.marked(_element(item)) if words else nullcontext():
            y = item.y
            for row in item.rows:
                for span in row.spans:
                    self._span(span, x, y + row.baseline, numbers)
                    if span.page_of:
                        self._link(span, x, y, row.height, place)
                y += row.height

    def _span(self, span: Span, x: float, baseline: float, numbers: Mapping[str, int]) -> None:
        text = str(numbers[span.page_of]) if span.page_of else span.text
        if not text:
            return
        own = self._sheets.fonts
        if span.align == "left":
            text = spaced(text, span.lang or own.lang)
        if span.lang and span.lang != own.lang:
            if span.lang not in self._fonts:
                self._fonts[span.lang] = Fonts(span.lang, slug=self._catalog.slug)
            self._sheets.fonts = self._fonts[span.lang]
        draw_line(self._sheets, text, (x + span.x, baseline), span.face, self._inks, span.align)
        self._sheets.fonts = own

    def _sign(self, item: Sign, x: float, y: float) -> None:
        drawing = sign(item, self._catalog.slug, self._style)
        with self._sheets.moved((x + item.x, y + item.y)):
            self._sheets.picture(drawing, f"sign.{item.name}.{item.radius:g}")

    def _anchor(self, anchor: str, y: float, place: PagePlace) -> None:
        top = (place.sheet.height - place.at[1] - y + 3) * _K
        self._sheets.canvas.bookmarkPage(anchor, fit="XYZ", left=place.at[0] * _K, top=top, zoom=0)

    def _link(self, span: Span, x: float, y: float, height: float, place: PagePlace) -> None:
        """Link the whole line to the page that it names."""
        right, top = place.at[0] + x + span.x, place.at[1] + y
        high = place.sheet.height
        box = ((right - span.x) * _K, (high - top - height) * _K, right * _K, (high - top) * _K)
        self._sheets.canvas.linkRect(
            "", span.page_of, box, relative=0, thickness=0, Border="[0 0 0]"
        )

    # Furniture: running heads and page numbers.

    def _furniture(self, leaf: Leaf, number: int, left: float) -> None:
        margins, width = self._book.margins, self.text_width()
        head, folio = self._book.face("head"), self._book.face("folio")
        title = self._catalog.names[self._sheets.fonts.lang]
        side: Align
        edges: tuple[tuple[str, Align], ...] = ((title, "left"), (leaf.head, "right"))
        if number % 2 == 0:
            edges = ((leaf.head, "left"), (title, "right"))
        for text, side in edges:
            at = (left if side == "left" else left + width, margins.head)
            draw_line(self._sheets, text, at, head, self._inks, side)
        under = margins.head + 1.8
        self._sheets.fill(Rect(left, under, width, 0.18), self._inks["rule"])
        outer = (left + width if number % 2 else left, self._size.height - margins.foot)
        side = "right" if number % 2 else "left"
        draw_line(self._sheets, str(number), outer, folio, self._inks, side)


def _element(item: Placed) -> ElementKind:
    """Return the kind of a block in the structure: a heading if it has a bookmark."""
    levels: tuple[ElementKind, ...] = ("H1", "H2", "H3")
    return levels[item.block.level] if item.block.title else "P"


def text_area(book: BookData, size: Size, columns: int = 1) -> Area:
    """Return the text area of a page; x counts from the text's left edge."""
    margins = book.margins
    whole = size.width - margins.inner - margins.outer
    one = (whole - (columns - 1) * margins.gutter) / columns
    return Area(
        margins.top,
        size.height - margins.top - margins.bottom,
        tuple((n * (one + margins.gutter), one) for n in range(columns)),
    )
