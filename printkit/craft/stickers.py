"""Sticker sheets: the tags of a deck on label paper, for existing cards.

Tags are numbered and salted as in `printkit cards`, so a deck can mix printed cards and cards with
stickers. In the manifest, a sticker's position is the rectangle of its *card*, with the tag's
square in the lower left corner, where the sticker is attached.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from math import ceil
from pathlib import Path

from pydantic import Field

from printkit.cards.decks import decks_asked
from printkit.cards.job import CardJob
from printkit.cards.plan import CardPlan, plan_cards
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.data.toml_source import TEMPLATES, Key, Strict, choose, read_toml
from printkit.errors import UsageError
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import Mark, Rect, Size
from printkit.pdf.output import write_printed
from printkit.pdf.tags import TagPanel, symbol_of
from printkit.sheets.page_marks import draw_ruler
from printkit.sheets.papers import paper
from printkit.template.words import file_subject
from printkit.typeset.setting import Setter
from rules import Message, PrintedCard
from rules.messages.message import Text
from rules.records.manifest import Spot, TagSquare

_INSET = 3.5
"""Distance of a tag's frame from a card's edges, in mm, as on printed cards."""
_GREY = Cmyk(0, 0, 0, 25)
_TEXT = 5.5
EDGE = 1.0
"""Minimum white margin around a tag's frame on a label, in mm."""
_LEAST = 12.0
"""Side of the smallest symbol that is printed, in mm; 0.57 mm per module."""


@dataclass(frozen=True, slots=True)
class StickerJob:
    """A request for stickers; `card` is the size of the existing cards in mm, as in `63x88`."""

    game: str
    deck: str = ""
    label: str = ""
    card: str = "63x88"
    lang: str = "en"
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class PrintedStickers:
    """The written files and their counts."""

    pdf: Path
    manifest: Path
    pages: int
    stickers: int
    label: str
    summary: Message


def print_stickers(job: StickerJob) -> PrintedStickers:
    """Write the PDF and its manifest; raise `PrintError` or `RulesError` if that fails."""
    if not job.game:
        raise UsageError(Message("print.stickers_game"))
    formats = label_sheets()
    name = choose("label", job.label or next(iter(formats)), formats)
    own = _size(job.card)
    asked = decks_asked(job.game, [job.deck] if job.deck else [])
    plan = plan_cards(CardJob(job.game, asked, lang=job.lang, art=False))
    run = _StickerRun(plan, formats[name], name, own)
    run.draw()
    decks = dict.fromkeys(plan.decks[owner] for owner in plan.owners)
    stem = "-".join(
        [job.game, "stickers", *decks, plan.lang, name, f"{own.width:g}x{own.height:g}"]
    )
    manifest = replace(
        plan.manifest(stem, 1.0),
        template=f"stickers/{name}@{formats[name].version}",
        symbol=symbol_of(run.panel),
        paper=formats[name].paper,
        card_width_mm=own.width,
        card_height_mm=own.height,
        cards=tuple(run.printed),
    )
    pdf, written = write_printed(job.out, manifest, run.sheets.data())
    label, count, pages = formats[name].names[0], len(run.printed), run.sheets.pages
    what, symbol = Message("sheet.craft_stickers"), f"{run.panel.symbol:.1f}"
    summary = Message(
        "sheet.told_stickers", what=what, pieces=count, symbol=symbol, sheets=pages, label=label
    )
    return PrintedStickers(pdf, written, pages, count, label, summary)


_SIDES = 30, 200
"""Minimum and maximum side of a card for stickers, in mm."""


def _size(text: str) -> Size:
    given = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)", text.strip())
    size = Size(float(given[1]), float(given[2])) if given else Size(0, 0)
    least, most = _SIDES
    if not least <= min(size.width, size.height) <= max(size.width, size.height) <= most:
        raise UsageError("print.card_size", size=text, least=str(least), most=str(most))
    return size


class _StickerRun:
    """One run, which draws stickers label by label and collects the manifest's data."""

    def __init__(self, plan: CardPlan, sheet: LabelSheet, name: str, own: Size) -> None:
        self.catalog, self.pieces, self.lang = plan.catalog, plan.pieces.cards, plan.lang
        self.sheet, self.own, self.panel, self.fonts = sheet, own, sheet.panel(), Fonts(plan.lang)
        self.printed: list[PrintedCard] = []
        stickers = Message("sheet.craft_stickers").render(self.lang)
        self.title = f"{self.catalog.names[self.lang]} · {stickers} · {name}"
        subject, author = file_subject(stickers, sheet.paper, self.lang), self.catalog.author
        self.sheets = Sheets(self.title, self.fonts, sealed=True, subject=subject, author=author)

    def draw(self) -> None:
        """Draw every page; before that, raise `MissingGlyphs` if a name cannot be typeset."""
        self._check()
        _, size = paper(self.sheet.paper)
        for start in range(0, len(self.pieces), self.sheet.per_page):
            with self.sheets.page(size):
                for n, piece in enumerate(self.pieces[start : start + self.sheet.per_page]):
                    self._sticker(piece, self.sheet.label(n))
                self._foot(size)

    def _check(self) -> None:
        setter = Setter(self.fonts)
        for piece in self.pieces:
            setter.check("text", self._name(piece), f"sticker {piece.id}")
        foot = self._foot_text() + Message("sheet.actual_size").render(self.lang)
        setter.check("text", foot, "sticker sheet")
        setter.finish()

    def _name(self, piece: PlannedPiece) -> str:
        return self.catalog.cards[piece.id].names[self.lang]

    def _sticker(self, piece: PlannedPiece, label: Rect) -> None:
        """Draw a card's tag on a label, and its name next to or below it if there is space."""
        side = self.panel.side
        wide = self.sheet.width - side >= 14
        x = label.x + EDGE if wide else label.x + (label.width - side) / 2
        above = label.y + (label.height - side) / 2
        roomy = not wide and label.height - side >= 2 * EDGE + 4
        y = label.y + EDGE if roomy else above
        panel = TagPanel(x, y, self.panel.symbol, self.panel.quiet_modules, self.panel.frame)
        self._corners(label)
        self.sheets.tag(panel, piece.tag)
        note = f"{piece.id} · {piece.copy}/{piece.copies}"
        if wide:
            self._words([self._name(piece), note], x + side + 1.5, y + 5, label.right - 1)
        elif roomy:
            self._words([f"{self._name(piece)} {note}"], label.x + 1, y + side + 3, label.right - 1)
        self._list(piece, panel.square)

    def _words(self, lines: list[str], x: float, y: float, right: float) -> None:
        for n, line in enumerate(lines):
            natural = self.fonts.width("text", line, 7.5)
            size = min(7.5, 7.5 * (right - x) / natural)
            if size >= 4.5:  # Omit a text that would be too small to read.
                self.sheets.text(line, x, y + n * 9 * PT * 1.2, role="text", size=size)

    def _corners(self, label: Rect) -> None:
        """Draw pale corners, as cut lines on a plain sheet or alignment marks on labels."""
        reach = 1.2
        marks = []
        for x, dx in ((label.x, reach), (label.right, -reach)):
            for y, dy in ((label.y, reach), (label.bottom, -reach)):
                marks += [Mark(x, y, x + dx, y), Mark(x, y, x, y + dy)]
        self.sheets.lines(marks, _GREY, 0.1)

    def _list(self, piece: PlannedPiece, square: Rect) -> None:
        """Record a sticker for the manifest, as the rectangle of its card with the tag."""
        own, rim = self.own, self.panel.frame + self.panel.quiet
        x, y = _INSET + rim, own.height - _INSET - rim - self.panel.symbol
        inside = TagSquare(x, y, self.panel.symbol)
        front = Spot(self.sheets.pages + 1, square.x - x, square.y - y, own.width, own.height)
        self.printed.append(
            PrintedCard(piece.tag, piece.id, piece.copy, piece.owner, front, inside)
        )

    def _foot_text(self) -> str:
        size = {"width": f"{self.own.width:g}", "height": f"{self.own.height:g}"}
        at = {"x": f"{_INSET:g}", "y": f"{_INSET:g}"}
        foot = Message("sheet.craft_stickers_foot", name=self.title, **at, **size)
        return foot.render(self.lang)

    def _foot(self, size: Size) -> None:
        """Draw a ruler and instructions in the bottom margin, unless it is too small."""
        last = self.sheet.label(self.sheet.per_page - 1).bottom
        if size.height - last < 9:
            return
        draw_ruler(self.sheets, 12, last + 4)
        self._line(Message("sheet.actual_size").render(self.lang), 114, last + 4, size.width - 12)
        self._line(self._foot_text(), 12, last + 6.8, size.width - 12)

    def _line(self, line: str, x: float, baseline: float, right: float) -> None:
        """Draw one line of text, reduced if it would extend beyond `right`."""
        points = min(_TEXT, _TEXT * (right - x) / self.fonts.width("text", line, _TEXT))
        self.sheets.text(line, x, baseline, role="text", size=points)


class LabelSheet(Strict):
    """A label format: labels of one size in rows and columns, in mm."""

    names: list[str]
    version: int = Field(ge=1)
    paper: str
    width: float = Field(gt=0)
    height: float = Field(gt=0)
    columns: int = Field(ge=1)
    rows: int = Field(ge=1)
    left: float = Field(ge=0)
    top: float = Field(ge=0)
    across: float = Field(gt=0)
    down: float = Field(gt=0)

    @property
    def per_page(self) -> int:
        """Number of labels on a sheet."""
        return self.columns * self.rows

    def label(self, index: int) -> Rect:
        """Return the rectangle of label `index` on a page, in reading order."""
        row, column = divmod(index, self.columns)
        return Rect(
            self.left + column * self.across, self.top + row * self.down, self.width, self.height
        )

    def panel(self) -> TagPanel:
        """Return the largest tag for a label, up to full size; raise `UsageError` if none fits."""
        whole = TagPanel(0, 0)
        side = min(whole.side, self.width - 2 * EDGE, self.height - 2 * EDGE)
        panel = TagPanel.whole(0, 0, side)
        if panel.symbol < _LEAST:
            least = ceil(_LEAST / whole.symbol * whole.side + 2 * EDGE)
            size = f"{self.width:g} × {self.height:g}"
            raise UsageError("print.small_labels", size=size, least=str(least))
        return panel


class _Labels(Strict):
    label: dict[str, LabelSheet]

    def faults(self) -> list[tuple[Key, Text]]:
        """Return faults of formats whose last label is off the paper, or whose labels overlap."""
        found: list[tuple[Key, Text]] = []
        for name, entry in self.label.items():
            _, size = paper(entry.paper)
            last = entry.label(entry.per_page - 1)
            if last.right > size.width + 0.01 or last.bottom > size.height + 0.01:
                found.append((("label", name), Message("print.label_off", paper=entry.paper)))
            if entry.across < entry.width - 1e-6 or entry.down < entry.height - 1e-6:
                found.append((("label", name), Message("print.labels_overlap")))
        return found


@cache
def label_sheets() -> dict[str, LabelSheet]:
    """Return the known label formats; raise `TemplateFaults` if their file is faulty."""
    return read_toml(TEMPLATES / "sheets" / "labels.toml", _Labels).label
