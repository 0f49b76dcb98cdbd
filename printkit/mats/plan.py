"""A mat as a value: its cells, places and fiducials; `mats` reads it from a file.

Mat coordinates are in mm from the mat's top left as the first seat (south) sees it, y down. Turns
are in degrees, clockwise as seen from above.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from printkit.pdf.geometry import Point, Rect, Size
from printkit.pdf.tags import TagPanel
from rules import Cell, Tag
from rules.records.manifest import Fiducial


@dataclass(frozen=True, slots=True)
class MatCell:
    """A cell of the field or a place outside it; `kind` is the kind of cards or pieces there.

    `turn` is the rotation of an upright card there, as the first seat sees it.
    """

    id: str
    kind: str
    outline: tuple[Point, ...]
    centre: Point
    seat: str = ""
    turn: float = 0

    def scaled(self, scale: float) -> MatCell:
        """Return the cell as scaled with its mat."""
        outline = tuple((x * scale, y * scale) for x, y in self.outline)
        centre = self.centre[0] * scale, self.centre[1] * scale
        return replace(self, outline=outline, centre=centre)

    @property
    def rect(self) -> Rect:
        """The axis-aligned bounding box of the outline."""
        return Rect.around(self.outline)


@dataclass(frozen=True, slots=True)
class MatPlan:
    """A mat with all its places; `marks` are the framed fiducials, clockwise from top left.

    `columns` and `rows` are 0 if the mat has no grid.
    """

    slug: str
    name: str
    version: int
    paper: str
    size: Size
    card: Size
    columns: int
    rows: int
    cells: tuple[MatCell, ...]
    marks: tuple[TagPanel, ...]

    @property
    def field(self) -> Rect:
        """The grid, centred on the sheet."""
        width, height = self.columns * self.card.width, self.rows * self.card.height
        return Rect((self.size.width - width) / 2, (self.size.height - height) / 2, width, height)

    def cell(self, identity: str) -> MatCell:
        """Return the cell with this id; raise `KeyError` if there is none."""
        return {cell.id: cell for cell in self.cells}[identity]

    def opposite(self, point: Point) -> Point:
        """Return a point's position after half a turn of the mat."""
        return self.size.width - point[0], self.size.height - point[1]

    def scaled(self, scale: float) -> MatPlan:
        """Return the mat with its cells, fiducials and cards scaled."""
        if scale == 1:
            return self
        width, height = self.size.scaled(scale).width, self.size.scaled(scale).height
        return replace(
            self,
            paper=f"{width:g}x{height:g}",
            size=Size(width, height),
            card=self.card.scaled(scale),
            cells=tuple(cell.scaled(scale) for cell in self.cells),
            marks=tuple(panel.scaled(scale) for panel in self.marks),
        )

    def seams(self) -> tuple[list[float], list[float]]:
        """Return x and y of the least harmful cuts: the grid's lines, or else the cells' edges."""
        if self.columns:
            field, card = self.field, self.card
            return (
                [field.x + n * card.width for n in range(self.columns + 1)],
                [field.y + n * card.height for n in range(self.rows + 1)],
            )
        boxes = [cell.rect for cell in self.cells]
        return (
            sorted({x for box in boxes for x in (box.x, box.right)}),
            sorted({y for box in boxes for y in (box.y, box.bottom)}),
        )

    def manifest_cells(
        self, owners: Mapping[str, str], seat_turns: Mapping[str, int]
    ) -> tuple[Cell, ...]:
        """Return the cells for the manifest; `owners` maps a seat to its owner.

        A `MatCell`'s turn is as drawn and includes the turn of its seat, which `seat_turns` gives.
        In the manifest, a cell's turn is relative to its seat (0 for upright cards, wherever their
        owner sits).
        """
        found = []
        for cell in self.cells:
            turn, owner = cell.turn - seat_turns.get(cell.seat, 0), owners.get(cell.seat, "")
            found.append(Cell(cell.id, *cell.centre, cell.outline, round(turn) % 360, owner))
        return tuple(found)

    def manifest_fiducials(self, tags: list[Tag]) -> tuple[Fiducial, ...]:
        """Return the fiducials for the manifest."""
        return tuple(
            Fiducial(str(tag), *panel.square.centre, panel.symbol)
            for tag, panel in zip(tags, self.marks, strict=True)
        )
