"""Automatic moves on a drawn table, so that players need not move every piece.

Drawn hands arrange the table in the match's layout (`companion.robots.sync_table`), place the token
that declares an action, and turn up a requested card.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from companion.drawn_table.drag import open_above
from companion.drawn_table.pieces import Posture, TablePieces
from companion.pieces import RESULT
from companion.robots.declarations import Saying
from companion.robots.sync_table import TableSync
from companion.simulator.stage import HandMove
from rules import CHANCE, UNKNOWN, Action, Facing, Layout, Seat
from rules.core.hidden_cards import OwnCards

_RESULT: Final = f"{RESULT}."


def rearrange(
    pieces: TablePieces, layout: Layout, acting: Seat, left: Collection[str] = ()
) -> list[HandMove]:
    """Return the moves by which `acting` creates a layout; the cells in `left` are not changed."""
    keeping = TableSync(
        pieces.stage,
        pieces.stock,
        pieces.form,
        _as_dealt(pieces, layout),
        ignored=[*_unread(pieces, layout), *left],
        chosen=True,
        taken=pieces.memory.taken,
        seen=pieces.memory.seen,
    )
    hand_moves = keeping.hand_moves(acting)
    for hand_move in hand_moves:
        pieces.remember(hand_move)
        if not hand_move.place:
            _give_back(pieces, hand_move.tag, acting)
    return hand_moves


def placed_token(pieces: TablePieces, saying: Saying) -> tuple[Seat, HandMove] | None:
    """Return the seat and the move that place a token, from the box or the table."""
    tag = pieces.stock.from_box(saying.card, saying.owner) or _on_table(pieces, saying.card)
    if tag is None:
        return None
    seat = saying.owner or pieces.seats[0]
    pieces.memory.postures[tag] = Posture(seat)
    return seat, HandMove(tag, saying.cell, seat)


def throw_results(pieces: TablePieces, roll: Action) -> list[HandMove]:
    """Return the moves that place the results of a throw, a token per die, next to its seat.

    The tokens' names begin with the letters of the throw's value.
    """
    cell = next(zone.cell for zone in pieces.form.zones if zone.dice and zone.owner == roll.to)
    kinds = {pieces.stock.card[tag] for tag in pieces.stock.card if _is_result(pieces, tag)}
    hand_moves = []
    for face in roll.value:
        kind = next((each for each in kinds if each.startswith(f"{_RESULT}{face.lower()}")), "")
        tag = pieces.stock.from_box(kind, "")
        if tag is not None:
            pieces.memory.postures[tag] = Posture(roll.to)
            hand_moves.append(HandMove(tag, cell, roll.to))
    return hand_moves


def _is_result(pieces: TablePieces, tag: str) -> bool:
    return pieces.stock.card[tag].startswith(_RESULT)


def turned_up(pieces: TablePieces, action: Action) -> tuple[Seat, HandMove] | None:
    """Return the seat and the move that turn up a face-down card.

    A seat's card stays beneath the cards that cover it; a shared card moves to the top.
    """
    shared = action.seat == CHANCE
    pile = pieces.stage.piles.get(action.at, [])
    owner = "" if shared else action.seat
    down = [t for t in pile if pieces.hidden(t) and pieces.stock.owner[t] == owner]
    if not down:
        return None
    tag, seat = down[-1], owner or pieces.seats[0]
    under = 0 if shared else len(pile) - 1 - pile.index(tag)
    posture = pieces.memory.postures[tag] = replace(pieces.posture(tag), up=True)
    return seat, HandMove(tag, action.at, posture.seat or seat, posture.turn, under=under)


def own_cards(pieces: TablePieces, seat: Seat) -> OwnCards:
    """Return the hidden cards that a seat knows: its hand, and its face-down cards on the field.

    Cards in face-down piles next to the field were never seen by the seat.
    """
    card, memory = pieces.stock.card, pieces.memory
    field = [zone.cell for zone in pieces.form.zones if zone.tracked]
    down = {}
    for cell in field:
        tags = [t for t in pieces.stage.piles.get(cell, ()) if pieces.hidden(t)]
        mine = tuple(card[t] for t in tags if memory.held.get(t) == seat)
        if mine:
            down[cell] = mine
    return OwnCards(tuple(card[tag] for tag in pieces.stock.hands.get(seat, ())), down)


def placed_card(pieces: TablePieces, action: Action) -> HandMove | None:
    """Return the move that places a card of a seat's hand, or None if the hand lacks it."""
    tag = pieces.stock.from_hand(action.seat, action.card)
    if tag is None:
        return None
    up = action.facing is not Facing.DOWN
    posture = Posture(pieces.stock.owner[tag] or action.seat, action.turn, up)
    pieces.memory.postures[tag] = posture
    pieces.memory.held[tag] = action.seat
    under = open_above(pieces, tag, action.to)
    return HandMove(tag, action.to, action.seat, action.turn, up, under)


def flipped(pieces: TablePieces, action: Action) -> HandMove | None:
    """Return the move that turns up the top card of a cell, or None if it is not face down."""
    pile = pieces.stage.piles.get(action.at, [])
    if not pile or not pieces.hidden(pile[-1]):
        return None
    tag = pile[-1]
    posture = pieces.memory.postures[tag] = replace(pieces.posture(tag), up=True)
    return HandMove(tag, action.at, posture.seat or action.seat, posture.turn)


def _unread(pieces: TablePieces, layout: Layout) -> list[str]:
    """Return owned cells with face-down pieces that no layout contains yet: secret orders."""
    piles = pieces.stage.piles
    own = (zone.cell for zone in pieces.loose if zone.owner and not layout.get(zone.cell))
    return [cell for cell in own if any(map(pieces.hidden, piles.get(cell, ())))]


def _as_dealt(pieces: TablePieces, layout: Layout) -> Layout:
    """Return a layout without face-down cards already in a hand, as piles are never refilled.

    Dice results are omitted too: dice are thrown, and a token in the tray would declare a throw.
    """
    fitting = {cell: pile for cell, pile in layout.items() if cell not in pieces.trays}
    for cell, pile in tuple(fitting.items()):
        there = len(pieces.stage.piles.get(cell, ()))
        backs = all(placed.card == UNKNOWN for placed in pile)
        if pieces.zones[cell].pile and backs and there:
            fitting[cell] = pile[:there]
    return fitting


def _give_back(pieces: TablePieces, tag: str, seat: Seat) -> None:
    """Move a card from a seat's hand back to the hand it came from."""
    held, hands = pieces.memory.held.get(tag, seat), pieces.stock.hands
    if held != seat and tag in hands.get(seat, ()):
        hands[seat].remove(tag)
        hands[held].append(tag)


def _on_table(pieces: TablePieces, card: str) -> str | None:
    """Return an uncovered piece with this card id on the table."""
    stage, cards = pieces.stage, pieces.stock.card
    found = (tag for pile in stage.piles.values() for tag in pile if cards[tag] == card)
    return next(filter(stage.bare, found), None)
