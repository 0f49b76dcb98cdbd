"""A mat's geometry, from `templates/<slug>/mat-*.toml`: cells, places, fiducials; no PDF here.

Coordinates are those of `mat_plan`. A mat is built of a grid (columns are letters from the first
seat's left, row 1 is the nearest to it, that is at the bottom), of zones (boxes, which may be
repeated for the seat opposite by half a turn about the mat's centre) and of single cells (a turned
box, or any outline). Which cells a mat must have says the game's table form (`rules`,
`Game.table`).
"""

from __future__ import annotations

import math
import string
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from statistics import mean
from typing import Self

from pydantic import Field, model_validator

from printkit.anchors import Box
from printkit.data import Key, Strict, choose, game_folder, read_toml
from printkit.geometry import Point, Rect, Size
from printkit.mat_plan import MatCell, MatPlan
from printkit.papers import paper
from printkit.parts import Pair
from printkit.plan import stable_number
from printkit.spoken import spoken
from printkit.tags import Panel
from rules import (
    Catalog,
    DataError,
    Setup,
    TableForm,
    Tag,
    TagKind,
    load_catalog,
    load_game,
)

__all__ = [
    "ALL_MATS",
    "MatCell",
    "MatPlan",
    "load_mat",
    "mat_names",
    "mat_tags",
    "table_form",
    "usual_mat",
]


class _Mat(Strict):
    name: str
    version: int = Field(ge=1)
    paper: str = ""
    size: Pair | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if bool(self.paper) == bool(self.size):
            msg = 'give either a paper ("A2") or a size ([width, height] in mm)'
            raise ValueError(msg)
        return self

    def sheet(self) -> tuple[str, Size]:
        """The paper's name, or the size in words, and the size."""
        if self.size is None:
            return paper(self.paper)
        width, height = self.size
        return f"{width:g}x{height:g}", Size(width, height)


class _Card(Strict):
    width: float = Field(gt=0)
    height: float = Field(gt=0)


class _Grid(Strict):
    columns: int = Field(ge=1, le=26)
    rows: int = Field(ge=1, le=99)


class _Fiducial(Strict):
    side: float = Field(ge=25)
    inset: float = Field(ge=4)


class _Place(Strict):
    id: str
    kind: str = ""
    seat: str = ""
    turn: float = 0


class _Zone(_Place):
    box: Box
    mirror: str = ""


class _Cell(_Place):
    at: Pair | None = None
    size: Pair | None = None
    outline: list[Pair] = Field(default_factory=list)

    @model_validator(mode="after")
    def _has_a_place(self) -> Self:
        if len(self.outline) < 3 and (self.at is None or self.size is None):
            msg = "give at = [x, y] with size = [width, height], or an outline of three points"
            raise ValueError(msg)
        return self


class _MatFile(Strict):
    mat: _Mat
    card: _Card
    fiducial: _Fiducial
    grid: _Grid | None = None
    zone: list[_Zone] = Field(default_factory=list)
    cell: list[_Cell] = Field(default_factory=list)

    def faults(self) -> list[tuple[Key, str]]:
        """Places that do not lie on the sheet, and ids that are given twice."""
        _, size = self.mat.sheet()
        sheet = Rect(0, 0, size.width, size.height)
        text = spoken("off_sheet", size=f"{size.width:g} × {size.height:g}")
        found: list[tuple[Key, str]] = [
            (("zone", n, "box"), text)
            for n, zone in enumerate(self.zone)
            if not sheet.holds(Rect(*zone.box))
        ]
        cells = [_cell(entry, Size(self.card.width, self.card.height)) for entry in self.cell]
        found += [(("cell", n), text) for n, c in enumerate(cells) if not sheet.holds(c.rect)]
        seen: set[str] = set()
        for key, ids in (("zone", [z.id for z in self.zone]), ("cell", [c.id for c in self.cell])):
            for n, identity in enumerate(ids):
                if identity in seen:
                    found.append(((key, n, "id"), spoken("repeats", value=repr(identity))))
                seen.add(identity)
        return found


ALL_MATS = "all"
"""Asks for each mat of a game."""


def mat_names(slug: str) -> list[str]:
    """The mats of a game by name."""
    found = game_folder(slug).glob("mat-*.toml")
    return sorted(path.stem.removeprefix("mat-") for path in found)


def usual_mat(catalog: Catalog) -> str:
    """The mat of the game's default radius, else its first; none if it has none."""
    names = mat_names(catalog.slug)
    radius = catalog.settings["radius"].default if "radius" in catalog.settings else None
    fitting = [name for name in names if radius and name.endswith(f"-{radius}")]
    return next(iter([*fitting, *names]), "")


@cache
def load_mat(slug: str, name: str) -> MatPlan:
    """A mat's places; raises `UsageError` for an unknown one, `TemplateFaults`."""
    name = choose("mat", name, mat_names(slug))
    data = read_toml(game_folder(slug) / f"mat-{name}.toml", _MatFile)
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
        card=Size(data.card.width, data.card.height),
        columns=data.grid.columns if data.grid else 0,
        rows=data.grid.rows if data.grid else 0,
        cells=(),
        marks=tuple(Panel.whole(x, y, side) for x, y in corners),
    )
    zones = [cell for zone in data.zone for cell in _zone_cells(plan, zone)]
    cells = [_cell(entry, plan.card) for entry in data.cell]
    return replace(plan, cells=(*_grid_cells(plan), *zones, *cells))


def _grid_cells(plan: MatPlan) -> list[MatCell]:
    field, card = plan.field, plan.card
    return [
        _boxed(
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


def _boxed(identity: str, kind: str, box: Rect, seat: str = "", turn: float = 0) -> MatCell:
    corners = (
        (box.x, box.y),
        (box.right, box.y),
        (box.right, box.bottom),
        (box.x, box.bottom),
    )
    return MatCell(identity, kind, corners, box.centre, seat, turn)


def _zone_cells(plan: MatPlan, zone: _Zone) -> list[MatCell]:
    """The zone, and its twin for the seat opposite if it has one."""
    own = Rect(*zone.box)
    cells = [_boxed(zone.id, zone.kind, own, zone.seat, zone.turn)]
    if zone.mirror:
        x, y = plan.opposite((own.right, own.bottom))
        box = Rect(x, y, own.width, own.height)
        identity = zone.mirror + zone.id.removeprefix(zone.seat)
        cells.append(_boxed(identity, zone.kind, box, zone.mirror, (zone.turn + 180) % 360))
    return cells


def _cell(entry: _Cell, card: Size) -> MatCell:
    if entry.at is not None:
        centre = (entry.at[0], entry.at[1])
    else:
        centre = (mean(p[0] for p in entry.outline), mean(p[1] for p in entry.outline))
    outline = tuple((p[0], p[1]) for p in entry.outline)
    if not outline:
        width, height = entry.size or (card.width, card.height)
        outline = _turned_box(centre, Size(width, height), entry.turn)
    return MatCell(entry.id, entry.kind, outline, centre, entry.seat, entry.turn)


def _turned_box(centre: Point, size: Size, turn: float) -> tuple[Point, ...]:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half_x, half_y = size.width / 2, size.height / 2
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return tuple((centre[0] + c * x - s * y, centre[1] + s * x + c * y) for x, y in corners)


def table_form(slug: str, mat: str) -> TableForm | None:
    """How the game lies on this mat: its form under the first setting that asks for the mat."""
    game = load_game(slug)
    for setup in _setups(slug):
        try:
            form = game.table(setup)
        except DataError:  # a value that does not go with the other defaults
            continue
        if form.mat == mat:
            return form
    return None


def _setups(slug: str) -> Iterator[Setup]:
    """The default settings, then each of them changed to each of its other values."""
    yield Setup(slug)
    for name, spec in load_catalog(slug).settings.items():
        values = map(str, range(spec.minimum, spec.maximum + 1)) if spec.integer else spec.values
        for value in values:
            yield Setup(slug, settings={name: value})


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
