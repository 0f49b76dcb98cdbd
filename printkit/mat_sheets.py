"""A mat as one large sheet, or as tiles with an assembly page; PDF and manifest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import printkit
from printkit.canvas import Sheets, write_whole
from printkit.data import choose
from printkit.drawing import BLACK, Cmyk
from printkit.errors import UsageError
from printkit.fonts import LANGUAGES, Fonts
from printkit.furniture import draw_ruler
from printkit.geometry import Rect, Size, Spot
from printkit.imposition import Mark
from printkit.mat_picture import inks_of, mat_picture
from printkit.mats import MatCell, MatPlan, load_mat, mat_names, mat_tags
from printkit.papers import paper
from printkit.setting import Setter
from printkit.tags import SaltBook, symbol_of
from printkit.template import Style
from printkit.text import break_lines
from printkit.tiling import Tile, tiles
from printkit.words import word
from rules import Catalog, Manifest, Mat, Sheet, Tag, dump_manifest, load_catalog, parse_manifest

__all__ = ["MatJob", "PrintedMat", "print_mat"]

_MARGIN = 10.0
_DASH = 2.0
_SQUARE = 100.0


@dataclass(frozen=True, slots=True)
class MatJob:
    """What is asked for; `paper` "sheet" is one large sheet, else the paper of the tiles."""

    game: str
    mat: str = ""
    paper: str = "sheet"
    overlap: float = 10.0
    lang: str = "en"
    style: Style = "full"
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class PrintedMat:
    """What was written."""

    pdf: Path
    manifest: Path
    mat: str
    pages: int
    paper: str
    cells: int


def print_mat(job: MatJob) -> PrintedMat:
    """Write the PDF and its manifest; raises `PrintError` or the errors of `rules`."""
    catalog = load_catalog(job.game)
    names = mat_names(job.game)
    if not names:
        raise UsageError(f"{job.game} has no mat: its cards are played on a bare table")
    lang = choose("language", job.lang, LANGUAGES)
    plan = load_mat(job.game, job.mat or names[0])
    run = _Run(catalog, plan, Fonts(lang), job.style, _tags(catalog, plan))
    run.check()
    if job.paper == "sheet":
        paper_name, sheets = plan.paper, run.one_sheet()
    else:
        paper_name, size = paper(job.paper)
        sheets = run.tiled(size, job.overlap)
    stem = "-".join(
        [job.game, "mat", plan.name, lang]
        + ([paper_name] if job.paper != "sheet" else [])
        + ([job.style] if job.style != "full" else [])
    )
    pdf, written = job.out / f"{stem}.pdf", job.out / f"{stem}.manifest.json"
    owners = {seat: owner for owner, seat in catalog.owners.items()}
    mat = Mat(
        plan.name,
        plan.version,
        plan.size.width,
        plan.size.height,
        plan.manifest_cells(owners),
        plan.manifest_fiducials(run.tags),
        tuple(sheets),
    )
    manifest = Manifest(
        game=catalog.slug,
        tool=f"printkit {printkit.__version__}",
        pdf=pdf.name,
        template=f"{catalog.slug}/mat-{plan.name}@{plan.version}",
        symbol=symbol_of(plan.marks[0]),
        lang=lang,
        paper=paper_name,
        card_width_mm=plan.card.width,
        card_height_mm=plan.card.height,
        mats=(mat,),
    )
    text = dump_manifest(manifest)
    parse_manifest(text, written.name)
    write_whole({pdf: run.sheets.data(), written: text.encode("utf-8")})
    return PrintedMat(pdf, written, plan.name, run.sheets.pages, paper_name, len(plan.cells))


def _tags(catalog: Catalog, plan: MatPlan) -> list[Tag]:
    """This mat's tags out of those of all mats, salted in the order every run uses."""
    salted = SaltBook().assign_all(mat_tags(catalog))
    names = mat_names(catalog.slug)
    corners = len(plan.marks)
    start = names.index(plan.name) * corners
    return salted[start : start + corners]


@dataclass
class _Run:
    catalog: Catalog
    plan: MatPlan
    fonts: Fonts
    style: Style
    tags: list[Tag]
    sheets: Sheets = field(init=False)

    def __post_init__(self) -> None:
        names = self.catalog.names
        title = f"{names[self.fonts.lang]} · {word('mat', self.fonts.lang)} {self.plan.name}"
        self.sheets = Sheets(title, self.fonts)
        self.picture = mat_picture(self.plan, self.style)

    def check(self) -> None:
        """Every text's glyphs, before anything is drawn."""
        setter = Setter(self.fonts)
        for key in ("deck", "discard", "control", "assembly", "actual_size", "glue", "cut"):
            setter.check("text", word(key, self.fonts.lang), f"mat: {key}")
        setter.check("name", self._title(), "mat: title")
        setter.finish()

    def one_sheet(self) -> list[Sheet]:
        """The mat on one page of its own size."""
        size = self.plan.size
        whole = Rect(0, 0, size.width, size.height)
        with self.sheets.page(size, whole, whole):
            self._draw_mat(whole, 0, 0)
        return [Sheet(1, 0, 0, size.width, size.height, 0, 0)]

    def tiled(self, page: Size, overlap: float) -> list[Sheet]:
        """An assembly page, then one page a tile."""
        listed = []
        found, page = self._best_tiles(page, overlap)
        self._assembly_page(page, found)
        for tile in found:
            shown = tile.shown
            x, y = (page.width - shown.width) / 2, (page.height - shown.height) / 2
            area = Rect(x, y, shown.width, shown.height)
            with self.sheets.page(page, area, area):
                self._draw_mat(shown, x, y)
                self._tile_marks(tile, area, overlap)
            listed.append(
                Sheet(self.sheets.pages, shown.x, shown.y, shown.width, shown.height, x, y)
            )
        return listed

    def _best_tiles(self, page: Size, overlap: float) -> tuple[list[Tile], Size]:
        """The page upright or on its side, whichever needs fewer tiles."""
        plan = self.plan
        grid = (
            [plan.field.x + n * plan.card.width for n in range(plan.columns + 1)],
            [plan.field.y + n * plan.card.height for n in range(plan.rows + 1)],
        )
        marks = [panel.outer.grown(*(4.0,) * 4) for panel in plan.marks]
        ways = []
        for size in (page, Size(page.height, page.width)):
            room = Size(size.width - 2 * _MARGIN, size.height - 2 * _MARGIN)
            if overlap < 0 or min(room.width, room.height) <= 2 * overlap:
                raise UsageError(f"an overlap of {overlap:g} mm does not suit this paper: use 5–20")
            ways.append((tiles(plan.size, room, overlap, grid, marks), size))
        return min(ways, key=lambda way: len(way[0]))

    def _draw_mat(self, shown: Rect, x: float, y: float) -> None:
        """The part `shown` of the mat with its top left at (x, y) of the page."""
        size = self.plan.size
        spot = Spot(Rect(x - shown.x, y - shown.y, size.width, size.height))
        with self.sheets.face(spot, Rect(x, y, shown.width, shown.height)):
            self.sheets.picture(self.picture, "mat")
            for panel, tag in zip(self.plan.marks, self.tags, strict=True):
                self.sheets.tag(panel, str(tag))
            self._labels()

    # Texts of the mat.

    def _title(self) -> str:
        return self.catalog.names[self.fonts.lang].upper()

    def _labels(self) -> None:
        plan, ink = self.plan, inks_of(self.style).text
        f = plan.field
        for n, column in enumerate("abcdefghijklmnopqrstuvwxyz"[: plan.columns]):
            x = f.x + (n + 0.5) * plan.card.width
            self._upright(column, x, f.bottom + 13.4, "strong", 16, ink)
            self._turned(column, x, f.y - 13.4, "strong", 16, ink)
        for n in range(plan.rows):
            middle = f.bottom - (n + 0.5) * plan.card.height
            self._upright(str(n + 1), f.x - 13, middle + 2, "strong", 16, ink)
            self._turned(str(n + 1), f.right + 13, middle - 2, "strong", 16, ink)
        self._both_ways(
            self._title(), plan.size.width / 2, plan.size.height - 22, "name", 34, ink
        )
        for cell in plan.cells:
            if cell.kind != "field" and cell.seat == "A":
                self._both_ways(
                    self._place_name(cell), cell.rect.centre[0], cell.rect.bottom + 6.6,
                    "strong", 14, ink,
                )
        self._south_edge(ink)

    def _place_name(self, cell: MatCell) -> str:
        return word(cell.kind, self.fonts.lang)

    def _both_ways(
        self, text: str, x: float, baseline: float, role: str, size: float, ink: Cmyk
    ) -> None:
        """The text as A reads it, and turned by half a turn at B's place for it."""
        self._upright(text, x, baseline, role, size, ink)
        self._turned(text, *self.plan.opposite((x, baseline)), role, size, ink)

    def _upright(
        self, text: str, x: float, baseline: float, role: str, size: float, ink: Cmyk
    ) -> None:
        self.sheets.text(text, x, baseline, role=role, size=size, colour=ink, align="centre")

    def _turned(
        self, text: str, x: float, baseline: float, role: str, size: float, ink: Cmyk
    ) -> None:
        self.sheets.text(
            text, x, baseline, role=role, size=size, colour=ink, align="centre", turn=180
        )

    def _south_edge(self, ink: Cmyk) -> None:
        """The 100 mm ruler and the mat's name and version."""
        plan, lang = self.plan, self.fonts.lang
        x, y = plan.size.width / 2, plan.size.height - 12.5
        draw_ruler(self.sheets, x - 50, y, ink, 0.25)
        note = f"100 mm · {word('mat', lang)} {self.catalog.prefix} {plan.name} · t{plan.version}"
        self.sheets.text(note, x, y + 4, role="text", size=8, colour=ink, align="centre")

    # Tiles.

    def _tile_marks(self, tile: Tile, area: Rect, overlap: float) -> None:
        """Cut marks at the edges that are cut, glue marks at the strips, name and neighbours."""
        lang, sheets = self.fonts.lang, self.sheets
        left, top = tile.column > 0, tile.row > 0
        cuts: list[Mark] = []
        if left:
            cuts += _dashes(area.x, area.y - 8, area.y, upright=True)
            cuts += _dashes(area.x, area.bottom, area.bottom + 8, upright=True)
        if top:
            cuts += _dashes(area.y, area.x - 8, area.x, upright=False)
            cuts += _dashes(area.y, area.right, area.right + 8, upright=False)
        sheets.lines(cuts, width=0.25)
        strips = _strip_marks(tile, area, overlap)
        sheets.lines(strips, width=0.25)
        middle_x, middle_y = area.centre
        size = 8.0
        notes = [(tile.name, area.x + 2, area.y - 3, 14.0, "left")]
        if left:
            notes.append((word('cut', lang), area.x + 14, area.y - 3, size, "left"))
        if tile.has_right:
            name = Tile(tile.column + 1, tile.row, area, False, False).name
            text = f"{word('glue', lang)} → {name}"
            notes.append((text, area.right - 2, area.y - 3, size, "right"))
        if tile.has_below:
            name = Tile(tile.column, tile.row + 1, area, False, False).name
            notes.append((f"{word('glue', lang)} ↓ {name}", middle_x, area.bottom + 5, size, "centre"))
        for text, x, y, points, align in notes:
            sheets.text(text, x, y, role="strong", size=points, align=align)  # type: ignore[arg-type]

    def _assembly_page(self, page: Size, found: Sequence[Tile]) -> None:
        """Page map, instructions, and a square of 100 mm to check the scale."""
        sheets, lang = self.sheets, self.fonts.lang
        inner = Rect(0, 0, page.width, page.height).grown(*(-_MARGIN,) * 4)
        with sheets.page(page, inner, inner):
            title = f"{self._title()} · {self.plan.name}"
            sheets.text(title, inner.x, inner.y + 8, role="name", size=18)
            y = inner.y + 16
            for line in self._wrapped(word("assembly", lang), inner.width, 9):
                sheets.text(line, inner.x, y, role="text", size=9)
                y += 4.6
            self._check_square(inner, y)
            self._page_map(page, inner, found, y)

    def _wrapped(self, text: str, width: float, size: float) -> list[str]:
        lines = break_lines(text, width, lambda part: self.fonts.width("text", part, size))
        return lines or [text]

    def _check_square(self, inner: Rect, top: float) -> None:
        """A square of exactly 100 mm."""
        x, y = inner.x, top + 4
        corners = [(x, y), (x + _SQUARE, y), (x + _SQUARE, y + _SQUARE), (x, y + _SQUARE), (x, y)]
        self.sheets.lines(
            [Mark(*a, *b) for a, b in zip(corners, corners[1:], strict=False)], width=0.25
        )
        middle = x + _SQUARE / 2, y + _SQUARE / 2 + 1.5
        self.sheets.text("100 × 100 mm", *middle, role="strong", size=11, align="centre")

    def _page_map(self, page: Size, inner: Rect, found: Sequence[Tile], top: float) -> None:
        """The mat in small, with the tiles' borders and names; beside or below the square."""
        wide = page.width > page.height
        x = inner.x + (_SQUARE + 10 if wide else 0)
        y = top + 4 + (0 if wide else _SQUARE + 10)
        size = self.plan.size
        scale = min((inner.right - x) / size.width, (inner.bottom - y) / size.height)
        for cell in self.plan.cells:
            r = cell.rect
            self._outline(Rect(x + r.x * scale, y + r.y * scale, r.width * scale, r.height * scale),
                          0.15, Cmyk(0, 0, 0, 40))
        for panel in self.plan.marks:
            r = panel.outer
            self.sheets.fill(
                Rect(x + r.x * scale, y + r.y * scale, r.width * scale, r.height * scale), BLACK
            )
        far = {tile.name: tile for tile in found}
        for tile in found:
            right = far.get(Tile(tile.column + 1, tile.row, tile.shown, False, False).name)
            below = far.get(Tile(tile.column, tile.row + 1, tile.shown, False, False).name)
            s = tile.shown
            end_x = right.shown.x if right else size.width
            end_y = below.shown.y if below else size.height
            box = Rect(x + s.x * scale, y + s.y * scale, (end_x - s.x) * scale, (end_y - s.y) * scale)
            self._outline(box, 0.5, BLACK)
            cx, cy = box.centre
            self.sheets.text(tile.name, cx, cy + 2, role="strong", size=14, align="centre")

    def _outline(self, r: Rect, width: float, ink: Cmyk) -> None:
        corners = [(r.x, r.y), (r.right, r.y), (r.right, r.bottom), (r.x, r.bottom), (r.x, r.y)]
        self.sheets.lines(
            [Mark(*a, *b) for a, b in zip(corners, corners[1:], strict=False)], ink, width
        )


def _dashes(at: float, start: float, end: float, *, upright: bool) -> list[Mark]:
    """A dashed line at x (or y) `at`."""
    found = []
    while start < end:
        stop = min(start + _DASH, end)
        found.append(Mark(at, start, at, stop) if upright else Mark(start, at, stop, at))
        start += 2 * _DASH
    return found


def _strip_marks(tile: Tile, area: Rect, overlap: float) -> list[Mark]:
    """Ticks outside the area where the neighbour's cut edge is to lie."""
    marks = []
    if tile.has_right:
        x = area.right - overlap
        marks += [Mark(x, area.y - 4, x, area.y), Mark(x, area.bottom, x, area.bottom + 4)]
    if tile.has_below:
        y = area.bottom - overlap
        marks += [Mark(area.x - 4, y, area.x, y), Mark(area.right, y, area.right + 4, y)]
    return marks
