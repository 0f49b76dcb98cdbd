"""The pieces of a drawn table: where they are, and how players placed them.

Every piece (a printed card or token) is in one of four places:

  stage    on the mat, on a cell's pile or loose     hands    in a seat's hand
  box      unused                                    carried  dragged over the table

A carried piece, with hand and arm, hides everything below it, and is not on any cell.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

import numpy as np

from companion.simulator.card_supply import open_stock
from companion.simulator.dice import Die
from companion.simulator.scene import Hand, PaperPiece, Scene
from companion.simulator.spread import small_pieces
from companion.simulator.stage import HandMove, Stage
from rules import Cell, Facing, Layout, Mat, PrintedCard, Seat, Setup, TableForm, Zone


@dataclass(frozen=True, slots=True)
class Posture:
    """A piece's target placement: its seat, its quarter turns, its upper side."""

    seat: Seat = ""
    turn: int = 0
    up: bool = True


@dataclass(slots=True)
class Carried:
    """A carried piece, and its origin: a seat's hand, a cell, a spot, or the box."""

    tag: str
    hand: Hand
    seat: Seat = ""
    cell: str = ""
    spot: PaperPiece | None = None
    moved_s: float = 0.0

    @property
    def piece(self) -> PaperPiece:
        """The piece itself."""
        return cast("PaperPiece", self.hand.carries)


@dataclass(slots=True)
class PieceMemory:
    """The way in which players placed the pieces, by tag.

    `held`: the seat from whose hand a card was placed. `taken`: the cell from which a face-down
    card came to a hand, the latest last. `seen`: the seat to whose hand a face-up card came.
    """

    postures: dict[str, Posture] = field(default_factory=dict)
    held: dict[str, Seat] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    seen: dict[str, Seat] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Beginning:
    """The start of a match: its setup, the table form, the mat, the dealt layout, the print."""

    setup: Setup
    form: TableForm
    mat: Mat
    layout: Layout
    cards: Sequence[PrintedCard]


class TablePieces:
    """The pieces of one table."""

    def __init__(self, begun: Beginning, rng: np.random.Generator) -> None:
        """Start with an empty mat and all pieces in hands or the box."""
        self.begun, self.form = begun, begun.form
        form, small = begun.form, small_pieces(begun.cards)
        self.stock = open_stock(begun.cards, form.owners, begun.setup, begun.layout)
        self.stage = Stage(begun.mat, form.seat_turns, rng, small, aligned=True)
        self.memory = PieceMemory()
        self.carried: Carried | None = None
        self.dice: dict[str, Die] = {}
        self.seats = list(form.seat_turns)
        self.zones = {zone.cell: zone for zone in form.zones}
        self.backs: set[str] = set()
        """Cells with a face-down pile; layouts omit an exhausted one."""
        self.loose = [zone for zone in form.zones if zone.pile and not zone.tracked]
        self.fans = _fans(begun.mat, self.zones)
        self.trays = [zone.cell for zone in form.zones if "d6" in zone.dice]
        self.stock.deal(self.seats)

    def set_up(self, rng: random.Random) -> None:
        """Clear the table, and lay out the beginning with shuffled cards."""
        begun, cells = self.begun, {cell.id for cell in self.begun.mat.cells}
        self.stage.scene, self.stage.piles = Scene(), {}
        self.memory, self.carried, self.dice = PieceMemory(), None, {}
        self.stock = open_stock(begun.cards, self.form.owners, begun.setup, begun.layout)
        for tag, cell, placed in self.stock.lay_out(rng, cells, self.seats):
            up = placed.facing is Facing.UP
            self.place(tag, cell, Posture(placed.owner, placed.turn, up))

    def gather(self) -> None:
        """Move pieces that are on no cell to a hand or the box."""
        for piece in self.stage.scene.pieces:
            if self.stage.place_of(piece.tag) is None:
                self.stage.lift(piece.tag)
                self.stock.home(piece.tag, self.posture(piece.tag).seat or self.seats[0])

    def tags(self) -> list[str]:
        """Return the tags of every piece that takes part; a carried piece is omitted."""
        held = [tag for hand in self.stock.hands.values() for tag in hand]
        return [*held, *self.stock.box, *(piece.tag for piece in self.stage.scene.pieces)]

    def posture(self, tag: str) -> Posture:
        """Return a piece's placement."""
        return self.memory.postures.setdefault(tag, Posture(self.stock.owner[tag]))

    def find(self, tag: str) -> PaperPiece | None:
        """Return a piece on the table or carried, if it is there."""
        carried = self.carried
        return carried.piece if carried and carried.tag == tag else self.stage.scene.find(tag)

    def hidden(self, tag: str) -> bool:
        """Return True if a piece is face down, on the table or carried."""
        piece = self.find(tag)
        return piece is not None and not piece.face_up

    def place(self, tag: str, cell: str, posture: Posture, under: int = 0) -> None:
        """Place a piece on a cell, beneath its top `under` pieces."""
        seat = posture.seat or self.zones[cell].owner or self.seats[0]
        hand_move = HandMove(tag, cell, seat, posture.turn, posture.up, under)
        self.remember(hand_move)
        self.stage.do(hand_move)
        # In a fan, this card would otherwise cover the next one and hide its tag.
        for later in self.fans.get(cell, ()):
            for above in self.stage.piles.get(later, ()):
                found = self.stage.scene.find(above)
                if found is not None:
                    self.stage.scene = self.stage.scene.with_piece(found)

    def remember(self, hand_move: HandMove) -> None:
        """Store a piece's placement after a move."""
        memory, tag = self.memory, hand_move.tag
        posture = Posture(hand_move.seat, hand_move.turn, hand_move.face_up)
        memory.postures[tag] = posture if hand_move.place else Posture()
        memory.taken.pop(tag, None)
        memory.seen.pop(tag, None)

    def lift(self, tag: str) -> None:
        """Take a piece off the mat, and forget its placement."""
        self.stage.lift(tag)
        self.memory.postures.pop(tag, None)


_OVERLAP_MM: Final = 2.0


def _fans(mat: Mat, zones: Mapping[str, Zone]) -> dict[str, tuple[str, ...]]:
    """Return the later cells of each tracked cell's fan, in which cards overlap one another."""
    cells = [c for c in mat.cells if c.id in zones and zones[c.id].tracked]
    boxes = {c.id: _box(c) for c in cells if len(c.outline_mm) == len(_box(c))}
    fans: dict[str, tuple[str, ...]] = {}
    for at, cell in reversed([*enumerate(boxes)]):
        near = [other for other in [*boxes][at + 1 :] if _overlap(boxes[cell], boxes[other])]
        fans[cell] = tuple(dict.fromkeys(each for other in near for each in (other, *fans[other])))
    return fans


def _box(cell: Cell) -> tuple[float, float, float, float]:
    """Return a cell's left, top, right and bottom edge, mm."""
    xs, ys = zip(*cell.outline_mm, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    return wide > _OVERLAP_MM and min(one[3], other[3]) - max(one[1], other[1]) > _OVERLAP_MM
