"""Dragging pieces on a drawn table: pick up, carry, drop, turn, flip, put away.

A card dropped on a cell is placed as a hand would place it: near the middle, nearly straight,
upright for its owner or else for its carrier. In a pile of face-up and face-down cards, a face-down
card goes beneath a face-up one; tokens are placed side by side if there is room. Nothing is judged
here: players can make any heap of cards.
"""

import math
import random
from dataclasses import replace
from itertools import takewhile
from typing import Final

from companion.drawn_table.pieces import Carried, TablePieces
from companion.drawn_table.values import DragCommand, DragKind
from companion.pieces import RESULT, is_piece
from companion.simulator.dice import Die
from companion.simulator.hand_moves import holding, moved
from companion.simulator.scene import PaperPiece
from companion.vision.mat.placement import cell_at
from rules import Seat

_ROOM_MM: Final = 70.0
"""Maximum distance of a piece beyond the mat's edge, mm."""
_APART_MM: Final = 6.0
"""Minimum distance between two throws of a die, mm; a die that a hand brushes moves less."""


def obey(pieces: TablePieces, command: DragCommand, tag: str | None, rng: random.Random) -> bool:
    """Perform a command with the piece that has this tag; return False if it is impossible."""
    if command.deed is DragKind.BACK:
        return let_go(pieces)
    if command.deed is DragKind.ROLL:
        return roll(pieces, command.place, str(rng.randrange(6) + 1))
    if tag is None:
        return False
    match command.deed:
        case DragKind.TURN:
            return turn(pieces, tag)
        case DragKind.FLIP:
            return flip(pieces, tag)
        case DragKind.HAND:
            return command.place in pieces.seats and put_away(pieces, tag, command.place)
        case DragKind.BOX:
            return put_away(pieces, tag, "")
    if command.at is None or not drag(pieces, tag, *command.at):
        return False
    if command.deed is DragKind.DROP:
        drop(pieces)
    return True


def drag(pieces: TablePieces, tag: str, x: float, y: float) -> bool:
    """Carry a piece to a point over the mat; return False if it cannot be picked up."""
    mat = pieces.stage.mat
    x = min(max(x, -_ROOM_MM), mat.width_mm + _ROOM_MM)
    y = min(max(y, -_ROOM_MM), mat.height_mm + _ROOM_MM)
    carried = _picked(pieces, tag, x, y)
    if carried is None:
        return False
    dx, dy = x - carried.piece.x_mm, y - carried.piece.y_mm
    carried.hand = moved(carried.hand, carried.hand.x_mm + dx, carried.hand.y_mm + dy)
    return True


def drop(pieces: TablePieces) -> None:
    """Drop the carried piece on the cell below, or where it is."""
    if pieces.carried is None:
        return
    carried, pieces.carried = pieces.carried, None
    piece, posture = carried.piece, pieces.posture(carried.tag)
    cell = cell_at(pieces.stage.mat, piece.x_mm, piece.y_mm)
    if cell in pieces.zones:
        before = pieces.zones[carried.cell].turn if carried.cell in pieces.zones else 0
        if posture.turn == before:  # the player did not turn it while carrying it
            posture = replace(posture, turn=pieces.zones[cell].turn)
        pieces.place(carried.tag, cell, posture, open_above(pieces, carried.tag, cell))
    else:
        pieces.stage.scene = pieces.stage.scene.with_piece(replace(piece, lift_mm=0.0))


def let_go(pieces: TablePieces) -> bool:
    """Return the carried piece to its origin."""
    if pieces.carried is None:
        return False
    carried, pieces.carried = pieces.carried, None
    stage, stock = pieces.stage, pieces.stock
    if carried.spot is not None:
        stage.scene = stage.scene.with_piece(carried.spot)
        if carried.cell:
            stage.piles.setdefault(carried.cell, []).append(carried.tag)
    else:
        (stock.hands[carried.seat] if carried.seat else stock.box).append(carried.tag)
    return True


def put_away(pieces: TablePieces, tag: str, seat: Seat) -> bool:
    """Put a piece into a seat's hand, or into the box."""
    carried = _picked(pieces, tag, 0.0, 0.0)
    if carried is None:
        return False
    pieces.carried, memory, stock = None, pieces.memory, pieces.stock
    memory.postures.pop(tag, None)
    memory.taken.pop(tag, None)
    held = seat and stock.held(tag)
    if held and carried.cell and carried.piece.face_up:
        memory.seen[tag] = seat
    elif held and carried.cell:
        memory.taken[tag] = carried.cell
    (stock.hands[seat] if held else stock.box).append(tag)
    return True


def turn(pieces: TablePieces, tag: str) -> bool:
    """Turn a piece by a quarter clockwise, on the table or carried."""
    piece, posture = pieces.find(tag), pieces.posture(tag)
    if piece is None:
        return False
    _change(pieces, replace(piece, rotation_deg=(piece.rotation_deg + 90) % 360))
    pieces.memory.postures[tag] = replace(posture, turn=(posture.turn + 1) % 4)
    return True


def flip(pieces: TablePieces, tag: str) -> bool:
    """Flip a piece; a card flipped in a hand will be placed that way."""
    piece, posture = pieces.find(tag), pieces.posture(tag)
    if piece is not None:
        _change(pieces, replace(piece, face_up=not posture.up))
    elif not any(tag in hand for hand in pieces.stock.hands.values()):
        return False
    pieces.memory.postures[tag] = replace(posture, up=not posture.up)
    return True


def _change(pieces: TablePieces, piece: PaperPiece) -> None:
    """Replace a piece on the table or carried."""
    carried, stage = pieces.carried, pieces.stage
    if carried is not None and carried.tag == piece.tag:
        carried.hand = replace(carried.hand, carries=piece)
    stage.scene = stage.scene.changed(piece)


def roll(pieces: TablePieces, cell: str, value: str) -> bool:
    """Clear a tray, so that the die cannot lean, and roll the die."""
    if cell not in pieces.trays:
        return False
    for tray in pieces.trays:
        for tag in tuple(pieces.stage.piles.get(tray, ())):
            pieces.lift(tag)
            pieces.stock.home(tag, pieces.memory.held.get(tag) or pieces.seats[0])
    pieces.dice = {cell: _fallen(pieces, cell, value)}
    return True


def _fallen(pieces: TablePieces, cell: str, value: str) -> Die:
    """Return a die at rest, away from its last place.

    In the same place it would look like the previous throw. At a real table, a player picks up
    the die; here it is thrown from where it is.
    """
    last, middle = pieces.dice.get(cell), pieces.stage.cell(cell)
    while True:
        spot = pieces.stage.rng.uniform((-9, -9, 0), (9, 9, 360))
        dx, dy, angle = (float(v) for v in spot)
        die = Die(value, middle.x_mm + dx, middle.y_mm + dy, angle)
        if not last or math.dist((die.x_mm, die.y_mm), (last.x_mm, last.y_mm)) >= _APART_MM:
            return die


def _picked(pieces: TablePieces, tag: str, x: float, y: float) -> Carried | None:
    """Pick up and return an available piece: uncovered, loose, in a hand, or in the box.

    Only a throw takes its results from the box; players do not choose them.
    """
    stage, stock, memory = pieces.stage, pieces.stock, pieces.memory
    if pieces.carried is not None and pieces.carried.tag == tag:
        return pieces.carried
    cell, spot = stage.place_of(tag) or "", stage.scene.find(tag)
    if cell and not stage.bare(tag):
        return None
    seat = next((s for s, own in stock.hands.items() if tag in own), "")
    if spot is None and not seat and (tag not in stock.box or stock.card[tag].startswith(RESULT)):
        return None
    let_go(pieces)
    posture = pieces.posture(tag)
    if spot is not None:
        stage.lift(tag)
    elif seat:
        stock.hands[seat].remove(tag)
        memory.held[tag] = seat
        posture = memory.postures[tag] = replace(posture, seat=stock.owner[tag] or seat)
    else:
        stock.box.remove(tag)
    arm = posture.seat or pieces.seats[0]
    angle = float((stage.seat_turns[arm] + 90 * posture.turn) % 360)
    hand = holding(stage, arm, spot or PaperPiece(tag, x, y, angle, posture.up))
    pieces.carried = Carried(tag, hand, seat, cell, spot)
    return pieces.carried


def open_above(pieces: TablePieces, tag: str, cell: str) -> int:
    """Return the number of face-up cards under which to slide a face-down card.

    If face-up cards are on top of face-down ones, the card is slid in between.
    """
    zone = pieces.zones[cell]
    mixed = pieces.form.face_down and zone.tracked and zone.pile
    if not mixed or pieces.posture(tag).up or is_piece(pieces.stock.card[tag]):
        return 0
    pile = reversed(pieces.stage.piles.get(cell, []))
    return sum(1 for _ in takewhile(lambda each: not pieces.hidden(each), pile))
