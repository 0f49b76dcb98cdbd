"""The simulated table as values: a mat, pieces of paper, dice, hands above them.

Pieces are in the mat's own coordinates (mm, top left as seat A sees it, y down), so a mat that is
bumped takes its cards along. The table's origin is the point the camera looks at; a mat's pose is
the place of its CENTRE on the table and its clockwise turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from companion.simulator.dice import Die


@dataclass(frozen=True, slots=True)
class TablePose:
    """A place on the table: mm, y down, and a turn in degrees clockwise."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    rotation_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class PaperPiece:
    """One physical card: its tag identifies the paper, whichever side is up.

    `x_mm`, `y_mm` are the card's centre on the mat; `lift_mm` its height above the table.
    """

    tag: str
    x_mm: float
    y_mm: float
    rotation_deg: float = 0.0
    face_up: bool = True
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A forearm and hand: `x_mm`, `y_mm` is the fingertips' place on the mat.

    `reach_deg` is the direction it points in, clockwise, 0 = away from seat A; `tone` selects skin
    and sleeve; `open` is a flat resting hand, otherwise the fingers pinch `carries`.
    """

    x_mm: float
    y_mm: float
    reach_deg: float
    tone: int = 0
    open: bool = False
    carries: PaperPiece | None = None


@dataclass(frozen=True, slots=True)
class Glint:
    """A lamp's reflection on the mat: its middle, and its extent (one sigma), mm."""

    x_mm: float
    y_mm: float
    reach_mm: float


@dataclass(frozen=True, slots=True)
class Scene:
    """One instant of the table; `pieces` from the lowest to the topmost, dice on top of them."""

    mat: TablePose = TablePose()
    pieces: tuple[PaperPiece, ...] = ()
    hands: tuple[Hand, ...] = ()
    dice: tuple[Die, ...] = ()
    glints: tuple[Glint, ...] = ()

    def find(self, tag: str) -> PaperPiece | None:
        """Return the piece with this tag on the table, if any."""
        return next((piece for piece in self.pieces if piece.tag == tag), None)

    def with_piece(self, piece: PaperPiece) -> Scene:
        """Return the scene with `piece` on top; a piece of the same tag moves there."""
        kept = tuple(p for p in self.pieces if p.tag != piece.tag)
        return replace(self, pieces=(*kept, piece))

    def without(self, tag: str) -> Scene:
        """Return the scene without the piece of this tag."""
        return replace(self, pieces=tuple(p for p in self.pieces if p.tag != tag))

    def at(self, x_mm: float, y_mm: float, radius_mm: float) -> tuple[PaperPiece, ...]:
        """Return the pieces whose centres are within `radius_mm` of a point, topmost last."""
        return tuple(
            p for p in self.pieces if math.hypot(p.x_mm - x_mm, p.y_mm - y_mm) <= radius_mm
        )
