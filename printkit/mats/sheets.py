"""Printing of a mat and its manifest, as one large sheet or as tiles with an assembly page."""

from dataclasses import dataclass, replace
from pathlib import Path

from printkit.data.toml_source import choose, file_name
from printkit.errors import UsageError
from printkit.mats.mat import load_mat, mat_names, mat_setup, mat_tags, table_form, usual_mat
from printkit.mats.plan import MatPlan
from printkit.mats.ready_mat import MatArt, mat_art
from printkit.mats.tiles import best_tiles, draw_assembly_page, draw_tile_marks
from printkit.mats.walls import draw_walls
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import Drawing
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
    art = mat_art(drawn, drawn_as(job.style), fonts, catalog.names[lang])
    layout = _MatLayout(catalog, drawn, plan, scale, fonts, art, _tags(catalog, plan))
    _check(layout)
    layout = replace(layout, maze=_maze(layout, job.maze))
    pdf_sheets = Sheets(
        f"{catalog.names[lang]} · {layout.title}",
        fonts,
        mono=job.style == "bw",
        sealed=True,
        subject=file_subject(part_name("sheet_mat"), paper_name, lang),
        author=catalog.author,
    )
    if size is None:
        width, height = plan.size.width, plan.size.height
        with pdf_sheets.page(plan.size):
            _draw_mat(layout, pdf_sheets, Rect(0, 0, width, height), 0, 0)
        sheets = [Sheet(1, 0, 0, width, height, 0, 0)]
    else:
        sheets = _draw_tiles(layout, pdf_sheets, size, job.overlap)
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
    cells = plan.manifest_cells(owners, form.seat_turns if form else {})
    marks, extent, places = plan.manifest_fiducials(layout.tags), plan.size, tuple(sheets)
    mat = Mat(plan.name, plan.version, extent.width, extent.height, cells, marks, places, job.maze)
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
    pdf, written = write_printed(job.out, manifest, pdf_sheets.data())
    pages = pdf_sheets.pages
    summary = _summary(plan, pages, paper_name if asked != SHEET else "")
    return PrintedMat(pdf, written, pages, plan.name, paper_name, len(plan.cells), summary)


def _tags(catalog: Catalog, plan: MatPlan) -> list[Tag]:
    """Return the tags of one mat; salts are chosen for all mats of the game in a fixed order."""
    salted = SaltBook().assign_all(mat_tags(catalog))
    names = mat_names(catalog.slug)
    corners = len(plan.marks)
    start = names.index(plan.name) * corners
    return salted[start : start + corners]


@dataclass(frozen=True, slots=True)
class _MatLayout:
    """A mat with its art, ready to be drawn."""

    catalog: Catalog
    drawn: MatPlan
    """The mat at full size, for which its art is drawn."""
    plan: MatPlan
    """The mat at the size of the print."""
    scale: float
    fonts: Fonts
    art: MatArt
    tags: list[Tag]
    maze: Drawing | None = None

    @property
    def title(self) -> str:
        return mat_title(self.plan.slug, self.plan.name, self.fonts.lang)

    def footer(self, page: int, pages: int) -> str:
        lang = self.fonts.lang
        number = Message("sheet.page", n=page, of=pages).render(lang)
        name = f"{self.catalog.names[lang]} · {self.title}"
        return f"{name} · {number} · {self.plan.name} t{self.plan.version}"


def _check(layout: _MatLayout) -> None:
    """Check that the fonts have all needed glyphs, before the first page is drawn."""
    setter, lang = Setter(layout.fonts), layout.fonts.lang
    for key in ("assembly", "actual_size", "glue", "cut"):
        setter.check("text", Message(f"sheet.{key}").render(lang), f"mat: {key}")
    setter.check("name", f"{layout.catalog.names[lang]} · {layout.title}", "mat: title")
    setter.check("text", layout.footer(1, 1), "mat: footer")
    for label in layout.art.labels:
        setter.check(label.role, label.text, f"mat: {label.text}")
    setter.finish()


def _maze(layout: _MatLayout, seed: str) -> Drawing | None:
    """Draw the maze for a seed. Raises `UsageError` if the mat has no mazes."""
    if not seed:
        return None
    slug, art, size = layout.plan.slug, layout.art.walls, layout.drawn.size
    setup = mat_setup(slug, layout.plan.name)
    if art is None or setup is None:
        raise UsageError("print.no_maze", game=slug)
    try:
        walls = load_game(slug).table.walls(setup, seed)
    except ValueError as error:
        raise UsageError("print.bad_maze", seed=seed, why=str(error)) from error
    box = (-BLEED, -BLEED, size.width + BLEED, size.height + BLEED)
    return Drawing(box, tuple(draw_walls(art, walls)))


def _draw_tiles(layout: _MatLayout, sheets: Sheets, page: Size, overlap: float) -> list[Sheet]:
    """Draw an assembly page, then one page per tile."""
    found, page = best_tiles(layout.plan, page, overlap)
    title = f"{layout.catalog.names[layout.fonts.lang]} · {layout.title}"
    draw_assembly_page(sheets, layout.plan, title, page, found)
    listed = []
    for number, tile in enumerate(found, 2):
        shown = tile.shown
        x, y = (page.width - shown.width) / 2, (page.height - shown.height) / 2
        area = Rect(x, y, shown.width, shown.height)
        with sheets.page(page, area, area):
            _draw_mat(layout, sheets, shown, x, y)
            draw_tile_marks(sheets, tile, area, overlap, layout.footer(number, len(found) + 1))
        listed.append(Sheet(number, shown.x, shown.y, shown.width, shown.height, x, y))
    return listed


def _summary(plan: MatPlan, pages: int, paper: str) -> Message:
    """Return the summary shown to users; `paper` is the paper for tiles, "" for one sheet."""
    title = {lang: mat_title(plan.slug, plan.name, lang) for lang in LANGUAGES}
    names: dict[str, Fact] = {"mat": title, "name": plan.name}
    if paper:
        tiles = pages - 1
        return Message("sheet.told_mat_tiles", tiles=tiles, pages=pages, paper=paper, **names)
    width, height = f"{plan.size.width:.0f}", f"{plan.size.height:.0f}"
    return Message("sheet.told_mat_sheet", width=width, height=height, **names)


def _draw_mat(layout: _MatLayout, sheets: Sheets, shown: Rect, x: float, y: float) -> None:
    """Draw the part `shown` of the mat, with its top left at (x, y) on the page."""
    plan, art, scale = layout.plan, layout.art, layout.scale
    spot = FaceSpot(Rect(x - shown.x, y - shown.y, plan.size.width, plan.size.height))
    clip = Rect(x, y, shown.width, shown.height)
    with sheets.face(spot, clip, scale):
        sheets.form(art.ground, "mat", art.form)
        if layout.maze and layout.maze.nodes:
            sheets.picture(layout.maze, "maze")
        for panel, tag in zip(layout.drawn.marks, layout.tags, strict=True):
            sheets.tag(panel, str(tag))
        for label in art.labels:
            label.write(sheets)
    middle, top = (art.ruler[0] + 50) * scale, art.ruler[1] * scale
    note = f"100 mm · {layout.title} · {layout.catalog.prefix} {plan.name} t{plan.version}"
    with sheets.face(spot, clip):  # the ruler is 100 mm long at every scale
        draw_ruler(sheets, middle - 50, top, art.ink, 0.25)
        Label(note, middle, top + 4 * scale, "text", 8 * scale, art.ink).write(sheets)
