"""Layout of the pages of a book from which a game is learnt.

Theory of operation. A block becomes a *panel*: its height, and a function that paints it at a
point. All pictures of a page share one scale. The largest scale at which the page's panels fit is
used, so that a page is full in every language although texts differ in length.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from printkit.books.diagrams.data import CardRow, Shown, Tone, Words
from printkit.books.diagrams.drawing import PictureDrawer
from printkit.books.learn.data import LearnBlock, LearnPage, LearnPart
from printkit.books.rulebook.data import BookData
from printkit.cards.pieces import load_pieces
from printkit.errors import TextOverflow
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import PAPER, Cmyk, Drawing, Shape, Stroke, ellipse, rounded
from printkit.pdf.fonts import PT
from printkit.pdf.geometry import Mark, Rect
from printkit.pdf.structure import ElementKind, spaced
from printkit.typeset.flow import Area, Row, TextStyle
from printkit.typeset.lettering import draw_line
from printkit.typeset.typesetter import Typesetter
from rules import Message

Paint = Callable[[float, float], None]
"""Draws a panel with its top left at a point of the page."""
_LARGEST, _SMALLEST, _STEP = 1.6, 0.4, 0.03
"""Scales of a page's pictures."""
_GAP = 4.2
"""Space between blocks, in mm."""
_PAD = 2.4
"""Space between a box's edge and its contents, in mm."""
_WIDEST = 0.62
"""Maximum share of the width for a picture that grows next to a text."""
_FEW_CARDS, _MANY_COLUMNS = 9, 4
"""Maximum number of control cards whose effects are printed, and the columns of more cards."""
_IN_RULES = 30.0
"""Height of an example's picture below a clause, in mm."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A piece of a page."""

    height: float
    paint: Paint


@dataclass
class PageSetter:
    """Typesetter of the pages of one book."""

    sheets: Sheets
    typesetter: Typesetter
    book: BookData
    inks: dict[str, Cmyk]
    pictures: PictureDrawer
    area: Area

    def __post_init__(self) -> None:
        lang = self.typesetter.fonts.lang
        quoted = "{}" if lang == "en" else "「{}」"
        cards = self.pictures.catalog.cards.values()
        self._title = ""
        self._names = {card.id: quoted.format(card.names[lang]) for card in cards}
        larger = 1.0 if lang == "en" else 1.06
        self._faces = {
            name: replace(face, size=face.size * larger)
            for name in ("learn", "learn_head", "learn_lead", "learn_title", "learn_small")
            for face in [self.book.face(name)]
        }

    def set(self, page: LearnPage, where: str) -> Panel:
        """Return a page, its pictures as large as they fit; raise `TextOverflow` if none do."""
        self._title = page.title[self.typesetter.fonts.lang]
        head = self._head(page, where)
        lang, scale = self.typesetter.fonts.lang, _LARGEST
        tight = TextOverflow([Message("print.higher_than_page", what=f"{where} ({lang})")])
        while scale >= _SMALLEST:
            try:
                panels = [head, *(self._block(block, scale, where) for block in page.block)]
            except TextOverflow as error:  # a picture leaves too little room next to it
                tight = error
            else:
                high = sum(panel.height for panel in panels) + _GAP * (len(panels) - 1)
                if high <= self.area.height:
                    spare = min(3.0, (self.area.height - high) / len(panels))
                    return _stack(panels, _GAP + spare)
            scale -= _STEP
        raise tight

    def example(self, part: LearnPart, width: float, where: str) -> Panel:
        """Return an example in a box, for the clause that it explains."""
        block = LearnBlock(kind="cases", high=_IN_RULES, share=0.36)
        return self._case(part.model_copy(update={"clause": ""}), block, 1.0, where, width)

    def _head(self, page: LearnPage, where: str) -> Panel:
        title = page.title[self.typesetter.fonts.lang]
        face = self._faces["learn_title"]
        lang = self.typesetter.fonts.lang
        if lang != "en" or len(self.typesetter.fonts.runs(face.role, title)) != 1:
            face = replace(face, role="strong", size=face.size * 0.92)  # the same on every page
        width = self.typesetter.width(title, face)
        size = min(face.size, face.size * self.area.width / width)
        rows = self.typesetter.rows(title, replace(face, size=size - 0.01), self.area.width, where)
        panels = [self._rows(rows, "H1"), self._rule()]
        if page.lead:
            lead = self._worded(page.lead)
            panels.append(self._text(lead, "learn_lead", self.area.width, where))
        return _stack(panels, 0.8)

    def _rule(self) -> Panel:
        def paint(x: float, y: float) -> None:
            self.sheets.fill(Rect(x, y + 0.4, self.area.width, 0.7), self.inks["accent"])

        return Panel(1.6, paint)

    def _block(self, block: LearnBlock, scale: float, where: str) -> Panel:
        match block.kind:
            case "steps":
                return self._steps(block, scale, where)
            case "grid":
                return self._grid(block, scale, where)
            case "cases":
                cases = [self._case(part, block, scale, where) for part in block.part]
                return _stack(cases, 2.6)
            case "picture":
                return self._large(block, scale, where)
            case "note":
                return _stack([self._note(part, where) for part in block.part], 2.0)
            case "terms":
                return self.terms(block.part, where)
            case "referee":
                return self._referee(where)
            case "controls":
                return self._controls(block, scale, where)
            case _:
                width = self.area.width
                return _stack([self._part(part, width, where) for part in block.part], 1.6)

    # Blocks.

    def _steps(self, block: LearnBlock, scale: float, where: str) -> Panel:
        """Set numbered texts, next to the picture if there is one."""
        width, indent = self.area.width, 7.4
        wide = min(block.share * scale, max(block.share, _WIDEST)) * width
        left = wide + 4.0 if block.picture else 0.0
        steps = []
        for n, part in enumerate(block.part, 1):
            body = self._part(part, width - left - indent, where)
            steps.append(self._numbered(part.number or f"{n}", body, indent))
        texts = _stack(steps, 2.4)
        if not block.picture:
            return texts
        high = min(wide * self.pictures.ratio(block.picture), block.high * scale)
        picture = self._picture(block.picture, wide, high)

        def paint(x: float, y: float) -> None:
            picture.paint(x, y)
            texts.paint(x + left, y)

        return Panel(max(high, texts.height), paint)

    def _grid(self, block: LearnBlock, scale: float, where: str) -> Panel:
        """Set parts in columns, each with its picture above its text."""
        gutter = 4.0
        wide = (self.area.width - gutter * (block.columns - 1)) / block.columns
        rows = []
        room = wide * (0.6 if block.right else 1.0)
        for start in range(0, len(block.part), block.columns):
            parts = block.part[start : start + block.columns]
            high = max(
                (
                    min(room * self.pictures.ratio(part.picture), block.high * scale)
                    for part in parts
                    if part.picture
                ),
                default=0.0,
            )
            cells = [self._cell(part, wide, high, where, right=block.right) for part in parts]
            rows.append(_side_by_side(cells, wide + gutter))
        return _stack(rows, 3.4)

    def _cell(self, part: LearnPart, wide: float, high: float, where: str, *, right: bool) -> Panel:
        """Set one part of a grid: its picture above its text, or to its left."""
        if right and part.picture:
            left = min(high / self.pictures.ratio(part.picture), wide * 0.6)
            number = part.model_copy(update={"picture": None})
            text = self._cell(number, wide - left - 2.6, 0.0, where, right=False)
            picture = self._picture(part.picture, left, high, self._described(part))
            return _side_by_side([picture, text], left + 2.6)
        panels = []
        if part.picture:
            panels.append(self._picture(part.picture, wide, high, self._described(part)))
        indent = 6.4 if part.number else 0.0
        body = self._part(part, wide - indent, where)
        panels.append(self._numbered(part.number, body, indent) if part.number else body)
        return _stack(panels, 1.4)

    def _case(
        self, part: LearnPart, block: LearnBlock, scale: float, where: str, across: float = 0.0
    ) -> Panel:
        """Set an example in a box: its picture, and its text to the right."""
        across = across or self.area.width
        width = across - 2 * _PAD
        wide = block.share * width
        text = self._part(part, width - wide - 4.0, where)
        high = 0.0
        if part.picture:
            high = min(wide * self.pictures.ratio(part.picture), block.high * scale)
        inner = max(high, text.height)
        whole = inner + 2 * _PAD
        picture = None
        if part.picture:
            picture = self._picture(part.picture, wide, inner, self._described(part))

        def paint(x: float, y: float) -> None:
            self._box(Rect(x, y, across, whole))
            if picture:
                picture.paint(x + _PAD, y + _PAD)
            text.paint(x + _PAD + wide + 4.0, y + _PAD + (inner - text.height) / 2)

        return Panel(whole, paint)

    def _large(self, block: LearnBlock, scale: float, where: str) -> Panel:
        panels = []
        if block.picture:
            width = self.area.width
            high = min(width * self.pictures.ratio(block.picture), block.high * scale)
            panels.append(self._picture(block.picture, width, high))
        panels += [self._part(part, self.area.width, where) for part in block.part]
        return _stack(panels, 1.8)

    def _note(self, part: LearnPart, where: str) -> Panel:
        """Set a remark in a box with a bar at its left."""
        text = self._part(part, self.area.width - 9.0, where)
        whole = text.height + 2 * _PAD

        def paint(x: float, y: float) -> None:
            box = Rect(x, y, self.area.width, whole)
            self._box(box)
            self.sheets.fill(Rect(x, y, 1.6, whole), self.inks["accent"])
            text.paint(x + 5.0, y + _PAD)

        return Panel(whole, paint)

    def terms(self, parts: Sequence[LearnPart], where: str) -> Panel:
        """Set words and their explanations in two columns."""
        lang, gutter = self.typesetter.fonts.lang, 6.0
        wide = (self.area.width - gutter) / 2
        small = self._faces["learn_small"]
        bold = replace(small, role="strong")
        entries = []
        for part in parts:
            head = self._rows(self.typesetter.rows(part.head[lang], bold, wide, where), "H3")
            body = self._rows(self.typesetter.rows(part.text[lang], small, wide, where))
            entries.append(_stack([head, body], 0))
        half = -(-len(entries) // 2)
        columns = [_stack(entries[:half], 1.4), _stack(entries[half:], 1.4)]
        return _side_by_side(columns, wide + gutter)

    def _referee(self, where: str) -> Panel:
        """Set what every book says about the referee, in two columns."""
        parts = [
            LearnPart(
                head=item.title,
                text={lang: self._filled(text) for lang, text in item.text.items()},
                small=True,
            )
            for item in self.book.referee
        ]
        return self._grid(LearnBlock(kind="grid", part=parts, columns=2), 1.0, where)

    def _filled(self, text: str) -> str:
        return text.format(slug=self.typesetter.fonts.slug)

    def _controls(self, block: LearnBlock, scale: float, where: str) -> Panel:
        """Set the game's control cards, each with its word and, if they are few, its effect."""
        cards = load_pieces(self.typesetter.fonts.slug).control
        few = len(cards) <= _FEW_CARDS
        columns, gutter, high = block.columns if few else _MANY_COLUMNS, 3.0, block.high * scale
        wide = (self.area.width - gutter * (columns - 1)) / columns
        cells = []
        for card in cards:
            shown = Shown(row=CardRow(faces=[f"{card.id}/"]))
            left = high / self.pictures.ratio(shown)
            part = LearnPart(head=card.word, text=card.help if few else {}, small=True)
            text = self._part(part, wide - left - 2.0, where)
            picture = self._picture(shown, left, high, self._described(part))
            cells.append(_side_by_side([picture, text], left + 2.0))
        starts = range(0, len(cells), columns)
        return _stack([_side_by_side(cells[n : n + columns], wide + gutter) for n in starts], 2.0)

    # Pieces of blocks.

    def _part(self, part: LearnPart, width: float, where: str) -> Panel:
        """Set the head, the text and the clause of a part."""
        panels = []
        if part.head:
            ink = {"ok": "good", "no": "bad"}.get(part.tone, "text")
            head = self._worded(part.head)
            face = replace(self._faces["learn_head"], ink=ink)
            indent = 4.6 if part.tone else 0.0
            rows = self.typesetter.rows(head, face, width - indent, where, x=indent)
            panels.append(self._toned(self._rows(rows, "H3"), part.tone, face))
        if part.text:
            panels.append(
                self._text(
                    self._worded(part.text), "learn_small" if part.small else "learn", width, where
                )
            )
        if part.clause:
            panels.append(self._badge(part.clause, part.tone))
        return _stack(panels, 0.7)

    def _worded(self, words: Words) -> str:
        """Return words in the book's language; `{y01}` is replaced with the name of the card."""
        lang = self.typesetter.fonts.lang
        return words[lang].format_map(self._names)

    def _toned(self, head: Panel, tone: Tone, face: TextStyle) -> Panel:
        """Add the sign of an example that works, or does not, before its head."""
        if not tone:
            return head
        middle = face.height / 2

        def paint(x: float, y: float) -> None:
            head.paint(x, y)
            ink, r = self.inks["good" if tone == "ok" else "bad"], 1.7
            if tone == "ok":
                marks = [Mark(-r, 0.1, -0.4, 0.6 * r), Mark(-0.55, 0.6 * r, r, -0.8 * r)]
            else:
                marks = [Mark(-0.7 * r, -0.7 * r, 0.7 * r, 0.7 * r)]
                marks.append(Mark(-0.7 * r, 0.7 * r, 0.7 * r, -0.7 * r))
            sign = "✓" if tone == "ok" else "✗"
            with self.sheets.moved((x + 1.9, y + middle)), self.sheets.marked("Figure", sign):
                self.sheets.lines(marks, ink, 0.75)

        return Panel(head.height, paint)

    def _badge(self, clause: str, tone: Tone) -> Panel:
        """Set a clause's number in an outlined box."""
        face = TextStyle("strong", 7.2, 1.4, {"ok": "good", "no": "bad"}.get(tone, "accent"))
        width = self.typesetter.width(clause, face) + 3.2

        def paint(x: float, y: float) -> None:
            ink = self.inks[face.ink]
            shape = Shape(rounded(0.2, 0.2, width, 4.0, 1.0), None, Stroke(ink, 0.35))
            with self.sheets.moved((x, y + 0.6)):
                drawing = Drawing((0, 0, width + 0.5, 4.5), (shape,))
                self.sheets.picture(drawing, f"badge.{width:.2f}.{face.ink}")
            with self.sheets.marked("P"):
                draw_line(self.sheets, clause, (x + 1.8, y + 3.75), face, self.inks, "left")

        return Panel(5.2, paint)

    def _numbered(self, number: str, body: Panel, indent: float) -> Panel:
        """Put a number on a disc before a text."""
        face = TextStyle("strong", 8.6, ink="on_disc")

        def paint(x: float, y: float) -> None:
            disc = Drawing((-3, -3, 3, 3), (Shape(ellipse(0, 0, 2.4), self.inks["accent"]),))
            middle = (x + 2.5, y + self._faces["learn"].height / 2 + 0.1)
            with self.sheets.moved(middle):
                self.sheets.picture(disc, "book.disc")
            drop = self.sheets.fonts.cap("strong") * face.size * PT / 2
            at = (middle[0], middle[1] + drop)
            with self.sheets.marked("P"):
                draw_line(self.sheets, number, at, face, {"on_disc": PAPER}, "centre")
            body.paint(x + indent, y)

        return Panel(max(body.height, 5.2), paint)

    def _text(self, text: str, kind: str, width: float, where: str) -> Panel:
        return self._rows(self.typesetter.rows(text, self._faces[kind], width, where))

    def _rows(self, rows: Sequence[Row], kind: ElementKind = "P") -> Panel:
        def paint(x: float, y: float) -> None:
            with self.sheets.marked(kind):
                for row in rows:
                    for span in row.spans:
                        at = (x + span.x, y + row.baseline)
                        text = span.text
                        if span.align == "left":
                            text = spaced(text, self.typesetter.fonts.lang)
                        draw_line(self.sheets, text, at, span.face, self.inks, span.align)
                    y += row.height

        for row in rows:
            for span in row.spans:
                self.pictures.setter.check(span.face.role, span.text, "learn")
        return Panel(sum(row.height for row in rows), paint)

    def _picture(self, shown: Shown, width: float, height: float, alt: str = "") -> Panel:
        """Set a picture; `alt` says what it shows, by default the page's title."""
        alt = alt or self._title

        def paint(x: float, y: float) -> None:
            with self.sheets.marked("Figure", alt):
                self.pictures.draw(shown, Rect(x, y, width, height))

        return Panel(height, paint)

    def _described(self, part: LearnPart) -> str:
        """Return the words next to a picture, which say what it shows."""
        return self._worded(part.head or part.text) if part.head or part.text else ""

    def _box(self, box: Rect) -> None:
        shape = Shape(
            rounded(0.2, 0.2, box.width - 0.4, box.height - 0.4, 1.8),
            self.inks["pale"],
            Stroke(self.inks["rule"], 0.25),
        )
        with self.sheets.moved((box.x, box.y)):
            drawing = Drawing((0, 0, box.width, box.height), (shape,))
            self.sheets.picture(drawing, f"box.{box.width:.2f}.{box.height:.2f}")


def _stack(panels: Sequence[Panel], gap: float) -> Panel:
    """Put panels below each other."""
    height = sum(panel.height for panel in panels) + gap * max(len(panels) - 1, 0)

    def paint(x: float, y: float) -> None:
        for panel in panels:
            panel.paint(x, y)
            y += panel.height + gap

    return Panel(height, paint)


def _side_by_side(panels: Sequence[Panel], step: float) -> Panel:
    """Put panels next to each other, their left edges `step` apart."""

    def paint(x: float, y: float) -> None:
        for n, panel in enumerate(panels):
            panel.paint(x + n * step, y)

    return Panel(max((panel.height for panel in panels), default=0.0), paint)
