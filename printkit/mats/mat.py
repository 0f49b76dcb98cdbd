"""A mat's geometry, from `templates/<slug>/mat-*.toml`: cells, places and fiducials.

Coordinates are defined in `plan`. A mat consists of a grid, zones and single cells. The grid's
columns have letters from the first seat's left; row 1 is nearest to that seat, at the bottom. A
zone is a box, which may be repeated for the opposite seat by half a turn about the mat's centre. A
single cell is a turned box or a polygon. The game's table form (`Rules.table` in `rules`) defines
the required cells.
"""

import math
import string
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from statistics import mean
from typing import Self

from pydantic import Field, model_validator

from printkit.data.toml_source import Key, Strict, choose, game_folder, read_toml, repeated
from printkit.mats.plan import MatCell, MatPlan
from printkit.pdf.geometry import HEXAGON, Point, Rect, Size, hexagon, hexagons
from printkit.pdf.tags import TagPanel, stable_number
from printkit.sheets.papers import paper
from printkit.template.anchors import Box
from printkit.template.parts import Pair
from rules import (
    Catalog,
    DataError,
    Message,
    Setup,
    TableForm,
    Tag,
    TagKind,
    game_slugs,
    load_catalog,
    load_game,
)
from rules.messages.message import Text


class MatHead(Strict):
    """A mat: name, version and sheet."""

    name: str
    """The mat's name, as in `--mat NAME`."""
    version: int = Field(ge=1)
    """The mat's version. Raise it when places move."""
    paper: str = ""
    """The sheet's name, such as `A2`; alternatively, give `size`."""
    size: Pair | None = None
    """Width and height of a sheet that has no name."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if bool(self.paper) == bool(self.size):
            raise ValueError(Message("print.sheet_or_size"))
        return self

    def sheet(self) -> tuple[str, Size]:
        """Return the paper's name (or its size as text) and its size."""
        if self.size is None:
            return paper(self.paper)
        width, height = self.size
        return f"{width:g}x{height:g}", Size(width, height)


class CardSize(Strict):
    """Size of the cards played on a mat."""

    width: float = Field(gt=0)
    """Width of the cards, in mm."""
    height: float = Field(gt=0)
    """Height of the cards, in mm."""

    @property
    def trim(self) -> Size:
        """The trim as a size."""
        return Size(self.width, self.height)


class GridSize(Strict):
    """Columns and rows of a grid mat."""

    columns: int = Field(ge=1, le=26)
    """Number of columns, which are lettered from the first seat's left."""
    rows: int = Field(ge=1, le=99)
    """Number of rows; row 1 is nearest to the first seat."""


class HexagonGrid(GridSize):
    """Hexagonal cells in columns, of which every second is half a cell nearer to the far side."""

    width: float = Field(gt=0)
    """Width of a cell from corner to corner, in mm."""


class CornerMark(Strict):
    """Corner marks of a mat; lengths are in mm."""

    side: float = Field(ge=25)
    """Side of a corner mark."""
    inset: float = Field(ge=4)
    """Distance of a corner mark from the sheet's edges."""


class MatPlace(Strict):
    """A place on a mat: identifier, kind, seat and turn."""

    id: str
    """The place's identifier in the rules and the log."""
    kind: str = ""
    """Kind of card or piece for this place; its label is `zone_KIND` in `words.toml`."""
    seat: str = ""
    """Seat of the place's owner."""
    turn: float = 0
    """Clockwise rotation of a card in this place, in degrees."""


class MatZone(MatPlace):
    """A rectangular place, optionally mirrored for the opposite seat."""

    box: Box
    """Left, top, width, height on the sheet."""
    mirror: str = ""
    """The opposite seat, which gets the same place turned by 180°."""

    def cells(self, plan: MatPlan) -> Iterator[MatCell]:
        """Yield the zone's cell, and its mirrored cell for the opposite seat if there is one."""
        own = Rect(*self.box)
        yield boxed(self.id, self.kind, own, self.seat, self.turn)
        if self.mirror:
            x, y = plan.opposite((own.right, own.bottom))
            box = Rect(x, y, own.width, own.height)
            identity = self.mirror + self.id.removeprefix(self.seat)
            yield boxed(identity, self.kind, box, self.mirror, (self.turn + 180) % 360)


class FreePlace(MatPlace):
    """A place defined by its centre and size, or by its corners."""

    at: Pair | None = None
    """Centre of the place."""
    size: Pair | None = None
    """Width and height of the place."""
    outline: list[Pair] = Field(default_factory=list)
    """Corners of the place, if it is not a rectangle."""

    @model_validator(mode="after")
    def _has_a_place(self) -> Self:
        if len(self.outline) < 3 and (self.at is None or self.size is None):
            raise ValueError(Message("print.placeless_cell"))
        return self

    def cell(self, card: Size) -> MatCell:
        """Return the place as a cell; its default size is that of `card`."""
        if self.at is not None:
            centre = (self.at[0], self.at[1])
        else:
            centre = (mean(p[0] for p in self.outline), mean(p[1] for p in self.outline))
        outline = tuple((p[0], p[1]) for p in self.outline)
        if not outline:
            width, height = self.size or (card.width, card.height)
            outline = _turned_box(centre, Size(width, height), self.turn)
        return MatCell(self.id, self.kind, outline, centre, self.seat, self.turn)


class MatFile(Strict):
    """A whole mat file; coordinates are in mm from the sheet's top left."""

    mat: MatHead
    """Name, version and sheet."""
    card: CardSize
    """The cards played on the mat."""
    fiducial: CornerMark
    """The four corner marks."""
    grid: GridSize | None = None
    """Cells in columns and rows."""
    hexagons: HexagonGrid | None = None
    """Hexagonal cells in columns and rows, in the middle of the sheet."""
    zone: list[MatZone] = Field(default_factory=list)
    """Places for piles, hands, dice and control cards."""
    cell: list[FreePlace] = Field(default_factory=list)
    """Places of the playing field outside the grid."""

    def faults(self) -> list[tuple[Key, Text]]:
        """Return faults of places that are off the sheet or have a duplicate id."""
        _, size = self.mat.sheet()
        sheet = Rect(0, 0, size.width, size.height)
        text = Message("print.off_sheet", size=f"{size.width:g} × {size.height:g}")
        found: list[tuple[Key, Text]] = [
            (("zone", n, "box"), text)
            for n, zone in enumerate(self.zone)
            if not sheet.holds(Rect(*zone.box))
        ]
        if self.grid and self.hexagons:
            found.append((("hexagons",), Message("print.two_grids")))
        if self.hexagons and not all(sheet.holds(c.rect) for c in hexagonal(self.hexagons, size)):
            found.append((("hexagons", "width"), text))
        cells = [spot.cell(self.card.trim) for spot in self.cell]
        found += [(("cell", n), text) for n, c in enumerate(cells) if not sheet.holds(c.rect)]
        places: dict[Key, str] = {("zone", n, "id"): z.id for n, z in enumerate(self.zone)}
        places |= {("cell", n, "id"): cell.id for n, cell in enumerate(self.cell)}
        return [*found, *repeated(places)]


def boxed(identity: str, kind: str, box: Rect, seat: str = "", turn: float = 0) -> MatCell:
    """Return a place whose outline is `box`."""
    return MatCell(identity, kind, box.corners, box.centre, seat, turn)


def _turned_box(centre: Point, size: Size, turn: float) -> tuple[Point, ...]:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half_x, half_y = size.width / 2, size.height / 2
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return tuple((centre[0] + c * x - s * y, centre[1] + s * x + c * y) for x, y in corners)


def hexagonal(grid: HexagonGrid, sheet: Size) -> list[MatCell]:
    """Return the cells of a grid of hexagons, centred on a sheet; row 1 is the lowest."""
    size, height = hexagons(grid.columns, grid.rows, grid.width), grid.width * HEXAGON
    left, bottom = (sheet.width - size.width) / 2, (sheet.height + size.height) / 2
    found = []
    for row in range(1, grid.rows + 1):
        for column, letter in enumerate(string.ascii_lowercase[: grid.columns]):
            x = left + column * 0.75 * grid.width
            y = bottom - (row + column % 2 / 2) * height
            box = Rect(x, y, grid.width, height)
            found.append(MatCell(f"{letter}{row}", "field", hexagon(box), box.centre))
    return found


ALL_MATS = "all"
"""The name that requests every mat of a game."""


def mat_names(slug: str) -> list[str]:
    """Return the names of a game's mats."""
    found = game_folder(slug).glob("mat-*.toml")
    return sorted(path.stem.removeprefix("mat-") for path in found)


def usual_mat(slug: str) -> str:
    """Return the mat of a game's default settings, or its first mat, or "" if it has none."""
    names = mat_names(slug)
    if len(names) > 1 and slug in game_slugs():
        usual = load_game(slug).table.form(Setup(slug)).mat
        names = [name for name in names if name == usual] or names
    return next(iter(names), "")


@cache
def load_mat(slug: str, name: str) -> MatPlan:
    """Load a mat. Raises `UsageError` if it is unknown, `TemplateFaults` if it is faulty."""
    name = choose("mat", name, mat_names(slug))
    data = read_toml(game_folder(slug) / f"mat-{name}.toml", MatFile)
    paper_name, size = data.mat.sheet()
    side, inset = data.fiducial.side, data.fiducial.inset
    far_x, far_y = size.width - inset - side, size.height - inset - side
    corners = ((inset, inset), (far_x, inset), (far_x, far_y), (inset, far_y))
    plan = MatPlan(
        slug=slug,
        name=data.mat.name,
        version=data.mat.version,
        paper=paper_name,
        size=size,
        card=data.card.trim,
        columns=data.grid.columns if data.grid else 0,
        rows=data.grid.rows if data.grid else 0,
        cells=(),
        marks=tuple(TagPanel.whole(x, y, side) for x, y in corners),
    )
    zones = [cell for zone in data.zone for cell in zone.cells(plan)]
    cells = [spot.cell(plan.card) for spot in data.cell]
    grid = hexagonal(data.hexagons, size) if data.hexagons else _grid_cells(plan)
    return replace(plan, cells=(*grid, *zones, *cells))


def _grid_cells(plan: MatPlan) -> list[MatCell]:
    field, card = plan.field, plan.card

    def cell(column: int, row: int) -> Rect:
        x, y = field.x + column * card.width, field.bottom - row * card.height
        return Rect(x, y, card.width, card.height)

    return [
        boxed(f"{letter}{row}", "field", cell(column, row))
        for row in range(1, plan.rows + 1)
        for column, letter in enumerate(string.ascii_lowercase[: plan.columns])
    ]


def table_form(slug: str, mat: str) -> TableForm | None:
    """Return the table form for this mat, from the first set-up that uses the mat."""
    setup = mat_setup(slug, mat)
    return load_game(slug).table.form(setup) if setup else None


def mat_setup(slug: str, mat: str) -> Setup | None:
    """Return the first set-up that uses this mat, with at most one non-default setting."""
    game = load_game(slug)
    for setup in _setups(slug):
        try:
            form = game.table.form(setup)
        except DataError:  # a value that is incompatible with the other defaults
            continue
        if form.mat == mat:
            return setup
    return None


def _setups(slug: str) -> Iterator[Setup]:
    """Yield the default set-up, then set-ups with one setting changed to each of its values."""
    yield Setup(slug)
    for name, spec in load_catalog(slug).settings.items():
        values = map(str, range(spec.minimum, spec.maximum + 1)) if spec.integer else spec.values
        for value in values:
            yield Setup(slug, settings={name: value})


def mat_tags(catalog: Catalog) -> tuple[Tag, ...]:
    """Return the fiducials' tags of all mats of a game in a fixed order, without salts.

    A tag's deck field identifies the mat and its version. Its number identifies the corner,
    clockwise from top left.
    """
    slug = catalog.slug
    plans = [load_mat(slug, name) for name in mat_names(slug)]
    decks = [stable_number(slug, "mat", plan.name, str(plan.version)) for plan in plans]
    return tuple(
        Tag(catalog.letter, deck, TagKind.FIDUCIAL, corner)
        for plan, deck in zip(plans, decks, strict=True)
        for corner in range(len(plan.marks))
    )
