"""Registration marks by which a cut machine finds a printed sheet, in mm with y down.

Marks are printed with the cards, in one pass: a sheet fed twice is placed differently each time.
All marks are within two bands along the left and right edges. Cards and their bleed keep clear of
these bands (`band`), because a machine mistakes dark ink near a mark for the mark. A machine
follows its own paths, so such sheets have no crop marks.
"""

from functools import cache
from typing import Literal

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Strict, choose, read_toml
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import BLACK
from printkit.pdf.geometry import Mark, Rect, Size


class Machine(Strict):
    """A cut machine's registration marks: a filled square and two corners; lengths in mm."""

    version: int = Field(ge=1)
    title: str
    marks: Literal["square-and-corners", "none"]
    inset: float = Field(ge=0)
    length: float = Field(ge=0)
    thickness: float = Field(ge=0)
    square: float = Field(ge=0)
    clear: float = Field(ge=0)
    facts: str
    read: str = Field(pattern=r"^\d{4}-\d{2}$")


class _Machines(Strict):
    machine: dict[str, Machine]


@cache
def machines() -> dict[str, Machine]:
    """Return every machine by its name."""
    return read_toml(TEMPLATES / "sheets" / "machines.toml", _Machines).machine


def load_machine(name: str) -> tuple[str, Machine]:
    """Return a machine and its exact name; raise `UsageError` with a near match if unknown."""
    known = choose("machine", name, machines())
    return known, machines()[known]


def marks(machine: Machine, paper: Size) -> tuple[tuple[Rect, ...], tuple[Mark, ...]]:
    """Return the machine's filled squares, and the centre lines of its strokes."""
    if machine.marks == "none":
        return (), ()
    near, far_x, far_y = machine.inset, paper.width - machine.inset, paper.height - machine.inset
    strokes = (
        Mark(far_x - machine.length, near, far_x, near),
        Mark(far_x, near, far_x, near + machine.length),
        Mark(near, far_y - machine.length, near, far_y),
        Mark(near, far_y, near + machine.length, far_y),
    )
    return (Rect(near, near, machine.square, machine.square),), strokes


def band(machine: Machine, bleed: float) -> float:
    """Return the minimum distance of trims from the left and right edges of a sheet."""
    if machine.marks == "none":
        return 0.0
    return machine.inset + max(machine.square, machine.length) + machine.clear + bleed


def draw_marks(sheets: Sheets, machine: Machine, paper: Size) -> None:
    """Draw the marks on the current page."""
    squares, strokes = marks(machine, paper)
    for box in squares:
        sheets.fill(box, BLACK)
    sheets.lines(strokes, BLACK, machine.thickness)
