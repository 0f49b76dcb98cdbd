"""What a hand does for whoever plays by mouse, as errands: nobody has to push paper by paper.

The table is brought to the match's layout (`companion.robots.sync_table` knows the errands), the
piece that says something is laid where it says it, and the card that is asked for is turned up.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.drawn_table.drag import Fingers, Posture
from companion.robots.declarations import Saying
from companion.robots.sync_table import Upkeep
from companion.simulator.stage import Errand
from rules import CHANCE, UNKNOWN, Action, Layout, Seat


def put_right(
    fingers: Fingers, layout: Layout, acting: Seat, left: Collection[str] = ()
) -> list[Errand]:
    """What brings the table to a layout, by a hand of `acting`; all but the cells in `left`."""
    zones = fingers.form.zones
    tracked = [zone.cell for zone in zones if zone.tracked]
    keeping = Upkeep(
        fingers.stage,
        fingers.stock,
        tracked,
        others=[*_unread(fingers, layout), *left],
        chosen=tracked,
        any_way=[zone.cell for zone in zones if not zone.oriented],
        taken=fingers.taken,
        seen=fingers.seen,
    )
    errands = keeping.errands(_as_dealt(fingers, layout), acting, [])
    for errand in errands:
        posture = Posture(errand.seat, errand.turn, errand.face_up)
        fingers.postures[errand.tag] = posture if errand.place else Posture()
        fingers.taken.pop(errand.tag, None)
        fingers.seen.pop(errand.tag, None)
        if not errand.place:
            _give_back(fingers, errand.tag, acting)
    return errands


def said(fingers: Fingers, saying: Saying) -> tuple[Seat, Errand] | None:
    """Whose hand lays the piece that says something, out of the box or from where it lies."""
    tag = fingers.stock.from_box(saying.card, saying.owner) or _lying(fingers, saying.card)
    if tag is None:
        return None
    seat = saying.owner or fingers.seats[0]
    fingers.postures[tag] = Posture(seat)
    return seat, Errand(tag, saying.cell, seat)


def turned_up(fingers: Fingers, action: Action) -> tuple[Seat, Errand] | None:
    """Whose hand turns up a card that lies face down; nobody's comes to lie on what covers it."""
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
    return seat, Errand(tag, action.at, posture.seat or seat, posture.turn, under=under)


def _unread(fingers: Fingers, layout: Layout) -> list[str]:
    """A seat's own places where it keeps face down what no layout knows yet: written orders."""
    piles = fingers.stage.piles
    loose = (zone for zone in fingers.form.zones if zone.pile and not zone.tracked)
    own = (zone.cell for zone in loose if zone.owner and not layout.get(zone.cell))
    return [cell for cell in own if any(map(fingers.hidden, piles.get(cell, ())))]


def _as_dealt(fingers: Fingers, layout: Layout) -> Layout:
    """A layout without backs that lie in a hand already: a pile grows only from nothing.

    Nor has it what a die shows: that is thrown, and a piece laid there would say a throw.
    """
    zones = {zone.cell: zone for zone in fingers.form.zones}
    fitting = {cell: pile for cell, pile in layout.items() if not fingers.tray(cell)}
    for cell, pile in tuple(fitting.items()):
        there = len(fingers.stage.piles.get(cell, ()))
        backs = bool(pile) and all(lying.card == UNKNOWN for lying in pile)
        if zones[cell].pile and backs and there:
            fitting[cell] = pile[:there]
    return fitting


def _give_back(fingers: Fingers, tag: str, seat: Seat) -> None:
    """A card that came to a seat's hand goes on to the hand it was laid out of."""
    held, hands = fingers.held.get(tag, seat), fingers.stock.hands
    if held != seat and tag in hands.get(seat, ()):
        hands[seat].remove(tag)
        hands[held].append(tag)


def _lying(fingers: Fingers, card: str) -> str | None:
    """A paper of this id that lies on the table with none on it."""
    stage, cards = fingers.stage, fingers.stock.card
    found = (tag for pile in stage.piles.values() for tag in pile if cards[tag] == card)
    return next(filter(stage.bare, found), None)
