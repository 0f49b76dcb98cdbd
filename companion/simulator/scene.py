"""The simulated table as values: a mat, printed pieces, dice, and hands above them.

Pieces are in the mat's own coordinates (mm, top left as seat A sees it, y down), so a mat that is
bumped carries its cards along. The table's origin is the point at which the camera looks; a mat's
pose is the position of its centre on the table and its clockwise turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.simulator.dice import Die


@dataclass(frozen=True, slots=True)
class TablePose:
    """A position on the table (mm, y down), and a turn in degrees clockwise."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    rotation_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class PaperPiece:
    """One physical card or token; its tag identifies it, whichever side is up.

    `x_mm`, `y_mm` are its centre on the mat; `lift_mm` is its height above the table.
    """

    tag: str
    x_mm: float
    y_mm: float
    rotation_deg: float = 0.0
    face_up: bool = True
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A forearm and hand; `x_mm`, `y_mm` are the fingertips' position on the mat.

    `reach_deg` is the direction in which it points, clockwise, 0 = away from seat A; `tone` selects
    skin and sleeve. An `open` hand rests flat, otherwise the fingers pinch `carries`.
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
    """The table at one moment. `pieces` are sorted from lowest to topmost; dice are above them."""

    mat: TablePose = TablePose()
    pieces: tuple[PaperPiece, ...] = ()
    hands: tuple[Hand, ...] = ()
    dice: tuple[Die, ...] = ()
    glints: tuple[Glint, ...] = ()

    def find(self, tag: str) -> PaperPiece | None:
        """Return the piece with this tag on the table, if any."""
        return next((piece for piece in self.pieces if piece.tag == tag), None)

    def with_piece(self, piece: PaperPiece) -> Scene:
        """Return the scene with `piece` on top; it replaces a piece with the same tag."""
        kept = tuple(p for p in self.pieces if p.tag != piece.tag)
        return replace(self, pieces=(*kept, piece))

    def changed(self, piece: PaperPiece) -> Scene:
        """Return the scene with `piece` in place of the piece with the same tag."""
        pieces = tuple(piece if p.tag == piece.tag else p for p in self.pieces)
        return replace(self, pieces=pieces)

    def without(self, tag: str) -> Scene:
        """Return the scene without the piece that has this tag."""
        return replace(self, pieces=tuple(p for p in self.pieces if p.tag != tag))
