"""Table geometry: the mat's zones, and the placement of cards on cells.

The coordinates are those of `companion.readings`: millimetres, y down, degrees clockwise, 0 =
upright for the first seat. A card *leans* if its centre is so far from its cell's centre that it
extends into the next cell. It is *crooked* if its angle is more than `TOLERANCE_DEG` from a
quarter turn. Both limits have hysteresis: a card beyond a limit has to return to slightly within
it, so that a card at the limit does not flicker.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.readings import Face, Reading
from rules import Mat, Seat, TableForm, Zone

TOLERANCE_DEG = 25.0
"""Maximum angle from a quarter turn at which a card counts as straight."""
CENTRED_SHARE = 0.3
"""Maximum distance from the cell's centre at which a card is in the cell, relative to its size."""
REACH_MM = 20.0
"""Maximum distance beyond the mat's edge at which a card's centre counts as on the mat."""
_BACK_DEG = 4.0
_BACK_SHARE = 0.04


def distance_mm(one: Reading, other: Reading) -> float | None:
    """Return the distance between two cards' centres, or None without a mat."""
    if one.x_mm is None or one.y_mm is None or other.x_mm is None or other.y_mm is None:
        return None
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """The properties that must agree from frame to frame before a reading counts.

    `quarter` is the nearest quarter turn clockwise as seen from above (0 = upright for the first
    seat); `leans` is the neighbouring cell into which the card extends, or "" if none.
    """

    tag: str
    face: Face
    quarter: int = 0
    crooked: bool = False
    leans: str = ""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A reading and its placement."""

    reading: Reading
    placement: Placement


@dataclass(frozen=True, slots=True)
class TableGeometry:
    """A game's table form and its printed mat (None if the geometry is unknown)."""

    form: TableForm
    mat: Mat | None = None
    zones: Mapping[str, Zone] = field(init=False)
    _sizes: Mapping[str, tuple[float, float, float, float, int]] = field(init=False)

    def __post_init__(self) -> None:
        """Index zones and cell boxes (centre x and y, width, height, turn)."""
        object.__setattr__(self, "zones", {z.cell: z for z in self.form.zones})
        sizes = {}
        for cell in self.mat.cells if self.mat else ():
            xs = [x for x, _ in cell.outline_mm] or [cell.x_mm]
            ys = [y for _, y in cell.outline_mm] or [cell.y_mm]
            box = (cell.x_mm, cell.y_mm, max(xs) - min(xs), max(ys) - min(ys), cell.turn)
            sizes[cell.id] = box
        object.__setattr__(self, "_sizes", sizes)

    def is_tracked(self, cell: str) -> bool:
        """Return True if the referee compares this cell with the state."""
        zone = self.zones.get(cell)
        return zone is not None and zone.tracked

    @property
    def dice_zones(self) -> dict[str, tuple[str, ...]]:
        """The kinds of dice thrown in each zone for dice."""
        return {zone.cell: zone.dice for zone in self.form.zones if zone.dice}

    def is_control_zone(self, cell: str) -> bool:
        """Return True for a seat's control zone, where cards are commands."""
        zone = self.zones.get(cell)
        return zone is not None and bool(zone.owner) and cell == f"{zone.owner}.control"

    def is_loose(self, cell: str) -> bool:
        """Return True if cards here are not compared with the state and are not commands."""
        return not (self.is_tracked(cell) or self.is_control_zone(cell))

    def _turns(self, cell: str | None) -> bool:
        """Return True if a card's orientation on this cell matters."""
        zone = self.zones.get(cell or "")
        return zone is None or zone.oriented

    def placement(self, reading: Reading, previous: Placement | None = None) -> Placement:
        """Return a card's placement, with hysteresis from `previous`, its last placement here."""
        degrees = (reading.rotation_deg or 0.0) % 360 if self._turns(reading.cell) else 0.0
        quarter = round(degrees / 90) % 4
        off = abs((degrees - 90 * quarter + 180) % 360 - 180)
        last = previous if previous is not None and previous.tag == reading.tag else None
        limit = TOLERANCE_DEG - (_BACK_DEG if last is not None and last.crooked else 0)
        share = CENTRED_SHARE - (_BACK_SHARE if last is not None and last.leans else 0)
        leans = self._leans(reading, share)
        return Placement(reading.tag, reading.face, quarter, off > limit, leans)

    def _leans(self, reading: Reading, share: float) -> str:
        """Return the cell that a card leans into, or "" if none."""
        box = self._sizes.get(reading.cell or "")
        if box is None or reading.x_mm is None or reading.y_mm is None:
            return ""
        x, y, width, height, _ = box
        dx, dy = reading.x_mm - x, reading.y_mm - y
        over_x = abs(dx) / width if width else 0.0
        over_y = abs(dy) / height if height else 0.0
        if max(over_x, over_y) <= share:
            return ""
        if over_x >= over_y:
            return self._at(x + math.copysign(width, dx), y)
        return self._at(x, y + math.copysign(height, dy))

    def _at(self, x: float, y: float) -> str:
        """Return the tracked cell whose box contains a point, or "" if there is none."""
        for cell, (cx, cy, width, height, _) in self._sizes.items():
            if self.is_tracked(cell) and abs(x - cx) < width / 2 and abs(y - cy) < height / 2:
                return cell
        return ""

    def touches_mat(self, reading: Reading) -> bool:
        """Return True if a card that is in no cell overlaps the mat."""
        if self.mat is None or reading.x_mm is None or reading.y_mm is None:
            return False
        across = abs(reading.x_mm - self.mat.width_mm / 2) - self.mat.width_mm / 2
        along = abs(reading.y_mm - self.mat.height_mm / 2) - self.mat.height_mm / 2
        return max(across, along) < REACH_MM

    def owner(self, reading: Reading, placement: Placement) -> Seat:
        """Return a card's seat: by its printed colour, or else by its zone or orientation."""
        if reading.owner in self.form.owners:
            return self.form.owners[reading.owner]
        zone = self.zones.get(reading.cell or "")
        if self.form.owners and zone is not None and not zone.owner:
            return ""  # where cards have their seats' colours, a card without one has no owner
        if not self._turns(reading.cell):
            return self.zones[reading.cell or ""].owner or next(iter(self.form.seat_turns), "")
        turn = self._cell_turn(reading.cell or "")
        for seat, degrees in self.form.seat_turns.items():
            if round((degrees + turn) / 90) % 4 == placement.quarter:
                return seat
        return next(iter(self.form.seat_turns), "")

    def turn(self, reading: Reading, placement: Placement, owner: Seat) -> int:
        """Return the quarter turns clockwise from upright for `owner`, or 0 if irrelevant."""
        if not self._turns(reading.cell):
            return 0
        upright = self.form.seat_turns.get(owner, 0) + self._cell_turn(reading.cell or "")
        return (placement.quarter - round(upright / 90)) % 4

    def _cell_turn(self, cell: str) -> int:
        """Return the turn of a cell."""
        return self._sizes[cell][4] if cell in self._sizes else 0
