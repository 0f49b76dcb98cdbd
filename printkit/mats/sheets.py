"""Printing of a mat and its manifest, as one large sheet or as tiles with an assembly page."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from printkit.data.toml_source import choose, file_name
from printkit.errors import UsageError
from printkit.mats.mat import (
    MatPlan,
    load_mat,
    mat_names,
    mat_setup,
    mat_tags,
    table_form,
    usual_mat,
)
from printkit.mats.ready_mat import mat_art
from printkit.mats.tiles import best_tiles, draw_assembly_page, draw_tile_marks
from printkit.mats.walls import draw_walls
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import Drawing, Node
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import BLEED, FaceSpot, Rect, Size
from printkit.pdf.output import write_printed
from printkit.pdf.tags import SaltBook, symbol_of
from printkit.sheets.page_marks import draw_ruler
from printkit.sheets.papers import SMALL, paper, paper_names
from printkit.template.card_template import Dress, check_printable, drawn_as
from printkit.template.words import file_subject, mat_title, part_name
from printkit.typeset.label import Label
from printkit.typeset.setting import Setter
from rules import Catalog, Manifest, Mat, Message, Tag, load_catalog, load_game
from rules.messages.message import Fact
from rules.records.manifest import Sheet
from rules.version import __version__

SHEET = "sheet"
"""The value of `paper` that means one large sheet."""
OVERLAP = 10.0
"""Default overlap of tiles, in mm."""


@dataclass(frozen=True, slots=True)
class MatJob:
    """A request for a mat; `paper` is "sheet" for one large sheet, or the paper for tiles."""

    game: str
    mat: str = ""
    paper: str = "sheet"
    overlap: float = OVERLAP
    lang: str = "en"
    style: Dress = "full"
    out: Path = Path("out")
    small: bool = False
    maze: str = ""


@dataclass(frozen=True, slots=True)
class PrintedMat:
    """The written files and their summary."""

    pdf: Path
    manifest: Path
    pages: int
    mat: str
    paper: str
    cells: int
    summary: Message
    """The summary shown to users."""


def print_mat(job: MatJob) -> PrintedMat:
    """Write the PDF and its manifest; raise `PrintError` or `RulesError` if that fails."""
    catalog = load_catalog(job.game)
    check_printable(catalog)
    names = mat_names(job.game)
    if not names:
        raise UsageError("print.no_mats", game=catalog.names)
    lang = choose("language", job.lang, LANGUAGES)
    asked = choose("paper", job.paper, [SHEET, *paper_names()])
    scale = SMALL if job.small else 1.0
    drawn = load_mat(job.game, job.mat or usual_mat(job.game))
    plan = drawn.scaled(scale)
    fonts = Fonts(lang, slug=catalog.slug)
    paper_name, size = (plan.paper, None) if asked == SHEET else paper(asked)
    run = _MatRun(catalog, plan, fonts, job.style, _tags(catalog, plan), drawn, scale, paper_name)
    run.check()
    run.draw_maze(job.maze)
    sheets = run.one_sheet() if size is None else run.tiled(size, job.overlap)
    stem = "-".join(
        [job.game, "mat", plan.name, lang]
        + ([paper_name] if asked != SHEET else [])
        + ([f"overlap{job.overlap:g}"] if asked != SHEET and job.overlap != OVERLAP else [])
        + ([job.style] if job.style != "full" else [])
        + (["small"] if job.small else [])
        + (["maze", file_name(job.maze)] if job.maze else [])
    )
    form = table_form(catalog.slug, plan.name)
    owners = {seat: owner for owner, seat in catalog.owners.items()}
    mat = Mat(
        plan.name,
        plan.version,
        plan.size.width,
        plan.size.height,
        plan.manifest_cells(owners, form.seat_turns if form else {}),
        plan.manifest_fiducials(run.tags),
        tuple(sheets),
        job.maze,
    )
    manifest = Manifest(
        game=catalog.slug,
        tool=f"printkit {__version__}",
        pdf=f"{stem}.pdf",
        template=f"{catalog.slug}/mat-{plan.name}@{plan.version}",
        symbol=symbol_of(plan.marks[0]),
        lang=lang,
        paper=paper_name,
        scale=scale,
        card_width_mm=plan.card.width,
        card_height_mm=plan.card.height,
        mats=(mat,),
    )
    pdf, written = write_printed(job.out, manifest, run.sheets.data())
    pages = run.sheets.pages
    summary = run.summary(paper_name if asked != SHEET else "")
    return PrintedMat(pdf, written, pages, plan.name, paper_name, len(plan.cells), summary)


def _tags(catalog: Catalog, plan: MatPlan) -> list[Tag]:
    """Return the tags of one mat; salts are chosen for all mats of the game in a fixed order."""
    salted = SaltBook().assign_all(mat_tags(catalog))
    names = mat_names(catalog.slug)
    corners = len(plan.marks)
    start = names.index(plan.name) * corners
    return salted[start : start + corners]


@dataclass
class _MatRun:
    catalog: Catalog
    plan: MatPlan
    fonts: Fonts
    style: Dress
    tags: list[Tag]
    drawn: MatPlan
    """The mat at full size, for which its art is drawn."""
    scale: float
    paper: str
    sheets: Sheets = field(init=False)

    def __post_init__(self) -> None:
        names = self.catalog.names
        self.title = mat_title(self.plan.slug, self.plan.name, self.fonts.lang)
        title = f"{names[self.fonts.lang]} · {self.title}"
        lang = self.fonts.lang
        self.sheets = Sheets(
            title,
            self.fonts,
            mono=self.style == "bw",
            sealed=True,
            subject=file_subject(part_name("sheet_mat"), self.paper, lang),
            author=self.catalog.author,
        )
        self.art = mat_art(self.drawn, drawn_as(self.style), self.fonts, names[lang])

    def check(self) -> None:
        """Check that the fonts have all needed glyphs, before the first page is drawn."""
        setter = Setter(self.fonts)
        for key in ("assembly", "actual_size", "glue", "cut"):
            setter.check("text", Message(f"sheet.{key}").render(self.fonts.lang), f"mat: {key}")
        setter.check("name", f"{self.catalog.names[self.fonts.lang]} · {self.title}", "mat: title")
        setter.check("text", self._footer(1), "mat: footer")
        for label in self.art.labels:
            setter.check(label.role, label.text, f"mat: {label.text}")
        setter.finish()

    def draw_maze(self, seed: str) -> None:
        """Draw the maze for a seed. Raises `UsageError` if the mat has no mazes."""
        size = self.drawn.size
        box = (-BLEED, -BLEED, size.width + BLEED, size.height + BLEED)
        self.maze = Drawing(box, tuple(self._walls(seed)) if seed else ())

    def _walls(self, seed: str) -> Iterator[Node]:
        slug, art = self.plan.slug, self.art.walls
        setup = mat_setup(slug, self.plan.name)
        if art is None or setup is None:
            raise UsageError("print.no_maze", game=slug)
        try:
            walls = load_game(slug).walls(setup, seed)
        except ValueError as error:
            raise UsageError("print.bad_maze", seed=seed, why=str(error)) from error
        yield from draw_walls(art, walls)

    def one_sheet(self) -> list[Sheet]:
        """Draw the mat on one page of the mat's size."""
        size = self.plan.size
        whole = Rect(0, 0, size.width, size.height)
        with self.sheets.page(size, whole, whole):
            self._draw_mat(whole, 0, 0)
        return [Sheet(1, 0, 0, size.width, size.height, 0, 0)]

    def tiled(self, page: Size, overlap: float) -> list[Sheet]:
        """Draw an assembly page, then one page per tile."""
        found, page = best_tiles(self.plan, page, overlap)
        title = f"{self.catalog.names[self.fonts.lang]} · {self.title}"
        draw_assembly_page(self.sheets, self.plan, title, page, found)
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
        page = Message("sheet.page", n=self.sheets.pages + 1, of=pages).render(lang)
        name = f"{self.catalog.names[lang]} · {self.title}"
        return f"{name} · {page} · {plan.name} t{plan.version}"

    def _note(self) -> str:
        """Return the note below the ruler: the ruler's length, the mat and its version."""
        plan = self.plan
        return f"100 mm · {self.title} · {self.catalog.prefix} {plan.name} t{plan.version}"

    def summary(self, paper: str) -> Message:
        """Return the summary shown to users; `paper` is the paper for tiles, "" for one sheet."""
        size, pages, name = self.plan.size, self.sheets.pages, self.plan.name
        title = {lang: mat_title(self.catalog.slug, name, lang) for lang in LANGUAGES}
        names: dict[str, Fact] = {"mat": title, "name": name}
        if paper:
            tiles = pages - 1
            return Message("sheet.told_mat_tiles", tiles=tiles, pages=pages, paper=paper, **names)
        width, height = f"{size.width:.0f}", f"{size.height:.0f}"
        return Message("sheet.told_mat_sheet", width=width, height=height, **names)

    def _draw_mat(self, shown: Rect, x: float, y: float) -> None:
        """Draw the part `shown` of the mat, with its top left at (x, y) on the page."""
        size = self.plan.size
        spot = FaceSpot(Rect(x - shown.x, y - shown.y, size.width, size.height))
        clip = Rect(x, y, shown.width, shown.height)
        with self.sheets.face(spot, clip, self.scale):
            self.sheets.form(self.art.ground, "mat", self.art.form)
            if self.maze.nodes:
                self.sheets.picture(self.maze, "maze")
            for panel, tag in zip(self.drawn.marks, self.tags, strict=True):
                self.sheets.tag(panel, str(tag))
            for label in self.art.labels:
                label.write(self.sheets)
        (left, top), ink = self.art.ruler, self.art.ink
        middle, top = (left + 50) * self.scale, top * self.scale
        with self.sheets.face(spot, clip):  # the ruler is 100 mm long at every scale
            draw_ruler(self.sheets, middle - 50, top, ink, 0.25)
            note = Label(self._note(), middle, top + 4 * self.scale, "text", 8 * self.scale, ink)
            note.write(self.sheets)
