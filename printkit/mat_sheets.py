"""A mat as one large sheet, or as tiles with an assembly page; PDF and manifest."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import printkit
from printkit.canvas import Sheets
from printkit.data import choose
from printkit.drawing import Cmyk
from printkit.errors import UsageError
from printkit.fonts import LANGUAGES, PT, Fonts
from printkit.furniture import draw_ruler
from printkit.geometry import Rect, Size, Spot
from printkit.mat_picture import inks_of, mat_picture
from printkit.mat_tiles import best_tiles, draw_assembly_page, draw_tile_marks
from printkit.mats import MatCell, MatPlan, load_mat, mat_names, mat_tags
from printkit.output import write_printed
from printkit.papers import paper, paper_names
from printkit.setting import Setter
from printkit.tags import SaltBook, symbol_of
from printkit.template import Style, check_printable
from printkit.words import word
from rules import Catalog, Manifest, Mat, Sheet, Tag, load_catalog

__all__ = ["MatJob", "PrintedMat", "print_mat"]


SHEET = "sheet"
"""The paper that is one large sheet."""
_TITLE_PT = 34.0
_TITLE_RISE = 22.0
"""From the south edge to the baseline of the name, mm."""


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
    check_printable(catalog)
    names = mat_names(job.game)
    if not names:
        raise UsageError(f"{job.game} has no mat: its cards are played on a bare table")
    lang = choose("language", job.lang, LANGUAGES)
    asked = choose("paper", job.paper, [SHEET, *paper_names()])
    plan = load_mat(job.game, job.mat or names[0])
    run = _Run(catalog, plan, Fonts(lang), job.style, _tags(catalog, plan))
    run.check()
    if asked == SHEET:
        paper_name, sheets = plan.paper, run.one_sheet()
    else:
        paper_name, size = paper(asked)
        sheets = run.tiled(size, job.overlap)
    stem = "-".join(
        [job.game, "mat", plan.name, lang]
        + ([paper_name] if asked != SHEET else [])
        + ([job.style] if job.style != "full" else [])
    )
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
        pdf=f"{stem}.pdf",
        template=f"{catalog.slug}/mat-{plan.name}@{plan.version}",
        symbol=symbol_of(plan.marks[0]),
        lang=lang,
        paper=paper_name,
        card_width_mm=plan.card.width,
        card_height_mm=plan.card.height,
        mats=(mat,),
    )
    pdf, written = write_printed(job.out, manifest, run.sheets.data())
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
        width = self.fonts.width("name", self._title(), _TITLE_PT)
        size = self.plan.size
        top = size.height - _TITLE_RISE - self.fonts.cap("name") * _TITLE_PT * PT
        name = Rect((size.width - width) / 2, top, width, size.height - _TITLE_RISE - top)
        self.picture = mat_picture(self.plan, self.style, name)

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
        found, page = best_tiles(self.plan, page, overlap)
        draw_assembly_page(self.sheets, self.plan, self._title(), page, found)
        listed = []
        for tile in found:
            shown = tile.shown
            x, y = (page.width - shown.width) / 2, (page.height - shown.height) / 2
            area = Rect(x, y, shown.width, shown.height)
            with self.sheets.page(page, area, area):
                self._draw_mat(shown, x, y)
                draw_tile_marks(self.sheets, tile, area, overlap, self._footer(len(found) + 1))
            listed.append(
                Sheet(self.sheets.pages, shown.x, shown.y, shown.width, shown.height, x, y)
            )
        return listed

    def _footer(self, pages: int) -> str:
        plan, lang = self.plan, self.fonts.lang
        page = word("page", lang, n=self.sheets.pages + 1, of=pages)
        name = f"{self.catalog.names[lang]} · {word('mat', lang)} {plan.name}"
        return f"{name} · {page} · t{plan.version}"

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
            self._title(),
            plan.size.width / 2,
            plan.size.height - _TITLE_RISE,
            "name",
            _TITLE_PT,
            ink,
        )
        for cell in plan.cells:
            if cell.kind != "field" and cell.seat == "A":
                self._both_ways(
                    self._place_name(cell),
                    cell.rect.centre[0],
                    cell.rect.bottom + 6.6,
                    "strong",
                    14,
                    ink,
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
