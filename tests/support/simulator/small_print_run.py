"""A small print run made by hand: eight cards with backs, a mat, and their manifests."""

from __future__ import annotations

from pathlib import Path

import qrcode
from reportlab.lib.colors import black, white
from reportlab.pdfgen.canvas import Canvas

from rules import Cell, Manifest, Mat, PrintedCard, Tag, TagKind, dump_manifest, format_tag
from rules.records.manifest import Fiducial, Sheet, Spot, Symbol, TagSquare

MM = 72 / 25.4
MASK = 2
SQUARE = TagSquare(3.5 + 2 + 1.524, 57 + 2 + 1.524, 16.0)


def tag_of(number: int, kind: TagKind = TagKind.CARD) -> str:
    return format_tag(Tag("Y", 1, kind, number, 0 if kind is TagKind.FIDUCIAL else 1, number % 30))


def draw_tag(canvas: Canvas, text: str, x: float, y: float, size: float, page_h: float) -> None:
    """Draw a symbol with quiet zone and black frame, its top left at (x, y) mm."""
    module = size / 21
    code = qrcode.QRCode(1, qrcode.constants.ERROR_CORRECT_H, 1, 0, mask_pattern=MASK)
    code.add_data(text)
    code.make(fit=False)

    def box(bx: float, by: float, side: float, colour: object) -> None:
        canvas.setFillColor(colour)
        canvas.rect(bx * MM, (page_h - by - side) * MM, side * MM, side * MM, stroke=0, fill=1)

    quiet = 2 * module
    box(x - quiet - 2, y - quiet - 2, size + 2 * quiet + 4, black)
    box(x - quiet, y - quiet, size + 2 * quiet, white)
    for row, line in enumerate(code.get_matrix()):
        for column, dark in enumerate(line):
            if dark:
                box(x + column * module, y + row * module, module, black)


def print_cards(folder: Path, count: int = 8, *, turn: int = 0) -> Path:
    """Write a PDF of `count` cards, fronts then backs; return the manifest's path."""
    canvas = Canvas(str(folder / "cards.pdf"), pagesize=(300 * MM, 220 * MM), invariant=1)
    cards = []
    for side in (0, 1):
        for i in range(count):
            w, h = (54.0, 90.0) if turn % 180 == 0 else (90.0, 54.0)
            x, y = 10 + (i % 4) * (w + 3), 10 + (i // 4) * (h + 3)
            canvas.saveState()
            canvas.translate((x + w / 2) * MM, (220 - y - h / 2) * MM)
            canvas.rotate(-turn)
            canvas.translate(-27 * MM, -45 * MM)
            canvas.setFillColorRGB(*((0.95, 0.88, 0.7) if side == 0 else (0.1, 0.15, 0.4)))
            canvas.rect(0, 0, 54 * MM, 90 * MM, stroke=0, fill=1)
            if side == 0:
                canvas.setFillColorRGB(0.7, 0.1, 0.1)
                canvas.rect(5 * MM, 70 * MM, 15 * MM, 15 * MM, stroke=0, fill=1)  # top left
                draw_tag(canvas, tag_of(i), SQUARE.x_mm, SQUARE.y_mm, 16.0, 90.0)
            canvas.restoreState()
            if side == 0:
                spots = [Spot(page, x, y, w, h, turn) for page in (1, 2)]
                owner = "sun" if i % 2 == 0 else "moon"
                cards.append(
                    PrintedCard(tag_of(i), f"y{i + 1:02}", 1, owner, spots[0], SQUARE, spots[1])
                )
        canvas.showPage()
    canvas.save()
    manifest = Manifest(
        game="yggdrasil",
        tool="test",
        pdf="cards.pdf",
        template="test/card@1",
        symbol=Symbol(MASK),
        cards=tuple(cards),
    )
    path = folder / "cards.manifest.json"
    path.write_text(dump_manifest(manifest), encoding="utf-8")
    return path


def print_mat(folder: Path, width: float = 420.0, height: float = 594.0, *, tiles: int = 1) -> Path:
    """Write a mat with four fiducials and a 4 x 5 grid, cut into `tiles` pages, left to right."""
    canvas = Canvas(str(folder / "mat.pdf"), pagesize=(width * MM, height * MM), invariant=1)
    left, top = (width - 216) / 2, (height - 450) / 2
    cells = []
    for c in range(4):
        for r in range(5):
            x, y = left + 54 * c, top + 90 * (4 - r)
            outline = ((x, y), (x + 54, y), (x + 54, y + 90), (x, y + 90))
            cells.append(Cell(f"{'abcd'[c]}{r + 1}", x + 27, y + 45, outline))
    marks = [
        Fiducial(tag_of(i, TagKind.FIDUCIAL), x, y, 25.0)
        for i, (x, y) in enumerate(
            [(24, 24), (width - 24, 24), (width - 24, height - 24), (24, height - 24)]
        )
    ]
    sheets = []
    for tile in range(tiles):
        share = width / tiles
        sheets.append(Sheet(tile + 1, tile * share, 0, share, height, 0, 0))
        canvas.saveState()
        canvas.translate(-tile * share * MM, 0)
        canvas.setFillColorRGB(0.18, 0.23, 0.21)
        canvas.rect(0, 0, width * MM, height * MM, stroke=0, fill=1)
        canvas.setStrokeColorRGB(0.78, 0.65, 0.35)
        for cell in cells:
            x, y = cell.outline_mm[0]
            canvas.rect(x * MM, (height - y - 90) * MM, 54 * MM, 90 * MM)
        for mark in marks:
            draw_tag(canvas, mark.tag, mark.x_mm - 12.5, mark.y_mm - 12.5, 25.0, height)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    mat = Mat("4x5", 1, width, height, tuple(cells), tuple(marks), tuple(sheets))
    manifest = Manifest(
        game="yggdrasil",
        tool="test",
        pdf="mat.pdf",
        template="test/mat@1",
        symbol=Symbol(MASK),
        mats=(mat,),
    )
    path = folder / "mat.manifest.json"
    path.write_text(dump_manifest(manifest), encoding="utf-8")
    return path
