"""Dragging pieces on a drawn table: pick up, carry, drop, turn, flip, put away.

Every piece (a printed card or token) is in one of four places:

  stage    on the mat, on a cell's pile or loose     hands    in a seat's hand
  box      unused                                    carried  dragged over the table

A carried piece, with hand and arm, hides everything below it, and is not on any cell. A card
dropped on a cell is placed as a hand would place it: near the middle, nearly straight, upright for
its owner or else for its carrier. In a pile of face-up and face-down cards, a face-down card goes
beneath a face-up one; tokens are placed side by side if there is room. Nothing is judged here:
players can make any heap of cards.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, cast

import numpy as np

from companion.readings import Point
from companion.simulator.card_supply import CardSupply, is_piece
from companion.simulator.dice import Die
from companion.simulator.hand_moves import holding
from companion.simulator.motion import moved
from companion.simulator.scene import Hand, PaperPiece, Scene
from companion.simulator.spread import small_pieces
from companion.simulator.stage import HandMove, Stage
from rules import Facing, Mat, PlacedCard, PrintedCard, Seat, TableForm

_ROOM_MM: Final = 70.0
"""Maximum distance of a piece beyond the mat's edge, mm."""
_APART_MM: Final = 6.0
"""Minimum distance between two throws of a die, mm; a die that a hand brushes moves less."""


@dataclass(slots=True)
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

    @property
    def piece(self) -> PaperPiece:
        """The piece itself."""
        return cast("PaperPiece", self.hand.carries)


class PaperDragger:
    """The pieces of one table and their movements."""

    def __init__(
        self,
        mat: Mat,
        form: TableForm,
        stock: CardSupply,
        cards: Iterable[PrintedCard],
        rng: np.random.Generator,
    ) -> None:
        """Start with an empty mat and all pieces in hands or the box; `cards` have their sizes."""
        self.mat, self.form, self.stock = mat, form, stock
        self.stage = Stage(mat, form.seat_turns, rng, small_pieces(cards), aligned=True)
        self.carried: Carried | None = None
        self.dice: dict[str, Die] = {}
        self.postures: dict[str, Posture] = {}
        self.held: dict[str, Seat] = {}  # the seat from whose hand a card was placed
        # the cell from which a face-down card came to a hand, the latest last
        self.taken: dict[str, str] = {}
        self.seen: dict[str, Seat] = {}  # the seat to whose hand a face-up card came
        self.seats = list(form.seat_turns)
        self._zones = {zone.cell: zone for zone in form.zones}
        self._rng = rng
        self.deal()

    # The whole table.

    def deal(self) -> None:
        """Deal unplaced cards to the hands; if cards have owners, shared ones go into the box."""
        stock = self.stock
        stock.deal(self.seats)
        if self.form.owners:
            for hand in stock.hands.values():
                aside = [tag for tag in hand if not stock.owner[tag]]
                hand[:] = [tag for tag in hand if stock.owner[tag]]
                stock.box += aside

    def lay_out(self, order: Iterable[tuple[str, PlacedCard]], stock: CardSupply) -> None:
        """Clear the table, then place cards from a shuffled `stock` in the given order."""
        self.stage.scene, self.stage.piles = Scene(), {}
        self.carried, self.stock = None, stock
        self.postures.clear()
        self.held.clear()
        self.taken.clear()
        self.seen.clear()
        self.dice.clear()
        cells = {cell.id for cell in self.mat.cells}
        for cell, placed in order:
            tag = stock.lay_out(placed) if cell in cells else None
            if tag is not None:
                up = placed.facing is Facing.UP
                self.place(tag, cell, Posture(placed.owner, placed.turn, up))
        self.deal()

    def gather(self) -> None:
        """Move pieces that are on no cell to a hand or the box."""
        for piece in self.stage.scene.pieces:
            if self.stage.place_of(piece.tag) is None:
                self.stage.lift(piece.tag)
                self.stock.home(piece.tag, self.posture(piece.tag).seat or self.seats[0])

    def posture(self, tag: str) -> Posture:
        """Return a piece's placement."""
        return self.postures.setdefault(tag, Posture(self.stock.owner[tag]))

    def hidden(self, tag: str) -> bool:
        """Return True if a piece is face down, on the table or carried."""
        carried = self.carried
        piece = carried.piece if carried and carried.tag == tag else None
        placed = piece or self.stage.scene.find(tag)
        return placed is not None and not placed.face_up

    # One piece.

    def place(self, tag: str, cell: str, posture: Posture, under: int = 0) -> None:
        """Place a piece on a cell, beneath its top `under` pieces."""
        posture.seat = posture.seat or self._zones[cell].owner or self.seats[0]
        self.postures[tag] = posture
        self.taken.pop(tag, None)
        self.seen.pop(tag, None)
        self.stage.do(HandMove(tag, cell, posture.seat, posture.turn, posture.up, under))

    def drag(self, tag: str, x: float, y: float) -> bool:
        """Carry a piece to a point over the mat; return False if it cannot be picked up."""
        x = min(max(x, -_ROOM_MM), self.mat.width_mm + _ROOM_MM)
        y = min(max(y, -_ROOM_MM), self.mat.height_mm + _ROOM_MM)
        carried = self._picked(tag, x, y)
        if carried is None:
            return False
        dx, dy = x - carried.piece.x_mm, y - carried.piece.y_mm
        carried.hand = moved(carried.hand, carried.hand.x_mm + dx, carried.hand.y_mm + dy)
        return True

    def drop(self) -> None:
        """Drop the carried piece on the cell below, or where it is."""
        if self.carried is None:
            return
        carried, self.carried = self.carried, None
        piece = carried.piece
        cell = self._cell_at((piece.x_mm, piece.y_mm))
        if cell:
            posture = self.posture(carried.tag)
            before = self._zones[carried.cell].turn if carried.cell in self._zones else 0
            if posture.turn == before:  # the player did not turn it while carrying it
                posture.turn = self._zones[cell].turn
            self.place(carried.tag, cell, posture, self._open_above(carried.tag, cell))
        else:
            self.stage.scene = self.stage.scene.with_piece(replace(piece, lift_mm=0.0))

    def let_go(self) -> bool:
        """Return the carried piece to its origin."""
        if self.carried is None:
            return False
        carried, self.carried = self.carried, None
        if carried.spot is not None:
            self.stage.scene = self.stage.scene.with_piece(carried.spot)
            if carried.cell:
                self.stage.piles.setdefault(carried.cell, []).append(carried.tag)
        elif carried.seat:
            self.stock.hands[carried.seat].append(carried.tag)
        else:
            self.stock.box.append(carried.tag)
        return True

    def away(self, tag: str, seat: Seat) -> bool:
        """Put a piece into a seat's hand, or into the box."""
        carried = self._picked(tag, 0.0, 0.0)
        if carried is None:
            return False
        self.carried = None
        self.postures.pop(tag, None)
        held = seat and self.stock.held(tag)
        self.taken.pop(tag, None)
        if held and carried.cell and carried.piece.face_up:
            self.seen[tag] = seat
        elif held and carried.cell:
            self.taken[tag] = carried.cell
        (self.stock.hands[seat] if held else self.stock.box).append(tag)
        return True

    def turn(self, tag: str) -> bool:
        """Turn a piece by a quarter clockwise, on the table or carried."""
        posture = self.posture(tag)
        done = self._altered(tag, lambda p: replace(p, rotation_deg=(p.rotation_deg + 90) % 360))
        posture.turn = (posture.turn + done) % 4
        return done

    def flip(self, tag: str) -> bool:
        """Flip a piece; a card flipped in a hand will be placed that way."""
        posture = self.posture(tag)
        up = not posture.up
        held = any(tag in hand for hand in self.stock.hands.values())
        if not self._altered(tag, lambda p: replace(p, face_up=up)) and not held:
            return False
        posture.up = up
        return True

    def tray(self, cell: str) -> bool:
        """Return True if the die is thrown in this cell."""
        return cell in self._zones and "d6" in self._zones[cell].dice

    def roll(self, cell: str, value: str) -> bool:
        """Clear a tray, so that the die cannot lean, and roll the die."""
        if not self.tray(cell):
            return False
        for tray in filter(self.tray, self._zones):
            for tag in tuple(self.stage.piles.get(tray, ())):
                self.stage.lift(tag)
                self.postures.pop(tag, None)
                self.stock.home(tag, self.held.get(tag) or self.seats[0])
        self.dice = {cell: self._fallen(cell, value)}
        return True

    # Helpers.

    def _fallen(self, cell: str, value: str) -> Die:
        """Return a die at rest, away from its last place.

        In the same place it would look like the previous throw. At a real table, a player picks up
        the die; here it is thrown from where it is.
        """
        last, middle = self.dice.get(cell), self.stage.cell(cell)
        while True:
            dx, dy, turn = (float(v) for v in self._rng.uniform((-9, -9, 0), (9, 9, 360)))
            die = Die(value, middle.x_mm + dx, middle.y_mm + dy, turn)
            if not last or math.dist((die.x_mm, die.y_mm), (last.x_mm, last.y_mm)) >= _APART_MM:
                return die

    def _picked(self, tag: str, x: float, y: float) -> Carried | None:
        """Pick up and return an available piece: uncovered, loose, in a hand, or in the box."""
        if self.carried is not None and self.carried.tag == tag:
            return self.carried
        cell, spot = self.stage.place_of(tag) or "", self.stage.scene.find(tag)
        if cell and not self.stage.bare(tag):
            return None
        seat = next((s for s, own in self.stock.hands.items() if tag in own), "")
        if spot is None and not seat and tag not in self.stock.box:
            return None
        self.let_go()
        posture = self.posture(tag)
        if spot is not None:
            self.stage.lift(tag)
        elif seat:
            self.stock.hands[seat].remove(tag)
            self.held[tag] = seat
            posture.seat = self.stock.owner[tag] or seat
        else:
            self.stock.box.remove(tag)
        arm = posture.seat or self.seats[0]
        turn = float((self.form.seat_turns[arm] + 90 * posture.turn) % 360)
        hand = holding(self.stage, arm, spot or PaperPiece(tag, x, y, turn, posture.up))
        self.carried = Carried(tag, hand, seat, cell, spot)
        return self.carried

    def _open_above(self, tag: str, cell: str) -> int:
        """Return the number of face-up cards under which to slide a face-down card.

        If face-up cards are on top of face-down ones, the card is slid in between.
        """
        zone = self._zones[cell]
        mixed = self.form.face_down and zone.tracked and zone.pile
        if not mixed or self.posture(tag).up or is_piece(self.stock.card[tag]):
            return 0
        pieces = map(self.stage.scene.find, reversed(self.stage.piles.get(cell, [])))
        return sum(1 for _ in takewhile(lambda p: p is not None and p.face_up, pieces))

    def _altered(self, tag: str, change: Callable[[PaperPiece], PaperPiece]) -> bool:
        """Change a piece on the table or carried; return False if it is neither."""
        if self.carried is not None and self.carried.tag == tag:
            self.carried.hand = replace(self.carried.hand, carries=change(self.carried.piece))
            return True
        piece = self.stage.scene.find(tag)
        if piece is None:
            return False
        self.stage.scene = self.stage.scene.changed(change(piece))
        return True

    def _cell_at(self, at: Point) -> str:
        """Return the cell that contains a point; if several do, the one with the nearest middle."""
        x, y = at
        over = [cell for cell in self.mat.cells if _inside(at, cell.outline_mm)]
        near = min(over, key=lambda c: (c.x_mm - x) ** 2 + (c.y_mm - y) ** 2, default=None)
        return near.id if near is not None and near.id in self._zones else ""


def _inside(at: Point, outline: tuple[Point, ...]) -> bool:
    """Return True if a polygon contains a point (ray casting: an odd number of crossings)."""
    x, y = at
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd
