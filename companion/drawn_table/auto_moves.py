"""Automatic moves on a drawn table, so that players need not move every piece.

Drawn hands arrange the table in the match's layout (`companion.robots.sync_table`), place the token
that declares an action, and turn up a requested card.
"""

from collections.abc import Collection
from dataclasses import replace

from companion.drawn_table.drag import PaperDragger, Posture
from companion.robots.declarations import Saying
from companion.robots.sync_table import TableSync
from companion.simulator.stage import HandMove
from rules import CHANCE, UNKNOWN, Action, Layout, Seat


def rearrange(
    fingers: PaperDragger, layout: Layout, acting: Seat, left: Collection[str] = ()
) -> list[HandMove]:
    """Return the moves by which `acting` creates a layout; the cells in `left` are not changed."""
    zones = fingers.form.zones
    tracked = [zone.cell for zone in zones if zone.tracked]
    keeping = TableSync(
        fingers.stage,
        fingers.stock,
        tracked,
        others=[*_unread(fingers, layout), *left],
        chosen=tracked,
        any_way=[zone.cell for zone in zones if not zone.oriented],
        taken=fingers.taken,
        seen=fingers.seen,
    )
    hand_moves = keeping.hand_moves(_as_dealt(fingers, layout), acting, [])
    for hand_move in hand_moves:
        posture = Posture(hand_move.seat, hand_move.turn, hand_move.face_up)
        fingers.postures[hand_move.tag] = posture if hand_move.place else Posture()
        fingers.taken.pop(hand_move.tag, None)
        fingers.seen.pop(hand_move.tag, None)
        if not hand_move.place:
            _give_back(fingers, hand_move.tag, acting)
    return hand_moves


def placed_token(fingers: PaperDragger, saying: Saying) -> tuple[Seat, HandMove] | None:
    """Return the seat and the move that place a token, from the box or the table."""
    tag = fingers.stock.from_box(saying.card, saying.owner) or _on_table(fingers, saying.card)
    if tag is None:
        return None
    seat = saying.owner or fingers.seats[0]
    fingers.postures[tag] = Posture(seat)
    return seat, HandMove(tag, saying.cell, seat)


def turned_up(fingers: PaperDragger, action: Action) -> tuple[Seat, HandMove] | None:
    """Return the seat and the move that turn up a face-down card.

    A seat's card stays beneath the cards that cover it; a shared card moves to the top.
    """
    shared = action.seat == CHANCE
    pile = fingers.stage.piles.get(action.at, [])
    owner = "" if shared else action.seat
    down = [t for t in pile if fingers.hidden(t) and fingers.stock.owner[t] == owner]
    if not down:
        return None
    tag, seat = down[-1], owner or fingers.seats[0]
    under = 0 if shared else len(pile) - 1 - pile.index(tag)
    posture = replace(fingers.posture(tag), up=True)
    fingers.postures[tag] = posture
    return seat, HandMove(tag, action.at, posture.seat or seat, posture.turn, under=under)


def _unread(fingers: PaperDragger, layout: Layout) -> list[str]:
    """Return owned cells with face-down pieces that no layout contains yet: secret orders."""
    piles = fingers.stage.piles
    loose = (zone for zone in fingers.form.zones if zone.pile and not zone.tracked)
    own = (zone.cell for zone in loose if zone.owner and not layout.get(zone.cell))
    return [cell for cell in own if any(map(fingers.hidden, piles.get(cell, ())))]


def _as_dealt(fingers: PaperDragger, layout: Layout) -> Layout:
    """Return a layout without face-down cards already in a hand, as piles are never refilled.

    Dice results are omitted too: dice are thrown, and a token in the tray would declare a throw.
    """
    zones = {zone.cell: zone for zone in fingers.form.zones}
    fitting = {cell: pile for cell, pile in layout.items() if not fingers.tray(cell)}
    for cell, pile in tuple(fitting.items()):
        there = len(fingers.stage.piles.get(cell, ()))
        backs = bool(pile) and all(placed.card == UNKNOWN for placed in pile)
        if zones[cell].pile and backs and there:
            fitting[cell] = pile[:there]
    return fitting


def _give_back(fingers: PaperDragger, tag: str, seat: Seat) -> None:
    """Move a card from a seat's hand back to the hand it came from."""
    held, hands = fingers.held.get(tag, seat), fingers.stock.hands
    if held != seat and tag in hands.get(seat, ()):
        hands[seat].remove(tag)
        hands[held].append(tag)


def _on_table(fingers: PaperDragger, card: str) -> str | None:
    """Return an uncovered piece with this card id on the table."""
    stage, cards = fingers.stage, fingers.stock.card
    found = (tag for pile in stage.piles.values() for tag in pile if cards[tag] == card)
    return next(filter(stage.bare, found), None)
