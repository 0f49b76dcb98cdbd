"""A mat's geometry, from `templates/<slug>/mat-*.toml`: cells, places, fiducials; no PDF here.

Mat coordinates: mm from the mat's top left as seat A (south) sees it, y down. Columns are letters
from A's left, row 1 is the nearest to A, that is at the bottom. What belongs to B is A's turned
by half a turn about the mat's centre.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from functools import cache

from pydantic import Field

from printkit.data import TEMPLATES, Key, Strict, choose, read_toml
from printkit.geometry import Point, Rect, Size
from printkit.papers import paper
from printkit.plan import stable_number
from printkit.tags import Panel
from printkit.template import Box
from rules import Catalog, Cell, Fiducial, Tag, TagKind

__all__ = ["MatCell", "MatPlan", "load_mat", "mat_names", "mat_tags"]


class _Mat(Strict):
    name: str
    version: int = Field(ge=1)
    paper: str
    columns: int = Field(ge=1, le=26)
    rows: int = Field(ge=1, le=99)
    roots: list[str]


class _Card(Strict):
    width: float = Field(gt=0)
    height: float = Field(gt=0)


class _Fiducial(Strict):
    side: float = Field(ge=25)
    inset: float = Field(ge=4)


class _Zone(Strict):
    id: str
    box: Box


class _MatFile(Strict):
    mat: _Mat
    card: _Card
    fiducial: _Fiducial
    zone: list[_Zone]

    def faults(self) -> list[tuple[Key, str]]:
        """Places that do not lie on the sheet."""
        _, size = paper(self.mat.paper)
        sheet = Rect(0, 0, size.width, size.height)
        return [
            (("zone", n, "box"), f"should lie on the sheet of {size.width:g} × {size.height:g}")
            for n, zone in enumerate(self.zone)
            if not sheet.holds(Rect(*zone.box))
        ]


@dataclass(frozen=True, slots=True)
class MatCell:
    """A cell of the field or a seat's place: `kind` is `field`, `deck`, `discard`, `control`."""

    id: str
    kind: str
    rect: Rect
    seat: str = ""

    @property
    def turn(self) -> int:
        """How far its owner's cards lie turned, as A sees it."""
        return 180 if self.seat == "B" else 0


@dataclass(frozen=True, slots=True)
class MatPlan:
    """A mat with all its places; `marks` are the framed fiducials, clockwise from top left."""

    name: str
    version: int
    paper: str
    size: Size
    card: Size
    columns: int
    rows: int
    roots: tuple[str, ...]
    cells: tuple[MatCell, ...]
    marks: tuple[Panel, ...]

    @property
    def field(self) -> Rect:
        """The grid, centred on the sheet."""
        width, height = self.columns * self.card.width, self.rows * self.card.height
        return Rect((self.size.width - width) / 2, (self.size.height - height) / 2, width, height)

    def cell(self, identity: str) -> MatCell:
        """A cell by its id; raises `KeyError`."""
        return {cell.id: cell for cell in self.cells}[identity]

    def opposite(self, point: Point) -> Point:
        """The point after half a turn of the mat."""
        return self.size.width - point[0], self.size.height - point[1]

    def manifest_cells(self, owners: dict[str, str]) -> tuple[Cell, ...]:
        """The cells as the manifest lists them; `owners` maps a seat to its colour."""
        found = []
        for cell in self.cells:
            r = cell.rect
            corners = ((r.x, r.y), (r.right, r.y), (r.right, r.bottom), (r.x, r.bottom))
            owner = owners.get(cell.seat, "")
            found.append(Cell(cell.id, *r.centre, corners, cell.turn, owner))
        return tuple(found)

    def manifest_fiducials(self, tags: list[Tag]) -> tuple[Fiducial, ...]:
        """The fiducials as the manifest lists them."""
        return tuple(
            Fiducial(str(tag), *panel.square.centre, panel.symbol)
            for tag, panel in zip(tags, self.marks, strict=True)
        )


def mat_names(slug: str) -> list[str]:
    """The mats of a game by name."""
    found = (TEMPLATES / slug).glob("mat-*.toml")
    return sorted(path.stem.removeprefix("mat-") for path in found)


@cache
def load_mat(slug: str, name: str) -> MatPlan:
    """A mat's places; raises `UsageError` for an unknown one, `TemplateFaults`."""
    name = choose("mat", name, mat_names(slug))
    data = read_toml(TEMPLATES / slug / f"mat-{name}.toml", _MatFile)
    paper_name, size = paper(data.mat.paper)
    side, inset = data.fiducial.side, data.fiducial.inset
    far_x, far_y = size.width - inset - side, size.height - inset - side
    corners = ((inset, inset), (far_x, inset), (far_x, far_y), (inset, far_y))
    plan = MatPlan(
        name=data.mat.name,
        version=data.mat.version,
        paper=paper_name,
        size=size,
        card=Size(data.card.width, data.card.height),
        columns=data.mat.columns,
        rows=data.mat.rows,
        roots=tuple(data.mat.roots),
        cells=(),
        marks=tuple(Panel.whole(x, y, side) for x, y in corners),
    )
    cells = (*_field_cells(plan), *_zone_cells(plan, data.zone))
    return replace(plan, cells=cells)


def _field_cells(plan: MatPlan) -> list[MatCell]:
    field, card = plan.field, plan.card
    return [
        MatCell(
            f"{letter}{row}",
            "field",
            Rect(
                field.x + column * card.width,
                field.bottom - row * card.height,
                card.width,
                card.height,
            ),
        )
        for row in range(1, plan.rows + 1)
        for column, letter in enumerate(string.ascii_lowercase[: plan.columns])
    ]


def _zone_cells(plan: MatPlan, zones: list[_Zone]) -> list[MatCell]:
    cells = []
    for zone in zones:
        own = Rect(*zone.box)
        x, y = plan.opposite((own.right, own.bottom))
        cells.append(MatCell(f"A.{zone.id}", zone.id, own, "A"))
        cells.append(MatCell(f"B.{zone.id}", zone.id, Rect(x, y, own.width, own.height), "B"))
    return cells


def mat_tags(catalog: Catalog) -> tuple[Tag, ...]:
    """The fiducials' tags, salts still to be chosen, of all mats of a game in a fixed order.

    The deck field names the mat and its version, the number the corner (clockwise from top left).
    """
    slug = catalog.slug
    found = []
    for name in mat_names(slug):
        plan = load_mat(slug, name)
        deck = stable_number(slug, "mat", plan.name, str(plan.version))
        found += [
            Tag(catalog.letter, deck, TagKind.FIDUCIAL, corner) for corner in range(len(plan.marks))
        ]
    return tuple(found)
