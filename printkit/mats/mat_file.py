"""A mat's file, `templates/<slug>/mat-*.toml`, as models, and the places of its parts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import mean
from typing import Self

from pydantic import Field, model_validator

from printkit.data.toml_source import Key, Strict
from printkit.mats.plan import MatCell, MatPlan
from printkit.pdf.geometry import Point, Rect, Size
from printkit.sheets.papers import paper
from printkit.template.anchors import Box
from printkit.template.parts import Pair
from rules import Message
from rules.messages.message import Text


class MatHead(Strict):
    """A mat: name, version and sheet."""

    name: str
    """The mat's name, as in `--mat NAME`."""
    version: int = Field(ge=1)
    """Its version: raise it when places move."""
    paper: str = ""
    """The sheet, as `A2`; or `size`."""
    size: Pair | None = None
    """Width and height of a sheet without a name."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if bool(self.paper) == bool(self.size):
            raise ValueError(Message("print.sheet_or_size"))
        return self

    def sheet(self) -> tuple[str, Size]:
        """Return the paper's name, or the size in words, and the size."""
        if self.size is None:
            return paper(self.paper)
        width, height = self.size
        return f"{width:g}x{height:g}", Size(width, height)


class CardSize(Strict):
    """Size of the cards played on a mat, mm."""

    width: float = Field(gt=0)
    """Width of the cards, mm."""
    height: float = Field(gt=0)
    """Their height."""

    @property
    def trim(self) -> Size:
        """The trim as a size."""
        return Size(self.width, self.height)


class GridSize(Strict):
    """Columns and rows of a grid mat."""

    columns: int = Field(ge=1, le=26)
    """Number of columns; lettered from the first seat's left."""
    rows: int = Field(ge=1, le=99)
    """Number of rows; 1 is nearest to the first seat."""


class CornerMark(Strict):
    """Corner marks of a mat, mm."""

    side: float = Field(ge=25)
    """Side of a corner mark."""
    inset: float = Field(ge=4)
    """Its distance from the sheet's edges."""


class MatPlace(Strict):
    """A place on a mat: identifier, kind, seat and turn."""

    id: str
    """The place's name; rules and log use it."""
    kind: str = ""
    """Kind of card or piece for this place; its word is `zone_KIND` in `words.toml`."""
    seat: str = ""
    """The owner's seat."""
    turn: float = 0
    """Rotation of a card there, clockwise."""


class MatZone(MatPlace):
    """A rectangular place, optionally mirrored for the opposite seat."""

    box: Box
    """Left, top, width, height on the sheet."""
    mirror: str = ""
    """The opposite seat, which gets the same place turned by 180°."""

    def cells(self, plan: MatPlan) -> Iterator[MatCell]:
        """Yield the zone, and its twin for the seat opposite if it has one."""
        own = Rect(*self.box)
        yield boxed(self.id, self.kind, own, self.seat, self.turn)
        if self.mirror:
            x, y = plan.opposite((own.right, own.bottom))
            box = Rect(x, y, own.width, own.height)
            identity = self.mirror + self.id.removeprefix(self.seat)
            yield boxed(identity, self.kind, box, self.mirror, (self.turn + 180) % 360)


class FreePlace(MatPlace):
    """A place given by its middle and size, or by its corners."""

    at: Pair | None = None
    """Its middle."""
    size: Pair | None = None
    """Its width and height."""
    outline: list[Pair] = Field(default_factory=list)
    """Its corners, if it is not a rectangle."""

    @model_validator(mode="after")
    def _has_a_place(self) -> Self:
        if len(self.outline) < 3 and (self.at is None or self.size is None):
            raise ValueError(Message("print.placeless_cell"))
        return self

    def cell(self, card: Size) -> MatCell:
        """Return the place itself; without a size of its own, it is as large as a card."""
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
    """A whole file; lengths are mm from the sheet's top left."""

    mat: MatHead
    """Name, version and sheet."""
    card: CardSize
    """The cards played on it."""
    fiducial: CornerMark
    """The four corner marks."""
    grid: GridSize | None = None
    """Cells in columns and rows."""
    zone: list[MatZone] = Field(default_factory=list)
    """Places for piles, hands, dice and control cards."""
    cell: list[FreePlace] = Field(default_factory=list)
    """Places of the field that are in no grid."""

    def faults(self) -> list[tuple[Key, Text]]:
        """Return places that are off the sheet, and duplicate ids."""
        _, size = self.mat.sheet()
        sheet = Rect(0, 0, size.width, size.height)
        text = Message("print.off_sheet", size=f"{size.width:g} × {size.height:g}")
        found: list[tuple[Key, Text]] = [
            (("zone", n, "box"), text)
            for n, zone in enumerate(self.zone)
            if not sheet.holds(Rect(*zone.box))
        ]
        cells = [spot.cell(self.card.trim) for spot in self.cell]
        found += [(("cell", n), text) for n, c in enumerate(cells) if not sheet.holds(c.rect)]
        seen: set[str] = set()
        for key, ids in (("zone", [z.id for z in self.zone]), ("cell", [c.id for c in self.cell])):
            for n, identity in enumerate(ids):
                if identity in seen:
                    found.append(((key, n, "id"), Message("print.repeats", value=repr(identity))))
                seen.add(identity)
        return found


def boxed(identity: str, kind: str, box: Rect, seat: str = "", turn: float = 0) -> MatCell:
    """Return a place that is a rectangle of the sheet."""
    corners = (
        (box.x, box.y),
        (box.right, box.y),
        (box.right, box.bottom),
        (box.x, box.bottom),
    )
    return MatCell(identity, kind, corners, box.centre, seat, turn)


def _turned_box(centre: Point, size: Size, turn: float) -> tuple[Point, ...]:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half_x, half_y = size.width / 2, size.height / 2
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return tuple((centre[0] + c * x - s * y, centre[1] + s * x + c * y) for x, y in corners)
