"""A rulebook's cover: the game's name, windows on its pictures, and its description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from printkit.books.rulebook.data import BookData, GameBook, Window
from printkit.cards import pictures
from printkit.errors import UsageError
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import Cmyk
from printkit.pdf.geometry import Mark, Rect, Size
from printkit.template.card_template import Style
from printkit.typeset.flow import TextStyle
from printkit.typeset.typesetter import Typesetter
from rules import Catalog

_LEAST_TITLE = 15.0
_NARROWEST = 60.0
"""Minimum width of a description that is evened, mm."""
_TITLE_DROP, _TITLE_HEIGHT = 11.0, 23.0
"""From the top of a title to its baseline, and to where the description begins, mm."""


@dataclass
class Cover:
    """The first page of a book; `pictureless` counts its missing pictures."""

    _sheets: Sheets
    _set: Typesetter
    _catalog: Catalog
    _book: BookData
    _own: GameBook
    _size: Size
    _inks: Mapping[str, Cmyk]
    _style: Style
    _description: str
    pictureless: dict[str, None] = field(default_factory=dict)

    def draw(self) -> None:
        """Draw it with its top left at the origin."""
        lang = self._sheets.fonts.lang
        margin = (self._size.width - self._own.panel[0] * self._fit()) / 2
        panel = Rect(margin, margin, *(side * self._fit() for side in self._own.panel))
        self._sheets.fill(panel, self._inks["ground"])
        self._windows(panel)
        if self._style == "ink":
            self._frame(panel)
        lead = self._book.face("lead")
        room = self._size.width - 2 * margin - 16
        lines = evened(self._set, self._description, lead, room)
        foot = self._size.height - margin - 5.5
        block = _TITLE_HEIGHT + len(lines) * lead.height
        y = panel.bottom + max(5.0, (foot - 6 - panel.bottom - block) * 0.45)
        y = self._title(y + _TITLE_DROP)
        names = self._catalog.names
        others = dict.fromkeys(name for name in names.values() if name != names[lang])
        y = self._centred([" · ".join(others)], "subtitle", y + 1.5)
        self._centred(lines, "lead", y + 5)
        words = [self._book.message("rulebook").render(lang), self._own.players.get(lang, "")]
        self._centred([" · ".join(word for word in words if word)], "label", foot)

    def _fit(self) -> float:
        """Return the scale of the cover's panel on a narrower page; 1 on A5."""
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
        canvas = self._sheets.canvas
        canvas.saveState()
        canvas.transform(scale, 0, 0, scale, x - crop.x * scale, y - crop.y * scale)
        with self._sheets.on_page(crop) as page:
            picture.place(page, 0, 0)
        canvas.restoreState()

    def _frame(self, panel: Rect) -> None:
        corners = [(panel.x, panel.y), (panel.right, panel.y)]
        corners += [(panel.right, panel.bottom), (panel.x, panel.bottom)]
        ends = [*corners[1:], corners[0]]
        marks = [Mark(*one, *other) for one, other in zip(corners, ends, strict=True)]
        self._sheets.lines(marks, self._inks["text"], 0.35)

    def _title(self, baseline: float) -> float:
        """Draw the game's name in one line, in the display face if it has the glyphs."""
        name = self._catalog.names[self._sheets.fonts.lang]
        whole = len(self._sheets.fonts.runs(self._book.face("title").role, name)) == 1
        face = self._book.face("title" if whole else "title_plain")
        room = self._size.width - 24
        width = self._set.width(name, face)
        size = max(_LEAST_TITLE, min(face.size, face.size * room / width))
        self._sheets.text(
            name,
            self._size.width / 2,
            baseline,
            role=face.role,
            size=size,
            colour=self._inks[face.ink],
            align="centre",
        )
        return baseline

    def _centred(self, lines: Sequence[str], kind: str, y: float) -> float:
        """Draw centred lines from `y` down; return the `y` below the last."""
        face = self._book.face(kind)
        for line in lines:
            y += face.height
            self._sheets.text(
                line,
                self._size.width / 2,
                y,
                role=face.role,
                size=face.size,
                colour=self._inks[face.ink],
                align="centre",
            )
        return y


def evened(setter: Typesetter, text: str, face: TextStyle, room: float) -> list[str]:
    """Break a text into the fewest lines, as even as possible, for centred setting."""
    lines = setter.lines(text, face, room, "description")
    while len(lines) > 1 and room > _NARROWEST:
        room -= 1.0
        closer = setter.lines(text, face, room, "description")
        if len(closer) > len(lines):
            break
        lines = closer
    return lines
