"""Face-down piles of a drawn table: drawing, stacking and shuffling.

The page cannot shuffle, and players must not choose the card they draw. This module therefore
applies the match's layout and shuffle events to the pieces.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from companion.drawn_table.pieces import Posture, TablePieces
from rules import UNKNOWN, Event, Facing, Layout, PlacedCard, Seat, Zone

_REDRAWN: Final = "redrawn"
_MIXED: Final = "shuffled"
SHUFFLES: Final = frozenset((_REDRAWN, _MIXED, "renewed"))
"""Kinds of events that shuffle: an exchanged hand, a pile with the cards placed on it, and a
face-up pile that becomes the face-down one.
"""


def follow(pieces: TablePieces, layout: Layout, seat: Seat) -> bool:
    """Move the excess cards of face-down piles, compared with a layout, to their owners' hands.

    A shared pile is placed as soon as the layout contains it. Return True if anything changed.
    """
    learn(pieces, layout)
    piles = [zone for zone in pieces.loose if zone.cell in pieces.backs]
    done = [_draw(pieces, zone, layout.get(zone.cell, ()), seat) for zone in piles]
    done += [_heap(pieces, zone, layout.get(zone.cell, ())) for zone in pieces.loose]
    return any(done)


def shuffle(pieces: TablePieces, event: Event, layout: Layout) -> None:
    """Shuffle a hand, the cards placed on a pile, or discarded cards into a seat's pile."""
    learn(pieces, layout)
    piles = (zone for zone in pieces.loose if zone.owner == event.seat)
    for zone in [zone for zone in piles if zone.cell in pieces.backs][:1]:
        if event.kind == _REDRAWN:
            _redraw(pieces, zone, event.seat)
        elif event.kind == _MIXED:
            _mix(pieces, zone)
        else:
            _renew(pieces, zone, layout)


def learn(pieces: TablePieces, layout: Layout) -> None:
    """Update the cells that have a face-down pile."""
    pieces.backs.update(z.cell for z in pieces.loose if _is_back(layout.get(z.cell, ())))


def _draw(pieces: TablePieces, zone: Zone, wanted: Sequence[PlacedCard], seat: Seat) -> bool:
    """Draw a pile's excess cards into a hand; return True if there are any."""
    hand = pieces.stock.hands.get(zone.owner or seat)
    if hand is None or (wanted and not _is_back(wanted)):
        return False
    backs = [*filter(pieces.hidden, pieces.stage.piles.get(zone.cell, ()))]
    excess = [*takewhile(pieces.stock.held, reversed(backs[len(wanted) :]))]
    for tag in excess:
        _drawn(pieces, tag, hand)
    return bool(excess)


def _drawn(pieces: TablePieces, tag: str, hand: list[str]) -> None:
    pieces.lift(tag)
    pieces.memory.held.pop(tag, None)
    if tag not in hand:  # a hand that is still arranging the table may have it already
        hand.append(tag)


def _heap(pieces: TablePieces, zone: Zone, wanted: Sequence[PlacedCard]) -> bool:
    """Stack the shared cards, shuffled, on their empty pile; return True if there are any."""
    bare = not pieces.stage.piles.get(zone.cell)
    if not (bare and _is_back(wanted) and pieces.stock.shared(wanted[-1])):
        return False
    aside = pieces.stock.aside()
    for at in pieces.stage.rng.permutation(len(aside)):
        pieces.place(aside[at], zone.cell, Posture(up=False))
    return bool(aside)


def _redraw(pieces: TablePieces, zone: Zone, seat: Seat) -> None:
    """Exchange a hand with the seat's face-down pile, if there is one."""
    hand = pieces.stock.hands[seat]
    count = len(hand) if pieces.stage.piles.get(zone.cell) else 0
    for tag in hand[:count]:
        pieces.place(tag, zone.cell, Posture(seat, up=False))
    del hand[:count]
    _shuffle(pieces, zone.cell)
    pile = pieces.stage.piles.get(zone.cell, [])
    for tag in pile[len(pile) - count :]:
        _drawn(pieces, tag, hand)


def _mix(pieces: TablePieces, zone: Zone) -> None:
    """Shuffle a face-down pile with all cards placed on it."""
    for tag in tuple(pieces.stage.piles.get(zone.cell, ())):
        if not pieces.stock.held(tag):  # a token on the pile declared the shuffle
            pieces.lift(tag)
            pieces.stock.home(tag, zone.owner)
    _shuffle(pieces, zone.cell)


def _renew(pieces: TablePieces, zone: Zone, layout: Layout) -> None:
    """Shuffle the cards that left a seat's face-up piles under its face-down pile."""
    card = pieces.stock.card
    above = len(pieces.stage.piles.get(zone.cell, ()))
    for there in pieces.loose:
        if there.owner != zone.owner or there is zone:
            continue
        kept = Counter(placed.card for placed in layout.get(there.cell, ()))
        for tag in tuple(pieces.stage.piles.get(there.cell, ())):
            kept[card[tag]] -= 1
            if kept[card[tag]] < 0 and pieces.stock.held(tag):
                pieces.stage.lift(tag)
                pieces.memory.held.pop(tag, None)
                pieces.place(tag, zone.cell, Posture(zone.owner, up=False))
    _shuffle(pieces, zone.cell, above)


def _shuffle(pieces: TablePieces, cell: str, above: int = 0) -> None:
    """Shuffle a face-down pile; the first `above` cards stay on top."""
    tags = list(pieces.stage.piles.get(cell, ()))
    rest, new = tags[:above], tags[above:]
    for tag in tags:
        pieces.stage.lift(tag)
    for tag in [*(new[at] for at in pieces.stage.rng.permutation(len(new))), *rest]:
        pieces.place(tag, cell, Posture(pieces.stock.owner[tag], up=False))


def _is_back(pile: Sequence[PlacedCard]) -> bool:
    return bool(pile) and pile[-1].card == UNKNOWN and pile[-1].facing is Facing.DOWN
